"""What a stranger's body may cost the web process: its length, its turn, its memory."""
