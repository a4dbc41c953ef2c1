"""The outputs that are kept of runs, read again by newer parsers."""
