"""Public pages put by for readers who are not logged in, as long as no row of them changes."""
