"""A living demo season, built through the same services that people use."""
