// The palace: nine rooms with everybody's servants, who has the bonus and why, and the hands that move them.
// A tap chooses, a second tap acts; or a servant is dragged. What a step costs stands on every room it reaches.
import { h, refill, set } from "../dom.js";
import { t } from "../i18n.js";
import { layoutOf } from "./reading.js";
import { floor } from "./rooms.js";
import { crown, favour, servant } from "./signs.js";
import { roomWords, shortRoom } from "./words.js";

const SHOWN = 6; // more servants of one seat in a room are told by their number
const DRAG_PX = 10;

export class Palace {
  /** `act`: {tap(room), drag(from, to | null), may(room)}: `may` tells whether a servant can be picked up there. */
  constructor(node, act) {
    this.node = node;
    this.act = act;
    this.rooms = new Map();
    this.layout = null;
    this.finger = null;
    node.addEventListener("keydown", (event) => this.key(event));
    node.addEventListener("pointerdown", (event) => this.press(event));
    node.addEventListener("pointermove", (event) => this.slide(event));
    node.addEventListener("pointerup", (event) => this.release(event, true));
    node.addEventListener("pointercancel", (event) => this.release(event, false));
  }

  build(layout) {
    this.layout = layout.join();
    this.rooms.clear();
    this.node.replaceChildren(...layout.map((name, n) => {
      const who = h("span", { class: "who" });
      const plan = h("span", { class: "room-cost", "aria-hidden": "true", hidden: true });
      const button = h("button", { type: "button", class: "room", "data-room": name, tabindex: n === 4 ? 0 : -1, onclick: () => {
        if (!this.dragged) this.act.tap(name);
      } }, floor(name), h("span", { class: "room-name", "aria-hidden": "true" }, shortRoom(name)), who, plan);
      this.rooms.set(name, { button, who, plan });
      return button;
    }));
  }

  /** `marks`: {room: {cost?, plan?, chosen?, can?, leaving?}} of what can be done or is planned here. */
  update(match, marks) {
    const layout = layoutOf(match);
    if (this.layout !== layout.join()) this.build(layout);
    for (const [name, { button, who, plan }] of this.rooms) {
      const mark = marks[name] ?? {};
      refill(who, [match.view.players.map((player) => player.palace[name]), match.view.majorities[name], mark.leaving ?? 0, match.view.turn], () => this.people(match, name, mark));
      const sign = mark.plan ? `+${mark.plan}` : mark.cost ? String(mark.cost) : "";
      set(plan, { hidden: !sign, "data-kind": mark.plan ? "plan" : "cost" });
      if (plan.textContent !== sign) plan.textContent = sign;
      set(button, { "data-chosen": mark.chosen, "data-can": mark.can, "data-grab": mark.grab, "aria-pressed": mark.chosen ? "true" : null,
        "aria-label": [roomWords(match, name), mark.says].filter(Boolean).join(" ") });
    }
  }

  people(match, name, mark) {
    return match.view.players.filter((player) => player.palace[name]).map((player) => {
      const count = player.palace[name];
      const entry = match.view.majorities[name]?.[player.seat];
      const leaving = player.seat === match.view.turn ? mark.leaving ?? 0 : 0;
      return h("span", { class: `folk seat-${player.seat}`, "data-turn": player.seat === match.view.turn, "data-seat": player.seat },
        h("span", { class: "row-of", "data-tight": count > 4 }, Array.from({ length: Math.min(count, SHOWN) }, (_, n) => servant(player.seat, { "data-leaving": n < leaving }))),
        h("b", { class: "count" }, String(count)),
        entry?.bonus ? h("span", { class: "bonus" }, crown(), favour(entry.why)) : entry?.why === "tied" ? h("span", { class: "bonus tied" }, "=") : null);
    });
  }

  key(event) {
    const rooms = [...this.node.querySelectorAll(".room")];
    const at = rooms.indexOf(document.activeElement);
    const to = { ArrowLeft: at % 3 ? at - 1 : at, ArrowRight: at % 3 < 2 ? at + 1 : at, ArrowUp: at - 3, ArrowDown: at + 3, Home: 0, End: 8 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    if (!rooms[to]) return;
    rooms.forEach((one, n) => set(one, { tabindex: n === to ? 0 : -1 }));
    rooms[to].focus();
  }

  // --- dragging: sliding back to where it began, or off the palace, does nothing ----------------------------

  press(event) {
    this.dragged = false;
    const from = event.target.closest?.(".room")?.dataset.room;
    if (!from || !event.isPrimary || event.button !== 0 || !this.act.may(from)) return;
    this.finger = { id: event.pointerId, from, x: event.clientX, y: event.clientY, ghost: null, over: null };
  }

  slide(event) {
    const { finger } = this;
    if (finger?.id !== event.pointerId) return;
    if (!finger.ghost) {
      if (Math.hypot(event.clientX - finger.x, event.clientY - finger.y) < DRAG_PX) return;
      this.dragged = true;
      this.node.setPointerCapture(event.pointerId);
      finger.ghost = h("span", { class: "drag-ghost", "aria-hidden": "true" }, servant(this.act.seat()), h("b", {}));
      document.body.append(finger.ghost);
      this.act.drag(finger.from, null);
    }
    finger.ghost.style.transform = `translate(${event.clientX - 22}px, ${event.clientY - 52}px)`;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest(".room");
    if (under === finger.over) return;
    finger.over?.removeAttribute("data-under");
    finger.over = under;
    const cost = under && this.rooms.get(under.dataset.room)?.plan;
    if (under && !cost?.hidden) under.setAttribute("data-under", "");
    finger.ghost.lastChild.textContent = cost && !cost.hidden ? t("ui.royal.drag.cost", { count: cost.textContent }) : "";
  }

  release(event, done) {
    const { finger } = this;
    if (finger?.id !== event.pointerId) return;
    this.finger = null;
    if (!finger.ghost) return;
    finger.ghost.remove();
    finger.over?.removeAttribute("data-under");
    this.act.drag(finger.from, (done && finger.over?.dataset.room) || finger.from);
    setTimeout(() => (this.dragged = false)); // the click that ends a drag is none
  }

  /** Where servants of a seat stand in a room, for what flies there. */
  spot(name) {
    return this.rooms.get(name)?.who.getBoundingClientRect() ?? null;
  }
}
