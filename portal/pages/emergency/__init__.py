"""Staff's page of the emergency stop."""
