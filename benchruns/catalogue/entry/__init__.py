"""Providers and classes that staff enter: by page, by API, or as a CSV file."""
