"""Everything Palais Royal says, in English: code to text. The panel's catalogues translate by code.

A parameter that is itself a code of the table stands for its text (``place`` = ``royal.place.mint`` reads
"the mint"). ``royal.did.*`` leave the subject out. The numbers in explanations come from ``data``.
"""

from __future__ import annotations

from rules.royal.data import (
    BORDER_FIRST,
    BORDER_SECOND,
    ERRAND_POINTS,
    HAND_POINTS_MOST,
    LAST_ROUND_AT,
    POSTS,
    PRESTIGE_POINTS,
    PURSE_GOLD,
    REINFORCEMENT_CAPACITY,
    SEAL_CARD_SEALS,
)

NAMES: dict[str, str] = {
    "royal.name": "Palais Royal",
    "royal.about": "Servants through nine rooms of the palace, nobles from the park, majorities everywhere.",
    # Places inside a sentence ("no servant in ...").
    "royal.place.parade": "the parade court",
    "royal.place.stair": "the staircase",
    "royal.place.mint": "the mint",
    "royal.place.king": "the king's cabinet",
    "royal.place.pomp": "Madame de Pompadour's chamber",
    "royal.place.office": "the office",
    "royal.place.back": "the service door",
    "royal.place.cardinal": "the cardinal's room",
    "royal.place.gate": "the gate",
    # The same as headings of the nine rooms, and what each does.
    "royal.room.parade": "Parade court",
    "royal.room.stair": "Staircase",
    "royal.room.mint": "Mint",
    "royal.room.king": "King's cabinet",
    "royal.room.pomp": "Madame de Pompadour",
    "royal.room.office": "Office",
    "royal.room.back": "Service door",
    "royal.room.cardinal": "Cardinal",
    "royal.room.gate": "Gate",
    "royal.room.parade.does": "A servant here lets one more come from the reserve. Majority: one more.",
    "royal.room.stair.does": "A servant here gives a point for moving. Majority: one more.",
    "royal.room.mint.does": "A servant here brings one gold. Majority: one more.",
    "royal.room.king.does": "A servant here is worth a turquoise seal. Majority: a free one.",
    "royal.room.pomp.does": "A servant here is worth a violet seal. Majority: a free one.",
    "royal.room.office.does": "A servant here may recruit a noble, and goes back to the reserve.",
    "royal.room.back.does": "A servant here lets you draw a privilege card.",
    "royal.room.cardinal.does": "A servant here wins ties for the majority.",
    "royal.room.gate.does": "Servants from the reserve arrive here.",
    # Phases, inside a sentence and as headings, with what they are for.
    "royal.phase.deal": "the deal",
    "royal.phase.post": "posting servants",
    "royal.phase.reinforce": "reinforcing the gate",
    "royal.phase.move": "moving servants",
    "royal.phase.collect": "collecting",
    "royal.phase.recruit": "recruiting nobles",
    "royal.phase.draw": "drawing cards",
    "royal.phase.end": "the end of the turn",
    "royal.phase.over": "the end of the match",
    "royal.guide.post": f"Post {POSTS} servants wherever you like; then the next player does.",
    "royal.guide.reinforce": (
        "Servants in the parade court bring as many new ones from your reserve to the gate, and one more if "
        "you have the most there."
    ),
    "royal.guide.move": (
        "Each servant on the staircase gives a point, and one more if you have the most there. A point moves "
        "one servant into a room beside his."
    ),
    "royal.guide.collect": (
        "The mint gives gold to keep. The king's cabinet and Madame's chamber give seals for this turn; "
        "having the most there gives a free one."
    ),
    "royal.guide.recruit": (
        "A noble costs a servant from the office, gold and seals; seals are paid with servants of the two "
        "chambers or with free ones. At the park's border you leave a servant behind."
    ),
    "royal.guide.draw": "Each servant at the service door lets you draw a privilege card.",
    "royal.guide.end": "You may still lay a prestige open before the next player's turn.",
    # Privilege cards, inside a sentence, and what they do.
    "royal.kind.prestige": "a prestige",
    "royal.kind.reinforcement": "a reinforcement",
    "royal.kind.errand": "an errand",
    "royal.kind.passage": "a secret passage",
    "royal.kind.purse": "a purse",
    "royal.kind.kings-seal": "a king's seal",
    "royal.kind.madames-seal": "a Madame's seal",
    "royal.kind.letter": "a cardinal's letter",
    "royal.kind.writ": "a writ",
    "royal.kind.prestige.does": f"In your turn: laid open, {PRESTIGE_POINTS} points at the end.",
    "royal.kind.reinforcement.does": f"Before you reinforce: {REINFORCEMENT_CAPACITY} more may come.",
    "royal.kind.errand.does": f"While you move: {ERRAND_POINTS} more points.",
    "royal.kind.passage.does": "While you move: one of your servants goes from any room to any other.",
    "royal.kind.purse.does": f"Before you collect: {PURSE_GOLD} more gold.",
    "royal.kind.kings-seal.does": f"When you collect or recruit: {SEAL_CARD_SEALS} free turquoise seals.",
    "royal.kind.madames-seal.does": f"When you collect or recruit: {SEAL_CARD_SEALS} free violet seals.",
    "royal.kind.letter.does": (
        "First thing when you reinforce, move or collect: a tie for the most in one of that phase's rooms is "
        "yours. You need a servant there."
    ),
    "royal.kind.writ.does": "With a recruit: no servant leaves the office.",
    # Privileges of the nobles; {amount} is the noble's own.
    "royal.power.SERVANTS": "servants from the general supply, once: {amount}",
    "royal.power.GATE": "servants to the gate, every turn: {amount} more",
    "royal.power.MOVE": "points for moving, every turn: {amount} more",
    "royal.power.DIAGONAL": "your servants also step diagonally",
    "royal.power.GOLD": "gold, every turn: {amount} more",
    "royal.power.SEAL_T": "free turquoise seals, every turn: {amount}",
    "royal.power.SEAL_V": "free violet seals, every turn: {amount}",
    "royal.power.CARD": "cards, every turn: {amount} more",
    "royal.power.TIEBREAK": "ties for the majority are yours, as with a servant at the cardinal's",
    # The park's borders.
    "royal.border.row1": "row 1",
    "royal.border.row6": "row 6",
    "royal.border.column_a": "column a",
    "royal.border.column_f": "column f",
    "royal.border.scores": (
        f"the most servants: {BORDER_FIRST} points; when one player alone has the most, "
        f"second place: {BORDER_SECOND}"
    ),
    "royal.hand.scores": f"a card in the hand counts 1, at most {HAND_POINTS_MOST}",
    # Why a seat has a place's bonus, or has not.
    "royal.why.alone": "bonus: nobody else is there",
    "royal.why.most": "bonus: the most servants",
    "royal.why.letter": "bonus: the cardinal's letter decides the tie",
    "royal.why.cardinal": "bonus: the cardinal decides the tie",
    "royal.why.tiebreak": "bonus: a noble decides the tie",
    "royal.why.absent": "no bonus: no servant there",
    "royal.why.cardinal_absent": "no bonus: the cardinal cannot help where there is no servant",
    "royal.why.fewer": "no bonus: somebody has more",
    "royal.why.tied": "no bonus: a tie, and nothing decides it",
    # What the table says about the round and about phases passed over.
    "royal.last.park": f"last round: {LAST_ROUND_AT} nobles or fewer are left in the park",
    "royal.last.stall": "last round: nobody has recruited for a long time",
    "royal.passed": "nothing to do: {phase}",
    "royal.passed.turn": "nothing to do in the whole turn",
}

