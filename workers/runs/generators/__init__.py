"""A run of several load generators: the one that leads, those that help, their common clock."""
