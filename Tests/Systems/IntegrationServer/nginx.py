"""nginx in front of a server: passes requests and WebSockets on, and ends connections on which the server is silent.

    python nginx.py --to PORT [--idle SECONDS] [--certificate FILE --key FILE] [--requests N] [--until-eof]

Prints `READY {"port": N}` once it accepts connections. `--idle` is `proxy_read_timeout`, which is 60 seconds where nothing is said.
With a certificate it speaks HTTP/2, and goes away after as many requests of a connection: 1000 where nothing is said.
"""
from __future__ import annotations

import argparse
import json
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

CONFIGURATION = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 64; }}
http {{
  access_log off;
  client_body_temp_path {folder}/client;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:{port}{tls};
    keepalive_requests {requests};
    location / {{
      proxy_pass http://127.0.0.1:{to};
      proxy_http_version 1.1;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection upgrade;
      proxy_read_timeout {idle}s;
    }}
  }}
}}
"""


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_until_open(port: int, process: subprocess.Popen[bytes]) -> None:
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except ConnectionError:
            if process.poll() is not None:
                break
            time.sleep(0.05)
    sys.exit("nginx does not accept connections")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--to", type=int, required=True)
    parser.add_argument("--idle", type=int, default=60)
    parser.add_argument("--certificate")
    parser.add_argument("--key")
    parser.add_argument("--requests", type=int, default=1000)
    parser.add_argument("--until-eof", action="store_true", help="stop when standard input ends")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        file = pathlib.Path(folder) / "nginx.conf"
        tls = ""
        if arguments.certificate:
            tls = f" ssl http2;\n    ssl_certificate {arguments.certificate};\n    ssl_certificate_key {arguments.key}"
        file.write_text(CONFIGURATION.format(
            folder=folder, port=port, to=arguments.to, idle=arguments.idle, tls=tls, requests=arguments.requests))
        # Debian has it in a folder of the administrator's.
        program = shutil.which("nginx") or "/usr/sbin/nginx"
        process = subprocess.Popen([program, "-p", folder, "-c", file, "-e", f"{folder}/error.log"])
        try:
            wait_until_open(port, process)
            print("READY " + json.dumps({"port": port}), flush=True)
            sys.stdin.read() if arguments.until_eof else process.wait()
        finally:
            # Without a master process nginx does not end by SIGTERM in time, and there is nothing to save.
            process.kill()
            process.wait()


if __name__ == "__main__":
    main()
