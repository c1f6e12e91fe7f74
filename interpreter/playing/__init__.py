"""Playing: games, positions and what seats may know of them; saved games and logs."""
