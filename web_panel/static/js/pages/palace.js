// The page of a Palace match: the board, the choice of an action, its confirmation, the words around it.
import { $, h, refill, say, set } from "../dom.js";
import { sentence, t } from "../i18n.js";
import { lobby } from "../lobby.js";
import { matchLine } from "../match/line.js";
import { Advice, threatWords } from "../palace/advice.js";
import { levelAt, parsePane } from "../palace/geometry.js";
import { marksOf } from "../palace/marking.js";
import { sidePanel } from "../palace/panel.js";
import { decided } from "../palace/puzzle.js";
import { Scene } from "../palace/scene.js";
import { COLOURS, actionWords, paneWords, refereeWords, rollWords, side } from "../palace/words.js";
import { allowResume, client } from "../shell.js";
import { play, vibrate } from "../sound.js";
import { announce, pass, settle, stand } from "../strip.js";

const TURN_GUARD_MS = 500; // on a shared screen a second tap must not play for the opponent
const TAP_GUARD_MS = 300;

let match = null;
let choice = null; // null | {kind: "sphere", pane} | {kind: "action", action, pane?}
let busy = false;
let turnAt = -TURN_GUARD_MS;
let tapAt = -TAP_GUARD_MS;
let posted = null;
let sheet = false;
let view = { flat: false, turned: false };
try {
  view = { ...view, ...JSON.parse(localStorage.getItem("palace-view") ?? "{}") };
} catch {
  // a private window: the view is not remembered
}

const stage = $("stage");
const scene = new Scene(stage, {
  label: t("ui.board.label"),
  pick,
  off,
  escape: drop,
  level: { ask: askBand, drop, confirm: () => choice?.kind === "action" && confirm() },
});
scene.setView(view);
set($("stage"), { "data-ready": true });
const advice = new Advice(client, () => draw());

// While the last recognised action is being corrected, what can be chosen is what could be chosen before it.
let previous = null;
let correcting = false;
const shown = () => (correcting ? previous : match);
const turn = () => shown()?.view.turn ?? 0;
const mayAct = () => Boolean(shown()?.actions.length) && (correcting || match.state === "playing") && !match.pending && !match.resume;
const rollsOf = (pane) => shown().rolls.filter((roll) => roll.pane === pane);
const nameOf = (seat) => (match.puzzle ? side(seat.seat) : seat.name);
const threatTo = (pane) => advice.threats.find((threat) => threat.pane === pane);
const canCorrect = () => Boolean(previous?.actions.length) && previous.version === match.version - 1;

// --- choosing ---------------------------------------------------------------------------------------------

function choose(next) {
  choice = next;
  if (next) advice.line = null;
  settle();
  draw();
  const threat = next?.kind === "sphere" && threatTo(next.pane);
  if (threat) pass({ level: "info", says: threatWords(threat) });
  if (next?.kind === "action") announce(`${actionWords(next.action, shown())} ${t("ui.confirm.hint")}`);
}

function drop() {
  scene.control.clear();
  advice.line = null;
  if (choice) choose(null);
  else draw();
}

function guarded(event) {
  const now = performance.now();
  if (now - turnAt < TURN_GUARD_MS) return true;
  // One finger reports one tap; the keyboard repeats nothing that matters here.
  if (event?.detail && now - tapAt < TAP_GUARD_MS && event.currentTarget === guarded.last) return true;
  tapAt = now;
  guarded.last = event?.currentTarget;
  return false;
}

/** The roll of the selected sphere whose way leads over or against `pane`. */
function rollOver(pane) {
  if (!choice?.pane) return null;
  return rollsOf(choice.pane).find((roll) => {
    if ([...roll.path, roll.target, roll.victim].includes(pane)) return true;
    const [from, to] = [parsePane(roll.pane), parsePane(pane)];
    const step = { n: [0, 1], e: [1, 0], s: [0, -1], w: [-1, 0] }[roll.direction];
    return !roll.legal && to.column - from.column === step[0] && to.row - from.row === step[1];
  });
}

