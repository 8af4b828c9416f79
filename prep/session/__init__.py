"""The doors for the command line and the screens: a library of cards, and a review of them."""
