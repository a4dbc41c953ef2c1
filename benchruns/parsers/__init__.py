"""Parsers of tool output: text in, a report or a ``ReportError`` out, nothing else."""
