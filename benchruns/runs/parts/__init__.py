"""A run of several load generators: shares of the load, moves of each part, their totals."""
