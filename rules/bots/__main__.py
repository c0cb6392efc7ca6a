"""``python -m rules.bots``: builds the compiled core, if there is a C compiler (see ``core.py``)."""

from rules.bots.core import main

raise SystemExit(main())
