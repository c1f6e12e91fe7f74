"""What only the whole game shows: chains and circles that do not end, answers that ask again, what nothing uses."""
