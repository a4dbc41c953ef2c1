"""Tests of accounts and their pages."""
