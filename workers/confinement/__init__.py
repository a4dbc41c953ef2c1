"""What keeps a hostile server from leading, holding or filling a worker."""
