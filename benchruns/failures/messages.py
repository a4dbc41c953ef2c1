"""What is said of a failure: a sentence for each code, with what to do about it."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from benchruns.failures.failure import Failure

_DETAIL_LENGTH = 500

MESSAGES = {
    "wrong_password": gettext_noop(
        "The server refused the user name or password. Correct them on the "
        "endpoint's page and check again."
    ),
    "unknown_host": gettext_noop(
        "No address is known for this host name. Correct the host on the endpoint's "
        "page, or the name service of the machine that runs the worker."
    ),
    "connection_refused": gettext_noop(
        "Nothing accepts connections at this host and port. Start the server, or "
        "correct the host and port on the endpoint's page."
    ),
    "check_timeout": gettext_noop(
        "The check did not end in time: the server answers too slowly. Look at what "
        "it is doing and at the network in between, then check again."
    ),
    "connection_timeout": gettext_noop(
        "The server did not answer in time. Check the host, the port and every "
        "firewall between the worker and the server, then try again."
    ),
    "unreachable": gettext_noop(
        "There is no way through the network to this host. Check its address, routes "
        "and firewalls, then try again."
    ),
    "host_not_allowed": gettext_noop(
        "The server does not admit this account from the worker's machine. Allow it "
        "there (MySQL: the account's host; PostgreSQL: pg_hba.conf), then check again."
    ),
    "unknown_database": gettext_noop(
        "The database named on the endpoint's page does not exist on the server. "
        "Create it, or correct the name."
    ),
    "drop_unfinished": gettext_noop(
        "The server was still dropping a run's data when Benchbook stopped waiting. See "
        "there what holds it up: a lock, or its disk."
    ),
    "data_gone": gettext_noop(
        "The data of this run vanished from the server while it was in use: somebody "
        "dropped it. Repeat the run; it loads its data anew."
    ),
    "no_privilege": gettext_noop(
        "The account lacks a privilege that this needs. Grant it on the server, or "
        "use another account on the endpoint's page."
    ),
    "disk_full": gettext_noop(
        "The server has no room left on its disk. Free or add space there, or use "
        "fewer or smaller tables."
    ),
    "out_of_memory": gettext_noop(
        "The server ran out of memory. Give it more, or use fewer threads."
    ),
    "server_gone": gettext_noop(
        "The server closed the connection or went away. Look at the server's log, "
        "and run again when it is up. If it never answered here, see that engine and "
        "port fit."
    ),
    "led_elsewhere": gettext_noop(
        "The server sent Benchbook on to another address, where it does not go. Register "
        "the server that is to be tested by its own host and port."
    ),
    "answer_too_large": gettext_noop(
        "The server answered far more than it was asked, so the connection was ended. "
        "See that engine and port fit."
    ),
    "unexpected_answer": gettext_noop(
        "The server answered what no server of this engine answers, so the connection "
        "was ended. See that engine and port fit."
    ),
    "tool_memory": gettext_noop(
        "The tool took more than %(limit)s of memory and was stopped: the server may "
        "have answered far more than it was asked. Look at the server's log; if it is "
        "in order, use fewer threads or tables."
    ),
    "server_starting": gettext_noop(
        "The server is starting up or shutting down. Wait until it accepts "
        "connections, then try again."
    ),
    "server_read_only": gettext_noop(
        "The server accepts no changes: it is a replica or set to read only. Use the "
        "primary server's address on the endpoint's page."
    ),
    "deadlock": gettext_noop(
        "The server ended a transaction because of a deadlock or a lock wait. Run "
        "again, with fewer threads or more tables if it recurs."
    ),
    "too_many_connections": gettext_noop(
        "The server has no connection left for this account. Raise its connection "
        "limit, close other sessions, or use fewer threads."
    ),
    "too_many_statements": gettext_noop(
        "The server allows no more prepared statements: each thread prepares its own "
        "for every table. Raise max_prepared_stmt_count there, use fewer threads or "
        "tables, or switch prepared_statements off."
    ),
    "table_missing": gettext_noop(
        "A table of the workload does not exist. Prepare the data again."
    ),
    "table_exists": gettext_noop(
        "A table with a name that the workload needs exists already, and Benchbook "
        "leaves it alone. Use another database, or let the account create its own."
    ),
    "table_damaged": gettext_noop(
        "A table of the workload is damaged. Look at the server's log and at its disk, "
        "then prepare the data again."
    ),
    "data_missing": gettext_noop(
        "The tables hold fewer rows than the run asks for. Prepare the data again."
    ),
    "tls_required": gettext_noop(
        "The server does not admit this account without TLS. Set TLS to “required” on "
        "the endpoint's page, or admit plain connections on the server."
    ),
    "tls_failed": gettext_noop(
        "No TLS connection could be made. Check that the server offers TLS, and the "
        "certificate and host name if they are to be verified."
    ),
    "silent_server": gettext_noop(
        "The server accepted connections but said nothing for 30 seconds. Check that "
        "the port is a database's and that the server is not stuck."
    ),
    "statement_timeout": gettext_noop(
        "The server did not finish a statement in time. Look at what else it is "
        "doing, then try again."
    ),
    "statement_killed": gettext_noop(
        "Somebody, or a program on the server, ended a statement of the run. See who "
        "kills queries there, then run again."
    ),
    "rate_too_high": gettext_noop(
        "The server could not keep up with the rate asked for, and the tool's queue "
        "ran full. Lower the rate, or use more threads."
    ),
    "no_events": gettext_noop(
        "Not one transaction ended while the tool measured, so there is no figure. "
        "Run longer, or raise the rate."
    ),
    "many_failed": gettext_noop(
        "%(failed)s of %(all)s transactions failed, so the rest is no measurement. Look "
        "at the server's log, then run again, with fewer virtual users if locks were the "
        "reason."
    ),
    "orders_missing": gettext_noop(
        "The tool saw %(told)s new orders end, but the server holds %(found)s more than "
        "before. It lost commits, or something else changed the tables: look at its log, "
        "then run again."
    ),
    "orders_of_others": gettext_noop(
        "The tool saw %(told)s new orders end, but the server holds %(found)s more than "
        "before. Something else made orders in these tables, so NOPM are not this run's "
        "alone: end it, then run again."
    ),
    "incomplete_report": gettext_noop(
        "The tool ended without a whole report, so its figures are not to be "
        "believed. Look at its output, then run again."
    ),
    "checkpoint_report": gettext_noop(
        "The report holds checkpoints, so its rates and its time do not belong "
        "together. Run without --report-checkpoints."
    ),
    "tool_died": gettext_noop(
        "The tool died (signal %(signal)s). Look at its output, then run again."
    ),
    "tool_crashed": gettext_noop(
        "sysbench died (signal 11), which it does when the server goes away. Look at "
        "the server's log, and run again when the server is up."
    ),
    "tool_killed": gettext_noop(
        "The tool was killed (signal 9), perhaps because the worker's machine ran out "
        "of memory. Look at its system log, then run again."
    ),
    "tool_timeout": gettext_noop(
        "The tool ran much longer than it was told to and was stopped. The server may "
        "be frozen or overloaded: look at it, then run again."
    ),
    "tool_missing": gettext_noop(
        "The program “%(program)s” is not installed where the worker runs. Install it "
        "there, then run again."
    ),
    "probe_not_started": gettext_noop(
        "Benchbook could not start the process that speaks to the server; the server is "
        "not to blame. Look at the worker's log and its machine, then try again."
    ),
    "engine_unsupported": gettext_noop(
        "Benchbook cannot test %(engine)s here yet. Choose an endpoint of another "
        "engine."
    ),
    "address_not_allowed": gettext_noop(
        "Benchbook may not connect to %(address)s: it lies outside the networks that "
        "endpoints may be in. An operator can allow it in ENDPOINT_NETWORKS."
    ),
    "unsafe_name": gettext_noop(
        "The %(what)s has a comma, an equals sign, a space or a control character, "
        "which the tools would misread. Use one without, on the endpoint's page."
    ),
    "password_unsupported": gettext_noop(
        "The password holds both kinds of quotation marks, a line break or a control "
        "character, which the load tools cannot be given. Use another for this account."
    ),
    "tls_unsupported": gettext_noop(
        "sysbench cannot check a MySQL or MariaDB server's name in its certificate. On "
        "the endpoint's page, set TLS to “required” and give the certificate of the "
        "server's authority (CA)."
    ),
    "tls_ca_missing": gettext_noop(
        "sysbench makes a TLS connection to MySQL and MariaDB only with the "
        "certificate of the server's authority (CA). Give it on the endpoint's page."
    ),
    "unknown": gettext_noop(
        "It failed for a reason that Benchbook does not know. Look at the line below, "
        "which is the server's or the tool's own, and see that engine and port fit."
    ),
}


def failure(code: str, detail: str = "", **values: str) -> Failure:
    """The failure of this code, with a line of the tool's own under it.

    ``values`` fill the places that the code's sentence leaves open.
    """
    return Failure(
        code=code,
        message=_(MESSAGES[code]) % values,
        detail=detail.strip()[:_DETAIL_LENGTH],
    )
