"""One screen a file; each is imported when it is first opened (see `prep.tui.door`)."""
