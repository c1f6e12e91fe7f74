"""Packs to one set of declarations: what each adds to those it builds on, changes, replaces and removes."""
