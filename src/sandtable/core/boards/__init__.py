"""Boards: squares, hexes and the free table. Distance, reach and line of sight."""
