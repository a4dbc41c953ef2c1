"""A server that answers drop by drop."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle


@contextmanager
def a_dripping_server(greeting: bytes) -> Iterator[int]:
    """A server that never falls silent and never comes to an end; its port."""

    is_over = threading.Event()

    def drip() -> None:
        with contextlib.suppress(OSError):
            caller, _address = server.accept()
            with caller:
                for byte in cycle(greeting):
                    caller.sendall(bytes([byte]))
                    if is_over.wait(1.5):
                        return

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=drip)
        thread.start()
        yield server.getsockname()[1]
        is_over.set()
        server.shutdown(socket.SHUT_RDWR)
        thread.join()
