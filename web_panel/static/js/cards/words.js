// The card game in words: whose turn it is, what happened, what a choice would do.
import { known, sentence, t } from "../i18n.js";
import { cardWords, face, faces, rankText } from "./deck.js";
import { acts, bound, exchanging, going, goes, topRun } from "./reading.js";

const names = (match, seats) => seats.map((seat) => match.seats[seat].name).join(", ");

/** A message of the rules with the ranks in it put into words. */
export function rulesWords(message) {
  if (!message) return { says: "", do: "" };
  const params = Object.fromEntries(Object.entries(message.params ?? {}).map(([name, value]) => [name, typeof value === "string" && value.startsWith("cards.rank.") && known(value) ? t(value) : value]));
  return sentence({ code: message.code, params });
}

/** A refusal as {says, do}, each a sentence of its own. */
export function refusalWords(message) {
  const { says, do: remedy } = rulesWords(message);
  const whole = says ? says[0].toLocaleUpperCase() + says.slice(1) : "";
  return { says: /[.!?…]$/.test(whole) ? whole : `${whole}.`, do: remedy };
}

/** Whose turn it is, as this device's people read it. `own` are their seats. */
export function turnWords(match, own) {
  if (match.state === "abandoned") return t("ui.outcome.abandoned");
  if (match.outcome || match.state === "over") return t("ui.match_over");
  if (match.resume) return t("ui.state.resume");
  if (match.state !== "playing") return t(`ui.state.${match.state}`);
  const acting = [match.actor].flat().filter((seat) => Number.isInteger(seat));
  if (exchanging(match)) {
    const others = acting.filter((seat) => !own.includes(seat));
    const mine = acting.filter((seat) => own.includes(seat));
    if (mine.length) return t("ui.cards.turn.exchange");
    return t("ui.cards.turn.waiting", { names: names(match, others) });
  }
  if (own.length === 1 && acting[0] === own[0]) return t("ui.cards.turn.yours");
  return acting.length ? t("ui.cards.turn.of", { name: names(match, acting) }) : "";
}

/** What happened last, with its player's name. */
export function toldWords(match) {
  if (match.last?.kind && match.last.kind !== "play") {
    if (match.last.kind === "undo") return t("ui.last.undone");
    if (match.last.kind === "resign") return "";
  }
  const { last } = match.view;
  if (!last) return "";
  const says = rulesWords(last.message).says;
  if (last.seat === null) return says[0].toLocaleUpperCase() + says.slice(1);
  const told = t("ui.cards.told", { name: match.seats[last.seat].name, says });
  return last.drew ? `${told} ${t("ui.cards.told.drew", { count: last.drew })}` : told;
}

/** What binds the next card, in a few words: for the sign beside the pile. */
export function bindingWords(view) {
  if (view.phase === "open" && view.open_rank) return t("ui.cards.rule.opens", { rank: rankText(view.open_rank) });
  if (view.phase !== "play") return "";
  if (!view.pile.length) return t("ui.cards.rule.anything");
  const top = rankText(view.pile.at(-1)[0]);
  if (bound(view)) return t("ui.cards.rule.lower", { rank: top });
  return view.pile.at(-1)[0] === "2" ? t("ui.cards.rule.anything") : t("ui.cards.rule.higher", { rank: top });
}

/** The pile for people who listen. */
export function pileWords(view) {
  if (!view.pile.length) return t("ui.cards.pile.empty");
  const run = topRun(view.pile);
  const top = t("ui.cards.pile.top", { count: view.pile.length, card: cardWords(view.pile.at(-1)) });
  return run.length > 1 ? `${top} ${t("ui.cards.pile.run", { count: run.length, rank: t(`ui.cards.rank.${run[0][0]}`) })}` : top;
}

/** A seat in one sentence for people who listen. */
export function seatWords(match, seat) {
  const view = match.view.seats[seat];
  const parts = [t("ui.cards.seat.hand", { count: view.hand_count })];
  if (view.up.length) parts.push(t("ui.cards.seat.up", { cards: view.up.map(cardWords).join(", ") }));
  const down = view.down.filter(Boolean).length;
  if (down) parts.push(t("ui.cards.seat.down", { count: down }));
  if (match.view.order.includes(seat)) parts.splice(0, 2, t("ui.cards.seat.out", { place: match.view.order.indexOf(seat) + 1 }));
  return parts.join(" ");
}

/** What a choice would do; for a covered hand without naming its cards. */
export function choiceWords(choice, match, covered) {
  if (!choice) return "";
  if (choice.take) return t("ui.cards.choice.take", { count: match.view.pile.length });
  if (choice.slot) return t("ui.cards.choice.turn", { slot: choice.slot });
  if (choice.zone === "hand" && covered) return t("ui.cards.choice.covered", { count: choice.cards.length });
  if (choice.zone) return t("ui.cards.choice.play", { cards: faces(choice.cards) });
  if (choice.give && !covered) return t("ui.cards.choice.give", { card: face(choice.give) });
  if (choice.give) return t("ui.cards.choice.give.covered");
  return t("ui.cards.choice.get", { card: face(choice.get) });
}

/** What to do now, when nothing is chosen. */
export function hintWords(match, seat) {
  if (seat === null || !going(match)) return "";
  if (exchanging(match)) return t(acts(match, seat) ? "ui.cards.hint.exchange" : "ui.cards.hint.ready");
  if (match.view.order.includes(seat)) return t("ui.cards.hint.out");
  if (!acts(match, seat)) return t("ui.why.turn", { name: names(match, [match.actor].flat()) });
  if (match.view.seats[seat].zone === "down") return t("ui.cards.hint.turn");
  return t(goes(match, seat).length ? "ui.cards.hint.play" : "ui.cards.hint.stuck");
}

/** The short word over the pile when something special happens; "" for an ordinary play. */
export function eventWords(event, view) {
  if (event.burn) return t(`ui.cards.event.${event.burn}`, { count: event.burned });
  if (event.kind === "miss") return t("ui.cards.event.miss", { count: event.taken.length + 1 });
  if (event.kind === "take") return t("ui.cards.event.take", { count: event.taken.length });
  if (event.out) return t("ui.cards.event.out");
  const low = view.options.low_rank;
  if ((event.kind === "play" || event.kind === "turn") && event.cards[0][0] === low) return t("ui.cards.rule.lower", { rank: rankText(low) });
  return "";
}
