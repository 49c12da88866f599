"""`apus-tool fetch-schema` against servers that limit, redirect, ask for keys, and are behind a proxy or an authority of one's own.

    python3 -m unittest discover -s Tests/Systems/FetchSchema

APUS_TOOL names another tool. The part with TLS needs openssl and is skipped without it.
"""

import http.server
import json
import os
import pathlib
import shutil
import ssl
import subprocess
import tempfile
import threading
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
TOOL = os.environ.get("APUS_TOOL") or str(ROOT / ".build" / "debug" / "apus-tool")
SDL = '"""Music"""\ntype Query { album: Int }\n'
# As `format` lays it out.
WRITTEN = '"""Music"""\ntype Query {\n  album: Int\n}\n'
STRING = {"kind": "SCALAR", "name": "String"}
SCHEMA = {"data": {"__schema": {"queryType": {"name": "Query"}, "directives": [], "types": [
    {"kind": "OBJECT", "name": "Query", "interfaces": [], "fields": [
        {"name": "title", "args": [], "type": STRING, "isDeprecated": False}]}, STRING]}}}


class Handler(http.server.BaseHTTPRequestHandler):
    seen: list[tuple[str, str, dict]] = []

    def log_message(self, *_: object) -> None:
        pass

    def answer(self, status: int, text: str, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())

    def do_GET(self) -> None:
        self.seen.append((self.command, self.path, dict(self.headers)))
        path = self.path.split("?")[0]
        if path.endswith("/moved"):
            self.answer(302, "", Location="/schema.graphqls")
        elif path.endswith("/secret.graphqls") and self.headers["X-Key"] != "s3cret":
            # A server that says more than it should.
            self.answer(404, f"nothing for {self.headers['X-Key']} at {self.path}")
        else:
            self.answer(200, SDL)

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.seen.append((self.command, self.path, dict(self.headers)))
        if self.path == "/registry":
            if self.headers["x-api-key"] != "service:k3y":
                return self.answer(200, json.dumps({"errors": [{"message": f"bad key {self.headers['x-api-key']}"}]}))
            assert body["variables"] == {"graph_id": "music", "variant": "current"}, body
            schema = {"schema": {"document": SDL}}
            return self.answer(200, json.dumps({"data": {"graph": {"variant": {"latestPublication": schema}}}}))
        depth = body["query"].count("ofType")
        if self.path == "/limited" and (depth > 5 or "isOneOf" in body["query"]):
            message = "too deep" if depth > 5 else 'Cannot query field "isOneOf" on type "__Type".'
            return self.answer(400, json.dumps({"errors": [{"message": message}]}))
        schema = json.loads(json.dumps(SCHEMA))
        if self.path == "/capable":
            schema["data"]["__schema"]["types"] += [{"kind": "OBJECT", "name": name, "fields": []} for name in ("__Service", "__Capability")]
            if "__service { capabilities { identifier value } }" in body["query"]:
                schema["data"]["__service"] = {"capabilities": [{"identifier": "graphql.onError", "value": None}]}
        self.answer(200, json.dumps(schema))


