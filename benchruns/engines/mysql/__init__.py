"""MySQL, and what all that speak its protocol have in common."""
