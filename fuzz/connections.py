"""Holds many connections of one address open, and prints their effect on the service.

    connections.py PORT PID [CONNECTIONS]

Each connection begins a request and sends a byte of its body every five
seconds. Meanwhile another address requests a list, again and again. Linux only:
it takes addresses of the loopback network and reads /proc.
"""

import pathlib
import socket
import sys
import time
import urllib.request

PORT, PID = int(sys.argv[1]), sys.argv[2]
CONNECTIONS = int(sys.argv[3]) if len(sys.argv) > 3 else 1100
HEAD = (
    b"POST /v1/players HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: 50\r\n\r\n{"
)


def memory():
    status = pathlib.Path(f"/proc/{PID}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) // 1024


def send(connection, data):
    try:
        connection.send(data)
    except OSError:
        pass


def is_held(connection):
    """True if the service has neither answered nor closed it."""
    connection.setblocking(False)
    try:
        connection.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return True
    except OSError:
        pass
    return False


def main():
    print(f"before: {memory()} MiB")
    slowest = answered = most_memory = most_held = 0
    held = []
    for _ in range(CONNECTIONS):
        held.append(socket.create_connection(("127.0.0.1", PORT), source_address=("127.0.0.2", 0)))
        send(held[-1], HEAD)
    for second in range(45):
        if second % 5 == 0:
            for connection in held:
                send(connection, b" ")
        began = time.monotonic()
        with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/v1/games?limit=1", timeout=30) as answer:
            answered += answer.status == 200
        slowest = max(slowest, time.monotonic() - began)
        most_memory = max(most_memory, memory())
        most_held = max(most_held, sum(map(is_held, held)))
        time.sleep(1)
    print(f"opened {CONNECTIONS}, held {most_held} at the most, {sum(map(is_held, held))} at the end")
    print(f"another address: {answered} of 45 answered, the slowest after {slowest:.3f} s")
    print(f"memory: {most_memory} MiB at the most")


main()
