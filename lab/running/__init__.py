"""Games played by bots, one or many: in this process, in several, on a cluster."""
