"""Scenarios on running games: puts things in place, plays the steps, works out what is expected."""
