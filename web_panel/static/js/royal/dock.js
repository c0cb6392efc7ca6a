// The dock: what is to be decided, what it costs, and the buttons that do it; for people who wait, what the
// player at turn has done so far.
import { h, refill, say, set } from "../dom.js";
import { t } from "../i18n.js";
import { turnSummary } from "./court.js";
import { payment } from "./park.js";
import { acts, counted, going } from "./reading.js";
import { cost, servant } from "./signs.js";
import { hintWords, kindName, phaseName, place, shortTitle, upper } from "./words.js";

const primary = (id, label, act, more = {}) => ({ id, label, act, primary: true, ...more });

/** What the dock offers: {text, count?, buttons: [{id, label, act, primary?, disabled?}]}. */
export function offered(match, seat, choice, act) {
  const { phase, now } = match.view;
  const cancel = { id: "cancel", label: t("ui.cancel"), act: act.cancel };
  if (choice?.card) return { text: cardText(match, choice), buttons: [cancel, ...(choice.action ? [primary("confirm", t("ui.royal.do.card"), () => act.send([choice.action]))] : [])] };
  if (choice?.space) {
    const way = choice.ways.find((one) => one.action === choice.way);
    const tile = match.view.park[choice.space];
    const title = match.view.nobles[tile.noble].title;
    if (!choice.ways.length) return { text: title, buttons: [cancel] };
    return { text: way ? t("ui.royal.pays", { title: shortTitle(title) }) : t("ui.royal.choose.way", { title: shortTitle(title) }), pays: way && payment(way, tile.price, seat), buttons: [cancel, primary("confirm", t("ui.royal.do.recruit"), () => act.send([choice.way]), { disabled: !way })] };
  }
  const text = choice?.says ?? hintWords(match, seat);
  switch (phase) {
    case "post": {
      const planned = Object.values(choice?.plan ?? {}).reduce((sum, one) => sum + one, 0);
      const list = Object.entries(choice?.plan ?? {}).flatMap(([room, count]) => Array.from({ length: count }, () => `post ${room}`));
      return { text: planned ? t("ui.royal.plan.post", { count: planned, left: now.left - planned }) : text, buttons: [
        ...(planned ? [cancel] : []), primary("confirm", planned ? t("ui.royal.do.post", { count: planned }) : phaseName("post"), () => act.send(list), { disabled: !planned })] };
    }
    case "reinforce":
    case "draw": {
      const range = counted(match, seat, phase);
      if (!range) return { text, buttons: [] };
      const count = Math.min(Math.max(choice?.count ?? (phase === "draw" && now.shuffle ? range.least : range.most), range.least), range.most);
      return { text, count: { value: count, ...range }, buttons: [primary("confirm", t(`ui.royal.do.${phase}`, { count }), () => act.send([`${phase} ${count}`]))] };
    }
    case "move":
      if (choice?.from) return { text: t("ui.royal.hint.where", { place: place(choice.from), count: now.left }), buttons: [cancel] };
      return { text, buttons: [primary("confirm", t(now.left ? "ui.royal.do.stop" : "ui.royal.do.on", { count: now.left }), () => act.send(["stop"]), { primary: !now.left })] };
    case "collect": return { text, buttons: [primary("confirm", t("ui.royal.do.collect"), () => act.send(["collect"]))] };
    case "recruit": return { text: choice?.writ ? t("ui.royal.hint.writ") : text, buttons: [...(choice?.writ ? [cancel] : []), primary("confirm", t("ui.royal.do.done"), () => act.send(["done"]))] };
    case "end": return { text, buttons: [primary("confirm", t("ui.royal.do.end"), () => act.send(["end"]))] };
    default: return { text: "", buttons: [] };
  }
}

