// Small signs: whose servant, gold and seals, crowns and favours, privileges, phases, cards. Each means the same by its
// shape alone; colour only helps.
import { h, s } from "../dom.js";

const icon = (box, attributes, ...parts) => s("svg", { viewBox: box, "aria-hidden": "true", class: "r-icon", ...attributes }, parts);
const path = (d, more = {}) => s("path", { d, ...more });
const stroke = (d, more = {}) => s("path", { d, fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round", ...more });

// A servant seen from a little above: a head, and a body whose outline tells the seat.
const BODIES = ["M2.5 21c0-7 3-10.5 7.5-10.500s7.5 3.5 7.5 10.500z", "M3 21V11.500h14V21z", "M1.5 21L10 8.5 18.5 21z", "M3.5 21L1.5 15l4-5h9l4 5-2 6z"];
const HEADS = [
  () => s("circle", { cx: 10, cy: 6.2, r: 4.2 }), () => s("rect", { x: 6, y: 2, width: 8, height: 8, rx: 1.6 }),
  () => s("circle", { cx: 10, cy: 6.2, r: 4 }), () => path("M10 1.500l4.5 4.700L10 11 5.5 6.200z"),
];

/** A servant of a seat. */
export const servant = (seat, attributes = {}) => s("svg", { viewBox: "0 0 20 22", "aria-hidden": "true", class: `servant seat-${seat}`, ...attributes }, path(BODIES[seat]), HEADS[seat]());

const COSTS = {
  gold: () => [s("circle", { cx: 12, cy: 12, r: 11 }), s("circle", { cx: 12, cy: 12, r: 8.7, class: "inner" })],
  turquoise: () => [path("M12 .8l9.8 5.600v11.200L12 23.200l-9.8-5.600V6.400z"), path("M12 3.600l7.3 4.200v8.400L12 20.400l-7.3-4.200V7.800z", { class: "inner" })],
  violet: () => [path("M12 .6L23.4 12 12 23.4.6 12z"), path("M12 4.200L19.8 12 12 19.8 4.2 12z", { class: "inner" })],
};

/** An amount of gold (a coin), turquoise (six corners) or violet (four corners) with its number. */
export const cost = (kind, number, attributes = {}) => h("span", { class: `cost cost-${kind}`, ...attributes },
  s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, COSTS[kind]()), h("span", { class: "cost-number" }, String(number)));

export const crown = (attributes = {}) => icon("0 0 24 18", { class: "r-icon crown", ...attributes }, path("M2 16L1 3l6.5 5L12 1l4.5 7L23 3l-1 13z"));

// What decides a tie: the cardinal's hat, a noble's star, a letter.
const FAVOURS = {
  cardinal: () => [s("ellipse", { cx: 12, cy: 15, rx: 11, ry: 3.6 }), path("M6 14c0-7 2.5-9 6-9s6 2 6 9z"), stroke("M4 17.500v4M20 17.500v4", { "stroke-width": 1.6 })],
  tiebreak: () => [path("M12 1l3 7.5 8 .5-6.2 5 2.2 8L12 17.5 5 22l2.2-8L1 9l8-.5z")],
  letter: () => [path("M1 5h22v14H1z"), stroke("M2 6l10 8 10-8", { stroke: "#5a1016", "stroke-width": 1.8 })],
};
export const favour = (why) => (FAVOURS[why] ? icon("0 0 24 24", { class: `r-icon favour favour-${why}` }, FAVOURS[why]()) : null);

const POWERS = {
  SERVANTS: () => [path("M4 21c0-6 2.5-9 6-9s6 3 6 9z"), s("circle", { cx: 10, cy: 8, r: 3.6 }), stroke("M19 5v8M15 9h8", { "stroke-width": 2.6 })],
  GATE: () => [stroke("M4 22V9q8-10 16 0v13M9 22V8M15 22V8M12 22V6", { "stroke-width": 2 })],
  MOVE: () => [stroke("M2 21h5v-5h5v-5h5V6h5", { "stroke-width": 2.4 }), path("M3 9l5-6 1 5z")],
  DIAGONAL: () => [stroke("M5 19L19 5M11 5h8v8", { "stroke-width": 2.6 })],
  GOLD: () => [s("circle", { cx: 12, cy: 12, r: 9, fill: "none", stroke: "currentColor", "stroke-width": 2 }), s("circle", { cx: 12, cy: 12, r: 4.5 })],
  SEAL_T: () => [path("M12 2l9 5v10l-9 5-9-5V7z", { fill: "none", stroke: "currentColor", "stroke-width": 2 }), path("M12 7l4.5 2.500v5L12 17l-4.5-2.500v-5z")],
  SEAL_V: () => [path("M12 1l11 11-11 11L1 12z", { fill: "none", stroke: "currentColor", "stroke-width": 2 }), path("M12 7l5 5-5 5-5-5z")],
  CARD: () => [s("rect", { x: 3, y: 3, width: 12, height: 17, rx: 2, fill: "none", stroke: "currentColor", "stroke-width": 2 }), s("rect", { x: 9, y: 5, width: 12, height: 17, rx: 2 })],
  TIEBREAK: () => FAVOURS.cardinal(),
};
export const power = (name) => (POWERS[name] ? icon("0 0 24 24", { class: `r-icon power power-${name}` }, POWERS[name]()) : null);

const NOBLE = () => [path("M12 1C6.5 1 4.5 5.5 5.5 11c-2.5 3-2 8 .5 10h12c2.5-2 3-7 .5-10 1-5.5-1-10-6.5-10z"), s("ellipse", { cx: 12, cy: 11.5, rx: 4, ry: 5, class: "icon-face" })];
export const nobleSign = () => icon("0 0 24 24", {}, NOBLE());

const PHASES = {
  post: () => POWERS.SERVANTS(), reinforce: () => POWERS.GATE(), move: () => [stroke("M3 12h16M13 5l7 7-7 7", { "stroke-width": 2.6 })],
  collect: () => POWERS.GOLD(), recruit: () => [path("M2 19L1 6l6.5 5L12 3l4.5 8L23 6l-1 13z")], draw: () => POWERS.CARD(), end: () => [stroke("M5 22V3h13l-3 4.5 3 4.500H5", { "stroke-width": 2.2 })],
};
export const phaseSign = (phase) => icon("0 0 24 24", { class: "r-icon phase-sign" }, PHASES[phase]());

const CARDS = {
  prestige: () => FAVOURS.tiebreak(), reinforcement: () => POWERS.GATE(), errand: () => POWERS.MOVE(),
  passage: () => [stroke("M5 22V4h14v18M5 22h14", {}), path("M8 22V7l7 3v12z"), s("circle", { cx: 12.6, cy: 15, r: 1.2, fill: "#fff" })],
  purse: () => [path("M8 7l-3-5h14l-3 5q6 5 6 10t-10 5-10-5S2 12 8 7z"), stroke("M8 8h8", { stroke: "#fff" })],
  "kings-seal": () => POWERS.SEAL_T(), "madames-seal": () => POWERS.SEAL_V(), letter: () => FAVOURS.letter(),
  writ: () => [stroke("M5 2h14v17a3 3 0 0 1-3 3H5zM9 7h6M9 11h6"), s("circle", { cx: 9, cy: 17, r: 3 })],
};
export const cardSign = (kind) => icon("0 0 24 24", { class: "r-icon card-sign" }, CARDS[kind]());
