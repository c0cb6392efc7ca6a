// The column beside the board: the four rolls of a sphere, choices the referee leaves open, hints and threats,
// the moves, the match's own acts (undo, draw, resign), the end.
import { $, button, h, refill } from "../dom.js";
import { holdButton } from "../hold.js";
import { sentence, t } from "../i18n.js";
import { seatsKey, seatsPart } from "../match/seats.js";
import { client } from "../shell.js";
import { threatWords, turnWords, valueWords } from "./advice.js";
import { sign } from "./marks.js";
import { decided, puzzleActs, puzzleCard } from "./puzzle.js";
import { COLOURS, actionWords, outcomeWords, rollShort, rollWords } from "./words.js";

const ARROWS = { n: "↑", e: "→", s: "↓", w: "←" };
const TURNED = { n: "↓", e: "←", s: "↑", w: "→" };

export function sidePanel({ match, shown, choice, report, sheet, view, mayAct, correcting, advice }, act) {
  const rolls = choice?.pane && mayAct ? shown.rolls.filter((roll) => roll.pane === choice.pane) : [];
  const open = report?.state === "ambiguous" && mayAct && !rolls.length ? report.actions : [];
  const side = $("side");
  const { table } = client;
  const homed = !match.on_board || !table?.connected || table.homed ? "yes" : table.moving || table.pending ? "soon" : "no";
  const mode = match.resume ? "resume" : match.state === "setup" && !sheet ? "setup" : decided(match) && match.state !== "abandoned" && !sheet ? "puzzle" : match.outcome || match.state === "abandoned" ? "end" : rolls.length ? "rolls" : open.length ? "open" : sheet ? "sheet" : advice.lines && mayAct ? "hint" : "log";
  const turned = side.dataset.mode !== mode;
  side.dataset.mode = mode;
  refill($("choices"), [mode, rolls, open, choice, match.version, sheet, match.undo, match.draw, view, match.host, match.resume_reason, homed, sheet ? seatsKey(match) : null,
    match.puzzle, advice.key, advice.lines, advice.line, advice.on, advice.threats, table?.connected], () => {
    if (mode === "rolls") return rolls.map((roll) => rollButton(roll, { match: shown, choice, view }, act));
    if (mode === "open") return open.map((action) => openButton(action, { match, choice }, act));
    if (mode === "sheet") return acts({ match, view, advice }, act);
    if (mode === "hint") return advice.lines.map((line, n) => hintButton(line, n, advice));
    if (mode === "puzzle") return [puzzleCard(match, advice)];
    if (mode === "end") return end(match);
    if (mode === "resume") return resume(match, homed);
    if (mode === "setup" && match.host && homed === "no") return [homeButton()];
    return [asked(match), match.puzzle ? puzzleCard(match, advice) : null, threatList(advice)];
  });
  const longer = refill($("log"), [match.version, match.moves.length], () => log(match));
  refill($("tools"), [mode, sheet, match.version, match.state, match.undo, match.correctable, correcting, match.hints && mayAct, advice.waiting], () => tools({ match, sheet, mode, correcting, mayAct, advice }, act));
  if (longer || turned) $("log").scrollTop = $("log").scrollHeight;
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

// One of the best turns; a touch draws its way, playing it stays the player's own act.
function hintButton(line, n, advice) {
  return h("button", { type: "button", class: "roll wide hint", "data-legal": true, "data-chosen": advice.line === n, "data-focus": `hint${n}`,
    "aria-pressed": String(advice.line === n), onclick: () => {
      advice.line = advice.line === n ? null : n;
      advice.redraw();
    } },
  sign(line.roll?.end ?? "hop"), h("span", { class: "roll-words" }, h("b", { class: "mono" }, line.actions.join(" ")), ` ${valueWords(line.value)}`,
    h("span", { class: "hint-words" }, turnWords(line))));
}

// Where there is room the threats stand in a list too; else a touch on the marked sphere tells.
function threatList(advice) {
  const { threats } = advice;
  if (!threats.length) return null;
  return h("ul", { class: "threats", "aria-label": t("ui.threats.show") }, threats.map((threat) => h("li", {}, sign("threat"), h("span", {}, threatWords(threat)))));
}

// A question of another player: an undo or a draw to agree to.
function asked(match) {
  const ask = (kind, { by, waiting }, text) => {
    const mine = waiting.find((seat) => match.seats[seat].yours);
    const answer = (seat, agree) => client.act(`/api/matches/${match.id}/${kind}`, { agree, seat, version: match.version });
    return h("div", { class: "card asked" }, h("p", {}, text),
      mine === undefined
        ? h("div", { class: "row" }, match.seats[by].yours ? button(t("ui.withdraw"), () => answer(by, false)) : null)
        : h("div", { class: "row" }, button(t("ui.agree"), () => answer(mine, true), { class: "button primary" }),
          button(t("ui.refuse"), () => answer(mine, false))));
  };
  return [
    match.undo ? ask("undo", match.undo, t("ui.asked.undo", { name: match.seats[match.undo.by].name })) : null,
    match.draw ? ask("draw", match.draw, t("ui.asked.draw", { name: match.seats[match.draw.by].name })) : null,
  ];
}

function acts({ match, view, advice }, act) {
  const post = (what, body = {}) => client.act(`/api/matches/${match.id}/${what}`, { version: match.version, ...body });
  const seat = match.seats.find((one) => one.seat === match.actor && one.yours)?.seat ?? match.seats.find((one) => one.yours)?.seat;
  const plays = seat !== undefined && match.state === "playing" && !match.puzzle;
  return [
    button(t("ui.act.flat"), () => act.toggle("flat"), { "aria-pressed": String(view.flat), "data-focus": "flat" }),
    button(t("ui.act.turned"), () => act.toggle("turned"), { "aria-pressed": String(view.turned), "data-focus": "turned" }),
    match.puzzle ? puzzleActs(match, advice) : button(t("ui.threats.show"), () => advice.toggle(), { "aria-pressed": String(advice.on), "data-focus": "threats" }),
    plays ? button(t("ui.act.draw"), () => post("draw", { seat }), { disabled: Boolean(match.draw) }) : null,
    plays ? holdButton(t("ui.act.resign"), () => post("resign", { seat }), { class: "button danger" }) : null,
    plays && !match.on_board && client.table?.connected && client.table.rights?.panel ? button(t("ui.act.board"), () => client.post(`/api/matches/${match.id}/resume`)) : null,
    match.host && !match.puzzle ? holdButton(t("ui.act.abandon"), () => client.post(`/api/matches/${match.id}/abandon`), { class: "button danger" }) : null,
    h("a", { class: "button quiet", href: "/help/board" }, t("ui.act.rules")),
    ...seatsPart(match),
  ];
}

function tools({ match, sheet, mode, correcting, mayAct, advice }, act) {
  if (mode === "end" || mode === "resume" || mode === "puzzle") return [];
  if (mode === "hint") return [button(t("ui.act.less"), () => advice.close(), { "data-focus": "hint" })];
  const undo = () => client.act(`/api/matches/${match.id}/undo`, { version: match.version });
  const mine = match.seats.some((seat) => seat.yours);
  const first = correcting ? button(t("ui.act.keep"), act.keep)
    : match.correctable && mine && act.canCorrect() ? button(t("ui.act.correct"), act.correct, { "data-focus": "correct" })
      : button(t("ui.act.undo"), undo, { disabled: !mine || !match.moves_total || match.state !== "playing" || Boolean(match.undo), "data-focus": "undo" });
  const hint = match.hints && mayAct && !sheet && !correcting
    ? button(t(advice.waiting ? "ui.hint.waiting" : "ui.hint"), () => advice.ask(), { class: `button${advice.waiting ? " busy" : ""}`, disabled: advice.waiting, "data-focus": "hint" }) : null;
  return [first, hint, button(t(sheet ? "ui.act.less" : "ui.act.more"), () => act.setSheet(!sheet), { "aria-expanded": String(sheet), "data-focus": "more" })];
}

function end(match) {
  return [h("div", { class: "card end" },
    h("h2", {}, match.state === "abandoned" ? t("ui.outcome.abandoned") : t("ui.match_over")),
    match.outcome ? h("p", { class: "end-words" }, outcomeWords(match.outcome, match.seats)) : null,
    h("p", { class: "end-orbs", "aria-hidden": "true" }, (match.outcome?.winners ?? []).map((seat) => h("span", { class: `orb big ${COLOURS[seat]}` }))),
    match.state === "abandoned" ? null : button(t("ui.rematch"), async () => {
      const answer = await client.post(`/api/matches/${match.id}/rematch`);
      if (answer.ok && answer.body.id) location.assign(`/match/${answer.body.id}`);
    }, { class: "button primary" }),
    h("a", { class: "button", href: `/review/${match.id}` }, t("ui.review")),
    h("a", { class: "button", href: "/" }, t("ui.way.home")))];
}

// After a restart or a mishap a person says how it goes on. Bands that do not know their height come first.
function resume(match, homed) {
  if (!match.host) return [h("p", {}, t("ui.resume.host"))];
  return [
    homed === "no" ? homeButton() : button(t("ui.resume.go"), () => client.post(`/api/matches/${match.id}/resume`), { class: "button primary", "data-focus": "resume", disabled: homed === "soon" }),
    button(t("ui.resume.off"), () => client.post(`/api/matches/${match.id}/resume`, { on_board: false })),
    holdButton(t("ui.act.abandon"), () => client.post(`/api/matches/${match.id}/abandon`), { class: "button danger" }),
  ];
}

const homeButton = () => holdButton(t("ui.board.home"), () => client.post("/api/table/home"), { class: "button primary", "data-focus": "home" });

function log(match) {
  if (!match.moves.length) return [h("li", { class: "move soft" }, t("ui.moves.none"))];
  return match.moves.map((move, n) => h("li", { class: "move", "data-last": n === match.moves.length - 1 },
    h("span", { class: `orb ${COLOURS[move.seat] ?? ""}`, role: "img", "aria-label": COLOURS[move.seat] ? t(`ui.side.${COLOURS[move.seat]}`) : "" }),
    h("span", { class: "mono" }, move.text)));
}
