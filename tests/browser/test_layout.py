"""What a finger meets: sizes, distances, nothing cut off, nothing in the way of Stop. By geometry, not by style."""

from __future__ import annotations

from typing import Any

import pytest

PAGES = (
    "/",
    "/new",
    "/board",
    "/twin",
    "/records",
    "/help/board",
    "/start",
    "/match/{palace}",
    "/review/{palace}",
)
SIZES = ("panel", "kiosk", "phone", "small")

PROBE = """
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
    close: visible.filter((node) => node !== stop && far(at, node.getBoundingClientRect()) < 24).map(name),
    stop: { width: at.width, height: at.height, left: at.left, right: innerWidth - at.right, top: at.top, bottom: innerHeight - at.bottom, corners },
    wide: document.documentElement.scrollWidth - innerWidth,
    tall: document.documentElement.scrollHeight - innerHeight,
    cut: [...document.querySelectorAll("button, a.button, .pill, .choice, .way, h1, h2")].filter(shown)
      .filter((node) => node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== "inline").map(name),
  };
}
"""


@pytest.fixture(scope="module")
def matches(service: Any) -> dict[str, str]:
    palace = service.new_match()
    service.play(palace, "@c", "@d", "c1n", "d10s")
    return {"palace": palace}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lang", ["en", "fr", "it"])
def test_everything_fits_and_can_be_touched(
    open_page: Any, matches: dict[str, str], size: str, lang: str
) -> None:
    """Targets of 48 px, no text cut off, no sideways scrolling; the built-in panel does not scroll at all."""
    page = open_page("/records", size, touch=size in ("phone", "small"), lang=lang)
    base = page.url.removesuffix("/records")
    faults: list[str] = []
    for path in PAGES:
        page.goto(base + path.format(**matches))
        page.locator("#main[data-ready], #match[data-state]").first.wait_for()
        found = page.evaluate(PROBE)
        faults += [f"{path} too small: {one}" for one in found["small"]]
        faults += [f"{path} cut off: {one}" for one in found["cut"]]
        faults += [f"{path} within 24 px of Stop: {one}" for one in found["close"]]
        if found["wide"] > 0:
            faults.append(f"{path}: {found['wide']} px too wide")
        if size in ("panel", "kiosk") and found["tall"] > 0:
            faults.append(f"{path}: {found['tall']} px too tall")
        stop = found["stop"]
        if stop["height"] < 96 or stop["width"] < 120:
            faults.append(f"{path}: Stop is {stop['width']} x {stop['height']}")
        if min(stop["left"], stop["right"], stop["top"], stop["bottom"]) < 16:
            faults.append(f"{path}: Stop too near an edge: {stop}")
        if not all(stop["corners"]):
            faults.append(f"{path}: something lies over Stop")
    assert not faults, "\n".join(faults)
