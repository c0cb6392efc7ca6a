// The page of a match of Palais Royal: park and palace for everybody, the own cards for whoever holds them here.
// What can be done comes from the rules' list of actions; what it costs is shown before it is paid.
import { token } from "../client.js";
import { questions } from "../cards/side.js";
import { $, refill, say, set } from "../dom.js";
import { sentence, t } from "../i18n.js";
import { lobby } from "../lobby.js";
import { matchLine } from "../match/line.js";
import { chronicle, court, ending, phaseBar } from "../royal/court.js";
import { dock } from "../royal/dock.js";
import { fly } from "../royal/flight.js";
import { Palace } from "../royal/palace.js";
import { Park } from "../royal/park.js";
import { acts, affordable, cardActions, going, handOf, layoutOf, mayUndo, ownSeats, shared, stepsOf, walks, waysTo } from "../royal/reading.js";
import { guide, hand, menu } from "../royal/sheets.js";
import { filled, place, toldWords, turnWords, upper } from "../royal/words.js";
import { allowResume, client, rights } from "../shell.js";
import { play, vibrate } from "../sound.js";
import { announce, pass, settle, stand } from "../strip.js";

const TURN_GUARD_MS = 500; // on a shared screen a second tap must not play for the next player
const COVER_MS = 30000; // a hand laid open on a shared screen covers itself
const GUIDE = "palace-royal-guide";
const TABS = ["palace", "park", "court"];
const PARK_PHASES = ["recruit"];

let match = null;
let seat = null; // the own seat this page plays for now
let choice = null; // {plan} | {from} | {count} | {space, way, ways} | {card, action?, from?} | {writ}
let busy = false;
let tab = "palace";
let turnAt = -TURN_GUARD_MS;
let sheet = null; // "hand" | "menu"
let uncovered = false;
let covering = null;
let endClosed = false;
let shownPhase = null;
let guided = new Set();
try {
  guided = new Set(JSON.parse(localStorage.getItem(GUIDE) ?? "[]"));
} catch {
  guided = new Set(); // a private window: the guide comes again
}

const palace = new Palace($("palace"), { tap: tapRoom, drag, may: mayDrag, seat: () => seat });
const park = new Park($("park"), { tap: tapSpace, choose: (action) => choose({ ...choice, way: action }), close: () => choose(choice?.writ ? { writ: true } : null) });

const mine = () => (match ? ownSeats(match) : []);
const isShared = () => Boolean(match) && shared(match, rights.panel);
const acting = () => seat !== null && acts(match, seat);
const guarded = () => (isShared() || rights.panel) && performance.now() - turnAt < TURN_GUARD_MS;

// --- choosing -----------------------------------------------------------------------------------------------

function choose(next) {
  choice = next;
  settle();
  draw();
}

function refuse(code, params = {}) {
  play("refusal");
  const { says, do: remedy } = sentence({ code, params: filled(params) });
  pass({ level: "warning", says: `${upper(says).replace(/[.]$/, "")}.`, do: remedy });
}

function tapRoom(name) {
  if (busy || guarded()) return;
  if (!acting()) return tell(name);
  const { phase } = match.view;
  if (choice?.card) return tapForCard(name);
  if (phase === "post") return plan(name);
  if (phase !== "move") return tell(name);
  if (choice?.from) {
    if (choice.from === name) return choose(null);
    const way = reach()[name];
    if (way) return walk(choice.from, way);
    if (!match.view.players[seat].palace[name]) return refuse("ui.royal.too_far", { place: `royal.place.${name}`, count: match.view.now.left });
  }
  return pick(name);
}

function pick(name) {
  if (!match.view.now.left) return refuse("royal.move.points");
  if (!match.view.players[seat].palace[name]) return refuse("royal.move.no_servant", { place: `royal.place.${name}` });
  choose({ from: name });
  announce(t("ui.royal.hint.where", { place: place(name), count: match.view.now.left }));
  return null;
}

/** What a room does and how everybody stands there. */
function tell(name) {
  const does = t(`royal.room.${name}.does`);
  const why = seat === null ? null : match.view.majorities[name]?.[seat]?.why;
  pass({ level: "info", says: `${t(`royal.room.${name}`)}.`, do: why ? `${does} ${t("ui.royal.told", { name: match.seats[seat].name, says: t(`royal.why.${why}`) })}` : does });
}

