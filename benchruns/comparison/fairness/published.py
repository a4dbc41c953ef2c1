"""Which of our rules covers each condition that the papers publish."""

from collections.abc import Mapping

# By (condition, item) as in benchruns/results/published/data/fairness.csv.
RULE_OF: Mapping[tuple[str, str], str] = {
    ("network_environment", "separate_hosts"): "same_host",
    ("network_environment", "same_region"): "region",
    ("network_environment", "layout_one_zone"): "zone",
    ("network_environment", "layout_client_elsewhere"): "zone",
    ("specifications", "cores_and_memory"): "size",
    ("engine_version", "same_version"): "engine_version",
    ("replication_mode", "no_secondary"): "replication",
    ("replication_mode", "asynchronous"): "replication",
    ("replication_mode", "semi_synchronous"): "replication",
    ("replication_mode", "synchronous"): "replication",
    ("parameter_settings", "same_values"): "settings",
    ("parameter_settings", "fixed_by_service"): "settings",
    ("parameter_settings", "published_case"): "settings",
}
