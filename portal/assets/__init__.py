"""Static files as production serves them: bundled, hashed and packed."""
