// What every page has: the line to the table, the state of the table in words, languages, sound, the menu.
import { boot } from "./boot.js";
import { Client } from "./client.js";
import { $, h, refill, set } from "./dom.js";
import { holdButton } from "./hold.js";
import { sentence, t } from "./i18n.js";
import { isMuted, mute, play } from "./sound.js";
import { pass, stand } from "./strip.js";
import { darken } from "./wake.js";

export const client = new Client();
export const rights = { panel: false, builder: false, ...boot.rights };

const DIM_AFTER_S = 600;
const FRESH_ASSETS_IDLE_MS = 30000;

/** The table in one short line: {level: "good" | "warn" | "bad", name, state}. Three losses, three different words. */
export function tableWords(table) {
  if (!table) return { level: "", name: "", state: t("ui.table.unknown") };
  const name = t(table.simulated ? "ui.table.simulated" : "ui.table.found");
  const is = (level, state) => ({ level, name, state: t(`ui.table.${state}`) });
  if (client.link === "lost" || client.link === "reconnecting") return { level: "", name: "", state: t(`ui.link.${client.link}.short`) };
  if (!table.connected) return { level: "bad", name: "", state: t(`ui.table.${table.board === "silent" ? "silent" : "none"}`) };
  if (table.estop) return is("bad", "estop");
  if (table.stopped) return is("warn", "stopped");
  if (table.faults?.length) return is("bad", "fault");
  if (table.moving) return is("warn", "moving");
  if (!table.homed) return is("warn", "unhomed");
  return is("good", "ready");
}

function drawPill() {
  const pill = $("table-pill");
  if (!pill) return;
  const { level, name, state } = tableWords(client.table);
  set(pill, { "data-level": level });
  refill(pill, [name, state], () => [name ? h("span", { class: "pill-name" }, `${name}: `) : null, h("span", {}, state)]);
}

// --- standing matters of the table -------------------------------------------------------------------------

const resume = holdButton(t("ui.resume.hold"), () => client.post("/api/table/resume"), { id: "resume" });
let mayResume = rights.panel;

/** Pages of a match tell whether this browser is the host, who may resume too. */
export function allowResume(allowed) {
  mayResume = rights.panel || allowed;
  if (client.table) drawTable(client.table);
}

let warned = null;

function bandsInWords({ targets, kind }) {
  const bands = Object.entries(targets);
  if (kind === "home") return t("ui.pending.home");
  if (bands.length === 1) return t("ui.band_to", { band: bands[0][0], level: bands[0][1] });
  return t("ui.bands_to", { list: bands.map(([band, level]) => `${band} → ${level}`).join(", ") });
}

function drawTable(table) {
  drawPill();
  mayResume = mayResume || Boolean(table.rights?.panel);
  stand("estop", table.connected && table.estop ? { level: "error", says: t("ui.estop.says"), do: t("ui.estop.do") } : null);
  stand("stopped", table.stopped
    ? { level: "warning", says: t("ui.stopped.says"), do: mayResume ? "" : t("ui.stopped.do"), act: mayResume ? resume : null }
    : null);
  const fault = table.faults?.[0];
  stand("fault", fault ? { level: "error", ...sentence(fault) } : null);
  const pending = table.pending;
  if (pending) {
    const bands = bandsInWords(pending);
    stand("pending", pending.stage === "warning"
      ? { level: "warning", says: t("ui.pending.warning"), do: bands }
      : { level: "info", says: t("ui.pending.moving"), do: bands });
    if (pending.stage === "warning" && warned !== pending.id) {
      warned = pending.id;
      play("warning");
    }
  } else stand("pending", null);
}

client.on("table", drawTable);

client.on("link", ({ state, age_s }) => {
  drawPill();
  const inert = state === "lost";
  for (const part of document.querySelectorAll("[data-needs-link]")) part.inert = inert;
  if (state === "live") stand("link", null);
  else if (state === "stale") stand("link", { level: "info", says: t("ui.link.stale", { age_s }) });
  else stand("link", { level: state === "lost" ? "error" : "warning", says: t(`ui.link.${state}`), do: t(`ui.link.${state}.do`, { age_s }) });
});

client.on("refusal", ({ says, do: remedy }) => {
  play("refusal");
  pass({ level: "error", says, do: remedy });
});

client.on("notice", (notice) => {
  if (notice.match && client.match_id && notice.match !== client.match_id) return;
  if (notice.level !== "info") play("refusal");
  const { seat } = notice.params ?? {};
  const params = Number.isInteger(seat) ? { ...notice.params, seat: seat + 1 } : notice.params; // people count from 1
  pass({ level: notice.level ?? "info", ...sentence({ ...notice, params }) });
});

// --- a new version of the page's own files: taken once, when nobody is touching anything -------------------------

let touched = performance.now();
let assets = boot.version ?? null;
addEventListener("pointerdown", () => (touched = performance.now()), { capture: true, passive: true });
client.on("heartbeat", ({ version }) => {
  if (!version) return;
  assets ??= version;
  if (version === assets || performance.now() - touched < FRESH_ASSETS_IDLE_MS) return;
  const seen = `palace-assets-${version}`;
  try {
    if (sessionStorage.getItem(seen)) return;
    sessionStorage.setItem(seen, "1");
  } catch {
    return; // without storage it could reload for ever: better an old page
  }
  location.reload();
});

// --- languages, sound, menu -------------------------------------------------------------------------------------

for (const button of document.querySelectorAll("[data-lang]")) {
  button.addEventListener("click", async () => {
    if ((await client.post("/api/language", { lang: button.dataset.lang })).ok) location.reload();
  });
}

const muteButton = $("mute");
const drawMute = () => set(muteButton, { "aria-pressed": String(isMuted()) });
muteButton.addEventListener("click", () => {
  mute(!isMuted());
  drawMute();
  play("own");
});
drawMute();

const menu = $("menu");
const openMenu = (open) => {
  set($("rail"), { "data-open": open });
  set(menu, { "aria-expanded": String(open) });
};
menu.addEventListener("click", () => openMenu(!$("rail").hasAttribute("data-open")));
document.addEventListener("click", (event) => !$("rail").contains(event.target) && openMenu(false));
addEventListener("keydown", (event) => event.key === "Escape" && openMenu(false));
document.addEventListener("contextmenu", (event) => {
  if (rights.panel && !event.target.closest(".selectable, input, textarea")) event.preventDefault();
});
if (rights.panel) darken(DIM_AFTER_S, t("ui.dark"));

client.start();
