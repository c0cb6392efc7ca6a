// The middle of the table: stock, pile and what is out of the game; and the sheet in which pile and removed
// cards can be looked through.
import { h, refill, say, set } from "../dom.js";
import { t } from "../i18n.js";
import { backOf, cardWords, faceOf, fansOf, sorted } from "./deck.js";
import { topRun } from "./reading.js";
import { bindingWords, pileWords } from "./words.js";

const BENEATH = 2;
const TILTS = [-5, 3, -2, 4, -3];

export class Piles {
  /** `act`: {look("pile" | "removed", opener)}. */
  constructor(node, act) {
    this.stock = h("div", { class: "stock", id: "stock" });
    this.pile = h("button", { type: "button", class: "pile", id: "pile", onclick: () => act.look("pile", this.pile) });
    this.removed = h("button", { type: "button", class: "removed", id: "removed", onclick: () => act.look("removed", this.removed) });
    this.binding = h("p", { class: "binding", id: "binding" });
    node.append(
      h("div", { class: "place" }, this.stock),
      h("div", { class: "place pile-place" }, this.pile, this.binding),
      h("div", { class: "place" }, this.removed));
  }

  update(match) {
    const { view } = match;
    refill(this.stock, [Math.min(3, view.stock_count), view.stock_count], () => [
      h("span", { class: "sr" }, t("ui.cards.stock", { count: view.stock_count })),
      layers(Math.min(3, Math.ceil(view.stock_count / 6)), backOf), counted(t("ui.cards.stock.short"), view.stock_count)]);
    const run = topRun(view.pile);
    const rest = view.pile.slice(0, view.pile.length - run.length).slice(-BENEATH);
    refill(this.pile, [rest, run, view.pile.length, match.options], () => [
      h("span", { class: "pile-cards", "data-run": run.length, "aria-hidden": "true" },
        rest.map((card, n) => tilted(h("span", { class: "pc beneath" }, faceOf(card, match.options)), n, view.pile.length)),
        run.map((card, n) => along(h("span", { class: "pc top", "data-pile": card }, faceOf(card, match.options)), n, run.length))),
      counted(t("ui.cards.pile.short"), view.pile.length)]);
    set(this.pile, { "aria-label": `${pileWords(view)} ${t("ui.cards.look")}`, "data-empty": !view.pile.length });
    refill(this.removed, [view.removed.length], () => [
      layers(Math.min(3, Math.ceil(view.removed.length / 8)), backOf), counted(t("ui.cards.removed.short"), view.removed.length)]);
    set(this.removed, { "aria-label": `${t("ui.cards.removed", { count: view.removed.length })} ${t("ui.cards.look")}`, "data-empty": !view.removed.length });
    say(this.binding, bindingWords(view));
    set(this.binding, { "data-strong": view.phase === "open" || (view.phase === "play" && view.pile.at(-1)?.[0] === view.options.low_rank) });
  }
}

const counted = (word, count) => h("span", { class: "counted", "aria-hidden": "true" }, h("span", {}, word), h("b", { class: "number" }, String(count)));

const layers = (count, make) => h("span", { class: "pile-cards", "aria-hidden": "true" }, Array.from({ length: count }, (_, n) => {
  const card = h("span", { class: "pc" }, make());
  card.style.transform = `translate(${n * 3}px, ${-n * 3}px)`;
  return card;
}));

// The same cards lie the same way each time they are drawn.
function tilted(node, n, count) {
  node.style.transform = `rotate(${TILTS[(count + n) % TILTS.length]}deg) translate(${(n - 1) * 6 - 4}px, ${n * 2 - 2}px)`;
  return node;
}

// Equal cards on top lie so that each is seen: four of them sweep the pile.
function along(node, n, count) {
  node.style.transform = `translateX(${(n - (count - 1) / 2) * 42}%)`;
  return node;
}

/** The sheet with all cards of the pile (top first) or all that are out of the game (by rank). */
export class Looking {
  constructor(node) {
    this.node = node;
    this.what = null;
    this.opener = null;
    this.title = h("h2", { id: "looking-title" });
    this.list = h("ol", { class: "looked selectable" });
    this.shut = h("button", { type: "button", class: "button", onclick: () => this.close() }, t("ui.cards.close"));
    node.append(h("div", { class: "sheet-head" }, this.title, this.shut), this.list);
    set(node, { role: "dialog", "aria-labelledby": "looking-title" });
    node.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  open(what, opener, match) {
    if (this.what === what) {
      this.close();
      return;
    }
    this.what = what;
    this.opener = opener;
    set(this.node, { hidden: false });
    this.update(match);
    this.shut.focus();
  }

  close() {
    if (!this.what) return;
    this.what = null;
    set(this.node, { hidden: true });
    this.opener?.focus();
  }

  update(match) {
    if (!this.what) return;
    const cards = this.what === "pile" ? [...match.view.pile].reverse() : sorted(match.view.removed);
    const name = this.what === "pile" ? t("ui.cards.pile.title", { count: cards.length }) : t("ui.cards.removed.title", { count: cards.length });
    say(this.title, name);
    const groups = this.what === "pile" ? cards.map((card) => [card]) : fansOf(cards);
    refill(this.list, [this.what, cards, match.options], () => (cards.length
      ? groups.map((group) => h("li", {}, group.map((card) => h("span", { class: "pc looked-card", role: "img", "aria-label": cardWords(card) }, faceOf(card, match.options)))))
      : [h("li", { class: "soft" }, t("ui.cards.nothing"))]));
  }
}
