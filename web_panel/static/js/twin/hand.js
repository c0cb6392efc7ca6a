// A finger that takes spheres: from the stock or from a pane, carried through the air or slid over the glass
// (then every pane on its way is touched, as a rolling sphere would).
import { s, set } from "../dom.js";

const DRAG_PX = 8;

export class Hand {
  /** `colourOf(pane)`, the `stock` element with [data-colour] buttons, `change({pane: colour | null})`. */
  constructor(scene, { colourOf, stock, change }) {
    this.scene = scene;
    this.colourOf = colourOf;
    this.change = change;
    this.sliding = false;
    this.held = null;
    this.busy = false;
    this.ghost = s("svg", { class: "hand-ghost", viewBox: "-24 -24 48 48", width: 56, height: 56, "aria-hidden": "true", hidden: true });
    document.body.append(this.ghost);
    scene.layer.addEventListener("pointerdown", (event) => {
      const pane = event.target.dataset?.pane;
      const colour = pane && colourOf(pane);
      if (colour) this.begin(event, { colour, pane, from: pane });
    });
    stock.addEventListener("pointerdown", (event) => {
      const colour = event.target.closest("[data-colour]")?.dataset.colour;
      if (colour) this.begin(event, { colour, pane: null, from: null });
    });
    addEventListener("pointermove", (event) => this.move(event), { passive: false });
    addEventListener("pointerup", (event) => this.end(event));
    addEventListener("pointercancel", () => this.drop());
    // A finger on a sphere takes it; a finger on empty glass still scrolls the page.
    scene.layer.addEventListener("touchstart", (event) => {
      const pane = event.target.dataset?.pane;
      if (pane && colourOf(pane)) event.preventDefault();
    }, { passive: false });
  }

  begin(event, held) {
    if (!event.isPrimary || event.button !== 0 || this.held) return;
    this.held = { ...held, x: event.clientX, y: event.clientY, id: event.pointerId, dragging: false };
    if (event.pointerType === "touch" && held.pane) this.tapOnRelease = held.pane; // its click was prevented
  }

  move(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.id) return;
    if (!held.dragging) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < DRAG_PX) return;
      held.dragging = true;
      this.busy = true;
      this.ghost.replaceChildren(s("use", { href: `#p-sphere-${held.colour}` }));
      set(this.ghost, { hidden: false });
      if (held.pane && !this.sliding) {
        this.change({ [held.pane]: null });
        held.pane = null;
      }
    }
    event.preventDefault();
    this.ghost.style.transform = `translate(${event.clientX - 28}px, ${event.clientY - 36}px)`;
    const pane = this.scene.paneAt(event.clientX, event.clientY);
    this.scene.marks.setMarks(pane ? [{ kind: "target", pane }] : []);
    if (this.sliding && held.from && pane && pane !== held.pane) {
      this.change(held.pane ? { [held.pane]: null, [pane]: held.colour } : { [pane]: held.colour });
      held.pane = pane;
    }
    if (this.sliding && held.from && !pane && held.pane) {
      this.change({ [held.pane]: null }); // over the edge
      held.pane = null;
    }
  }

  end(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.id) return;
    if (held.dragging) {
      const pane = this.scene.paneAt(event.clientX, event.clientY);
      if (pane && pane !== held.pane) this.change({ ...(held.pane ? { [held.pane]: null } : {}), [pane]: held.colour });
    } else if (event.pointerType === "touch" && this.tapOnRelease === held.pane && held.pane) this.change({ [held.pane]: null });
    this.drop();
  }

  drop() {
    if (!this.held) return;
    this.held = null;
    this.tapOnRelease = null;
    set(this.ghost, { hidden: true });
    this.scene.marks.setMarks([]);
    setTimeout(() => (this.busy = false), 60); // the click that follows a drag is none
  }
}
