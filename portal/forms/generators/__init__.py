"""Fields that ask for load generators."""
