// The column beside the board: the four rolls of a sphere, choices the referee leaves open, the moves, the
// match's own acts (undo, draw, resign), the end.
import { $, h, refill } from "../dom.js";
import { holdButton } from "../hold.js";
import { t } from "../i18n.js";
import { client } from "../shell.js";
import { sign } from "./marks.js";
import { COLOURS, actionWords, outcomeWords, rollShort, rollWords } from "./words.js";

const ARROWS = { n: "↑", e: "→", s: "↓", w: "←" };
const TURNED = { n: "↓", e: "←", s: "↑", w: "→" };

const button = (label, act, attributes = {}) => h("button", { type: "button", class: "button", onclick: act, ...attributes }, label);

export function sidePanel({ match, choice, report, sheet, view, mayAct }, act) {
  const rolls = choice?.pane && mayAct ? match.rolls.filter((roll) => roll.pane === choice.pane) : [];
  const open = report?.state === "ambiguous" && mayAct && !rolls.length ? report.actions : [];
  const side = $("side");
  const mode = match.resume ? "resume" : match.outcome || match.state === "abandoned" ? "end" : rolls.length ? "rolls" : open.length ? "open" : sheet ? "sheet" : "log";
  side.dataset.mode = mode;
  refill($("choices"), [mode, rolls, open, choice, match.version, sheet, match.undo, match.draw, view, match.host], () => {
    if (mode === "rolls") return rolls.map((roll) => rollButton(roll, { match, choice, view }, act));
    if (mode === "open") return open.map((action) => openButton(action, { match, choice }, act));
    if (mode === "sheet") return acts({ match, view }, act);
    if (mode === "end") return end(match);
    if (mode === "resume") return resume(match);
    return asked(match);
  });
  refill($("log"), [match.version, match.moves.length], () => log(match));
  refill($("tools"), [mode, sheet, match.version, mayAct], () => tools({ match, sheet, mode }, act));
  $("log").scrollTop = $("log").scrollHeight;
}

function rollButton(roll, { match, choice, view }, act) {
  return h("button", {
    type: "button", class: "roll", "data-legal": roll.legal, "data-end": roll.end, "data-focus": roll.action,
    "data-chosen": choice.action === roll.action, "aria-disabled": roll.legal ? null : "true", onclick: () => act.chooseRoll(roll),
  },
  h("span", { class: "roll-way", "aria-hidden": "true" }, (view.turned ? TURNED : ARROWS)[roll.direction]),
  sign(roll.legal ? roll.end : "blocked"),
  h("span", { class: "roll-short", "aria-hidden": "true" }, rollShort(roll)),
  h("span", { class: "roll-words" }, rollWords(roll, match.view)));
}

function openButton(action, { match, choice }, act) {
  const roll = match.rolls.find((one) => one.action === action);
  return h("button", { type: "button", class: "roll wide", "data-legal": true, "data-chosen": choice?.action === action, "data-focus": action,
    onclick: () => act.choose({ kind: "action", action }) },
  roll ? sign(roll.end) : null, h("span", { class: "roll-words" }, actionWords(action, match)));
}

// A question of another player: an undo or a draw to agree to.
function asked(match) {
  const mine = match.seats.filter((seat) => seat.you).map((seat) => seat.seat);
  const parts = [];
  const ask = (kind, by, text) => {
    const answer = (accept) => client.act(`/api/matches/${match.id}/${kind}`, { accept, version: match.version });
    parts.push(h("div", { class: "card asked" }, h("p", {}, text), mine.includes(by) && mine.length === 1 ? null
      : h("div", { class: "row" }, button(t("ui.agree"), () => answer(true), { class: "button primary" }), button(t("ui.refuse"), () => answer(false)))));
  };
  if (match.undo) ask("undo", match.undo.by, t("ui.asked.undo", { name: match.seats[match.undo.by].name }));
  if (match.draw) ask("draw", match.draw.by, t("ui.asked.draw", { name: match.seats[match.draw.by].name }));
  return parts;
}

function acts({ match, view }, act) {
  const post = (what, body = {}) => client.act(`/api/matches/${match.id}/${what}`, { version: match.version, ...body });
  const seat = typeof match.actor === "number" ? match.actor : 0;
  return [
    button(t("ui.act.flat"), () => act.toggle("flat"), { "aria-pressed": String(view.flat), "data-focus": "flat" }),
    button(t("ui.act.turned"), () => act.toggle("turned"), { "aria-pressed": String(view.turned), "data-focus": "turned" }),
    button(t("ui.act.draw"), () => post("draw", { seat })),
    holdButton(t("ui.act.resign"), () => post("resign", { seat }), { class: "button danger" }),
    match.host ? holdButton(t("ui.act.abandon"), () => post("abandon"), { class: "button danger" }) : null,
    h("a", { class: "button quiet", href: "/help/board" }, t("ui.act.rules")),
  ];
}

function tools({ match, sheet, mode }, act) {
  if (mode === "end" || mode === "resume") return [];
  const post = (what, body = {}) => client.act(`/api/matches/${match.id}/${what}`, { version: match.version, ...body });
  return [
    button(t("ui.act.undo"), () => post("undo"), { disabled: !match.moves.length || match.state !== "playing" }),
    button(t(sheet ? "ui.act.less" : "ui.act.more"), () => act.setSheet(!sheet), { "aria-expanded": String(sheet), "data-focus": "more" }),
  ];
}

function end(match) {
  return [h("div", { class: "card end" },
    h("h2", {}, match.state === "abandoned" ? t("ui.outcome.abandoned") : t("ui.match_over")),
    match.outcome ? h("p", { class: "end-words" }, outcomeWords(match.outcome, match.seats)) : null,
    h("p", { class: "end-orbs", "aria-hidden": "true" }, (match.outcome?.winners ?? []).map((seat) => h("span", { class: `orb big ${COLOURS[seat]}` }))),
    match.state === "abandoned" ? null : button(t("ui.rematch"), async () => {
      const answer = await client.act(`/api/matches/${match.id}/rematch`);
      if (answer.ok && answer.body.id) location.assign(`/match/${answer.body.id}`);
    }, { class: "button primary" }),
    h("a", { class: "button", href: `/review/${match.id}` }, t("ui.review")),
    h("a", { class: "button", href: "/" }, t("ui.way.home")))];
}

function resume(match) {
  return [h("div", { class: "card" },
    h("h2", {}, t("ui.resume.title")), h("p", {}, t("ui.resume.says")),
    button(t("ui.resume.go"), () => client.act(`/api/matches/${match.id}/resume`), { class: "button primary" }),
    holdButton(t("ui.act.abandon"), () => client.act(`/api/matches/${match.id}/abandon`), { class: "button danger" }))];
}

function log(match) {
  if (!match.moves.length) return [h("li", { class: "move soft" }, t("ui.moves.none"))];
  return match.moves.map((move, n) => h("li", { class: "move", "data-last": n === match.moves.length - 1 },
    h("span", { class: `orb ${COLOURS[move.seat] ?? ""}`, role: "img", "aria-label": COLOURS[move.seat] ? t(`ui.side.${COLOURS[move.seat]}`) : "" }),
    h("span", { class: "mono" }, move.text)));
}
