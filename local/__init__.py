"""What runs on one machine: the demo, and the private servers of demo and tests."""
