"""Questions and answers without a port: whatever comes back, a value is right or there is none."""

from __future__ import annotations

import random

import pytest
from pymodbus.framer import FramerRTU

from firmware_bridge import image
from firmware_bridge import regmap as reg
from firmware_bridge.errors import BadReply, LinkError, NoReply, Refused, WrongCount, WrongFunction
from firmware_bridge.exchange import Exchange
from firmware_bridge.palace import occupancy
from firmware_bridge.values import PANES
from rules.palace import GAME, Position

RAW = tuple(range(100, 180))


def framed(payload: bytes) -> bytes:
    return payload + FramerRTU.compute_CRC(payload).to_bytes(2, "big")


def clean(reply: bytes, number: int) -> bytes:
    return reply


def asking(line) -> dict[str, tuple]:
    """Every kind of question, as a call and the answer that is right (None: nothing to compare)."""
    exchange = Exchange(line, lambda reading: None)
    return {
        "head": (lambda: exchange.poll(body=False).head[reg.IN.MAGIC], reg.MAGIC),
        "body": (lambda: exchange.poll(body=True).body[40:], (0,) * 20),
        "inputs": (lambda: exchange.read(4, reg.IN.PANE_RAW, 80), RAW),
        "holding": (lambda: exchange.read(3, reg.HOLD.SPEED, 5), (0,) * 5),
        "bits": (lambda: exchange.bits(0, 12), (False,) * 12),
        "registers written": (lambda: exchange.write(reg.HOLD.SPEED, (0, 0), lambda: None), None),
        "coil": (lambda: exchange.coil(reg.COIL.LAMP_TEST, True, lambda: None), None),
        "command": (lambda: exchange.command(reg.CMD.NONE, 0, 0, 1, lambda: None), None),
    }


KINDS = (
    "head",
    "body",
    "inputs",
    "holding",
    "bits",
    "registers written",
    "coil",
    "command",
)


@pytest.mark.parametrize("kind", KINDS)
def test_a_clean_line_gives_what_the_board_holds(scripted, kind):
    """Undisturbed, every kind of question is answered."""
    ask, right = asking(scripted(clean))[kind]
    assert ask() == right


