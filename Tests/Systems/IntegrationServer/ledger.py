"""Workers that share a listening socket, note each mutation in one ledger, and die at random moments.

A mutation is a POST whose body begins with a line that is its number. `/dying`: the worker may end without an answer, before or after it
wrote the ledger, in the middle of the body or of the answer. `/thirds`: a connection is closed after its third answer, without a word before. `GET /ledger`: the ledger.
"""
from __future__ import annotations

import json
import os
import random
import socket
import sys
import tempfile
import threading

WORKERS = 3
SHARE_OF_DEATHS = 0.03

listener = socket.create_server(("127.0.0.1", 0), backlog=256)
ledger_path = tempfile.mkstemp(prefix="apus-ledger-")[1]


def serve(connection: socket.socket, chance: random.Random) -> None:
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    stream = connection.makefile("rb")
    answers = 0
    while True:
        first = stream.readline().split()
        if len(first) < 2:
            break
        length = 0
        while (line := stream.readline()) not in (b"\r\n", b""):
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        dies = first[1] == b"/dying" and chance.random() < SHARE_OF_DEATHS
        moment = chance.randrange(4)
        if dies and moment == 3:
            stream.read(length // 2)
            os._exit(1)
        body = stream.read(length)
        if len(body) < length:
            break
        if dies and moment == 0:
            os._exit(1)
        text = b'{"data":{}}'
        if first[0] == b"POST":
            ledger = os.open(ledger_path, os.O_WRONLY | os.O_APPEND)
            os.write(ledger, body.split(b"\n", 1)[0] + b"\n")
            os.close(ledger)
        else:
            with open(ledger_path) as ledger:
                text = json.dumps([int(line) for line in ledger]).encode()
        answer = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(text), text)
        if dies:
            if moment == 2:
                connection.sendall(answer[: chance.randrange(len(answer))])
            os._exit(1)
        connection.sendall(answer)
        answers += 1
        if first[1] == b"/thirds" and answers == 3:
            break
    stream.close()
    connection.close()


def end_with_input(is_parent: bool) -> None:
    """Ends the process when the tests close their end of the pipe."""
    while os.read(0, 1024):
        pass
    if is_parent:
        os.unlink(ledger_path)
    os._exit(0)


def work(seed: int) -> None:
    if "--until-eof" in sys.argv:
        threading.Thread(target=end_with_input, args=(False,), daemon=True).start()
    chance = random.Random(seed)
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=serve, args=(connection, chance), daemon=True).start()


def start(seed: int) -> None:
    if os.fork() == 0:
        work(seed)


for seed in range(WORKERS):
    start(seed)


print(json.dumps({"port": listener.getsockname()[1]}), flush=True)
if "--until-eof" in sys.argv:
    threading.Thread(target=end_with_input, args=(True,), daemon=True).start()
seed = WORKERS
while True:
    os.wait()
    start(seed)
    seed += 1
