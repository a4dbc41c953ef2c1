"""Test reports: their list, the page of each, the form of a draft."""
