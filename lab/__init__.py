"""The laboratory: plays many games of any pack and counts what happened; it sees only what every game has."""
