// The message strip: the one place of a page where something is said. Its room is always kept, so nothing
// jumps and nothing is ever covered. Standing matters (by rank) stay; passing ones give way after a while.
import { $, h, say } from "./dom.js";

const PASSING_MS = 6500;
const LONG = 72; // characters from which narrow strips use smaller type
const RANKS = ["link", "estop", "stopped", "pending", "fault", "board", "match", "last"];

const standing = new Map();
let passing = null;
let timer = null;

function draw() {
  const strip = $("strip");
  if (!strip) return;
  const rank = RANKS.find((name) => standing.has(name));
  const stands = rank ? standing.get(rank) : null;
  // What can be done about a standing matter stays in sight: only an error may speak over it for a while.
  const urgent = rank === "link" || rank === "pending" || (stands?.act && passing?.level !== "error");
  const shown = (!urgent && passing) || stands || { level: "" };
  strip.dataset.level = shown.level;
  const text = $("strip-text");
  const says = shown.says ?? "";
  const remedy = shown.do ?? "";
  strip.toggleAttribute("data-long", says.length + remedy.length > LONG);
  if (text.dataset.says !== `${says}|${remedy}`) {
    text.dataset.says = `${says}|${remedy}`;
    text.replaceChildren(...(says ? [h("b", {}, says)] : []), ...(remedy ? [" ", h("span", {}, remedy)] : []));
  }
  const act = $("strip-act");
  const button = shown.act ?? stands?.act ?? null;
  if (act.firstChild !== button) act.replaceChildren(...(button ? [button] : []));
}

/** Says something that stays true until it is cleared: level "info" | "good" | "warning" | "error". */
export function stand(rank, matter) {
  if (!RANKS.includes(rank)) throw new Error(`no such rank: ${rank}`);
  const before = standing.get(rank)?.says;
  if (matter) standing.set(rank, matter);
  else standing.delete(rank);
  if (matter && matter.level !== "quiet" && matter.says !== before) announce(`${matter.says} ${matter.do ?? ""}`);
  draw();
}

/** Says something that passes. */
export function pass(matter, ms = PASSING_MS) {
  passing = matter;
  announce(`${matter.says} ${matter.do ?? ""}`);
  clearTimeout(timer);
  timer = setTimeout(() => {
    passing = null;
    draw();
  }, ms);
  draw();
}

/** Takes a passing message away, because the person has moved on. */
export function settle() {
  clearTimeout(timer);
  passing = null;
  draw();
}

let flip = false;
/** Reads `text` to people who listen instead of look; the same text twice is read twice. */
export function announce(text) {
  const line = $("announce");
  if (!line || !text) return;
  flip = !flip;
  say(line, flip ? text : `${text}\u00a0`);
}
