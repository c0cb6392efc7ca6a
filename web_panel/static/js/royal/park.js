// The park: thirty-six spaces from above, the nobles on them with what they cost and bring, servants at the
// borders. A tap opens a noble in large, over the half of the park where he is not, with the ways to pay him.
import { h, refill, set } from "../dom.js";
import { t } from "../i18n.js";
import { garden } from "./garden.js";
import { portrait } from "./portraits.js";
import { BORDERS, borderCounts, COLUMNS, ROWS } from "./reading.js";
import { cost, power, servant } from "./signs.js";
import { powerWords, shortRoom, shortTitle, shortWords, spaceWords, wayWords } from "./words.js";

const SPACES = ROWS.flatMap((row) => COLUMNS.map((column) => `${column}${row}`));

export const costs = (noble, price) => [
  price ? cost("gold", price) : null, noble.turquoise ? cost("turquoise", noble.turquoise) : null, noble.violet ? cost("violet", noble.violet) : null,
];

const roomWord = (name) => h("span", { class: "pay-room" }, shortRoom(name));

/** A way to pay as signs: gold, servants out of which rooms, free seals. `brief` leaves out what all ways share. */
export const payment = (way, price, seat, brief = false) => h("span", { class: "pay" },
  h("span", { class: "sr" }, wayWords(way, price)),
  h("span", { class: "pay-signs", "aria-hidden": "true" }, price && !brief ? cost("gold", price) : null,
    (brief ? ["king", "pomp"] : ["office", "king", "pomp"]).map((name) => (way[name] ? h("span", { class: "pay-folk" }, Array.from({ length: way[name] }, () => servant(seat)), roomWord(name)) : null)),
    ["turquoise", "violet"].map((kind) => (way[`free_${kind}`] ? h("span", { class: "pay-folk" }, Array.from({ length: way[`free_${kind}`] }, () => cost(kind, "")), t("ui.royal.free")) : null)),
    way.from ? h("span", { class: "pay-folk" }, servant(seat), roomWord(way.from), "→") : null));

/** A privilege as a sign with its amount. */
export const powerSign = (noble) => (noble.privilege ? h("span", { class: "n-power" }, power(noble.privilege), noble.amount ? h("b", {}, `+${noble.amount}`) : null) : null);

export class Park {
  /** `act`: {tap(space), choose(action), close()} */
  constructor(node, act) {
    this.act = act;
    this.spaces = new Map();
    this.node = node;
    this.grid = node.querySelector(".spaces");
    this.detail = node.querySelector(".noble-sheet");
    this.sides = BORDERS.map((border) => [border, node.querySelector(`[data-border="${border}"]`)]);
    this.grid.append(...SPACES.map((space) => {
      const button = h("button", { type: "button", class: "space", "data-space": space, tabindex: space === "a1" ? 0 : -1, onclick: () => act.tap(space) });
      this.spaces.set(space, button);
      return button;
    }));
    node.querySelector(".ground").prepend(garden());
    this.grid.addEventListener("keydown", (event) => this.key(event));
  }

  /** `state`: {had: spaces that can be had now, chosen: space | null, way, ways, acting, writ}. */
  update(match, state) {
    const recruiting = match.view.phase === "recruit";
    for (const [space, button] of this.spaces) {
      const tile = match.view.park[space];
      const guard = match.view.border[space];
      refill(button, [tile, guard], () => (tile ? this.noble(match, tile) : guard === undefined ? h("i", {}) : h("span", { class: "guard" }, servant(guard))));
      set(button, { "data-empty": !tile, "data-had": state.had.has(space), "data-dim": recruiting && Boolean(tile) && !state.had.has(space),
        "aria-pressed": state.chosen === space ? "true" : null, "aria-label": spaceWords(match, space, state.had.has(space)) });
    }
    for (const [border, side] of this.sides) {
      const counts = borderCounts(match, border);
      refill(side, [counts], () => h("span", { class: "side-counts" }, counts.map((count, seat) => (count ? h("span", { class: `side-count seat-${seat}` }, servant(seat), h("b", {}, String(count))) : null))));
    }
    this.large(match, state);
  }

  noble(match, tile) {
    const noble = match.view.nobles[tile.noble];
    return [
      h("span", { class: "n-points" }, String(noble.points)), h("span", { class: "n-face" }, portrait(tile.noble)), powerSign(noble),
      h("span", { class: "n-name" }, shortTitle(noble.title)), h("span", { class: "n-cost" }, costs(noble, tile.price)),
    ];
  }

  large(match, { chosen, way, ways, acting, writ }) {
    const tile = chosen && match.view.park[chosen];
    set(this.detail, { hidden: !tile, "data-half": tile ? (Number(chosen[1]) <= 3 ? "low" : "high") : null });
    if (!tile) return;
    const noble = match.view.nobles[tile.noble];
    const offer = match.view.offers[chosen];
    refill(this.detail, [chosen, tile, way, ways, acting, offer, writ], () => [
      h("div", { class: "sheet-face" }, portrait(tile.noble), h("span", { class: "n-points large" }, String(noble.points))),
      h("div", { class: "sheet-words" },
        h("h2", {}, noble.title), h("p", { class: "sheet-line" }, costs(noble, tile.price), h("span", {}, t("ui.royal.points", { count: noble.points }))),
        noble.privilege ? h("p", { class: "sheet-line sheet-power" }, powerSign(noble), h("span", {}, powerWords(noble))) : null,
        offer?.border ? h("p", { class: "soft" }, t("ui.royal.border.leaves", { space: chosen })) : null,
        offer && !ways.length && offer.short.length ? h("p", { class: "short" }, shortWords(offer)) : null),
      ways.length && acting ? h("div", { class: "ways-to", role: "group", "aria-label": t("ui.royal.ways") }, ways.map((one) => h("button", {
        type: "button", class: "button way-to", "aria-pressed": String(one.action === way), "data-focus": one.action, onclick: () => this.act.choose(one.action),
      }, payment(one, tile.price, match.view.turn, ways.length > 1)))) : null,
      h("button", { type: "button", class: "button quiet close", "aria-label": t("ui.cards.close"), "data-focus": "close", onclick: () => this.act.close() }, "✕"),
    ]);
  }

  key(event) {
    const at = SPACES.indexOf(document.activeElement?.dataset.space);
    const to = { ArrowLeft: at % 6 ? at - 1 : at, ArrowRight: at % 6 < 5 ? at + 1 : at, ArrowUp: at - 6, ArrowDown: at + 6, Home: 0, End: 35 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    if (!SPACES[to]) return;
    for (const [space, button] of this.spaces) set(button, { tabindex: space === SPACES[to] ? 0 : -1 });
    this.spaces.get(SPACES[to]).focus();
  }

  spot(space) {
    return this.spaces.get(space)?.getBoundingClientRect() ?? null;
  }
}
