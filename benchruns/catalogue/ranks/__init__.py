"""All classes by what they reached under one load, the best first."""
