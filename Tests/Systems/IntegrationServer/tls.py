"""Servers with TLS, HTTP/1.1 and HTTP/2, with a good certificate and with bad ones.

    python tls.py [--until-eof]

Makes an authority and its certificates by the command `openssl`, then prints one line:
    READY {"authority": "/tmp/…/ca.pem", "good": 41234, "http1": 41235, "selfSigned": 41236, "wrongHost": 41237, "expired": 41238, …}
`mutual` asks for a client certificate, `older` speaks TLS 1.2 at most. `folder` has the files of clients (client.pem, client.key, the same
key encrypted and in client.p12 with the password `secret`, stranger.pem of nobody known), and `system`, a folder of authorities as systems
have it. `pin` is the hash of the good server's key.

Answers each request with a line of JSON about it. By the path: `/silent` does not answer, `/bytes/N` answers with N bytes, `/last` is the
last answer of its connection (GOAWAY or Connection: close), `/reset` breaks off. Over HTTP/2, with a ledger of the bodies that were carried
out at `/ledger`: `/refuse` refuses a body's first stream unread and carries out the second, `/leave` goes away without it the first time,
`/never` refuses each stream, `/lose` carries it out and goes away without an answer. `/hoard` never lets the client send more than the first
64 kilobytes, and `/events` is an event stream that does not end.
"""
from __future__ import annotations

import argparse
import asyncio
import base64
import hashlib
import json
import os
import pathlib
import ssl
import subprocess
import tempfile

import h2.config
import h2.connection
import h2.errors
import h2.events

import readiness

CONNECTIONS = 0
LEDGER: list[str] = []
REFUSED: set[bytes] = set()
NEW_KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
HERE = "DNS:localhost,IP:127.0.0.1"


