"""Tests of reviewers' pages."""
