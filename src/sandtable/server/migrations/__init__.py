"""Changes of the database's tables, in order; run when the server starts."""
