"""Uploaded test reports: to list, to state, their files, their moves through review."""