function tellCourtier(one, facts) {
  pass({ level: "info", says: `${match.seats[one].name}.`, do: `${upper(facts.join(" · "))}.` });
}

function plan(name) {
  const planned = Object.values(choice?.plan ?? {}).reduce((sum, one) => sum + one, 0);
  if (planned >= match.view.now.left) return refuse("ui.royal.plan.full", { count: planned });
  choose({ plan: { ...choice?.plan, [name]: (choice?.plan?.[name] ?? 0) + 1 } });
  announce(t("ui.royal.plan.post", { count: planned + 1, left: match.view.now.left - planned - 1 }));
  return null;
}

const reach = (from = choice.from) => walks(match, seat, from, match.view.now.left);
const walk = (from, rooms) => send(stepsOf(from, rooms));

function mayDrag(name) {
  return acting() && !busy && !choice?.card && match.view.phase === "move" && match.view.now.left > 0 && match.view.players[seat].palace[name] > 0;
}

/** A drag begins (`to` null), or ends on `to`; on its own room it ends as nothing. */
function drag(from, to) {
  if (to === null) return choose({ from });
  const way = to !== from && acting() && choice?.from === from && reach()[to];
  if (way) return walk(from, way);
  return choose(null);
}

/** Looking at a noble sends nothing: neither a step on its way nor the guard after a turn stands against it. */
function tapSpace(space) {
  if (!match?.view.park[space] || choice?.space === space) return choose(choice?.writ ? { writ: true } : null);
  const writ = Boolean(choice?.writ);
  const ways = acting() && match.view.phase === "recruit" ? waysTo(match, seat, space, writ) : [];
  choose({ space, ways, writ, way: ways.length === 1 ? ways[0].action : null });
  return null;
}

// --- cards --------------------------------------------------------------------------------------------------

function pickCard(kind, usable) {
  if (busy) return;
  if (!acting()) return refuse("royal.not_your_turn");
  if (!usable) return refuse("ui.royal.card.not_now", { card: `royal.kind.${kind}` });
  openSheet(null);
  if (kind === "writ") {
    show("park");
    return choose({ writ: true });
  }
  const actions = cardActions(match, seat, kind);
  if (kind === "passage" || kind === "letter") show("palace");
  return choose({ card: kind, action: kind !== "passage" && actions.length === 1 ? actions[0] : null });
}

function tapForCard(name) {
  const actions = cardActions(match, seat, choice.card);
  if (choice.card === "letter") {
    const action = `card letter ${name}`;
    return actions.includes(action) ? choose({ ...choice, action }) : refuse("ui.royal.card.letter.where");
  }
  if (choice.card !== "passage") return null;
  if (!choice.from) return actions.some((one) => one.startsWith(`card passage ${name}-`)) ? choose({ ...choice, from: name }) : refuse("royal.card.passage_empty", { place: `royal.place.${name}` });
  const action = `card passage ${choice.from}-${name}`;
  return choose(actions.includes(action) ? { ...choice, action } : { card: "passage" });
}

function uncover() {
  uncovered = true;
  clearTimeout(covering);
  covering = setTimeout(() => {
    uncovered = false;
    draw();
  }, COVER_MS);
  draw();
  ($("hand-sheet").querySelector(".kind") ?? $("hand-sheet").querySelector("button")).focus();
}

// --- acting -------------------------------------------------------------------------------------------------

/** Sends actions one after the other; the first that is refused ends it. */
async function send(actions) {
  if (busy || seat === null || guarded()) return;
  const by = seat;
  const sent = choice;
  busy = true;
  draw();
  for (const action of actions) {
    const body = { action, seat: by, version: match.version, request_id: token() };
    let answer = await client.post(`/api/matches/${match.id}/actions`, body, { quiet: true });
    if (answer.status === 429) { // a long walk, quickly: the table takes so many steps a second
      await new Promise((rest) => setTimeout(rest, 1000 * (answer.body.params?.seconds ?? 1)));
      answer = await client.post(`/api/matches/${match.id}/actions`, body, { quiet: true });
    }
    if (!answer.ok) {
      client.refuse(answer);
      break;
    }
    play("own");
    if (answer.body.version !== undefined && match.version < answer.body.version) await newer(answer.body.version);
  }
  busy = false;
  if (choice === sent) choice = null; // what was chosen meanwhile stays
  draw();
}

