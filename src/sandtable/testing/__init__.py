"""A conformance suite for any rulebook: ``python -m sandtable.testing RULEBOOK``.

A rulebook that hides anything brings a module ``testing`` that says how by construction, not through
its own ``view``::

    vary(scenario, game, seat, dice) -> game      a new row of a game that differs only in what the seat
                                                  may not know; ``dice[0]`` gives what chance is needed
    silent(scenario, game, action, seat) -> bool  whether all that the seat learns of the action is
                                                  independent of what `vary` changes (default: never)
    unlisted(scenario, game, action) -> bool      a legal action that `legal` leaves out as documented:
                                                  an amount between the listed ones (default: never)
    meanwhile(scenario, game, action) -> bool     open to a seat that play does not wait for
    rare(scenario, game, action) -> bool          an action that cuts games short: walks take it seldom

All arguments are rows of one record but ``action``, which is a record.
"""
