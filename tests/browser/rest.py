"""When a page may be measured: it has heard from the table, and nothing in it moves any more.

What is read out of a page at once (a box, a count, the accessibility tree) is read in the middle of something
on a slow machine. ``expect`` waits for one value by itself; whoever reads many waits here first.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

SIZES = {"panel": (1280, 800), "kiosk": (800, 480), "phone": (390, 844), "small": (320, 640)}
READY = "#main[data-ready], #match[data-state]"
HEARD = "#table-pill:not(:text-is('…'))"

# Finite animations are over, and in three frames one after the other everything lies where it lay before.
# ".01ms" of reduced motion are a transition too: until the next frame a box is measured where it comes from.
AT_REST = """async ({ parts, limit_ms }) => {
  const frame = () => new Promise(requestAnimationFrame);
  const name = (node) => node?.id || node?.className?.baseVal || node?.className || node?.tagName;
  const sort = (one) => `${one.constructor.name} ${one.transitionProperty ?? one.animationName}`;
  const moving = () => document.getAnimations()
    .filter((one) => one.playState === "running" && one.effect?.getComputedTiming().endTime !== Infinity)
    .map((one) => `${sort(one)} of ${name(one.effect.target)}`);
  const lie = () => [...document.querySelectorAll(parts)].map((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return `${name(node)}: ${x} ${y} ${width} ${height}`;
  });
  await document.fonts.ready;
  const end = performance.now() + limit_ms;
  let told = [];
  for (let same = 0, last = [], frames = 0; same < 3; frames += 1) {
    if (performance.now() > end) return [`${frames} frames`, ...told];
    await frame();
    const [busy, now] = [moving(), lie()];
    told = [...busy, ...now.filter((one, n) => one !== last[n])].slice(0, 5);
    same = told.length || now.length !== last.length ? 0 : same + 1;
    last = now;
  }
  return [];
}"""
LIMIT_MS = 20_000
AHEAD_S = (1, 5, 25)  # how far a clock is put forward to stand; more where the machine was slower


def settled(page: Any, parts: str = "body *") -> Any:
    """Waits until all of ``parts`` lies still and no animation runs but endless ones; gives ``page``."""
    restless = page.evaluate(AT_REST, {"parts": parts, "limit_ms": LIMIT_MS})
    assert not restless, f"{page.url} does not come to rest: {restless}"
    return page


def resized(page: Any, size: str) -> Any:
    """The page on another of the ``SIZES``."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    return page


def arrived(page: Any) -> Any:
    """Waits until a page just opened or changed shows what the table has told it; ``page`` again."""
    page.locator(READY).first.wait_for(state="attached")
    page.locator(HEARD).wait_for(state="attached")
    return page


def halted(page: Any) -> Any:
    """Lets the time of a page stand still that was opened with ``clock``; ``page.clock.run_for`` moves it."""
    from playwright.sync_api import Error

    for ahead in AHEAD_S:
        try:
            page.clock.pause_at(datetime.fromtimestamp(page.evaluate("Date.now()") / 1000 + ahead))
        except Error as error:
            if "past" not in str(error):
                raise
        else:
            return page
    raise AssertionError(f"{page.url} runs ahead of the test")
