// The hand: every card a button of its own, equal cards as a fan with a tab that takes the whole fan, laid so
// that three or forty stay inside the room there is. A covered hand holds no faces at all, only backs.
import { h, set } from "../dom.js";
import { t } from "../i18n.js";
import { backOf, cardWords, faceOf, fansOf, sorted } from "./deck.js";
import { layFans, layRows, needs } from "./layout.js";
import { whyNot } from "./reading.js";
import { fit, fitWords } from "./seats.js";

const BACKS_SHOWN = 14;

export class Hand {
  /** `act`: {card(card, event), fan(cards, event)}. */
  constructor(node, act) {
    this.node = node;
    this.act = act;
    this.cards = new Map();
    this.tabs = new Map();
    this.shown = null;
    new ResizeObserver(() => this.lay()).observe(node);
    node.addEventListener("keydown", (event) => this.walk(event));
  }

  /** Draws the hand of `seat`. `cards` in the order to lie in; `covered` shows backs only. */
  update({ match, seat, cards, count, covered, byRank, choice, fresh }) {
    this.shown = { covered, count, byRank, cards: byRank ? sorted(cards) : cards };
    set(this.node, { "data-covered": covered, "data-crowd": count > 24 ? "full" : count > 12 ? "many" : "few" });
    if (covered) {
      this.drop(this.cards, []);
      this.drop(this.tabs, []);
      this.lay();
      return;
    }
    this.node.querySelectorAll(".hand-back").forEach((back) => back.remove());
    this.drop(this.cards, cards);
    for (const card of this.shown.cards) this.draw(card, match, seat, choice, fresh);
    const fans = byRank ? fansOf(this.shown.cards).filter((fan) => fan.length > 1) : [];
    this.drop(this.tabs, fans.map((fan) => fan[0][0]));
    for (const fan of fans) this.drawTab(fan, match, seat, choice);
    this.lay();
  }

  /** Nothing of a hand stays in the page. */
  clear() {
    this.shown = null;
    this.drop(this.cards, []);
    this.drop(this.tabs, []);
    this.node.replaceChildren();
  }

  drop(map, kept) {
    for (const [key, node] of map) {
      if (kept.includes(key)) continue;
      node.remove();
      map.delete(key);
    }
  }

  draw(card, match, seat, choice, fresh) {
    let node = this.cards.get(card);
    if (!node) {
      node = h("button", { type: "button", class: "pc hand-card", "data-card": card, onclick: (event) => this.act.card(card, event) }, faceOf(card, match.options));
      this.cards.set(card, node);
      this.node.append(node);
    }
    const why = whyNot(match, seat, "hand", card);
    const chosen = choice?.zone === "hand" ? choice.cards.includes(card) : choice?.give === card;
    const words = [cardWords(card), fresh.has(card) ? t("ui.cards.fresh") : "", fitWords(why, match, seat)];
    set(node, {
      "data-fit": fit(why, match, seat), "data-chosen": chosen, "data-fresh": fresh.has(card), "aria-pressed": String(chosen),
      "aria-disabled": why ? "true" : null, "aria-label": words.filter(Boolean).join(", "),
    });
  }

  drawTab(fan, match, seat, choice) {
    const rank = fan[0][0];
    let node = this.tabs.get(rank);
    if (!node) {
      node = h("button", { type: "button", class: "fan-tab number", "data-fan": rank, onclick: (event) => this.act.fan(node.fan, event) });
      this.tabs.set(rank, node);
      this.node.append(node);
    }
    node.fan = fan;
    const why = whyNot(match, seat, "hand", fan[0]);
    const chosen = choice?.zone === "hand" && choice.cards[0]?.[0] === rank && choice.cards.length === fan.length;
    node.textContent = `×${fan.length}`;
    set(node, {
      hidden: match.view.phase === "swap", "data-fit": fit(why, match, seat), "data-chosen": chosen, "aria-pressed": String(chosen),
      "aria-disabled": why ? "true" : null, "aria-label": t("ui.cards.fan", { count: fan.length, rank: t(`ui.cards.rank.${rank}`) }),
    });
  }

  /** Puts everything in its place; called again whenever the room changes. */
  lay() {
    if (!this.shown) return;
    const { clientWidth: width, clientHeight: height } = this.node;
    if (!width) return;
    if (this.shown.covered) this.layBacks(width, height);
    else this.layFaces(width, height);
  }

  layFaces(width, height) {
    const { cards, byRank } = this.shown;
    const fans = byRank ? fansOf(cards) : cards.map((card) => [card]);
    // Where a page may scroll, a crowded hand gets the height that it needs to be read and touched.
    this.node.style.setProperty("--needs", `${byRank ? needs(fans, width) : 0}px`);
    const room = { width, height: Math.max(height, this.node.clientHeight) - 4, most: parseFloat(getComputedStyle(this.node).getPropertyValue("--most")) || 108 };
    const laid = byRank ? layFans(fans, room) : layRows(cards, room);
    const order = [];
    for (const place of laid.cards) {
      const node = this.cards.get(place.card);
      if (!node) continue;
      put(node, place, place.z * 2 + 1);
      set(node, { "data-row": Math.round(place.y + place.height) });
      order.push(node);
    }
    for (const place of laid.fans) {
      const node = this.tabs.get(place.cards[0][0]);
      if (!node) continue;
      const tall = Math.min(48, Math.max(30, place.height * 0.42));
      put(node, { x: place.x, y: place.y + place.height - tall, width: place.width, height: tall }, 20);
      order.splice(order.indexOf(this.cards.get(place.cards.at(-1))) + 1, 0, node);
    }
    // The order of reading and of the Tab key is the order on the screen.
    order.forEach((node, n) => {
      if (this.node.children[n] !== node) this.node.insertBefore(node, this.node.children[n] ?? null);
      node.tabIndex = n === 0 || node === document.activeElement ? 0 : -1;
    });
  }

  /** Backs in one even row: not even the order of the faces shows through. */
  layBacks(width, height) {
    const count = Math.min(BACKS_SHOWN, this.shown.count);
    const backs = [...this.node.querySelectorAll(".hand-back")];
    backs.slice(count).forEach((back) => back.remove());
    for (let n = backs.length; n < count; n += 1) this.node.append(h("span", { class: "pc hand-back", "aria-hidden": "true" }, backOf()));
    const w = Math.min(84, (height - 8) / 1.4, width / 3);
    const step = count > 1 ? Math.min(w * 0.6, (width - w) / (count - 1)) : 0;
    const left = (width - w - step * (count - 1)) / 2;
    [...this.node.querySelectorAll(".hand-back")].forEach((back, n) => put(back, { x: left + n * step, y: (height - w * 1.4) / 2, width: w, height: w * 1.4 }, n));
  }

  /** The card under a finger, whatever lies there else. */
  at(x, y) {
    for (const node of document.elementsFromPoint(x, y)) {
      const found = node.closest?.("[data-card], [data-fan]");
      if (found && this.node.contains(found)) return found;
    }
    return null;
  }

  walk(event) {
    const all = [...this.node.querySelectorAll("[data-card], [data-fan]:not([hidden])")];
    const here = all.indexOf(document.activeElement);
    if (here < 0) return;
    const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    const next = event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : event.key in steps ? here + steps[event.key] : -1;
    if (!all[next]) return;
    event.preventDefault();
    all[here].tabIndex = -1;
    all[next].tabIndex = 0;
    all[next].focus();
  }
}

function put(node, { x, y, width, height }, z) {
  node.style.width = `${width.toFixed(1)}px`;
  node.style.height = `${height.toFixed(1)}px`;
  node.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
  node.style.zIndex = String(z);
}
