"""What a query of the papers' CSV by hand answers to a need."""

from benchruns.workloads import MAIN
from tests.benchruns.results.published_files import number, rows_of


def by_hand(*, regime, tps, engine_version="8.0", duration=None):
    """TPS of MySQL's classes by the papers' CSV: proven, and with data in doubt.

    The best of each class, doubted only where none is proven. sysbench's tables take
    240 bytes a row; an oltp_read_write reads 14 rows a transaction,
    writes 4 and sends 20 statements.
    With a ``duration`` those alone that ran for so many seconds.
    """
    memory = {
        row["code"]: number(row["memory_gb"]) for row in rows_of("instance_classes.csv")
    }
    campaigns = {
        row["slug"]
        for row in rows_of("campaigns.csv")
        if (row["engine"], row["engine_version"]) == ("mysql", engine_version)
    }
    rows = rows_of("results.csv")
    proven, doubted = {}, {}
    for row in rows:
        reads, seconds = number(row["reads"]) or 0, number(row["duration_seconds"])
        reached = number(row["tps"]) or reads / 14 / (seconds or 60)
        is_asked = row["campaign"] in campaigns and row["workload"] == MAIN
        if not is_asked or row["regime"] != regime or reached < tps:
            continue
        if duration not in (None, seconds):
            continue
        gb = 240 * number(row["tables"]) * number(row["table_size"]) / 2**30
        fits = gb < memory[row["class_code"]]
        is_whole = (
            abs(reads / number(row["writes"]) - 14 / 4) < 0.01
            if reads
            else abs(number(row["qps"]) / number(row["tps"]) - 20) < 0.5
        )
        is_sure = is_whole and fits == (regime == "cached")
        found = proven if is_sure else doubted
        found[row["class_code"]] = max(reached, found.get(row["class_code"], 0))
    return proven, {code: tps for code, tps in doubted.items() if code not in proven}
