// The board on a page: relief, spheres, marks, the grid of buttons and the level control, fitted to its room.
import { h, s } from "../dom.js";
import { at, fit, paneName } from "./geometry.js";
import { Grid } from "./grid.js";
import { LevelControl } from "./levels.js";
import { Marks } from "./marks.js";
import { Pieces } from "./pieces.js";
import { Relief } from "./relief.js";

export class Scene {
  /**
   * `host` is a positioned element with a size of its own. `pick(pane, event)`, `off({column, row}, event)` for a
   * tap beside the board, `escape()`; `level` = {ask, drop, confirm} adds the level control.
   */
  constructor(host, { label, pick, off = () => {}, escape, level = null, trays = true, handles = true, slots = null }) {
    this.host = host;
    this.options = { trays, slots };
    this.view = { flat: false, turned: false };
    this.svg = s("svg", { class: "relief", "aria-hidden": "true", focusable: "false" });
    this.layer = h("div", { class: "board-layer" });
    host.append(this.svg, this.layer);
    this.relief = new Relief(this.svg, { handles });
    this.pieces = new Pieces(this.relief);
    this.marks = new Marks(this.relief);
    this.grid = new Grid(this.layer, { label, pick, escape });
    this.control = level && new LevelControl(this.layer, this.relief, level);
    this.panes = {};
    this.layer.addEventListener("click", (event) => {
      if (event.target !== this.layer && event.target !== this.grid.table) return;
      const box = this.layer.getBoundingClientRect();
      off(at(this.g, event.clientX - box.left, event.clientY - box.top, this.relief.levels), event);
    });
    this.relief.moved.push(() => this.layout());
    new ResizeObserver(() => this.resize()).observe(host);
    this.resize();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (!width || !height) return;
    const slots = this.options.slots ?? Math.max(52, Math.min(84, width * 0.09));
    this.g = fit({ width, height, ...this.view, trays: this.options.trays, slots });
    this.relief.resize(this.g);
    this.pieces.setPanes(this.panes);
    this.control?.layout(this.g);
  }

  /** {flat, turned}: without relief; seen from Black's side. */
  setView(view) {
    this.view = { ...this.view, ...view };
    this.resize();
  }

  setPanes(panes) {
    this.panes = panes;
    this.pieces.setPanes(panes);
    this.layout();
  }

  layout() {
    if (this.g) this.grid.layout(this.g, this.relief.levels, new Set(Object.keys(this.panes)));
  }

  /** The pane under a point of the window, or null beside the board. */
  paneAt(clientX, clientY) {
    const box = this.layer.getBoundingClientRect();
    const { column, row } = at(this.g, clientX - box.left, clientY - box.top, this.relief.levels);
    return column < 0 || column > 7 || row < 0 || row > 9 ? null : paneName(column, row);
  }
}
