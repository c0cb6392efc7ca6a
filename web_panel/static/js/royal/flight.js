// A servant on his way: from room to room, from the reserve to the gate, to the park's border. Only a picture;
// what counts is drawn at once. Nobody who asked for less motion sees it.
import { h } from "../dom.js";
import { servant } from "./signs.js";

const FLY_MS = 420;
const CODE = /^royal\.place\.(\w+)$/;
const roomOf = (code) => CODE.exec(code ?? "")?.[1] ?? null;

/** From where to where the last move sent a servant, as names of rooms or spaces. */
function route({ message }) {
  const { code, params } = message;
  if (code === "royal.did.move" || code === "royal.did.card.passage") return [roomOf(params.origin), roomOf(params.target)];
  if (code.startsWith("royal.did.recruit.border")) return ["office", params.space];
  return null;
}

/** Shows the move `last` of a seat over `layer`; `spot(name)` tells where a room or a space is. */
export function fly(layer, last, spot) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || !last?.message || !Number.isInteger(last.seat)) return;
  const way = route(last);
  const [from, to] = (way ?? []).map((name) => name && spot(name));
  if (!from?.width || !to?.width) return;
  const one = h("span", { class: "flying" }, servant(last.seat));
  layer.append(one);
  const at = (box) => `translate(${box.left + box.width / 2 - 14}px, ${box.top + box.height / 2 - 16}px)`;
  const motion = one.animate([{ transform: `${at(from)} scale(1)` }, { transform: `${at(to)} scale(1.25)`, offset: 0.8 }, { transform: `${at(to)} scale(1)`, opacity: 0.4 }], { duration: FLY_MS, easing: "ease-in-out" });
  motion.onfinish = motion.oncancel = () => one.remove();
}
