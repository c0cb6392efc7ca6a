// The players round the table: name, cards in hand as a number, face-up cards over face-down ones, turn and
// order of going out. A seat's box is made once and then only changed where something changed.
import { h, refill, say, set } from "../dom.js";
import { t } from "../i18n.js";
import { backOf, cardWords, faceOf } from "./deck.js";
import { exchanging, places, whyNot, whyNotTurned } from "./reading.js";
import { refusalWords, seatWords } from "./words.js";

export class Seats {
  /** `act`: {pick(seat)}: where several hands are played on one device, a box brings its hand. */
  constructor(node, act) {
    this.node = node;
    this.act = act;
    this.boxes = new Map();
    this.rows = new Map();
  }

  /** The face-up cards of a seat by slot; they keep their places while the match goes on. */
  places(match, seat) {
    const { up, down } = match.view.seats[seat];
    const row = places(this.rows.get(seat), up, down.length);
    this.rows.set(seat, row);
    return row;
  }

  /** Draws the boxes of `seats`, in that order. `focus` is the seat whose hand lies below. */
  update(match, seats, own, focus) {
    const order = seats.join(" ");
    if (this.node.dataset.order !== order) {
      this.node.dataset.order = order;
      this.node.replaceChildren(...seats.map((seat) => this.box(seat).node));
    }
    set(this.node, { "data-count": seats.length });
    for (const seat of seats) {
      this.draw(match, seat, own.includes(seat));
      const { pick } = this.box(seat);
      set(pick, { hidden: own.length < 2 || !own.includes(seat), "aria-pressed": String(seat === focus), "aria-label": t("ui.cards.pick", { name: match.seats[seat].name }) });
      set(this.box(seat).node, { "data-focused": own.length > 1 && seat === focus });
    }
  }

  box(seat) {
    if (!this.boxes.has(seat)) {
      const parts = {
        name: h("b", { class: "seat-name" }), signs: h("span", { class: "seat-signs" }), words: h("p", { class: "sr" }),
        count: h("span", { class: "seat-count", "aria-hidden": "true" }), slots: h("div", { class: "slots", "aria-hidden": "true" }),
      };
      parts.pick = h("button", { type: "button", class: "seat-pick", hidden: true, onclick: () => this.act.pick(seat) });
      parts.node = h("section", { class: "seat", "data-seat": seat },
        h("header", { class: "seat-head" }, parts.name, parts.signs, parts.count), parts.words, parts.slots, parts.pick);
      this.boxes.set(seat, parts);
    }
    return this.boxes.get(seat);
  }

  draw(match, seat, own) {
    const box = this.box(seat);
    const view = match.view.seats[seat];
    const person = match.seats[seat];
    const place = match.view.order.indexOf(seat);
    const acting = match.state === "playing" && [match.actor].flat().includes(seat);
    set(box.node, { "data-turn": acting && !exchanging(match), "data-out": place >= 0, "data-own": own, "aria-label": person.name, "aria-current": acting && !exchanging(match) ? "true" : null });
    say(box.name, person.name);
    say(box.words, seatWords(match, seat));
    refill(box.count, [view.hand_count, place >= 0], () => (place >= 0 ? [] : [h("span", { class: "mini-back" }), h("b", { class: "number" }, String(view.hand_count))]));
    refill(box.signs, [person.kind, person.present, acting, match.view.ready[seat], match.view.phase, place, match.outcome?.losers.includes(seat)], () => signs(match, seat, acting));
    refill(box.slots, [this.places(match, seat), view.down, match.options], () => slotsOf(this.places(match, seat), view.down, match.options));
    box.slots.style.setProperty("--n", String(Math.max(1, view.down.length)));
  }
}

