"""Figures and states in words, for pages, mails and templates alike."""
