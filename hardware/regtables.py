"""The two Python tables derived from registers.toml: the firmware's and the bridge's."""

from __future__ import annotations

from typing import Any

Table = dict[str, Any]
NOTE = "Generated from hardware/registers.toml by `python -m hardware.generate`; do not edit."


def blocks(entries: list[Table]) -> list[tuple[int, int]]:
    """The half-open address ranges that the entries cover, adjacent ones joined."""
    joined: list[tuple[int, int]] = []
    for entry in sorted(entries, key=lambda e: e["address"]):
        start, end = entry["address"], entry["address"] + entry.get("count", 1)
        if joined and joined[-1][1] == start:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def by_number(entries: list[Table]) -> list[Table]:
    return sorted(entries, key=lambda entry: entry["number"])


def firmware_table(table: Table) -> str:
    """hardware/firmware/regmap.py: bare constants and two tuples, as MicroPython likes them."""
    head = table["map"]
    lines = [
        '"""Register addresses, ranges and numbers of the link.',
        "",
        NOTE,
        '"""',
        "",
        "from micropython import const",
        "",
    ]

    def constant(name: str, value: int) -> None:
        lines.append(f"{name} = const({value})")

    constant("MAGIC", head["magic"])
    constant("MAP_VERSION", head["major"] << 8 | head["minor"])
    constant("FW_VERSION", head["fw_major"] << 8 | head["fw_minor"])
    for key in (
        "unit",
        "baud",
        "gap_ms",
        "bands",
        "panes",
        "mirror",
        "mirrored",
        "steps_per_mm",
        "travel_min",
        "travel_max",
        "held_bit",
        "token_mask",
        "held_ms",
        "reboot_key",
    ):
        constant(key.upper(), head[key])
    for kind, prefix in (("coil", "C"), ("discrete", "D"), ("input", "I"), ("holding", "H")):
        lines.append("")
        for entry in table[kind]:
            constant(f"{prefix}_{entry['name']}", entry["address"])
    lines.append("")
    constant("BAND_STRIDE", len(table["band_field"]))
    for entry in table["band_field"]:
        constant(f"B_{entry['name']}", entry["offset"])
    for kind, prefix in (
        ("counter", "N"),
        ("state", "S"),
        ("pane_class", "P"),
        ("command", "CMD"),
        ("result", "R"),
        ("reset_cause", "RESET"),
        ("exception", "E"),
        ("reject", "X"),
    ):
        lines.append("")
        for entry in by_number(table[kind]):
            constant(f"{prefix}_{entry['name']}", entry["number"])
    lines.append("")
    for entry in by_number(table["fault"]):
        constant(f"F_{entry['symbol']}", entry["number"])
    lines += [
        "",
        "# Bits of REHOME: the faults after which the position is not trusted.",
        f"REHOME = const({sum(1 << f['number'] for f in table['fault'] if f['rehome'])})",
        "# Bits of SERVICE_COMMANDS: the commands that need SERVICE_MODE.",
        f"SERVICE_COMMANDS = const({sum(1 << c['number'] for c in table['command'] if c.get('service'))})",
        "",
        "# Exception by reason of refusal.",
        f"EXCEPTION = bytes(({', '.join(str(r['exception']) for r in by_number(table['reject']))}))",
        "",
        "# Half-open address ranges that exist, one tuple per kind.",
    ]
    for kind in ("coil", "discrete", "input", "holding"):
        spans = ", ".join(f"({a}, {b})" for a, b in blocks(table[kind]))
        lines.append(f"{kind.upper()}_BLOCKS = ({spans})")
    lines += [
        "COIL_DEFAULTS = ("
        + ", ".join(str(c["address"]) for c in table["coil"] if c.get("default"))
        + ")  # coils that start as 1",
        "",
        "SERVICE = const(1)",
        "STORED = const(2)",
        "READ_ONLY = const(4)",
        "SIGNED = const(8)",
        "# address, count, min, max, default, flags",
        "HOLDING = (",
    ]
    for entry in table["holding"]:
        flags = (
            (1 if entry.get("service") else 0)
            | (2 if entry.get("stored") else 0)
            | (4 if entry.get("readonly") else 0)
            | (8 if entry.get("signed") else 0)
        )
        numbers = [
            entry["address"],
            entry.get("count", 1),
            entry["min"],
            entry["max"],
            entry["default"],
            flags,
        ]
        lines.append(f"    ({', '.join(map(str, numbers))}),  # {entry['name']}")
    lines.append(")")
    return "\n".join(lines) + "\n"


