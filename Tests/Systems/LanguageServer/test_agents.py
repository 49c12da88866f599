"""The tools for coding agents, called by the Model Context Protocol's own client, which checks each answer against the protocol's types
and the schema that a tool announces."""

import asyncio
import contextlib
import json
import os
import pathlib
import random
import shutil
import subprocess

import pytest
from mcp import Client, MCPError, StdioServerParameters

ROOT = pathlib.Path(__file__).resolve().parents[3]
SERVER = os.environ.get("APUS_LANGUAGE_SERVER") or str(ROOT / ".build" / "debug" / "apus-language-server")
MUSIC = ROOT / ".graphql-samples" / "music"
ZOO = ROOT / ".graphql-samples" / "zoo"
GITHUB = ROOT.parent / "shared" / "corpus" / "github"

SWIFT = '''import Apus

struct Shelf {
  static let query: GraphQLSource = """
    query Shelf {
      album(by: { id: "1" }) {
        titel
      }
    }
    """
}
'''


@pytest.fixture
def package(tmp_path: pathlib.Path) -> pathlib.Path:
    """Two targets with different schemas."""
    (tmp_path / "Package.swift").write_text("// swift-tools-version: 6.2\n")
    shutil.copytree(MUSIC, tmp_path / "Sources" / "Music")
    shutil.copytree(ZOO, tmp_path / "Sources" / "Zoo")
    return tmp_path


@contextlib.asynccontextmanager
async def connected(folder: pathlib.Path, mode: str = "auto"):
    try:
        async with Client(StdioServerParameters(command=SERVER, args=["--mcp", str(folder)]), mode=mode) as client:
            await client.list_tools()
            yield client
    except BaseExceptionGroup as group:
        failure: BaseException = group
        while isinstance(failure, BaseExceptionGroup):
            failure = failure.exceptions[0]
        raise failure from None


