// One device for several people: a hand is covered until its player holds a finger on the bar (or on the hand
// itself). While it is held the faces show; the finger slides to a card and lets go there to choose it, or a
// second finger touches cards. Letting go covers the hand again. For keyboards and assistive technology the
// bar is a switch that covers by itself after a while.
const SLID_PX = 14;
const TAP_PX = 12;
const KEY_SHOWN_MS = 30000;

export class Cover {
  /** `act`: {changed(), pick(node)}; `hand` is the Hand that is covered. */
  constructor(bar, hand, act) {
    this.bar = bar;
    this.hand = hand;
    this.act = act;
    this.on = false;
    this.by = null; // null | "finger" | "key"
    this.finger = null;
    this.second = null;
    this.under = null;
    for (const node of [bar, hand.node]) {
      node.addEventListener("pointerdown", (event) => this.press(node, event));
      node.addEventListener("pointermove", (event) => this.move(event));
      node.addEventListener("pointerup", (event) => this.release(event));
      node.addEventListener("pointercancel", (event) => this.release(event, false));
      node.addEventListener("contextmenu", (event) => this.on && event.preventDefault());
    }
    bar.addEventListener("click", (event) => this.on && event.detail === 0 && this.toggle());
    document.addEventListener("visibilitychange", () => document.hidden && this.close());
  }

  /** Whether the faces may be drawn now. */
  get open() {
    return !this.on || this.by !== null;
  }

  /** Whether taps on cards are this object's business, not the cards' own. */
  get handles() {
    return this.on && this.by !== "key";
  }

  /** Switches covering on or off, for another seat or another kind of match. */
  set(on) {
    if (this.on === on) return;
    this.on = on;
    this.close(false);
  }

  press(node, event) {
    if (!this.on || event.button !== 0) return;
    if (this.by === "key") return;
    if (this.finger === null && event.isPrimary) {
      this.finger = { id: event.pointerId, x: event.clientX, y: event.clientY, slid: false };
      node.setPointerCapture(event.pointerId);
      this.by = "finger";
      this.act.changed();
    } else if (this.finger && event.pointerId !== this.finger.id && node === this.hand.node) {
      this.second = { id: event.pointerId, x: event.clientX, y: event.clientY };
    }
  }

  move(event) {
    if (this.finger?.id !== event.pointerId) return;
    const { finger } = this;
    finger.slid ||= Math.hypot(event.clientX - finger.x, event.clientY - finger.y) > SLID_PX;
    if (finger.slid) this.mark(this.hand.at(event.clientX, event.clientY));
  }

  mark(node) {
    if (node === this.under) return;
    this.under?.removeAttribute("data-under");
    node?.setAttribute("data-under", "");
    this.under = node;
  }

  release(event, choose = true) {
    if (this.second?.id === event.pointerId) {
      const near = Math.hypot(event.clientX - this.second.x, event.clientY - this.second.y) < TAP_PX;
      this.second = null;
      const node = this.hand.at(event.clientX, event.clientY);
      if (choose && near && node) this.act.pick(node);
      return;
    }
    if (this.finger?.id !== event.pointerId) return;
    const node = choose && this.finger.slid ? this.hand.at(event.clientX, event.clientY) : null;
    this.close(false);
    if (node) this.act.pick(node);
    this.act.changed();
  }

  toggle() {
    if (this.by === "key") {
      this.close();
      return;
    }
    this.by = "key";
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.close(), KEY_SHOWN_MS);
    this.act.changed();
  }

  /** Covers the hand. */
  close(tell = true) {
    clearTimeout(this.timer);
    const was = this.by;
    this.mark(null);
    this.by = null;
    this.finger = null;
    this.second = null;
    if (tell && was) this.act.changed();
  }
}
