// New match: a form made from what the game says of itself. Nobody has to type: every field has a sound
// default, names can be taken from earlier matches with one tap.
import { boot } from "../boot.js";
import { art } from "../art.js";
import { $, h, refill, set } from "../dom.js";
import { known, t } from "../i18n.js";
import { gameAbout, gameName } from "../matches.js";
import { client, rights } from "../shell.js";

const NAMES_SHOWN = 6;
const MINUTES = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180];
const INCREMENTS_S = [1, 2, 3, 5, 10, 15, 20, 30, 60, 120];
const RUNGS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000, 10000];
const START = 40; // where a number begins that was "none"
const SECRETS = ["cards", "royal"]; // games with hands that others may not see
let games = [];
let names = [];
let game = null;
let form = null;
let sending = false;
let touched = false; // until then the board's coming decides where the match is played

const boardThere = () => Boolean(client.table?.connected);
const canBoard = () => rights.panel && game?.board && boardThere();

function begin(key) {
  game = games.find((one) => one.key === key) ?? games[0];
  const onBoard = canBoard();
  form = {
    on_board: onBoard,
    clock: { kind: "none", minutes: 15, increment: 10 },
    options: Object.fromEntries(game.options.map((option) => [option.name, option.default])),
    seats: Array.from({ length: game.seats[0] }, (_, n) => seat(n, onBoard)),
  };
  draw();
}

function seat(n, onBoard) {
  const kind = onBoard ? "board" : rights.panel ? "panel" : "phone";
  return { kind, name: seatName(n), bot: game.bots?.[0] ? botKey(game.bots[0]) : null, mine: !rights.panel && n === 0 };
}

const botKey = (bot) => (typeof bot === "string" ? bot : bot.key ?? bot.name);
const botName = (bot) => (bot.code && known(bot.code) ? t(bot.code) : botKey(bot));
const seatName = (n) => (known(`${game.key}.seat.${n}`) ? t(`${game.key}.seat.${n}`) : t("ui.seat.name", { seat: n + 1 }));

function kinds() {
  const table = form.on_board ? "board" : rights.panel ? "panel" : null;
  return [table, "phone", game.bots?.length ? "bot" : null].filter(Boolean);
}

function change(edit) {
  touched = true;
  edit();
  draw();
}

function radio(name, value, checked, label, small, act) {
  const id = `${name}-${value}`;
  return h("label", { class: "choice", for: id },
    h("input", { type: "radio", id, name, value: String(value), checked, "data-focus": id, onchange: act }),
    h("span", { class: "grow" }, label, small ? h("small", {}, small) : null));
}

function seatCard(place, n) {
  const name = `kind${n}`;
  return h("fieldset", { class: "card choices seat-card" },
    h("legend", { class: "sr" }, t("ui.seat.number", { seat: n + 1 })),
    h("h2", {}, seatName(n)),
    h("div", { class: "choices inline" }, kinds().map((kind) => radio(name, kind, place.kind === kind && !(kind === "phone" && place.mine), t(`ui.kind.${kind}`), null, () =>
      change(() => Object.assign(place, { kind, mine: false })))),
    rights.panel ? null : radio(name, "mine", place.kind === "phone" && place.mine, t("ui.kind.mine"), null, () =>
      change(() => Object.assign(place, { kind: "phone", mine: true })))),
    place.kind === "bot"
      ? h("div", { class: "choices inline" }, game.bots.map((bot) => radio(`bot${n}`, botKey(bot), place.bot === botKey(bot), botName(bot), null, () => change(() => (place.bot = botKey(bot))))))
      : nameField(place, n));
}

function nameField(place, n) {
  const free = names.filter((name) => !form.seats.some((one) => one.name === name)).slice(0, NAMES_SHOWN);
  return h("div", { class: "field" },
    h("label", { for: `name${n}` }, t("ui.new.name")),
    h("input", { class: "text-field", id: `name${n}`, maxlength: 20, value: place.name, autocomplete: "off", "data-focus": `name${n}`,
      oninput: (event) => (place.name = event.target.value) }),
    free.length ? h("div", { class: "row names" }, free.map((name) => h("button", { type: "button", class: "button quiet chip", onclick: () => change(() => {
      place.name = name;
      form.stamp = (form.stamp ?? 0) + 1; // the text field shows it anew
    }) }, name))) : null);
}

