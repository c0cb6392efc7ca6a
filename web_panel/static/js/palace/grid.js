// The layer people use: 80 buttons over the drawn panes, a grid for the keyboard and for screen readers.
import { h, set } from "../dom.js";
import { COLUMNS, PANES, ROWS, paneName, parsePane, touchBox } from "./geometry.js";

export class Grid {
  /** `pick(pane, event)` is called for a tap, Enter or Space on a pane. */
  constructor(host, { label, pick, escape = () => {} }) {
    this.host = host;
    this.buttons = new Map();
    this.focus = "a1";
    this.table = h("div", { role: "grid", "aria-label": label, class: "pane-grid", "aria-colcount": COLUMNS, "aria-rowcount": ROWS });
    for (const pane of PANES) {
      const button = h("button", { type: "button", class: "pane-button", tabindex: -1, "data-pane": pane });
      button.addEventListener("click", (event) => pick(pane, event));
      button.addEventListener("focus", () => this.rove(pane));
      this.buttons.set(pane, button);
    }
    this.table.addEventListener("keydown", (event) => {
      if (event.key === "Escape") escape();
      else this.key(event);
    });
    host.append(this.table);
    this.arrange(false);
  }

  // Rows from the top of the screen to the bottom, so that reading order is what is seen.
  arrange(turned) {
    if (this.turned === turned) return;
    this.turned = turned;
    const rows = Array.from({ length: ROWS }, (_, n) => (turned ? n : ROWS - 1 - n));
    const columns = Array.from({ length: COLUMNS }, (_, n) => (turned ? COLUMNS - 1 - n : n));
    this.table.replaceChildren(...rows.map((row, r) =>
      h("div", { role: "row", "aria-rowindex": r + 1 }, columns.map((column, c) =>
        h("div", { role: "gridcell", "aria-colindex": c + 1 }, this.buttons.get(paneName(column, row)))))));
    this.rove(this.focus);
  }

  rove(pane) {
    set(this.buttons.get(this.focus), { tabindex: -1 });
    this.focus = pane;
    set(this.buttons.get(pane), { tabindex: 0 });
  }

  /** Puts the buttons over the drawn panes. `levels` per band, `occupied` a set of panes. */
  layout(g, levels, occupied) {
    this.arrange(g.turned);
    for (const [pane, button] of this.buttons) {
      const { column, row } = parsePane(pane);
      const full = occupied.has(pane);
      const box = touchBox(g, column, row, levels[Math.floor(row / 2)], full);
      const style = button.style;
      style.transform = `translate(${box.left.toFixed(1)}px, ${box.top.toFixed(1)}px)`;
      style.width = `${box.width.toFixed(1)}px`;
      style.height = `${box.height.toFixed(1)}px`;
      style.zIndex = String(2 * (g.turned ? row : ROWS - 1 - row) + (full ? 2 : 0) + 1);
    }
  }

  /** Names for people who listen; `describe(pane)` -> text, `pressed` the selected pane or null. */
  describe(describe, pressed = null) {
    for (const [pane, button] of this.buttons) {
      const text = describe(pane);
      if (button.getAttribute("aria-label") !== text) button.setAttribute("aria-label", text);
      set(button, { "aria-pressed": pressed === pane ? "true" : null });
    }
  }

  key(event) {
    const { column, row } = parsePane(this.focus);
    const way = this.turned ? -1 : 1;
    const moves = {
      ArrowUp: [column, row + way], ArrowDown: [column, row - way], ArrowRight: [column + way, row],
      ArrowLeft: [column - way, row], PageUp: [column, row + 2 * way], PageDown: [column, row - 2 * way],
      Home: [this.turned ? COLUMNS - 1 : 0, row], End: [this.turned ? 0 : COLUMNS - 1, row],
    };
    const goal = moves[event.key];
    if (!goal) return;
    event.preventDefault();
    const clamp = (value, high) => Math.min(high, Math.max(0, value));
    this.buttons.get(paneName(clamp(goal[0], COLUMNS - 1), clamp(goal[1], ROWS - 1))).focus();
  }

}
