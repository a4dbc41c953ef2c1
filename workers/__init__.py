"""What runs: Celery tasks, tool drivers, server probes."""
