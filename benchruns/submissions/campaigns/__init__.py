"""Campaigns of other papers: entered by one of the staff, reviewed by another."""
