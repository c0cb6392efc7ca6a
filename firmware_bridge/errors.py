"""What can go wrong between the table's service and its board.

The errors, from general to special::

    BridgeError                     anything this storey refuses or fails at; carries a Notice
    +-- BoardRefusal                the board is asked for something it may not do now
    +-- ConsoleUnavailable          handles, lamps or buzzer cannot be reached on this machine
    +-- TwinError                   the simulated board could not be started, or refused a request
    +-- LinkError                   the serial link
        +-- PortUnavailable         the port cannot be opened
        |   +-- PortBusy            ... because another program has it; names the holder where known
        +-- PortLost                the port was there and is gone (unplugged, twin ended)
        +-- NoReply                 nothing readable came back, all tries used up
        +-- BadReply                something came back that is no answer to what was asked
        |   +-- WrongFunction       ... an answer to another kind of request
        |   +-- WrongCount          ... more or fewer registers than asked for
        |   +-- WrongEcho           ... not the heartbeat token, address or value just written
        +-- WrongIdentity           a device answers that is not this board, or speaks another map
        +-- Refused                 the firmware understood and said no (Modbus exception)
        +-- Superseded              a Stop came in between: the request was never sent
        +-- LinkClosed              the link was closed or its port released meanwhile

``BadReply`` and its kin never leave the link as data: the request is asked again, and when the tries are
used up the caller gets the error, never a value.
"""

from __future__ import annotations

from typing import Any

from firmware_bridge.values import Notice


class BridgeError(Exception):
    """Base of this storey's errors. ``notice`` says it for people; ``str(error)`` is the English sentence."""

    code = "bridge.error"

    def __init__(self, code: str | None = None, **params: Any) -> None:
        self.notice = Notice(code or self.code, params)
        super().__init__(self.notice.code, params)

    def __str__(self) -> str:
        from firmware_bridge.messages import english

        return english(self.notice)


class BoardRefusal(BridgeError):
    """The board may not do this now: it is busy, stopped, not homed, or a pane is uncertain."""

    code = "board.refused"

    @classmethod
    def of(cls, notice: Notice) -> BoardRefusal:
        """The refusal that carries ``notice``."""
        return cls(notice.code, **notice.params)


class ConsoleUnavailable(BridgeError):
    """The pins cannot be used: no pin library that works here, or a pin is taken."""

    code = "console.unavailable"


class TwinError(BridgeError):
    """The simulated board did not start in time, ended, or refused a request."""

    code = "twin.failed"


class LinkError(BridgeError):
    """Base of everything the serial link raises."""

    code = "link.error"


class PortUnavailable(LinkError):
    """The port does not exist or may not be opened."""

    code = "link.none"


class PortBusy(PortUnavailable):
    """Another program has the port; ``params["holder"]`` names it where it can be known."""

    code = "link.busy"


class PortLost(LinkError):
    """The open port failed: unplugged, or the twin ended."""

    code = "link.lost"


class NoReply(LinkError):
    """No readable answer within the time-out, all tries used up."""

    code = "link.silent"


class BadReply(LinkError):
    """An intact frame that does not answer the request."""

    code = "link.bad_reply"


class WrongFunction(BadReply):
    """The answer bears another function code than the request."""


class WrongCount(BadReply):
    """The answer holds another number of registers or bits than was asked for."""


class WrongEcho(BadReply):
    """The answer does not repeat the token, address or value that was written in the same transaction."""


class WrongIdentity(LinkError):
    """The device is not this board (magic number) or speaks another major version of the register map."""

    code = "link.foreign"


class Refused(LinkError):
    """The firmware answered with Modbus exception ``exception``; ``reject`` is its LAST_REJECT, if read."""

    code = "link.refused"

    def __init__(self, exception: int, *, reject: int | None = None, code: str | None = None, **params: Any):
        super().__init__(code, exception=exception, **params)
        self.exception = exception
        self.reject = reject


class Superseded(LinkError):
    """A Stop was pressed after this request was made; it was dropped before it reached the wire."""

    code = "board.stopped"


class LinkClosed(LinkError):
    """The link was closed, or its port released, before the request could be answered."""

    code = "link.closed"
