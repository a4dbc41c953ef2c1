"""Checks of the figures of a report: beside each other, and beside known ones."""

from typing import Any

from tests.benchruns.submissions.checks.check_cases.case import Case

NOT_STATED = {
    "code": "not_stated",
    "severity": "note",
    "results": [],
    "values": {},
    "message": "Not stated, and so not compared: storage.",
    "why": "",
    "remedy": "Repeat the results here.",
}
BELIED = {
    "code": "regime_label",
    "severity": "caution",
    "results": [],
    "values": {},
    "message": "The data does not fit.",
    "why": "",
    "remedy": "Look again.",
}
APART = {
    "code": "repeats_differ",
    "severity": "caution",
    "results": [],
    "values": {
        "figure": "tps",
        "count": 3,
        "lowest": 113.0,
        "highest": 1219.4,
        "apart": 0.8983,
    },
}
_APART = "The 3 repeats differ by 90 % of their median: 113 to 1,219 TPS."
_ALIKE = (
    "Repeat it under the same conditions, and see what else ran on server and client."
)
FAR = {
    "code": "far_above_vendor",
    "severity": "caution",
    "results": [],
    "values": {
        "figure": "tps",
        "here": 34265.0,
        "best": 3480.0,
        "is_of_class": True,
        "instance_class": "c1",
        "vcpus": 8,
        "memory_gb": 32.0,
    },
}


def of_regime(code: str, **values: Any) -> dict[str, Any]:
    return {"finding": {**BELIED, "code": code, "values": values}}


_THREADS = "Check the number of threads, and where each figure was read."
_LONGER = "Repeat it for as long as the papers, after a warm-up."
_EVENLY = (
    "Say in a comment what held it up, or repeat it for longer where nothing else runs."
)
_BUFFER = ", or state the server's buffer"
_LOAD = "Check class, load, data size and the unit of the figure."
_CLASS = "Check the class and its size, and the unit of the figure."

