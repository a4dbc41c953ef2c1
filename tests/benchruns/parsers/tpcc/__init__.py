"""Tests of what the TPC-C-derived load prints."""
