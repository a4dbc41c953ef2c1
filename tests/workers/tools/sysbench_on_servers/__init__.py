"""Tests of sysbench on real servers."""
