"""Checks of the files of a report and of what its owner states."""

from benchruns.units import GB
from tests.benchruns.submissions.checks.check_cases.case import Case

CONSENT = (
    "SQL Server's licence terms forbid showing benchmark results to others without "
    "Microsoft's prior written approval."
)
NO_REPORT = {
    "code": "belongs_to_no_report",
    "severity": "caution",
    "results": [],
    "values": {"reports": 0, "fitting": 0},
    "message": "The report that this file belongs to is missing.",
    "why": "",
    "remedy": "",
}
SAME_TEXT = {
    "code": "duplicate_text",
    "severity": "caution",
    "results": [],
    "values": {"submissions": []},
    "message": "The same text was uploaded already.",
    "why": "",
    "remedy": "Remove the file.",
}
NINE = {"names": [f"run-{n}.txt" for n in range(8)], "more": 1}
EIGHT_TOLD = ", ".join(NINE["names"])

_STATE_IT = "State it: a reviewer cannot judge the figures without."
_REMOVE_IT = "Remove such a file, or upload the whole output of its tool."

BELIED_SIZE = {
    "code": "size_belied",
    "severity": "caution",
    "results": [],
    "values": {
        "data_bytes": 50 * GB,
        "estimated_data_bytes": 32 * 100_000 * 240,
        "tables": 32,
        "table_size": 100_000,
        "bytes_per_row": 240,
    },
}

OF_FILES = (
    Case(
        "complete",
        "failed",
        {},
        "There is no report of a run.",
        "Upload the output of the tool, or a filled-in report template.",
    ),
    Case(
        "complete",
        "failed",
        {
            "missing": ["figures", "engine", "tested_on"],
            "lacking": {"figures": NINE, "tested_on": {"names": ["b.txt"], "more": 0}},
        },
        f"No figure of speed in {EIGHT_TOLD}, .... "
        "Still needed: Engine, Day of the test (b.txt).",
        f"{_REMOVE_IT} {_STATE_IT}",
        added=("lacking",),
    ),
    Case(
        "complete",
        "failed",
        {"missing": ["instance_class"], "lacking": {}},
        "Still needed: Instance class with its vCPUs and memory.",
        _STATE_IT,
    ),
    Case(
        "complete",
        "note",
        {"missing": ["data_size", "storage"]},
        "Not stated: Size of the data, Storage.",
        "State what you know: it explains figures, and counts in the rating.",
    ),
    Case("complete", "ok", {}, "Everything that is asked for is stated."),
    Case("readable", "ok", {"files": 1}, "The file was read to its end."),
    Case("readable", "ok", {"files": 3}, "All 3 files were read to their end."),
    Case(
        "readable",
        "caution",
        {"files": 9, "finding": NO_REPORT, **NINE},
        f"{EIGHT_TOLD}, ...: not used. The report that this file belongs to is missing.",
        "Upload each run with its own files as one submission, or remove what belongs "
        "to none.",
        added=("finding", "names", "more"),
    ),
    Case(
        "contradictions",
        "ok",
        {},
        "Files and statement do not contradict each other.",
    ),
    Case(
        "contradictions",
        "caution",
        {
            "not_steady": 2,
            "engine_version": 1,
            "codes": ["not_steady", "engine_version"],
        },
        "The results have findings: not steady, “Engine version” stated in two ways.",
        "Read each finding under its result. Correct what is wrong, or say in a comment "
        "why it is right.",
    ),
    Case(
        "contradictions",
        "caution",
        {"size_belied": 1, "codes": ["size_belied"], "finding": BELIED_SIZE},
        "50 GB of data are stated, and 32 tables of 100,000 rows make about 0.72 GB. The "
        "results have findings: size belied.",
        "Read each finding under its result. Correct what is wrong, or say in a comment "
        "why it is right.",
        added=("finding",),
    ),
    Case(
        "secrets",
        "caution",
        {"count": 1, "names": [{"field": "", "file": "a.txt"}], "more": 0},
        "A password or token was removed from a.txt.",
        "Change it all the same: it left your machine.",
        added=("names", "more"),
    ),
    Case(
        "places",
        "note",
        {
            "count": 4,
            "names": [
                {"field": "command", "file": ""},
                {"field": "settings", "file": "a.txt"},
                {"field": "region", "file": ""},
            ],
            "more": 0,
        },
        "What tells whose server it is was removed in 4 places of the command line, the "
        "settings of a.txt, the field “Region of the server”.",
        added=("names", "more"),
    ),
    Case(
        "duplicates",
        "ok",
        {},
        "Neither texts nor figures were submitted before.",
    ),
    Case(
        "duplicates",
        "caution",
        {"files": 1, "results": 2, "finding": SAME_TEXT},
        "A file holds a text that was uploaded already. 2 results have the figures of "
        "another one.",
        "Remove the file.",
        added=("finding",),
    ),
    Case(
        "vendor_consent",
        "ok",
        {},
        "Its owner states that the vendor consents to publishing.",
    ),
    Case(
        "vendor_consent",
        "caution",
        {"runs": 1, "engine": "sqlserver"},
        f"{CONSENT} Nobody states it, so the results stay private when they are "
        "accepted.",
        "State the vendor's consent, if you have it.",
        added=("engine",),
    ),
    Case(
        "vendor_consent",
        "failed",
        {"runs": 1, "engine": "sqlserver"},
        f"{CONSENT} Nobody states it for all of them, and the report holds other "
        "figures, too: it cannot be shown, nor withheld.",
        "Upload the figures of SQL Server as a report of their own.",
        added=("engine",),
    ),
    Case("class_provider", "ok", {}, "No class code is another provider's."),
    Case(
        "class_provider",
        "caution",
        {
            "names": [
                {
                    "instance_class": "rds.mysql.c1.xlarge",
                    "provider": "Alibaba Cloud",
                    "stated": "Huawei Cloud",
                }
            ],
            "more": 1,
        },
        "rds.mysql.c1.xlarge is a class of Alibaba Cloud; the report says Huawei Cloud. "
        "...",
        "State the provider that sells the class, or its own code.",
    ),
    Case("region", "ok", {}, "The region is one, and its provider's."),
    Case(
        "region",
        "caution",
        {
            "names": [
                {
                    "field": "region",
                    "regions": [
                        {"region": "CN-Hong Kong", "provider": "Huawei Cloud"},
                        {"region": "China (Hangzhou)", "provider": "Alibaba Cloud"},
                    ],
                    "stated": "Huawei Cloud",
                },
                {
                    "field": "region",
                    "regions": [
                        {"region": "China (Beijing)", "provider": "Alibaba Cloud"}
                    ],
                    "stated": "Huawei Cloud",
                },
            ],
            "more": 0,
        },
        "“Region of the server” names more than one region: CN-Hong Kong of Huawei Cloud "
        "and China (Hangzhou) of Alibaba Cloud. “Region of the server” is China (Beijing) "
        "of Alibaba Cloud; the report says Huawei Cloud.",
        "State the one region, as the provider calls it.",
    ),
)