OPTIONS: dict[str, str] = {
    "royal.option.layout": "How the nine rooms of the palace lie",
    "royal.option.layout.fixed": "as printed",
    "royal.option.layout.random": "at random",
    "royal.option.layout.gate-centre": "at random around the gate",
    "royal.option.cardinal": "Who wins a tie for the majority",
    "royal.option.cardinal.presence": "whoever has a servant at the cardinal's, in his own turn",
    "royal.option.cardinal.most": "whoever has more servants at the cardinal's than all others in the tie",
    "royal.option.discount": "What a noble's gold costs",
    "royal.option.discount.none": "what the tile shows",
    "royal.option.discount.neighbours": "one less for each empty space beside the tile",
    "royal.option.stall_rounds": "After so many rounds without a recruit, one last round is played",
}

DONE: dict[str, str] = {
    "royal.did.deal": "park, palace and cards are laid out",
    "royal.did.reshuffle": "the discard pile is shuffled",
    "royal.did.post": "posts a servant in {place}",
    "royal.did.reinforce": "sends servants to the gate: {count}",
    "royal.did.reinforce.none": "sends nobody to the gate",
    "royal.did.move": "a servant goes from {origin} to {target}",
    "royal.did.stop": "stops moving",
    "royal.did.stop.early": "stops moving; points left: {points}",
    "royal.did.collect": "collects {gold} gold; free seals: {turquoise} turquoise, {violet} violet",
    "royal.did.collect.gold": "collects {gold} gold",
    "royal.did.collect.none": "collects nothing",
    "royal.did.recruit": "recruits {noble} from {space} for {gold} gold; back to the reserve: {servants}",
    "royal.did.recruit.border": (
        "recruits {noble} from {space} for {gold} gold and leaves a servant there; back to the reserve: "
        "{servants}"
    ),
    "royal.did.recruit.writ": (
        "recruits {noble} from {space} by a writ for {gold} gold; back to the reserve: {servants}"
    ),
    "royal.did.recruit.border.writ": (
        "recruits {noble} from {space} by a writ for {gold} gold and leaves a servant there; back to the "
        "reserve: {servants}"
    ),
    "royal.did.done": "ends recruiting",
    "royal.did.draw": "draws cards: {count}",
    "royal.did.draw.none": "draws no card",
    "royal.did.end": "ends the turn",
    "royal.did.card.prestige": "lays a prestige open",
    "royal.did.card.reinforcement": f"plays a reinforcement: {REINFORCEMENT_CAPACITY} more servants may come",
    "royal.did.card.errand": f"plays an errand: {ERRAND_POINTS} more points",
    "royal.did.card.passage": "plays a secret passage: a servant goes from {origin} to {target}",
    "royal.did.card.purse": f"plays a purse: {PURSE_GOLD} more gold",
    "royal.did.card.kings-seal": f"plays a king's seal: {SEAL_CARD_SEALS} free turquoise seals",
    "royal.did.card.madames-seal": f"plays a Madame's seal: {SEAL_CARD_SEALS} free violet seals",
    "royal.did.card.letter": "plays a cardinal's letter for {place}",
}

