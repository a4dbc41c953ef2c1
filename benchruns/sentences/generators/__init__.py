"""What is said of load generators."""
