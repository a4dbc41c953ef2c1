"""What is said of webhooks and of what is sent to them."""
