// The board itself, for the panel and the builder: bands by hand, homing, lamps, every pane with what its sensor
// says, the emergency stop's chain, the link's counters.
import { $, h, refill, set } from "../dom.js";
import { wizard } from "../board/wizard.js";
import { hold } from "../hold.js";
import { sentence, t } from "../i18n.js";
import { levelAt, parsePane } from "../palace/geometry.js";
import { sensed } from "../palace/marking.js";
import { Scene } from "../palace/scene.js";
import { paneWords } from "../palace/words.js";
import { settingsCard } from "../settings.js";
import { client, rights } from "../shell.js";
import { announce } from "../strip.js";

const RAW_MS = 1000;
let chosen = null; // {band, level}
let looking = null; // a pane
let raw = null;

const scene = new Scene($("stage"), {
  label: t("ui.board.live"),
  pick: (pane) => {
    looking = looking === pane ? null : pane;
    draw();
  },
  escape: drop,
  level: { ask, drop, confirm },
  trays: false,
});

function ask(band, level) {
  chosen = { band, level };
  announce(t("ui.confirm.hint"));
  draw();
}

function drop() {
  chosen = null;
  scene.control.clear();
  draw();
}

async function confirm() {
  if (!chosen) return;
  const { band, level } = chosen;
  chosen = null;
  scene.control.clear();
  draw();
  await client.act(`/api/table/bands/${band}`, { level });
}

// --- drawing ----------------------------------------------------------------------------------------------

function draw() {
  const { table } = client;
  if (!table) return;
  const levels = table.bands.map((band) => (table.connected ? levelAt(band.position_mm) : 1));
  const panes = sensed(table);
  scene.relief.setLevels(levels);
  scene.setPanes(panes);
  scene.control.update(levels, rights.panel ? "" : t("ui.board.panel_only"));
  const doubtful = table.panes.filter((pane) => pane.state === "uncertain" || pane.state === "fault" || !pane.trusted);
  scene.marks.setMarks([...(table.connected ? doubtful.map(({ pane }) => ({ kind: "doubt", pane })) : []), ...(looking ? [{ kind: "target", pane: looking }] : [])]);
  scene.grid.describe((pane) => {
    const one = table.panes[parsePane(pane).row * 8 + parsePane(pane).column];
    return paneWords(pane, Math.round(levels[Math.floor(parsePane(pane).row / 2)]), panes[pane], [one.state === "empty" || one.state === "full" ? "" : t(`ui.pane.${one.state}`), one.trusted ? "" : t("ui.pane.untrusted")]);
  }, looking);
  set($("confirm-bar"), { "data-open": Boolean(chosen) });
  $("confirm-text").textContent = chosen ? t("ui.band_to", chosen) : t(rights.panel ? "ui.board.hint" : "ui.board.panel_only");
  for (const id of ["confirm", "cancel"]) set($(id), { disabled: !chosen });
  set($("home"), { disabled: !rights.panel || !table.connected });
  for (const id of ["clear", "lamps"]) set($(id), { disabled: !rights.panel || !table.connected });
  drawBands(table);
  drawChain(table);
  drawPane(table);
}

function drawBands(table) {
  refill($("bands"), table.bands.map((band) => [band.level, band.target, band.position_mm, band.state, band.fault]), () => [...table.bands].reverse().map((band) => h("tr", {},
    h("th", { scope: "row" }, band.band), h("td", {}, band.level || "–"), h("td", { class: "number" }, band.position_mm.toFixed(2)),
    h("td", {}, t(`ui.phase.${band.state}`)), h("td", {}, band.fault || "–"))));
  refill($("faults"), table.faults, () => table.faults.map((fault) => {
    const { says, do: remedy } = sentence(fault);
    return h("li", { class: "card fault-card" }, h("b", {}, says), " ", remedy);
  }));
}

function drawChain(table) {
  const links = [
    ["connected", table.connected], ["estop_ok", table.connected && !table.estop], ["enabled", table.enabled],
    ["homed", table.homed], ["not_stopped", table.connected && !table.stopped],
  ];
  refill($("chain"), links, () => links.map(([name, good]) => h("li", { class: "link", "data-good": good },
    h("span", { "aria-hidden": "true" }, good ? "✓" : "✕"), h("span", {}, t(`ui.chain.${name}`), h("span", { class: "sr" }, ` ${t(good ? "ui.yes" : "ui.no")}`)))));
}

function rawOf(pane) {
  const { column, row } = parsePane(pane);
  return raw?.panes?.[8 * row + column] ?? null;
}

const plain = (value) => (value === null || value === undefined ? "–" : typeof value === "object" ? Object.entries(value).filter(([name]) => name !== "pane").map(([name, one]) => (Array.isArray(value) ? plain(one) : `${name} ${plain(one)}`)).join(", ") : String(value));

function drawPane(table) {
  const one = looking && table.panes[parsePane(looking).row * 8 + parsePane(looking).column];
  refill($("pane"), [one, looking && plain(rawOf(looking))], () => (one ? [
    h("h3", {}, t("ui.board.pane", { pane: looking })),
    h("p", {}, t(`ui.pane.${one.state === "full" ? one.colour ?? "full" : one.state}`), one.trusted ? "" : ` – ${t("ui.pane.untrusted")}`),
    raw ? h("p", { class: "mono" }, plain(rawOf(looking))) : null,
    rights.panel ? h("button", { type: "button", class: "button", "data-focus": "trust", onclick: () => client.post(`/api/table/panes/${looking}`, { trusted: !one.trusted }) },
      t(one.trusted ? "ui.board.distrust" : "ui.board.trust")) : null,
  ] : [h("p", { class: "soft" }, t("ui.board.pane.hint"))]));
}

function drawRaw() {
  const { table } = client;
  $("raw-part").hidden = !raw;
  if (!raw || !table) return;
  refill($("panes"), [table.panes, raw.panes], () => Array.from({ length: 10 }, (_, n) => 9 - n).map((row) => h("tr", {}, h("th", { scope: "row" }, row + 1),
    Array.from({ length: 8 }, (_, column) => {
      const one = table.panes[8 * row + column];
      return h("td", { "data-state": one.state, "data-colour": one.colour }, plain(rawOf(one.pane)?.raw));
    }))));
  const lines = (group) => Object.entries(group ?? {}).map(([name, value]) => h("tr", {}, h("th", { scope: "row", class: "mono" }, name), h("td", { class: "number" }, plain(value))));
  refill($("counters"), [raw.link, raw.board], () => [lines(raw.link), lines(raw.board)]);
  refill($("motions"), raw.motions, () => (raw.motions ?? []).slice(-12).reverse().map((line) => h("li", { class: "mono" }, plain(line))));
}

async function look() {
  if (document.hidden || !(rights.panel || rights.builder) || client.link === "lost") return;
  const answer = await client.get("/api/table/raw", { quiet: true });
  if (!answer.ok) return;
  raw = answer.body;
  drawRaw();
  if (client.table) drawPane(client.table);
}

$("confirm").addEventListener("click", confirm);
$("cancel").addEventListener("click", drop);
$("clear").addEventListener("click", () => client.post("/api/table/clear"));
$("lamps").addEventListener("click", () => client.post("/api/table/lamps"));
hold($("home"), () => client.post("/api/table/home"));
client.on("table", () => {
  draw();
  $("main").dataset.ready = "1";
});
if (rights.panel) settingsCard($("settings"), client);
$("settings").hidden = !rights.panel;
$("wizard").hidden = !(rights.panel || rights.builder);
if (rights.panel || rights.builder) wizard($("wizard"), $("bench-side"), client);
look();
setInterval(look, RAW_MS);
