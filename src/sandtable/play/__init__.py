"""A match and its record, without input or output: act, undo, replay, save, prove."""