const waiting = [];

/** Waits until the page shows `version`; the stream brings it, or the next question does. */
function newer(version) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(async () => {
      const answer = await client.get(`/api/matches/${match.id}`, { quiet: true });
      if (answer.ok) client.take("match", answer.body);
      done();
    }, 1500);
    waiting.push({ version, done });
  });
}

async function undo() {
  if (busy || !mayUndo(match, seat)) return;
  busy = true;
  draw();
  await client.act(`/api/matches/${match.id}/undo`, { version: match.version, seat });
  busy = false;
  choose(null);
}

// --- drawing ------------------------------------------------------------------------------------------------

/** What can be done or is planned in each room. */
function marks() {
  const list = {};
  if (!acting() || !going(match)) return list;
  const { phase } = match.view;
  const me = match.view.players[seat];
  const layout = layoutOf(match);
  const has = (name) => me.palace[name] > 0;
  if (choice?.card) {
    const actions = cardActions(match, seat, choice.card);
    for (const name of layout) {
      const start = choice.card === "letter" ? `card letter ${name}` : choice.from ? `card passage ${choice.from}-${name}` : `card passage ${name}-`;
      list[name] = { can: actions.some((one) => one.startsWith(start)), chosen: choice.from === name || (choice.action ?? "").endsWith(`letter ${name}`) };
    }
  } else if (phase === "post") {
    for (const name of layout) list[name] = { can: true, plan: choice?.plan?.[name], says: choice?.plan?.[name] ? t("ui.royal.planned", { count: choice.plan[name] }) : "" };
  } else if (phase === "move" && choice?.from) {
    for (const [name, way] of Object.entries(reach())) list[name] = { cost: way.length, can: true, says: t("ui.royal.costs", { count: way.length }) };
    for (const name of layout) list[name] = { ...list[name], grab: has(name) };
    list[choice.from].chosen = true;
  } else if (phase === "move" && match.view.now.left) {
    for (const name of layout) list[name] = { can: has(name), grab: has(name) };
  } else if (phase === "recruit" && choice?.way) {
    const way = choice.ways.find((one) => one.action === choice.way);
    for (const name of ["office", "king", "pomp"]) list[name] = { leaving: way[name] };
    if (way.from) list[way.from] = { leaving: (list[way.from]?.leaving ?? 0) + 1 };
  }
  return list;
}

function focusSeat() {
  const own = mine();
  return own.find((one) => acts(match, one)) ?? (own.includes(seat) ? seat : own[0] ?? null);
}

function draw() {
  if (!match) return;
  seat = focusSeat();
  const own = mine();
  set($("match"), { "data-state": match.state, "data-tab": tab, "data-phase": match.view.phase, "data-acting": acting() });
  phaseBar($("phases"), match);
  palace.update(match, marks());
  park.update(match, { had: affordable(match, seat, choice?.writ && acting()), chosen: choice?.space ?? null, way: choice?.way ?? null, ways: choice?.ways ?? [], acting: acting(), writ: choice?.writ });
  court($("court"), match, own, tellCourtier);
  chronicle($("chronicle"), match);
  dock($("dock"), match, { seat, choice, busy, ended: endClosed && (Boolean(match.outcome) || match.state === "abandoned") }, { scoring: () => closeEnd(false), cancel: () => choose(null), send, count: (count) => choose({ ...choice, count }) });
  drawTools(own);
  say($("turn"), turnWords(match, own));
  set($("turn"), { "data-yours": acting() });
  say($("told"), toldWords(match));
  document.title = `${acting() && own.length === 1 ? "● " : ""}${turnWords(match, own)} – ${t("ui.title")}`;
  drawSheets(own);
  questions(match, own);
  ending($("ending"), match, { closed: endClosed, close: () => closeEnd(true) });
  lobby($("lobby"), match, client);
}

function closeEnd(closed) {
  endClosed = closed;
  draw();
}

function drawTools(own) {
  for (const name of TABS) set($(`tab-${name}`), { "aria-pressed": String(tab === name) });
  const cards = handOf(match, seat);
  set($("cards"), { hidden: !own.length || !["playing", "over"].includes(match.state), "aria-expanded": String(sheet === "hand"), "data-usable": acting() && !isShared() && (cards ?? []).some((kind) => cardActions(match, seat, kind).length) });
  say($("cards-count"), String(cards?.length ?? 0));
  set($("undo"), { hidden: !own.length, disabled: busy || !mayUndo(match, seat) });
  set($("more"), { "aria-expanded": String(sheet === "menu") });
}

