"""One module a command, imported when it is asked for and not before: `prep --help` must cost 20 ms, not 900."""
