"""Folders to syntax trees: finds the files of packs, parses them, and says what is wrong where that cannot be done."""