// Signs beside a name, each a word for people who listen and a sign for those who look.
function signs(match, seat, acting) {
  const person = match.seats[seat];
  const place = match.view.order.indexOf(seat);
  const one = (name, text, shown) => h("span", { class: `sign ${name}`, title: text }, h("span", { "aria-hidden": "true" }, shown), h("span", { class: "sr" }, text));
  return [
    match.outcome?.losers.includes(seat) ? one("lost", t("ui.cards.sign.lost"), t("ui.cards.sign.lost")) : null,
    place >= 0 ? one("out", t("ui.cards.seat.out", { place: place + 1 }), t("ui.cards.sign.out", { place: place + 1 })) : null,
    acting && !exchanging(match) ? one("turn", t("ui.to_play"), "▶") : null,
    exchanging(match) && match.view.ready[seat] ? one("ready", t("ui.cards.sign.ready"), "✓") : null,
    exchanging(match) && !match.view.ready[seat] ? one("choosing", t("ui.cards.sign.exchanging"), "⇄") : null,
    person.kind === "phone" && !person.present ? one("away", t("ui.cards.sign.away"), "⌁") : null,
  ];
}

/** One column a slot: the face-down card, and on it the face-up one. */
function slotsOf(ups, down, options) {
  return down.map((there, n) => h("div", { class: "slot", "data-slot": n + 1 },
    there ? h("span", { class: "pc down" }, backOf()) : null,
    ups[n] ? h("span", { class: "pc up", "data-up": ups[n] }, faceOf(ups[n], options)) : null));
}

/** The own row of slots, to be touched: face-up cards, and face-down ones by their number. */
export class OwnRow {
  constructor(node, seats, act) {
    this.node = node;
    this.seats = seats;
    this.act = act;
  }

  update(match, seat, choice) {
    const { down } = match.view.seats[seat];
    const ups = this.seats.places(match, seat);
    this.node.style.setProperty("--n", String(Math.max(1, down.length)));
    set(this.node, { "data-seat": seat });
    const slots = down.map((there, n) => this.slot(match, seat, { up: ups[n], there, slot: n + 1 }, choice));
    refill(this.node, [seat, slots.map(({ key }) => key), match.options], () => slots.map(({ make }) => make()));
  }

  slot(match, seat, { up, there, slot }, choice) {
    const frame = (...parts) => h("div", { class: "slot", "data-slot": slot }, parts);
    if (!up && !there) return { key: "", make: () => frame() };
    const back = () => (there ? h("span", { class: "pc down" }, backOf(), up ? null : h("span", { class: "slot-number", "aria-hidden": "true" }, String(slot))) : null);
    if (up) {
      const why = whyNot(match, seat, "up", up);
      const chosen = choice?.zone === "up" ? choice.cards.includes(up) : choice?.get === up;
      const label = [cardWords(up), t("ui.cards.zone.up"), fitWords(why, match, seat)].filter(Boolean).join(", ");
      return {
        key: [up, there, chosen, label, fit(why, match, seat)],
        make: () => frame(back(), h("button", {
          type: "button", class: "pc up", "data-up": up, "data-focus": up, "data-fit": fit(why, match, seat), "data-chosen": chosen,
          "aria-pressed": String(chosen), "aria-disabled": why ? "true" : null, "aria-label": label, onclick: (event) => this.act.up(up, event),
        }, faceOf(up, match.options))),
      };
    }
    const why = whyNotTurned(match, seat);
    const chosen = choice?.slot === slot;
    const label = [t("ui.cards.zone.down", { slot }), fitWords(why, match, seat)].filter(Boolean).join(", ");
    return {
      key: [slot, chosen, label, fit(why, match, seat)],
      make: () => frame(h("button", {
        type: "button", class: "pc down", "data-down": slot, "data-focus": `down${slot}`, "data-fit": fit(why, match, seat), "data-chosen": chosen,
        "aria-pressed": String(chosen), "aria-disabled": why ? "true" : null, "aria-label": label, onclick: (event) => this.act.down(slot, event),
      }, backOf(), h("span", { class: "slot-number", "aria-hidden": "true" }, String(slot)))),
    };
  }
}

/** "yes" | "no" on one's own turn, "" otherwise: only then is there something to tell apart. */
export function fit(why, match, seat) {
  if (exchanging(match) || match.view.turn !== seat || match.state !== "playing") return "";
  return why ? "no" : "yes";
}

export function fitWords(why, match, seat) {
  const fits = fit(why, match, seat);
  if (fits === "") return "";
  return fits === "yes" ? t("ui.cards.fits") : t("ui.cards.fits.not", { why: refusalWords(why).says });
}
