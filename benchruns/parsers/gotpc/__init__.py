"""Outputs of go-tpc."""
