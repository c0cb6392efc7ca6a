// What one may know of any game, as plain tables.
import { h } from "../dom.js";
import { known, sentence, t } from "../i18n.js";

/** A JSON value as text, list or table, to any depth; nothing of it is read as markup. */
export function plain(thing) {
  if (thing === null || thing === undefined || thing === "") return "–";
  if (typeof thing !== "object") return String(thing);
  if (Array.isArray(thing)) {
    if (!thing.length) return "–";
    if (thing.every((one) => typeof one !== "object" || one === null)) return thing.map((one) => one ?? "–").join(", ");
    return h("ol", { class: "plain-list" }, thing.map((one) => h("li", {}, plain(one))));
  }
  return h("table", { class: "plain" }, h("tbody", {}, Object.entries(thing).map(([name, one]) => h("tr", {}, h("th", { scope: "row" }, name.replaceAll("_", " ")), h("td", {}, plain(one))))));
}

/** What a line of a move list says; "" when neither the catalogue nor the game has words for it. */
export function moveWords({ message, text }) {
  if (!message || !known(message.code)) return text ?? "";
  const params = Object.entries(message.params ?? {}).map(([name, one]) => [name, typeof one === "string" && known(one) ? t(one) : one]);
  return sentence({ code: message.code, params: Object.fromEntries(params) }).says;
}
