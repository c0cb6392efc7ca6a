// The nine rooms of the palace as one sees them from above with the roof lifted off: a floor and what stands on
// it. 120 by 96 each; the furniture keeps to the right and the edges, where no servants are shown.
import { s } from "../dom.js";

const GOLD = "#d9ab48";
const r = (x, y, width, height, fill, more = {}) => s("rect", { x, y, width, height, fill, ...more });
const p = (d, fill, more = {}) => s("path", { d, fill, ...more });
const l = (d, stroke, width = 1.2, more = {}) => s("path", { d, fill: "none", stroke, "stroke-width": width, "stroke-linecap": "round", ...more });
const c = (cx, cy, radius, fill, more = {}) => s("circle", { cx, cy, r: radius, fill, ...more });
const grid = (step, width, height) => {
  const lines = [];
  for (let x = step; x < width; x += step) lines.push(`M${x} 0V${height}`);
  for (let y = step; y < height; y += step) lines.push(`M0 ${y}H${width}`);
  return lines.join("");
};
const squares = (size, fill) => {
  const cells = [];
  for (let y = 0; y * size < 96; y += 1) for (let x = y % 2; x * size < 120; x += 2) cells.push(`M${x * size} ${y * size}h${size}v${size}h-${size}z`);
  return p(cells.join(""), fill);
};
const herringbone = (stroke) => {
  const lines = [];
  for (let x = -12; x < 132; x += 12) for (let y = -12; y < 108; y += 12) lines.push(`M${x} ${y}l6 6 6-6`);
  return l(lines.join(""), stroke, 1.1);
};
const lily = (x, y, size, fill) => p("M0-8q4 5 0 9-4-4 0-9zM-1.5 1q-7 1-6-6 4 0 6 6zM1.5 1q7 1 6-6-4 0-6 6zM-4 2h8v2h-2l1 4h-6l1-4h-2z", fill, { transform: `translate(${x} ${y}) scale(${size})` });
const shadow = "#00000040";

