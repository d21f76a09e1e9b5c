"""The state machines of an encounter and what surrounds it: one table of moves a module. Pure."""
