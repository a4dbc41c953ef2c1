"""How large a filled-in report may be: a hundred times what anybody fills in by hand."""

MIB = 1024 * 1024

MOST_ROWS = 1_000
MOST_COLUMNS = 200
MOST_SHEETS = 20
LAST_ROW = 1_048_576  # of a worksheet, as Excel has it

MOST_CSV_CHARACTERS = 2 * MIB
MOST_LINE = 64 * 1024  # a line of 200 cells, each as long as it may be

MOST_WORKBOOK_BYTES = 4 * MIB
MOST_PARTS = 200
MOST_DIRECTORY_BYTES = 64 * 1024
MOST_XML_BYTES = 8 * MIB  # all parts unpacked; 1,000 full rows take 3 MiB
# Elements cost processor time and memory whatever they hold: a cell takes two or three.
MOST_ELEMENTS = {"row": 5_000, "si": 20_000}
MOST_CELL_ELEMENTS = 250_000
MOST_OTHER_ELEMENTS = 20_000
# A formula that is filled down is written out again for each of its cells.
MOST_FORMULA_CHARACTERS = 500_000
