// The page of a match of the card game: the shared table for everybody, the own hand for whoever has one here.
// What is on the screen is always a snapshot of the table (`shown`); when several come at once they are told
// one after the other, and nobody can act until the newest is on the screen.
import { asDrawn, actionText, actionsOf, acts, exchanging, going, handOf, ownSeats, shared, surviving, touched, touchedFan, touchedToSwap, whyNot, whyNotTaken, whyNotTurned } from "../cards/reading.js";
import { Cover } from "../cards/cover.js";
import { Hand } from "../cards/hand.js";
import { Looking, Piles } from "../cards/piles.js";
import { OwnRow, Seats } from "../cards/seats.js";
import { ending, menu, questions } from "../cards/side.js";
import { Story } from "../cards/story.js";
import { choiceWords, hintWords, refusalWords, toldWords, turnWords } from "../cards/words.js";
import { token } from "../client.js";
import { $, h, refill, say, set } from "../dom.js";
import { holdButton } from "../hold.js";
import { t } from "../i18n.js";
import { lobby } from "../lobby.js";
import { matchLine } from "../match/line.js";
import { allowResume, client, rights } from "../shell.js";
import { play, vibrate } from "../sound.js";
import { announce, pass, settle, stand } from "../strip.js";

const TURN_GUARD_MS = 500; // on a shared screen a second tap must not play for the next player
const TAP_GUARD_MS = 300;
const HIDE_AFTER_MS = 30000; // a phone that went into a pocket covers its hand
const TRIES = 4; // in the exchange everybody acts at once: a version may be old through no fault of one's own
const LOOK = "palace-cards";
const LOW_PX = 760; // on a screen lower than this, or with a hand of more cards than that, all is drawn tighter
const CROWD = 24;

let match = null; // the newest snapshot
let shown = null; // the one on the screen
let choice = null;
let picked = null; // the seat whose hand was asked for by its tab
let seat = null; // the own seat whose cards are shown
let hidden = false;
let busy = false;
let turnAt = -TURN_GUARD_MS;
let tap = { at: -TAP_GUARD_MS, on: null };
let look = { byRank: true, four: false };
let waiting = []; // snapshots that still have to be shown
let telling = false;
const drawn = new Map(); // seat -> its cards in the order they came
let fresh = new Set();

try {
  look = { ...look, ...JSON.parse(localStorage.getItem(LOOK) ?? "{}") };
} catch {
  // a private window: the look is not remembered
}

const story = new Story($("flight"), $("event"));
const seats = new Seats($("seats"), { pick: (one) => {
  picked = one;
  cover.close(false);
  choose(null);
} });
const row = new OwnRow($("own-row"), seats, { up: tapUp, down: tapDown });
const hand = new Hand($("hand"), { card: tapCard, fan: tapFan });
const cover = new Cover($("cover"), hand, { changed: draw, pick: (node) => (node.dataset.fan ? chooseFan(node.fan) : chooseCard(node.dataset.card)) });
const looking = new Looking($("looking"));
const piles = new Piles($("piles"), { look: (what, opener) => {
  openMenu(false);
  looking.open(what, opener, shown);
} });
const readyButton = holdButton(t("ui.cards.ready"), () => send("ready"), { class: "button primary", id: "ready", hidden: true });
$("dock-buttons").append(readyButton);

const mine = () => (shown ? ownSeats(shown) : []);
const isShared = () => Boolean(shown) && shared(shown, rights.panel);
const current = () => shown === match && !waiting.length;

// --- choosing ---------------------------------------------------------------------------------------------

function guarded(event) {
  const now = performance.now();
  if ((isShared() || rights.panel) && now - turnAt < TURN_GUARD_MS) return true;
  // One finger reports one tap; the keyboard repeats nothing that matters here.
  if (event?.detail && now - tap.at < TAP_GUARD_MS && event.currentTarget === tap.on) return true;
  tap = { at: now, on: event?.currentTarget };
  return false;
}

function choose(next) {
  choice = next;
  settle();
  draw();
  if (next && actionText(next)) announce(choiceWords(next, shown, cover.on));
}

