// What a page looks like to a finger: run inside the page by test_layout.py.
() => {
  const shown = (node) => {
    const box = node.getBoundingClientRect();
    const style = getComputedStyle(node);
    return box.width > 1 && box.height > 1 && style.visibility !== "hidden" && style.clipPath === "none";
  };
  const name = (node) => (node.id ? "#" + node.id : "") + " " + (node.getAttribute("aria-label") || node.textContent).trim().slice(0, 40);
  const tappable = [...document.querySelectorAll("button, a[href], input, select, [role=slider]")].filter(shown);
  const stop = document.getElementById("stop");
  const at = stop.getBoundingClientRect();
  const visible = tappable.filter((node) => {
    // Only what can be touched where it stands: not what is scrolled away under something else.
    const box = node.getBoundingClientRect();
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return hit && (node === hit || node.contains(hit) || (hit.matches("label, label *") && hit.closest("label").contains(node)));
  });
  // On a phone the page scrolls away under the ground on which Stop stands.
  const ground = document.querySelector(".stop-ground").getBoundingClientRect();
  const seen = (node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    const under = ground.height > 0 && !node.closest(".dock");
    return { left, right, top, bottom: under ? Math.min(bottom, ground.top) : bottom };
  };
  const far = (a, b) => Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom);
  const own = (node) => node.closest(".pane-grid") !== null;
  const target = (node) => (node.matches("input[type=radio], input[type=checkbox]") ? node.closest("label") : node).getBoundingClientRect();
  const inline = (node) => node.tagName === "A" && getComputedStyle(node).display === "inline";
  const corners = [[0.5, 0.5], [0.04, 0.5], [0.96, 0.5], [0.5, 0.06], [0.5, 0.94]].map(([x, y]) => {
    const hit = document.elementFromPoint(at.left + at.width * x, at.top + at.height * y);
    return stop === hit || stop.contains(hit);
  });
  return {
    small: tappable.filter((node) => !own(node) && !inline(node)).filter((node) => {
      const box = target(node);
      return box.width < 47.5 || box.height < 47.5;
    }).map((node) => name(node) + " " + Math.round(target(node).width) + "x" + Math.round(target(node).height)),
    close: visible.filter((node) => node !== stop && far(at, seen(node)) < 24).map(name),
    stop: { width: at.width, height: at.height, left: at.left, right: innerWidth - at.right, top: at.top, bottom: innerHeight - at.bottom, corners },
    wide: document.documentElement.scrollWidth - innerWidth,
    tall: document.documentElement.scrollHeight - innerHeight,
    cut: [...document.querySelectorAll("button, a.button, .pill, .choice, .way, h1, h2")].filter(shown)
      .filter((node) => node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== "inline").map(name),
  };
}
