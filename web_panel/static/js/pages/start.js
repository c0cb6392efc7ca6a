// Who becomes the panel: with the one-time code of the printed address, or with the PIN on a pad of big keys.
import { $, h, refill, say } from "../dom.js";
import { t } from "../i18n.js";
import { client, rights } from "../shell.js";
import { pass } from "../strip.js";

const code = new URLSearchParams(location.search).get("code");
let pin = "";

function key(label, act, words = label) {
  return h("button", { type: "button", class: "button key", "aria-label": words, onclick: act }, label);
}

function show() {
  say($("pin"), "●".repeat(pin.length) || " ");
}

async function login(role) {
  const answer = await client.post("/api/login", { pin, role });
  pin = "";
  show();
  if (answer.ok) location.replace("/");
}

// The panel sets the PIN by which others are admitted; changing one needs the old one first.
let old = null;
async function keep(isSet) {
  if (isSet && old === null) {
    old = pin;
    say($("pin-words"), t("ui.start.new"));
  } else {
    const answer = await client.post("/api/pin", { pin, ...(old === null ? {} : { old }) });
    old = null;
    if (answer.ok) pass({ level: "good", says: t("ui.start.kept") });
    say($("pin-words"), t("ui.start.old"));
  }
  pin = "";
  show();
}

async function pad() {
  const settings = rights.panel ? await client.get("/api/settings", { quiet: true }) : null;
  const isSet = Boolean(settings?.body.pin_set);
  const digit = (n) => key(String(n), () => {
    if (pin.length < 12) pin += n;
    show();
  });
  const button = (label, act, kind = "button") => h("button", { type: "button", class: kind, onclick: act }, label);
  refill($("start"), "pad", () => [
    h("p", { id: "pin-words" }, t(rights.panel ? (isSet ? "ui.start.old" : "ui.start.first") : "ui.start.pin")),
    h("output", { class: "pin", id: "pin", "aria-label": t("ui.start.digits") }, " "),
    h("div", { class: "pad" }, [1, 2, 3, 4, 5, 6, 7, 8, 9].map(digit), key("⌫", () => {
      pin = pin.slice(0, -1);
      show();
    }, t("ui.start.back")), digit(0), key("✕", () => {
      pin = "";
      show();
    }, t("ui.start.clear"))),
    h("div", { class: "row" }, rights.panel
      ? [button(t("ui.start.keep"), () => keep(isSet), "button primary"), button(t("ui.start.logout"), leave)]
      : [button(t("ui.start.as_panel"), () => login("panel"), "button primary"), button(t("ui.start.as_builder"), () => login("builder"))])]);
  $("main").dataset.ready = "1";
}

async function leave() {
  if ((await client.post("/api/logout")).ok) location.replace("/");
}

if (code) {
  const answer = await client.post("/api/start", { code });
  if (answer.ok) location.replace("/");
  else pad();
} else pad();
