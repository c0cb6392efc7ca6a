"""The two pages derived from registers.toml: the register map and the fault table."""

from __future__ import annotations

from hardware.regtables import NOTE, Table, by_number


def span(entry: Table) -> str:
    count = entry.get("count", 1)
    return str(entry["address"]) if count == 1 else f"{entry['address']}-{entry['address'] + count - 1}"


def rows(header: tuple[str, ...], lines: list[tuple[object, ...]]) -> list[str]:
    return [
        "| " + " | ".join(header) + " |",
        "|" + "---|" * len(header),
        *("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines),
        "",
    ]


def register_page(table: Table) -> str:
    """hardware/registers.md: the whole map for people with a Modbus tool in hand."""
    head = table["map"]
    lines = [
        f"# Register map {head['major']}.{head['minor']}",
        "",
        NOTE,
        "",
        f"Modbus RTU, unit {head['unit']}, {head['baud']} baud, 8N1. Addresses are 0-based (mbpoll: `-0`), "
        "registers 16 bit, big-endian.",
        "Bands are numbered 0-4 here (people say 1-5), panes n = 16 x band + 8 x (second row of the band) "
        "+ column: 0 is a1, 7 is h1, 8 is a2, 79 is h10.",
        "Functions 1, 2, 3, 4, 5, 6, 8 (sub-function 0), 15, 16, 23; at most 125 registers or 2000 bits "
        "read, 123 registers or 1968 bits written, 121 by function 23.",
        "A write is checked whole before anything of it is applied. Function 23 checks the range to be read "
        "first, then writes, then reads. Broadcast (unit 0): only CMD = STOP is obeyed.",
        "",
        "## Coils (functions 1, 5, 15)",
        "",
    ]

    def bits(kind: str) -> list[tuple[object, ...]]:
        return [
            (span(e), e["name"] + (f", per {e['per']}" if "per" in e else ""), e["meaning"])
            for e in table[kind]
        ]

    lines += rows(("address", "name", "meaning"), bits("coil"))
    lines += ["## Discrete inputs (function 2)", ""]
    lines += rows(("address", "name", "meaning"), bits("discrete"))
    lines += ["## Input registers (function 4)", ""]
    lines += rows(
        ("address", "name", "unit", "meaning"),
        [
            (
                span(e),
                e["name"] + (f", per {e['per']}" if "per" in e else ""),
                e.get("unit", "") + (" signed" if e.get("signed") else ""),
                e["meaning"],
            )
            for e in table["input"]
        ],
    )
    lines += [f"### Fields of a band, at 20 + {len(table['band_field'])} x band", ""]
    lines += rows(
        ("offset", "name", "unit", "meaning"),
        [
            (e["offset"], e["name"], e.get("unit", "") + (" signed" if e.get("signed") else ""), e["meaning"])
            for e in table["band_field"]
        ],
    )
    lines += ["### Counters, at 80 + number", ""]
    lines += rows(
        ("number", "name", "meaning"), [(e["number"], e["name"], e["meaning"]) for e in table["counter"]]
    )
    lines += ["## Holding registers (functions 3, 6, 16, 23)", ""]
    lines += rows(
        ("address", "name", "unit", "range", "default", "rights", "meaning"),
        [
            (
                span(e),
                e["name"] + (f", per {e['per']}" if "per" in e else ""),
                e.get("unit", "") + (" signed" if e.get("signed") else ""),
                f"{e['min']} to {e['max']}",
                e["default"],
                ", ".join(
                    word
                    for key, word in (
                        ("service", "service mode"),
                        ("stored", "in flash"),
                        ("readonly", "read-only"),
                    )
                    if e.get(key)
                ),
                e["meaning"],
            )
            for e in table["holding"]
        ],
    )
    for kind, title in (
        ("command", "Commands (CMD)"),
        ("result", "Results (CMD_RESULT)"),
        ("state", "States of a band"),
        ("pane_class", "Classes of a pane"),
        ("reset_cause", "Causes of a start (RESET_CAUSE)"),
        ("exception", "Exceptions"),
    ):
        lines += [f"## {title}", ""]
        lines += rows(
            ("number", "name", "meaning"),
            [
                (e["number"], e["name"], e["meaning"] + (" Service mode." if e.get("service") else ""))
                for e in by_number(table[kind])
            ],
        )
    lines += ["## Reasons (LAST_REJECT, high byte)", ""]
    lines += rows(
        ("number", "name", "exception", "meaning"),
        [(e["number"], e["name"], e["exception"] or "", e["meaning"]) for e in by_number(table["reject"])],
    )
    lines += ["Faults stand in [faults.md](faults.md)."]
    return "\n".join(lines) + "\n"


def fault_page(table: Table) -> str:
    """hardware/faults.md: every fault in words."""
    lines = [
        "# Fault table",
        "",
        NOTE,
        "",
        "Numbers below 32 appear in a band's STATE_FAULT register and in CMD_RESULT (CONFIG only in "
        "CMD_RESULT and as CONFIG_OK = 0); from 32 on they are told by a status bit or a pane's class.",
        "",
    ]
    for fault in by_number(table["fault"]):
        lines += [
            f"## {fault['number']} {fault['name']} (`{fault['code']}`)",
            "",
            f"**What happened.** {fault['happened']}",
            "",
            f"**What is safe.** {fault['safe']}",
            "",
            f"**What to do.** {fault['do']}",
            "",
        ]
    return "\n".join(lines).rstrip("\n") + "\n"
