"""Clients that send a byte now and then: they hold the proxy's sockets, no thread of ours."""

import socket
import threading
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from local import ports
from tests import waiting
from tests.proxy import answers, nginx_before
from tests.stack import stack

pytestmark = [pytest.mark.fault, pytest.mark.django_db(transaction=True)]

# As many as the web server has threads, of each kind.
CLIENTS = 8
PAUSE_SECONDS = 2
HEAD = b"GET /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
BODY = (
    b"POST /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9999\r\n\r\n"
)


@pytest.fixture
def web(child_environment, redis_url, tmp_path):
    """The port of a web server with half as many threads as in production."""
    port = ports.choose()
    environment = child_environment | {"WEB_PORT": str(port)}
    with stack(environment, log=tmp_path / "web.log", programs=("web",)):
        waiting.until(lambda: answers(port), what="the web server")
        yield port


@pytest.fixture
def proxy(web, tmp_path):
    with nginx_before(web, tmp_path) as nginx:
        yield nginx.port


@contextmanager
def slow_clients(port, beginning):
    """Each sends a byte every two seconds, and counts as slow once it has sent one."""
    ended = threading.Event()
    slow = threading.Semaphore(0)

    def send():
        with socket.create_connection(("127.0.0.1", port)) as client:
            client.sendall(beginning)
            while not ended.wait(PAUSE_SECONDS):
                try:
                    client.sendall(b"x")
                except OSError:
                    return
                finally:
                    slow.release()

    threads = [threading.Thread(target=send) for _client in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for _client in threads:
        slow.acquire()
    try:
        yield
    finally:
        ended.set()
        for thread in threads:
            thread.join()


@pytest.mark.long
@pytest.mark.cases_in_turn
@pytest.mark.parametrize("beginning", [HEAD, BODY], ids=["head", "body"])
def test_others_are_answered_while_clients_send_slowly(proxy, beginning):
    with slow_clients(proxy, beginning):
        assert all(answers(proxy) for _time in range(5))


def test_others_are_answered_while_clients_do_not_read(proxy):
    """Each asks for much, again and again, and takes nothing of it."""
    ask = b"GET /static/vendor/chart.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with ExitStack() as clients:
        for _client in range(CLIENTS):
            client = socket.create_connection(("127.0.0.1", proxy))
            clients.enter_context(client)
            client.sendall(ask * 50)

        assert all(answers(proxy) for _time in range(5))


class Echo(BaseHTTPRequestHandler):
    """Answers with the callers that the proxy names."""

    def do_GET(self):
        content = self.headers["X-Forwarded-For"].encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_args):
        pass


@pytest.mark.cases_in_turn
@pytest.mark.parametrize(
    ("trusted", "counted"),
    [("", "127.0.0.1"), ("set_real_ip_from 127.0.0.1;\n", "203.0.113.9")],
    ids=["nobody", "the outer proxy"],
)
def test_a_caller_is_whom_a_trusted_outer_proxy_names(tmp_path, trusted, counted):
    given = {"X-Forwarded-For": "198.51.100.7, 203.0.113.9"}
    with ThreadingHTTPServer(("127.0.0.1", 0), Echo) as echo:
        threading.Thread(target=echo.serve_forever, daemon=True).start()
        with nginx_before(echo.server_port, tmp_path, trusted=trusted) as nginx:
            connection = HTTPConnection(
                "127.0.0.1", nginx.port, timeout=waiting.HANG_SECONDS
            )
            connection.request("GET", "/", headers=given)
            named = connection.getresponse().read().decode()
            connection.close()
        echo.shutdown()

    assert named.split(", ")[-1] == counted
