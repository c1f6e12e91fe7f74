"""Questions about a position: figures of cards and players, worked out by the machine."""
