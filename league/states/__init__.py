"""The state machines of this app: one table of moves a module. Pure."""
