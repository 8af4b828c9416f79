"""The doors for the command line and the screens: a library of cards, and a review of them.

library       library, reader, known, focus, listing, history, page
review        review, desk, today, asking, view, tally, summary
the day       home, due
actions       actions, adding, composing, merging, rescheduling, straying
statistics    statistics, report, tables, fitting, fitting_child
demos         measuring, picturing, plotting, demo_check
"""
