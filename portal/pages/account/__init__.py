"""One's account: sign-in, tokens, notices, preferences."""
