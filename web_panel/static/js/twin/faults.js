// Faults to inject, as the twin names them: each with what it means, its value, and where it sits.
import { h, refill } from "../dom.js";
import { known, t } from "../i18n.js";
import { PANES } from "../palace/geometry.js";

const open = { name: null, band: 1, pane: "c7", value: "" };

export function faultPanel(node, faults, active, inject) {
  const draw = () => faultPanel(node, faults, active, inject);
  refill(node, [faults.map((fault) => fault.name), active, open], () => [
    active.length ? h("ul", { class: "list" }, active.map((fault) => h("li", { class: "row spread fault-active" },
      h("span", {}, h("b", { class: "mono" }, fault.name), ` ${fault.band ? t("ui.band", { band: fault.band }) : ""}${fault.pane ?? ""} ${fault.value === true ? "" : fault.value}`),
      h("button", { type: "button", class: "button", onclick: () => inject({ name: fault.name, value: null, band: fault.band ?? null, pane: fault.pane ?? null }) }, t("ui.twin.clear"))))) : null,
    h("ul", { class: "list faults" }, faults.map((fault) => h("li", { class: "fault" },
      h("button", { type: "button", class: "fault-head", "aria-expanded": String(open.name === fault.name), "data-focus": fault.name, onclick: () => {
        open.name = open.name === fault.name ? null : fault.name;
        open.value = "";
        draw();
      } }, h("b", { class: "mono" }, fault.name), h("span", { class: "soft" }, known(`twin.${fault.name}`) ? t(`twin.${fault.name}`) : fault.meaning)),
      open.name === fault.name ? form(fault, inject) : null)))]);
}

function select(label, values, value, act) {
  return h("label", { class: "field" }, h("span", {}, label), h("select", { class: "text-field", onchange: (event) => act(event.target.value) },
    values.map((one) => h("option", { value: one, selected: String(one) === String(value) }, String(one)))));
}

function form(fault, inject) {
  const send = () => inject({
    name: fault.name,
    value: fault.kind === "number" ? Number(open.value) : fault.kind === "flag" ? true : open.value,
    band: fault.scope === "band" ? Number(open.band) : null,
    pane: fault.scope === "pane" ? open.pane : null,
  });
  return h("div", { class: "row fault-form" },
    fault.scope === "band" ? select(t("ui.twin.band"), [1, 2, 3, 4, 5], open.band, (value) => (open.band = value)) : null,
    fault.scope === "pane" ? select(t("ui.twin.pane"), PANES, open.pane, (value) => (open.pane = value)) : null,
    fault.values?.length ? select(t("ui.twin.value"), fault.values, (open.value ||= fault.values[0]), (value) => (open.value = value))
      : fault.kind === "number" ? h("label", { class: "field" }, h("span", {}, `${t("ui.twin.value")}${fault.unit ? ` (${fault.unit})` : ""}`),
        h("input", { class: "text-field", inputmode: "decimal", value: open.value, oninput: (event) => (open.value = event.target.value) })) : null,
    h("button", { type: "button", class: "button primary", onclick: send }, t("ui.twin.inject")));
}
