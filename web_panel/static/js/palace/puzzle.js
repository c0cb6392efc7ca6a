// A puzzle beside its board: what is to be done, how it stands, the key, the next one.
import { button, h } from "../dom.js";
import { t } from "../i18n.js";
import { client, rights } from "../shell.js";
import { turnWords } from "./advice.js";

const SIGNS = { solved: "✓", wrong: "✕", on: "→", open: "?" };

const goalWords = (match) => t(`ui.puzzle.goal.${match.puzzle.turns}`);
export const decided = (match) => match.puzzle?.verdict === "solved" || match.puzzle?.verdict === "wrong";

let going = false;

async function go(match, more) {
  if (going) return; // a second tap must not set up a second puzzle
  going = true;
  const body = { bands: match.options.bands, turns: match.puzzle.turns, on_board: match.on_board, after: match.id, ...more };
  const answer = await client.post("/api/puzzles", body);
  going = false;
  if (answer.ok) location.replace(`/match/${answer.body.id}`);
}

async function leave(match) {
  await client.post(`/api/matches/${match.id}/abandon`, {}, { quiet: true });
  location.assign("/puzzles");
}

const mine = (match) => match.seats.some((seat) => seat.yours);
const keyButton = (advice) => (advice.key ? null : button(t("ui.puzzle.key"), () => advice.showKey(), { "data-focus": "key" }));
const keyWords = (advice) => (advice.key ? h("p", { class: "key-words" }, h("b", { class: "mono" }, advice.key.actions.join(" ")), " ", turnWords(advice.key)) : null);

/** What is to be done and how it stands; once it is decided with what one may do next. */
export function puzzleCard(match, advice) {
  const { verdict } = match.puzzle;
  return h("div", { class: "card puzzle", "data-verdict": verdict },
    h("p", { class: "puzzle-verdict" }, h("span", { class: "verdict-sign", "aria-hidden": "true" }, SIGNS[verdict]),
      h("b", {}, verdict === "open" ? goalWords(match) : t(`ui.puzzle.${verdict}`))),
    keyWords(advice),
    decided(match) && mine(match) ? [
      verdict === "wrong" ? button(t("ui.puzzle.again"), () => go(match, { again: true }), { class: "button primary", "data-focus": "again" }) : null,
      button(t("ui.puzzle.next"), () => go(match, {}), { class: verdict === "solved" ? "button primary" : "button", "data-focus": "next" }),
      verdict === "wrong" ? keyButton(advice) : null,
      button(t("ui.puzzle.all"), () => leave(match), { class: "button quiet", "data-focus": "leave" }),
    ] : null);
}

/** What else may be done with a puzzle, for the sheet of the match's acts. */
export function puzzleActs(match, advice) {
  const board = rights.panel && client.table?.connected && !match.on_board;
  return [
    keyButton(advice),
    mine(match) ? button(t("ui.puzzle.again"), () => go(match, { again: true })) : null,
    mine(match) ? button(t("ui.puzzle.next"), () => go(match, {})) : null,
    board ? button(t("ui.puzzle.board"), () => go(match, { again: true, on_board: true })) : null,
    mine(match) ? button(t("ui.puzzle.all"), () => leave(match), { class: "button quiet" }) : null,
  ];
}
