"""What a provider, a class and a version may be called, and how addresses carry it."""