const FLOORS = {
  parade: () => [r(0, 0, 120, 96, "#d9d2c2"), squares(16, "#26363c"), r(0, 0, 120, 96, "#0d2f3759"),
    c(92, 56, 21, "#c9b98e"), c(92, 56, 17, "#2b8f95", { stroke: "#f0e2b8", "stroke-width": 1.5 }), c(92, 56, 9, "none", { stroke: "#a9e6dc", "stroke-width": 1.2 }),
    c(92, 56, 4, "#f4efe4", { stroke: GOLD }), l("M92 47v-4M92 65v4M83 56h-4M101 56h4", "#e8fffb", 1.4)],
  stair: () => [r(0, 0, 120, 96, "#8f7a5a"), ...Array.from({ length: 7 }, (_, n) => p(`M${44 + n * 11} 96L${50 + n * 11} 20H${61 + n * 11}V96z`, n % 2 ? "#cdbb96" : "#b9a47c")),
    p("M70 96L74 20h22l2 76z", "#8f2436"), l("M70 96L74 20M98 96L96 20", GOLD, 1.6), r(0, 0, 120, 20, "#6b583c"), l("M0 20h120", GOLD, 2),
    ...Array.from({ length: 10 }, (_, n) => c(8 + n * 12, 20, 2.4, "#efe2bd", { stroke: "#6b4e1c", "stroke-width": 0.6 })), r(0, 0, 120, 96, "#00000022")],
  mint: () => [r(0, 0, 120, 96, "#5b4a2a"), l(grid(20, 120, 96), "#41331a", 2), r(66, 34, 46, 54, shadow, { rx: 3 }), r(64, 30, 46, 54, "#7a5326", { rx: 3, stroke: "#3d2810" }),
    ...[[73, 42], [84, 40], [95, 43], [78, 54], [91, 56], [101, 52], [72, 66], [86, 70], [100, 68]].map(([x, y]) => s("g", {}, s("ellipse", { cx: x, cy: y + 2, rx: 5, ry: 4.4, fill: "#8a6414" }), c(x, y, 4.8, "#f0cb63", { stroke: "#8a6414" }), c(x, y, 2.4, "none", { stroke: "#a67a1d" }))),
    p("M68 76l3-5h8l3 5z", "#c9c4b8", { stroke: "#555" })],
  king: () => [r(0, 0, 120, 96, "#23407d"), l(grid(24, 120, 96), "#2e5199", 1), ...[[12, 12], [36, 36], [12, 60], [60, 12], [36, 84], [60, 60], [108, 12], [108, 84], [84, 84]].map(([x, y]) => lily(x, y, 0.62, "#5f86cf")),
    r(70, 26, 42, 50, "#7d1f33", { rx: 2, stroke: GOLD, "stroke-width": 2 }), r(74, 30, 34, 42, "none", { stroke: "#e7c574", "stroke-width": 0.8 }),
    r(80, 38, 23, 26, shadow, { rx: 4 }), r(79, 35, 24, 26, "#2452a8", { rx: 4, stroke: GOLD, "stroke-width": 2.2 }), p("M82 35l2-7 4 4 3-6 3 6 4-4 2 7z", "#f0cb63", { stroke: "#7a5410", "stroke-width": 0.8 }), lily(91, 49, 1, "#f0cb63")],
  pomp: () => [r(0, 0, 120, 96, "#7a4a76"), herringbone("#8d5a89"), s("ellipse", { cx: 88, cy: 58, rx: 27, ry: 28, fill: "#c98fb8" }), s("ellipse", { cx: 88, cy: 58, rx: 23, ry: 24, fill: "none", stroke: "#f2d9ea", "stroke-width": 1, "stroke-dasharray": "2 3" }),
    r(72, 44, 34, 30, shadow, { rx: 6 }), p("M72 48q17-10 34 0v22q-17 8-34 0z", "#f2e0ee", { stroke: "#b47fa6" }), p("M72 56q17 6 34 0v14q-17 8-34 0z", "#a94f8c"), s("ellipse", { cx: 81, cy: 49, rx: 6, ry: 3.5, fill: "#fff" }), s("ellipse", { cx: 97, cy: 49, rx: 6, ry: 3.5, fill: "#fff" }),
    ...[[68, 82], [72, 86], [66, 88]].map(([x, y]) => c(x, y, 3, "#e86a92", { stroke: "#a32f5a" })), c(112, 84, 5, "#d7f2f0", { stroke: GOLD, "stroke-width": 1.5 })],
  office: () => [r(0, 0, 120, 96, "#3f5a45"), herringbone("#4a6a51"), r(66, 42, 48, 36, shadow, { rx: 2 }), r(64, 38, 48, 36, "#7a4a28", { rx: 2, stroke: "#3d2413" }), r(68, 42, 40, 28, "#1f5a48", { rx: 1 }),
    r(72, 45, 13, 17, "#f7f0dd", { transform: "rotate(-8 78 53)" }), r(88, 46, 13, 17, "#f7f0dd", { transform: "rotate(6 94 54)" }), l("M74 50l8-1M74 54l8-1M90 51l8 1M90 55l8 1", "#8a7a5a", 1), c(104, 66, 3, "#b3242c"), l("M84 66Q92 56 104 50", "#fffaf0", 2), c(84, 66, 2.4, "#14242a"),
    r(82, 78, 16, 12, "#5d2a2e", { rx: 4, stroke: GOLD })],
  back: () => [r(0, 0, 120, 96, "#6b4a3a"), ...Array.from({ length: 9 }, (_, row) => l(Array.from({ length: 8 }, (_, n) => `M${(row % 2) * 10 + n * 20} ${row * 12}v12`).join("") + `M0 ${row * 12}H120`, "#543728", 1.4)),
    r(86, 24, 30, 50, "#2b1d14", { rx: 2 }), p("M88 26l20 8v34l-20 6z", "#8a5a2c", { stroke: "#3d2413" }), c(104, 52, 2, GOLD), l("M94 29v41M100 31v37", "#5d3a18"),
    c(72, 78, 9, "#b98a4a", { stroke: "#5d3a18" }), c(72, 78, 5, "#6b4a22"), ...[[69, 76], [74, 76], [72, 81]].map(([x, y]) => c(x, y, 2.6, "#c0392b"))],
  cardinal: () => [r(0, 0, 120, 96, "#6b1820"), l(grid(15, 120, 96), "#7d2029", 1), r(66, 28, 46, 58, "#3d0d13", { rx: 2, stroke: GOLD, "stroke-width": 1.5 }),
    c(90, 60, 20, shadow), s("ellipse", { cx: 88, cy: 56, rx: 21, ry: 20, fill: "#d2323d", stroke: "#8a1119", "stroke-width": 1.5 }), s("ellipse", { cx: 88, cy: 54, rx: 10, ry: 9, fill: "#e85560", stroke: "#a01a24" }),
    l("M70 66q-8 6-4 16M106 66q8 6 4 16", "#f0cb63", 1.6), ...[[66, 84], [70, 86], [110, 84], [106, 86]].map(([x, y]) => p(`M${x} ${y}l-2 6h4z`, "#f0cb63"))],
  gate: () => [r(0, 0, 120, 96, "#b5a27a"), ...Array.from({ length: 60 }, (_, n) => c((n * 37) % 120, (n * 53) % 96, 0.9, n % 2 ? "#93805a" : "#d0c19c")), r(0, 0, 120, 96, "#0d2f3759"),
    l("M66 86V44q24-30 48 0v42", GOLD, 3), l("M72 86V42M78 86V36M84 86V32M90 86V30M96 86V32M102 86V36M108 86V42", "#20343c", 2), l("M66 60h48M66 78h48", GOLD, 1.6), c(90, 52, 7, "#f0cb63", { stroke: "#7a5410" }), lily(90, 52, 0.7, "#7a5410"), ...[66, 114].map((x) => c(x, 40, 3.5, "#f0cb63", { stroke: "#7a5410" }))],
};

/** The floor of a room. */
export const floor = (room) => s("svg", { viewBox: "0 0 120 96", preserveAspectRatio: "xMaxYMid slice", "aria-hidden": "true", class: "floor" }, FLOORS[room]?.() ?? r(0, 0, 120, 96, "#155b66"));