function chooseRoll(roll) {
  if (roll.legal) return choose({ kind: "action", action: roll.action, pane: roll.pane });
  play("refusal");
  return pass({ level: "warning", says: rollWords(roll, shown().view) });
}

function pick(pane, event) {
  if (!match || guarded(event)) return;
  const keyboard = event.detail === 0;
  const colour = shown().view.panes[pane];
  if (!mayAct()) {
    pass({ level: "info", says: threatTo(pane) ? threatWords(threatTo(pane)) : whyNot() });
    return;
  }
  const roll = rollOver(pane);
  if (pane === choice?.pane) choose(null);
  else if (roll) {
    chooseRoll(roll);
    if (keyboard && roll.legal) $("confirm").focus();
  } else if (colour === COLOURS[turn()]) choose({ kind: "sphere", pane });
  else if (colour) {
    choose(null);
    pass({ level: "info", says: t("ui.pick.other", { pane, side: side(1 - turn()) }) });
  } else if (parsePane(pane).row === (turn() === 0 ? 0 : 9) && shown().view.reserves[turn()].includes(pane[0])) {
    choosePlace(pane[0]);
    if (keyboard) $("confirm").focus();
  } else choose(null);
}

function choosePlace(column) {
  const action = `@${column}`;
  if (shown().actions.includes(action)) choose({ kind: "action", action });
  else {
    play("refusal");
    pass({ level: "warning", says: t("ui.place.no"), do: t("ui.place.no.do", { pane: `${column}${turn() === 0 ? 1 : 10}`, band: turn() === 0 ? 1 : 5 }) });
  }
}

// A tap beside the board: over an edge, or on a waiting sphere.
function off({ column, row }, event) {
  if (!match || !mayAct() || guarded(event)) return;
  if (choice?.pane) {
    const from = parsePane(choice.pane);
    const direction = row > 9 ? "n" : row < 0 ? "s" : column > 7 ? "e" : "w";
    const fall = rollsOf(choice.pane).find((roll) => roll.direction === direction && roll.end === "fall");
    if (fall && (row < 0 || row > 9 ? column === from.column : row === from.row)) {
      chooseRoll(fall);
      return;
    }
  }
  const own = turn() === 0 ? row < 0 : row > 9;
  if (own && column >= 0 && column < 8 && shown().view.reserves[turn()].includes("abcdefgh"[column])) choosePlace("abcdefgh"[column]);
  else if (choice) choose(null);
}

function askBand(band, level) {
  const action = `B${band}=${level}`;
  if (!mayAct()) {
    scene.control.clear();
    pass({ level: "info", says: whyNot() });
  } else if (shown().actions.includes(action)) choose({ kind: "action", action });
  else {
    scene.control.clear();
    send(action); // the table knows the reason, in words
  }
}

function whyNot() {
  if (match.resume) return t("ui.why.resume");
  if (match.state === "over" || match.state === "abandoned") return t("ui.why.over");
  if (match.state !== "playing") return t("ui.why.setup");
  if (match.pending || client.table?.pending) return t("ui.why.pending");
  if (decided(match)) return t("ui.puzzle.decided");
  if (typeof match.actor === "number") return t("ui.why.turn", { name: nameOf(match.seats[match.actor]) });
  return t("ui.why.over");
}

// --- playing ----------------------------------------------------------------------------------------------

async function send(action, path = "actions") {
  if (busy) return;
  const sent = choice;
  busy = true;
  draw();
  posted = action;
  const body = { action, version: match.version };
  if (typeof match.actor === "number" && path === "actions") body.seat = match.actor;
  const answer = await client.act(`/api/matches/${match.id}/${path}`, body);
  busy = false;
  if (!answer.ok) posted = null;
  if (choice && choice !== sent) return draw(); // chosen meanwhile, in the position that came of it
  if (answer.ok) choose(null);
  scene.control.clear();
  draw();
}

function confirm() {
  if (choice?.kind === "action" && !busy) send(choice.action, correcting ? "correct" : "actions");
}

