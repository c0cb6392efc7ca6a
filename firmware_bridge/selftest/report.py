"""The hardware test's report as one HTML file that needs nothing else, and as a table for the terminal."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from typing import Any

from firmware_bridge.messages import TEXTS
from firmware_bridge.selftest.plots import curves, histogram

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 780px; margin: 2em auto; padding: 0 1em; color: #222 }
h1 { font-size: 1.5em }
h2 { font-size: 1.15em; margin: 2em 0 .3em; border-top: 1px solid #ccc; padding-top: 1em }
table { border-collapse: collapse; width: 100% } td, th { text-align: left; padding: .25em .6em .25em 0 }
.passed { color: #22673f } .failed, .aborted { color: #b3261e } .skipped { color: #666 }
svg { width: 100%; height: auto; margin: .8em 0 } svg text { font: 11px system-ui, sans-serif; fill: #444 }
pre { background: #f4f4f4; padding: .6em; overflow-x: auto; font-size: 12px }
"""
_LONG = frozenset({"trips_ms", "raw", "dark_from", "light_from", "curves", "legs"})
"""Values that are drawn or tabled, not printed."""


def title(step: str) -> str:
    """The English name of a step."""
    return TEXTS[f"test.{step}"]["says"].rstrip(".")


def table(report: Mapping[str, Any]) -> str:
    """One line a step, for the terminal."""
    lines = []
    for result in report["results"]:
        lines.append(f"{result['verdict']:>8}  {title(result['step']):24} {result['seconds']:7.1f} s")
        if result["says"]:
            lines.append(f"{'':>8}  {result['says']}")
        if result["do"]:
            lines.append(f"{'':>8}  -> {result['do']}")
    counts = report["counts"]
    told = ", ".join(f"{number} {verdict}" for verdict, number in counts.items() if number)
    return "\n".join([*lines, "", f"{'PASSED' if report['passed'] else 'NOT PASSED'}: {told}"])


def html(report: Mapping[str, Any]) -> str:
    """The whole report as a page without any other file."""
    board = "simulated board" if report["simulated"] else "board"
    verdict = "passed" if report["passed"] else "failed"
    rows = "".join(
        f'<tr><td class="{r["verdict"]}">{r["verdict"]}</td><td>{escape(title(r["step"]))}</td>'
        f"<td>{r['seconds']:.1f} s</td></tr>"
        for r in report["results"]
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Hardware test, {escape(report['began'])}</title><style>{_STYLE}</style></head><body>"
        f'<h1>Hardware test of the {board}: <span class="{verdict}">{verdict}</span></h1>'
        f"<p>{escape(report['began'])}, port {escape(report['port'])}, {report['seconds']:.0f} s.</p>"
        f"<table><tr><th>Verdict</th><th>Step</th><th>Time</th></tr>{rows}</table>"
        + "".join(_section(result) for result in report["results"])
        + "</body></html>\n"
    )


def _section(result: Mapping[str, Any]) -> str:
    about = TEXTS[f"test.{result['step']}"]["do"]
    values = result["values"]
    short = {name: value for name, value in values.items() if name not in _LONG}
    verdict = result["verdict"]
    parts = [
        f'<h2>{escape(title(result["step"]))}: <span class="{verdict}">{verdict}</span></h2>',
        f"<p>{escape(about)}</p>",
    ]
    if result["says"]:
        parts.append(f"<p><strong>{escape(result['says'])}</strong> {escape(result['do'])}</p>")
    parts += _pictures(values)
    if legs := values.get("legs"):
        parts.append(_legs(legs))
    if short:
        parts.append(f"<pre>{escape(_compact(short))}</pre>")
    return "".join(parts)


def _legs(legs: list[dict[str, Any]]) -> str:
    """Time of each movement beside the ideal ramp's."""
    rows = "".join(
        f"<tr><td>{leg['band']}</td><td>{leg['from']} to {leg['to']}</td><td>{leg['seconds']:.3f} s</td>"
        f"<td>{leg['ideal']:.3f} s</td><td>{leg['seconds'] / leg['ideal']:.3f}</td></tr>"
        for leg in legs
    )
    head = "<tr><th>Band</th><th>Levels</th><th>Time</th><th>Ideal</th><th>Ratio</th></tr>"
    return f"<table>{head}{rows}</table>"


def _compact(values: Mapping[str, Any]) -> str:
    return "\n".join(f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in values.items())


def _pictures(values: Mapping[str, Any]) -> list[str]:
    drawn = []
    if trips := values.get("trips_ms"):
        drawn.append(histogram("Round trips", {"round trips": trips}, across="ms"))
    for curve in values.get("curves", ()):
        lines: dict[str, list[tuple[float, float]]] = {
            f"band {band}": [(row[0], row[1 + n]) for row in curve["measured"]]
            for n, band in enumerate(curve["bands"])
        }
        lines["ideal"] = [(t, height) for t, height in curve["ideal"]]
        drawn.append(
            curves("Height over time", lines, across="s", up="mm above the switch", dashed=("ideal",))
        )
    if raw := values.get("raw"):
        groups = {kind: [v for v in counts if v is not None] for kind, counts in raw.items()}
        groups["thresholds"] = [*set(values.get("dark_from", ())), *set(values.get("light_from", ()))]
        drawn.append(histogram("Raw values of the panes", groups, across="lit minus dark"))
    return drawn
