"""Pages of the load generators."""
