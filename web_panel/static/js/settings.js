// The table's settings, for its panel: how long things rest, how long bands warn, the network phones join.
import { h, refill } from "./dom.js";
import { holdButton } from "./hold.js";
import { t } from "./i18n.js";
import { pass } from "./strip.js";

const STEPS = { settle_s: [0.2, 5, 0.2], warning_s: [1, 10, 0.5] };

/** Fills `node` with the settings; nothing is sent before a button is touched. */
export async function settingsCard(node, client) {
  const answer = await client.get("/api/settings", { quiet: true });
  if (!answer.ok) return;
  let settings = answer.body;
  const wifi = { name: settings.wifi?.name ?? "", password: settings.wifi?.password ?? "" };

  async function change(part) {
    const told = await client.post("/api/settings", part);
    if (!told.ok) return;
    settings = told.body;
    draw();
    pass({ level: "good", says: t("ui.settings.kept") });
  }

  function number(name) {
    const [low, high, step] = STEPS[name];
    const by = (sign) => Math.round(Math.min(high, Math.max(low, settings[name] + sign * step)) * 10) / 10;
    return h("div", { class: "row spread" }, h("span", { class: "grow" }, t(`ui.settings.${name}`)),
      h("span", { class: "row" },
        h("button", { type: "button", class: "button", "aria-label": `${t(`ui.settings.${name}`)}: ${t("ui.less")}`, "data-focus": `${name}-`, onclick: () => change({ [name]: by(-1) }) }, "−"),
        h("output", { class: "number" }, `${settings[name]} s`),
        h("button", { type: "button", class: "button", "aria-label": `${t(`ui.settings.${name}`)}: ${t("ui.more")}`, "data-focus": `${name}+`, onclick: () => change({ [name]: by(1) }) }, "+")));
  }

  const field = (name, label) => h("label", { class: "field" }, h("span", {}, label),
    h("input", { class: "text-field", maxlength: name === "name" ? 20 : 63, value: wifi[name], autocomplete: "off", oninput: (event) => (wifi[name] = event.target.value) }));

  function draw() {
    refill(node, settings, () => [
      h("h2", {}, t("ui.settings")), number("settle_s"), number("warning_s"),
      h("button", { type: "button", class: "button", "aria-pressed": String(settings.hold_to_run), "data-focus": "hold_to_run", onclick: () => change({ hold_to_run: !settings.hold_to_run }) }, t("ui.settings.hold_to_run")),
      field("name", t("ui.settings.wifi")), field("password", t("ui.settings.password")),
      h("button", { type: "button", class: "button", "data-focus": "wifi", onclick: () => change({ wifi: wifi.name.trim() ? { ...wifi, name: wifi.name.trim() } : null }) }, t("ui.settings.wifi.keep")),
      h("a", { class: "button", href: "/start" }, t("ui.settings.pin")),
      client.table?.connected && !client.table.simulated
        ? holdButton(t("ui.settings.power"), () => client.post("/api/table/power"), { class: "button danger" }) : null,
    ]);
  }
  draw();
}
