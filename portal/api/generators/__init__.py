"""Load generators as the API tells of them."""
