// What the page reads out of a match of Palais Royal: who acts here, what it costs, which ways there are. No
// element, no state: a snapshot in, an answer out.
import { viewOf, actionsOf } from "../cards/reading.js";

export { acts, actionsOf, going, ownSeats, shared, viewOf } from "../cards/reading.js";

export const PHASES = ["reinforce", "move", "collect", "recruit", "draw", "end"];
export const COLUMNS = ["a", "b", "c", "d", "e", "f"];
export const ROWS = [1, 2, 3, 4, 5, 6];
export const BORDERS = ["row1", "row6", "column_a", "column_f"];
const BEFORE_LAYOUT = ["back", "office", "cardinal", "mint", "gate", "pomp", "stair", "king", "parade"];

/** The nine rooms row by row; the printed palace while nothing has been laid out. */
export const layoutOf = (match) => (match.view.layout.length ? match.view.layout : BEFORE_LAYOUT);

export const onBorder = (space) => "af".includes(space[0]) || "16".includes(space[1]);

/** The hand that this device may show for `seat`, or null. */
export const handOf = (match, seat) => (seat === null ? null : viewOf(match, seat)?.hand ?? null);

/** Rooms beside `room`, diagonals too for a seat whose noble allows it. */
function near(layout, room, diagonal) {
  const at = layout.indexOf(room);
  return layout.filter((_, n) => {
    const [rows, columns] = [Math.abs(Math.floor(n / 3) - Math.floor(at / 3)), Math.abs((n % 3) - (at % 3))];
    return diagonal ? Math.max(rows, columns) === 1 : rows + columns === 1;
  });
}

/** The ways from `from` to every room that `points` reach: {room: [rooms stepped into]}; the shortest. */
export function walks(match, seat, from, points) {
  const layout = layoutOf(match);
  const diagonal = Boolean(match.view.players[seat].powers.DIAGONAL);
  const found = { [from]: [] };
  let edge = [from];
  for (let step = 1; step <= points && edge.length; step += 1) {
    const next = [];
    for (const room of edge) {
      for (const other of near(layout, room, diagonal)) {
        if (other in found) continue;
        found[other] = [...found[room], other];
        next.push(other);
      }
    }
    edge = next;
  }
  delete found[from];
  return found;
}

/** A walk as actions: "move gate-office" and so on. */
export const stepsOf = (from, rooms) => rooms.map((room, n) => `move ${n ? rooms[n - 1] : from}-${room}`);

/** The ways to recruit the noble of `space`, out of the legal actions: what each sends back and uses up. */
export function waysTo(match, seat, space, writ) {
  const noble = match.view.nobles[match.view.park[space]?.noble];
  if (!noble || seat === null) return [];
  const shape = /^recruit (\w\d) t(\d+) v(\d+)(?: from=(\w+))?( writ)?$/;
  return actionsOf(match, seat).map((action) => shape.exec(action)).filter((found) => found && found[1] === space && Boolean(found[5]) === writ)
    .map(([action, , turquoise, violet, from]) => ({ action, from: from ?? null, free_turquoise: Number(turquoise), free_violet: Number(violet),
      king: noble.turquoise - Number(turquoise), pomp: noble.violet - Number(violet), office: writ ? 0 : 1 }));
}

/** The spaces whose noble the turn's player can have now: everybody sees it; with a writ only its owner does. */
export function affordable(match, seat, writ) {
  if (match.view.phase !== "recruit") return new Set();
  if (writ) return new Set(actionsOf(match, seat).filter((action) => action.endsWith(" writ")).map((action) => action.split(" ")[1]));
  return new Set(Object.entries(match.view.offers).filter(([, offer]) => offer.affordable).map(([space]) => space));
}

/** What a card of `kind` can be used for now: the action texts, [] if nothing. */
export const cardActions = (match, seat, kind) => actionsOf(match, seat).filter((action) =>
  kind === "writ" ? action.endsWith(" writ") : action === `card ${kind}` || action.startsWith(`card ${kind} `));

/** Servants of every seat on one border of the park. */
export const borderCounts = (match, border) => match.view.borders.find((one) => one.border === border)?.counts ?? match.seats.map(() => 0);

/** The most and least of a counted action, e.g. "draw 3"; null when there is none. */
export function counted(match, seat, kind) {
  const numbers = actionsOf(match, seat).filter((action) => action.startsWith(`${kind} `)).map((action) => Number(action.split(" ")[1]));
  return numbers.length ? { least: Math.min(...numbers), most: Math.max(...numbers) } : null;
}

/** Whether `seat` may take its last action back without asking: its own turn still, and nothing was revealed. */
export function mayUndo(match, seat) {
  const last = match.moves.at(-1);
  if (seat === null || !last || last.seat !== seat || !match.acting?.includes(seat) || match.undo) return false;
  return !/^(draw [1-9]|card |.* writ$)/.test(last.action ?? "draw 1");
}

/** The moves of the turn that goes on, or, when it has only begun, of the one before: {seat, moves}. */
export function turns(match) {
  const told = [];
  for (const move of match.moves) {
    if (!Number.isInteger(move.seat)) continue;
    const posted = move.message?.code === "royal.did.post";
    const last = told.at(-1);
    const begins = !last || last.seat !== move.seat || last.posted !== posted;
    if (begins) told.push({ seat: move.seat, posted, n: move.n, moves: [] });
    told.at(-1).moves.push(move);
  }
  return told;
}

/** Seats from the leader down, with their points as they stand now. */
export function standing(match) {
  const totals = match.view.scores.map((score) => score.total);
  return match.seats.map(({ seat }) => ({ seat, total: totals[seat] ?? 0, place: 1 + totals.filter((other) => other > totals[seat]).length }));
}
