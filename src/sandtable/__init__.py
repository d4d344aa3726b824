"""Sandtable: every rule of five tabletop wargames, enforced, explained and fast."""

__version__ = "0.1.0"
