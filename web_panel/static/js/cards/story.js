// What happened, shown so that everybody at the table understands it: cards fly to where they went, a burnt
// pile is swept away, a card that did not go is held up before it is taken. The page is drawn in its new state
// first; the story runs over it and nobody waits for it. Only cards that everybody saw get a face here; all
// others are backs. With reduced motion nothing flies: a sign over the pile says it, with the cards in question.
import { h, set } from "../dom.js";
import { backOf, faceOf } from "./deck.js";
import { eventWords } from "./words.js";

const FLY_MS = 420;
const STAGGER_MS = 90;
const FLIP_MS = 320;
const HOLD_MS = { burn: 750, miss: 1300, take: 350 };
const SWEEP_MS = 520;
const SIGN_MS = 2400;
const GHOSTS_MOST = 8;
const OVER = Symbol("over"); // thrown by a part of a story that has been cut short
const EASE = "cubic-bezier(.3, .7, .25, 1)";

const rect = (node) => {
  if (!node) return null;
  const { x, y, width, height } = node.getBoundingClientRect();
  return width ? { x, y, width, height } : null;
};

export class Story {
  /** `layer` covers the screen and takes no touch; `sign` lies over the pile. */
  constructor(layer, sign) {
    this.layer = layer;
    this.sign = sign;
    this.reduced = matchMedia("(prefers-reduced-motion: reduce)");
    this.run = 0;
  }

  /** Looks where everything lies before the new state is drawn. Null when there is nothing to tell. */
  before(shown, next) {
    const event = next.view.last;
    if (!event || document.hidden || next.last?.kind !== "play") return null;
    const from = event.cards.map((card) => this.origin(event, card));
    return { event, from, pile: shown.view.pile, options: next.options, view: next.view };
  }

  origin(event, card) {
    const own = (what) => document.querySelector(`#own[data-seat="${event.seat}"] ${what}`) ?? document.querySelector(`.seat[data-seat="${event.seat}"] ${what}`);
    if (event.zone === "hand") return rect(document.querySelector(`#hand [data-card="${card}"]`)) ?? this.handRect(event.seat);
    if (event.zone === "up") return rect(own(`[data-up="${card}"]`)) ?? this.handRect(event.seat);
    return rect(own(`[data-slot="${event.slot}"]`)) ?? this.handRect(event.seat);
  }

  /** Where the hand of a seat is: the own one, or the number beside a name. */
  handRect(seat) {
    const own = document.querySelector(`#own[data-seat="${seat}"]:not([hidden])`);
    const target = rect(own ? own.querySelector("#hand:not([hidden])") ?? own : document.querySelector(`.seat[data-seat="${seat}"] .seat-head`)) ?? rect(document.getElementById("seats"));
    const width = Math.min(target.width, 44);
    return { x: target.x + (target.width - width) / 2, y: target.y + (target.height - width * 1.4) / 2, width, height: width * 1.4 };
  }

  place(id) {
    return rect(document.querySelector(`#${id} .pile-cards`)) ?? rect(document.getElementById(id));
  }

  /** Tells what `before` saw. `hurry` shortens it when more has happened meanwhile. Resolves when it is over. */
  async tell(plan, hurry = 1) {
    this.skip();
    this.sign.replaceChildren();
    set(this.sign, { hidden: true });
    if (!plan) return;
    const { event } = plan;
    const words = eventWords(event, plan.view);
    if (this.reduced.matches) {
      if (words) this.show(words, event.burn || event.kind === "miss" ? event.cards : [], plan.options);
      return;
    }
    const told = { run: this.run, k: 1 / hurry, ...plan, words };
    const parts = { play: this.played, turn: this.played, take: this.taken, miss: this.missed, swap: this.swapped, deal: this.dealt };
    const cut = new Promise((done) => (this.cut = done));
    const whole = parts[event.kind]?.call(this, told).catch((error) => {
      if (error !== OVER) throw error;
    });
    await Promise.race([whole, cut]);
    if (told.run === this.run) this.layer.replaceChildren();
  }

  /** Cuts the running story short: who has acted wants to see that at once. */
  skip() {
    this.run += 1;
    this.layer.replaceChildren();
    this.cut?.();
  }

  /** Goes on after `step`, unless the story has been cut short meanwhile. */
  async after(told, step) {
    const value = await step;
    if (told.run !== this.run) throw OVER;
    return value;
  }

  show(words, cards, options, ms = SIGN_MS) {
    this.sign.replaceChildren(...cards.slice(0, 4).map((card) => h("span", { class: "pc" }, faceOf(card, options))), h("b", {}, words));
    set(this.sign, { hidden: false });
    clearTimeout(this.signTimer);
    this.signTimer = setTimeout(() => set(this.sign, { hidden: true }), ms);
  }

