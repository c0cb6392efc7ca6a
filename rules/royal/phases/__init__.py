"""The phases of a match, in reading order: ``setup``, ``servants`` (reinforce, move), ``nobles`` (collect,
recruit), ``cards`` (cards, draw), and ``flow``, which strings them together.

Each phase is a few plain functions: ``<phase>_begin`` gives its ``Turn``, ``<phase>_idle`` says whether the
player can do nothing in it, ``<phase>_texts`` lists what he may do, and the verb itself does it or refuses.
"""
