// Sentences by code. The catalogue holds every storey's texts in the page's language.
import { boot } from "./boot.js";

async function load() {
  try {
    const answer = await fetch(`/i18n/${boot.lang}.json?v=${encodeURIComponent(boot.version ?? boot.epoch ?? "")}`);
    if (answer.ok) return await answer.json();
  } catch (error) {
    console.warn("texts not loaded", error);
  }
  return {};
}

const texts = await load();

/** The text of `code` with {name} places filled; the code itself when the catalogue lacks it. */
export function t(code, params = {}) {
  const text = texts[code];
  if (text === undefined) return code;
  return text.replace(/\{(\w+)\}/g, (place, name) => (name in params ? String(params[name]) : place));
}

export const known = (code) => code in texts;

/** First of the codes that the catalogue knows. */
export function first(codes, params) {
  const code = codes.find(known);
  return code === undefined ? "" : t(code, params);
}

/** A message {code, params, says?, do?} as {says, do}: what is wrong, and what to do next. */
export function sentence(message) {
  if (!message) return { says: "", do: "" };
  const { code = "", params = {} } = message;
  return {
    says: message.says || first([`${code}.says`, code], params) || t("ui.unknown_message", { code }),
    do: message.do || first([`${code}.do`], params),
  };
}

/** A moment as people write it here. */
export function moment(value) {
  const date = new Date(typeof value === "number" ? value * (value < 1e11 ? 1000 : 1) : value);
  return Number.isNaN(date.getTime())
    ? ""
    : new Intl.DateTimeFormat(boot.lang, { dateStyle: "medium", timeStyle: "short" }).format(date);
}
