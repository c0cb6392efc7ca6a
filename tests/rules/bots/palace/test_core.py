"""The compiled core says what Python says: perft, turns, evaluation, searched values, random matches."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path
from random import Random

import pytest

from rules.bots import core as loader
from rules.bots.core import Core, outcome_words
from rules.bots.palace.engine import search
from rules.bots.palace.evaluate import WIN, evaluator
from rules.bots.palace.search import Search, node_of
from rules.bots.palace.turns import turns
from rules.palace import BANDS_OPTIONS, Position, legal
from rules.palace.perft import perft

VECTORS = Path(__file__).parents[3] / "vectors" / "perft_palace.txt"
LONGEST = 60


def rows() -> list[tuple[str, str, list[int]]]:
    """(option, position, counts) of the perft file."""
    found = []
    for line in VECTORS.read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            option, text, counts = (part.strip() for part in line.split("|"))
            found.append((option, text, [int(count) for count in counts.split()]))
    return found


def test_perft_of_the_vectors(core: Core) -> None:
    """Every count of the perft file comes out, at all depths."""
    for option, text, counts in rows():
        position = Position.parse(text, option)
        assert [core.perft(position, depth + 1) for depth in range(len(counts))] == counts


def test_perft_from_thousands_of_positions(core: Core, positions, option: str) -> None:
    """From positions of random play the core counts as many sequences as Python does, to depth 2."""
    for position in positions(option, 600, seed=20, longest=120):
        assert core.perft(position, 2) == perft(position, 2), position


def test_perft_with_a_turn_limit(core: Core) -> None:
    """A match that has ended by its turn limit counts no further."""
    for option in BANDS_OPTIONS:
        position = Position.start(option, max_turns=2)
        assert core.perft(position, 4) == perft(position, 4)


def test_the_same_turns(core: Core, positions, option: str) -> None:
    """The core lists the same turns, equally often."""
    for position in positions(option, 80, seed=21):
        assert sorted(core.results(position)) == sorted(outcome_words(t.after) for t in turns(position))


def test_the_same_evaluation(core: Core, positions, option: str) -> None:
    """Both evaluations give the same number."""
    for position in positions(option, 200, seed=22):
        own, other, own_reserve, other_reserve, levels, seat, _ = node_of(position)
        value = evaluator(position.bands).value(own, other, own_reserve, other_reserve, levels, seat)
        assert core.evaluate(position) == value, position


def test_the_same_value_at_a_fixed_depth(core: Core, positions, option: str) -> None:
    """Searched to the same depth, the core finds the same best value, and its line is worth it."""
    for position in positions(option, 12, seed=23):
        depth = 2 if option == "single" else 3
        mine, theirs = Search(position).run(depth), core.search(position, depth, None)
        assert (theirs.value, theirs.depth) == (mine.value, mine.depth), position
        first = theirs.line[0].after
        if not legal.over(first) and theirs.depth > 1:
            answer = Search(first).run(theirs.depth - 1)
            assert -answer.value in (mine.value, mine.value + 1, mine.value - 1)  # a win is one turn nearer


def test_wins_in_one(core: Core) -> None:
    """A win in one turn is found at depth 1."""
    for option in BANDS_OPTIONS:
        found = core.search(Position.parse("8/8/8/8/8/8/8/8/8/b2w4 11111 w aef/abc - 9", option), 9, None)
        assert (found.value, found.depth) == (WIN - 1, 1)
        assert legal.broken(found.line[0].after) == 1


def test_the_budget_is_kept(core: Core, positions, option: str) -> None:
    """Not one node more than allowed is looked at once depth 1 is finished, and time ends the search."""
    for position in positions(option, 5, seed=24):
        found = core.search(position, 30, 5000)
        assert found.nodes <= 5000
        calls = []

        def expired() -> bool:
            calls.append(True)  # noqa: B023 - the list of this very round
            return len(calls) >= 3  # noqa: B023

        stopped = core.search(position, 40, None, expired)
        assert len(calls) == 3
        assert stopped.nodes <= 5 * 4096


def test_the_same_seed_gives_the_same_choice(core: Core, positions) -> None:
    """Seed and nodes decide; different seeds may choose among equal turns."""
    for position in positions("free", 3, seed=25):
        assert core.search(position, 30, 20_000, seed=7) == core.search(position, 30, 20_000, seed=7)


def test_nothing_to_search_after_the_end(core: Core) -> None:
    """A match that is over is refused."""
    with pytest.raises(ValueError, match="over"):
        core.search(Position.parse("8/8/8/8/8/8/8/8/8/wwww4 11111 w -/abc - 9"), 1, None)


class Splitmix:
    """The core's random numbers, in Python."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def __call__(self) -> int:
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & mask
        z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
        return z ^ z >> 31


