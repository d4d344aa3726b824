"""What every rulebook stands on. Knows no game."""
