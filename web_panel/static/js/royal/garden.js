// The park from above: lawns with box hedges in scrolls, gravel walks, a pool in the middle, a balustrade
// round the borders. It lies under the nobles; the more of them have gone, the more of it is seen. 600 by 600.
import { s } from "../dom.js";

const SIDE = 100;
const GRAVEL = "#cdb98a";
const GRASS = ["#2f7a55", "#2a6f50"];
const HEDGE = "#134a34";
const p = (d, attributes) => s("path", { d, fill: "none", "stroke-linecap": "round", ...attributes });
const ring = (cx, cy, r, attributes) => s("circle", { cx, cy, r, fill: "none", ...attributes });

// One bed, 84 by 84 around its middle.
const BEDS = {
  scrolls: () => [p("M-30-30q30 0 30 30 0-30 30-30M-30 30q30 0 30-30 0 30 30 30", { stroke: HEDGE, "stroke-width": 6 }), ring(0, 0, 9, { stroke: HEDGE, "stroke-width": 5 }), ...[[-22, 0], [22, 0], [0, -22], [0, 22]].map(([x, y]) => s("circle", { cx: x, cy: y, r: 5, fill: "#e58aa6" }))],
  rings: () => [ring(0, 0, 30, { stroke: HEDGE, "stroke-width": 6 }), ring(0, 0, 17, { stroke: "#e8c04a", "stroke-width": 5, "stroke-dasharray": "1 8", "stroke-linecap": "round" }), s("circle", { r: 8, fill: HEDGE }), s("circle", { r: 4, fill: "#3f9468" })],
  diamond: () => [p("M0-32L32 0 0 32-32 0z", { stroke: HEDGE, "stroke-width": 6, "stroke-linejoin": "round" }), p("M0-15L15 0 0 15-15 0z", { fill: "#b995e2", stroke: "#6a4690", "stroke-width": 2 }), ...[[-30, -30], [30, -30], [-30, 30], [30, 30]].map(([x, y]) => s("circle", { cx: x, cy: y, r: 7, fill: HEDGE }))],
  lily: () => [p("M0-32q16 22 0 38-16-16 0-38zM-6 8q-26 2-22-24 18 2 22 24zM6 8q26 2 22-24-18 2-22 24zM-16 12h32M-6 14l-4 18M6 14l4 18", { stroke: HEDGE, "stroke-width": 5 })],
  topiary: () => [...[[-24, -24], [24, -24], [-24, 24], [24, 24]].map(([x, y]) => s("g", {}, s("circle", { cx: x + 3, cy: y + 4, r: 12, fill: "#00000038" }), s("circle", { cx: x, cy: y, r: 12, fill: HEDGE }), s("circle", { cx: x - 3, cy: y - 4, r: 6, fill: "#2f7f5a" }))), ring(0, 0, 8, { stroke: "#f4efe4", "stroke-width": 3 })],
};
const PLAN = ["topiary", "scrolls", "rings", "diamond", "lily"];

/** The whole ground. */
export function garden() {
  const beds = [];
  for (let row = 0; row < 6; row += 1) {
    for (let column = 0; column < 6; column += 1) {
      // The same on all four sides, as a French garden has to be.
      const [x, y] = [Math.min(column, 5 - column), Math.min(row, 5 - row)];
      beds.push(s("g", { transform: `translate(${column * SIDE + 50} ${row * SIDE + 50})` },
        s("rect", { x: -43, y: -43, width: 86, height: 86, rx: 8, fill: GRASS[(x + y) % 2], stroke: HEDGE, "stroke-width": 5 }),
        BEDS[PLAN[(2 * x + 3 * y + x * y) % PLAN.length]]()));
    }
  }
  return s("svg", { viewBox: "0 0 600 600", preserveAspectRatio: "none", class: "garden", "aria-hidden": "true" },
    s("rect", { width: 600, height: 600, fill: GRAVEL }), beds,
    s("g", {}, s("circle", { cx: 300, cy: 300, r: 38, fill: "#eadcb4" }), s("circle", { cx: 300, cy: 300, r: 31, fill: "#1f8c95", stroke: "#8a7440", "stroke-width": 3 }),
      ring(300, 300, 20, { stroke: "#7fe0d5", "stroke-width": 2.5 }), ring(300, 300, 11, { stroke: "#c8fff6", "stroke-width": 2 }), s("circle", { cx: 300, cy: 300, r: 5, fill: "#fff" })),
    s("rect", { x: 2.5, y: 2.5, width: 595, height: 595, fill: "none", stroke: "#efe2bd", "stroke-width": 5, "stroke-dasharray": "9 5" }));
}
