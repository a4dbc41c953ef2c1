"""Pages as files: CSV, tables for other programs, charts as pictures."""
