"""Players of the card game: rules of thumb (``thumb``), and matches played out by them (``montecarlo``)."""
