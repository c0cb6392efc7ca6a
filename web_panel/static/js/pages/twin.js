// The simulated board by hand: spheres are put, lifted and slid with a finger, handles turned, the emergency
// stop pressed, faults injected. What is drawn is the simulated world; what the sensors make of it is shown
// on the Board page.
import { $, h, refill, set } from "../dom.js";
import { t } from "../i18n.js";
import { PANES, levelAt, parsePane } from "../palace/geometry.js";
import { Scene } from "../palace/scene.js";
import { paneWords } from "../palace/words.js";
import { client } from "../shell.js";
import { faultPanel } from "../twin/faults.js";
import { Hand } from "../twin/hand.js";

const ASK_MS = 1500;
let world = { panes: {}, bands: [2, 22, 42, 22, 2], estop: false, faults: [] };
let faults = [];
let tool = "white";

const scene = new Scene($("stage"), { label: t("ui.twin.board"), pick: tap, escape: () => {}, trays: false, slots: 64 });
const hand = new Hand(scene, {
  colourOf: (pane) => world.panes[pane] ?? null,
  stock: $("stock"),
  change: put,
});

// What the hand does reaches the twin in the order in which it was done, one change after the other.
let changes = 0; // on their way
let acts = 0; // in all
let queue = Promise.resolve();

/** Tells the twin what a hand has done, and shows it at once: the world is the page's to change here. */
function put(change) {
  changes += 1;
  acts += 1;
  for (const [pane, colour] of Object.entries(change)) {
    if (colour) world.panes[pane] = colour;
    else delete world.panes[pane];
  }
  draw();
  queue = queue.then(async () => {
    const answer = await client.post("/api/twin/panes", change);
    changes -= 1;
    if (!answer.ok) ask();
  });
}

// A tap without dragging: put the chosen colour, or lift what is there.
function tap(pane) {
  if (hand.busy) return;
  put({ [pane]: world.panes[pane] || tool === "lift" ? null : tool });
}

// The pane lamps as the firmware lights them.
const lamps = () => (world.lamps ?? []).flatMap((colour, n) => (colour === "000000" ? [] : [{ kind: "lamp", pane: PANES[n], colour: `#${colour}` }]));

function draw() {
  const levels = client.table?.connected ? client.table.bands.map((band) => levelAt(band.position_mm)) : world.bands.map(levelAt);
  scene.relief.setLevels(levels);
  scene.setPanes(world.panes);
  scene.grid.describe((pane) => paneWords(pane, Math.round(levels[Math.floor(parsePane(pane).row / 2)]), world.panes[pane]));
  if (!hand.busy) scene.marks.setMarks(lamps());
  for (const button of document.querySelectorAll("[data-tool]")) set(button, { "aria-pressed": String(button.dataset.tool === tool) });
  set($("estop"), { "aria-pressed": String(world.estop), "data-pressed": world.estop });
  $("estop-words").textContent = t(world.estop ? "ui.twin.estop.release" : "ui.twin.estop.press");
}

async function ask() {
  if (document.hidden || client.link === "lost") return;
  const before = acts;
  const answer = await client.get("/api/twin", { quiet: true });
  if (!answer.ok) return;
  // An answer from before the hand's last act would put spheres back that it has taken.
  const panes = hand.busy || changes || before !== acts ? world.panes : { ...answer.body.world.panes };
  world = { ...answer.body.world, panes };
  faults = answer.body.faults;
  draw();
  faultPanel($("faults"), faults, world.faults ?? [], async (fault) => {
    await client.post("/api/twin/faults", fault);
    ask();
  });
  $("main").dataset.ready = "1";
}

function turn(band, steps) {
  client.post(`/api/twin/handles/${band}`, { steps });
}

refill($("handles"), "handles", () => [5, 4, 3, 2, 1].map((band) => h("div", { class: "handle-row" },
  h("span", { class: "handle-name" }, t("ui.twin.handle", { band })),
  h("button", { type: "button", class: "button", "aria-label": t("ui.twin.down", { band }), onclick: () => turn(band, -4) }, "▼"),
  h("button", { type: "button", class: "button", "aria-label": t("ui.twin.up", { band }), onclick: () => turn(band, 4) }, "▲"))));
for (const button of document.querySelectorAll("[data-tool]")) {
  button.addEventListener("click", () => {
    tool = button.dataset.tool;
    draw();
  });
}
$("slide").addEventListener("click", () => {
  hand.sliding = !hand.sliding;
  set($("slide"), { "aria-pressed": String(hand.sliding) });
});
$("empty").addEventListener("click", () => Object.keys(world.panes).length && put(Object.fromEntries(Object.keys(world.panes).map((pane) => [pane, null]))));
$("estop").addEventListener("click", async () => {
  await client.post("/api/twin/estop", { pressed: !world.estop });
  ask();
});
client.on("table", draw);
ask();
setInterval(ask, ASK_MS);
