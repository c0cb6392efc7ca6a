// The glass: table top, five bands in relief, handles in their slots. Drawn once, then moved point by point, so
// that a band that travels costs a few attributes a frame and the page never grows.
import { s, say, set } from "../dom.js";
import { BANDS, COLUMNS, EDGE_EAST, EDGE_WEST, ROWS, corner, face, handleY, line, middle, paneName, points, slot, waiting } from "./geometry.js";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const GLIDE_MS = 140; // a position comes ten times a second: glide from one to the next
const STREAKS = [[0.9, 0.55, 1.1], [3.1, 0.22, 1.1], [5.6, 0.7, 1.1]]; // column, width, slant of the light on the glass

function stops(...list) {
  return list.map(([offset, color, opacity = 1]) => s("stop", { offset, "stop-color": color, "stop-opacity": opacity }));
}

function definitions() {
  const down = { x1: 0, y1: 0, x2: 0, y2: 1 };
  const over = { x1: 0, y1: 0, x2: 1, y2: 1 };
  const glow = { cx: "36%", cy: "30%", r: "78%" };
  return s("defs", {},
    // the higher, the lighter: and each level's riser shows one more sheet of glass (not colour alone)
    s("linearGradient", { id: "p-glass-1", ...over }, stops([0, "#2b8c93"], [0.5, "#1a6b75"], [1, "#0f4d58"])),
    s("linearGradient", { id: "p-glass-2", ...over }, stops([0, "#63c3bf"], [0.5, "#40a3a3"], [1, "#278388"])),
    s("linearGradient", { id: "p-glass-3", ...over }, stops([0, "#bdf0e6"], [0.5, "#8fd9d0"], [1, "#63bdb8"])),
    s("linearGradient", { id: "p-riser", ...down }, stops([0, "#c9fff3", 0.95], [0.14, "#2fb3a6", 0.95], [0.55, "#0e6a6d"], [1, "#063c45"])),
    s("linearGradient", { id: "p-side", ...down }, stops([0, "#8de7da"], [1, "#0a4b53"])),
    s("linearGradient", { id: "p-foot", ...down }, stops([0, "#00181d", 0.62], [1, "#00181d", 0])),
    s("linearGradient", { id: "p-lee", ...down }, stops([0, "#00181d", 0], [1, "#00181d", 0.7])),
    s("linearGradient", { id: "p-streak", ...over }, stops([0, "#ffffff", 0.42], [1, "#ffffff", 0.04])),
    s("linearGradient", { id: "p-wood", ...down }, stops([0, "#123a43"], [1, "#0a252c"])),
    s("linearGradient", { id: "p-wood-front", ...down }, stops([0, "#17464f"], [0.12, "#0d2f37"], [1, "#061a1f"])),
    s("linearGradient", { id: "p-gold", ...down }, stops([0, "#fff0c0"], [0.35, "#e9bf60"], [0.7, "#b07c22"], [1, "#7d5410"])),
    s("radialGradient", { id: "p-gold-ball", cx: "35%", cy: "28%", r: "80%" },
      stops([0, "#fffbe6"], [0.25, "#f6d98a"], [0.6, "#cf9a36"], [1, "#6d480b"])),
    s("radialGradient", { id: "p-pearl", ...glow },
      stops([0, "#ffffff"], [0.28, "#fdf9f0"], [0.62, "#e0d7c6"], [0.88, "#a99d89"], [1, "#8a8172"])),
    s("radialGradient", { id: "p-obsidian", ...glow },
      stops([0, "#9db4c2"], [0.16, "#4d606c"], [0.45, "#1d2a32"], [0.85, "#070c10"], [1, "#22323b"])),
    s("radialGradient", { id: "p-shade" }, stops([0, "#001217", 0.75], [0.6, "#001217", 0.42], [1, "#001217", 0])),
    s("radialGradient", { id: "p-lamp" }, stops([0, "#fff3bf", 0.95], [0.5, "#ffd25e", 0.5], [1, "#ffd25e", 0])),
    s("g", { id: "p-sphere-white" },
      s("circle", { r: 20, fill: "url(#p-pearl)", stroke: "#3c4a4e", "stroke-width": 1.2 }),
      s("ellipse", { cx: -6.5, cy: -8, rx: 5.5, ry: 3.6, fill: "#fff", opacity: 0.95, transform: "rotate(-32 -6.5 -8)" }),
      s("path", { d: "M-13 12A18.500 18.500 0 0 0 15 10.500", fill: "none", stroke: "#fff", "stroke-width": 1.6, opacity: 0.55 })),
    s("g", { id: "p-sphere-black" },
      s("circle", { r: 20, fill: "url(#p-obsidian)", stroke: "#0a1216", "stroke-width": 1.2 }),
      s("path", { d: "M-19.400 1.500A19.400 7 0 0 0 19.400 1.500L19 5A19.400 7.400 0 0 1-19 5Z", fill: "url(#p-gold)" }),
      s("ellipse", { cx: -6.5, cy: -9, rx: 5, ry: 3, fill: "#e9f6ff", opacity: 0.8, transform: "rotate(-32 -6.5 -9)" }),
      s("path", { d: "M-12 13.500A18.500 18.500 0 0 0 14 12", fill: "none", stroke: "#7fa9b8", "stroke-width": 1.4, opacity: 0.6 })));
}

