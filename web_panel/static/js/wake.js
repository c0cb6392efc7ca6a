// The dark screen of the built-in panel. The touch that wakes it does nothing else, nor does any touch in the
// 300 ms after; Stop stands above it and always acts.
import { h } from "./dom.js";

const WAKE_MS = 300;

export function darken(after_s, label) {
  let timer = null;
  let layer = null;
  const arm = () => {
    clearTimeout(timer);
    timer = setTimeout(dim, after_s * 1000);
  };
  const dim = () => {
    if (layer) return;
    layer = h("div", { class: "dim", role: "presentation", title: label });
    layer.addEventListener("pointerdown", wake);
    document.body.append(layer);
  };
  const wake = () => {
    const old = layer;
    setTimeout(() => old.remove(), WAKE_MS);
    layer = null;
    arm();
  };
  addEventListener("pointerdown", () => !layer && arm(), { passive: true });
  addEventListener("keydown", (event) => {
    if (!layer) return arm();
    event.preventDefault();
    event.stopImmediatePropagation();
    return wake();
  }, { capture: true });
  arm();
  return { dim };
}
