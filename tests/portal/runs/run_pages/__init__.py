"""Tests of the pages of runs: the list, and what one run says."""