class Band {
  constructor(number) {
    this.number = number;
    const part = (tag, attributes) => s(tag, attributes);
    this.side = part("polygon", { fill: "url(#p-side)" });
    this.riser = part("polygon", { fill: "url(#p-riser)", class: "riser" });
    this.sheets = part("path", { class: "sheets" });
    this.top = part("polygon", { class: "glass-top" });
    this.checks = part("path", { class: "checks" });
    this.grid = part("path", { class: "grid" });
    this.seats = part("path", { class: "seats" });
    this.streaks = part("path", { fill: "url(#p-streak)" });
    this.foot = part("polygon", { fill: "url(#p-foot)" });
    this.lee = part("polygon", { fill: "url(#p-lee)" });
    this.rim = part("path", { class: "rim" });
    this.crest = part("path", { class: "crest" });
    this.group = s("g", {}, this.side, this.top, this.checks, this.seats, this.streaks, this.grid, this.foot, this.lee,
      this.crest, this.rim, this.riser, this.sheets);
  }

  draw(g, level, front, back) {
    const south = 2 * (this.number - 1);
    const north = south + 2;
    const near = g.turned ? north : south;
    const far = g.turned ? south : north;
    const drop = Math.min(front, level);
    const west = [corner(g, 0, south, level), corner(g, 0, north, level), corner(g, 0, north, 0), corner(g, 0, south, 0)];
    set(this.side, { points: points(west) });
    set(this.top, { points: points(face(g, 0, south, level, COLUMNS, 2)), fill: `url(#p-glass-${Math.round(Math.min(3, Math.max(1, level)))})` });
    const lines = [];
    for (let column = 1; column < COLUMNS; column += 1) lines.push(line([corner(g, column, south, level), corner(g, column, north, level)]));
    lines.push(line([corner(g, 0, south + 1, level), corner(g, COLUMNS, south + 1, level)]));
    set(this.grid, { d: lines.join("") });
    const checks = [];
    const seats = [];
    for (let row = south; row < north; row += 1) {
      for (let column = 0; column < COLUMNS; column += 1) {
        if ((row + column) % 2) checks.push(`${line(face(g, column, row, level))}Z`);
        const [x, y] = middle(g, column, row, level);
        const [rx, ry] = [g.radius * 0.3, g.radius * 0.3 * (g.row / g.column)];
        seats.push(`M${(x - rx).toFixed(1)} ${y.toFixed(1)}a${rx.toFixed(1)} ${ry.toFixed(1)} 0 1 0 ${(2 * rx).toFixed(1)} 0a${rx.toFixed(1)} ${ry.toFixed(1)} 0 1 0 ${(-2 * rx).toFixed(1)} 0`);
      }
    }
    set(this.checks, { d: checks.join("") });
    set(this.seats, { d: seats.join("") });
    const light = STREAKS.map(([column, wide, slant]) => `${line([
      corner(g, column, south, level), corner(g, column + wide, south, level),
      corner(g, column + wide + slant, north, level), corner(g, column + slant, north, level)])}Z`);
    set(this.streaks, { d: light.join("") });
    const rise = Math.max(0, back - level);
    set(this.foot, { points: points([corner(g, 0, far, level), corner(g, COLUMNS, far, level),
      corner(g, COLUMNS, far + (near - far) * 0.3, level), corner(g, 0, far + (near - far) * 0.3, level)]),
      opacity: g.flat ? 0 : Math.min(1, rise * 0.6).toFixed(2) });
    // and what a higher band in front hides goes dark before it is hidden
    const hidden = Math.max(0, front - level);
    const deep = near + (far - near) * Math.min(0.9, hidden * 0.1 + 0.22);
    set(this.lee, { points: points([corner(g, 0, near, level), corner(g, COLUMNS, near, level), corner(g, COLUMNS, deep, level), corner(g, 0, deep, level)]),
      opacity: g.flat ? 0 : Math.min(1, hidden * 0.75).toFixed(2) });
    set(this.crest, { d: line([corner(g, 0, far, level), corner(g, COLUMNS, far, level)]), opacity: level - back > 0.02 ? 1 : 0 });
    set(this.rim, { d: line([corner(g, 0, near, level), corner(g, COLUMNS, near, level)]) });
    set(this.riser, { points: points([corner(g, 0, near, level), corner(g, COLUMNS, near, level),
      corner(g, COLUMNS, near, drop), corner(g, 0, near, drop)]) });
    const sheets = [];
    for (let sheet = Math.ceil(drop + 0.001); sheet < level - 0.001; sheet += 1) {
      sheets.push(line([corner(g, 0, near, sheet), corner(g, COLUMNS, near, sheet)]));
    }
    set(this.sheets, { d: sheets.join("") });
  }
}

