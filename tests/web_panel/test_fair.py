"""Fair dealing: the commitment, the written rule, its independent check, secrecy until the end."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

import rules
from rules.match import Match, SeatInfo
from web_panel.hosting import fair

SECRET = bytes(range(32))


def blocks(secret: bytes, number: int, count: int) -> bytes:
    """The rule of ``fair`` once more, written from its docstring."""
    return b"".join(
        hashlib.sha256(secret + number.to_bytes(8, "big") + block.to_bytes(8, "big")).digest()
        for block in range(count)
    )


def test_bits_follow_the_written_rule() -> None:
    """Bytes of the blocks in order, most significant first, superfluous bits cut off."""
    stream = blocks(SECRET, 7, 3)
    random = fair.FairRandom(SECRET, 7)
    assert random.getrandbits(8) == stream[0]
    assert random.getrandbits(12) == int.from_bytes(stream[1:3], "big") >> 4
    assert random.getrandbits(0) == 0
    assert random.getrandbits(256) == int.from_bytes(stream[3:35], "big")
    assert random.random() == (int.from_bytes(stream[35:42], "big") >> 3) / 2.0**53


def test_a_shuffle_follows_the_written_rule() -> None:
    """Fisher-Yates from the end, numbers below m drawn by rejection."""
    stream = iter(blocks(SECRET, 0, 40))

    def below(m: int) -> int:
        bits = m.bit_length()
        while True:
            value = int.from_bytes(bytes(next(stream) for _ in range((bits + 7) // 8)), "big")
            value >>= -bits % 8
            if value < m:
                return value

    cards = list(range(52))
    for last in range(51, 0, -1):
        other = below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    dealt = list(range(52))
    fair.FairRandom(SECRET, 0).shuffle(dealt)
    assert dealt == cards


def test_the_generator_has_no_other_seed() -> None:
    """Same secret and number, same outcome; another number or secret, another."""

    def drawn(secret: bytes, number: int) -> int:
        return fair.FairRandom(secret, number).getrandbits(128)

    assert drawn(SECRET, 3) == drawn(SECRET, 3)
    assert len({drawn(SECRET, 3), drawn(SECRET, 4), drawn(SECRET[::-1], 3)}) == 3
    generator = fair.FairRandom(SECRET, 3)
    generator.seed(99)
    assert generator.getrandbits(128) == drawn(SECRET, 3)


def test_every_seat_is_dealt_every_card_as_often() -> None:
    """A rough count over two thousand deals: no position prefers a card."""
    counts = [0] * 52
    for number in range(2000):
        deck = list(range(52))
        fair.FairRandom(SECRET, number).shuffle(deck)
        counts[deck[0]] += 1
    assert max(counts) < 80
    assert min(counts) > 12


@pytest.fixture
def dealt() -> Match:
    match = Match.start(rules.game("cards"), [SeatInfo("A", "panel"), SeatInfo("B", "panel")])
    match.play("chance", fair.draw(match, SECRET))
    return match


def test_a_match_can_be_checked_against_its_secret(dealt: Match) -> None:
    """The deal comes from the secret, and from no other."""
    assert fair.mismatches(dealt, SECRET) == []
    assert fair.mismatches(dealt, SECRET[::-1]) == [0]


def cards(browser: Any, **more: Any) -> dict[str, Any]:
    return browser.new([{"kind": "phone", "mine": True}, {"kind": "panel"}], game="cards", **more)


def test_the_commitment_is_shown_at_the_start_and_the_secret_at_the_end(table: Any) -> None:
    """Nobody sees the secret while the match runs; afterwards its hash is the commitment."""
    host = table.browser()
    match = cards(host)["id"]
    during = host.json(f"/api/matches/{match}")["fair"]
    assert (during["secret"], during["used"]) == (None, True)
    assert host.get(f"/api/matches/{match}/record").get_json()["code"] == "hosting.record.secret"
    assert host.post(f"/api/matches/{match}/resign", {"seat": 0}).status_code == 200
    after = table.browser().json(f"/api/matches/{match}")["fair"]
    assert hashlib.sha256(bytes.fromhex(after["secret"])).hexdigest() == during["commitment"]
    record = table.browser().json(f"/api/matches/{match}/record")
    replayed = Match.from_record(record)
    assert fair.mismatches(replayed, bytes.fromhex(record["secret"])) == []


def test_a_given_seed_marks_the_match_as_training(table: Any) -> None:
    """The same seed deals the same, and everybody sees that it was chosen."""
    panel = table.panel()
    first, second = cards(panel, seed="again")["id"], cards(panel, seed="again")["id"]
    views = [panel.json(f"/api/matches/{match}") for match in (first, second)]
    assert [v["training"] for v in views] == [True, True]
    assert views[0]["fair"]["commitment"] == views[1]["fair"]["commitment"]
    assert views[0]["views"] == views[1]["views"]
    assert panel.json(f"/api/matches/{cards(panel)['id']}")["training"] is False


def test_a_deal_that_was_cut_off_is_dealt_the_same(make_table: Any) -> None:
    """Killed between making the match and its deal: the next start deals what the secret says."""
    first = make_table()
    made = cards(first.panel())
    text = first.house.hosted[made["id"]].match.actions[0][1]
    row = first.store.match(made["id"])
    first.close()
    from web_panel.store import Store

    second = make_table(data=first.data.parent / "other")
    row.id = "cutoff"
    second.store.add_match(row)
    assert isinstance(second.store, Store)
    second.browser().json("/api/matches/cutoff")
    assert second.house.hosted["cutoff"].match.actions == [("chance", text)]
