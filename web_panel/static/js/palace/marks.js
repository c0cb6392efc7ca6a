// What is shown on the glass besides the spheres: the last move, what may be touched, the four rolls of a sphere
// with what happens at their ends, and what the referee sees. Every mark differs in shape, not only in colour.
import { s, set } from "../dom.js";
import { DIRECTIONS, corner, face, line, middle, parsePane, points } from "./geometry.js";

// Signs on a 20 x 20 grid round 0,0.
const SIGNS = {
  stop: "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
  wall: "M4-7v14M-6 0h7m-3-3.500l3.500 3.500l-3.500 3.500",
  blocked: "M-5-5l10 10M-5 5l10-10",
  hop: "M-6 5h5v-8h6m-3-3.500l3.500 3.500l-3.500 3.500",
  drop: "M-6-5h5v9h6m-3-3.500l3.500 3.500l-3.500 3.500",
  shove: "M-7-5l5 5l-5 5M-1-5l5 5l-5 5",
  shove_off: "M-7-5l4 5l-4 5M-1-5l4 5l-4 5M6-7v14",
  smash: "M0-7.500l2 4.500l4.800-2l-2 4.800l4.500 2l-4.500 2l2 4.800l-4.800-2l-2 4.500l-2-4.500l-4.800 2l2-4.800l-4.500-2l4.500-2l-2-4.800l4.800 2z",
  threat: "M2-8L-5 1h5l-2 7L5-1H0z",
  fall: "M0-7v9m-5-4l5 5.500l5-5.500M-6 7h3M-1.500 7h3M3 7h3",
};

/** The sign of an end, as a small picture of its own (for buttons). */
export function sign(end) {
  return s("svg", { viewBox: "-11 -11 22 22", class: `end-sign end-${end}`, "aria-hidden": "true" },
    s("path", { d: SIGNS[end] ?? SIGNS.stop, fill: "none", stroke: "currentColor", "stroke-width": 2.2, "stroke-linecap": "round", "stroke-linejoin": "round" }));
}

const HARMFUL = new Set(["fall"]);
const STRIKING = new Set(["smash", "shove_off", "shove"]);
const tone = (roll) => (!roll.legal ? "no" : HARMFUL.has(roll.end) ? "harm" : STRIKING.has(roll.end) ? "strike" : "calm");

export class Marks {
  constructor(relief) {
    this.relief = relief;
    this.panes = s("g", {});
    this.paths = s("g", { class: "paths" });
    this.signs = s("g", { class: "signs" });
    relief.under.append(this.panes, this.paths);
    relief.over.append(this.signs);
    this.marks = [];
    this.rolls = [];
    this.chosen = null;
    relief.moved.push(() => this.draw());
  }

  /** `marks` as [{pane, kind, colour?}]; kinds: last, may, selected, target, hand, missing, extra, doubt,
   * lamp, from: a sphere that goes `to` another pane, threat: one that can be broken, `from` that pane. */
  setMarks(marks) {
    this.marks = marks;
    this.draw();
  }

  /** The rolls to draw; `chosen` is the action text of the one to stress. */
  setRolls(rolls, chosen = null) {
    this.rolls = rolls;
    this.chosen = chosen;
    this.draw();
  }

  spot(pane) {
    const { column, row } = parsePane(pane);
    return middle(this.relief.g, column, row, this.relief.levelOf(row));
  }

  draw() {
    const { g } = this.relief;
    if (!g) return;
    const key = JSON.stringify([this.marks, this.rolls, this.chosen, this.relief.levels, g.width, g.height, g.flat, g.turned]);
    if (key === this.key) return;
    this.key = key;
    this.panes.replaceChildren(...this.marks.flatMap((mark) => this.mark(mark)));
    const paths = [];
    const signs = [];
    // The chosen one last, so that it lies on top.
    for (const roll of [...this.rolls].sort((a, b) => (a.action === this.chosen) - (b.action === this.chosen))) this.path(roll, paths, signs);
    this.paths.replaceChildren(...paths);
    this.signs.replaceChildren(...signs, ...this.marks.flatMap((mark) => this.overMark(mark)));
  }

