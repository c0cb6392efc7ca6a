// Level control: five upright sliders in the place of the gold handles. A finger lifts or lowers the handle; what
// it asks for is only shown until it is confirmed, and sliding away sideways cancels.
import { h, set } from "../dom.js";
import { t } from "../i18n.js";
import { BANDS, levelFor, slot } from "./geometry.js";

const AWAY_PX = 90;

export class LevelControl {
  /** `ask(band, level)` when somebody asks for another level, `drop(band)` when they take it back, `confirm()`. */
  constructor(host, relief, { ask, drop, confirm }) {
    this.host = host;
    this.relief = relief;
    this.call = { ask, drop, confirm };
    this.wanted = Array(BANDS).fill(null);
    this.levels = [1, 2, 3, 2, 1];
    this.group = h("div", { role: "group", "aria-label": t("ui.level_control"), class: "level-control" });
    this.sliders = Array.from({ length: BANDS }, (_, n) => this.slider(n + 1));
    this.group.append(...[...this.sliders].reverse());
    host.append(this.group);
  }

  slider(band) {
    const node = h("div", {
      role: "slider", tabindex: 0, class: "level-slider", "aria-orientation": "vertical", "aria-valuemin": 1, "aria-valuemax": 3,
      "aria-valuenow": 1, "aria-label": t("ui.level_control.band", { band }), "data-band": band,
    });
    let start = null;
    const follow = (event) => {
      if (!start || event.pointerId !== start.id) return;
      const box = this.host.getBoundingClientRect();
      const level = levelFor(slot(this.relief.g, band), event.clientY - box.top);
      this.want(band, Math.abs(event.clientX - start.x) > AWAY_PX ? null : level);
    };
    node.addEventListener("pointerdown", (event) => {
      if (!event.isPrimary || event.button !== 0 || this.disabled) return;
      start = { id: event.pointerId, x: event.clientX };
      node.setPointerCapture(event.pointerId);
      follow(event);
    });
    node.addEventListener("pointermove", follow);
    node.addEventListener("pointerup", (event) => {
      if (!start || event.pointerId !== start.id) return;
      follow(event);
      start = null;
      this.settle(band);
    });
    node.addEventListener("pointercancel", () => {
      start = null;
      this.clear();
    });
    node.addEventListener("keydown", (event) => {
      const step = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, Home: -2, End: 2 }[event.key];
      if (event.key === "Enter") this.call.confirm();
      else if (event.key === "Escape") this.clear();
      else if (step && !this.disabled) {
        const now = this.wanted[band - 1] ?? Math.round(this.levels[band - 1]);
        this.want(band, Math.min(3, Math.max(1, now + step)));
        this.settle(band);
      } else return;
      event.preventDefault();
    });
    return node;
  }

  want(band, level) {
    this.wanted = this.wanted.map((_, n) => (n === band - 1 ? level : null));
    this.draw();
  }

  settle(band) {
    const level = this.wanted[band - 1];
    if (level === null || level === Math.round(this.levels[band - 1])) {
      this.clear();
      this.call.drop(band);
    } else this.call.ask(band, level);
  }

  clear() {
    if (this.wanted.every((level) => level === null)) return;
    this.wanted = Array(BANDS).fill(null);
    this.draw();
  }

  /** Measured levels; `disabled` says why nobody can move bands now, "" when they can. */
  update(levels, disabled = "") {
    this.levels = levels;
    this.disabled = disabled;
    this.draw();
  }

  draw() {
    this.relief.setWanted(this.wanted);
    this.sliders.forEach((node, n) => {
      const now = this.levels[n];
      const level = Math.abs(now - Math.round(now)) < 0.06 ? Math.round(now) : null;
      const text = level === null ? t("ui.level.between") : t("ui.level.text", { level });
      const wanted = this.wanted[n];
      set(node, {
        "aria-valuenow": wanted ?? Math.round(now), "aria-disabled": this.disabled ? "true" : null,
        "aria-valuetext": wanted !== null && wanted !== level ? `${text}, ${t("ui.level.wanted", { level: wanted })}` : text,
      });
    });
  }

  layout(g) {
    this.sliders.forEach((node, n) => {
      const place = slot(g, n + 1);
      node.style.transform = `translate(${place.left.toFixed(1)}px, ${place.boxTop.toFixed(1)}px)`;
      node.style.width = `${place.width.toFixed(1)}px`;
      node.style.height = `${place.boxHeight.toFixed(1)}px`;
    });
  }
}