// --- drawing ----------------------------------------------------------------------------------------------

function heights() {
  const table = client.table;
  if (match.on_board && table?.connected && table.homed) {
    return table.bands.map((band) => (band.level && band.state === "idle" ? band.level : levelAt(band.position_mm)));
  }
  return match.view.levels;
}

function drawBoard() {
  if (!match) return;
  const levels = heights();
  scene.relief.setLevels(levels);
  const locked = shown().view.bands === "locked" ? t("ui.why.locked") : mayAct() ? "" : whyNot();
  scene.control.update(levels, locked);
}

function describe(pane) {
  const position = shown();
  const colour = position.view.panes[pane];
  const { row } = parsePane(pane);
  const more = [];
  if (match.last?.changed?.includes(pane)) more.push(t("ui.pane.last"));
  const roll = mayAct() && rollOver(pane);
  if (roll) more.push(rollWords(roll, position.view));
  else if (mayAct() && colour === COLOURS[turn()]) more.push(t("ui.pane.may_roll"));
  if (threatTo(pane)) more.push(threatWords(threatTo(pane)));
  return paneWords(pane, position.view.levels[Math.floor(row / 2)], colour, more);
}

function draw() {
  if (!match) return;
  const position = shown();
  drawBoard();
  const report = match.on_board && !correcting ? client.referee ?? match.referee : null;
  const broken = new Set((report?.errands ?? []).filter((one) => one.kind === "break").map((one) => one.pane));
  // Where a broken sphere still lies it is shown, not the one that will come there.
  scene.setPanes(Object.fromEntries(Object.entries(position.view.panes).filter(([pane]) => !broken.has(pane))));
  scene.pieces.setReserves(position.view.reserves);
  const rolls = choice?.pane ? rollsOf(choice.pane) : report?.state === "ambiguous" ? match.rolls.filter((roll) => report.actions.includes(roll.action)) : [];
  const way = choice ? null : advice.shown?.roll;
  scene.marks.setRolls(way ? [way] : rolls, way ? way.action : choice?.kind === "action" ? choice.action : null);
  const threats = correcting ? [] : advice.threats;
  scene.marks.setMarks(marksOf({ match: position, choice, report, table: client.table, mayAct: mayAct(), threats, turn: choice ? null : advice.shown }));
  scene.pieces.setFaint(new Set((report?.missing ?? []).concat(report?.in_hand ?? []).map(([pane]) => pane)));
  scene.grid.describe(describe, choice?.pane ?? null);
  drawTurn();
  const words = match.state === "over" || match.state === "abandoned" ? null
    : match.resume ? { level: "warning", ...sentence({ code: match.resume_reason }) } : refereeWords(report, match) ?? unhomedWords();
  stand("match", words);
  stand("last", lastWords());
  const confirmable = choice?.kind === "action";
  set($("dock"), { "data-open": confirmable });
  say($("confirm-text"), confirmable ? actionWords(choice.action, position) : hint(report));
  set($("confirm"), { disabled: !confirmable || busy, class: `button primary${busy ? " busy" : ""}` });
  set($("cancel"), { disabled: !choice });
  sidePanel({ match, shown: position, choice, report, sheet, view, mayAct: mayAct(), correcting, advice },
    { chooseRoll, choose, toggle, setSheet, canCorrect, correct: () => correct(true), keep: () => correct(false) });
}

function unhomedWords() {
  if (!match.on_board || !client.table?.connected || client.table.homed || client.table.moving) return null;
  return { level: "warning", says: t("ui.glance.unhomed") };
}

function lastWords() {
  if (match.puzzle && !match.last) return { level: "quiet", says: `${t("palace.option.bands")}: ${t(`palace.option.bands.${match.options.bands}`)}.` };
  if (!match.last) return { level: "quiet", says: t(match.moves_total ? "ui.last.undone" : "ui.last.none") };
  return { level: "quiet", says: t("ui.last", { side: side(match.last.seat), says: sentence(match.last.message).says }) };
}

