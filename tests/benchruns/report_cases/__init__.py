"""Texts of every tool, with what each must be read as: one module a tool."""