function refuse(message) {
  play("refusal");
  pass({ level: "warning", ...refusalWords(message) });
}

function tapCard(card, event) {
  if (cover.handles || guarded(event)) return;
  chooseCard(card);
}

function tapFan(cards, event) {
  if (cover.handles || guarded(event)) return;
  chooseFan(cards);
}

function chooseCard(card) {
  if (!current() || busy) return;
  const why = whyNot(shown, seat, "hand", card);
  if (why) refuse(why);
  else if (exchanging(shown)) swapWith("hand", card);
  else choose(touched(choice, "hand", card));
}

function chooseFan(cards) {
  if (!current() || busy || exchanging(shown)) return;
  const why = whyNot(shown, seat, "hand", cards[0]);
  if (why) refuse(why);
  else choose(touchedFan(choice, "hand", cards));
}

function tapUp(card, event) {
  if (guarded(event) || !current() || busy) return;
  const why = whyNot(shown, seat, "up", card);
  if (why) refuse(why);
  else if (exchanging(shown)) swapWith("up", card);
  else choose(touched(choice, "up", card));
}

function tapDown(slot, event) {
  if (guarded(event) || !current() || busy) return;
  const why = whyNotTurned(shown, seat);
  if (why) refuse(why);
  else choose(choice?.slot === slot ? null : { slot });
}

// An exchange can be taken back by another one, so the second touch makes it at once.
function swapWith(zone, card) {
  choose(touchedToSwap(choice, zone, card));
  const action = actionText(choice);
  if (action) send(action);
}

$("take").addEventListener("click", (event) => {
  if (guarded(event) || !current() || busy) return;
  const why = whyNotTaken(shown, seat);
  if (why) refuse(why);
  else choose({ take: true });
});
$("cancel").addEventListener("click", (event) => {
  tap = { at: performance.now(), on: event.currentTarget }; // a tap elsewhere: the next one on "take" is meant
  choose(null);
});
$("confirm").addEventListener("click", (event) => {
  const action = actionText(choice);
  if (action && !guarded(event) && current()) send(action);
});
$("match").addEventListener("keydown", (event) => event.key === "Escape" && choice && choose(null));

// --- acting -----------------------------------------------------------------------------------------------

async function send(action) {
  if (busy || seat === null) return;
  busy = true;
  draw();
  const body = { action, seat, request_id: token() };
  let answer = null;
  for (let n = 0; n < TRIES; n += 1) {
    answer = await client.post(`/api/matches/${match.id}/actions`, { ...body, version: match.version }, { quiet: true });
    const overtaken = answer.status === 409 && exchanging(match) && actionsOf(match, seat).includes(action);
    if (!overtaken) break;
  }
  busy = false;
  if (answer.ok) {
    choice = null;
    play("own");
  } else client.refuse(answer);
  draw();
}

// --- drawing ----------------------------------------------------------------------------------------------

function focusSeat() {
  const own = mine();
  if (own.length < 2) return own[0] ?? null;
  if (own.includes(picked)) return picked;
  const acting = own.filter((one) => acts(shown, one));
  return acting.includes(seat) ? seat : acting[0] ?? (own.includes(seat) ? seat : own[0]);
}

/** The seats in the boxes: everybody, or the others, from the left neighbour on, when the own cards are apart. */
function boxes() {
  const all = shown.seats.map((one) => one.seat);
  if (seat === null || isShared() || mine().length > 1) return all;
  return all.slice(seat + 1).concat(all.slice(0, seat));
}