function optionCard(option) {
  const code = option.code ?? `${game.key}.option.${option.name}`;
  const title = known(code) ? t(code) : option.meaning;
  const value = form.options[option.name];
  const choose = (next) => change(() => (form.options[option.name] = next));
  const words = (one) => (known(`${code}.${one}`) ? t(`${code}.${one}`) : option.kind === "flag" ? t(one ? "ui.yes" : "ui.no") : one === null ? t("ui.none") : String(one));
  const tag = (one) => (one === option.default ? h("span", { class: "tag" }, t("ui.new.default")) : null);
  if (option.kind === "int") return intCard(option, title, value, choose);
  const values = option.kind === "flag" ? [true, false] : option.values;
  return h("fieldset", { class: "card choices" }, h("legend", { class: "sr" }, title), h("h2", {}, title),
    option.meaning && option.meaning !== title ? h("p", { class: "soft" }, option.meaning) : null,
    h("div", { class: values.length > 2 ? "choices" : "choices inline" }, values.map((one) =>
      radio(`option-${option.name}`, one, value === one, h("span", {}, words(one), " ", tag(one)), null, () => choose(one)))));
}

/** The numbers that the buttons of a range stop at, its own default among them: few taps from end to end. */
function rungs(low, high, own) {
  const inner = RUNGS.filter((one) => one > low && one < high && one * 1000 >= high);
  return [...new Set([low, ...inner, ...(own === null ? [] : [own]), high])].sort((one, other) => one - other);
}

// A whole number by buttons: "none" where it is allowed, then steps that grow with the number.
function intCard(option, title, value, choose) {
  const numbers = option.values.filter((one) => one !== null);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const nothing = option.values.includes(null);
  const steps = rungs(low, high, option.default);
  const start = steps.find((one) => one >= START) ?? low;
  const move = (by) => choose(steps[Math.min(steps.length - 1, Math.max(0, steps.indexOf(value) + by))]);
  return h("fieldset", { class: "card choices" }, h("legend", { class: "sr" }, title), h("h2", {}, title),
    h("div", { class: "row" },
      nothing ? h("button", { type: "button", class: "button", "aria-pressed": String(value === null), "data-focus": `${option.name}-none`, onclick: () => choose(value === null ? start : null) }, t("ui.none")) : null,
      value === null ? null : [
        h("button", { type: "button", class: "button", "aria-label": t("ui.less"), "data-focus": `${option.name}-less`, disabled: value === low, onclick: () => move(-1) }, "−"),
        h("output", { class: "number big" }, String(value)),
        h("button", { type: "button", class: "button", "aria-label": t("ui.more"), "data-focus": `${option.name}-more`, disabled: value === high, onclick: () => move(1) }, "+")],
      value === option.default ? h("span", { class: "tag" }, t("ui.new.default")) : null));
}

// A number out of a row of sensible ones, by two buttons.
function ladder(name, label, steps) {
  const at = steps.indexOf(form.clock[name]);
  const go = (by) => () => change(() => (form.clock[name] = steps[at + by]));
  return h("div", { class: "row spread" }, h("span", { class: "grow" }, label), h("span", { class: "row" },
    h("button", { type: "button", class: "button", "aria-label": `${label}: ${t("ui.less")}`, "data-focus": `${name}-less`, disabled: at === 0, onclick: go(-1) }, "−"),
    h("output", { class: "number big" }, String(form.clock[name])),
    h("button", { type: "button", class: "button", "aria-label": `${label}: ${t("ui.more")}`, "data-focus": `${name}-more`, disabled: at === steps.length - 1, onclick: go(1) }, "+")));
}

function clockCard() {
  const { kind } = form.clock;
  return h("fieldset", { class: "card choices" }, h("legend", { class: "sr" }, t("ui.clock")), h("h2", {}, t("ui.clock")),
    h("div", { class: "choices" }, ["none", "sudden", "increment"].map((one) => radio("clock", one, kind === one, h("span", {}, t(`ui.clock.${one}`), " ", one === "none" ? h("span", { class: "tag" }, t("ui.new.default")) : null), null, () => change(() => (form.clock.kind = one))))),
    kind === "none" ? null : ladder("minutes", t("ui.clock.minutes"), MINUTES),
    kind === "increment" ? ladder("increment", t("ui.clock.increment_s"), INCREMENTS_S) : null);
}

