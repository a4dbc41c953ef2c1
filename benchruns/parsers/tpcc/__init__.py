"""What Benchbook's own tool for the TPC-C-derived load prints."""
