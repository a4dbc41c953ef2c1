"""How much of an upload is read, and why; the web's door uses the same numbers."""

MIB = 1024 * 1024

# Half a million transactions of a pgbench log, or a day of sysbench's lines a second.
MOST_UPLOAD_BYTES = 16 * MIB  # one file as it comes, packed or not
MOST_TEXT_BYTES = 16 * MIB  # one file unpacked
# Texts and their reports are held in memory until they are stored: with these limits a
# process grows by less than 200 MB (``tests.bench.intake_memory``).
MOST_TEXTS_BYTES = 16 * MIB  # all files of one request, unpacked
# Plain texts up to this size are read beside each other, and never wait for larger ones.
MOST_LIGHT_BYTES = 1 * MIB
MOST_LIGHT_AT_ONCE = 4  # in a process
MOST_REQUEST_BYTES = 32 * MIB  # the body of one request with all its files
# Other forms carry pasted settings, certificates or a list of prices.
MOST_FORM_BYTES = 4 * MIB

# One character beyond ASCII may make each of a text's take four bytes of memory.
MOST_WIDE_BYTES = 4 * MIB

# Logs shrink to a tenth or a fiftieth; a bomb to less than a five-hundredth.
MOST_RATIO = 200
FREE_OF_RATIO = 1 * MIB  # short texts of one character shrink more, and harm nobody

# Of all files of one request: a day and a half of seconds, or a text of 16 MB with a line
# a second. Each takes up to 350 bytes of memory until it is stored.
MOST_SAMPLES = 140_000

# Of all report templates of one request; a submission keeps no more runs than that.
MOST_ROWS = 1000

MOST_FILES = 64  # of one request, all archives together
# The list of 64 files with long names; a longer one costs memory before it is counted.
MOST_DIRECTORY_BYTES = 128 * 1024
MOST_WORKBOOKS = 4  # each takes seconds of a processor to read

MOST_NAME = 200  # characters of a file's name that are kept
