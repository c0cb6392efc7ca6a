"""Every sentence of the card game, in English: code to text. The panel's catalogues translate by code.

A parameter that is itself a code of the table stands for its text (``rank`` = ``cards.rank.T`` reads "a 10").
Refusals say what is wrong; where something else would do, they say that too.
"""

from __future__ import annotations

from typing import Final

NAMES: Final[dict[str, str]] = {
    "cards.name": "Palace, the card game",
    "cards.about": "Get rid of your cards, in hand, face up and face down: the last to hold any loses.",
    # Ranks, for the sentences that compare them.
    "cards.rank.2": "a 2",
    "cards.rank.3": "a 3",
    "cards.rank.4": "a 4",
    "cards.rank.5": "a 5",
    "cards.rank.6": "a 6",
    "cards.rank.7": "a 7",
    "cards.rank.8": "an 8",
    "cards.rank.9": "a 9",
    "cards.rank.T": "a 10",
    "cards.rank.J": "a jack",
    "cards.rank.Q": "a queen",
    "cards.rank.K": "a king",
    "cards.rank.A": "an ace",
    # Options.
    "cards.option.ten": "When a 10 may be played",
    "cards.option.ten.ranked": "by its rank, as any other card (the rules as written)",
    "cards.option.ten.not_on_low": "on anything but the card after which only lower cards go",
    "cards.option.ten.always": "always",
    "cards.option.low_rank": "The rank after which the next player must play that rank or lower",
    "cards.option.low_rank.9": "the 9 (the rules as written)",
    "cards.option.low_rank.7": "the 7",
    "cards.option.low_rank.5": "the 5",
    "cards.option.low_rank.off": "none",
    "cards.option.optional_pickup": "The pile may be taken although a card fits (the rules as written)",
    "cards.option.four_burn": "Four of a kind remove the pile and give another turn (the rules as written)",
    "cards.option.deal": "Cards face down, face up and in hand",
    "cards.option.deal.seed": "6, 4 or 3 each for 2, 3 or 4 players, and a stock of 16",
    "cards.option.deal.three": "3 each, and all others in the stock",
    "cards.option.deal.short": "3 each, a stock of 16, and the others stay in the box",
    "cards.option.turn_cap": "End the match as a draw after so many turns; 0 is never",
}

# What happened, or will happen, subject left out: the list of moves names the seat beside it.
DONE: Final[dict[str, str]] = {
    "cards.deal": "the cards are dealt",
    "cards.swap": "lays up {given} and takes {got} in hand",
    "cards.ready": "is ready",
    "cards.play": "plays {cards}",
    "cards.play.out": "plays {cards} and is out",
    "cards.play.ten": "plays {cards}: the pile ({burned}) is removed, and another turn",
    "cards.play.ten.out": "plays {cards}: the pile ({burned}) is removed, and is out",
    "cards.play.four": "plays {cards}, four of a kind: the pile ({burned}) is removed, and another turn",
    "cards.play.four.out": "plays {cards}, four of a kind: the pile ({burned}) is removed, and is out",
    "cards.take": "takes the pile ({taken})",
    "cards.turn": "turns card {slot}",
    "cards.turned": "turns {cards}",
    "cards.turned.out": "turns {cards} and is out",
    "cards.turned.ten": "turns {cards}: the pile ({burned}) is removed, and another turn",
    "cards.turned.ten.out": "turns {cards}: the pile ({burned}) is removed, and is out",
    "cards.turned.four": "turns {cards}, four of a kind: the pile ({burned}) is removed, and another turn",
    "cards.turned.four.out": "turns {cards}, four of a kind: the pile ({burned}) is removed, and is out",
    "cards.miss": "turns {cards}, which does not go, and takes it with the pile ({taken})",
}

REFUSALS: Final[dict[str, str]] = {
    # What goes on what.
    "cards.too_low": "{rank} is lower than {top}",
    "cards.too_high": "after {top} the next card must be {top} or lower; {rank} is higher",
    "cards.must_open": "the game opens with {rank}",
    # Which cards.
    "cards.not_yours": "{card} is not a card you can play",
    "cards.not_in_hand": "{card} is not in your hand",
    "cards.not_face_up": "{card} is not among your face-up cards",
    "cards.hand_first": "{card} lies on the table: the hand is played first, and not together with it",
    "cards.twice": "{card} is named twice",
    "cards.mixed": "cards played together must be of one rank",
    "cards.only_turning": "only face-down cards are left: choose one and turn it",
    # Taking and turning.
    "cards.pile_empty": "there is no pile to take",
    "cards.take_at_end": "face-down cards are turned; the pile cannot be taken instead",
    "cards.take_only_if_stuck": "the pile may be taken only when nothing goes, and {card} does",
    "cards.turn_too_early": "face-down cards are turned when hand and face-up cards are gone",
    "cards.no_slot": "there is no face-down card {slot}: the slots are 1 to {slots}",
    "cards.slot_empty": "face-down card {slot} is turned already",
    # Not now, or not you.
    "cards.exchange_first": "cards are still being exchanged: play begins when everybody is ready",
    "cards.exchange_over": "the exchange is over",
    "cards.already_ready": "you said ready, and that is final",
    "cards.not_your_turn": "it is not your turn",
    "cards.not_dealt": "the cards are not dealt yet",
    "cards.dealt": "the cards are dealt already",
    "cards.over": "the game is over",
    "cards.whose": "several seats may act now: say which",
    "cards.no_seat": "there is no seat {seat} in this match",
    # Texts that are nothing.
    "cards.bad_action": "{text} is no action: play 7C 7D, take, turn 2, swap 3C AD and ready are",
    "cards.bad_card": "{text} is no card: a card is a rank of 23456789TJQKA and a suit of CDHS, as in TS",
    "cards.bad_deal": "a deal names all 52 cards once; this one names {count} different ones",
    "cards.bad_lots": "the lots of a deal name all {seats} seats once, from 0, not {lots}",
    "cards.bad_state": "the state's {field} is missing or wrong",
    "cards.card_again": "the state has {card} in two places",
}

# What to do instead, where the refusal alone does not say it.
ADVICE: Final[dict[str, str]] = {
    "cards.too_low.do": "Choose a card that goes, or take the pile.",
    "cards.too_high.do": "Choose a card that goes, or take the pile.",
    "cards.must_open.do": "Play one card of that rank, or several.",
    "cards.not_yours.do": "Choose among the cards that are lit.",
    "cards.not_in_hand.do": "Exchange a card of your hand for one of your face-up cards.",
    "cards.not_face_up.do": "Exchange a card of your hand for one of your face-up cards.",
    "cards.hand_first.do": "Play from your hand.",
    "cards.mixed.do": "Choose cards of one rank.",
    "cards.pile_empty.do": "Play any card.",
    "cards.take_at_end.do": "Choose a face-down card.",
    "cards.take_only_if_stuck.do": "Play a card that goes.",
    "cards.turn_too_early.do": "Play from your hand, then from your face-up cards.",
    "cards.no_slot.do": "Choose a card that still lies there.",
    "cards.slot_empty.do": "Choose a card that still lies there.",
    "cards.exchange_first.do": "Exchange cards, or say ready.",
    "cards.already_ready.do": "Wait until the others are ready.",
    "cards.not_your_turn.do": "Wait until the turn comes round to you.",
    "cards.not_dealt.do": "Wait for the deal.",
}

TEXTS: Final[dict[str, str]] = NAMES | DONE | REFUSALS | ADVICE
