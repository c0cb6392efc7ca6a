"""The hardware test from the command line. Exit status: 0 passed, 1 not passed, 2 could not be run."""

from __future__ import annotations

import argparse
import json
import queue
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tqdm import tqdm

from firmware_bridge.errors import BridgeError
from firmware_bridge.messages import says
from firmware_bridge.opening import OpenBoard, open_board
from firmware_bridge.selftest import report as reports
from firmware_bridge.selftest.runner import KEYS, SelfTest
from firmware_bridge.values import Notice

WORDS: dict[str, Any] = {"": "yes", "y": "yes", "n": "no", "s": "skip", "q": "abort"}


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="palace hardware-test", description="Tests a board step by step; on the twin without hands."
    )
    made.add_argument("--board", default="twin", metavar="twin|PORT", help="what to test (default: twin)")
    made.add_argument("--twin", metavar="SOCKET", help="control socket of a running twin behind --board PORT")
    made.add_argument("--only", metavar="STEP,...", default="", help=f"of {', '.join(KEYS)}")
    made.add_argument("--repeat", type=int, default=1, metavar="N", help="run the selection N times")
    made.add_argument("--cycles", type=int, default=3, metavar="N", help="movements of the endurance step")
    made.add_argument(
        "--fault", metavar="NAME[@BAND|PANE][=VALUE]", help="break the twin first; `list` names the faults"
    )
    made.add_argument("--pins", choices=("mock", "lgpio", "none"), help="the console's pins")
    made.add_argument(
        "--out", type=Path, default=Path("hardware-test"), metavar="DIR", help="for the reports"
    )
    return made


def main(argv: Sequence[str] | None = None) -> int:
    options = parser().parse_args(argv)
    try:
        opened = open_board(options.board, twin_socket=options.twin, pins=options.pins)
    except BridgeError as error:
        print(f"palace hardware-test: {error}", file=sys.stderr)
        return 2
    try:
        if options.fault == "list":
            return _list_faults(opened)
        try:
            _break(opened, options.fault)
            only = [key for key in options.only.split(",") if key]
            return _run(opened, only, options)
        except (ValueError, BridgeError) as error:
            print(f"palace hardware-test: {error}", file=sys.stderr)
            return 2
    finally:
        opened.close()


def _list_faults(opened: OpenBoard) -> int:
    if opened.twin is None:
        raise ValueError("only the twin can be broken on purpose")
    for fault in opened.twin.request({"do": "faults"})["faults"]:
        values = ", ".join(map(str, fault["values"]))
        what = f" ({values} {fault['unit']})" if values else ""
        print(f"{fault['name']:16} {fault['scope']:6} {fault['meaning']}{what}")
    return 0


def _break(opened: OpenBoard, text: str | None) -> None:
    """Injects NAME[@BAND|PANE][=VALUE]; without them on band 2 or pane c3, with the first value offered."""
    if text is None:
        return
    if opened.twin is None:
        raise ValueError("only the twin can be broken on purpose: --board twin")
    name, _, value = text.partition("=")
    name, _, place = name.partition("@")
    known = {fault["name"]: fault for fault in opened.twin.request({"do": "faults"})["faults"]}
    if name not in known:
        raise ValueError(f"no fault {name!r}; known are {', '.join(known)}")
    fault = known[name]
    given: Any = float(value) if value else (fault["values"] or [True])[0]
    request: dict[str, Any] = {"do": "fault", "name": name, "value": given}
    if fault["scope"] == "band":
        request["band"] = int(place or 2)
    elif fault["scope"] == "pane":
        request["pane"] = place or "c3"
    opened.twin.request(request)


def _run(opened: OpenBoard, only: Sequence[str], options: argparse.Namespace) -> int:
    events: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    test = SelfTest(opened, only=only, repeat=options.repeat, cycles=options.cycles, on_event=events.put)
    opened.board.start()
    test.start()
    try:
        _follow(events, test)
    except KeyboardInterrupt:
        test.abort()
    report = test.join()
    print(reports.table(report))
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "hardware-test.json").write_text(json.dumps(report, indent=1), encoding="utf-8")
    (options.out / "hardware-test.html").write_text(reports.html(report), encoding="utf-8")
    print(f"Reports: {options.out / 'hardware-test.html'}, {options.out / 'hardware-test.json'}")
    return 0 if report["passed"] else 1


def _follow(events: queue.SimpleQueue[dict[str, Any]], test: SelfTest) -> None:
    """Draws the bar and passes the builder's words on until the end."""
    asking = threading.Event()
    with tqdm(total=1, unit="step", leave=False, disable=None) as bar:
        while (event := events.get())["kind"] != "end":
            if event["kind"] == "step":
                bar.total, bar.n = event["of"], event["number"] - 1
                bar.set_description(reports.title(event["step"]))
            elif event["kind"] == "progress":
                bar.set_postfix_str(f"{event['done']}/{event['of']}")
            elif event["kind"] == "ask" and event["ask"] is not None:
                _ask(event["ask"], bar, test, asking)
            elif event["kind"] == "result":
                bar.set_postfix_str("")
                bar.update(1)
            bar.refresh()


def _ask(ask: dict[str, Any], bar: Any, test: SelfTest, asking: threading.Event) -> None:
    keys = "[Enter] yes, n no" if ask["question"] else "[Enter] go on as it is"
    bar.write(f"\n{says(Notice(ask['code'], ask['params']))}   ({keys}, s skip, q quit)")
    if not asking.is_set():
        asking.set()  # one reader for all questions: it ends with the process
        threading.Thread(target=_read_words, args=(test,), daemon=True).start()


def _read_words(test: SelfTest) -> None:
    for line in sys.stdin:
        word = WORDS.get(line.strip().lower()[:1])
        if word is not None:
            test.answer(word)
    test.answer("abort")  # nobody is there any more


if __name__ == "__main__":
    sys.exit(main())