function draw() {
  if (!shown) return;
  const before = seat;
  seat = focusSeat();
  if (before !== seat) choice = null;
  cover.set(isShared());
  const game = $("match");
  set(game, {
    "data-version": shown.version, "data-state": shown.state, "data-phase": shown.view.phase, "data-colours": look.four ? "four" : "two", "data-covered": isShared(),
    "data-tight": innerHeight <= LOW_PX || (seat !== null && shown.view.seats[seat].hand_count > CROWD), "data-watching": seat === null, "data-zone": seat === null ? null : shown.view.seats[seat].zone, "data-size": shown.view.hand_size,
  });
  seats.update(shown, boxes(), mine(), seat);
  piles.update(shown);
  looking.update(shown);
  drawWords();
  drawOwn();
  drawDock();
  questions(shown, mine());
  ending($("ending"), shown);
  lobby($("lobby"), shown, client);
  if (!$("menu-sheet").hidden) drawMenu();
}

function drawWords() {
  say($("turn"), turnWords(shown, mine()));
  say($("told"), toldWords(shown));
  const yours = going(shown) && mine().some((one) => acts(shown, one));
  set($("turn"), { "data-yours": yours });
  document.title = `${yours && !isShared() ? "● " : ""}${turnWords(shown, mine())} – ${t("ui.title")}`;
}

function drawOwn() {
  const over = Boolean(shown.outcome) || shown.state === "abandoned";
  const present = seat !== null && !over && shown.state !== "lobby";
  set($("own"), { hidden: !present, "data-seat": seat });
  set($("hide"), { hidden: !present || isShared(), "aria-pressed": String(hidden) });
  say($("hide-words"), t(hidden ? "ui.cards.show" : "ui.cards.hide"));
  if (!present) {
    hand.clear();
    return;
  }
  const covered = isShared() ? !cover.open : hidden;
  const { zone, hand_count: count } = shown.view.seats[seat];
  const place = shown.view.order.indexOf(seat) + 1;
  set($("own-out"), { hidden: !place });
  say($("own-out"), place ? t("ui.cards.seat.out", { place }) : "");
  const apart = !isShared() || exchanging(shown) || zone !== "hand";
  set($("own"), { "data-apart": apart, "data-crowd": count > 24 ? "full" : count > 12 ? "many" : "few" });
  set($("own-row"), { hidden: !apart || place > 0, "data-large": zone !== "hand" });
  if (apart) row.update(shown, seat, choice);
  set($("hand"), { hidden: !count });
  set($("show"), { hidden: !(hidden && !isShared() && count) });
  const cards = covered ? [] : handOf(shown, seat) ?? [];
  const order = look.byRank || covered ? cards : drawn.get(seat) ?? cards;
  hand.update({ match: shown, seat, cards: order, count, covered, byRank: look.byRank, choice, fresh });
  const bar = $("cover");
  set(bar, { hidden: !isShared() || !count, "data-open": cover.open, "aria-pressed": String(cover.by === "key") });
  say(bar, t(cover.by === "finger" ? "ui.cards.cover.slide" : cover.by === "key" ? "ui.cards.cover.shut" : "ui.cards.cover.hold", { name: shown.seats[seat].name }));
}

function drawDock() {
  const present = seat !== null && going(shown);
  set($("dock"), { hidden: !present, "data-open": Boolean(choice) });
  if (!present) return;
  const acting = acts(shown, seat) && current();
  const swap = exchanging(shown);
  const ready = Boolean(actionText(choice));
  const covered = isShared() && !cover.open;
  say($("confirm-text"), choice ? choiceWords(choice, shown, covered) : hintWords(shown, seat));
  set($("cancel"), { hidden: !choice });
  set($("confirm"), { hidden: !choice || swap, disabled: !ready || busy, class: `button primary${busy ? " busy" : ""}` });
  say($("confirm"), t(choice?.take ? "ui.cards.take" : choice?.slot ? "ui.cards.turn" : "ui.play"));
  const why = acting && !swap ? whyNotTaken(shown, seat) : null;
  set($("take"), { hidden: Boolean(choice) || swap || !acting || shown.view.seats[seat].zone === "down", "aria-disabled": why ? "true" : null, class: `button${hintWords(shown, seat) === t("ui.cards.hint.stuck") ? " primary" : ""}` });
  say($("take"), t("ui.cards.take.count", { count: shown.view.pile.length }));
  set(readyButton, { hidden: !swap || !acts(shown, seat) || Boolean(choice), disabled: busy });
}