function hint(report) {
  if (match.outcome || match.state === "abandoned" || decided(match)) return "";
  if (correcting && !choice) return t("ui.hint.correct");
  if (choice?.kind === "sphere") return t("ui.hint.roll");
  if (report?.state === "ambiguous") return "";
  if (!mayAct()) return whyNot();
  return match.on_board && client.table?.connected ? t("ui.hint.board") : t("ui.hint.tap");
}

function drawTurn() {
  refill($("turn"), [match.seats, match.actor, match.view.lost, match.state, match.puzzle], () => match.seats.map((seat) => {
    const active = match.actor === seat.seat && match.state === "playing" && !decided(match);
    return h("span", { class: "player", "data-active": active },
      h("span", { class: `orb ${COLOURS[seat.seat]}`, "aria-hidden": "true" }),
      h("span", { class: "player-name" }, nameOf(seat), seat.you && match.seats.filter((one) => one.you).length === 1 ? h("small", {}, ` ${t("ui.you")}`) : null),
      h("span", { class: "player-left number", title: t("ui.left") }, String(8 - match.view.lost[seat.seat]), h("span", { class: "sr" }, ` ${t("ui.left")}`)),
      active ? h("span", { class: "player-turn" }, t("ui.to_play")) : null);
  }));
  document.title = match.state === "playing" && typeof match.actor === "number" && !decided(match) ? `${nameOf(match.seats[match.actor])} – ${t("ui.title")}` : t("ui.title");
}

function toggle(name) {
  view = { ...view, [name]: !view[name] };
  scene.setView(view);
  try {
    localStorage.setItem("palace-view", JSON.stringify(view));
  } catch {
    // not remembered
  }
  draw();
}

function correct(on) {
  correcting = on && canCorrect();
  scene.control.clear();
  choose(null);
}

function setSheet(open) {
  sheet = open;
  draw();
}

// --- news -------------------------------------------------------------------------------------------------

function news(next) {
  const before = match;
  match = next;
  allowResume(next.host);
  const changed = before && next.version !== before.version;
  if (changed) {
    choice = null; // what was chosen was chosen in another position
    correcting = false;
    previous = before;
    scene.control.clear();
    if (next.version === before.version + 1 && next.last) told(before, next);
  }
  if (before?.actor !== next.actor && before) {
    turnAt = performance.now();
    sheet = false;
    if (next.seats[next.actor]?.yours && next.seats.some((seat) => !seat.yours)) {
      play("turn");
      vibrate();
    }
  }
  if (next.outcome && before && !before.outcome && !next.puzzle) announce(t("ui.match_over"));
  set($("match"), { "data-state": next.state });
  lobby($("lobby"), next, client);
  advice.news(next);
  draw();
}

function told(before, next) {
  const roll = before.rolls?.find((one) => one.action === next.last.action);
  scene.setPanes(next.view.panes);
  if (roll) scene.pieces.showRoll(roll, before.view.panes);
  play(posted === next.last.action ? "own" : "other");
  posted = null;
  announce(`${side(next.last.seat)}: ${actionWords(next.last.action, before)}`);
}

$("confirm").addEventListener("click", confirm);
$("cancel").addEventListener("click", drop);
matchLine(client);
client.on("match", news);
// Ten positions a second come while bands travel: only what else has changed is worth a whole drawing.
let drawnTable = "";
client.on("table", ({ connected, homed, moving, stopped, estop, pending, panes }) => {
  if (!match) return;
  const doubtful = panes.filter((pane) => !pane.trusted || pane.state === "uncertain" || pane.state === "fault").map((pane) => pane.pane);
  const key = JSON.stringify([connected, homed, moving, stopped, estop, pending?.id, pending?.stage, doubtful]);
  if (key === drawnTable) drawBoard();
  else draw();
  drawnTable = key;
});
client.on("referee", () => match && draw());
client.on("link", ({ state }) => state !== "live" && choice && drop());
