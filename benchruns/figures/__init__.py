"""What a result's figures mean, and how they are derived and compared as numbers."""
