"""Prices as somebody read them: current ones, rules, CSV files, imports."""