  mark({ pane, kind, colour, to, from }) {
    const { g } = this.relief;
    const { column, row } = parsePane(pane);
    const level = this.relief.levelOf(row);
    const [x, y] = middle(g, column, row, level);
    const ring = (grow, attributes) => s("ellipse", { cx: x.toFixed(1), cy: y.toFixed(1), rx: (g.radius * grow).toFixed(1), ry: (g.radius * grow * Math.min(0.85, g.row / g.column + 0.1)).toFixed(1), ...attributes });
    const plate = (inset, attributes) => s("polygon", { points: points(face(g, column + inset, row + inset, level, 1 - 2 * inset, 1 - 2 * inset)), ...attributes });
    // A sphere of the mark's colour that is told of, standing on its pane as real ones do.
    const ghost = (opacity) => s("use", { href: `#p-sphere-${colour}`, opacity, transform: `translate(${x.toFixed(1)} ${(y - (g.flat ? 0 : g.radius * 0.42)).toFixed(1)}) scale(${(g.radius / 20).toFixed(4)})` });
    if (kind === "last") return [plate(0.06, { class: "mark-last" })];
    if (kind === "may") return [ring(1.3, { class: "mark-may" })];
    if (kind === "selected") return [plate(0.05, { class: "mark-selected" }), ring(1.42, { class: "mark-ring" })];
    if (kind === "target") return [plate(0.05, { class: "mark-target" })];
    if (kind === "lamp") {
      return [plate(0.03, { class: "mark-lamp", fill: colour, stroke: colour }),
        s("ellipse", { cx: x, cy: y, rx: g.column * 0.3, ry: g.row * 0.3, fill: "url(#p-lamp)" })];
    }
    if (kind === "threat") {
      const d = from && line([this.spot(from), [x, y]]);
      return [ring(1.28, { class: "mark-threat" }), d ? s("path", { d, class: "mark-danger" }) : null].filter(Boolean);
    }
    if (kind === "hand") return [ring(1.15, { class: "mark-hand" })];
    if (kind === "missing") return [plate(0.05, { class: "mark-missing" }), colour ? ghost(0.45) : ring(1, { class: "mark-hand" })];
    if (kind === "from") {
      const [a, b] = [[x, y], this.spot(to)];
      const long = Math.hypot(b[0] - a[0], b[1] - a[1]);
      const along = (part) => [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
      const tip = along(1 - (g.radius * 0.7) / long);
      const [ux, uy] = [(b[0] - a[0]) / long, (b[1] - a[1]) / long];
      const wing = (way) => [tip[0] - ux * 13 + uy * 9 * way, tip[1] - uy * 13 - ux * 9 * way];
      const d = `${line([along((g.radius * 0.9) / long), tip])}${line([wing(1), tip, wing(-1)])}`;
      return [plate(0.05, { class: "mark-from" }), colour ? ghost(0.85) : ring(1.1, { class: "mark-hand" }),
        s("path", { d, class: "path-ground" }), s("path", { d, class: "path mark-way" })];
    }
    if (kind === "extra") return [plate(0.05, { class: "mark-extra" }), colour ? ghost(0.85) : null].filter(Boolean);
    return [plate(0.2, { class: "mark-doubt" })];
  }

  // What must be seen over a sphere.
  overMark({ pane, kind }) {
    if (!["extra", "missing", "doubt", "threat"].includes(kind)) return [];
    const { g } = this.relief;
    const [x, y] = this.spot(pane);
    if (kind === "threat") return [this.badge(x - g.column * 0.27, y - g.row * 0.34, SIGNS.threat, kind)];
    const d = kind === "extra" ? SIGNS.blocked : kind === "missing" ? "M-6 0h12M0-6v12" : "M-3-4a3.200 3.200 0 1 1 4.500 3c-1.500 1-1.500 1.500-1.500 3M0 6v.5";
    return [this.badge(x + g.column * 0.26, y - g.row * 0.3, d, kind)];
  }

  badge(x, y, d, kind) {
    const size = Math.max(9.5, Math.min(14, this.relief.g.row * 0.25));
    return s("g", { class: `badge badge-${kind}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(size / 11).toFixed(3)})` },
      s("circle", { r: 11 }), s("path", { d }));
  }

  path(roll, paths, signs) {
    const { g } = this.relief;
    const { column, row } = parsePane(roll.pane);
    const [dx, dy] = DIRECTIONS[roll.direction];
    const kind = tone(roll);
    const way = [roll.pane, ...roll.path.filter((pane) => pane !== roll.pane)];
    if (roll.target && way.at(-1) !== roll.target) way.push(roll.target);
    const spots = [];
    let before = null;
    for (const pane of way) {
      const at = parsePane(pane);
      const level = this.relief.levelOf(at.row);
      if (before && before.level !== level && !g.flat) {
        // The step itself: up or down the riser between two panes.
        const edge = [at.column + 0.5 - dx * 0.5, at.row + 0.5 - dy * 0.5];
        spots.push(corner(g, ...edge, before.level), corner(g, ...edge, level));
      }
      spots.push(middle(g, at.column, at.row, level));
      before = { ...at, level };
    }
    const last = parsePane(way.at(-1));
    let [ex, ey] = spots.at(-1);
    const beyond = (part) => corner(g, last.column + 0.5 + dx * part, last.row + 0.5 + dy * part, this.relief.levelOf(last.row));
    if (roll.end === "fall") {
      spots.push(beyond(0.62));
      [ex, ey] = beyond(0.85);
      ey += dy === 0 ? g.row * 0.12 : 0;
      this.rim(last, roll.direction, paths, kind);
    } else if (!roll.legal) {
      spots.push(beyond(0.5));
      [ex, ey] = beyond(0.66);
    } else if (roll.victim) {
      [ex, ey] = this.spot(roll.victim);
      [ex, ey] = [ex + g.column * 0.27, ey - g.row * 0.34]; // beside the sphere, not over its face
    }
    if (roll.victim && !roll.victim_to && roll.end === "shove_off") this.rim(parsePane(roll.victim), roll.direction, paths, kind);
    const chosen = roll.action === this.chosen;
    const start = 0.3; // begin at the sphere's edge
    const [first, second] = [middle(g, column, row, this.relief.levelOf(row)), spots[1] ?? [ex, ey]];
    spots[0] = [first[0] + (second[0] - first[0]) * start, first[1] + (second[1] - first[1]) * start];
    const d = line(spots);
    if (roll.legal) paths.push(s("path", { d, class: "path-ground", "data-chosen": chosen }));
    paths.push(s("path", { d, class: `path path-${kind}`, "data-chosen": chosen }));
    if (roll.legal && roll.victim_to) {
      paths.push(s("path", { d: line([this.spot(roll.victim), this.spot(roll.victim_to)]), class: `path path-${kind} path-pushed` }));
    }
    const badge = this.badge(ex, ey, SIGNS[roll.end] ?? SIGNS.stop, kind);
    set(badge, { "data-chosen": chosen });
    signs.push(badge);
  }

  // The edge over which something falls.
  rim({ column, row }, direction, paths, kind) {
    const { g } = this.relief;
    const level = this.relief.levelOf(row);
    const ends = {
      n: [[column, row + 1], [column + 1, row + 1]], s: [[column, row], [column + 1, row]],
      e: [[column + 1, row], [column + 1, row + 1]], w: [[column, row], [column, row + 1]],
    }[direction];
    paths.push(s("path", { d: line(ends.map(([c, r]) => corner(g, c, r, level))), class: `rim-danger rim-${kind}` }));
  }
}
