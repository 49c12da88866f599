"""Runs an ASGI application on several ports: plain, by TLS with a good certificate, and with bad ones."""
from __future__ import annotations

import asyncio
import pathlib
import shutil
import socket
import tempfile

import uvicorn

from tls import HERE, Certificates


FOLDERS: list[str] = []


def clean_up() -> None:
    """Removes the certificates."""
    for folder in FOLDERS:
        shutil.rmtree(folder, ignore_errors=True)


async def listen(app, port: int = 0, **options) -> int:
    """Starts a server in this loop; returns its port once it accepts connections."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    listener.listen(512)
    server = uvicorn.Server(uvicorn.Config(
        app, log_level="warning", ws="auto", ws_max_size=64 * 2**20, timeout_graceful_shutdown=1, lifespan="off", **options))
    task = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started and not task.done():
        await asyncio.sleep(0.01)
    return listener.getsockname()[1]


async def listen_by_tls(app) -> dict[str, object]:
    """Starts servers with a good certificate (`tls`), a self-signed one and one for another host; returns their ports, and the
    file of the `authority` that has signed the good one and the last."""
    folder = tempfile.mkdtemp(prefix="apus-listeners-")
    FOLDERS.append(folder)
    certificates = Certificates(pathlib.Path(folder))
    ports: dict[str, object] = {"authority": str(certificates.authority)}
    for name, (certificate, key) in {
        "tls": certificates.files("good", HERE),
        "selfSigned": certificates.files("self-signed", HERE, signed=False),
        "wrongHost": certificates.files("wrong-host", "DNS:elsewhere.example"),
    }.items():
        ports[name] = await listen(app, ssl_certfile=certificate, ssl_keyfile=key)
    return ports
