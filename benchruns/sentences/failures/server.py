"""What is said of a server that cannot be reached, or that refuses or fails."""

from collections.abc import Mapping
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.sentences.sentence import Text, Values, filled, first_of


def literal_wildcards(values: Values) -> str:
    """What to know where a grant on ``benchbook\\_%`` is a grant on that very name."""
    if not values.get("wildcards_are_literal"):
        return ""
    return _(
        " partial_revokes is ON there, which takes wildcards in grants literally: grant "
        "the privileges on *.*, or switch it off."
    )


def _privileges_missing(values: Values) -> str:
    return (
        _(
            "The account lacks %(privileges)s. Grant it on the server, "
            "or use another account."
        )
        % {"privileges": ", ".join(values["privileges"])}
    ) + literal_wildcards(values)


def _workspace_missing(values: Values) -> str:
    return (
        _(
            "This workload needs a database (on PostgreSQL a schema) of its "
            "own, named benchbook_…, and the account lacks %(privileges)s for "
            "it. Grant that on the server, or use another account."
        )
        % {"privileges": ", ".join(values["workspace_privileges"])}
    ) + literal_wildcards(values)


def _database_refused(values: Values) -> str:
    return _(
        "The account may not use the database %(database)s, which the endpoint names. "
        "Grant it the privileges for that one too, as the statements beside the form "
        "do, or name a database that it may use."
    ) % {"database": values["database"]}


def _too_many_logins(values: Values) -> str:
    return _(
        "Too many logins failed at %(host)s:%(port)s lately, whoever tried. Correct user "
        "name and password, and check again after %(at)s."
    ) % {"host": values["host"], "port": values["port"], "at": _moment(values)}


def _too_many_ports(values: Values) -> str:
    return _(
        "No server answered at many ports of %(host)s lately, whoever tried. See that host "
        "and port are right, and check again after %(at)s."
    ) % {"host": values["host"], "at": _moment(values)}


def _too_many_servers(values: Values) -> str:
    return _(
        "Many servers that you named lately did not answer or refused the login. See that host, "
        "port and account are right, and check again after %(at)s."
    ) % {"at": _moment(values)}


def _moment(values: Values) -> str:
    return f"{datetime.fromisoformat(values['until']):%Y-%m-%d %H:%M:%S} UTC"


