"""The conditions of a fair comparison, a module a subject."""
