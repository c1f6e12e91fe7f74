"""Backends: a program becomes something that runs."""
