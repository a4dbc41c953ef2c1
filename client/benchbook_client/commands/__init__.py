"""``benchbook``: a module for each command."""

import os
import sys
import traceback
from typing import Any

import typer
import typer.core

from benchbook_client.commands import (
    compare,
    endpoints,
    plan,
    reproduce,
    results,
    run,
    submit,
    sweep,
    watch,
)
from benchbook_client.errors import ClientError, Exit
from benchbook_client.terminal import tell

HANGED_UP = 130  # as shells call a program that Ctrl-C ended
PIPE_CLOSED = 141  # and one that wrote to nobody


class Commands(typer.core.TyperGroup):
    """Ends with a sentence and an exit code where a command cannot go on."""

    def invoke(self, ctx: Any) -> Any:  # the context of Typer's own, unnamed parser
        try:
            return super().invoke(ctx)
        except ClientError as error:
            tell(f"benchbook: {error}")
            sys.exit(error.code)
        except KeyboardInterrupt:
            tell("benchbook: no longer waiting. What was started goes on.")
            sys.exit(HANGED_UP)
        except BrokenPipeError:  # who reads has read enough, as ``head`` has
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(PIPE_CLOSED)
        except Exception as error:
            if isinstance(error, typer.Abort) or hasattr(error, "exit_code"):
                raise  # Typer's own, which says what is wrong with an option
            if os.environ.get("BENCHBOOK_DEBUG"):
                traceback.print_exc()
            tell(
                f"benchbook: the answer of BENCHBOOK_URL is none of a Benchbook's "
                f"({type(error).__name__}; BENCHBOOK_DEBUG=1 shows where)."
            )
            sys.exit(Exit.FAILED)  # not 1, which is a regression to a build


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    # what stands in variables of a program that broke may be a token
    pretty_exceptions_enable=False,
    help="Benchmarks of databases, run by a Benchbook: BENCHBOOK_URL and BENCHBOOK_TOKEN "
    "say where and who. Exit codes: 0 fine, 1 a regression, 2 bad input, 3 the run failed.",
)
for module in (
    *(endpoints, plan, run, sweep, reproduce, submit, compare, watch, results),
):
    module.register(app)
