"""Results of one load over time: changes of level, regressions, rules."""
