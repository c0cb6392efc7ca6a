// Puzzles: in how many turns, under which bands option, on the screen or on the glass. The rest is a match's page.
import { boot } from "../boot.js";
import { $, h, refill, set } from "../dom.js";
import { t } from "../i18n.js";
import { client, rights } from "../shell.js";

const KEPT = "palace-puzzles";
const TURNS = [1, 2];
let form = { bands: "free", turns: 1, on_board: false };
let sending = false;
try {
  const kept = JSON.parse(localStorage.getItem(KEPT)) ?? {};
  if (boot.bands.includes(kept.bands)) form.bands = kept.bands;
  if (TURNS.includes(kept.turns)) form.turns = kept.turns;
} catch {
  // a private window, or something else lay there
}

const boardThere = () => rights.panel && Boolean(client.table?.connected);

function change(part) {
  form = { ...form, ...part };
  draw();
}

function choices(name, title, values, words) {
  return h("fieldset", { class: "card choices" }, h("legend", { class: "sr" }, title), h("h2", {}, title),
    h("div", { class: "choices" }, values.map((value) => {
      const id = `${name}-${value}`;
      return h("label", { class: "choice", for: id },
        h("input", { type: "radio", id, name, value: String(value), checked: form[name] === value, "data-focus": id, onchange: () => change({ [name]: value }) }),
        h("span", { class: "grow" }, words(value)));
    })));
}

function draw() {
  const board = boardThere();
  refill($("turns"), [form.turns, form.on_board, board], () => [
    choices("turns", t("ui.puzzles.turns"), TURNS, (turns) => t(`ui.puzzles.turns.${turns}`)),
    board ? choices("on_board", t("ui.new.where"), [false, true], (on) => t(on ? "ui.new.on_board" : "ui.new.on_panel")) : null]);
  refill($("bands"), [form.bands], () => [choices("bands", t("palace.option.bands"), boot.bands, (bands) => t(`palace.option.bands.${bands}`))]);
  set($("create"), { disabled: sending });
}

$("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (sending) return;
  sending = true;
  draw();
  try {
    localStorage.setItem(KEPT, JSON.stringify({ bands: form.bands, turns: form.turns }));
  } catch {
    // not remembered
  }
  const answer = await client.post("/api/puzzles", { ...form, on_board: form.on_board && boardThere() });
  sending = false;
  if (answer.ok) location.assign(`/match/${answer.body.id}`);
  else draw();
});
client.on("table", draw);
draw();
$("main").dataset.ready = "1";
