// The pack as this table draws it: a large index that is read at arm's length, one large sign, small figures
// for the court, a gold seal on the ranks that have a power. Suits differ in shape first, in colour second.
import { s } from "../dom.js";
import { t } from "../i18n.js";

export const RANKS = "23456789TJQKA";
export const rankOf = (card) => card[0];
export const rankNumber = (card) => RANKS.indexOf(card[0]);
export const rankText = (rank) => (rank === "T" ? "10" : rank);

/** "7 of spades", in the page's language. */
export const cardWords = (card) => t(`ui.cards.of.${card[1]}`, { rank: t(`ui.cards.rank.${card[0]}`) });

const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };
/** "7♠", as the messages of the rules write it. */
export const face = (card) => rankText(card[0]) + SIGNS[card[1]];
export const faces = (cards) => cards.map(face).join(" ");

/** Sorted low to high; of one rank in the order of the suits. */
export const sorted = (cards) => [...cards].sort((a, b) => rankNumber(a) - rankNumber(b) || (a[1] < b[1] ? -1 : 1));

/** Cards that touch each other and have one rank, as fans. */
export function fansOf(cards) {
  const fans = [];
  for (const card of cards) {
    if (fans.length && fans.at(-1)[0][0] === card[0]) fans.at(-1).push(card);
    else fans.push([card]);
  }
  return fans;
}

// Signs in a box of 100 x 100.
const SUITS = {
  C: "M50 3A22 22 0 0 1 68 37.500A22 22 0 1 1 54.500 70Q56 88 67 97H33Q44 88 45.500 70A22 22 0 1 1 32 37.500A22 22 0 0 1 50 3Z",
  D: "M50 2Q63 28 87 50Q63 72 50 98Q37 72 13 50Q37 28 50 2Z",
  H: "M50 95C22 68 4 52 4 30C4 15 15 6 27 6C38 6 46 13 50 23C54 13 62 6 73 6C85 6 96 15 96 30C96 52 78 68 50 95Z",
  S: "M50 3C58 22 95 42 95 66C95 80 85 88 74 88C65 88 58 84 54.500 76Q56 89 67 97H33Q44 89 45.500 76C42 84 35 88 26 88C15 88 5 80 5 66C5 42 42 22 50 3Z",
};

const sign = (suit, x, y, size) => s("path", { class: "pc-suit", d: SUITS[suit], transform: `translate(${x} ${y}) scale(${size / 100})` });
const gold = (d) => s("path", { class: "pc-gold", d });

// The court: a cap with a feather, a diadem with pearls, a crown. Each above the sign of its suit.
const COURT = {
  J: () => [
    s("path", { class: "pc-cloth", d: "M24 98Q22 74 50 74Q78 74 76 98Z" }), gold("M20 97H80V106H20Z"),
    gold("M66 79C66 62 76 54 88 52C90 64 84 76 70 82C78 74 82 66 84 59C76 64 70 71 69 80Z"),
  ],
  Q: () => [
    gold("M20 105L16 76Q26 92 34 88Q40 84 50 66Q60 84 66 88Q74 92 84 76L80 105Z"),
    ...[[16, 73], [50, 62], [84, 73]].map(([cx, cy]) => s("circle", { class: "pc-pearl", cx, cy, r: 5 })),
    s("circle", { class: "pc-jewel", cx: 50, cy: 92, r: 5.500 }),
  ],
  K: () => [
    gold("M19 105L15 68L34 84L50 56L66 84L85 68L81 105Z"), s("path", { class: "pc-cloth", d: "M20 97H80V106H20Z" }),
    s("path", { class: "pc-gold", d: "M47 44H53V50H59V56H53V62H47V56H41V50H47Z" }),
    ...[34, 50, 66].map((cx) => s("circle", { class: "pc-pearl", cx, cy: 101.500, r: 3 })),
  ],
};

// What a rank can do, as a seal: goes on all, binds to lower, sweeps the pile.
const SEALS = {
  any: "M0-9L5-3H2V3H5L0 9L-5 3H-2V-3H-5Z",
  low: "M6-8V-4L-2-1L6 2V6L-7 0.500V-2.500ZM-7 6H6V9H-7Z",
  sweep: "M-8 3A8.500 8.500 0 1 1 5 7L7.500 9.500H-1V1L2.300 4.300A5 5 0 1 0-4.300 2Z",
};

/** The power of a rank under the options of a match: "any" | "low" | "sweep" | null. */
export function power(rank, options = {}) {
  if (rank === "2") return "any";
  if (rank === "T") return "sweep";
  return rank === options.low_rank ? "low" : null;
}

function picture(card, options) {
  const [rank, suit] = card;
  const seal = power(rank, options);
  const middle = COURT[rank]
    ? [...COURT[rank](), sign(suit, 38, 110, 24)]
    : rank === "A"
      ? [s("circle", { class: "pc-ring", cx: 50, cy: 92, r: 37 }), s("circle", { class: "pc-ring thin", cx: 50, cy: 92, r: 32.500 }), sign(suit, 27, 69, 46)]
      : [sign(suit, 23, 62, 54)];
  return s("svg", { class: `pc-face suit-${suit}`, viewBox: "0 0 100 140", preserveAspectRatio: "xMidYMin slice", "aria-hidden": "true", focusable: "false" },
    s("rect", { class: "pc-paper", x: 1, y: 1, width: 98, height: 138, rx: 10 }),
    s("text", { class: "pc-rank", x: 8, y: 43, ...(rank === "T" ? { textLength: 48, lengthAdjust: "spacingAndGlyphs" } : {}) }, rankText(rank)),
    sign(suit, 61, 12, 31), middle,
    seal ? s("g", { class: "pc-seal", transform: "translate(83 121)" }, s("circle", { r: 13 }), s("path", { d: SEALS[seal] })) : null);
}

const kept = new Map();

/** A card's face. Faces are cloned from the first one made, one for each set of powers. */
export function faceOf(card, options = {}) {
  const key = `${card}${power(card[0], options) ?? ""}`;
  if (!kept.has(key)) kept.set(key, picture(card, options));
  return kept.get(key).cloneNode(true);
}

const LATTICE = Array.from({ length: 9 }, (_, n) => `M${10 + n * 20} 8L${-112 + n * 20} 132M${-90 + n * 20} 8L${32 + n * 20} 132`).join("");

/** The back that all cards share. */
export function backOf() {
  if (!kept.has("back")) {
    kept.set("back", s("svg", { class: "pc-face pc-back", viewBox: "0 0 100 140", preserveAspectRatio: "xMidYMin slice", "aria-hidden": "true", focusable: "false" },
      s("rect", { class: "pc-back-ground", x: 1, y: 1, width: 98, height: 138, rx: 10 }),
      s("svg", { x: 8, y: 8, width: 84, height: 124, viewBox: "8 8 84 124" }, s("path", { class: "pc-lattice", d: LATTICE })),
      s("rect", { class: "pc-frame", x: 8, y: 8, width: 84, height: 124, rx: 6 }),
      s("path", { class: "pc-crest", d: "M50 42L74 70L50 98L26 70Z" }),
      s("path", { class: "pc-crest-line", d: "M34 82H66M38 82V74H62V82M43 74V66H57V74M47 66V59H53V66" })));
  }
  return kept.get("back").cloneNode(true);
}
