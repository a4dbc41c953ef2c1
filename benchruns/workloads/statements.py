"""The SQL of sysbench's loads, statement by statement, for people to read."""

from benchruns.workloads.base import SqlLine

BEGIN, COMMIT = SqlLine(1, "BEGIN"), SqlLine(1, "COMMIT")
POINT_SELECT = SqlLine(1, "SELECT c FROM sbtestN WHERE id=?")
READS = (
    SqlLine(10, "SELECT c FROM sbtestN WHERE id=?"),
    SqlLine(1, "SELECT c FROM sbtestN WHERE id BETWEEN ? AND ?"),
    SqlLine(1, "SELECT SUM(k) FROM sbtestN WHERE id BETWEEN ? AND ?"),
    SqlLine(1, "SELECT c FROM sbtestN WHERE id BETWEEN ? AND ? ORDER BY c"),
    SqlLine(1, "SELECT DISTINCT c FROM sbtestN WHERE id BETWEEN ? AND ? ORDER BY c"),
)
UPDATE_INDEX = SqlLine(1, "UPDATE sbtestN SET k=k+1 WHERE id=?")
UPDATE_NON_INDEX = SqlLine(1, "UPDATE sbtestN SET c=? WHERE id=?")
# with the next id, which the table counts itself
INSERT_NEXT = SqlLine(1, "INSERT INTO sbtestN (k, c, pad) VALUES (?, ?, ?)")
WRITES = (
    UPDATE_INDEX,
    UPDATE_NON_INDEX,
    SqlLine(1, "DELETE FROM sbtestN WHERE id=?"),
    SqlLine(1, "INSERT INTO sbtestN (id, k, c, pad) VALUES (?, ?, ?, ?)"),
)
HOT_ROW = SqlLine(1, "UPDATE sbtest1 SET k=k+1 WHERE id=100")
