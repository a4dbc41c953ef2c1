"""What webhooks are to be told is written with what happened."""
