"""What everybody may see of an upload: what was recognised in it, never its text."""
