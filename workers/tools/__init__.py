"""Drivers of the benchmark tools, and the tool of Benchbook's own.

Nothing is imported here: ``workers.tools.tpcc`` starts many processes, which need none
of the drivers. The drivers are listed in ``registry``.
"""
