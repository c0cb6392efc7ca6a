// The spheres: on their panes, waiting before their columns, and rolling along a path.
import { s, set } from "../dom.js";
import { COLUMNS, DIRECTIONS, corner, middle, parsePane, waiting } from "./geometry.js";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const PANE_MS = 120;
const LONGEST_MS = 1100;
const FALL_MS = 420;

function sphere(colour) {
  const shade = s("ellipse", { fill: "url(#p-shade)" });
  const ball = s("use", { href: `#p-sphere-${colour}` });
  return { shade, ball, group: s("g", { class: `sphere ${colour}` }, shade, ball), colour };
}

function place(piece, g, [x, y], size = 1) {
  const radius = g.radius * size;
  const up = g.flat ? 0 : radius * 0.42;
  set(piece.shade, { cx: (x + radius * 0.24).toFixed(1), cy: (y + radius * 0.2).toFixed(1), rx: (radius * 1.12).toFixed(1), ry: (radius * 0.72).toFixed(1) });
  set(piece.ball, { transform: `translate(${x.toFixed(1)} ${(y - up).toFixed(1)}) scale(${(radius / 20).toFixed(4)})` });
}

export class Pieces {
  constructor(relief) {
    this.relief = relief;
    this.onPanes = new Map();
    this.waiting = new Map();
    this.trays = s("g", {});
    this.board = s("g", {});
    this.flying = s("g", {});
    relief.pieces.append(this.trays, this.board, this.flying);
    relief.moved.push(() => this.draw());
  }

  /** `panes` as {c7: "white"}. */
  setPanes(panes) {
    for (const [pane, piece] of this.onPanes) {
      if (panes[pane] !== piece.colour) {
        piece.group.remove();
        this.onPanes.delete(pane);
      }
    }
    for (const [pane, colour] of Object.entries(panes)) {
      if (!this.onPanes.has(pane)) this.onPanes.set(pane, sphere(colour));
    }
    // Back to front, so that a sphere in front covers the one behind.
    const turned = this.relief.g?.turned;
    const order = [...this.onPanes.keys()].sort((a, b) => (parsePane(b).row - parsePane(a).row) * (turned ? -1 : 1));
    const groups = order.map((pane) => this.onPanes.get(pane).group);
    if (groups.some((group, n) => this.board.children[n] !== group)) this.board.replaceChildren(...groups);
    this.draw();
  }

  /** Columns still waiting, White's and Black's: ["abc", "defgh"]. */
  setReserves(reserves) {
    reserves.forEach((columns, side) => {
      for (let column = 0; column < COLUMNS; column += 1) {
        const key = `${side}${column}`;
        const there = columns.includes("abcdefgh"[column]);
        if (there && !this.waiting.has(key)) {
          const piece = sphere(side === 0 ? "white" : "black");
          this.waiting.set(key, piece);
          this.trays.append(piece.group);
        } else if (!there && this.waiting.has(key)) {
          this.waiting.get(key).group.remove();
          this.waiting.delete(key);
        }
      }
    });
    this.draw();
  }

  draw() {
    const { g } = this.relief;
    if (!g) return;
    for (const [pane, piece] of this.onPanes) {
      const { column, row } = parsePane(pane);
      place(piece, g, middle(g, column, row, this.relief.levelOf(row)));
    }
    for (const [key, piece] of this.waiting) place(piece, g, waiting(g, Number(key[0]), Number(key[1])), 0.82);
  }

  /** Spheres that are not where they should be (in the hand, asked for) are drawn faint. */
  setFaint(panes) {
    for (const [pane, piece] of this.onPanes) set(piece.group, { "data-faint": panes.has(pane) });
  }

  /**
   * Shows a roll that has been played: the sphere travels its path, then what it did to another happens.
   * `roll` as the table previews it; `colours` are those before the roll. The board already shows the end.
   */
  showRoll(roll, colours) {
    const { g } = this.relief;
    const colour = colours[roll.pane];
    if (!g || reduced.matches || !colour) return;
    const spots = [roll.pane, ...roll.path.filter((pane) => pane !== roll.pane)];
    if (roll.target && spots.at(-1) !== roll.target) spots.push(roll.target);
    const mover = sphere(colour);
    this.flying.append(mover.group);
    const hidden = this.onPanes.get(roll.target)?.group;
    hidden?.setAttribute("data-away", "");
    let victim = null;
    if (roll.victim && colours[roll.victim]) {
      victim = sphere(colours[roll.victim]);
      this.flying.prepend(victim.group);
      this.onPanes.get(roll.victim_to)?.group.setAttribute("data-away", "");
    }
    const travel = Math.min(LONGEST_MS, Math.max(1, spots.length - 1) * PANE_MS);
    const end = roll.end === "fall" || (victim && !roll.victim_to) ? FALL_MS : 0;
    const begun = performance.now();
    const spot = (pane) => {
      const { column, row } = parsePane(pane);
      return middle(g, column, row, this.relief.levelOf(row));
    };
    const off = (pane, part) => {
      const { column, row } = parsePane(pane);
      const [dx, dy] = DIRECTIONS[roll.direction];
      const [x, y] = corner(g, column + 0.5 + dx * (0.4 + part), row + 0.5 + dy * (0.4 + part), this.relief.levelOf(row));
      return [x, y + part * part * g.row * 2.2];
    };
    const finish = () => {
      mover.group.remove();
      victim?.group.remove();
      hidden?.removeAttribute("data-away");
      this.onPanes.get(roll.victim_to)?.group.removeAttribute("data-away");
    };
    const frame = (now) => {
      const way = Math.min(1, Math.max(0, (now - begun) / travel)); // a frame may be stamped before the call
      const after = end ? Math.min(1, Math.max(0, (now - begun - travel) / end)) : 0;
      const along = (1 - (1 - way) ** 2) * (spots.length - 1);
      const from = spot(spots[Math.floor(along)]);
      const to = spot(spots[Math.min(spots.length - 1, Math.floor(along) + 1)]);
      const part = along - Math.floor(along);
      place(mover, this.relief.g, [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]);
      if (roll.end === "fall" && way === 1) {
        place(mover, this.relief.g, off(spots.at(-1), after));
        set(mover.group, { opacity: (1 - after).toFixed(2) });
      }
      if (victim) {
        const rest = spot(roll.victim);
        const push = Math.min(1, Math.max(0, along - (spots.length - 2))); // it moves as the mover meets it
        if (roll.end === "smash") {
          place(victim, this.relief.g, rest, 1 + after * 0.5);
          set(victim.group, { opacity: way < 1 ? 1 : (1 - after).toFixed(2) });
        } else if (roll.victim_to) {
          const goal = spot(roll.victim_to);
          place(victim, this.relief.g, [rest[0] + (goal[0] - rest[0]) * push, rest[1] + (goal[1] - rest[1]) * push]);
        } else {
          const edge = off(roll.victim, 0);
          const at = [rest[0] + (edge[0] - rest[0]) * push, rest[1] + (edge[1] - rest[1]) * push];
          place(victim, this.relief.g, after ? off(roll.victim, after) : at);
          set(victim.group, { opacity: (1 - after).toFixed(2) });
        }
      }
      if (way < 1 || after < (end ? 1 : 0)) requestAnimationFrame(frame);
      else finish();
    };
    requestAnimationFrame(frame);
    setTimeout(finish, travel + end + 1500); // a page in the background draws no frames
  }
}