def quoted(text: str) -> str:
    """The text as a Python literal with double quotes."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def bridge_table(table: Table) -> str:
    """firmware_bridge/regmap.py: the same numbers, named and typed, and the fault table."""
    head = table["map"]
    lines = [
        f'"""The board\'s register map and its fault table, as the bridge uses them.\n\n{NOTE}\n"""',
        "",
        "# ruff: noqa: E501  (sentences of the fault table stand on one line)",
        "",
        "from __future__ import annotations",
        "",
        "from dataclasses import dataclass",
        "from enum import IntEnum",
        "from typing import Final, Literal, TypeAlias",
        "",
        "Spans: TypeAlias = tuple[tuple[int, int], ...]",
    ]

    def constant(name: str, value: int) -> None:
        lines.append(f"{name}: Final = {value}")

    constant("MAGIC", head["magic"])
    constant("MAP_MAJOR", head["major"])
    constant("MAP_MINOR", head["minor"])
    for key in (
        "unit",
        "baud",
        "bands",
        "panes",
        "mirror",
        "mirrored",
        "travel_min",
        "travel_max",
        "held_bit",
        "token_mask",
        "held_ms",
        "reboot_key",
    ):
        constant(key.upper(), head[key])
    constant("BAND_STRIDE", len(table["band_field"]))

    def enum(name: str, doc: str, pairs: list[tuple[str, int, str]]) -> None:
        lines.extend(["", "", f"class {name}(IntEnum):", f'    """{doc}"""', ""])
        for member, value, meaning in pairs:
            lines.append(f"    {member} = {value}")
            lines.append(f'    """{meaning}"""')

    def addresses(kind: str) -> list[tuple[str, int, str]]:
        found = []
        for entry in table[kind]:
            span = f" ({entry['count']}, one per {entry['per']})" if "per" in entry else ""
            unit = f" [{entry['unit']}]" if "unit" in entry else ""
            sign = " Signed." if entry.get("signed") else ""
            found.append((entry["name"], entry["address"], f"{entry['meaning']}{span}{unit}{sign}"))
        return found

    enum("COIL", "Coils: functions 1, 5, 15.", addresses("coil"))
    enum("DISC", "Discrete inputs: function 2.", addresses("discrete"))
    enum("IN", "Input registers: function 4; 0-79 also as holding MIRROR + address.", addresses("input"))
    enum("HOLD", "Holding registers: functions 3, 6, 16, 23.", addresses("holding"))
    enum(
        "BAND",
        "Fields of a band's block, at IN.BAND + BAND_STRIDE * band + field.",
        [
            (f["name"], f["offset"], f["meaning"] + (f" [{f['unit']}]" if "unit" in f else ""))
            for f in table["band_field"]
        ],
    )
    status = [d for d in table["discrete"] if d["address"] < 16]
    enum(
        "STATUS",
        "Masks of IN.STATUS.",
        [(d["name"], 1 << d["address"], d["meaning"]) for d in status],
    )
    for kind, name, doc in (
        ("counter", "COUNTER", "Counters, at IN.COUNTER + number."),
        ("state", "STATE", "States of a band."),
        ("pane_class", "PANE", "Classes of a pane."),
        ("command", "CMD", "Values of HOLD.CMD."),
        ("result", "RESULT", "Values of IN.CMD_RESULT besides the fault numbers."),
        ("reset_cause", "RESET", "Values of IN.RESET_CAUSE."),
        ("exception", "EXC", "Modbus exceptions of this board."),
        ("reject", "REJECT", "Reasons in the high byte of IN.LAST_REJECT."),
    ):
        enum(name, doc, [(e["name"], e["number"], e["meaning"]) for e in by_number(table[kind])])
    enum(
        "FAULT",
        "Fault numbers; the words stand in FAULTS.",
        [("NONE", 0, "No fault.")]
        + [(f["symbol"], f["number"], f["happened"]) for f in by_number(table["fault"])],
    )
    lines += [
        "",
        "",
        "@dataclass(frozen=True, slots=True)",
        "class Fault:",
        '    """One line of the fault table: what happened, what is safe, what to do."""',
        "",
        "    number: int",
        "    code: str",
        '    scope: Literal["band", "board", "pane"]',
        "    rehome: bool",
        '    """The position is not trusted afterwards: home the band."""',
        "    name: str",
        "    happened: str",
        "    safe: str",
        "    do: str",
        "",
        "",
        "FAULTS: Final[tuple[Fault, ...]] = (",
    ]
    for fault in by_number(table["fault"]):
        lines.append("    Fault(")
        lines.append(f"        number={fault['number']},")
        lines.append(f"        code={quoted(fault['code'])},")
        lines.append(f"        scope={quoted(fault['scope'])},")
        lines.append(f"        rehome={fault['rehome']},")
        for key in ("name", "happened", "safe", "do"):
            lines.append(f"        {key}={quoted(fault[key])},")
        lines.append("    ),")
    lines += [
        ")",
        "FAULT_BY_NUMBER: Final[dict[int, Fault]] = {fault.number: fault for fault in FAULTS}",
        "FAULT_BY_CODE: Final[dict[str, Fault]] = {fault.code: fault for fault in FAULTS}",
        "",
        "",
        "@dataclass(frozen=True, slots=True)",
        "class Setting:",
        '    """Range of a holding register (and the `count - 1` behind it)."""',
        "",
        "    name: str",
        "    address: int",
        "    count: int",
        "    low: int",
        "    high: int",
        "    default: int",
        "    unit: str",
        "    signed: bool",
        "    service: bool",
        '    """Written only in SERVICE_MODE."""',
        "    stored: bool",
        '    """Part of the configuration that SAVE puts into flash."""',
        "",
        "",
        "SETTINGS: Final[tuple[Setting, ...]] = (",
    ]
    for entry in table["holding"]:
        if entry.get("readonly"):
            continue
        values = [
            quoted(entry["name"]),
            entry["address"],
            entry.get("count", 1),
            entry["min"],
            entry["max"],
            entry["default"],
            quoted(entry.get("unit", "")),
            entry.get("signed", False),
            entry.get("service", False),
            entry.get("stored", False),
        ]
        lines.append(f"    Setting({', '.join(map(str, values))}),")
    lines.append(")")
    for kind in ("coil", "discrete", "input", "holding"):
        spans = ", ".join(f"({a}, {b})" for a, b in blocks(table[kind]))
        lines.append(f"{kind.upper()}_BLOCKS: Final[Spans] = ({spans})")
    return "\n".join(lines) + "\n"
