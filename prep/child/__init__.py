"""Child processes: how one is started, heard, stopped and mourned. What it computes is the business of whoever asks."""