  // --- the parts of a story ----------------------------------------------------------------------------------

  ghost(picture, at, z = 1) {
    const node = h("span", { class: "pc ghost" }, picture);
    Object.assign(node.style, { width: `${at.width}px`, height: `${at.height}px`, left: `${at.x}px`, top: `${at.y}px`, zIndex: String(z) });
    this.layer.append(node);
    return node;
  }

  /** Moves a ghost that lies at `to` there from `from`. */
  fly(node, from, to, { ms, delay = 0, spin = 0, fade = false }) {
    const away = `translate(${from.x - to.x + (from.width - to.width) / 2}px, ${from.y - to.y + (from.height - to.height) / 2}px) scale(${from.width / to.width})`;
    const frames = [{ transform: `${away} rotate(${-spin}deg)`, opacity: 1 }, { transform: "none", opacity: fade ? 0.2 : 1 }];
    return node.animate(frames, { duration: ms, delay, easing: EASE, fill: "both" }).finished.catch(() => null);
  }

  wait(ms) {
    return new Promise((done) => setTimeout(done, ms));
  }

  /** Hides what is drawn already until its ghost has come. */
  late(node, ms) {
    node?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: ms });
  }

  /** A back that turns over at `at` and shows its face. */
  async flip(told, card, at) {
    const { options, k } = told;
    const back = this.ghost(backOf(), at, 30);
    await this.after(told, back.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], { duration: (FLIP_MS / 2) * k, easing: "ease-in" }).finished.catch(() => null));
    back.remove();
    const front = this.ghost(faceOf(card, options), at, 30);
    await this.after(told, front.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], { duration: (FLIP_MS / 2) * k, easing: "ease-out" }).finished.catch(() => null));
    return front;
  }

  async played(told) {
    const { event, from, pile, options, k, words } = told;
    const to = this.place("pile");
    const spread = (n) => ({ ...to, x: to.x + (n - (event.cards.length - 1) / 2) * to.width * 0.42 });
    const total = (FLY_MS + STAGGER_MS * (event.cards.length - 1)) * k;
    for (const card of event.cards) this.late(document.querySelector(`#pile [data-pile="${card}"]`), total);
    if (event.burn) pile.slice(-3).forEach((card, n) => this.ghost(faceOf(card, options), to, n));
    if (event.kind === "turn") {
      this.late(document.querySelector(`#pile [data-pile="${event.cards[0]}"]`), total + FLIP_MS * k);
      const flying = this.ghost(backOf(), to, 10);
      await this.after(told, this.fly(flying, from[0], to, { ms: FLY_MS * k }));
      flying.remove();
      await this.flip(told, event.cards[0], to);
    } else {
      await this.after(told, Promise.all(event.cards.map((card, n) => this.fly(this.ghost(faceOf(card, options), spread(n), 10 + n), from[n], spread(n), { ms: FLY_MS * k, delay: STAGGER_MS * n * k, spin: 4 - 3 * n }))));
    }
    if (words) this.show(words, [], options, SIGN_MS * k);
    if (event.burn) await this.swept(told, to);
    else this.layer.replaceChildren();
    if (event.drew) await this.drawn(told);
    if (event.out) this.glory(event.seat);
  }

  /** The whole pile, what was just played included, goes out of the game. */
  async swept(told, at) {
    const ghosts = [...this.layer.children];
    for (const node of ghosts) node.animate([{ filter: "brightness(1)" }, { filter: "brightness(1.35) sepia(.5)" }], { duration: HOLD_MS.burn * told.k, fill: "forwards" });
    await this.after(told, this.wait(HOLD_MS.burn * told.k));
    const to = this.place("removed");
    await this.after(told, Promise.all(ghosts.map((node, n) => {
      const here = rect(node) ?? at;
      const away = `translate(${to.x - here.x}px, ${to.y - here.y}px) scale(${to.width / here.width}) rotate(${180 + 25 * n}deg)`;
      return node.animate([{ transform: "none", opacity: 1 }, { transform: away, opacity: 0.1 }], { duration: SWEEP_MS * told.k, delay: 40 * n * told.k, easing: "ease-in", fill: "both" }).finished.catch(() => null);
    })));
    for (const node of ghosts) node.remove();
  }

  /** Backs from the stock to a hand: nobody sees what they are. */
  async drawn(told) {
    const { event: { seat, drew }, k } = told;
    const [from, to] = [this.place("stock"), this.handRect(seat)];
    const total = (FLY_MS + STAGGER_MS * (drew - 1)) * k;
    for (const node of document.querySelectorAll(`#own[data-seat="${seat}"] [data-card][data-fresh]`)) this.late(node, total);
    await this.after(told, Promise.all(Array.from({ length: Math.min(drew, GHOSTS_MOST) }, (_, n) => this.fly(this.ghost(backOf(), to, n), from, to, { ms: FLY_MS * k, delay: STAGGER_MS * n * k }))));
    this.layer.replaceChildren();
  }

  async taken(told) {
    const { event, options, k, words } = told;
    const [from, to] = [this.place("pile"), this.handRect(event.seat)];
    const cards = event.taken.slice(-GHOSTS_MOST);
    const lie = (n) => ({ ...from, x: from.x + (n - (cards.length - 1) / 2) * from.width * 0.3 });
    const ghosts = cards.map((card, n) => this.ghost(faceOf(card, options), lie(n), n));
    if (words) this.show(words, [], options, SIGN_MS * k);
    await this.after(told, Promise.all(ghosts.map((node, n) => node.animate([{ transform: `translateX(${from.x - lie(n).x}px)` }, { transform: "none" }], { duration: HOLD_MS.take * k, easing: EASE }).finished.catch(() => null))));
    await this.gathered(ghosts, to, k);
  }

  async gathered(ghosts, to, k) {
    await Promise.all(ghosts.map((node, n) => {
      const here = rect(node);
      if (!here) return null;
      const away = `translate(${to.x - here.x + (to.width - here.width) / 2}px, ${to.y - here.y + (to.height - here.height) / 2}px) scale(${to.width / here.width})`;
      return node.animate([{ transform: "none" }, { transform: away }], { duration: FLY_MS * 1.2 * k, delay: 35 * n * k, easing: EASE, fill: "both" }).finished.catch(() => null);
    }));
    for (const node of ghosts) node.remove();
  }

  /** A turned card that does not go: held up for all to see, then taken with the pile. */
  async missed(told) {
    const { event, from, pile, options, k, words } = told;
    const [at, to] = [this.place("pile"), this.handRect(event.seat)];
    const rest = pile.slice(-GHOSTS_MOST + 1).map((card, n) => this.ghost(faceOf(card, options), at, n));
    const up = { ...at, y: at.y - at.height * 0.12 };
    const flying = this.ghost(backOf(), up, 20);
    await this.after(told, this.fly(flying, from[0], up, { ms: FLY_MS * k }));
    flying.remove();
    const front = await this.flip(told, event.cards[0], up);
    if (words) this.show(words, [], options, SIGN_MS * k);
    front.animate([0, -7, 7, -5, 5, 0].map((x) => ({ transform: `translateX(${x}px)` })), { duration: 420 * k });
    await this.after(told, this.wait(HOLD_MS.miss * k));
    await this.gathered([...rest, front], to, k);
  }

  async swapped({ event, from, options, k }) {
    const up = rect(document.querySelector(`#own[data-seat="${event.seat}"] [data-up="${event.cards[0]}"]`)) ?? rect(document.querySelector(`.seat[data-seat="${event.seat}"] [data-up="${event.cards[0]}"]`));
    if (!up) return;
    this.late(document.querySelector(`#own[data-seat="${event.seat}"] [data-up="${event.cards[0]}"]`), FLY_MS * k);
    const hand = rect(document.querySelector(`#hand [data-card="${event.cards[1]}"]`)) ?? this.handRect(event.seat);
    await Promise.all([
      this.fly(this.ghost(faceOf(event.cards[0], options), up, 2), from[0] ?? hand, up, { ms: FLY_MS * k }),
      this.fly(this.ghost(faceOf(event.cards[1], options), hand, 1), up, hand, { ms: FLY_MS * k }),
    ]);
  }

  async dealt({ k }) {
    const from = this.place("stock");
    const seats = [...document.querySelectorAll(".seat[data-seat], #own[data-seat]:not([hidden])")].map((node) => Number(node.dataset.seat));
    const flights = seats.flatMap((seat, n) => [0, 1, 2].map((round) => {
      const to = this.handRect(seat);
      return this.fly(this.ghost(backOf(), to, round), from, to, { ms: FLY_MS * k, delay: (round * seats.length + n) * STAGGER_MS * k });
    }));
    await Promise.all(flights);
  }

  glory(seat) {
    const node = document.querySelector(`#own[data-seat="${seat}"]:not([hidden])`) ?? document.querySelector(`.seat[data-seat="${seat}"]`);
    node?.animate([{ boxShadow: "0 0 0 0 #f6dc96" }, { boxShadow: "0 0 40px 8px #f6dc96" }, { boxShadow: "0 0 0 0 transparent" }], { duration: 1600 });
  }
}
