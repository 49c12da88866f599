"""The server as a process: how it ends, and that standard output has nothing but messages."""

import json
import os
import pathlib
import shutil
import subprocess
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
SERVER = os.environ.get("APUS_LANGUAGE_SERVER") or str(ROOT / ".build" / "debug" / "apus-language-server")
SAMPLE = pathlib.Path(__file__).resolve().parent / "Sample"


def frame(message: dict) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def frames(output: bytes) -> list[dict]:
    """The messages of an output that has nothing else."""
    found = []
    while output:
        header, _, rest = output.partition(b"\r\n\r\n")
        name, _, length = header.partition(b": ")
        assert name == b"Content-Length", header
        found.append(json.loads(rest[: int(length)]))
        output = rest[int(length):]
    return found


def initialize(folder: pathlib.Path, process: int | None = None) -> bytes:
    parameters = {"processId": process, "rootUri": folder.as_uri(), "capabilities": {}}
    return frame({"id": 1, "method": "initialize", "params": parameters}) + frame({"method": "initialized", "params": {}})


SHUTDOWN = frame({"id": 2, "method": "shutdown"})
EXIT = frame({"method": "exit"})


@pytest.mark.parametrize("messages, code", [(SHUTDOWN + EXIT, 0), (EXIT, 1), (b"", 1), (SHUTDOWN, 1)])
def test_exit_codes(tmp_path: pathlib.Path, messages: bytes, code: int) -> None:
    """Behind the messages the input ends."""
    result = subprocess.run([SERVER], input=initialize(tmp_path) + messages, capture_output=True, timeout=30)
    assert (result.returncode, result.stderr) == (code, b"")
    assert frames(result.stdout)[0]["id"] == 1


def test_the_end_of_the_process_that_started_it(tmp_path: pathlib.Path) -> None:
    other = subprocess.Popen(["sleep", "600"])
    server = subprocess.Popen([SERVER], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    server.stdin.write(initialize(tmp_path, other.pid))
    server.stdin.flush()
    time.sleep(0.5)
    assert server.poll() is None
    other.kill()
    other.wait()
    assert server.wait(10) == 1


def test_an_output_that_nobody_reads(tmp_path: pathlib.Path) -> None:
    server = subprocess.Popen([SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    server.stdout.close()
    server.stdin.write(initialize(tmp_path))
    server.stdin.flush()
    assert server.wait(10) == 1
    assert server.stderr.read() == b""


@pytest.mark.parametrize("broken", ["nothing", "configuration", "editor configuration", "schema", "no schema"])
def test_nothing_but_messages(tmp_path: pathlib.Path, broken: str) -> None:
    folder = tmp_path / "Sample"
    shutil.copytree(SAMPLE, folder)
    if broken == "configuration":
        (folder / "apus.json").write_text('{ "accessLevel": ')
    elif broken == "editor configuration":
        (folder / ".graphqlrc.json").write_text("[")
    elif broken == "schema":
        (folder / "schema.graphqls").write_text("type Query {")
    elif broken == "no schema":
        (folder / "schema.graphqls").unlink()
    document = folder / "Albums.graphql"
    item = {"uri": document.as_uri(), "languageId": "graphql", "version": 1, "text": document.read_text()}
    server = subprocess.Popen([SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    server.stdin.write(initialize(folder) + frame({"method": "textDocument/didOpen", "params": {"textDocument": item}}))
    server.stdin.flush()
    time.sleep(2)
    server.stdin.write(SHUTDOWN + EXIT)
    output, errors = server.communicate(timeout=30)
    assert (server.returncode, errors) == (0, b"")
    published = [m for m in frames(output) if m.get("method") == "textDocument/publishDiagnostics"]
    codes = {item["code"] for message in published for item in message["params"]["diagnostics"]}
    expected = {
        "nothing": set(), "configuration": {"invalid-json"}, "editor configuration": {"invalid-json"},
        "schema": {"syntax-error"}, "no schema": {"missing-schema"},
    }[broken]
    assert expected <= codes and (codes or broken == "nothing")


def test_the_command_line() -> None:
    run = lambda *arguments: subprocess.run([SERVER, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert run("--help").stdout.startswith("Language server for GraphQL")
    for arguments in (["--nothing"], ["--log"], ["--arguments"], ["--log", "/nothing/there"]):
        result = run(*arguments)
        assert result.returncode == 2 and result.stderr.startswith("apus-language-server: error: ") and not result.stdout


def test_arguments_of_a_build(tmp_path: pathlib.Path) -> None:
    folder = tmp_path / "Sample"
    shutil.copytree(SAMPLE, folder)
    (folder / "schema.graphqls").rename(tmp_path / "elsewhere.graphqls")
    document = folder / "Albums.graphql"
    arguments = tmp_path / "a.arguments"
    arguments.write_text(
        f"--target\nSample\n{folder}\n--default-schema\n{tmp_path}/elsewhere.graphqls\n--pair\n{document}\nAlbums.graphql.swift\n"
        f"--pair\n{folder}/AlbumCard.graphql\nAlbumCard.graphql.swift\n")
    log = tmp_path / "log"
    server = subprocess.Popen(
        [SERVER, "--arguments", str(arguments), "--log", str(log)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    item = {
        "uri": document.as_uri(), "languageId": "graphql", "version": 1,
        "text": document.read_text().replace("title", "titel")}
    server.stdin.write(initialize(folder) + frame({"method": "textDocument/didOpen", "params": {"textDocument": item}}))
    server.stdin.flush()
    time.sleep(1)
    output, _ = server.communicate(SHUTDOWN + EXIT, timeout=30)
    published = [m["params"] for m in frames(output) if m.get("method") == "textDocument/publishDiagnostics"]
    assert [item["code"] for item in published[-1]["diagnostics"]] == ["unknown-field"]
    assert log.read_text() == f"{arguments}: 2 documents, schema: {tmp_path}/elsewhere.graphqls\n"
