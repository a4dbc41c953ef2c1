"""The TPC-C-derived load, on real servers where it speaks to one."""
