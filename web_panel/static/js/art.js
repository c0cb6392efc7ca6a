// One small picture a game, drawn by hand: stepped glass with a sphere, a fan of cards, rooms with a crown.
import { s } from "./dom.js";

const draw = {
  palace: () => [
    s("path", { d: "M8 78l20-10h84l-20 10z", fill: "#155b66" }), s("path", { d: "M8 78h84v8H8z", fill: "#0c3c45" }), s("path", { d: "M92 78l20-10v8l-20 10z", fill: "#092f37" }),
    s("path", { d: "M26 60l20-10h66l-20 10z", fill: "#3aa09f" }), s("path", { d: "M26 60h66v10H26z", fill: "#1a6b72" }), s("path", { d: "M92 60l20-10v10l-20 10z", fill: "#12545b" }),
    s("path", { d: "M44 42l20-10h48l-20 10z", fill: "#a9e6dc" }), s("path", { d: "M44 42h48v10H44z", fill: "#4fb5ae" }), s("path", { d: "M92 42l20-10v10l-20 10z", fill: "#35918d" }),
    s("path", { d: "M44 42h48M26 60h66M8 78h84", stroke: "#eafffa", "stroke-width": 1.4, fill: "none" }),
    s("circle", { cx: 76, cy: 26, r: 12, fill: "#f4efe4", stroke: "#3c4a4e" }), s("circle", { cx: 72, cy: 22, r: 3, fill: "#fff" }),
    s("circle", { cx: 40, cy: 46, r: 11, fill: "#141d23", stroke: "#05090c" }), s("path", { d: "M29 47a11 4 0 0 0 22 0", fill: "none", stroke: "#e7bf63", "stroke-width": 3 }),
  ],
  cards: () => [-26, -9, 8, 25].map((turn, n) => s("g", { transform: `translate(${46 + n * 9} 88) rotate(${turn})` },
    s("rect", { x: -19, y: -68, width: 38, height: 54, rx: 5, fill: n === 3 ? "#fdfaf1" : "#0f5560", stroke: "#d8ab48", "stroke-width": 1.6 }),
    n === 3 ? s("path", { d: "M0-58c6 8 13 11 13 18a6.500 6.500 0 0 1-11 5q0 6 4 8h-12q4-2 4-8a6.500 6.500 0 0 1-11-5c0-7 7-10 13-18z", fill: "#12323a" })
      : s("path", { d: "M-12-60l24 38M12-60l-24 38", stroke: "#d8ab48", "stroke-width": 1, opacity: 0.6 }))),
  royal: () => [
    ...[0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => s("rect", { x: 26 + column * 24, y: 20 + row * 24, width: 22, height: 22, rx: 3,
      fill: ["#7d2f45", "#2b6f78", "#8a6414", "#33568c", "#a8433a", "#3d7d53", "#6a4690", "#94632c", "#245e63"][3 * row + column], stroke: "#e7c574", "stroke-width": 1.3 }))),
    s("path", { d: "M42 16l4 10h28l4-10-9 6-9-12-9 12z", fill: "#edc76d", stroke: "#7a5410", "stroke-width": 1.4 }),
    s("circle", { cx: 37, cy: 56, r: 4, fill: "#fdfaf1" }), s("circle", { cx: 61, cy: 80, r: 4, fill: "#fdfaf1" }), s("circle", { cx: 85, cy: 56, r: 4, fill: "#fdfaf1" }),
  ],
};

/** The picture of a game; a plain frame for one nobody has drawn yet. */
export function art(game) {
  const parts = draw[game]?.() ?? [s("rect", { x: 20, y: 14, width: 80, height: 72, rx: 8, fill: "#155b66", stroke: "#d8ab48", "stroke-width": 2 })];
  return s("svg", { viewBox: "0 0 120 96", class: "art", "aria-hidden": "true" }, parts);
}
