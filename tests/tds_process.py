"""The server of tests/tds_server.py in a process of its own.

For bulk copies: pymssql holds Python's lock while it waits for their answers, so a
server in a thread of the same process could not give any.
"""

import multiprocessing
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from multiprocessing.connection import Connection

from tests.tds_server import PASSWORD, Answer, Asked, TdsServer
from tests.waiting import HANG_SECONDS


class ServerProcess:
    """As TdsServer, but for the script, which cannot be changed any more."""

    password = PASSWORD

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self.port = self._answer()

    @property
    def asked(self) -> list[Asked]:
        self._pipe.send("asked")
        return self._answer()

    def _answer(self):
        if not self._pipe.poll(HANG_SECONDS):
            raise TimeoutError("the server's process does not answer")
        return self._pipe.recv()


@contextmanager
def server_process(
    answers: Mapping[str, Answer | list[Answer]],
) -> Iterator[ServerProcess]:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, answers), daemon=True)
    process.start()
    theirs.close()
    try:
        yield ServerProcess(ours)
    finally:
        ours.close()
        process.join(HANG_SECONDS)


def _serve(pipe: Connection, answers: Mapping[str, Answer | list[Answer]]) -> None:
    with TdsServer(answers) as server:
        pipe.send(server.port)
        while True:
            try:
                pipe.recv()
            except EOFError:
                return
            pipe.send(server.asked)
