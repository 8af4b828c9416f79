"""Folders of deck files as one deck: assembled, checked across files, kept from one start to the next."""
