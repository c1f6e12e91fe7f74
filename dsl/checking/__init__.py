"""Declarations to the game description: what every name means, whether types fit, whether all of it ends."""