function cardText(match, { card, action, from, rooms }) {
  if (action) return `${kindName(card)}: ${upper(t(`royal.kind.${card}.does`))}`;
  if (card === "letter") return t("ui.royal.card.letter.where");
  return t(from ? "ui.royal.card.passage.to" : "ui.royal.card.passage.from", { place: from ? place(from) : "", count: rooms?.length ?? 0 });
}

/** What the turn's player can pay with: gold, seals (servants of the two chambers and free ones), the office. */
function purse({ view }, seat) {
  const { palace, gold } = view.players[seat];
  const pay = [["gold", gold, t("ui.royal.gold", { count: gold })],
    ["turquoise", palace.king + view.now.turquoise, t("ui.royal.purse.turquoise", { count: palace.king + view.now.turquoise, free: view.now.turquoise })],
    ["violet", palace.pomp + view.now.violet, t("ui.royal.purse.violet", { count: palace.pomp + view.now.violet, free: view.now.violet })]];
  return [...pay.map(([kind, count, words]) => h("span", { class: "fact", title: words }, cost(kind, count, { "aria-hidden": "true" }), h("span", { class: "sr" }, words))),
    h("span", { class: "fact" }, servant(seat), h("b", {}, String(palace.office)), h("span", { class: "office-word" }, t("royal.room.office")))];
}

/** Draws the dock for `seat`, or for onlookers and people who wait. */
export function dock(node, match, { seat, choice, busy, ended }, act) {
  const acting = seat !== null && acts(match, seat);
  const text = node.querySelector(".confirm-text");
  const list = node.querySelector(".summary");
  const coins = node.querySelector(".purse");
  const buttons = node.querySelector(".dock-buttons");
  set(node, { hidden: !going(match) && !ended, "data-open": acting && Boolean(choice?.card || choice?.space || choice?.from || choice?.plan), "data-acting": acting });
  set(list, { hidden: acting || ended });
  if (!acting) set(node, { "data-asks": null });
  const paying = acting && match.view.phase === "recruit";
  set(text, { hidden: !acting });
  set(coins, { hidden: !paying });
  set(buttons, { hidden: !acting && !ended });
  if (ended) {
    refill(buttons, "ended", () => h("button", { type: "button", class: "button primary", onclick: act.scoring }, t("ui.royal.scoring")));
    return;
  }
  if (!acting) {
    const told = turnSummary(match);
    refill(list, [match.version, seat], () => (told ? [
      h("p", { class: "turn-who" }, servant(told.seat), h("b", {}, match.seats[told.seat].name)),
      h("ul", {}, told.lines.slice(-6).map((line) => h("li", { "data-noble": line.code.startsWith("royal.did.recruit") }, line.text)))] : []));
    return;
  }
  const offer = offered(match, seat, choice, act);
  set(node, { "data-asks": paying && Boolean(choice?.space) && !offer.pays }); // where room is short, the question goes first
  if (paying) refill(coins, [seat, match.view.players[seat], match.view.now, choice?.way ?? null], () => offer.pays || purse(match, seat));
  say(text, offer.text);
  refill(buttons, [offer.buttons.map(({ id, label, disabled }) => [id, label, Boolean(disabled)]), offer.count ?? null, busy, match.version], () => [
    offer.count && offer.count.most > offer.count.least ? h("button", { type: "button", class: "button step", "data-focus": "less", "aria-label": t("ui.less"), disabled: busy || offer.count.value <= offer.count.least, onclick: () => act.count(offer.count.value - 1) }, "−") : null,
    offer.buttons.map((one) => h("button", { type: "button", id: one.id, "data-focus": one.id, class: `button${one.primary ? " primary" : ""}${busy ? " busy" : ""}`, disabled: busy || one.disabled, onclick: one.act }, one.label)),
    offer.count && offer.count.most > offer.count.least ? h("button", { type: "button", class: "button step", "data-focus": "more", "aria-label": t("ui.more"), disabled: busy || offer.count.value >= offer.count.most, onclick: () => act.count(offer.count.value + 1) }, "+") : null,
  ]);
}
