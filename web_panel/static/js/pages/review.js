// A stored match, step by step: forwards, backwards, by the move list or the slider. The terrain moves with it,
// on the real board too if the panel asks for it.
import { boot } from "../boot.js";
import { $, h, refill, say, set } from "../dom.js";
import { t } from "../i18n.js";
import { moveWords, plain } from "../match/plain.js";
import { Analysis, markLabel } from "../palace/analysis.js";
import { targetOf } from "../palace/marking.js";
import { parsePane } from "../palace/geometry.js";
import { Scene } from "../palace/scene.js";
import { COLOURS, outcomeWords, paneWords, side } from "../palace/words.js";
import { client, rights } from "../shell.js";
import { announce, stand } from "../strip.js";

const PART = 200;
const CHANGE = (a, b) => [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((pane) => a[pane] !== b[pane]);
const states = [];
let at = 0;
let match = null;
let onBoard = false;
let wanted = null; // the state the real bands shall show next
let asking = false;

const palace = boot.game === "palace" || boot.game === undefined;
const scene = palace ? new Scene($("stage"), { label: t("ui.board.label"), pick: () => {}, escape: () => {} }) : null;

const analysis = palace ? new Analysis(client, boot.match, { go: (n) => n !== null && show(n), redraw: () => states.length && redraw() }) : null;

/** An action with whoever played it. */
const told = (move) => `${move.seat === "chance" ? t("ui.chance") : palace ? side(move.seat) : match.seats[move.seat].name}: ${moveWords(move)}`;

function redraw() {
  log();
  show(at);
}

function show(n) {
  at = Math.min(states.length - 1, Math.max(0, n));
  const { view, move } = states[at];
  const words = move ? told(move) : t("ui.review.start");
  if (scene) {
    scene.relief.setLevels(view.levels);
    scene.setPanes(view.panes);
    scene.pieces.setReserves(view.reserves);
    const changed = at ? CHANGE(states[at - 1].view.panes, view.panes).map((pane) => ({ kind: "last", pane })) : [];
    const better = at ? analysis.markAt(at)?.better : null; // of a marked turn the one that should have been played
    scene.marks.setRolls(better?.roll ? [better.roll] : [], better?.roll?.action);
    scene.marks.setMarks([...changed, ...targetOf(better, states[at].move?.seat ?? 0)]);
    scene.grid.describe((pane) => paneWords(pane, view.levels[Math.floor(parsePane(pane).row / 2)], view.panes[pane]));
  } else refill($("stage"), [at], () => [h("div", { class: "card table-scroll plain-view", tabindex: 0, role: "region", "aria-label": t("ui.generic.view") }, plain(view))]);
  const end = at === states.length - 1 && match?.outcome ? outcomeWords(match.outcome, match.seats) : "";
  const said = at && analysis ? analysis.words(at) : null;
  stand("last", said ?? { level: end ? "good" : "quiet", says: end || words });
  announce(`${at}. ${words} ${end} ${said?.says ?? ""}`);
  analysis?.draw($("analysis"), at, states.length - 1);
  set($("slider"), { max: states.length - 1, "aria-valuetext": `${at}: ${words}` });
  $("slider").value = at;
  say($("where"), t("ui.review.where", { n: at, of: states.length - 1 }));
  for (const [id, edge] of [["back", 0], ["forward", states.length - 1]]) set($(id), { disabled: at === edge });
  for (const line of $("log").children) set(line.firstElementChild, { "aria-current": Number(line.dataset.n) === at ? "step" : null });
  const line = $("log").children[at];
  if (line) $("log").scrollTop = line.offsetTop - $("log").clientHeight / 2; // the list alone scrolls, not the page
  if (onBoard) drive(at);
}

/** The real bands follow: while they move, only the newest wish is kept, and asked for when they stand. */
async function drive(n = wanted) {
  wanted = n;
  const { table } = client;
  if (wanted === null || !onBoard || asking || table?.pending || table?.moving) return;
  wanted = null;
  asking = true;
  const answer = await client.post(`/api/matches/${boot.match}/terrain`, { state: n }, { quiet: true });
  asking = false;
  if (!answer.ok && answer.body.code === "board.busy") wanted ??= n; // the next word of the table asks again
  else {
    if (!answer.ok) client.refuse(answer);
    if (wanted !== null) drive();
  }
}

function log() {
  refill($("log"), [states.length, analysis?.state?.done, analysis?.state?.state], () => states.map(({ move }, n) => h("li", { "data-n": n },
    h("button", { type: "button", class: "step", onclick: () => show(n) },
      move && palace ? h("span", { class: `orb ${COLOURS[move.seat] ?? ""}`, "aria-hidden": "true" }) : null,
      h("span", { class: palace ? "mono" : null }, move ? `${n}. ${palace ? move.text ?? "" : told(move)}` : t("ui.review.start")),
      n && analysis?.signAt(n) ? markLabel(analysis.signAt(n)) : null))));
}

async function load() {
  const answer = await client.get(`/api/matches/${boot.match}`);
  if (!answer.ok) return;
  match = answer.body;
  refill($("names"), match.seats, () => match.seats.map((seat) => h("span", { class: "player" }, palace ? h("span", { class: `orb ${COLOURS[seat.seat]}`, "aria-hidden": "true" }) : null, h("span", { class: "player-name" }, seat.name))));
  let total = Infinity;
  while (states.length < total) {
    const part = await client.get(`/api/matches/${boot.match}/states?from=${states.length}&to=${states.length + PART}`);
    if (!part.ok || !part.body.states.length) break;
    states.push(...part.body.states);
    total = part.body.states_total;
  }
  if (!states.length) return;
  log();
  show(states.length - 1);
  analysis?.look();
  $("main").dataset.ready = "1";
}

$("back").addEventListener("click", () => show(at - 1));
$("forward").addEventListener("click", () => show(at + 1));
$("slider").addEventListener("input", () => show(Number($("slider").value)));
$("real").hidden = !rights.panel || !palace;
$("real").addEventListener("click", () => {
  onBoard = !onBoard;
  set($("real"), { "aria-pressed": String(onBoard) });
  wanted = null;
  if (onBoard) show(at);
});
client.on("table", () => drive());
load();
