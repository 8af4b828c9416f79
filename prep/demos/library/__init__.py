"""The lessons: one file each, `library/attention/score_std.py` declares the demo `attention.score-std`."""
