"""Tests of what sysbench prints."""
