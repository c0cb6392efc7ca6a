// Fair dealing, to be seen: the promise (a SHA-256 value) before the first move, the secret after the end, and
// this page's own word on whether the one belongs to the other. The rule itself: web_panel/hosting/fair.py.
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { bytesOf, sha256 } from "../sha256.js";

const over = (match) => Boolean(match.outcome) || match.state === "abandoned";
const begun = (match) => match.moves_total > 0 && match.moves.some((move) => move.seat !== "chance");

/** The promise this browser saw first; another one later would be a broken one. */
function promised({ id, fair }) {
  const key = `palace-fair-${id}`;
  try {
    const first = sessionStorage.getItem(key) ?? fair.commitment;
    sessionStorage.setItem(key, first);
    return first;
  } catch {
    return fair.commitment; // a private window: nothing to compare with
  }
}

/** null while the secret is kept, else whether it is the promised one. */
export function kept(match) {
  const first = promised(match);
  return match.fair.secret ? first === match.fair.commitment && sha256(bytesOf(match.fair.secret)) === first : null;
}

const code = (hex) => h("code", { class: "hash selectable" }, hex);

function secret(match) {
  const good = kept(match);
  return h("span", { class: "fair-secret" }, `${t("ui.fair.secret")} `, code(match.fair.secret), " ",
    h("b", { "data-kept": String(good) }, h("span", { "aria-hidden": "true" }, good ? "✓ " : "✕ "), t(good ? "ui.fair.kept" : "ui.fair.broken")));
}

/** What the line under the heading says of fairness: at the beginning, at the end, and always of a training match. */
export function fairWords(match) {
  if (!match.fair.used) return null;
  const words = [];
  if (match.training) words.push(h("span", { class: "tag" }, t("ui.fair.training")));
  if (over(match) && match.fair.secret) words.push(secret(match));
  else if (!begun(match) && !over(match)) words.push(h("span", {}, `${t("ui.fair.promise")} `, code(match.fair.commitment)));
  return words.length ? words : null;
}

/** The same with its explanation, for a page's menu. */
export function fairPart(match) {
  if (!match.fair.used) return null;
  return h("div", { class: "fair-part" }, h("h3", {}, t("ui.fair")), match.training ? h("p", {}, h("span", { class: "tag" }, t("ui.fair.training")), " ", t("ui.fair.training.about")) : h("p", {}, t("ui.fair.about")),
    h("p", {}, `${t("ui.fair.promise")} `, code(match.fair.commitment)), match.fair.secret ? h("p", {}, secret(match)) : null);
}
