"""Benchbook's own tool for the TPC-C-derived load: a program without Django.

Started as ``python -m workers.tools.tpcc load|run|ceiling``; the connection comes as
JSON on its standard input, so that no secret stands in argv or environment.
"""

TOOL = "benchbook-tpcc"
VERSION = "1"  # of what it does to a server: raise it when figures may change
