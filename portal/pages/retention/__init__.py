"""Staff's page of what the rules of retention would delete."""
