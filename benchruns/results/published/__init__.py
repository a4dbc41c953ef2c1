"""Figures of published papers: the CSV files under ``data`` and what loads them."""
