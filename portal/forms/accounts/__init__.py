"""Signing in and up, passwords, second factors, tokens."""
