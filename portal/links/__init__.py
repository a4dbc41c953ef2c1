"""Addresses of pages that many others lead to."""
