// What lies over the table for a while: the own cards, the guide to a phase that comes for the first time, and
// what can be done to the match.
import { button, h, refill, set } from "../dom.js";
import { holdButton } from "../hold.js";
import { t } from "../i18n.js";
import { fairPart } from "../match/fair.js";
import { seatsKey, seatsPart } from "../match/seats.js";
import { client } from "../shell.js";
import { cardActions, going, handOf } from "./reading.js";
import { cardSign, phaseSign } from "./signs.js";
import { kindName, phaseName, upper } from "./words.js";

const sheetHead = (title, close) => h("div", { class: "sheet-head" }, h("h2", {}, title), button(t("ui.cards.close"), close, { "data-focus": "close" }));

/** A card's face: its sign, its name, what it does. */
const face = (kind) => [h("span", { class: `card-art card-${kind}`, "aria-hidden": "true" }, cardSign(kind)), h("span", { class: "card-words" }, h("b", {}, kindName(kind)), h("span", {}, t(`royal.kind.${kind}.does`)))];

/** The own hand. On a screen that others see too it is covered until its player asks for it. */
export function hand(node, match, { seat, shared, uncovered, busy }, act) {
  const cards = handOf(match, seat);
  const covered = shared && !uncovered;
  const name = match.seats[seat]?.name ?? "";
  const counts = new Map();
  for (const kind of cards ?? []) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  refill(node, [covered ? cards?.length : cards, covered, seat, match.version, busy], () => [
    sheetHead(t(shared ? "ui.royal.hand.of" : "ui.royal.hand", { name }), act.close),
    covered ? h("div", { class: "covered" }, h("p", {}, t("ui.royal.hand.covered", { name, count: cards?.length ?? 0 })),
      h("div", { class: "backs", "aria-hidden": "true" }, (cards ?? []).slice(0, 12).map(() => h("span", { class: "card-back" }))),
      button(t("ui.royal.hand.show", { name }), act.uncover, { class: "button primary", "data-focus": "uncover" })) : null,
    !covered && !counts.size ? h("p", { class: "soft" }, t("ui.royal.hand.none")) : null,
    covered ? null : h("ul", { class: "kinds" }, [...counts].map(([kind, count]) => {
      const usable = going(match) && cardActions(match, seat, kind).length > 0;
      return h("li", {}, h("button", { type: "button", class: "kind", "data-kind": kind, "data-focus": kind, "aria-disabled": usable ? null : "true", onclick: () => act.pick(kind, usable) },
        face(kind), count > 1 ? h("b", { class: "times" }, `×${count}`) : null, usable ? h("span", { class: "usable" }, t("ui.royal.card.now")) : null));
    })),
  ]);
}

/** The guide to a phase that this device sees for the first time. */
export function guide(node, phase, act) {
  set(node, { hidden: !phase });
  if (!phase) return;
  refill(node, phase, () => [
    h("span", { class: "guide-sign" }, phaseSign(phase)),
    h("div", { class: "guide-words" }, h("h2", {}, phaseName(phase)), h("p", {}, t(`royal.guide.${phase}`))),
    h("div", { class: "guide-acts" }, button(t("ui.royal.guide.ok"), act.ok, { class: "button primary", "data-focus": "ok" }), button(t("ui.royal.guide.off"), act.off, { "data-focus": "off" })),
  ]);
}

/** What can be done to the match, and help. */
export function menu(node, match, { own, seat }, act) {
  const plays = own.length > 0 && going(match);
  const by = seat ?? own[0];
  const post = (what, body = {}) => client.act(`/api/matches/${match.id}/${what}`, { version: match.version, seat: by, ...body });
  const { options } = match.view;
  refill(node, [match.version, match.state, own, by, match.host, Boolean(match.draw), Boolean(match.undo), seatsKey(match), match.fair], () => [
    sheetHead(t("ui.act.more"), act.close),
    h("div", { class: "menu-acts" },
      button(t("ui.royal.guide.again"), act.guide, { "data-focus": "guide" }),
      h("a", { class: "button", href: "/help/royal" }, t("ui.act.rules")),
      plays ? button(t("ui.royal.undo.ask"), () => post("undo"), { disabled: Boolean(match.undo) || !match.moves_total, "data-focus": "undo" }) : null,
      plays ? button(t("ui.act.draw"), () => post("draw"), { disabled: Boolean(match.draw), "data-focus": "draw" }) : null,
      plays ? holdButton(t("ui.act.resign"), () => post("resign"), { class: "button danger" }) : null,
      match.host && ["lobby", "playing"].includes(match.state) ? holdButton(t("ui.act.abandon"), () => client.post(`/api/matches/${match.id}/abandon`), { class: "button danger" }) : null),
    seatsPart(match),
    h("dl", { class: "agreed" }, Object.entries(options).map(([name, value]) => {
      const code = `royal.option.${name}.${value}`;
      const text = t(code);
      return h("div", {}, h("dt", {}, upper(t(`royal.option.${name}`))), h("dd", {}, text === code ? String(value) : text));
    })),
    fairPart(match),
  ]);
}