REFUSALS: dict[str, str] = {
    # Not now, or not you.
    "royal.over": "the match is over",
    "royal.not_your_turn": "it is not your turn",
    "royal.wait_for_chance": "the table deals or shuffles first",
    "royal.not_chance": "nothing is dealt or shuffled now",
    "royal.wrong_phase": "{kind} belongs to {belongs}, and this is {phase}",
    # The deal.
    "royal.deal.nobles": "deal: a noble is named twice",
    "royal.deal.cards": "deal: each kind of card is there four times",
    "royal.deal.places": "deal: each place of the palace is there once",
    "royal.deal.fixed": "deal: the palace is the printed one, as agreed",
    "royal.deal.gate": "deal: the gate is in the middle, as agreed",
    "royal.reshuffle.cards": "reshuffle: these are not the cards of the discard pile",
    # Servants.
    "royal.reinforce.reserve": "reinforce {count}: the reserve has only {reserve}",
    "royal.reinforce.capacity": "reinforce {count}: at most {capacity} may come",
    "royal.move.points": "move: no points left",
    "royal.move.no_servant": "move: no servant of yours in {place}",
    "royal.move.far": "move: from {origin} to {target} is more than one step",
    "royal.move.diagonal": "move: from {origin} to {target} is diagonal, and you have no noble for that",
    # Nobles.
    "royal.recruit.empty": "recruit {space}: no noble there",
    "royal.recruit.no_writ": "recruit {space}: no writ in your hand",
    "royal.recruit.office": "recruit {space}: no servant in the office",
    "royal.recruit.gold": "recruit {space}: {short} gold short",
    "royal.recruit.turquoise": "recruit {space}: turquoise seals short: {short}",
    "royal.recruit.violet": "recruit {space}: violet seals short: {short}",
    "royal.recruit.free_turquoise": "recruit {space}: t{used}, but free turquoise seals: {free}",
    "royal.recruit.free_violet": "recruit {space}: v{used}, but free violet seals: {free}",
    "royal.recruit.asks_turquoise": "recruit {space}: t{used}, but the noble's turquoise seals: {cost}",
    "royal.recruit.asks_violet": "recruit {space}: v{used}, but the noble's violet seals: {cost}",
    "royal.recruit.border": "recruit {space}: no servant left for the park's border",
    "royal.recruit.from_needed": (
        "recruit {space}: the reserve is empty; name with from= where the border's servant comes from"
    ),
    "royal.recruit.from_empty": "recruit {space}: no servant of yours in {place} for the border",
    "royal.recruit.from_reserve": (
        "recruit {space}: the border's servant comes from the reserve, which has {reserve}"
    ),
    "royal.recruit.inner": "recruit {space}: not at the border, so no servant is left there",
    # Cards.
    "royal.draw.limit": "draw {count}: at most {limit}",
    "royal.card.not_in_hand": "you do not have {card}",
    "royal.card.writ": "a writ is played with a recruit: recruit a1 t0 v0 writ",
    "royal.card.phase": "{card} is of no use now: this is {phase}",
    "royal.card.letter_first": "a letter comes first in its phase, before anything but other letters",
    "royal.card.letter_place": "a letter for {place} is of no use now: this is {phase}",
    "royal.card.cardinal_absent": "the cardinal cannot help: no servant in {place}",
    "royal.card.passage_empty": "passage: no servant of yours in {place}",
    "royal.card.passage_same": "passage: the servant is in {place} already; name another room",
    # Texts that are nothing.
    "royal.notation": "{text}: not an action of Palais Royal",
    "royal.state.field": "{field}: {wanted} is needed",
    "royal.state.options": "{problem}",
    "royal.state.unsound": "state: {problem}",
}

TEXTS: dict[str, str] = NAMES | OPTIONS | DONE | REFUSALS
