// Home: the state of the table in one glance, matches to go on with, games to start.
import { boot } from "../boot.js";
import { art } from "../art.js";
import { $, h, refill } from "../dom.js";
import { holdButton } from "../hold.js";
import { sentence, t } from "../i18n.js";
import { gameAbout, gameName, matchRow } from "../matches.js";
import { client, rights, tableWords } from "../shell.js";

const RUNNING = ["lobby", "setup", "playing"];
const PAST_SHOWN = 3;
const matches = new Map();

function drawTable(table) {
  const { level, name, state } = tableWords(table);
  const fault = table.faults?.[0] ? sentence(table.faults[0]) : null;
  refill($("glance"), [level, name, state, fault, table.homed, table.connected, client.link], () => [
    h("span", { class: "glance-mark", "data-level": level, "aria-hidden": "true" }),
    h("div", { class: "grow" },
      h("b", {}, name ? `${name}: ${state}` : state),
      h("p", { class: "soft" }, fault ? `${fault.says} ${fault.do}` : table.connected ? t(table.homed ? "ui.glance.homed" : "ui.glance.unhomed") : t("ui.glance.none"))),
    rights.panel && table.connected && !table.homed && !table.stopped && !table.estop
      ? holdButton(t("ui.board.home"), () => client.post("/api/table/home"), { class: "button primary", "data-focus": "home" }) : null,
  ]);
}

function drawMatches() {
  const all = [...matches.values()].sort((a, b) => b.updated - a.updated);
  const running = all.filter((match) => RUNNING.includes(match.state));
  const past = all.filter((match) => match.state === "over").slice(0, PAST_SHOWN);
  refill($("running"), running.map((match) => [match.id, match.version, match.state, match.resume, match.updated]), () =>
    running.map((match) => matchRow(match, `/match/${match.id}`, t(match.resume ? "ui.resume" : "ui.go_on"))));
  $("running-part").hidden = !running.length;
  refill($("past"), past.map((match) => [match.id, match.version]), () => past.map((match) => matchRow(match, `/review/${match.id}`, t("ui.review"))));
  $("past-part").hidden = !past.length;
}

client.on("table", drawTable);
client.on("link", () => client.table && drawTable(client.table));
client.on("summary", (match) => {
  if (match.puzzle && !(match.on_board && RUNNING.includes(match.state))) matches.delete(match.id); // nothing to go on with
  else matches.set(match.id, match);
  drawMatches();
});

async function load() {
  const [listed, games] = await Promise.all([client.get("/api/matches"), client.get("/api/games")]);
  if (listed.ok) for (const match of listed.body.matches) matches.set(match.id, match);
  drawMatches();
  if (games.ok) {
    refill($("games"), games.body.games.map((game) => game.key), () => games.body.games.map((game) =>
      h("a", { class: "game-card", href: `/new?game=${encodeURIComponent(game.key)}` }, art(game.key),
        h("span", {}, h("b", {}, gameName(game.key)), h("span", { class: "soft about" }, gameAbout(game.key))))));
  }
  $("main").dataset.ready = "1";
}

$("pin-part").hidden = rights.panel || boot.rights?.builder;
load();
