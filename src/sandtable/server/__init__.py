"""The server: matches over HTTP and sockets, kept in a database. Start it with `serve`."""
