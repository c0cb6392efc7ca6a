// Small helpers to make elements. Text is always set as text: nothing a person, a file or the controller
// says can become markup.
const SVG = "http://www.w3.org/2000/svg";

export const $ = (id) => document.getElementById(id);

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(3)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : String(child));
  }
  return node;
}

/** An HTML element: h("button", {class: "button", onclick: f}, "Play"). */
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** A button that does `act`. */
export const button = (label, act, attributes = {}) => h("button", { type: "button", class: "button", onclick: act, ...attributes }, label);

/** An SVG element. */
export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** Sets attributes only where they differ, so that nothing is redrawn without need. */
export function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) {
      if (node.hasAttribute(name)) node.removeAttribute(name);
    } else {
      const text = value === true ? "" : String(value);
      if (node.getAttribute(name) !== text) node.setAttribute(name, text);
    }
  }
  return node;
}

/** Sets the text only when it differs, so that the focus and the screen reader are left in peace. */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
  return node;
}

/** Replaces the children, but only when `key` says that something they show has changed (cases: a stolen focus). */
export function refill(node, key, make) {
  const text = typeof key === "string" ? key : JSON.stringify(key);
  if (node.dataset.key === text) return false;
  node.dataset.key = text;
  const focused = node.contains(document.activeElement) ? document.activeElement.dataset.focus : null;
  node.replaceChildren(...[make()].flat(3).filter((child) => child instanceof Node || typeof child === "string"));
  if (focused) node.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus();
  return true;
}
