"""Settings that are not to be shown: secrets, places, accounts, and what one session left.

What is left out is told by its name, or by a value that looks like a place: a path, an
address, a connection string. A statement of the operator's may hold anything, and so
may a setting that an application made up (``shop.tenant``).
"""

import re

from benchruns.parsers.secrets.guard import BLANK

_NAMES = frozenset(
    {
        "archive_cleanup_command",
        "archive_command",
        "cluster_name",
        "external_user",
        "hostname",
        "listen_addresses",
        "log_bin_basename",
        "log_bin_index",
        "log_error",
        "port",
        "primary_conninfo",
        "primary_slot_name",
        "proxy_user",
        "recovery_end_command",
        "relay_log",
        "relay_log_basename",
        "relay_log_index",
        "restore_command",
        "role",
        "session_authorization",
        "socket",
        "tmpdir",
        "user",
        "wsrep_provider_options",
    }
)
# Free texts: as they are built, empty, they say how the server is set.
_TEXTS = frozenset(
    {
        "clone_valid_donor_list",
        "group_replication_group_seeds",
        "group_replication_ip_allowlist",
        "group_replication_ip_whitelist",
        "init_connect",
        "init_replica",
        "init_slave",
        "mandatory_roles",
        "synchronized_standby_slots",
    }
)
_PARTS = re.compile(
    r"passw|passphrase|secret|credential|(?:auth|access|security)_token|conninfo|uuid"
    r"|(?:ssl|private|encryption|api)_key$|^keyring|_user$|_host(?:s|_name)?$|address|_port$"
    r"|^authentication_(?:ldap|kerberos|fido|windows)|^gtid_.*(?:executed|pos|purged)"
    r"|^krb_|^ldap_|^ssl_.*(?:file|ca|cert|crl|path|dir|passphrase)|^tls_.*(?:ca|cert)"
    r"|^wsrep_(?:cluster|node|notify|sst)|_(?:file|path|dir|directory|directories)$"
    r"|(?:data|base|plugin|home|tmp)dir$|^unix_socket_dir"
)
# How the server treats passwords: no secret, and no place.
_POLICIES = re.compile(
    r"^(?:validate|simple|strict|cracklib)_password|^password_(?:history|reuse|require"
    r"|encryption|lock)|_password_(?:lifetime|length|digest_rounds|proxy_users"
    r"|auto_generate_rsa_keys|last_changed)|^disconnect_on_expired_password$"
    r"|^old_passwords$"
)
_FILES = re.compile(r"_(?:file|path|dir)$")
_PLACES = re.compile(
    r"^(?:~?/|[A-Za-z]:[\\/]|\\\\|\./)"
    r"|://|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b[a-z]{2,20}@[a-z0-9]"
    r"|(?:password|passwd|host|user)\s{0,5}=",
    re.ASCII | re.IGNORECASE,
)
# All that a setting of an extension needs: a number, with its unit, or a word.
_PLAIN = re.compile(
    r"on|off|true|false|-?\d+(?:\.\d+)?\s?(?:[kMGT]?B|us|ms|s|min|h|d)?|[A-Za-z_]{0,20}"
)
# They name which server it is, or what the asking session did.
_FACTS = frozenset(
    {
        "error_count",
        "identity",
        "innodb_version",
        "insert_id",
        "last_gtid",
        "last_insert_id",
        "license",
        "protocol_version",
        "proxy_protocol_networks",
        "pseudo_slave_mode",
        "pseudo_thread_id",
        "rand_seed1",
        "rand_seed2",
        "server_id",
        "server_version",
        "server_version_num",
        "timestamp",
        "version",
        "warning_count",
    }
)
_FACT_PARTS = re.compile(r"^version_(?!comment$)|^application_name$|^search_path$")


def plain_name(name: str) -> str:
    """The server's name: option files have hyphens, some tables of MySQL capitals."""
    return (name.casefold() if name.isupper() else name).replace("-", "_")


def is_private(name: str, value: str) -> bool:
    """Whether it names a secret or a place, or was blanked because it does."""
    return (
        value == BLANK
        or name in _NAMES
        or (name in _TEXTS and bool(value))
        or (_PARTS.search(name) is not None and not _is_policy(name))
        or _PLACES.search(value) is not None
        or ("." in name and _PLAIN.fullmatch(value) is None)
    )


def _is_policy(name: str) -> bool:
    return _POLICIES.search(name) is not None and _FILES.search(name) is None


def is_fact(name: str) -> bool:
    """Whether it tells which server or session it is, not how the server is set."""
    return name in _FACTS or _FACT_PARTS.search(name) is not None