function drawMenu() {
  menu($("menu-sheet"), shown, { own: mine(), look, seat }, { close: () => openMenu(false), look: relook, now: () => match });
}

function openMenu(open) {
  if ($("menu-sheet").hidden !== open) return;
  set($("menu-sheet"), { hidden: !open });
  set($("more"), { "aria-expanded": String(open) });
  if (open) {
    looking.close();
    drawMenu();
    $("menu-sheet").querySelector("button").focus();
  } else $("more").focus();
}

function relook(change) {
  look = { ...look, ...change };
  try {
    localStorage.setItem(LOOK, JSON.stringify(look));
  } catch {
    // not remembered
  }
  draw();
}

function hide(on) {
  hidden = on;
  choice = null;
  draw();
}

$("more").addEventListener("click", () => openMenu($("menu-sheet").hidden));
$("menu-sheet").addEventListener("keydown", (event) => event.key === "Escape" && openMenu(false));
$("hide").addEventListener("click", () => hide(!hidden));
$("show").addEventListener("click", () => hide(false));
let pocket = null;
document.addEventListener("visibilitychange", () => {
  clearTimeout(pocket);
  if (document.hidden && !isShared()) pocket = setTimeout(() => hide(true), HIDE_AFTER_MS);
});

/** Faults of the glass board are no matter of this game: whose turn it is keeps its place above the table. */
function forgetBoard() {
  stand("fault", null);
}

// --- news -------------------------------------------------------------------------------------------------

function news(next) {
  match = next;
  allowResume(next.host);
  forgetBoard();
  if (!shown || next.version === (waiting.at(-1) ?? shown).version) {
    // Nothing was played: somebody came or went, asked or answered.
    if (waiting.length) waiting[waiting.length - 1] = next;
    else show(next);
    return;
  }
  waiting.push(next);
  if (!telling) tellNext();
  else if (ownSeats(next).includes(next.view.last?.seat)) story.skip();
}

async function tellNext() {
  telling = true;
  while (waiting.length) {
    const next = waiting.shift();
    const before = shown;
    const plan = next.version === before.version + 1 ? story.before(before, next) : null;
    show(next);
    spoken(before, next);
    await story.tell(plan, 1 + 2 * waiting.length);
  }
  telling = false;
  draw();
}

function show(next) {
  const before = shown;
  shown = next;
  if (!before || before.version !== next.version) {
    fresh = new Set();
    for (const one of ownSeats(next)) {
      const cards = handOf(next, one) ?? [];
      const known = drawn.get(one);
      if (known && next.view.last?.seat === one) for (const card of cards) if (!known.includes(card)) fresh.add(card);
      drawn.set(one, asDrawn(known, cards));
    }
    choice = surviving(choice, next, seat);
    if (picked !== null && before && acts(before, picked) && !acts(next, picked)) picked = null;
  }
  if (before && String(before.actor) !== String(next.actor)) {
    if (!exchanging(next)) {
      turnAt = performance.now();
      picked = null;
      cover.close(false);
    }
  }
  draw();
  $("main").dataset.ready = "1";
}

/** Words and sounds for what happened, once. */
function spoken(before, next) {
  const own = ownSeats(next);
  const told = toldWords(next);
  const turned = String(before.actor) !== String(next.actor);
  const mineNow = going(next) && own.some((one) => acts(next, one)) && !exchanging(next);
  announce([told, turned || next.outcome ? turnWords(next, own) : ""].filter(Boolean).join(" "));
  if (turned && mineNow && own.length < next.seats.length) {
    play("turn");
    vibrate();
  } else if (!own.includes(next.view.last?.seat)) play("other");
}

addEventListener("resize", () => draw());
matchLine(client);
client.on("match", news);
client.on("table", forgetBoard);
// A question stands in the strip with its answers: the passing notice of the same must not lie over them.
client.on("notice", ({ code }) => ["hosting.draw.asked", "hosting.undo.asked"].includes(code) && settle());
client.on("link", ({ state }) => state === "lost" && choice && choose(null));
