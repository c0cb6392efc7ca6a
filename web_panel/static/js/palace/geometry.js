// Where everything of the board stands on the screen. Pure functions of numbers: no page, no state.
//
// Oblique (cabinet) projection: columns run straight across, rows go up the screen and lean a little toward the
// handles' side, a level lifts a pane by at most a fifth of a row's depth, so that the highest cliff hides less
// than half of the row behind it. A "turned" board is seen from Black's side: the handles are then at the right.

export const COLUMNS = 8;
export const ROWS = 10;
export const BANDS = 5;
const FILES = "abcdefgh";
export const EDGE_WEST = 0.2; // the wooden edge beside the glass, in columns
export const EDGE_EAST = 0.46; // wider: it bears the rows' numbers
const LEAN = 0.085; // sideways shift of a row, in columns
const LIFT = 0.2; // of a row's depth, for one level
const NEAR_ROOM = 1.56; // rows kept free before the first row: waiting spheres, the table's edge with letters
const FAR_ROOM = 1.42; // and behind the last one
const MARGIN = 6; // px at the side without handles
const FIRST_LEVEL_MM = 2;
const LEVEL_MM = 20;

export const PANES = Array.from({ length: ROWS * COLUMNS }, (_, n) => paneName(n % COLUMNS, Math.floor(n / COLUMNS)));

/** "c7" for column 2, row 6. */
export function paneName(column, row) {
  return `${FILES[column]}${row + 1}`;
}

/** {column, row} of "c7": {2, 6}. */
export function parsePane(pane) {
  return { column: FILES.indexOf(pane[0]), row: Number(pane.slice(1)) - 1 };
}

/** The band (1-5) of a pane. */
export const bandOf = (pane) => Math.floor(parsePane(pane).row / 2) + 1;

/** A band's height in levels (1.0 ... 3.0) from its measured position. */
export const levelAt = (position_mm) => 1 + (position_mm - FIRST_LEVEL_MM) / LEVEL_MM;

export const DIRECTIONS = { n: [0, 1], e: [1, 0], s: [0, -1], w: [-1, 0] };

/** Fits the board into width x height px. `flat` draws without heights; `slots` is the room for the handles. */
export function fit({ width, height, flat = false, turned = false, trays = true, slots = 60 }) {
  const south = trays ? NEAR_ROOM : 0.8;
  const north = trays ? FAR_ROOM : 0.95;
  const apron = trays ? 1.12 : 0.34; // the table top before and behind the glass, where spheres wait
  const across = COLUMNS + EDGE_WEST + EDGE_EAST + (ROWS + 2 * apron) * LEAN;
  let column = (width - slots - MARGIN) / across;
  let row = height / (ROWS + south + north);
  column = Math.min(column, row * 1.55);
  row = Math.min(row, column * 1.12);
  const lean = column * LEAN * (turned ? 1 : -1);
  const left = (width - slots - MARGIN - column * across) / 2;
  const far = (ROWS + apron) * Math.abs(lean); // how far the last row leans beyond the first
  const tall = row * (ROWS + south + north);
  const top = (height - tall) / 2;
  return {
    width, height, flat, turned, apron, trays, slots, column, row, lean,
    lift: flat ? 0 : row * LIFT,
    x: left + (turned ? MARGIN + EDGE_EAST * column + apron * lean : slots + EDGE_WEST * column + far),
    y: top + row * (north + ROWS),
    radius: Math.min(column * 0.36, row * 0.42),
  };
}

/** The point over the corner of `column` and `row` lines (0-8, 0-10, fractions allowed) at `level`. */
export function corner(g, column, row, level = 0) {
  const across = g.turned ? COLUMNS - column : column;
  const back = g.turned ? ROWS - row : row;
  return [g.x + across * g.column + back * g.lean, g.y - back * g.row - level * g.lift];
}

/** The four corners of a rectangle on the glass, in order round it. */
export function face(g, column, row, level, columns = 1, rows = 1) {
  return [
    corner(g, column, row, level), corner(g, column + columns, row, level),
    corner(g, column + columns, row + rows, level), corner(g, column, row + rows, level),
  ];
}

/** The middle of a pane's upper face. */
export const middle = (g, column, row, level) => corner(g, column + 0.5, row + 0.5, level);

/** An upright rectangle {left, top, width, height} in px inside the pane's face, for a finger. */
export function touchBox(g, column, row, level, occupied = false) {
  const [x, y] = middle(g, column, row, level);
  const over = occupied && !g.flat ? g.radius * 0.35 : 0; // a sphere stands a little above its pane
  return { left: x - g.column / 2, top: y - g.row / 2 - over, width: g.column, height: g.row + over };
}

/** Where the waiting sphere of a column stands: in front of its entrance row. */
export function waiting(g, side, column) {
  const row = side === 0 ? -0.68 : ROWS + 0.64;
  return corner(g, column + 0.5, row, 0);
}

/** The upright slot of a band's handle beside the board: {x, top, bottom, left, width}; `level` 1 is at the bottom. */
export function slot(g, band) {
  const row = 2 * (band - 1);
  const [xa, ya] = corner(g, 0, row, 0);
  const [xb, yb] = corner(g, 0, row + 2, 0);
  const shift = (g.turned ? 1 : -1) * (g.slots * 0.5 + EDGE_WEST * g.column);
  const x = (xa + xb) / 2 + shift;
  const width = Math.max(48, g.slots - 8);
  const [high, low] = [Math.min(ya, yb), Math.max(ya, yb)];
  const inset = g.row * 0.3;
  return { x, top: high + inset, bottom: low - inset, left: x - width / 2, width, boxTop: high, boxHeight: low - high };
}

/** The height on the screen at which a handle stands for `level`. */
export function handleY(place, level) {
  return place.bottom - ((level - 1) / 2) * (place.bottom - place.top);
}

/** The level (1, 2 or 3) that a finger at height `y` means. */
export function levelFor(place, y) {
  const part = (place.bottom - y) / (place.bottom - place.top);
  return Math.min(3, Math.max(1, Math.round(1 + 2 * part)));
}

/** The pane or rim a point lies over: {column, row} may be -1 or 8/10 off the board. Heights per band. */
export function at(g, x, y, levels) {
  for (let back = 0; back < ROWS; back += 1) {
    // From the front row backwards: what stands in front is what is seen.
    const row = g.turned ? ROWS - 1 - back : back;
    const level = levels[Math.floor(row / 2)];
    const high = g.y - (back + 1) * g.row - level * g.lift;
    if (y < high) continue;
    const part = (g.y - level * g.lift - y) / g.row;
    const across = Math.floor((x - g.x - part * g.lean) / g.column);
    const column = Math.min(COLUMNS, Math.max(-1, g.turned ? COLUMNS - 1 - across : across));
    return part < 0 && back === 0 ? { column, row: g.turned ? ROWS : -1 } : { column, row };
  }
  const across = Math.floor((x - g.x - ROWS * g.lean) / g.column);
  const column = Math.min(COLUMNS, Math.max(-1, g.turned ? COLUMNS - 1 - across : across));
  return { column, row: g.turned ? -1 : ROWS };
}

export const points = (list) => list.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
export const line = (list) => `M${list.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