OF_FIGURES = (
    Case(
        "statement_mix",
        "ok",
        {},
        "Each transaction sent the statements of its workload.",
    ),
    Case(
        "statement_mix",
        "caution",
        {"reads": 14.0, "writes": 3.99999, "other": 2.0, "count": 2},
        "2 results did not send their workload's statements: reads 14, writes 4, others "
        "2 a transaction.",
        "State the workload that was run, or the options that changed it.",
        added=("count",),
    ),
    Case("in_flight", "ok", {}, "TPS, latency and threads fit each other."),
    Case(
        "in_flight",
        "note",
        {"threads": 1024, "in_flight": 200.04},
        "TPS × mean latency makes 200 transactions at a time, of 1,024 threads: the "
        "client kept them waiting.",
        _THREADS,
    ),
    Case(
        "in_flight",
        "caution",
        {"threads": 8, "in_flight": 16.123456},
        "TPS × mean latency makes 16.12 transactions at a time, more than 8 threads can "
        "have: the figures are not of one run.",
        _THREADS,
    ),
    Case("regime", "ok", {}, "The size of the data fits the regime that is claimed."),
    Case(
        "regime",
        "note",
        {},
        "The regime is claimed; no sizes are stated that could show it.",
        "State the size of the data, and paste the server's settings.",
    ),
    Case(
        "regime",
        "caution",
        {"finding": BELIED},
        "The data does not fit.",
        "Correct the regime, or state the size of data and buffer.",
        added=("finding",),
    ),
    *(
        Case(
            "regime",
            "caution",
            of_regime(code, **values),
            "The data does not fit.",
            f"Correct the regime{remedy}.",
            added=("finding",),
        )
        for code, values, remedy in (
            (
                "regime_not_shown",
                {"lacks": ["data"]},
                ", or state the size of the data",
            ),
            ("above_best_of_class", {"lacks": ["buffer"]}, _BUFFER),
            ("regime_label", {"memory_gb": 4.0}, _BUFFER),
            (
                "above_best_of_class",
                {},
                " if it was another, or have the load run here",
            ),
            ("regime_label", {"buffer_bytes": 1}, ", or the sizes of data and buffer"),
        )
    ),
    Case("duration", "ok", {}, "It was measured for as long as the papers' tests."),
    *(
        Case("duration", outcome, values, message, _LONGER)
        for outcome, values, message in (
            (
                "caution",
                {"seconds": 4.0, "least": 60, "count": 1, "all": 1},
                "A result was measured for 4 s; the papers measured its load for 60 s.",
            ),
            (
                "note",
                {"seconds": 30.0, "least": 60, "count": 2, "all": 3},
                "2 of 3 results were measured for 30 s or little more; the papers measured "
                "their load for 60 s.",
            ),
        )
    ),
    Case("steadiness", "ok", {}, "Throughput was steady between the samples."),
    Case(
        "steadiness",
        "note",
        {"count": 1, "all": 1},
        "The throughput of a result never settled.",
        _EVENLY,
    ),
    Case(
        "steadiness",
        "caution",
        {"variation": 0.3412, "count": 2, "all": 2},
        "TPS of 2 results varied by up to 34 % from sample to sample.",
        _EVENLY,
    ),
    Case(
        "repeats", "ok", {}, "The repeats of each load lie within 10 % of their median."
    ),
    *(
        Case("repeats", "caution", {"finding": APART, "loads": loads}, said, _ALIKE)
        for loads, said in (
            (1, _APART),
            (2, f"Repeats of 2 loads disagree. Of the widest: {_APART}"),
        )
    ),
    Case("samples", "ok", {}, "The samples cover 90 % of the measured time or more."),
    Case(
        "samples",
        "note",
        {"without": 1, "all": 3},
        "1 of 3 results has no samples.",
        "Let the tool print its intervals: --report-interval=1, or -P 1 of pgbench.",
    ),
    Case(
        "samples",
        "caution",
        {"share": 0.5, "names": [{"file": "a.txt", "share": 0.5}], "more": 0},
        "The samples cover only a part of the measured time: a.txt (50 %).",
        "Upload the output whole, with all lines of its intervals.",
        added=("names", "more"),
    ),
    Case(
        "plausible",
        "ok",
        {"ratio": 1.0123, "rows": 1, "figure": "tps"},
        "TPS is 1.01 times that of the row of the same class and load. Up to 2 times is "
        "plausible.",
    ),
    Case(
        "plausible",
        "ok",
        {"ratio": 1.0123, "rows": 1, "figure": "tps", "is_alike": False},
        "TPS is 1.01 times that of the row of the same class and load, of another "
        "version or duration. Up to 2 times is plausible.",
    ),
    Case(
        "plausible",
        "note",
        {"ratio": 3.0, "rows": 2, "figure": "nopm", "is_alike": True},
        "NOPM is 3 times the median of the 2 rows of the same class, version, load and "
        "duration.",
        _LOAD,
    ),
    *(
        Case(
            "plausible",
            "note",
            {
                "ratio": 0.3,
                "rows": 1,
                "figure": "tps",
                "is_alike": True,
                "repeats": 3,
                "repeat": word,
            },
            f"TPS of {told} of 3 repeats is 0.3 times that of the row of the same class, "
            "version, load and duration.",
            _LOAD,
        )
        for word, told in (
            ("lowest", "the lowest"),
            ("highest", "the highest"),
            ("one", "one"),
        )
    ),
    Case(
        "plausible",
        "caution",
        {"ratio": 0.1, "rows": 2, "figure": "tps"},
        "TPS is 0.1 times the median of the 2 rows of the same class and load.",
        _LOAD,
    ),
    Case(
        "plausible",
        "caution",
        {"ratio": 10.0, "rows": 2, "figure": "tps", "finding": FAR},
        "34,265 TPS, 9.8 times the 3,480 that the vendor itself reached with this class "
        "under this load.",
        _LOAD,
        added=("finding",),
    ),
    Case(
        "class_order",
        "ok",
        {},
        "It is not far above a vendor's larger classes, nor far below the smaller ones.",
    ),
    Case(
        "class_order",
        "caution",
        {
            "ratio": 2.0,
            "beside": "larger",
            "instance_class": "rds.mysql.m1",
            "vcpus": 4,
            "memory_gb": 16,
        },
        "2 times a vendor's best larger class (rds.mysql.m1).",
        _CLASS,
        added=("beside", "instance_class", "vcpus", "memory_gb"),
    ),
    Case(
        "class_order",
        "caution",
        {
            "ratio": 2.0,
            "beside": "smaller",
            "instance_class": None,
            "vcpus": 4,
            "memory_gb": 16,
        },
        "1/2 of a vendor's worst smaller class (4 vCPU, 16 GB).",
        _CLASS,
        added=("beside", "instance_class", "vcpus", "memory_gb"),
    ),
    *(
        Case(
            "class_order",
            outcome,
            {
                "ratio": 6.876,
                "beside": beside,
                "instance_class": "rds.mysql.t1.large",
                "vcpus": 2,
                "memory_gb": 4,
            },
            f"6.88 times a vendor's {what} (rds.mysql.t1.large).",
            _CLASS,
            added=("beside", "instance_class", "vcpus", "memory_gb"),
        )
        for outcome, beside, what in (
            ("caution", "same_size", "class of this size"),
            ("note", "next", "next larger class"),
        )
    ),
    Case("fairness", "ok", {}, "It was tested as the rows of its class were."),
    Case(
        "fairness",
        "note",
        {"finding": NOT_STATED},
        "Not stated, and so not compared: storage.",
        added=("finding",),
    ),
    Case(
        "fairness",
        "note",
        {"codes": ["client", "data_size"]},
        "Beside the closest row of its class it differs in: client, data over memory.",
        "A comparison will say so; nothing has to be changed.",
    ),
)
