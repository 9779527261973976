"""Follows a long game with many readers who do not read, and prints the effect on others.

    slow_readers.py PORT PID [READERS]

They come at once, each from the start of a game of 300 moves. Another process
plays and follows a game all the time: printed are the times from the request
for a move to its event, before they come, while they come and after; the
processor time of the service, its memory, and when it has closed their
connections. The service has to run without limits on creations, moves, reads,
streams and connections. Linux only: it reads /proc.
"""

import http.client
import json
import multiprocessing
import os
import pathlib
import resource
import socket
import sys
import time

PORT, PID = int(sys.argv[1]), sys.argv[2]
READERS = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
MOVES = 300
# Seconds before the slow readers come, and after.
BEFORE, AFTER = 5, 10


def memory():
    status = pathlib.Path(f"/proc/{PID}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


def processor_time():
    """Of the service, in seconds."""
    times = pathlib.Path(f"/proc/{PID}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
    return sum(map(int, times)) / os.sysconf("SC_CLK_TCK")


def sockets():
    """How many the service has open. A client that reads nothing would not see the end."""
    count = 0
    for file in pathlib.Path(f"/proc/{PID}/fd").iterdir():
        try:
            count += os.readlink(file).startswith("socket:")
        except FileNotFoundError:
            pass
    return count


class Table:
    """A game for two, both seats played from here."""

    def __init__(self, game):
        self.http = http.client.HTTPConnection("127.0.0.1", PORT, timeout=120)
        made = self.send("POST", "/v1/games", None, {"game": game, "players": 2})
        self.path = f"/v1/games/{made['game']['id']}"
        self.tokens = [seat["token"] for seat in made["tokens"]]
        self.seq = 0

    def send(self, method, path, token=None, body=None):
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        self.http.request(method, path, body and json.dumps(body), headers)
        answer = self.http.getresponse()
        text = answer.read()
        if answer.status >= 300:
            raise SystemExit(f"{method} {path}: {answer.status} {text.decode()}")
        return json.loads(text)

    def move(self):
        """Makes a move; when it was requested. Nothing if the game is over."""
        view = self.send("GET", self.path)
        if view["status"] != "running":
            return None
        token = self.tokens[view["to_act"]]
        legal = self.send("GET", f"{self.path}/legal-moves", token)["moves"]
        at = time.monotonic()
        self.send("POST", f"{self.path}/moves", token, {"move": legal[0]["move"], "expected_seq": self.seq})
        self.seq += 1
        return at


def follow(path, buffer=None):
    stream = socket.socket()
    if buffer:
        # Little fits on the way, as in a network, so that the service has to
        # wait soon.
        stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1460)
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    stream.connect(("127.0.0.1", PORT))
    stream.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: application/x-ndjson\r\n\r\n".encode())
    return stream


def live_player(found, done):
    """Plays and follows game after game, a move a tenth of a second."""
    while not done.is_set():
        table = Table("regicide-tricks")
        lines = follow(f"{table.path}/events").makefile("rb")
        while b'"type":"view"' not in lines.readline():
            pass
        while not done.is_set() and (at := table.move()):
            while f'"made":{{"seq":{table.seq},'.encode() not in lines.readline():
                pass
            now = time.monotonic()
            found.put((at, 1000 * (now - at)))
            time.sleep(max(0, at + 0.1 - now))
    found.put(None)


def summary(delays):
    delays = sorted(delays)
    return (f"{len(delays)} moves, median {delays[len(delays) // 2]:.1f} ms, "
            f"9 of 10 within {delays[len(delays) * 9 // 10]:.1f} ms, longest {delays[-1]:.1f} ms")


def main():
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    long = Table("regicide-tricks")
    while long.seq < MOVES and long.move():
        pass
    found, done = multiprocessing.Queue(), multiprocessing.Event()
    player = multiprocessing.Process(target=live_player, args=(found, done))
    player.start()
    time.sleep(BEFORE)
    memory_before, cpu, open_before, come = memory(), processor_time(), sockets(), time.monotonic()
    slow = [follow(f"{long.path}/events?after=0.0.0", 4096) for _ in range(READERS)]
    all_there = time.monotonic()
    time.sleep(AFTER)
    grown, cpu, ends = memory() - memory_before, processor_time() - cpu, time.monotonic()
    done.set()
    moves = list(iter(found.get, None))
    player.join()
    print(f"alone: {summary([ms for at, ms in moves if at < come])}")
    during = [ms for at, ms in moves if come <= at <= all_there + 1]
    print(f"while {READERS} come who do not read, to a game of {long.seq} moves: {summary(during)}")
    print(f"with them: {summary([ms for at, ms in moves if at > all_there + 1])}")
    print(f"the service: {cpu:.1f} s of processor time in these {ends - come:.0f} s, "
          f"{grown / READERS:.0f} KiB for each of them")
    while held := max(0, sockets() - open_before):
        if time.monotonic() - all_there > 120:
            break
        time.sleep(0.5)
    print(f"their connections that the service holds {time.monotonic() - all_there:.0f} s later: {held}")
    for stream in slow:
        stream.close()


main()