@pytest.mark.parametrize("kind", KINDS)
def test_no_flipped_bit_of_any_reply_passes(scripted, kind):
    """Every single bit of every kind of reply flipped in turn: always a named error, never a value."""
    bit = 0
    size = 8

    def flip(reply: bytes, number: int) -> bytes:
        nonlocal size
        size = max(size, 8 * len(reply))  # reads ask for some more each time
        bad = bytearray(reply)
        bad[bit // 8 % len(bad)] ^= 1 << bit % 8
        return bytes(bad)

    ask, _ = asking(scripted(flip))[kind]
    while bit < size:
        with pytest.raises((NoReply, BadReply)):
            ask()
        bit += 1
    assert bit >= 7 * 8


@pytest.mark.parametrize("kind", KINDS)
def test_no_cut_reply_passes(scripted, kind):
    """Every reply cut at every place: a named error."""
    length = 0
    size = 2

    def cut(reply: bytes, number: int) -> bytes:
        nonlocal size
        size = max(size, len(reply))
        return reply[: length % len(reply)]

    ask, _ = asking(scripted(cut))[kind]
    while length < size:
        with pytest.raises((NoReply, BadReply)):
            ask()
        length += 1


@pytest.mark.parametrize("kind", KINDS)
def test_no_reply_to_another_question_passes(scripted, kind):
    """The reply to each other kind of question, whole and with a right checksum: refused."""
    replies: dict[str, bytes] = {}
    recording = asking(scripted(lambda reply, n: replies.setdefault("last", reply)))
    for name, (ask, _) in recording.items():
        replies.pop("last", None)
        ask()
        replies[name] = replies.pop("last")
    for name in KINDS:
        if name == kind:
            continue
        ask, _ = asking(scripted(lambda reply, n, name=name: replies[name]))[kind]
        with pytest.raises(LinkError):
            ask()


def test_no_two_reads_ask_alike(scripted):
    """What bears no token is asked for with changing surroundings, and gives what was wanted all the same."""
    line = scripted(clean)
    exchange = Exchange(line, lambda reading: None)
    for address, count, right in (
        (reg.IN.PANE_RAW, 80, RAW),
        (reg.IN.MOVE_MS, 5, (0,) * 5),
        (reg.IN.COUNTER, 16, (0,) * 16),
        (reg.IN.PANE_QUALITY, 80, tuple(range(500, 580))),
    ):
        line.sent.clear()
        for _ in range(20):
            assert exchange.read(4, address, count) == right
        sizes = {int.from_bytes(request[4:6], "big") for request in line.sent}
        assert len(sizes) > 5
        assert count < min(sizes)
        assert max(sizes) <= 125


def test_a_stale_token_is_refused(scripted):
    """An older poll's reply, however intact, is not this poll's answer."""
    kept: list[bytes] = []
    line = scripted(lambda reply, n: kept.append(reply) or kept[0])
    exchange = Exchange(line, lambda reading: None)
    exchange.poll(body=False)
    with pytest.raises(BadReply):
        exchange.poll(body=False)
    assert exchange.counters.wrong_echo == 1


def test_wrong_function_and_wrong_count_have_names(scripted):
    """What pymodbus accepts as data is refused by name."""
    line = scripted(lambda reply, n: framed(bytes((1, 3)) + reply[2:-2]))
    with pytest.raises(WrongFunction):
        Exchange(line, lambda reading: None).read(4, reg.IN.PANE_RAW, 2)
    line = scripted(lambda reply, n: framed(bytes((1, 4, 2)) + reply[3:5]))
    with pytest.raises(WrongCount):
        Exchange(line, lambda reading: None).read(4, reg.IN.PANE_RAW, 2)


def test_an_exception_to_another_function_is_no_refusal(scripted):
    """Only the exception of the function asked for counts as the board's no."""
    line = scripted(lambda reply, n: framed(bytes((1, 0x90, 4))))
    with pytest.raises(WrongFunction):
        Exchange(line, lambda reading: None).read(4, reg.IN.PANE_RAW, 2)


def test_a_refused_heartbeat_is_a_bad_reply(scripted):
    """The board never refuses a heartbeat, so such a reply is none."""
    line = scripted(lambda reply, n: framed(bytes((1, 0x97, 6))))
    with pytest.raises(BadReply):
        Exchange(line, lambda reading: None).poll(body=False)


def test_an_answer_counts_only_between_two_heartbeats_in_step(scripted):
    """A doubled earlier answer of the same shape is found out by the heartbeat after it, and asked again."""
    spoiled = iter([True])

    def swap(reply: bytes, number: int) -> bytes:
        if reply[1] == 4 and next(spoiled, False):
            return framed(reply[:3] + bytes(len(reply) - 5))
        return reply if number != 3 else b""  # and the heartbeat after it gets no reply

    line = scripted(swap)
    exchange = Exchange(line, lambda reading: None)
    assert exchange.proved(lambda: exchange.read(4, reg.IN.PANE_RAW, 2)) == (100, 101)
    assert exchange.counters.repeats == 1


def test_a_refusal_is_proved_like_an_answer(scripted):
    """An exception is believed when the heartbeat after it is in step; it carries the board's reason."""
    exchange = Exchange(scripted(clean), lambda reading: None)
    with pytest.raises(Refused) as refused:
        exchange.proved(lambda: exchange.write(reg.HOLD.TARGET_LEVEL, (1, 0, 0, 0, 0), lambda: None))
    assert refused.value.reject == reg.REJECT.NOT_ENABLED << 8 | 0xFF


def test_every_heartbeat_has_another_token_and_the_held_bit(scripted):
    """Tokens differ from one poll to the next, are never 0, and bit 15 is the player's hand."""
    line = scripted(clean)
    exchange = Exchange(line, lambda reading: None)
    exchange._token = reg.TOKEN_MASK - 2
    for held in (False, True, True, False):
        exchange.held = held
        exchange.poll(body=False)
    tokens = [int.from_bytes(request[11:13], "big") for request in line.sent]
    assert len({token & reg.TOKEN_MASK for token in tokens}) == 4
    assert all(token & reg.TOKEN_MASK for token in tokens)
    assert [bool(token & reg.HELD_BIT) for token in tokens] == [False, True, True, False]


def flips_of_a_match(scripted, fake, every: int) -> int:
    """Flips every ``every``-th bit of every reply while a match of Palace is played; the number of flips."""
    flip: int | None = None
    size = 0

    def spoil(reply: bytes, number: int) -> bytes:
        nonlocal size
        size = 8 * len(reply)
        if flip is None:
            return reply
        bad = bytearray(reply)
        bad[flip // 8] ^= 1 << flip % 8
        return bytes(bad)

    exchange = Exchange(scripted(spoil), lambda reading: None)
    at = Position.parse("8/8/8/8/8/8/8/8/8/8 12321 w abcdefgh/abcdefgh - 1", bands="locked")
    dice = random.Random(5)
    count = 0
    while actions := GAME.actions(at):
        at = GAME.apply(at, dice.choice(actions))
        lying = occupancy(at)
        fake.classes = [{"black": 1, "white": 2}.get(lying.get(pane), 0) for pane in PANES]
        for body in (False, True):
            flip = None
            reading = exchange.poll(body=body)
            if body:
                seen = {p.pane: p.colour for p in image.panes(reading.body) if p.state == "full"}
                assert seen == lying
            for bit in range(count % every, size, every):
                flip = bit
                with pytest.raises((NoReply, BadReply)):
                    exchange.poll(body=body)
                count += 1
    return count


def test_no_flipped_bit_of_a_match_passes(scripted, fake):
    """A match from beginning to end, a bit of each reply flipped here and there: never a wrong value."""
    assert flips_of_a_match(scripted, fake, every=61) > 300


@pytest.mark.soak
def test_no_flipped_bit_at_all_of_a_match_passes(scripted, fake):
    """Every bit of every reply of a whole match."""
    assert flips_of_a_match(scripted, fake, every=1) > 20_000
