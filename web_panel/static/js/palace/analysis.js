// The analysis of a stored match: marks of turns that gave something away, and who was ahead, drawn as a line.
import { h, refill, s, set } from "../dom.js";
import { t } from "../i18n.js";
import { turnWords, valueShort } from "./advice.js";
import { side } from "./words.js";

const RETRY_MS = 1500;
const MOST = 4; // spheres; a decided match is drawn at the edge
const [WIDE, HIGH] = [300, 64];
// Signs on a 20 x 20 grid round 0,0: told apart by shape.
const SIGNS = {
  mistake: "M-3-4a3.200 3.200 0 1 1 4.500 3c-1.500 1-1.500 1.500-1.500 3M0 6v.5",
  blunder: "M-3-7v8M-3 5v.5M3-7v8M3 5v.5",
  missed_win: "M-6-6v12M-6-6h11l-3 3.500l3 3.500h-11",
};

/** A mark as a small picture of its own. */
export function markSign(mark) {
  return s("svg", { viewBox: "-11 -11 22 22", class: `end-sign mark-${mark}`, "aria-hidden": "true" },
    s("path", { d: SIGNS[mark], fill: "none", stroke: "currentColor", "stroke-width": 2.4, "stroke-linecap": "round", "stroke-linejoin": "round" }));
}

/** What a turn was worth to White, in spheres. */
const forWhite = (mark) => (mark.seat === 0 ? mark.value : -mark.value);

/** The height of a value in the drawing: White's advantage is up. */
const heightOf = (value) => HIGH / 2 - (Math.max(-MOST, Math.min(MOST, value)) / MOST) * (HIGH / 2 - 4);

export class Analysis {
  /** `go(n)` shows state n of the match; `redraw()` is called when something has come. */
  constructor(client, id, { go, redraw }) {
    this.client = client;
    this.path = `/api/matches/${id}/analysis`;
    this.go = go;
    this.redraw = redraw;
    this.state = null;
    client.on("advice", (news) => news.match === id && news.what === "analysis" && this.look());
  }

  async look() {
    clearTimeout(this.later);
    this.take(await this.client.get(this.path, { quiet: true }));
  }

  async start() {
    this.take(await this.client.post(this.path));
  }

  take({ ok, body }) {
    if (!ok) return;
    this.state = body;
    if (body.state === "running") this.later = setTimeout(() => this.look(), RETRY_MS);
    this.redraw();
  }

  /** The mark of the turn to which the action that led to state `n` belongs. */
  markAt(n) {
    return this.state?.marks.find((mark) => n > mark.index && n <= mark.index + mark.played.length) ?? null;
  }

  get marked() {
    return this.state?.marks.filter((mark) => mark.mark) ?? [];
  }

  /** The mark shown in line `n` of the move list: at the turn's last action. */
  signAt(n) {
    const mark = this.markAt(n);
    return mark?.mark && n === mark.index + mark.played.length ? mark : null;
  }

  /** The next marked turn after state `n`, round the end. */
  next(n) {
    const ends = this.marked.map((mark) => mark.index + mark.played.length);
    return ends.find((end) => end > n) ?? ends[0] ?? null;
  }

  draw(node, at, last) {
    const { state } = this;
    refill(node, [state?.state, state?.done, last, this.client.link], () => {
      if (!state || state.running) return [];
      if (state.state === "none") return [h("button", { type: "button", class: "button", "data-focus": "analyse", onclick: () => this.start() }, t("ui.analysis"))];
      const words = state.state === "running" ? t("ui.analysis.running", { done: state.done, of: state.of })
        : this.marked.length ? t("ui.analysis.found", { count: this.marked.length }) : t("ui.analysis.none");
      return [
        state.marks.length ? this.graph(last) : null,
        h("div", { class: "row spread" }, h("span", { class: "soft" }, words),
          this.marked.length && state.state === "done" ? h("button", { type: "button", class: "button quiet", "data-focus": "next-mark", onclick: () => this.go(this.next(this.at)) }, t("ui.analysis.next")) : null),
      ];
    });
    this.at = at;
    const x = last ? (at / last) * WIDE : 0;
    const now = node.querySelector(".graph-now");
    if (now) set(now, { x1: x.toFixed(1), x2: x.toFixed(1) });
  }

  graph(last) {
    const spots = [[0, HIGH / 2], ...this.state.marks.map((mark) => [((mark.index + mark.played.length) / last) * WIDE, heightOf(forWhite(mark))])];
    const d = `M${spots.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
    const svg = s("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", class: "graph", role: "img", "aria-label": t("ui.analysis.graph") },
      s("line", { x1: 0, x2: WIDE, y1: HIGH / 2, y2: HIGH / 2, class: "graph-zero" }),
      s("path", { d: `${d}L${spots.at(-1)[0].toFixed(1)} ${HIGH / 2}L0 ${HIGH / 2}Z`, class: "graph-area" }),
      s("path", { d, class: "graph-line" }),
      this.marked.map((mark) => {
        const x = ((mark.index + mark.played.length) / last) * WIDE;
        return s("line", { x1: x.toFixed(1), x2: x.toFixed(1), y1: HIGH - 7, y2: HIGH, class: "graph-mark" });
      }),
      s("line", { x1: 0, x2: 0, y1: 0, y2: HIGH, class: "graph-now" }));
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      this.go(Math.round(((event.clientX - box.left) / box.width) * last));
    });
    return svg;
  }

  /** What there is to say of the turn that led to state `n`, for the message strip; null when nothing. */
  words(n) {
    const mark = this.markAt(n);
    if (!mark?.mark) return null;
    const says = t("ui.analysis.says", { side: side(mark.seat), mark: t(`ui.mark.${mark.mark}`), value: valueShort(mark.value) });
    return { level: "warning", says, do: t("ui.analysis.better", { value: valueShort(mark.best_value), turn: turnWords(mark.better) }) };
  }
}

/** The line of a marked turn: sign and word. */
export function markLabel(mark) {
  return h("span", { class: `mark-label mark-${mark.mark}` }, markSign(mark.mark), h("span", {}, t(`ui.mark.${mark.mark}`)));
}
