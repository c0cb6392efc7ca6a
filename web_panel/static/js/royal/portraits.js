// The forty-two nobles, each drawn from a line of traits: a bust in a medallion, 64 by 64. Wigs, hats and coats
// follow the name and the rank, so that one knows a guest again when he has moved from the park to a player.
import { s } from "../dom.js";

const SKIN = { fair: "#f6d9c2", rose: "#f0c4a8", tan: "#d9a47c", deep: "#a56c48" };
const HAIR = { white: "#f3efe6", grey: "#c3c4c6", black: "#2a2326", brown: "#6b4226", red: "#a8481f", gold: "#dcb254", rose: "#e9c3c8" };
const GOLD = "#e2b653";
const INK = "#2b1d1a";

const path = (d, fill, more = {}) => s("path", { d, fill, ...more });
const line = (d, stroke = INK, width = 1.2, more = {}) => s("path", { d, fill: "none", stroke, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round", ...more });
const dot = (cx, cy, r, fill, more = {}) => s("circle", { cx, cy, r, fill, ...more });

// --- behind the head: what hangs down --------------------------------------------------------------------
const BEHIND = {
  curls: (c) => [path("M32 11c-15 0-18 13-16 22-4 6-3 14 1 19 4 4 10 1 11-4h8c1 5 7 8 11 4 4-5 5-13 1-19 2-9-1-22-16-22z", c),
    line("M20 30q-3 5 1 9t0 9M44 30q3 5-1 9t0 9M18 38q3 2 4 6M46 38q-3 2-4 6", "#0003", 1.4)],
  queue: (c) => [path("M32 13c-11 0-13 8-12 18l-3 6 5 3h20l5-3-3-6c1-10-1-18-12-18z", c)],
  bob: (c) => [path("M32 14c-13 0-14 11-13 26h26c1-15 0-26-13-26z", c)],
  tonsure: (c) => [path("M21 29c-2 5-1 10 1 13h20c2-3 3-8 1-13z", c)],
  pouf: (c) => [path("M32 1C19 1 16 11 19 20c-1 8 0 14 2 20h22c2-6 3-12 2-20C48 11 45 1 32 1z", c),
    line("M24 6q8-4 16 0M22 12q10-4 20 0", "#0002", 1.4), dot(20, 36, 4, c), dot(44, 36, 4, c), dot(19, 43, 3.4, c), dot(45, 43, 3.4, c)],
  ringlets: (c) => [path("M32 11c-12 0-15 9-14 20h28c1-11-2-20-14-20z", c), ...[[18, 33], [17, 40], [19, 46], [46, 33], [47, 40], [45, 46]].map(([x, y]) => dot(x, y, 4.2, c, { stroke: "#0002" }))],
  bun: (c) => [dot(32, 8, 7, c, { stroke: "#0002" }), path("M32 12c-12 0-14 10-12 22h24c2-12 0-22-12-22z", c)],
  waves: (c) => [path("M32 11c-14 0-17 12-15 24-3 8-1 15 3 18h24c4-3 6-10 3-18 2-12-1-24-15-24z", c), line("M20 36q-3 6 0 14M44 36q3 6 0 14", "#0003", 1.4)],
};

// --- before the forehead ---------------------------------------------------------------------------------
const BEFORE = {
  curls: (c) => [path("M22 28c0-9 4-14 10-14s10 5 10 14c-2-6-5-9-10-9s-8 3-10 9z", c), line("M32 14v5M28 15l-1 5M36 15l1 5", "#0003")],
  queue: (c) => [path("M22 27c-1-8 4-13 10-13s11 5 10 13c-2-5-5-7-10-7s-8 2-10 7z", c), ...[[20, 28], [20, 33], [44, 28], [44, 33]].map(([x, y]) => s("ellipse", { cx: x, cy: y, rx: 3.6, ry: 2.2, fill: c, stroke: "#0004", "stroke-width": 0.7 }))],
  bob: (c) => [path("M21 29c-1-10 5-14 11-14s12 4 11 14l-3-6c-5 2-11 2-16 0z", c)],
  tonsure: (c) => [path("M22 26c1-3 3-4 4-4l-1 4zM42 26c-1-3-3-4-4-4l1 4z", c)],
  pouf: (c) => [path("M21 28c-1-9 4-13 11-13s12 4 11 13c-3-5-6-8-11-8s-8 3-11 8z", c)],
  ringlets: (c) => [path("M22 28c0-8 4-13 10-13s10 5 10 13c-1-4-6-8-10-9-4 1-9 5-10 9z", c)],
  bun: (c) => [path("M22 27c0-8 5-13 10-13s10 5 10 13c-4-3-5-6-6-8-3 3-9 4-14 8z", c)],
  waves: (c) => [path("M21 30c-1-10 5-15 11-15s12 5 11 15c-2-6-5-9-9-11-4 4-9 5-13 11z", c)],
};

const HATS = {
  tricorn: (c) => [path("M12 18q10-3 13-9 7-4 14 0 3 6 13 9-9 5-20 5t-20-5z", c, { stroke: GOLD, "stroke-width": 1.3 }), dot(40, 15, 2, GOLD)],
  bicorne: (c) => [path("M10 20Q14 4 32 4t22 16q-10-4-22-4t-22 4z", c, { stroke: GOLD, "stroke-width": 1.4 }), path("M36 6l3 8 3-7z", "#f4efe4"), dot(39, 13, 2, GOLD)],
  plume: (c) => [path("M15 20q17-9 34 0l-4 2q-13-4-26 0z", "#3a2630"), path("M38 15C40 4 50 1 55 6c-5 0-6 4-8 7s-6 4-9 2z", c), path("M20 18q12-8 24 0z", "#4c3240")],
  coronet: () => [path("M20 17l1-10 5 5 6-8 6 8 5-5 1 10z", GOLD, { stroke: "#7a5410", "stroke-width": 1 }), ...[[21, 6], [32, 3], [43, 6]].map(([x, y]) => dot(x, y, 1.8, "#fffdf4", { stroke: "#7a5410", "stroke-width": 0.6 }))],
  crown: () => [path("M18 17l-1-12 7 6 8-10 8 10 7-6-1 12z", GOLD, { stroke: "#7a5410", "stroke-width": 1.1 }), dot(32, 12, 2.2, "#b0123c"), dot(24, 14, 1.5, "#1a7f86"), dot(40, 14, 1.5, "#1a7f86")],
  skullcap: (c) => [path("M22 22c1-8 5-10 10-10s9 2 10 10q-10-4-20 0z", c), dot(32, 11, 1.5, c)],
  wide: (c) => [s("ellipse", { cx: 32, cy: 18, rx: 21, ry: 5, fill: c }), path("M23 18c0-8 4-10 9-10s9 2 9 10z", c), line("M23 17q9 3 18 0", "#f0d9a0", 1.4)],
  ship: () => [path("M20 9h24l-4 7H24z", "#7a4a20", { stroke: "#41240c", "stroke-width": 0.9 }), line("M32 9V-3M26 9V0M38 9V0", "#41240c", 1), path("M32-3q6 4 0 9zM26 0q4 3 0 7zM38 0q4 3 0 7z", "#fffaf0")],
  bow: (c) => [path("M32 9l-9-5v10zM32 9l9-5v10z", c, { stroke: "#0003", "stroke-width": 0.8 }), dot(32, 9, 2.2, c)],
  flowers: (c) => [[23, 14], [28, 9.5], [36, 9.5], [41, 14]].map(([x, y], n) => s("g", {}, dot(x, y, 3.2, n % 2 ? "#f7efe0" : c), dot(x, y, 1.1, GOLD))),
  bonnet: (c) => [path("M18 30c-3-14 4-22 14-22s17 8 14 22q-3-9-6-11-8-3-16 0-3 2-6 11z", c, { stroke: "#0002", "stroke-width": 1 }), line("M20 22q12-8 24 0", "#0002", 1)],
  hood: (c) => [path("M15 46c-2-22 4-38 17-38s19 16 17 38l-6 3c3-13 0-29-11-29s-14 16-11 29z", c)],
};

const EXTRAS = {
  moustache: (c) => [path("M32 36.500q-3-2-7 1.5 4 1.5 7-.5 3 2 7 .5-4-3.5-7-1.500z", c.hair)],
  goatee: (c) => [path("M29.5 40.500q2.5 8 5 0-2.5-1-5 0z", c.hair)],
  beard: (c) => [path("M22.5 32c0 10 4 15 9.5 15s9.5-5 9.5-15q-2 5-5 4.5-4.5-1.5-9 0-3 .5-5-4.500z", c.hair), line("M29 39q3 1.5 6 0", "#7a2b2b", 1.2)],
  glasses: () => [dot(28, 30, 3.6, "#ffffff30", { stroke: INK, "stroke-width": 1 }), dot(36, 30, 3.6, "#ffffff30", { stroke: INK, "stroke-width": 1 }), line("M31.5 30h1M24.5 30l-3-1M39.5 30l3-1", INK, 1)],
  monocle: () => [dot(36, 30, 3.8, "#ffffff38", { stroke: GOLD, "stroke-width": 1.2 }), line("M38 33.500q2 8 1 14", GOLD, 0.9)],
  mole: () => [dot(37.5, 35.5, 0.9, INK)],
  blush: () => [dot(26, 34, 2.4, "#e0605a55"), dot(38, 34, 2.4, "#e0605a55")],
  pearls: () => [26, 29, 32, 35, 38].map((x, n) => dot(x, [45.5, 47, 47.5, 47, 45.5][n], 1.5, "#fffaf0", { stroke: "#0003", "stroke-width": 0.5 })),
  jabot: () => [path("M28 45h8l2 12-3-2-3 4-3-4-3 2z", "#fffaf0", { stroke: "#0002", "stroke-width": 0.8 })],
  ruff: () => [path("M19 46q3-4 6 0 3-4 7 0 4-4 7 0 3-4 6 0-1 6-13 6t-13-6z", "#fffaf0", { stroke: "#0003", "stroke-width": 0.8 })],
  collar: () => [path("M26 45h12l-2 5h-8z", "#fffaf0"), line("M32 45v5", "#0003")],
  fan: (c) => [path("M44 62L36 47q8-6 18 1z", c.coat, { stroke: GOLD, "stroke-width": 1 }), line("M44 62L40 47M44 62l3-16M44 62l7-15", GOLD, 0.8)],
  book: () => [path("M36 50l16-3v13l-16 3z", "#7a2b35", { stroke: GOLD, "stroke-width": 1 }), line("M40 52l9-1.5", GOLD, 1)],
  coin: () => [dot(46, 53, 6.5, GOLD, { stroke: "#7a5410", "stroke-width": 1.2 }), path("M46 49l1.4 2.8 3 .4-2.2 2.2.5 3-2.7-1.4-2.7 1.4.5-3-2.2-2.2 3-.4z", "#8a6414")],
  purse: () => [path("M40 54q6-6 12 0 3 8-6 8t-6-8z", "#7a4a20", { stroke: "#41240c", "stroke-width": 1 }), line("M42 53q4 2 8 0", GOLD, 1.3)],
  baton: () => [line("M42 62l10-18", "#14315f", 4), line("M42 62l1-2M51 46l1-2", GOLD, 4)],
  sash: () => [line("M18 50l22 14", "#b0123c", 4.5), line("M18 50l22 14", "#e88", 0.8)],
  star: () => [path("M44 53l1.5 3.5 3.5 1-3 2 .5 4-2.5-2-3 2 .5-4-3-2 4-1z", GOLD, { stroke: "#7a5410", "stroke-width": 0.6 })],
  cross: () => [line("M32 49v9M28.5 52h7", GOLD, 2)],
  quill: () => [path("M40 62C44 50 50 46 55 44c0 7-5 12-13 18z", "#fffaf0", { stroke: "#0004", "stroke-width": 0.8 }), line("M40 62l12-16", "#0006", 0.7)],
  patch: () => [path("M33 27.500h7l-1 5h-4z", INK), line("M21 25l22 4", INK, 0.9)],
  earrings: () => [dot(22, 36, 1.6, GOLD), dot(42, 36, 1.6, GOLD)],
  rose: () => [dot(42, 53, 4, "#c2304f"), line("M40 53q2-3 4 0t-4 1", "#7d1630", 0.9), path("M45 56l5 2-4 2z", "#3d7d53")],
  lace: () => [line("M20 52q4 4 8 0 4 4 8 0 4 4 8 0", "#fffaf0", 2)],
};

const MOUTHS = {
  smile: () => [line("M28.5 37.500q3.5 3 7 0", "#8f2f35", 1.3)],
  stern: () => [line("M29 38.500h6", "#8f2f35", 1.3), line("M25 26l5 1.300M39 26l-5 1.3", INK, 1.2)],
  sly: () => [line("M29 38.500q4 1 7-1.8", "#8f2f35", 1.3), line("M34.5 25.500q2-1.5 4 0", INK, 1)],
  calm: () => [line("M29.5 38q2.5 1 5 0", "#8f2f35", 1.3)],
  small: () => [path("M30.3 37.300q1.7-1.3 3.4 0-1.7 2.4-3.4 0z", "#b8333f")],
  open: () => [s("ellipse", { cx: 32, cy: 38.5, rx: 2, ry: 1.7, fill: "#7a2b2b" })],
};

// id: [ground, coat, skin, hair, hair colour, hat and its colour, mouth, extras]
const TRAITS = {
  N01: ["#2c6e63", "#1f7d5c", "fair", "pouf", "white", ["flowers", "#c2304f"], "smile", "pearls mole"],
  N02: ["#54606e", "#59626e", "rose", "curls", "grey", null, "stern", "jabot sash"],
  N03: ["#7fb3a8", "#f0d9a0", "fair", "ringlets", "gold", ["bow", "#f4efe4"], "small", "blush"],
  N04: ["#6f6a62", "#4c5057", "tan", "queue", "grey", ["tricorn", "#3b3f45"], "sly", "collar"],
  N05: ["#3d5d63", "#3a3f46", "rose", "curls", "brown", null, "stern", "goatee moustache collar"],
  N06: ["#7d6b3a", "#b98d2b", "fair", "bun", "brown", ["coronet"], "calm", "earrings lace"],
  N07: ["#3f7690", "#7d2f45", "tan", "queue", "white", ["tricorn", "#20343c"], "open", "jabot"],
  N08: ["#6a4690", "#c98a2e", "deep", "pouf", "black", ["bow", "#e2b653"], "smile", "pearls earrings"],
  N09: ["#5d5148", "#22252a", "fair", "tonsure", "brown", null, "calm", "collar cross"],
  N10: ["#2b6f78", "#33568c", "tan", "waves", "red", ["plume", "#c2304f"], "sly", "collar patch"],
  N11: ["#3f6e8a", "#2f4f6b", "rose", "queue", "white", null, "calm", "glasses jabot"],
  N12: ["#8a6414", "#b0743a", "fair", "bun", "black", ["bonnet", "#f7efe0"], "smile", "coin"],
  N13: ["#2a8a86", "#12585c", "tan", "bob", "brown", null, "calm", "glasses quill"],
  N14: ["#1e7f84", "#f4efe4", "fair", "pouf", "rose", ["coronet"], "small", "fan pearls"],
  N15: ["#6a4690", "#8d63bb", "fair", "bob", "gold", ["plume", "#b995e2"], "smile", "collar blush"],
  N16: ["#5e2750", "#8a2358", "deep", "waves", "black", ["flowers", "#b995e2"], "sly", "earrings fan"],
  N17: ["#4a3a2c", "#3d4f3a", "tan", "bun", "grey", null, "calm", "glasses book"],
  N18: ["#33323a", "#1f2228", "fair", "curls", "black", ["wide", "#17191d"], "sly", "moustache collar"],
  N19: ["#8f2b2b", "#b3242c", "rose", "tonsure", "white", ["skullcap", "#b3242c"], "calm", "collar cross"],
  N20: ["#7a3438", "#5d2a2e", "tan", "curls", "brown", ["skullcap", "#8a1f26"], "smile", "beard collar"],
  N21: ["#5a6a4a", "#66734d", "deep", "queue", "black", null, "stern", "jabot star"],
  N22: ["#8a6414", "#3d2f1c", "rose", "curls", "grey", ["wide", "#2a2118"], "sly", "monocle purse"],
  N23: ["#a67a1d", "#8a5a14", "rose", "curls", "white", ["tricorn", "#5d3a0a"], "smile", "coin jabot moustache"],
  N24: ["#3d6aa8", "#2f5aa0", "fair", "bob", "brown", ["plume", "#7fb3f0"], "open", "collar"],
  N25: ["#8c6aa0", "#b497c6", "fair", "ringlets", "brown", ["flowers", "#8d63bb"], "small", "blush pearls"],
  N26: ["#4f6b46", "#6b5a32", "tan", "queue", "red", ["tricorn", "#4a3a20"], "smile", "goatee collar"],
  N27: ["#8d7fc0", "#a08ad6", "deep", "ringlets", "black", ["bonnet", "#f2ecff"], "calm", "earrings lace"],
  N28: ["#3a6b4c", "#2d5a3d", "fair", "waves", "black", ["plume", "#86e0a9"], "stern", "goatee ruff"],
  N29: ["#5b7a3d", "#4c6a2c", "rose", "waves", "red", ["hood", "#3d5524"], "sly", "rose"],
  N30: ["#9a8f7c", "#efe7d6", "tan", "curls", "white", null, "calm", "jabot star"],
  N31: ["#7a68a8", "#c6b4ee", "fair", "pouf", "white", ["flowers", "#8d63bb"], "smile", "pearls mole"],
  N32: ["#3f7d63", "#1f6a52", "deep", "queue", "white", null, "smile", "jabot sash"],
  N33: ["#22363f", "#1a2a33", "fair", "waves", "black", ["hood", "#101c22"], "stern", "pearls"],
  N34: ["#176f86", "#0f7a8f", "rose", "curls", "gold", ["plume", "#7fe0d5"], "sly", "moustache jabot"],
  N35: ["#8a1f4a", "#b0224f", "tan", "pouf", "brown", ["crown"], "smile", "pearls fan"],
  N36: ["#243a6b", "#1f3566", "tan", "queue", "grey", ["bicorne", "#14203d"], "stern", "moustache baton"],
  N37: ["#243a6b", "#7d1f2f", "rose", "waves", "grey", ["bicorne", "#3d0f18"], "stern", "star sash"],
  N38: ["#4a6b80", "#5b3f7a", "fair", "queue", "brown", ["tricorn", "#33264a"], "smile", "collar star"],
  N39: ["#3d7d53", "#4f8a3a", "rose", "curls", "brown", ["flowers", "#e8c04a"], "smile", "ruff rose"],
  N40: ["#b3641d", "#d9812a", "fair", "pouf", "red", ["flowers", "#f08a2a"], "smile", "pearls blush"],
  N41: ["#1d5b4a", "#143f38", "rose", "curls", "white", ["plume", "#f4efe4"], "calm", "jabot sash star"],
  N42: ["#0f4f6a", "#efe7f6", "fair", "pouf", "white", ["ship"], "smile", "pearls earrings mole"],
};

/** The bust of a noble; one that nobody has drawn yet gets plain features. */
export function portrait(id, attributes = {}) {
  const [ground, coat, skin, hair, shade, hat, mouth, extras] = TRAITS[id] ?? ["#2b6f78", "#33568c", "rose", "queue", "white", null, "calm", "jabot"];
  const colours = { hair: HAIR[shade], coat };
  const flesh = SKIN[skin];
  return s("svg", { viewBox: "0 0 64 64", "aria-hidden": "true", class: "portrait", ...attributes },
    dot(32, 32, 31, ground), path("M32 1a31 31 0 0 1 0 62q14-14 14-31T32 1z", "#0000001f"),
    line("M8 14q24-16 48 0", "#ffffff30", 1.5),
    hat?.[0] === "hood" ? null : BEHIND[hair](colours.hair),
    path("M10 60q2-14 16-16h12q14 2 16 16a31 31 0 0 1-44 0z", coat), path("M10 60q2-14 16-16l6 12z", "#ffffff1c"),
    path("M28 38h8v7q-4 5-8 0z", flesh), path("M28 42q4 3 8 0v-3h-8z", "#0000001a"),
    s("ellipse", { cx: 32, cy: 31, rx: 9.8, ry: 11.5, fill: flesh }), path("M38 22q6 8 1 17 2-8-1-17z", "#00000014"),
    s("ellipse", { cx: 28, cy: 30, rx: 1.3, ry: 1.6, fill: INK }), s("ellipse", { cx: 36, cy: 30, rx: 1.3, ry: 1.6, fill: INK }),
    line("M26 26.500q2-1.3 4-.3M34 26.200q2-1 4 .3", "#4a332a", 0.9), line("M32 30.500l-1.2 4h2", "#0000004d", 0.9),
    extras.includes("beard") ? null : MOUTHS[mouth](), BEFORE[hair](colours.hair),
    extras.split(" ").map((name) => EXTRAS[name](colours)), hat ? HATS[hat[0]](hat[1]) : null,
    s("circle", { cx: 32, cy: 32, r: 30.5, fill: "none", stroke: GOLD, "stroke-width": 2 }));
}