def openssl(*arguments: str) -> None:
    subprocess.run(["openssl", *arguments], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Certificates:
    """An authority of the test's own, in a folder that goes with the process."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        self.authority = folder / "ca.pem"
        openssl("req", "-x509", *NEW_KEY, "-keyout", str(folder / "ca.key"), "-out", str(self.authority),
                "-subj", "/CN=Apus test authority", "-days", "2")

    def files(self, name: str, host: str, signed: bool = True, days: int = 2) -> tuple[str, str]:
        """A new certificate and its key."""
        key, request, certificate, names = (str(self.folder / f"{name}.{end}") for end in ["key", "csr", "pem", "ext"])
        pathlib.Path(names).write_text(f"subjectAltName={host}")
        openssl("req", *NEW_KEY, "-keyout", key, "-out", request, "-subj", f"/CN={name}")
        signer = ["-CA", str(self.authority), "-CAkey", str(self.folder / "ca.key"), "-CAcreateserial"] if signed else ["-signkey", key]
        openssl("x509", "-req", "-in", request, "-out", certificate, "-extfile", names, "-days", str(days), *signer)
        return certificate, key

    def make_client_files(self) -> None:
        files, password = self.folder, "pass:secret"
        self.files("client", "DNS:client.example")
        self.files("stranger", "DNS:stranger.example", signed=False)
        openssl("pkey", "-in", str(files / "client.key"), "-aes256", "-passout", password, "-out", str(files / "encrypted.key"))
        openssl("pkcs12", "-export", "-in", str(files / "client.pem"), "-inkey", str(files / "client.key"), "-passout", password,
                "-out", str(files / "client.p12"))

    def make_system_folder(self) -> None:
        """Authorities in one file, and by their hashes, as libcurl looks for them on Debian."""
        system = self.folder / "system"
        system.mkdir()
        name = subprocess.run(["openssl", "x509", "-hash", "-noout", "-in", str(self.authority)], check=True, capture_output=True, text=True)
        for file in ["ca-certificates.crt", name.stdout.strip() + ".0"]:
            (system / file).write_bytes(self.authority.read_bytes())

    def pin(self, name: str) -> str:
        """The SHA-256 of a certificate's public key, as clients pin it."""
        key = subprocess.run(["openssl", "pkey", "-in", str(self.folder / f"{name}.key"), "-pubout", "-outform", "der"], check=True,
                             capture_output=True).stdout
        return base64.b64encode(hashlib.sha256(key).digest()).decode()

    def context(self, name: str, host: str, protocols: list[str], signed: bool = True, days: int = 2) -> ssl.SSLContext:
        certificate, key = self.files(name, host, signed, days)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        context.set_alpn_protocols(protocols)
        return context


def answer(path: str, size: int, protocol: str, connection: int) -> bytes:
    if path.startswith("/bytes/"):
        return b"x" * int(path.removeprefix("/bytes/"))
    if path == "/ledger":
        return json.dumps(LEDGER).encode()
    return json.dumps({"path": path, "received": size, "protocol": protocol, "connection": connection}).encode()


async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    global CONNECTIONS
    CONNECTIONS += 1
    protocol = writer.get_extra_info("ssl_object").selected_alpn_protocol()
    try:
        if protocol == "h2":
            await HTTP2(reader, writer, CONNECTIONS).serve()
        else:
            await serve_http1(reader, writer, CONNECTIONS)
    except (ConnectionError, asyncio.IncompleteReadError, ssl.SSLError):
        pass
    finally:
        writer.close()


async def serve_http1(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, number: int) -> None:
    while True:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        path, size = head.split(" ")[1], 0
        for line in head.lower().split("\r\n"):
            if line.startswith("content-length:"):
                size = int(line.split(":")[1])
            if line == "expect: 100-continue":
                writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        await reader.readexactly(size)
        if path == "/silent":
            await reader.read()
            return
        if path == "/reset":
            writer.transport.abort()
            return
        body = answer(path, size, "http/1.1", number)
        last = "Connection: close\r\n" if path == "/last" else ""
        writer.write(f"HTTP/1.1 200 OK\r\n{last}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        await writer.drain()
        if last:
            return


class HTTP2:
    """One connection: any number of streams."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, number: int):
        self.reader, self.writer, self.number = reader, writer, number
        self.http = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
        self.paths: dict[int, str] = {}
        self.sizes: dict[int, int] = {}
        self.bodies: dict[int, bytes] = {}
        self.unsent: dict[int, bytes] = {}
        self.ends = False

    async def serve(self) -> None:
        self.http.initiate_connection()
        while True:
            self.writer.write(self.http.data_to_send())
            await self.writer.drain()
            if self.ends:
                return
            data = await self.reader.read(1 << 16)
            if not data:
                return
            for event in self.http.receive_data(data):
                self.handle(event)

    def handle(self, event: h2.events.Event) -> None:
        match event:
            case h2.events.RequestReceived():
                fields = {str(name, "ascii"): str(value, "utf-8") for name, value in event.headers}
                self.paths[event.stream_id], self.sizes[event.stream_id] = fields[":path"], 0
            case h2.events.DataReceived():
                self.sizes[event.stream_id] += len(event.data)
                if len(event.data) < 100:
                    self.bodies[event.stream_id] = self.bodies.get(event.stream_id, b"") + event.data
                if self.paths[event.stream_id] != "/hoard":
                    self.http.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
            case h2.events.StreamEnded():
                self.respond(event.stream_id, self.paths[event.stream_id])
            case h2.events.StreamReset():
                self.unsent.pop(event.stream_id, None)
            case h2.events.WindowUpdated():
                for stream in list(self.unsent):
                    self.send(stream)

    def respond(self, stream: int, path: str) -> None:
        if path == "/silent":
            return
        if path == "/reset":
            self.http.reset_stream(stream, h2.errors.ErrorCodes.INTERNAL_ERROR)
            return
        sent = self.bodies.pop(stream, b"")
        if path == "/never" or (path in ["/refuse", "/leave"] and sent not in REFUSED):
            REFUSED.add(sent)
            if path == "/leave":
                self.http.close_connection(last_stream_id=max(stream - 2, 0))
                self.ends = True
            else:
                self.http.reset_stream(stream, h2.errors.ErrorCodes.REFUSED_STREAM)
            return
        if path in ["/refuse", "/leave", "/lose"]:
            LEDGER.append(sent.decode())
        if path == "/lose":
            self.http.close_connection(last_stream_id=stream)
            self.ends = True
            return
        if path == "/events":
            self.http.send_headers(stream, [(":status", "200"), ("content-type", "text/event-stream")])
            self.http.send_data(stream, b'event: next\ndata: {"data":{"countdown":%d}}\n\n' % self.number)
            return
        body = answer(path, self.sizes[stream], "h2", self.number)
        self.http.send_headers(stream, [(":status", "200"), ("content-length", str(len(body))), ("set-cookie", "a=1"), ("set-cookie", "b=2")])
        self.unsent[stream] = body
        self.send(stream)
        if path == "/last":
            self.http.close_connection()

    def send(self, stream: int) -> None:
        while body := self.unsent[stream]:
            count = min(self.http.local_flow_control_window(stream), self.http.max_outbound_frame_size, len(body))
            if count == 0:
                return
            self.http.send_data(stream, body[:count])
            self.unsent[stream] = body[count:]
        del self.unsent[stream]
        self.http.end_stream(stream)


async def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--until-eof", action="store_true", help="stop when standard input ends: when who started it is gone")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="apus-tls-") as folder:
        certificates = Certificates(pathlib.Path(folder))
        both, one, here = ["h2", "http/1.1"], ["http/1.1"], HERE
        contexts = {
            "good": certificates.context("good", here, both),
            "http1": certificates.context("http1", here, one),
            "selfSigned": certificates.context("self-signed", here, both, signed=False),
            "wrongHost": certificates.context("wrong-host", "DNS:elsewhere.example", both),
            "expired": certificates.context("expired", here, both, days=-1),
        }
        contexts["mutual"] = certificates.context("mutual", here, both)
        contexts["mutual"].load_verify_locations(certificates.authority)
        contexts["mutual"].verify_mode = ssl.CERT_REQUIRED
        contexts["older"] = certificates.context("older", here, both)
        contexts["older"].maximum_version = ssl.TLSVersion.TLSv1_2
        certificates.make_client_files()
        certificates.make_system_folder()
        ready: dict[str, object] = {"authority": str(certificates.authority), "folder": folder, "pin": certificates.pin("good")}
        for name, context in contexts.items():
            server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context, limit=1 << 22)
            ready[name] = server.sockets[0].getsockname()[1]
        await readiness.run(ready, arguments.until_eof)
    os._exit(0)


if __name__ == "__main__":
    asyncio.run(main())
