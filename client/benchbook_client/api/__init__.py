"""The REST API: shapes of bodies, operations, and the way they are called."""
