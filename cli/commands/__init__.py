"""The commands: a module for each, with the lines that it prints and what several of them share."""
