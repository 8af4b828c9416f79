"""The only place that knows SQLite: the log, and everything that is computed from it (DESIGN §3).

the door      store, records
the file      opening, connection, migrations, tables, device, failure
the log       events, tail, undo, merge, hindsight
its caches    cache, states, tally, changes, doctor
the decks     deck
today         glance, queue, due
statistics    statistics, outlooks, measured, latest
other files   backup, reading, other
"""
