"""The games. Each folder is one rulebook; they are strangers to each other."""