class FetchSchema(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        Handler.seen = []
        self.server = self.serve()
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def serve(self) -> http.server.ThreadingHTTPServer:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return server

    def run_tool(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess:
        names = {name: value for name, value in os.environ.items() if "proxy" not in name.lower() and name != "APOLLO_KEY"}
        result = subprocess.run(
            [TOOL, "fetch-schema", *arguments], capture_output=True, text=True, cwd=self.folder, timeout=60,
            env={**names, **environment})
        for secret in ["s3cret", "k3y", "pa55"]:
            self.assertNotIn(secret, result.stdout + result.stderr)
        for path in self.folder.iterdir():
            self.assertNotIn("s3cret", path.read_text())
        return result

    @property
    def schema(self) -> str:
        return (self.folder / "schema.graphqls").read_text()

    def test_introspection_that_is_limited(self) -> None:
        self.assertEqual(self.run_tool(self.url + "/limited").returncode, 0)
        self.assertEqual(self.schema, "type Query {\n  title: String\n}\n")
        # Twice too deep, then twice too much: what the next edition has, and what that of 2025 has.
        self.assertEqual(len(Handler.seen), 5)

    def test_a_server_with_capabilities(self) -> None:
        for _ in range(2):
            self.assertEqual(self.run_tool(self.url + "/capable").returncode, 0)
            self.assertEqual(
                self.schema, "# service {\n#   capability graphql.onError\n# }\ntype Query {\n  title: String\n}\n")
        self.assertEqual(len(Handler.seen), 4)
        self.assertEqual(self.run_tool("--output", "schema.json", self.url + "/capable").returncode, 0)
        answer = json.loads((self.folder / "schema.json").read_text())
        self.assertEqual(answer["data"]["__service"]["capabilities"], [{"identifier": "graphql.onError", "value": None}])

    def test_a_file_with_headers(self) -> None:
        arguments = ["--get", "--header", "X-Key: s3cret", f"{self.url}/secret.graphqls?signature=k3y"]
        self.assertEqual(self.run_tool(*arguments).stdout, "schema.graphqls is written.\n")
        self.assertEqual(self.schema, WRITTEN)
        self.assertEqual(self.run_tool(*arguments).stdout, "schema.graphqls is up to date.\n")
        refused = self.run_tool("--get", "--header", "X-Key: s3cret2", f"{self.url}/secret.graphqls?signature=k3y")
        self.assertEqual(refused.returncode, 1)
        self.assertIn("There is no file (status 404): nothing for … at /secret.graphqls?signature=….", refused.stderr)
        self.assertEqual(self.schema, WRITTEN)

    def test_headers_are_not_sent_on(self) -> None:
        self.assertEqual(self.run_tool("--get", self.url + "/moved").returncode, 0)
        moved = self.run_tool("--get", "--header", "X-Key: s3cret", self.url + "/moved")
        self.assertEqual(moved.returncode, 1)
        self.assertIn(f"The server has moved to {self.url}/schema.graphqls.", moved.stderr)
        self.assertEqual(len(Handler.seen), 3)

    def test_the_registry(self) -> None:
        address = {"APOLLO_REGISTRY_URL": self.url + "/registry"}
        self.assertEqual(self.run_tool("--graphos", "music@current", APOLLO_KEY="service:k3y", **address).returncode, 0)
        self.assertEqual(self.schema, WRITTEN)
        refused = self.run_tool("--graphos", "music@current", APOLLO_KEY="service:k3y2", **address)
        self.assertEqual((refused.returncode, refused.stderr), (1, "error: GraphOS rejects the request: bad key …\n"))
        self.assertEqual(self.run_tool("--graphos", "music@current", **address).returncode, 2)

    def test_a_proxy(self) -> None:
        proxy = self.url.replace("http://", "http://me:pa55@")
        self.assertEqual(self.run_tool("--get", "--proxy", proxy, "http://music.invalid/a.graphqls").returncode, 0)
        command, path, headers = Handler.seen[0]
        self.assertEqual(path, "http://music.invalid/a.graphqls")
        self.assertTrue(headers["Proxy-Authorization"].startswith("Basic "))
        lost = self.run_tool("--proxy", "http://me:pa55@127.0.0.1:1", "http://music.invalid/graphql")
        self.assertEqual(lost.returncode, 1)
        self.assertIn("The request failed. curl: (", lost.stderr)

    @unittest.skipUnless(shutil.which("openssl"), "openssl is not installed")
    def test_an_authority_of_ones_own(self) -> None:
        with tempfile.TemporaryDirectory() as temporary:
            certificate, key = temporary + "/certificate.pem", temporary + "/key.pem"
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", certificate,
                 "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
                check=True, capture_output=True)
            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate, key)
            server.socket = context.wrap_socket(server.socket, server_side=True)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            self.addCleanup(server.server_close)
            self.addCleanup(server.shutdown)
            url = f"https://127.0.0.1:{server.server_port}/graphql"
            distrusted = self.run_tool(url)
            self.assertEqual(distrusted.returncode, 1)
            self.assertIn("certificate", distrusted.stderr)
            self.assertEqual(self.run_tool("--authorities", certificate, url).returncode, 0)
            self.assertEqual(self.schema, "type Query {\n  title: String\n}\n")


if __name__ == "__main__":
    unittest.main()