SENTENCES: Mapping[str, Text] = {
    "wrong_password": gettext_lazy(
        "The server refused the user name or password. Correct those of "
        "the endpoint and check again."
    ),
    "unknown_host": gettext_lazy(
        "No address is known for this host name. Correct the host of the endpoint, "
        "or the name service of the machine that runs the worker."
    ),
    "connection_refused": gettext_lazy(
        "Nothing accepts connections at this host and port. Start the server, or "
        "correct the host and port of the endpoint."
    ),
    "no_server": filled(
        gettext_lazy(
            "No server answers at %(host)s:%(port)s. Start it, or correct host and port; "
            "look at every firewall between the worker and it, then check again."
        )
    ),
    "too_many_logins": _too_many_logins,
    "too_many_ports": _too_many_ports,
    "too_many_servers": _too_many_servers,
    "check_timeout": gettext_lazy(
        "The check did not end in time: the server answers too slowly. Look at what "
        "it is doing and at the network in between, then check again."
    ),
    "connection_timeout": gettext_lazy(
        "The server did not answer in time. Check the host, the port and every "
        "firewall between the worker and the server, then try again."
    ),
    "unreachable": gettext_lazy(
        "There is no way through the network to this host. Check its address, routes "
        "and firewalls, then try again."
    ),
    "host_not_allowed": gettext_lazy(
        "The server does not admit this account from the worker's machine. Allow it "
        "there (MySQL: the account's host; PostgreSQL: pg_hba.conf), then check again."
    ),
    "unknown_database": gettext_lazy(
        "The endpoint's database does not exist on the server. Create it, or correct "
        "its name."
    ),
    "no_privilege": first_of(
        _workspace_missing,
        _privileges_missing,
        _database_refused,
        gettext_lazy(
            "The account lacks a privilege that this needs. Grant it on the server, or "
            "give the endpoint another account."
        ),
    ),
    "disk_full": gettext_lazy(
        "The server has no room left on its disk. Free or add space there, or use "
        "fewer or smaller tables."
    ),
    "out_of_memory": gettext_lazy(
        "The server ran out of memory. Give it more, or use fewer threads."
    ),
    "server_gone": gettext_lazy(
        "The server closed the connection or went away. Look at the server's log, "
        "and run again when it is up. If it never answered here, see that engine and "
        "port fit."
    ),
    "led_elsewhere": gettext_lazy(
        "The server sent Benchbook on to another address, where it does not go. Register "
        "the server that is to be tested by its own host and port."
    ),
    "answer_too_large": gettext_lazy(
        "The server answered far more than it was asked, so the connection was ended. "
        "See that engine and port fit."
    ),
    "unexpected_answer": gettext_lazy(
        "The server answered what no server of this engine answers, so the connection "
        "was ended. See that engine and port fit."
    ),
    "server_starting": gettext_lazy(
        "The server is starting up or shutting down. Wait until it accepts "
        "connections, then try again."
    ),
    "server_read_only": gettext_lazy(
        "The server accepts no changes: it is a replica or set to read only. Use the "
        "primary server's address in the endpoint."
    ),
    "deadlock": gettext_lazy(
        "The server ended a transaction because of a deadlock or a lock wait. Run "
        "again, with fewer threads or more tables if it recurs."
    ),
    "too_many_connections": gettext_lazy(
        "The server has no connection left for this account. Raise its connection "
        "limit, close other sessions, or use fewer threads."
    ),
    "too_many_statements": gettext_lazy(
        "The server allows no more prepared statements: each thread prepares its own "
        "for every table. Raise max_prepared_stmt_count there, use fewer threads or "
        "tables, or switch prepared_statements off."
    ),
    "password_in_clear": gettext_lazy(
        "The server asks for the password itself, not for a proof of it, and no verified "
        "TLS says who would read it. Have TLS verify the server's certificate, or allow "
        "the clear-text password on the endpoint."
    ),
    "tls_required": gettext_lazy(
        "The server does not admit this account without TLS. Set the endpoint's TLS to "
        "“required”, or admit plain connections on the server."
    ),
    "tls_failed": gettext_lazy(
        "No TLS connection could be made. Check that the server offers TLS, and the "
        "certificate and host name if they are to be verified."
    ),
    "statement_timeout": gettext_lazy(
        "The server did not finish a statement in time. Look at what else it is "
        "doing, then try again."
    ),
    "statement_killed": gettext_lazy(
        "Somebody, or a program on the server, ended a statement of the run. See who "
        "kills queries there, then run again."
    ),
    "engine_unsupported": filled(
        gettext_lazy(
            "Benchbook cannot test %(engine)s here yet. Choose an endpoint of another "
            "engine."
        )
    ),
    "address_not_allowed": filled(
        gettext_lazy(
            "Benchbook may not connect to %(address)s: it lies outside the networks that "
            "endpoints may be in. An operator can allow it in ENDPOINT_NETWORKS."
        )
    ),
    "own_server": gettext_lazy(
        "This is Benchbook's own database or Redis, which takes no load and no logins of "
        "others. Register the server that you want to test."
    ),
    "public_address_waits": filled(
        gettext_lazy(
            "%(address)s is a public address: nothing connects there before staff allow "
            "it for this endpoint. They have been asked; check again afterwards."
        )
    ),
    "public_address_refused": filled(
        gettext_lazy(
            "Staff refused the public address %(address)s for this endpoint: "
            "“%(reason)s”. Register an address in a private network, or ask staff again."
        )
    ),
    "public_address_never": filled(
        gettext_lazy(
            "%(address)s is a public address, and this Benchbook tests servers in private "
            "networks alone. Register an address in one of those."
        )
    ),
    "consent_missing": gettext_lazy(
        "What runs do to this server was not confirmed, the consent was withdrawn, or it was "
        "given before loads could be scripts of one's own. "
        "Confirm it on the endpoint's page, then start the run again."
    ),
    "unknown": gettext_lazy(
        "It failed for a reason that Benchbook does not know. Look at the line below, "
        "which is the server's or the tool's own, and see that engine and port fit."
    ),
    "no_worker": gettext_lazy(
        "No worker had time for this check within two minutes. Check again."
    ),
    "secret_unreadable": gettext_lazy(
        "The stored password cannot be decrypted: its key is not among "
        "ENCRYPTION_KEYS any more. Enter the password again."
    ),
}