function drawSheets(own) {
  set($("hand-sheet"), { hidden: sheet !== "hand" });
  set($("menu-sheet"), { hidden: sheet !== "menu" });
  if (sheet === "hand" && seat !== null) hand($("hand-sheet"), match, { seat, shared: isShared(), uncovered, busy }, { close: () => openSheet(null), uncover, pick: pickCard });
  else refill($("hand-sheet"), "", () => []); // a hand put away leaves no face behind in the page
  if (sheet === "menu") menu($("menu-sheet"), match, { own, seat }, { close: () => openSheet(null), guide: () => {
    remember(null);
    openSheet(null);
  } });
  const { phase } = match.view;
  const wanted = acting() && !sheet && !guided.has("off") && !guided.has(phase) && !choice;
  guide($("guide"), wanted ? phase : null, { ok: () => remember(phase), off: () => remember("off") });
}

/** Notes that a phase has been explained ("off": wants no more; null: from the start again). */
function remember(phase) {
  if (phase) guided.add(phase);
  else guided.clear();
  try {
    localStorage.setItem(GUIDE, JSON.stringify([...guided]));
  } catch {
    // not remembered beyond this page
  }
  draw();
}

function openSheet(name) {
  const before = sheet;
  sheet = name;
  uncovered = false;
  draw();
  const opener = { hand: $("cards"), menu: $("more") };
  if (name) $(`${name}-sheet`).querySelector("button")?.focus();
  else if (before) opener[before].focus();
}

function show(name) {
  tab = name;
}

for (const name of TABS) {
  $(`tab-${name}`).addEventListener("click", () => {
    show(tab === name && name === "court" ? "palace" : name);
    draw();
  });
}
$("cards").addEventListener("click", () => openSheet(sheet === "hand" ? null : "hand"));
$("more").addEventListener("click", () => openSheet(sheet === "menu" ? null : "menu"));
$("undo").addEventListener("click", undo);
$("zoom").addEventListener("click", () => {
  const large = !$("park").hasAttribute("data-zoom");
  set($("park"), { "data-zoom": large });
  set($("zoom"), { "aria-pressed": String(large) });
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return; // on the whole page: what had the focus may be gone
  if (sheet) openSheet(null);
  else if (choice) choose(null);
});

// --- news ---------------------------------------------------------------------------------------------------

function news(next) {
  const before = match;
  match = next;
  allowResume(next.host);
  stand("fault", null); // faults of the glass board are no matter of this game
  const turned = before && String(before.actor) !== String(next.actor);
  if (before && before.version !== next.version) {
    choice = null; // what was chosen on the old position need not be there any more
    const own = ownSeats(next);
    fly($("flight"), next.last, (name) => palace.spot(name) ?? park.spot(name));
    announce([toldWords(next), turned || next.outcome ? turnWords(next, own) : ""].filter(Boolean).join(" "));
    const yours = going(next) && own.some((one) => acts(next, one));
    if (turned && yours && own.length < next.seats.length) {
      play("turn");
      vibrate();
    } else if (!own.includes(next.last?.seat)) play("other");
  }
  if (turned) {
    turnAt = performance.now();
    uncovered = false;
    if (isShared()) sheet = sheet === "hand" ? null : sheet;
  }
  const phase = `${next.view.turn} ${next.view.phase}`;
  if (phase !== shownPhase) {
    // Where only one of the two fits, the phase's own place comes to the front.
    if (["post", "reinforce", "move", "collect", "recruit"].includes(next.view.phase)) show(PARK_PHASES.includes(next.view.phase) ? "park" : "palace");
    shownPhase = phase;
  }
  if (!next.outcome && next.state !== "abandoned") endClosed = false;
  draw();
  for (const one of waiting.splice(0)) {
    if (next.version >= one.version) one.done();
    else waiting.push(one);
  }
  $("main").dataset.ready = "1";
}

matchLine(client);
client.on("match", news);
client.on("table", () => stand("fault", null));
client.on("link", ({ state }) => state === "lost" && choice && choose(null));