function seatCount() {
  const [least, most] = game.seats;
  if (least === most) return null;
  const counts = Array.from({ length: most - least + 1 }, (_, n) => least + n);
  return h("fieldset", { class: "card choices" }, h("legend", { class: "sr" }, t("ui.new.seats")), h("h2", {}, t("ui.new.seats")),
    h("div", { class: "choices inline" }, counts.map((count) => radio("seats", count, form.seats.length === count, String(count), null, () => change(() => {
      form.seats = Array.from({ length: count }, (_, n) => form.seats[n] ?? seat(n, form.on_board));
    })))));
}

function boardChoice() {
  if (!game.board || !rights.panel) return null;
  const there = boardThere();
  const choose = (on) => change(() => {
    form.on_board = on;
    for (const place of form.seats) if (["board", "panel"].includes(place.kind)) place.kind = on ? "board" : "panel";
  });
  return h("fieldset", { class: "card choices" }, h("legend", { class: "sr" }, t("ui.new.where")), h("h2", {}, t("ui.new.where")),
    h("div", { class: "choices inline" },
      there ? radio("where", "board", form.on_board, t("ui.new.on_board"), null, () => choose(true)) : h("p", { class: "soft" }, t("ui.new.no_board")),
      radio("where", "panel", !form.on_board, t("ui.new.on_panel"), null, () => choose(false))));
}

function draw() {
  if (!form) return;
  refill($("games"), [games.map((one) => one.key), game.key], () => games.map((one) =>
    h("label", { class: "choice game-choice", for: `game-${one.key}` },
      h("input", { type: "radio", name: "game", id: `game-${one.key}`, class: "sr", checked: one === game, "data-focus": `game-${one.key}`, onchange: () => begin(one.key) }),
      art(one.key), h("span", {}, h("b", {}, gameName(one.key))))));
  refill($("about"), game.key, () => [gameAbout(game.key)]);
  refill($("seats"), [game.key, form.seats.map((one) => ({ ...one, name: "" })), form.on_board, boardThere(), names, form.seats.length, form.stamp], () => [
    boardChoice(), seatCount(), form.seats.map(seatCard),
    SECRETS.includes(game.key) && form.seats.filter((one) => one.mine).length > 1 ? h("p", { class: "card soft", id: "together" }, t("ui.new.together")) : null,
    form.seats.some((one) => one.kind === "phone") && !boot.lan ? h("p", { class: "card warn", id: "no-lan" }, t("ui.new.no_lan"), " ", h("b", {}, t("ui.new.no_lan.do"))) : null]);
  refill($("options"), [game.key, form.options, form.clock], () => [game.options.map(optionCard), clockCard()]);
  set($("create"), { disabled: sending });
}

function clockAsked() {
  const { kind, minutes, increment } = form.clock;
  return kind === "none" ? {} : { clock: { kind, seconds: minutes * 60, ...(kind === "increment" ? { increment } : {}) } };
}

async function create(event) {
  event.preventDefault();
  if (sending) return;
  sending = true;
  draw();
  const seats = form.seats.map(({ kind, name, bot, mine }) => ({ kind, name: name.trim(), ...(kind === "bot" ? { bot } : {}), ...(kind === "phone" && mine ? { mine } : {}) }));
  const answer = await client.post("/api/matches", { game: game.key, seats, options: form.options, on_board: form.on_board, ...clockAsked() });
  sending = false;
  if (answer.ok) location.assign(`/match/${answer.body.id}`);
  else draw();
}

async function load() {
  const [answer, listed] = await Promise.all([client.get("/api/games"), client.get("/api/matches", { quiet: true })]);
  if (!answer.ok) return;
  games = answer.body.games;
  const all = (listed.body.matches ?? []).flatMap((match) => match.seats.map((one) => one.name));
  const plain = new Set(["", t("palace.seat.0"), t("palace.seat.1"), ...RUNGS.slice(0, 4).map((n) => t("ui.seat.name", { seat: n }))]);
  names = [...new Set(all)].filter((name) => !plain.has(name));
  begin(new URLSearchParams(location.search).get("game") ?? games[0].key);
  $("main").dataset.ready = "1";
}

$("form").addEventListener("submit", create);
let there = null;
client.on("table", () => {
  if (there === boardThere()) return;
  there = boardThere();
  if (form && (!touched || (!canBoard() && form.on_board))) begin(game.key);
  else if (form) draw();
});
load();
