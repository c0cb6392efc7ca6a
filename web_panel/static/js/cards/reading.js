// What a page may read out of a match of the card game: whose hands it holds, what goes and why the rest does
// not. No element, no state: a snapshot in, an answer out. The reasons are messages {code, params}, the same
// that the rules would refuse with.
import { face } from "./deck.js";

/** Seats played on this device, in the order of the table; not one that a bot has taken over. */
export const ownSeats = (match) => match.seats.filter((seat) => seat.yours && seat.kind !== "bot").map((seat) => seat.seat);

/** What `seat`, one of this device's own, may know. */
export const viewOf = (match, seat) => match.views?.[seat] ?? (match.view.seat === seat ? match.view : null);

/** The cards in the hand of `seat`; null where this device must not know them. */
export const handOf = (match, seat) => viewOf(match, seat)?.seats[seat].hand ?? null;

export const actionsOf = (match, seat) =>
  match.actions_of?.[seat] ?? (match.acting?.includes(seat) ? match.actions : []);

export const going = (match) => match.state === "playing" && !match.resume;
export const exchanging = (match) => match.view.phase === "swap";
export const acts = (match, seat) => going(match) && Boolean(match.acting?.includes(seat));

/** Where other people look at this screen too, a hand is covered until its player holds a finger on it. */
export function shared(match, panel) {
  const own = ownSeats(match);
  if (!own.length) return false;
  const people = match.seats.filter((seat) => seat.kind !== "bot").length;
  return people > 1 && (panel || own.length > 1);
}

/** Why `seat` cannot act at all now, or null. */
export function whyNotNow(match, seat) {
  if (match.resume) return { code: match.resume_reason ?? "hosting.resume", params: {} };
  if (match.outcome || match.state === "over") return { code: "cards.over", params: {} };
  if (match.state === "abandoned") return { code: "hosting.abandoned", params: {} };
  if (match.state !== "playing") return { code: "hosting.lobby", params: {} };
  if (acts(match, seat)) return null;
  if (exchanging(match)) return { code: "cards.already_ready", params: {} };
  return { code: "cards.not_your_turn", params: {} };
}

/** Why the card `card` in `zone` ("hand" | "up") of `seat` does not go now; null when it does. */
export function whyNot(match, seat, zone, card) {
  const not = whyNotNow(match, seat);
  if (not || exchanging(match)) return not;
  const from = match.view.seats[seat].zone;
  if (zone === "up" && from === "hand") return { code: "cards.hand_first", params: { card: face(card) } };
  return match.view.misfits[card[0]] ?? null;
}

/** Why the face-down card in a slot cannot be turned now; null when it can. */
export function whyNotTurned(match, seat) {
  const not = whyNotNow(match, seat);
  if (not) return not;
  if (exchanging(match)) return { code: "cards.exchange_first", params: {} };
  return match.view.seats[seat].zone === "down" ? null : { code: "cards.turn_too_early", params: {} };
}

/** Why the pile cannot be taken now; null when it can. */
export function whyNotTaken(match, seat) {
  const not = whyNotNow(match, seat);
  if (not) return not;
  if (exchanging(match)) return { code: "cards.exchange_first", params: {} };
  if (actionsOf(match, seat).includes("take")) return null;
  const { view } = match;
  if (view.seats[seat].zone === "down") return { code: "cards.take_at_end", params: {} };
  if (view.open_rank) return { code: "cards.must_open", params: { rank: `cards.rank.${view.open_rank}` } };
  if (!view.pile.length) return { code: "cards.pile_empty", params: {} };
  const fits = goes(match, seat)[0];
  return { code: "cards.take_only_if_stuck", params: { card: fits ? face(fits) : "" } };
}

/** The cards that `seat` may lay down now. */
export function goes(match, seat) {
  const { zone, up } = match.view.seats[seat];
  const cards = zone === "hand" ? handOf(match, seat) ?? [] : zone === "up" ? up : [];
  return cards.filter((card) => !whyNot(match, seat, zone, card));
}

/** Cards of one rank on top of the pile. */
export function topRun(pile) {
  let from = pile.length;
  while (from > 0 && pile[from - 1][0] === pile.at(-1)[0]) from -= 1;
  return pile.slice(from);
}

/** Whether the top card binds the seat on turn to its rank or lower. */
export const bound = (view) => Boolean(view.pile.length) && view.pile.at(-1)[0] === view.options.low_rank;

// What is chosen: {zone: "hand" | "up", cards} | {take: true} | {slot} | {give, get} in the exchange.

/** The action text of a choice, or null while it is not complete. */
export function actionText(choice) {
  if (!choice) return null;
  if (choice.take) return "take";
  if (choice.slot) return `turn ${choice.slot}`;
  if (choice.zone) return choice.cards.length ? `play ${choice.cards.join(" ")}` : null;
  return choice.give && choice.get ? `swap ${choice.give} ${choice.get}` : null;
}

/** The choice after a touch on `card`: exactly the cards touched, and only cards of one rank in one zone. */
export function touched(choice, zone, card) {
  const same = choice?.zone === zone && choice.cards[0]?.[0] === card[0];
  if (!same) return { zone, cards: [card] };
  const cards = choice.cards.includes(card) ? choice.cards.filter((one) => one !== card) : [...choice.cards, card];
  return cards.length ? { zone, cards } : null;
}

/** The choice after a touch on a whole fan: all of it, or nothing if it was chosen already. */
export function touchedFan(choice, zone, cards) {
  const all = choice?.zone === zone && cards.every((card) => choice.cards.includes(card)) && choice.cards.length === cards.length;
  return all ? null : { zone, cards: [...cards] };
}

/** The choice after a touch in the exchange: one hand card and one face-up card, in any order. */
export function touchedToSwap(choice, zone, card) {
  const part = zone === "hand" ? "give" : "get";
  const kept = choice && !choice.zone ? choice : {};
  const next = { ...kept, [part]: kept[part] === card ? undefined : card };
  return next.give || next.get ? next : null;
}

/** What is left of a choice in a newer snapshot. In the exchange others' swaps change nothing of it. */
export function surviving(choice, match, seat) {
  if (!choice || seat === null || !exchanging(match) || !acts(match, seat)) return null;
  const hand = handOf(match, seat) ?? [];
  const { up } = match.view.seats[seat];
  const there = (!choice.give || hand.includes(choice.give)) && (!choice.get || up.includes(choice.get));
  return there && !choice.zone ? choice : null;
}

/** Face-up cards keep their places: `before` are the cards by slot, null where none lay. */
export function places(before, up, slots) {
  const row = Array.from({ length: slots }, (_, n) => (up.includes(before?.[n]) ? before[n] : null));
  const rest = up.filter((card) => !row.includes(card));
  // A card swapped in takes the place of the one that left; at first sight all fill up from the left.
  const left = row.map((card, n) => (card === null && before?.[n] ? n : -1)).filter((n) => n >= 0);
  const free = [...left, ...row.map((card, n) => (card === null ? n : -1)).filter((n) => n >= 0 && !left.includes(n))];
  rest.forEach((card, n) => (row[free[n]] = card));
  return row;
}

/** The hand in the order in which its cards came: `before` is the order so far. */
export function asDrawn(before, hand) {
  const kept = (before ?? []).filter((card) => hand.includes(card));
  return [...kept, ...hand.filter((card) => !kept.includes(card))];
}
