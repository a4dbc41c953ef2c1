"""Staff's page of the audit log."""
