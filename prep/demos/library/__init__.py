"""The lessons: a file each, `library/attention/rank.py` declares `attention.rank`; a folder where it has helpers."""
