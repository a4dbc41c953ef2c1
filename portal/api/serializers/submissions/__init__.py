"""Test reports, their files, and what is sent of them."""
