"""Values to rows: what a card, a day or a year looks like, for screens and line mode alike.

Every function here takes values of the session and the room there is, and gives rows of spans. Nothing here reads a
clock, a file or the log; a screen paints the rows, the line mode prints them.
"""
