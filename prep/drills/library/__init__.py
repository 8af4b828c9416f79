"""The drills that come with prep: `attention/causal.py` is the drill `attention.causal`."""
