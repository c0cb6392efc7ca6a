// For each card of the hand: where it lies, and how much of it, from its top edge down, is its own to be touched.
() => [...document.querySelectorAll("#hand [data-card]")].map((node) => {
  const { x, y, right, bottom, width, height } = node.getBoundingClientRect();
  const own = (down) => document.elementFromPoint(x + width / 2, y + down + 0.5)?.closest("[data-card]") === node;
  let strip = 0;
  while (strip < height && own(strip)) strip += 1;
  return { card: node.dataset.card, x, y, right, bottom, width, strip };
})
