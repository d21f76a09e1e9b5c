"""Pure checks of what comes from outside."""
