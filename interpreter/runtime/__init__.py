"""What generated code calls while a game runs: cards on the table, chance, prices, the ends of a game."""
