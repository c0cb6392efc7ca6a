// Palace in words: sides, rolls, actions, panes, and what the referee sees.
import { sentence, t } from "../i18n.js";

export const COLOURS = ["white", "black"];
const MANY = 3; // spheres that are missing; more are told by colour
export const side = (seat) => t(`ui.side.${COLOURS[seat]}`);
export const colourWord = (colour) => t(colour ? `ui.colour.${colour}` : "ui.colour.any");

/** "c7, height 2, white sphere", with what can be done there. */
export function paneWords(pane, level, colour, more = []) {
  const height = level === Math.round(level) ? t("ui.pane.height", { level }) : t("ui.level.between");
  const what = colour ? t(`ui.pane.${colour}`) : t("ui.pane.empty");
  return [pane, height, what, ...more.filter(Boolean)].join(", ");
}

function victimWord(roll, view) {
  if (!roll.victim) return "";
  const own = view.panes[roll.victim] === COLOURS[view.turn];
  return t(own ? "ui.sphere.own" : "ui.sphere.other");
}

/** What a roll would do, as a whole sentence; an illegal one says why. */
export function rollWords(roll, view) {
  const direction = t(`ui.way.${roll.direction}`);
  const place = { pane: roll.pane, direction, target: roll.target ?? "", to: roll.victim_to ?? "", victim: victimWord(roll, view) };
  if (!roll.legal) return roll.refusal ? sentence(roll.refusal).says : t("ui.roll.blocked", place);
  return t(`ui.roll.${roll.end}`, place);
}

/** The same in two words, for a button. */
export function rollShort(roll) {
  return t(roll.legal ? `ui.short.${roll.end}` : "ui.short.blocked", { target: roll.target ?? "", victim: roll.victim ?? "" });
}

/** An action text as a sentence; `match` gives the rolls and the levels. */
export function actionWords(action, match) {
  if (action === "pass") return t("ui.action.pass");
  if (action.startsWith("@")) return t("ui.action.place", { column: action.slice(1) });
  if (action.startsWith("B")) {
    const [band, level] = [Number(action[1]), Number(action[3])];
    return t(match.view.levels[band - 1] < level ? "ui.action.up" : "ui.action.down", { band, level });
  }
  const roll = match.rolls?.find((one) => one.action === action);
  return roll ? rollWords(roll, match.view) : action;
}

const list = (pairs) => pairs.map(([pane]) => pane).join(", ");

/** What the referee sees: {level, says, do} or null when there is nothing to say. */
export function refereeWords(report, match) {
  if (!report) return null;
  const said = report.message ? sentence(report.message) : null;
  switch (report.state) {
    case "unchanged":
      return null;
    case "in_hand":
      return { level: "info", says: t("ui.referee.in_hand", { panes: list(report.in_hand) }) };
    case "provisional":
      return { level: "info", says: t("ui.referee.provisional"), do: actionWords(report.action ?? "", match) };
    case "recognised":
      return null;
    case "ambiguous":
      return { level: "warning", says: t("ui.referee.ambiguous"), do: t("ui.referee.ambiguous.do") };
    case "setup":
      if (report.errands?.length) {
        return { level: "info", says: t("ui.carry", { side: side(match.last.seat) }), do: report.errands.map(errandWords).join(" ") };
      }
      return guidance(report) ? { level: "info", says: t("ui.referee.setup"), do: guidance(report) } : said && { level: "info", ...said };
    case "calibration":
      return { level: "error", ...(said ?? { says: t("ui.referee.calibration"), do: "" }) };
    default:
      return { level: "warning", says: said?.says || t("ui.referee.astray"), do: guidance(report) || said?.do };
  }
}

/** What is to be done by hand with one sphere: {kind, pane, to, colour}. */
export function errandWords({ kind, pane, to, colour }) {
  return t(`ui.carry.${kind}`, { pane, to, sphere: colourWord(colour) });
}

/** Many spheres to be set up: the panes of each colour. */
function manyWords(missing) {
  const panes = (colour) => missing.filter((pair) => pair[1] === colour).map(([pane]) => pane).join(", ");
  return COLOURS.filter(panes).map((colour) => t(`ui.referee.many.${colour}`, { panes: panes(colour) })).join(" ");
}

/** "e6 should be empty: put it back on e4." One sentence a sphere, pairs of one colour joined; at most three. */
export function guidance(report) {
  const missing = [...(report.missing ?? [])];
  if (missing.length > MANY && !report.extra?.length) return manyWords(missing);
  const sentences = [];
  for (const [pane, colour] of report.extra ?? []) {
    const home = missing.findIndex(([, wanted]) => !colour || !wanted || wanted === colour);
    if (home >= 0) sentences.push(t("ui.referee.move", { from: pane, to: missing.splice(home, 1)[0][0] }));
    else sentences.push(t("ui.referee.empty", { pane }));
  }
  for (const [pane, colour] of missing) sentences.push(t("ui.referee.put", { pane, sphere: colourWord(colour) }));
  const rest = sentences.length - 3;
  return sentences.slice(0, 3).join(" ") + (rest > 0 ? ` ${t("ui.referee.more", { count: rest })}` : "");
}

/** How a match ended, in a sentence. */
export function outcomeWords(outcome, seats) {
  if (!outcome) return "";
  const name = (seat) => seats[seat]?.name ?? "";
  const params = { winner: outcome.winners.map(name).join(", "), loser: outcome.losers.map(name).join(", ") };
  return t(outcome.winners.length ? `ui.outcome.${outcome.reason}` : `ui.outcome.${outcome.reason}.draw`, params);
}
