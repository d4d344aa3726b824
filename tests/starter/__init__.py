"""Tests of the starter rulebook: a package, so that other rulebooks may have files of the same names."""
