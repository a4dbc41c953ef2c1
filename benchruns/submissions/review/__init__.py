"""Review of uploaded test reports: every move, what it publishes, who is told of it."""
