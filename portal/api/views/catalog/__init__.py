"""What is open to everybody: engines, classes, campaigns, workloads, sources."""
