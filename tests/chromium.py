"""The browser of tests and benchmarks: Debian's, since Playwright's own is another download."""

# Without the windows of a whole browser, whose own pages take more time than ours.
PROGRAM = "/usr/bin/chromium-headless-shell"
OPTIONS = [
    "--no-sandbox",  # as root there is none
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
