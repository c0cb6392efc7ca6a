"""Matches being hosted: seats, turns, the board, clocks, bots, the store's log. Knows nothing of HTTP.

Everything that changes a match runs on one thread, the ``Actor``; whoever wants something puts a command
into its queue and waits for the verdict. Stop alone goes past it, straight to the board.

Reading order: ``errors``, ``actor``, ``grants``, ``hosted``, ``views``, ``house``; then what the house is
made of: ``turns``, ``seating``, ``boarding`` with ``watching``, ``bots`` with ``thinker``, ``clocks``,
``fair``, ``records``, ``offers``.
"""
