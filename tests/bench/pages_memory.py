"""What one process holds at most that reads each page once: MiB, on standard output.

    python -m tests.bench.pages_memory DATABASE

Without pages and files that are as long as the data is.
"""

import sys
from pathlib import Path

from tests.bench import peak_memory, scale, scale_pages


def main() -> None:
    scale.start_django(Path(sys.argv[1]))
    for page in scale_pages.PAGES:
        if not page.is_linear:
            scale.ask(scale.client_of(page), page.url)
    print(peak_memory.highest())


if __name__ == "__main__":
    main()