def test_random_matches_are_the_same(core: Core, option: str) -> None:
    """Played in Python with the same random numbers, random matches end in the same way after as many
    turns.
    """
    start = Position.start(option)  # type: ignore[arg-type]
    draw = Splitmix(11)
    tally = [0, 0, 0, 0]
    for _ in range(6):
        position, played = start, 0
        while not legal.over(position) and played < LONGEST:
            reached = core.results(position)
            wanted = reached[draw() % len(reached)]
            position = next(t.after for t in turns(position) if outcome_words(t.after) == wanted)
            played += 1
        loser = legal.broken(position)
        tally[2 if loser is None else 1 - loser] += 1
        tally[3] += played
    assert core.playouts(start, 6, LONGEST, 11) == tuple(tally)


def test_the_generator_is_looped(core: Core) -> None:
    """The bare loop counts the turns of both sides by turns."""
    position = Position.start("locked")
    assert core.loop(position, 10) == 10 * len(turns(position))


def test_the_core_is_found_where_it_was_built(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without a library Python is used and said to be; a damaged one is not loaded."""
    monkeypatch.setattr(loader, "folder", lambda: tmp_path)
    loader.load.cache_clear()
    try:
        assert loader.load() is None
        assert loader.engine_info()["engine"] == "python"
        loader.library(tmp_path).write_bytes(b"not a library")
        loader.load.cache_clear()
        assert loader.load() is None
        position = Position.start("locked")
        assert search(position, depth=2, rng=Random(1)).value == Search(position).run(2).value
        with pytest.raises(RuntimeError, match=r"rules\.bots"):
            search(position, depth=1, engine="core")
    finally:
        loader.load.cache_clear()


def test_building_without_a_compiler(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No compiler is no failure, unless one is asked for."""
    monkeypatch.setattr(loader, "folder", lambda: tmp_path)
    monkeypatch.setattr(loader, "compiler", lambda: None)
    assert loader.main([]) == 0
    assert "Python" in capsys.readouterr().out
    assert loader.main(["--require"]) == 1


def test_a_source_that_does_not_compile(
    core: Core, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The compiler's own words are told, and nothing is left behind."""
    broken = tmp_path / "core.c"
    broken.write_text("int oops(")
    monkeypatch.setattr(loader, "SOURCE", broken)
    monkeypatch.setattr(loader, "folder", lambda: tmp_path / "built")
    assert loader.main([]) == 1
    assert "did not compile" in capsys.readouterr().err
    assert list((tmp_path / "built").iterdir()) == []


def test_the_source_compiles_without_warnings(core: Core, tmp_path: Path) -> None:
    """No warning, neither for this machine nor for one of 32 bits where the compiler can."""
    program = loader.compiler()
    assert program
    for extra in ([], ["-m32", "-ffreestanding", "-fsyntax-only"]):
        command = [program, "-std=c11", "-Wall", "-Wextra", "-Werror", "-O2", *extra]
        command += ["-c", str(loader.SOURCE), "-o", str(tmp_path / "out.o")]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        lacks_headers = "No such file" in done.stderr  # a compiler without the 32-bit headers
        assert done.returncode == 0 or (extra and lacks_headers), done.stderr
    assert "__int128" not in loader.SOURCE.read_text()


def test_another_version_is_refused(core: Core, monkeypatch: pytest.MonkeyPatch) -> None:
    """A library that speaks another version of the interface is not used."""
    monkeypatch.setattr(loader, "ABI", loader.ABI + 1)
    with pytest.raises(OSError, match="version"):
        Core(core.path)


def test_words_hold_the_whole_position() -> None:
    """What the core is given tells positions apart."""
    position = Position.parse("2b2b2/b4b2/6b1/3w4/8/2b2w2/4w3/8/1w4w1/3w4 12321 w bh/eg 2 25", "single")
    words = loader.words(position)
    assert isinstance(words, ctypes.Array)
    assert words[0] | words[1] << 64 == position.white
    assert words[2] | words[3] << 64 == position.black
    assert list(words[4:]) == [0b10000010, 0b01010000, 1 * 27 + 2 * 9 + 1 * 3, 0, 1, 64]
