"""Matches being hosted: seats, turns, the board, clocks, the store. Knows nothing of HTTP.

Everything that changes a match runs on one thread, the ``Actor``; whoever wants something puts a command into
its queue and waits for the verdict. Reading order: ``errors``, ``actor``, ``seats``, ``hosted``, ``house``.
"""
