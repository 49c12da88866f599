"""A WebSocket server for clients to be timed against: graphql-transport-ws, messages of 1 kB that were made before.

    messages_server.py

An operation's variables say what it sends: `count` messages, then `complete`; `microseconds` between two of them, or all at once for 0;
with `stays`, the operation is not completed. Prints one line once it accepts connections: READY {"port": N}. Stops when its
standard input ends.
"""
import base64
import hashlib
import json
import socket
import struct
import sys
import threading
import time

TEXT = "Two adults and three young were seen at the nest box under the eaves, calling from dawn – one wears a ring. " * 5


def message(identifier: str, number: int) -> bytes:
    notice = {
        "id": f"n{number:06}", "number": number, "kind": ["INFO", "WARNING", "ALARM"][number % 3], "at": "2026-06-02T05:41:07Z",
        "title": "Nest box 12 \"Clock Tower\"", "text": TEXT,
        "author": {"id": "o7", "name": "Íñigo", "avatar": None if number % 2 else "https://example.org/avatars/7.png"},
        "tags": ["nest", "ring", "dawn"],
    }
    text = {"id": identifier, "type": "next", "payload": {"data": {"notice": notice}}}
    return frame(json.dumps(text, ensure_ascii=False, separators=(",", ":")))


def frame(text: str) -> bytes:
    payload = text.encode()
    head = bytes([0x81, len(payload)]) if len(payload) < 126 else b"\x81\x7e" + struct.pack(">H", len(payload))
    return head + payload


class Connection:
    def __init__(self, connection: socket.socket):
        self.socket, self.file = connection, connection.makefile("rb")

    def serve(self) -> None:
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        fields = {}
        while line := self.file.readline().strip():
            name, _, value = line.decode().partition(":")
            fields[name.lower()] = value.strip()
        accept = hashlib.sha1((fields["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
        self.socket.sendall((
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Accept: {base64.b64encode(accept).decode()}\r\n"
            "Sec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n").encode())
        while received := self.receive():
            opcode, payload = received
            if opcode == 0x88:
                self.socket.sendall(b"\x88" + bytes([len(payload)]) + payload)
                return
            if opcode == 0x89:
                self.socket.sendall(b"\x8a" + bytes([len(payload)]) + payload)
            if opcode == 0x81:
                self.answer(json.loads(payload))

    def receive(self):
        head = self.file.read(2)
        if len(head) < 2:
            return None
        count = head[1] & 0x7F
        if count >= 126:
            count = int.from_bytes(self.file.read(2 if count == 126 else 8), "big")
        key = self.file.read(4)
        payload = self.file.read(count)
        return head[0], bytes(byte ^ key[i % 4] for i, byte in enumerate(payload))

    def answer(self, text: dict) -> None:
        if text["type"] == "connection_init":
            self.socket.sendall(frame('{"type":"connection_ack"}'))
        elif text["type"] == "subscribe":
            self.send(text["id"], text["payload"]["variables"])

    def send(self, identifier: str, variables: dict) -> None:
        # 60 messages that differ, again and again: their making is not what is measured.
        count, microseconds = variables["count"], variables["microseconds"]
        messages = [message(identifier, number) for number in range(min(count, 60))]
        if microseconds == 0:
            sixty = b"".join(messages)
            for _ in range(count // 60):
                self.socket.sendall(sixty)
            self.socket.sendall(b"".join(messages[:count % 60]))
        else:
            due = time.perf_counter()
            for number in range(count):
                self.socket.sendall(messages[number % 60])
                due += microseconds / 1e6
                time.sleep(max(0, due - time.perf_counter()))
        if not variables.get("stays"):
            self.socket.sendall(frame(json.dumps({"id": identifier, "type": "complete"})))


def serve(connection: socket.socket) -> None:
    try:
        Connection(connection).serve()
    except (ConnectionError, KeyError):
        pass
    finally:
        connection.close()


def main() -> None:
    listener = socket.create_server(("127.0.0.1", 0), backlog=128)

    def accept() -> None:
        while True:
            threading.Thread(target=serve, args=[listener.accept()[0]], daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    print("READY " + json.dumps({"port": listener.getsockname()[1]}), flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
