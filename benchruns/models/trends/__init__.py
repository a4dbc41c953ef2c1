"""Results over time: series, rules, regressions, and results left out."""
