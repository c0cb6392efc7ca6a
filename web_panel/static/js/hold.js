// Dangerous acts are held for a second while a ring fills; letting go or sliding off before that does nothing.
import { h, s } from "./dom.js";

export const HOLD_MS = 1000;

const ring = () =>
  s("svg", { class: "hold-ring", viewBox: "0 0 36 36", "aria-hidden": "true" },
    s("circle", { cx: 18, cy: 18, r: 15.9155 }), s("circle", { cx: 18, cy: 18, r: 15.9155 }));

/** Makes `button` call `act` after one second of holding (finger, mouse, Space or Enter). */
export function hold(button, act) {
  button.classList.add("hold");
  button.prepend(ring());
  let timer = null;
  const begin = () => {
    if (timer !== null || button.disabled || button.getAttribute("aria-disabled") === "true") return;
    button.dataset.holding = "";
    timer = setTimeout(() => {
      end();
      act();
    }, HOLD_MS);
  };
  const end = () => {
    clearTimeout(timer);
    timer = null;
    delete button.dataset.holding;
  };
  button.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    // A finger is bound to what it came down on, and would never be told to have left it.
    if (button.hasPointerCapture(event.pointerId)) button.releasePointerCapture(event.pointerId);
    begin();
  });
  for (const kind of ["pointerup", "pointercancel", "pointerleave", "blur"]) button.addEventListener(kind, end);
  button.addEventListener("keydown", (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    if (!event.repeat) begin();
  });
  button.addEventListener("keyup", end);
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  return button;
}

/** A new hold button. */
export const holdButton = (label, act, attributes = {}) =>
  hold(h("button", { type: "button", class: "button", ...attributes }, h("span", {}, label)), act);
