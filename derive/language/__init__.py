"""The language: typed terms, the words that build them, and what may be assumed of them."""
