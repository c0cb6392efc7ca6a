// Which panes of a match get which mark. A pure function from what is known to a list.
import { COLOURS } from "./words.js";

/** Marks for scene.marks.setMarks, from the least to the most urgent. */
export function marksOf({ match, choice, report, table, mayAct, threats = [], turn = null }) {
  const marks = [];
  const add = (kind, pane, colour = null) => marks.push({ kind, pane, colour });
  const { view } = match;
  for (const pane of match.last?.changed ?? []) add("last", pane);
  if (mayAct && !choice) {
    const movable = new Set(match.rolls.filter((roll) => roll.legal).map((roll) => roll.pane));
    for (const pane of movable) add("may", pane);
  }
  for (const { pane, actions } of threats) marks.push({ kind: "threat", pane, from: /^([a-h]\d+)[nesw]$/.exec(actions.at(-1))?.[1] ?? null });
  marks.push(...targetOf(turn, view.turn));
  if (choice?.pane) add("selected", choice.pane);
  if (choice?.kind === "action") {
    const { action } = choice;
    if (action.startsWith("@")) add("target", `${action.slice(1)}${view.turn === 0 ? 1 : 10}`);
    else {
      const roll = match.rolls.find((one) => one.action === action);
      if (roll?.target) add("target", roll.target);
    }
  }
  for (const { kind, pane, to, colour } of report?.errands ?? []) {
    if (kind === "break") add("extra", pane, colour);
    else if (!report.errands.some((one) => one.kind === "break" && one.pane === to)) add("missing", to ?? pane, colour);
    if (kind === "move") marks.push({ kind: "from", pane, to, colour: view.panes[pane] ? null : colour });
  }
  if (report && !report.errands?.length) {
    for (const [pane] of report.in_hand ?? []) add("hand", pane);
    for (const [pane, colour] of report.missing ?? []) add("missing", pane, colour);
    for (const [pane, colour] of report.extra ?? []) add("extra", pane, view.panes[pane] ? null : colour);
  }
  if (match.on_board && table?.connected) {
    for (const { pane, state, trusted } of table.panes) if (!trusted || state === "uncertain" || state === "fault") add("doubt", pane);
  }
  return marks;
}

/** Of a turn that is only looked at: where its sphere enters or comes to rest, as marks. */
export function targetOf(turn, seat) {
  const last = turn?.actions.at(-1);
  const pane = last?.startsWith("@") ? `${last.slice(1)}${seat === 0 ? 1 : 10}` : turn?.roll?.target;
  return pane ? [{ kind: "target", pane }] : [];
}

/** Panes of one colour, for pages that show the sensed board: {c7: "white"}. */
export function sensed(table) {
  return Object.fromEntries(table.panes.filter((pane) => pane.state === "full" && COLOURS.includes(pane.colour)).map((pane) => [pane.pane, pane.colour]));
}
