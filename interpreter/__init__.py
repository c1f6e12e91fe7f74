"""From a game description to a running game."""
