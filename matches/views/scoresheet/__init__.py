"""The sheet of a match, on the scorer's device and for both teams."""