class Handle {
  constructor(number) {
    this.number = number;
    this.slot = s("line", { class: "slot" });
    this.groove = s("line", { class: "groove" });
    this.notches = s("path", { class: "notches" });
    this.rod = s("line", { class: "rod" });
    this.ghost = s("circle", { class: "handle-ghost" });
    this.ball = s("circle", { fill: "url(#p-gold-ball)", class: "handle-ball" });
    this.label = s("text", { class: "handle-label" });
    this.group = s("g", {}, this.slot, this.groove, this.notches, this.rod, this.ghost, this.ball, this.label);
  }

  draw(g, level, wanted) {
    const place = slot(g, this.number);
    const y = handleY(place, level);
    const ball = Math.min(17, (place.bottom - place.top) * 0.27, g.slots * 0.3);
    for (const part of [this.slot, this.groove]) set(part, { x1: place.x, x2: place.x, y1: place.top - 6, y2: place.bottom + 6 });
    set(this.notches, { d: [1, 2, 3].map((n) => `M${place.x - 12} ${handleY(place, n).toFixed(1)}h24`).join("") });
    const [ex, ey] = corner(g, 0, 2 * this.number - 1, level);
    set(this.rod, { x1: place.x, y1: y, x2: ex, y2: ey + g.lift * 0.4 });
    set(this.ball, { cx: place.x, cy: y, r: ball });
    const text = say(this.label, Math.abs(level - Math.round(level)) < 0.06 ? Math.round(level) : "–");
    set(text, { x: place.x, y: y + ball * 0.36, "font-size": (ball * 1.05).toFixed(1) });
    const asks = wanted !== null && Math.abs(wanted - level) > 0.06;
    set(this.ghost, { cx: place.x, cy: handleY(place, wanted ?? level), r: ball, visibility: asks ? "visible" : "hidden" });
  }
}

export class Relief {
  /** `svg` is hidden from screen readers and takes no touches; the grid over it is what people use. */
  constructor(svg, { handles = true } = {}) {
    this.svg = svg;
    this.levels = [1, 2, 3, 2, 1];
    this.goals = [...this.levels];
    this.wanted = [null, null, null, null, null];
    this.moved = []; // called after the heights changed: pieces and marks ride their bands
    this.back = s("polygon", { class: "table-top", fill: "url(#p-wood)" });
    this.front = s("polygon", { fill: "url(#p-wood-front)" });
    this.inlay = s("path", { class: "inlay" });
    this.letters = s("g", { class: "letters" });
    this.dimples = s("g", { class: "dimples" });
    this.bands = Array.from({ length: BANDS }, (_, n) => new Band(n + 1));
    this.handles = handles ? this.bands.map((band) => new Handle(band.number)) : [];
    this.under = s("g", {});
    this.pieces = s("g", {});
    this.over = s("g", {});
    this.glass = s("g", {});
    this.numbers = s("g", { class: "flat-levels" });
    svg.replaceChildren(definitions(), this.back, this.front, this.inlay, this.dimples, this.letters, this.glass, this.numbers,
      s("g", {}, this.handles.map((handle) => handle.group)), this.under, this.pieces, this.over);
  }

