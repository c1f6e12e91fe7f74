"""Game description to program: terms become codes, acts become steps, cards become numbers and tables."""
