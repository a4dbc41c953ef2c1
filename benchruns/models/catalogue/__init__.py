"""Rows of what is for sale and who tells it: classes, campaigns, prices, drafts."""