  resize(g) {
    this.g = g;
    set(this.svg, { viewBox: `0 0 ${g.width} ${g.height}`, width: g.width, height: g.height, "data-flat": g.flat });
    const order = [...this.bands].sort((a, b) => (g.turned ? a.number - b.number : b.number - a.number));
    if (this.order !== g.turned) this.glass.replaceChildren(...order.map((band) => band.group));
    this.order = g.turned;
    const { apron } = g;
    const [west, east] = [-EDGE_WEST, COLUMNS + EDGE_EAST];
    const near = g.turned ? ROWS + apron : -apron;
    const outline = [corner(g, west, -apron), corner(g, east, -apron), corner(g, east, ROWS + apron), corner(g, west, ROWS + apron)];
    set(this.back, { points: points(outline) });
    const thick = g.row * 0.36;
    const [left, right] = [corner(g, west, near), corner(g, east, near)];
    set(this.front, { points: points([left, right, [right[0], right[1] + thick], [left[0], left[1] + thick]]) });
    const inset = [[west + 0.07, -apron + 0.09], [east - 0.07, -apron + 0.09], [east - 0.07, ROWS + apron - 0.09], [west + 0.07, ROWS + apron - 0.09]];
    set(this.inlay, { d: `${line(outline)}Z${line(inset.map(([c, r]) => corner(g, c, r)))}Z` });
    this.dimples.replaceChildren(...(g.trays ? [0, 1] : []).flatMap((who) => Array.from({ length: COLUMNS }, (_, column) => {
      const [x, y] = waiting(g, who, column);
      return s("ellipse", { cx: x, cy: y, rx: g.radius * 0.8, ry: g.radius * 0.52 });
    })));
    const letters = [];
    for (let column = 0; column < COLUMNS; column += 1) {
      const [x, y] = corner(g, column + 0.5, near);
      letters.push(s("text", { x, y: y + thick * 0.74, "font-size": Math.min(16, thick * 0.85).toFixed(1) }, paneName(column, 0)[0]));
    }
    for (let row = 0; row < ROWS; row += 1) {
      // Rows are named at the side without handles, on the wood.
      const [x, y] = corner(g, COLUMNS + EDGE_EAST * 0.47, row + 0.5, 0);
      const font = Math.min(15, g.row * 0.36, g.column * 0.26);
      letters.push(s("text", { x, y: y + font * 0.35, "font-size": font.toFixed(1) }, row + 1));
    }
    this.letters.replaceChildren(...letters);
    this.numbers.replaceChildren();
    this.draw();
  }

  /** Measured heights in levels, fractions while a band travels. */
  setLevels(levels) {
    if (levels.every((level, n) => Math.abs(level - this.goals[n]) < 0.004)) return;
    this.goals = [...levels];
    if (reduced.matches || !this.shown) {
      this.levels = [...levels];
      this.shown = true;
      this.draw();
      return;
    }
    const from = [...this.levels];
    const begun = performance.now();
    const frame = (now) => {
      if (this.gliding !== frame) return;
      const part = Math.min(1, Math.max(0, (now - begun) / GLIDE_MS));
      this.levels = this.goals.map((goal, n) => from[n] + (goal - from[n]) * part);
      this.draw();
      if (part < 1) requestAnimationFrame(frame);
      else this.gliding = null;
    };
    this.gliding = frame;
    requestAnimationFrame(frame);
  }

  /** What somebody asks of a handle (1-3) or null. */
  setWanted(wanted) {
    this.wanted = wanted;
    this.draw();
  }

  levelOf(row) {
    return this.levels[Math.floor(row / 2)];
  }

  draw() {
    const g = this.g;
    if (!g) return;
    const side = (n) => (n < 0 || n >= BANDS ? 0 : this.levels[n]);
    for (const band of this.bands) {
      const n = band.number - 1;
      const [front, back] = g.turned ? [side(n + 1), side(n - 1)] : [side(n - 1), side(n + 1)];
      band.draw(g, this.levels[n], front, n === (g.turned ? 0 : BANDS - 1) ? 0 : back);
    }
    this.handles.forEach((handle, n) => handle.draw(g, this.levels[n], this.wanted[n]));
    if (g.flat) this.drawNumbers();
    for (const moved of this.moved) moved();
  }

  // Without relief the height is told by a number on every pane.
  drawNumbers() {
    const g = this.g;
    if (!this.numbers.childElementCount) {
      for (let n = 0; n < ROWS * COLUMNS; n += 1) this.numbers.append(s("text", { "font-size": (g.row * 0.3).toFixed(1) }));
    }
    [...this.numbers.children].forEach((text, n) => {
      const [column, row] = [n % COLUMNS, Math.floor(n / COLUMNS)];
      const [x, y] = corner(g, column + (g.turned ? 0.82 : 0.18), row + (g.turned ? 0.22 : 0.78), 0);
      set(say(text, Math.round(this.levelOf(row))), { x: x.toFixed(1), y: (y + g.row * 0.1).toFixed(1) });
    });
  }
}
