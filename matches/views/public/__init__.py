"""What everybody may read of a season: no login, no script, no cookie."""
