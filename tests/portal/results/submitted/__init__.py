"""Tests of submitted results on the pages that show results."""
