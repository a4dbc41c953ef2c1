"""The papers, each with all that the portal holds of it."""
