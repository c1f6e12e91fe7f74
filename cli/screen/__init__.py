"""The table on a terminal: what a seat may see drawn with characters, options, moves and results told in lines."""
