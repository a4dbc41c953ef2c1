"""All rules, those that experience says weigh most first."""

from benchruns.comparison.fairness.rules import data, environment, load, server
from benchruns.comparison.fairness.rules.rule import Rule
from benchruns.comparison.fairness.rules.settings import SETTINGS

RULES: dict[str, Rule] = {
    rule.code: rule
    for rule in (
        load.STATEMENT_MIX,
        load.TPCC_PROFILE,
        load.VARIANT,
        load.QPS_COUNTING,
        environment.SAME_HOST,
        data.REGIME,
        data.DATA_SIZE,
        data.HOT_RECORDS,
        data.SCALE,
        server.SIZE,
        server.DURABILITY,
        server.REPLICATION,
        SETTINGS,
        server.ISOLATION,
        environment.CLIENT_MACHINE,
        environment.STORAGE,
        server.ENGINE,
        server.ENGINE_VERSION,
        server.PROVIDER,
        server.CLASS_FAMILY,
        load.WORKLOAD,
        load.TOOL,
        load.TOOL_VERSION,
        load.PREPARED_STATEMENTS,
        load.THREADS,
        load.DURATION,
        load.WARMUP,
        data.TABLE_SIZE,
        environment.REGION,
        environment.ZONE,
        environment.CLIENT_PLACE,
        environment.NETWORK,
        environment.ROUND_TRIP,
    )
}
