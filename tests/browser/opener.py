"""Pages for tests: opened as one kind of device or another, watched, and given back clean.

The browser's side of a device (cookies, storage, the cache of files) is made once for each kind and used
again by later tests: with a warm cache a page costs half of the work that one in a new context does.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from tests.browser.rest import arrived, resized

HOSTS = ("127.0.0.1", "table.local")
PATIENCE_S = 20.0
THROTTLE = float(os.environ.get("THROTTLE", "1"))
# A refusal (409, 422 ...) is an answer; Chromium writes it to the console all the same. And on plain http it
# remarks that a header which only helps over https is of no use there.
EXPECTED = re.compile(
    r"Failed to load resource: the server responded with a status of 4(03|09|10|22)"
    r"|The Cross-Origin-Opener-Policy header has been ignored"
)

Kind = tuple[bool, str, bool]  # with a finger?, language, with a clock of the test's?


class Shelf:
    """Contexts that no test uses just now, by what cannot be changed about them afterwards."""

    def __init__(self, browser: Any) -> None:
        self.browser = browser
        self._free: defaultdict[Kind, list[Any]] = defaultdict(list)

    def take(self, kind: Kind) -> Any:
        if self._free[kind]:
            return self._free[kind].pop()
        touch, lang, clock = kind
        context = self.browser.new_context(has_touch=touch, locale=lang)
        if clock:
            context.clock.install()
        context.set_default_timeout(PATIENCE_S * 1000)
        return context

    def give_back(self, kind: Kind, context: Any, origins: list[str]) -> None:
        """Empties a context but for its cache; throws away what has a clock, or no page left to do so."""
        pages = context.pages
        if not pages or kind[-1]:
            context.close()
            return
        session = context.new_cdp_session(pages[0])
        for origin in origins:
            wanted = {"origin": origin, "storageTypes": "local_storage"}
            session.send("Storage.clearDataForOrigin", wanted)
        for page in pages:
            page.close()
        context.unroute_all()
        context.clear_cookies()
        self._free[kind].append(context)


@dataclass
class Opener:
    """Opens pages; remembers what their consoles complained about."""

    shelf: Shelf
    base: str
    cookies: list[dict[str, Any]]
    taken: list[tuple[Kind, Any]] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def __call__(
        self,
        path: str,
        size: str = "panel",
        *,
        touch: bool = False,
        lang: str = "en",
        panel: bool = True,
        theme: str = "dark",
        host: str = "127.0.0.1",
        motion: str = "reduce",
        context: Any = None,
        cookies: list[dict[str, Any]] | None = None,
        clock: bool = False,
        script: str | None = None,
        wait: bool = True,
    ) -> Any:
        """A page at ``path``, when it shows what the table has told it (unless ``wait`` is false).

        ``context`` reuses the browser's side of an earlier page; ``cookies`` are there instead of the
        panel's; ``clock`` puts the time of all its pages into the test's hands; ``script`` runs before the
        page's own.
        """
        if context is None:
            kind = (touch, lang, clock)
            context = self.shelf.take(kind)
            self.taken.append((kind, context))
            context.add_cookies(cookies if cookies is not None else self.cookies if panel else [])
        page = resized(context.new_page(), size)
        page.emulate_media(color_scheme=theme, reduced_motion=motion)
        page.on("pageerror", lambda error: self.complaints.append(f"{path}: {error}"))
        page.on("console", lambda message: self._hear(path, message))
        if THROTTLE > 1:
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
        if script:
            page.add_init_script(script)
        page.goto(self.base.replace("127.0.0.1", host) + path)
        return arrived(page) if wait else page

    def _hear(self, path: str, message: Any) -> None:
        if message.type == "error" and not EXPECTED.match(message.text):
            self.complaints.append(f"{path}: {message.text}")

    def forgive(self, *parts: str) -> None:
        """Takes complaints out that the test has caused itself, by a part of their text."""
        self.complaints = [c for c in self.complaints if not any(part in c for part in parts)]

    def close(self) -> None:
        origins = [self.base.replace("127.0.0.1", host) for host in HOSTS]
        while self.taken:
            self.shelf.give_back(*self.taken.pop(), origins)
