"""Pages of load generators."""
