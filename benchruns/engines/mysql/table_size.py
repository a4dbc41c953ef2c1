"""What InnoDB takes for a table: pages one by one at first, then by the extent.

"InnoDB allocates the first 32 pages to [a segment] one at a time. After that, InnoDB starts
to allocate whole extents" (MySQL 8.0 Reference Manual, File Space Management): 64 pages of
16 kB. A segment holds the leaves of one tree, and the server reports what it took, not what
it filled: 3,000 rows of sbtest take 1.6 MB, as 5,000 do. In a large table that is lost in
the rest.
"""

import math

PAGE_BYTES = 16_384
SINGLE_PAGES = 32  # of a tree, besides its root
EXTENT_PAGES = 64

ROW_BYTES, TABLE_BYTES = 242, 32_768
# Rows a leaf page of sbtest: of the table itself, and of its index on k. From 1 to 500,000
# rows a table on MariaDB 10.11 come within 10 % of what follows, from 2,000 on within 1 %.
ROWS_A_PAGE = (73, 1_110)


def sbtest_bytes(rows: int) -> int:
    """Of one table of so many rows with its index, as the server reports it."""
    return PAGE_BYTES * sum(_pages(rows / each) for each in ROWS_A_PAGE)


def _pages(leaves: float) -> int:
    """A root that is its only leaf, or a root with its leaves."""
    if leaves <= 1:
        return 1
    begun = math.floor(leaves) + 1  # one more where all are full
    more = begun - SINGLE_PAGES
    if more <= 0:
        return 1 + begun
    return 1 + SINGLE_PAGES + EXTENT_PAGES * math.ceil(more / EXTENT_PAGES)
