"""How Benchbook speaks to each engine: a folder a family, joined by a registry."""
