"""``make bench-all`` measures every page and answer that grows with what is stored."""

import csv

from django.urls import resolve

from tests.bench import scale_data, scale_pages
from tests.portal.access.test_matrix import MATRIX

# Forms of a reader's own account and steps of signing in, which ask for nobody's rows.
OF_AN_ACCOUNT = ("account_", "mfa_", "admin:", "portal:password", "portal:log")
APART = {
    "api-document": "a text of the project",
    "portal:guide-script": "a file of the project",
    "api-operation": "a text of the project",
    "llms": "a text of the project",
    "schema": "a text of the project, written once a process",
    "portal:report-template": "a file that knows no row",
    "api-root": "addresses alone",
    "export": "part exports",
    "portal:run-live": "part viewers",
    "portal:run-output": "one run's, as the run's page",
    "portal:run-pdf": "one run's, as the run's page",
    "portal:run-samples-csv": "part day",
    "portal:run-generators": "one run's, as the run's page",
    "run-counters": "one run's; part day",
    "run-events": "one run's",
    "run-generators": "one run's",
    "run-output": "one run's",
    "result-histogram": "one result's",
    "run-variables": "one run's",
    "portal:kept-comparison": "a comparison at a short address",
    "portal:feed-own-changes": "the feed of regressions with a key",
    "portal:sweep-csv": "one sweep's, as the sweep's page",
    "portal:campaign-draft": "one draft's",
    "portal:campaign-draft-change": "one draft's",
    "campaign-draft-detail": "one draft's",
    "campaign-detail": "one campaign's, without its rows",
    "portal:catalogue-import": "a form",
    "portal:price-import": "a form",
    "portal:price-delete": "a question about one row",
    "portal:data-set-drop": "a question about one row",
    "portal:schedule-delete": "a question about one row",
    "portal:endpoint-delete": "a question about one row",
    "portal:webhook-delete": "a question about one row",
    "portal:run-publish": "a question about one run",
    "portal:sweep-publish": "a question about one sweep",
    "token-detail": "one row's, as in its list",
    "regression-rule-detail": "one row's, as in its list",
    "data-set-detail": "one row's, as in its list",
    "endpoint-presets": "one endpoint's figures",
    "portal:nearest-classes": "the API's nearest classes are measured",
    "schedule-times": "times that are reckoned",
    "portal:submission-file": "one file's",
    "submission-raw": "one file's",
    "submission-samples": "one file's",
}


def test_every_address_that_reads_rows_is_measured_or_says_why_not():
    with MATRIX.open() as file:
        read = {
            row["address"]
            for row in csv.DictReader(file)
            if row["method"] == "GET" and "2xx" in row.values()
        }
    measured = {
        resolve(page.url.format_map(scale_data.KNOWN).split("?")[0]).view_name
        for page in scale_pages.PAGES
    }

    left = {
        name for name in read - measured if not name.startswith(("/", *OF_AN_ACCOUNT))
    }

    assert left <= APART.keys(), "add them to tests/bench/scale_pages.py"
    assert APART.keys() <= left, "these are measured, or there no more"
