"""Players of Palais Royal: what things are worth (``worth``), rules of thumb (``thumb``), turns played
out.
"""
