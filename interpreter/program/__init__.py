"""The program: everything of a game as integers, sets, tables and structured blocks; all that backends see."""