async def call(client: Client, tool: str, **arguments):
    """The text and the facts of an answer, which the client has checked against the tool's schema."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content[0].text
    assert len(result.content[0].text) + len(json.dumps(result.structured_content)) < 200_000
    return result.content[0].text, result.structured_content


async def error(client: Client, tool: str, **arguments) -> str:
    result = await client.call_tool(tool, arguments)
    assert result.is_error and len(result.content) == 1
    return result.content[0].text


@pytest.mark.asyncio
@pytest.mark.parametrize("mode, version", [("auto", "2026-07-28"), ("legacy", "2025-11-25")])
async def test_revisions(package: pathlib.Path, mode: str, version: str) -> None:
    async with connected(package, mode) as client:
        assert client.protocol_version == version
        assert client.server_info.name == "apus-language-server" and "check_document" in client.instructions
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == [
            "list_projects", "find_in_schema", "check_document", "show_swift", "explain_code", "list_schema_breaks"]
        assert all(tool.annotations.read_only_hint and tool.input_schema["type"] == "object" for tool in tools)
        with pytest.raises(MCPError) as failure:
            await client.call_tool("show_swif", {})
        assert failure.value.code == -32602 and 'Did you mean "show_swift"' in failure.value.message
        with pytest.raises(MCPError) as failure:
            await client.list_prompts()
        assert failure.value.code == -32601
        with pytest.raises(MCPError) as failure:
            await client.list_tools(cursor="2")
        assert failure.value.code == -32602
        if mode == "legacy":
            await client.send_ping()


@pytest.mark.asyncio
async def test_projects(package: pathlib.Path) -> None:
    async with connected(package) as client:
        text, facts = await call(client, "list_projects")
        assert [project["name"] for project in facts["projects"]] == ["Sources/Music", "Sources/Zoo"]
        assert "Sources/Zoo: 20 documents, schema: Sources/Zoo/schema.graphqls" in text
        # What appears later is there at the next call.
        shutil.copytree(MUSIC, package / "Sources" / "More")
        assert (await call(client, "list_projects"))[1]["total"] == 3


@pytest.mark.asyncio
async def test_finding(package: pathlib.Path) -> None:
    async with connected(package) as client:
        message = await error(client, "find_in_schema", query="album")
        assert message.endswith('Pass one of these as "project": "Sources/Music", "Sources/Zoo".')
        assert "There is no project" in await error(client, "find_in_schema", query="album", project="Musik")
        text, facts = await call(client, "find_in_schema", query="album", project="Music")
        first = facts["matches"][0]
        assert (first["coordinate"], first["kind"]) == ("Album", "type") and "type Album implements" in first["definition"]
        assert first["path"] == "Sources/Music/schema.graphqls" and first["line"] > 1
        assert {"Query.album", "Query.albums"} <= {match["coordinate"] for match in facts["matches"]}
        assert "Album (type, Sources/Music/schema.graphqls:" in text
        # By description alone.
        field = next(match for match in (await call(
            client, "find_in_schema", owner="Album", project="Music"))[1]["matches"] if match.get("description"))
        words = " ".join(field["description"].split()[:4])
        found = (await call(client, "find_in_schema", query=words, project="Music", limit=200))[1]["matches"]
        assert field["coordinate"] in {match["coordinate"] for match in found}
        # Members of a type, in parts.
        text, all_ = await call(client, "find_in_schema", owner="Album", kind="field", project="Music")
        assert text.startswith("type Album implements") and all(m["kind"] == "field" for m in all_["matches"])
        parts, offset = [], 0
        while offset is not None:
            text, part = await call(
                client, "find_in_schema", owner="Album", kind="field", project="Music", limit=3, offset=offset)
            assert len(part["matches"]) <= 3 and part["total"] == all_["total"]
            parts += part["matches"]
            offset = part.get("nextOffset")
            assert offset is None or f'Pass "offset": {offset}' in text
        assert parts == all_["matches"]
        assert 'Did you mean "Album"' in await error(client, "find_in_schema", owner="Albun", project="Music")
        text, facts = await call(client, "find_in_schema", query="Query.albun", project="Music")
        assert facts["matches"] == [] and 'Did you mean "Query.album"' in text
        assert "Pass words" in await error(client, "find_in_schema", query=" ", project="Music")


@pytest.mark.asyncio
async def test_checks(package: pathlib.Path) -> None:
    path = "Sources/Music/Albums/New.graphql"
    async with connected(package) as client:
        text, facts = await call(client, "check_document")
        assert facts["isValid"], text
        text, facts = await call(client, "check_document", path=path, text="query New {\n  album(by: { id: \"1\" }) { titel }\n}\n")
        item = facts["diagnostics"][0]
        assert not facts["isValid"] and facts["total"] == 1
        assert (item["code"], item["severity"], item["line"], item["path"]) == (
            "unknown-field", "error", 2, str(package / path))
        assert "[unknown-field]" in text and not (package / path).exists()
        # The same place by the compiler.
        apusc = os.environ.get("APUSC") or str(ROOT / ".build" / "debug" / "apusc")
        (package / path).parent.mkdir(exist_ok=True)
        (package / path).write_text("query New {\n  album(by: { id: \"1\" }) { titel }\n}\n")
        lines = subprocess.run([apusc, "check", "--format", "json", str(package / "Sources" / "Music")],
                               capture_output=True, text=True).stdout.splitlines()
        assert [found for found in map(json.loads, lines) if found["path"] == str(package / path)] == facts["diagnostics"]
        assert (await call(client, "check_document", path=path))[1]["diagnostics"] == facts["diagnostics"]
        # A text replaces the file, which has an error, and leaves it as it was.
        before = (package / path).read_text()
        text = "query New {\n  album(by: { id: \"1\" }) { title }\n}\n"
        facts = (await call(client, "check_document", path=path, text=text))[1]
        assert facts == {"isValid": True, "diagnostics": [], "total": 0}
        assert (package / path).read_text() == before
        (package / path).unlink()
        # What a text breaks in other documents.
        card = "Sources/Music/Fragments/AlbumCard.graphql"
        text, facts = await call(client, "check_document", path=card, text="fragment AlbumCart on Album { title }")
        assert not facts["isValid"] and {d["code"] for d in facts["diagnostics"]} >= {"unknown-fragment"}
        assert all(d["path"] != str(package / card) for d in facts["diagnostics"] if d["code"] == "unknown-fragment")
        # Without a path, for a target.
        assert (await call(client, "check_document", text="fragment X on Album { ...AlbumCard }", project="Music"))[1]["isValid"]
        assert 'Pass one of these as "project"' in await error(client, "check_document", text="{ a }")
        # A configuration that cannot be read is an error of every check.
        (package / "apus.json").write_text("{")
        facts = (await call(client, "check_document", path=card))[1]
        assert not facts["isValid"] and facts["diagnostics"][0]["code"] == "invalid-json"


@pytest.mark.asyncio
async def test_swift_files(package: pathlib.Path) -> None:
    async with connected(package) as client:
        path = "Sources/Music/Shelf.swift"
        facts = (await call(client, "check_document", path=path, text=SWIFT))[1]
        found = facts["diagnostics"][0]
        assert (found["code"], found["line"], found["column"]) == ("unknown-field", 7, 9)
        (package / path).write_text(SWIFT.replace("titel", "title"))
        facts = (await call(client, "check_document", path=path))[1]
        text = (await call(client, "show_swift", path=path))[0]
        assert facts["isValid"] and "struct ShelfQuery" in text and "let title: String" in text
        message = await error(client, "check_document", path="Sources/Music/Package.md", text="{ a }")
        assert "is not compiled as a document" in message


@pytest.mark.asyncio
async def test_swift(package: pathlib.Path) -> None:
    async with connected(package) as client:
        new = 'query New { album(by: { id: "1" }) { ...AlbumCard } }'
        text, facts = await call(client, "show_swift", text=new, project="Music")
        assert "struct NewQuery" in facts["swift"] and "AlbumCardData" in text and facts["line"] == 1
        # The same as what a build writes.
        path = package / "Sources" / "Music" / "Library" / "Library.graphql"
        apusc = os.environ.get("APUSC") or str(ROOT / ".build" / "debug" / "apusc")
        output = package / "out"
        subprocess.run([apusc, "generate", "--output", str(output), str(package / "Sources" / "Music")], check=True)
        shown, line = "", 1
        while line is not None:
            facts = (await call(client, "show_swift", path=str(path), line=line))[1]
            shown += facts["swift"]
            line = facts.get("nextLine")
        assert shown in {file.read_text() for file in output.iterdir()}
        types = (await call(client, "show_swift", path=str(path), schemaTypes=True))[1]["swift"]
        assert "enum" in types
        message = await error(client, "show_swift", text='query New { album(by: { id: "1" }) { titel } }', project="Music")
        assert "does not compile" in message and "[unknown-field]" in message
        assert 'only' in await error(client, "show_swift", path=str(path), line=1_000_000)
        # Errors in another document do not matter.
        (package / "Sources" / "Music" / "Broken.graphql").write_text("query Broken { nothing }")
        assert "struct NewQuery" in (await call(client, "show_swift", text=new, project="Music"))[0]
        assert "Pass the document" in await error(client, "show_swift")


@pytest.mark.asyncio
async def test_codes(package: pathlib.Path) -> None:
    async with connected(package) as client:
        text, facts = await call(client, "explain_code", code="unknown-field")
        assert text.startswith("unknown-field: ") and facts["codes"][0]["fix"] in text
        codes = (await call(client, "explain_code"))[1]["codes"]
        assert len(codes) > 100 and "changed-field-type" in {code["code"] for code in codes}
        assert 'Did you mean "unknown-field"' in await error(client, "explain_code", code="unknown-feild")


@pytest.mark.asyncio
async def test_schema_breaks(package: pathlib.Path) -> None:
    schema = (package / "Sources" / "Zoo" / "schema.graphqls").read_text()
    new = schema.replace("  name: String!", "  name: String", 1)
    assert new != schema
    async with connected(package) as client:
        assert "either as" in await error(client, "list_schema_breaks", project="Zoo")
        text, facts = await call(client, "list_schema_breaks", project="Zoo", newSchemaText=schema)
        assert facts["total"] == 0 and text == "The new schema breaks nothing.\n"
        text, facts = await call(client, "list_schema_breaks", project="Zoo", newSchemaText=new)
        assert facts["total"] > 0 and facts["diagnostics"][0]["line"] > 0
        (package / "new.graphqls").write_text(new)
        of_file = (await call(client, "list_schema_breaks", project="Zoo", newSchema="new.graphqls"))[1]
        places = [(item["code"], item["path"], item["line"]) for item in facts["diagnostics"]]
        assert [(item["code"], item["path"], item["line"]) for item in of_file["diagnostics"]] == places
        # The working copy is the new schema already.
        (package / "old.graphqls").write_text(schema)
        (package / "Sources" / "Zoo" / "schema.graphqls").write_text(new)
        after = (await call(client, "list_schema_breaks", project="Zoo", oldSchema="old.graphqls",
                            newSchema="Sources/Zoo/schema.graphqls"))[1]
        assert [(item["code"], item["path"], item["line"]) for item in after["diagnostics"]] == places
        part = (await call(client, "list_schema_breaks", project="Zoo", oldSchema="old.graphqls",
                           newSchema="Sources/Zoo/schema.graphqls", limit=1))[1]
        assert part["total"] == facts["total"] and len(part["diagnostics"]) == 1
        (package / "Sources" / "Zoo" / "Broken.graphql").write_text("query Broken { nothing }")
        assert "Nothing was compared" in await error(
            client, "list_schema_breaks", project="Zoo", newSchemaText=schema)
        broken = (await call(client, "list_schema_breaks", project="Music", newSchemaText="type Query {"))[1]
        assert broken["diagnostics"][0]["code"] == "syntax-error"


@pytest.mark.asyncio
@pytest.mark.parametrize("tool, arguments, part", [
    ("find_in_schema", {"query": 1}, '"query" must be a string'),
    ("find_in_schema", {"limit": 0}, "a whole number from 1 to 200"),
    ("find_in_schema", {"limit": 10 ** 30}, "a whole number from 1 to 200"),
    ("find_in_schema", {"kind": "types"}, '"type", "field"'),
    ("find_in_schema", {"text": "a"}, 'has no argument "text". It takes query, owner,'),
    ("check_document", {"path": "/etc/passwd"}, "is outside of"),
    ("check_document", {"path": "../../../../../../../../../../etc/passwd"}, "is outside of"),
    ("check_document", {"path": "Sources"}, "is a folder"),
    ("check_document", {"path": "nothing.graphql"}, "There is no file"),
    ("check_document", {"path": "a\0b"}, "There is no file"),
    ("show_swift", {"path": "Sources/Music/schema.graphqls"}, "has no operation or fragment"),
    ("list_schema_breaks", {"newSchema": "/etc/passwd"}, "is outside of"),
    ("list_schema_breaks", {"newSchema": "nothing"}, "There is no file"),
    ("explain_code", {"code": "x" * 100_000}, "There is no diagnostic code"),
])
async def test_bad_arguments(package: pathlib.Path, tool: str, arguments: dict, part: str) -> None:
    async with connected(package) as client:
        message = await error(client, tool, **arguments)
        assert part in message and len(message) < 25_000


@pytest.mark.asyncio
async def test_a_folder_without_graphql(tmp_path: pathlib.Path) -> None:
    async with connected(tmp_path) as client:
        assert (await call(client, "list_projects"))[1] == {"projects": [], "total": 0}
        for tool, arguments in [
            ("find_in_schema", {"query": "a"}), ("check_document", {}), ("check_document", {"text": "{ a }"}),
            ("show_swift", {"text": "{ a }"}), ("list_schema_breaks", {"newSchemaText": "type Query { a: Int }"}),
        ]:
            assert "There are no GraphQL documents and no schema" in await error(client, tool, **arguments)
        # A document without a schema.
        (tmp_path / "a.graphql").write_text("query A { a }")
        facts = (await call(client, "check_document", path="a.graphql"))[1]
        assert [item["code"] for item in facts["diagnostics"]] == ["missing-schema"]
        assert "missing-schema" in await error(client, "show_swift", path="a.graphql")
        assert "no usable schema" in await error(client, "find_in_schema", query="a")


@pytest.mark.asyncio
async def test_random_texts(package: pathlib.Path) -> None:
    """Texts with damage: each has an answer, and the server goes on."""
    choice = random.Random(7)
    texts = [file.read_text() for file in sorted(MUSIC.rglob("*.graphql"))]
    async with connected(package) as client:
        for _ in range(150):
            text = choice.choice(texts)
            for _ in range(choice.randrange(1, 4)):
                start = choice.randrange(len(text))
                text = text[:start] + choice.choice(["", "{", "}", "\0", "\"\"\"", "é", "$", "...", "😀"]) + text[
                    start + choice.randrange(6):]
            tool = choice.choice(["check_document", "show_swift", "list_schema_breaks"])
            name = "newSchemaText" if tool == "list_schema_breaks" else "text"
            result = await client.call_tool(tool, {name: text, "project": "Music"})
            assert result.content[0].text
        assert (await call(client, "check_document"))[1]["isValid"]


@pytest.mark.asyncio
@pytest.mark.skipif(not GITHUB.exists(), reason=f"{GITHUB} is not there.")
async def test_a_large_schema() -> None:
    async with connected(GITHUB) as client:
        facts = (await call(client, "find_in_schema", query="merge pull request"))[1]
        assert "Mutation.mergePullRequest" in [match["coordinate"] for match in facts["matches"][:3]]
        facts = (await call(client, "find_in_schema", query="e", limit=200))[1]
        assert facts["total"] > 5000 and len(facts["matches"]) <= 200 and facts["nextOffset"] == len(facts["matches"])
        facts = (await call(client, "check_document", limit=3))[1]
        assert len(facts["diagnostics"]) == min(3, facts["total"])
        text = "query Stars { viewer { starredRepositories(first: 3) { nodes { nameWithOwner } } } }"
        assert "nameWithOwner: String" in (await call(client, "show_swift", text=text))[0]
        smaller = (GITHUB / "schema.graphqls").read_text().replace("  nameWithOwner: String!", "  nameWithOwner: String")
        facts = (await call(client, "list_schema_breaks", newSchemaText=smaller, limit=5))[1]
        assert facts["total"] > 5 and {item["code"] for item in facts["diagnostics"]} == {"changed-field-type"}


# MARK: - The protocol itself


def exchange(folder: pathlib.Path, *lines: str | dict) -> tuple[list[dict], int]:
    """The messages that the server writes for lines on its standard input."""
    text = "".join((line if isinstance(line, str) else json.dumps({"jsonrpc": "2.0", **line})) + "\n" for line in lines)
    result = subprocess.run(
        [SERVER, "--mcp", str(folder)], input=text.encode("utf-8", "surrogatepass"), capture_output=True, timeout=60)
    assert result.stderr == b""
    return [json.loads(line) for line in result.stdout.splitlines()], result.returncode


def initialize(version: str) -> dict:
    return {"id": 1, "method": "initialize", "params": {
        "protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}


@pytest.mark.parametrize("asked, answered", [
    ("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"),
    ("2026-07-28", "2025-11-25"), ("1999-01-01", "2025-11-25"),
])
def test_negotiation(tmp_path: pathlib.Path, asked: str, answered: str) -> None:
    messages, code = exchange(
        tmp_path, initialize(asked), {"method": "notifications/initialized"}, {"id": "b", "method": "ping"})
    assert [message["id"] for message in messages] == [1, "b"] and code == 0
    assert messages[0]["result"]["protocolVersion"] == answered and messages[1]["result"] == {}
    assert messages[0]["result"]["capabilities"] == {"tools": {}}


def meta(version: object) -> dict:
    return {"_meta": {"io.modelcontextprotocol/protocolVersion": version, "io.modelcontextprotocol/clientCapabilities": {}}}


def test_stateless_requests(tmp_path: pathlib.Path) -> None:
    messages, _ = exchange(
        tmp_path, {"id": 1, "method": "server/discover", "params": meta("2026-07-28")},
        {"id": 2, "method": "tools/list", "params": meta("2026-07-28")},
        {"id": 3, "method": "tools/call", "params": {"name": "explain_code", **meta("2026-07-28")}},
        {"id": 4, "method": "tools/list", "params": meta("2099-01-01")},
        {"id": 5, "method": "tools/list", "params": meta(7)},
        {"id": 6, "method": "tools/list", "params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}}},
        {"id": 7, "method": "ping", "params": meta("2026-07-28")},
        {"id": 8, "method": "server/discover"}, {"id": 9, "method": "tools/list", "params": meta("2025-11-25")})
    results = [message.get("result") for message in messages]
    assert all(result["resultType"] == "complete" for result in results[:3])
    assert results[0]["supportedVersions"][0] == "2026-07-28" and results[1]["ttlMs"] > 0
    errors = [message["error"] for message in messages[3:8]]
    assert [item["code"] for item in errors] == [-32022, -32022, -32602, -32601, -32601]
    assert errors[0]["data"]["requested"] == "2099-01-01" and "2025-11-25" in errors[0]["data"]["supported"]
    assert errors[0]["data"]["supported"] == results[0]["supportedVersions"]
    # A revision with a handshake is spoken as after one.
    assert results[8]["tools"] == results[1]["tools"] and "resultType" not in results[8]


def test_messages_that_are_wrong(tmp_path: pathlib.Path) -> None:
    messages, code = exchange(
        tmp_path, "{", "[]", "7", '{"id":1}', {"id": None, "method": "ping"}, {"id": [], "method": "ping"}, {"id": 2, "method": 3},
        {"id": 3, "method": "nothing"}, {"method": "nothing"}, {"id": 4, "result": {}}, {"id": 5, "method": "tools/call"},
        {"id": 6, "method": "tools/call", "params": []}, {"id": 7, "method": "tools/call", "params": {"name": 1}},
        {"id": 8, "method": "tools/call", "params": {"name": "list_projects", "arguments": 1}},
        {"id": 9, "method": "initialize"}, "", "\r", "[" * 5000, "\ud800",
        {"id": 11, "method": "ping"})
    codes = [(message.get("id"), message.get("error", {}).get("code")) for message in messages]
    assert code == 0
    at_once = [pair for pair in codes if pair[0] is None or pair[0] in (1, 2)]
    assert at_once == [
        (None, -32700), (None, -32600), (None, -32600), (1, -32600), (None, -32600), (None, -32600), (2, -32600),
        (None, -32700), (None, -32700)]
    assert [pair for pair in codes if pair not in at_once] == [
        (3, -32601), (5, -32602), (6, -32602), (7, -32602), (8, None), (9, -32602), (11, None)]
    assert next(m for m in messages if m.get("id") == 8)["result"]["isError"]


def test_a_batch_has_one_response(tmp_path: pathlib.Path) -> None:
    ping = lambda identifier: {"jsonrpc": "2.0", "id": identifier, "method": "ping"}
    notification = {"jsonrpc": "2.0", "method": "x"}
    messages, _ = exchange(
        tmp_path, json.dumps([ping(1), notification, 7, ping("2")]), json.dumps([notification]), "[]", ping(3))
    batches = [message for message in messages if isinstance(message, list)]
    assert [sorted(str(item["id"]) for item in batch) for batch in batches] == [["1", "2", "None"]]
    assert all(item["result"] == {} for item in batches[0] if item["id"] is not None)
    others = [message for message in messages if isinstance(message, dict)]
    assert {message["id"]: message.get("error", {}).get("code") for message in others} == {None: -32600, 3: None}


def test_cancelled_requests_have_no_response(tmp_path: pathlib.Path) -> None:
    call = {"method": "tools/call", "params": {"name": "explain_code", "arguments": {}}}
    messages, _ = exchange(
        tmp_path, {"id": 1, **call}, {"id": "2", **call}, {"id": 2, **call},
        {"method": "notifications/cancelled", "params": {"requestId": 2}},
        {"method": "notifications/cancelled", "params": {"requestId": 9}}, {"method": "notifications/cancelled"})
    assert [message["id"] for message in messages] == [1, "2"]


def test_a_last_line_without_its_end(tmp_path: pathlib.Path) -> None:
    result = subprocess.run(
        [SERVER, "--mcp"], input=b'{"jsonrpc":"2.0","id":1,"method":"ping"}', capture_output=True, timeout=30, cwd=tmp_path)
    assert json.loads(result.stdout) == {"jsonrpc": "2.0", "id": 1, "result": {}} and result.returncode == 0


def test_the_command_line(tmp_path: pathlib.Path) -> None:
    run = lambda *arguments: subprocess.run([SERVER, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert "--mcp" in run("--help").stdout
    assert run("--mcp", str(tmp_path)).returncode == 0
    for arguments, part in [
        (["--mcp", str(tmp_path / "nothing")], "is not a folder"), ([str(tmp_path)], "Only --mcp takes folders"),
        (["--mcp", "--nothing"], "is not an option"),
    ]:
        result = run(*arguments)
        assert result.returncode == 2 and part in result.stderr and not result.stdout
