"""Today in numbers: what Home and `prep due` say."""
