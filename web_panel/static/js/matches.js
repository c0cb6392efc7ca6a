// Matches in one line each, for the first page and the records.
import { h } from "./dom.js";
import { known, moment, t } from "./i18n.js";
import { art } from "./art.js";

export const gameName = (key) => (known(`${key}.name`) ? t(`${key}.name`) : key);
export const gameAbout = (key) => (known(`${key}.about`) ? t(`${key}.about`) : "");
export const players = (match) => match.seats.map((seat) => seat.name).join(" – ");

/** How a match stands, in a few words. */
export function standing(match) {
  if (match.outcome) {
    const winners = match.outcome.winners.map((seat) => match.seats[seat].name).join(", ");
    return winners ? t("ui.won", { name: winners }) : t("ui.drawn");
  }
  return t(match.resume ? "ui.state.resume" : `ui.state.${match.state}`);
}

/** A match as a row with its link. */
export function matchRow(match, href, label) {
  return h("li", {}, h("a", { class: "match-row", href },
    art(match.game),
    h("span", { class: "grow" }, h("b", {}, match.puzzle ? t("ui.puzzle") : players(match)),
      h("span", { class: "soft row-line" }, `${gameName(match.game)} · ${standing(match)}${match.on_board && !match.outcome ? ` · ${t("ui.on_board")}` : ""}`),
      h("span", { class: "soft row-line" }, moment(match.updated))),
    h("span", { class: "go" }, label)));
}
