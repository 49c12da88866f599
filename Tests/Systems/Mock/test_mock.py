"""`apus-tool mock --serve` with a client of another make, gql, and with input that is wrong.

    pytest Tests/Systems/Mock

What the server answers is executed once more by graphql-core, with the answer as its data: it has to come out the same, without an error. APUS_TOOL
names another tool.
"""

import contextlib
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import time

import pytest
from gql import Client, gql
from gql.transport.exceptions import TransportQueryError
from gql.transport.requests import RequestsHTTPTransport
from graphql import (
    FieldNode, GraphQLSchema, Visitor, build_client_schema, build_schema, execute, get_introspection_query, get_named_type,
    lexicographic_sort_schema, parse, print_ast, print_schema, visit)
from graphql.language import NameNode, SelectionSetNode

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE.parents[1] / "Judges/Output"), str(HERE.parents[1] / "Judges/Oracle")]
from oracle.documents import reached
from shape_choices import missing

SAMPLES = HERE.parents[2] / ".graphql-samples"
TOOL = os.environ.get("APUS_TOOL") or str(HERE.parents[2] / ".build" / "debug" / "apus-tool")

SCHEMA = """
scalar Money
enum Kind { ALBUM, EP }
interface Named { name: String! }
type Artist implements Named { id: ID! name: String! }
type Band implements Named { id: ID! name: String! members: [Artist!]! }
type Album { id: ID! title: String! kind: Kind! price: Money by: Named! tracks: [[Int!]!] }
union Found = Artist | Band | Album
type Query { album(id: ID!): Album found: [Found!]! }
type Subscription { played: Album! }
"""


class Server:
    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [TOOL, "mock", "--serve", "0", "--pause", "10", *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        match = re.match(r"http://127\.0\.0\.1:(\d+)/graphql responds", line)
        if not match:
            # It would run until it is told to stop.
            self.process.kill()
        assert match, f"{line!r}: {self.process.communicate()[1]}"
        self.port = int(match[1])

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(10) == 0

    def client(self, **options: object) -> Client:
        transport = RequestsHTTPTransport(url=f"http://127.0.0.1:{self.port}/graphql", timeout=20)
        return Client(transport=transport, **options)

    def raw(self, *pieces: bytes) -> bytes:
        """What comes back, until the server closes, for bytes that are sent piece by piece."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=20) as connection:
            for piece in pieces:
                connection.sendall(piece)
            connection.shutdown(socket.SHUT_WR)
            answer = b""
            while True:
                part = connection.recv(1 << 16)
                if not part:
                    return answer
                answer += part

    def post(self, body: object, accept: str = "application/json") -> tuple[int, str, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        text = body if isinstance(body, str) else json.dumps(body)
        connection.request("POST", "/", text, {"Content-Type": "application/json", "Accept": accept})
        answer = connection.getresponse()
        return answer.status, answer.getheader("Content-Type"), answer.read().decode()


@pytest.fixture
def schema(tmp_path: pathlib.Path) -> pathlib.Path:
    path = tmp_path / "schema.graphqls"
    path.write_text(SCHEMA)
    return path


class AddTypename(Visitor):
    def __init__(self, alias: str | None = "typename_") -> None:
        super().__init__()
        self.alias = NameNode(value=alias) if alias else None

    def leave_selection_set(self, node: SelectionSetNode, *_: object) -> SelectionSetNode:
        name = FieldNode(alias=self.alias, name=NameNode(value="__typename"), arguments=(), directives=())
        return SelectionSetNode(selections=(*node.selections, name))


def resolve(value: dict, info: object, **_: object) -> object:
    return value[info.path.key]


def check(schema: GraphQLSchema, document: object, data: dict, variables: dict) -> None:
    result = execute(
        schema, document, root_value=data, variable_values=variables, field_resolver=resolve,
        type_resolver=lambda value, *_: value["typename_"])
    assert not result.errors, result.errors
    assert result.data == data


def documents(folder: pathlib.Path) -> str:
    texts = [path.read_text() for path in sorted(folder.rglob("*.graphql"))]
    # What is for the compiler alone is not sent.
    return re.sub(r"@apus\([^)]*\)|@(catch|required|catchByDefault)(\([^)]*\))?", "", "\n".join(texts))


@pytest.mark.parametrize("name", ["music", "zoo", "forge"])
def test_introspection_gives_the_schema(name: str) -> None:
    path = SAMPLES / name / "schema.graphqls"
    with Server("--schema", str(path)) as server:
        query = get_introspection_query(
            specified_by_url=True, directive_is_repeatable=True, schema_description=True, input_value_deprecation=True)
        # It reads this, and does not ask for it.
        query = query.replace("specifiedByURL", "specifiedByURL isOneOf", 1)
        answer = json.loads(server.post({"query": query})[2])["data"]
        found = print_schema(lexicographic_sort_schema(build_client_schema(answer)))
    found = re.sub(r"(?m)^directive @(defer|stream)\(.*\n\n", "", found)
    assert found == print_schema(lexicographic_sort_schema(build_schema(path.read_text())))


@pytest.mark.parametrize("name", ["music", "zoo", "forge"])
def test_gql_gets_valid_answers(name: str) -> None:
    path = SAMPLES / name / "schema.graphqls"
    schema = build_schema(path.read_text())
    everything = parse(documents(SAMPLES / name))
    fragments = {node.name.value: node for node in everything.definitions if node.kind == "fragment_definition"}
    count = 0
    with Server("--schema", str(path)) as server:
        with server.client(fetch_schema_from_transport=True) as session:
            for operation in everything.definitions:
                if operation.kind != "operation_definition" or operation.operation.value == "subscription":
                    continue
                text, open_names, seen = print_ast(operation), [operation], set()
                while open_names:
                    for spread in re.findall(r"\.\.\. *(\w+)", print_ast(open_names.pop())):
                        if spread in fragments and spread not in seen:
                            seen.add(spread)
                            open_names.append(fragments[spread])
                            text += "\n" + print_ast(fragments[spread])
                document = visit(parse(text), AddTypename())
                variables = {
                    definition.variable.name.value: example(schema, definition.type)
                    for definition in operation.variable_definitions or ()}
                request = gql(print_ast(document))
                request.variable_values = variables
                check(schema, document, session.execute(request), variables)
                count += 1
    assert count >= 5


def example(schema: GraphQLSchema, node: object) -> object:
    """Some value of an input type."""
    if node.kind == "non_null_type":
        return example(schema, node.type)
    if node.kind == "list_type":
        return [example(schema, node.type)]
    kind = schema.type_map[node.name.value]
    if hasattr(kind, "values"):
        return next(iter(kind.values))
    if hasattr(kind, "fields"):
        required = {
            name: example(schema, field.ast_node.type)
            for name, field in kind.fields.items()
            if field.ast_node.type.kind == "non_null_type" and not field.ast_node.default_value}
        if any(directive.name.value == "oneOf" for directive in kind.ast_node.directives or ()):
            # One that does not lead back here.
            simple = [name for name, field in kind.fields.items() if not hasattr(get_named_type(field.type), "fields")]
            name = (simple or list(kind.fields))[0]
            required = {name: example(schema, kind.fields[name].ast_node.type)}
        return required
    return {"Int": 1, "Float": 1.5, "Boolean": True}.get(kind.name, "1")


def test_answers_are_of_every_type_and_the_same_each_time(schema: pathlib.Path) -> None:
    query = gql("{ found { __typename ... on Band { members { id } } ... on Album { tracks by { name } } } album(id: 7) { id } }")
    with Server("--schema", str(schema), "--list-length", "1") as server, server.client() as client:
        first = client.execute(query)
        assert [found["__typename"] for found in first["found"]] == ["Band", "Album"]
        assert len(first["found"][0]["members"]) == 1
        assert first["album"] == {"id": "7"}
        assert client.execute(query) == first
    with Server("--schema", str(schema), "--list-length", "1") as server, server.client() as client:
        assert client.execute(query) == first
    with Server("--schema", str(schema), "--list-length", "1", "--seed", "5") as server, server.client() as client:
        assert client.execute(query) != first


def shapes(server: Server, body: dict) -> list[dict]:
    """The responses to a request until they begin anew."""
    found = []
    while len(found) < 500:
        response = json.loads(server.post(body)[2])
        if found and response["extensions"]["shape"] == "default":
            assert response == found[0]
            return found
        found.append(response)
    raise AssertionError("The responses do not begin anew.")


def test_every_shape_is_answered_in_turn(schema: pathlib.Path) -> None:
    query = """query Q { album(id: 7) { id title kind price by { __typename name ... on Band { members { id } } } tracks }
        found { __typename ... on Artist { name } ... on Album { kind } } }"""
    operation = parse(query).definitions[0]
    with Server("--schema", str(schema), "--every-shape") as server:
        found = shapes(server, {"query": query})
        assert not missing(build_schema(SCHEMA), operation, {}, [response["data"] for response in found])
        names = [response["extensions"]["shape"] for response in found]
        assert names[0] == "default" and len(set(names)) == len(names)
        assert {item["__typename"] for response in found for item in response["data"]["found"]} == {"Artist", "Album", "Band"}
        assert found[0]["data"]["album"]["id"] == "7"
        errors = [error for response in found for error in response.get("errors", [])]
        assert ["album", "price"] in [error["path"] for error in errors]
        for response in found:
            for error in response.get("errors", []):
                value = response["data"]
                for key in error["path"]:
                    value = value[key]
                assert value is None
        # Other variables, and another request, have a list of their own.
        assert json.loads(server.post({"query": "{ found { __typename } }"})[2])["extensions"]["shape"] == "default"
        events = server.post({"query": "subscription { played { price } }"}, "text/event-stream")[2]
        assert events.count("event: next") == 3 and '"shape":"played.price is an error"' in events


def test_every_shape_of_documents() -> None:
    folder = SAMPLES / "zoo"
    api = build_schema((folder / "schema.graphqls").read_text())
    source = visit(parse(documents(folder)), AddTypename(None))
    fragments = {node.name.value: node for node in source.definitions if node.kind == "fragment_definition"}
    checked = 0
    with Server("--schema", str(folder / "schema.graphqls"), "--every-shape") as server:
        for operation in source.definitions:
            if operation.kind != "operation_definition" or operation.operation.value == "subscription":
                continue
            # A variable would decide what is there, and shapes have to be valid for the values of variables that are sent.
            if operation.variable_definitions:
                continue
            values = [response["data"] for response in shapes(server, {"query": print_ast(reached(source, operation))})]
            assert not missing(api, operation, fragments, values)
            checked += 1
    assert checked >= 3


def test_examples_go_first(schema: pathlib.Path, tmp_path: pathlib.Path) -> None:
    examples = tmp_path / "examples.json"
    examples.write_text(json.dumps({
        "scalars": {"Money": ["1.50", "2.50"]},
        "fields": {
            "Album.title": "Blue Train", "Named.name": "Trane", "Album.tracks": None,
            "Query.found": [{"__typename": "Album", "title": "Mine"}, {"__typename": "Artist"}, {"__typename": "Album"}]}}))
    with Server("--schema", str(schema), "--examples", str(examples)) as server, server.client() as client:
        found = client.execute(gql("{ found { ... on Album { title price tracks } ... on Named { name } } }"))["found"]
    assert found == [
        {"title": "Mine", "price": "1.50", "tracks": None}, {"name": "Trane"},
        {"title": "Blue Train", "price": "1.50", "tracks": None}]


def test_gql_gets_errors(schema: pathlib.Path) -> None:
    with Server("--schema", str(schema)) as server, server.client() as client:
        for text, variables, message in [
            ("{ albun { id } }", {}, 'Cannot query field "albun" on type "Query". Did you mean "album"?'),
            ("query($id: ID!) { album(id: $id) { id } }", {}, 'Variable "$id" of required type "ID!" was not provided.'),
            ("query($id: ID!) { album(id: $id) { id } }", {"id": True}, 'Variable "$id" got invalid value: true is not a valid "ID!".'),
        ]:
            request = gql(text)
            request.variable_values = variables
            with pytest.raises(TransportQueryError) as error:
                client.execute(request)
            assert error.value.errors[0]["message"] == message


def test_subscriptions_are_event_streams(schema: pathlib.Path) -> None:
    body = {"query": "subscription { played { id title } }"}
    with Server("--schema", str(schema), "--events", "2") as server:
        status, kind, text = server.post(body, "text/event-stream")
        assert (status, kind) == (200, "text/event-stream; charset=utf-8")
        events = [event.split("\n") for event in text.split("\n\n") if event]
        assert [event[0] for event in events] == ["event: next", "event: next", "event: complete"]
        ids = [json.loads(event[1][6:])["data"]["played"]["id"] for event in events[:2]]
        assert len(set(ids)) == 2
        assert server.post(body)[0] == 406
        refused = server.post({"query": "subscription { nope }"}, "text/event-stream")[2]
        assert refused.startswith('event: next\ndata: {"errors":[{"message":"Cannot query field')


def test_wrong_input_ends_one_connection_alone(schema: pathlib.Path) -> None:
    good = b'POST / HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 22\r\n\r\n{"query":"{__typename}"}'.replace(b"22", b"24")
    with Server("--schema", str(schema)) as server:
        for pieces, status in [
            ([b"NONSENSE\r\n\r\n"], 400),
            ([b"\x16\x03\x01\x02\x00\x01\x00\x01\r\n\r\n"], 400),
            ([b"POST / HTTP/1.1\r\nNo colon\r\n\r\n"], 400),
            ([b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n"], 400),
            ([b"POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n"], 413),
            ([b"POST / HTTP/1.1\r\nContent-Length: 1048577\r\n\r\n"], 413),
            ([b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"], 411),
            ([b"GET / HTTP/1.1\r\nA: " + b"x" * 20000 + b"\r\n\r\n"], 431),
            ([b"DELETE / HTTP/1.1\r\nConnection: close\r\n\r\n"], 405),
            ([b"POST / HTTP/1.1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"], 415),
            ([b"GET /?query=%7B__typename%7D HTTP/1.1\r\nConnection: close\r\n\r\n"], 200),
            ([b"OPTIONS / HTTP/1.1\r\nConnection: close\r\n\r\n"], 204),
        ]:
            assert server.raw(*pieces).startswith(b"HTTP/1.1 %d " % status), pieces[0][:80]
        # Two requests in one piece, and one in many.
        assert server.raw(good + good + b"x\r\n\r\n").count(b'{"data":{"__typename":"Query"}}') == 2
        assert server.raw(*[good[at:at + 1] for at in range(len(good))], b"x\r\n\r\n").count(b'"Query"') == 1
        assert server.raw(b"POST / HTTP/1.1\r\nContent-Le") == b""
        for body in ["", "{", "[]", "7", '{"query":7}', '{"query":"{__typename}","variables":[]}', '{"query":"' + "{a" * 5000 + '"}',
                     "[" * 100000]:
            assert "errors" in json.loads(server.post(body)[2]), body[:80]
        assert server.post({"query": "{ nope }"}, "application/graphql-response+json")[0] == 400
        batch = [{"query": "{ __typename }"}, 7, {"query": "subscription { played { id } }"}, {"query": "{ a: __typename }"}]
        status, _, body = server.post(batch)
        first, *wrong, last = json.loads(body)
        assert status == 200 and first == {"data": {"__typename": "Query"}} and last == {"data": {"a": "Query"}}
        assert len(wrong) == 2 and all("errors" in response for response in wrong)
        # Many that say nothing.
        idle = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(100)]
        assert server.post({"query": "{ __typename }"})[2] == '{"data":{"__typename":"Query"}}'
        for connection in idle:
            connection.close()


def test_files_and_wrong_command_lines(schema: pathlib.Path, tmp_path: pathlib.Path) -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([TOOL, "mock", *arguments], capture_output=True, text=True, timeout=60, cwd=tmp_path)

    (tmp_path / "A.graphql").write_text(
        "query Albums($full: Boolean!) { found { ... on Album { id @include(if: $full) by { name } } ... on Named { name } } }\n"
        "subscription Played { played { id } }")
    written = run("--output", "out", ".")
    assert written.returncode == 0, written.stderr
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["Albums.json", "Played.jsonl"]
    answer = json.loads((tmp_path / "out" / "Albums.json").read_text())
    assert [found["__typename"] for found in answer["data"]["found"]] == ["Album", "Artist"]
    assert "id" in answer["data"]["found"][0]
    assert len((tmp_path / "out" / "Played.jsonl").read_text().splitlines()) == 3
    (tmp_path / "out" / "Albums.json").write_text("mine")
    assert "out/Albums.json already exists and was not changed." in run("--output", "out", ".").stdout
    assert (tmp_path / "out" / "Albums.json").read_text() == "mine"
    assert run("--output", "out", "--replace", "--operation", "Albums", ".").returncode == 0
    assert json.loads((tmp_path / "out" / "Albums.json").read_text()) == answer
    examples = tmp_path / "examples.json"
    examples.write_text('{ "fields": { "Album.titel": "x", "Album.kind": "LP" }, "scalar": {} }')
    wrong = run("--output", "out", "--examples", "examples.json", ".")
    assert wrong.returncode == 1
    assert 'examples.json:1:15: error: The type "Album" has no field "titel". Did you mean "title"?' in wrong.stderr
    assert 'error: "LP" is not a valid "Kind!".' in wrong.stderr
    assert 'error: There is no key "scalar". Did you mean "scalars"?' in wrong.stderr
    (tmp_path / "A.graphql").write_text("fragment Title on Album { title }")
    fragments = run("--output", "none", ".")
    assert fragments.returncode == 0 and "The documents have no operation, so no response is written." in fragments.stderr, fragments.stderr
    assert not list((tmp_path / "none").iterdir())
    with Server(str(tmp_path)) as server:
        assert server.post({"query": "{ __typename }"})[2] == '{"data":{"__typename":"Query"}}'
    (tmp_path / "A.graphql").write_text("query Albums { nope }")
    assert run("--output", "out", ".").returncode == 1
    for arguments, message in [
        ([], "--output DIR, or --serve PORT"), (["--serve", "http", "."], "--serve must be a number from 0 to 65535, not 'http'."),
        (["--serve", "0"], "Specify a schema"), (["--output", "out", "--every-shape", "."], "--every-shape needs --serve"), (["--output", "out"], "--output needs a PATH"),
    ]:
        answer = run(*arguments)
        assert answer.returncode == 2 and message in answer.stderr, answer.stderr
    with Server("--schema", str(schema)) as server:
        taken = run("--serve", str(server.port), "--schema", str(schema))
        assert taken.returncode == 1 and f"The server cannot listen on port {server.port}: " in taken.stderr


@pytest.mark.parametrize("is_of_plugin", [True, False])
def test_a_server_of_the_plugin_ends_with_it(schema: pathlib.Path, is_of_plugin: bool) -> None:
    # Ctrl-C ends SwiftPM's plugin and not the server, which has a process group of its own.
    program = str(pathlib.Path(TOOL).with_name("apus-mock"))
    environment = os.environ | ({"APUS_PROGRAM": program} if is_of_plugin else {})
    parent = subprocess.Popen(
        ["bash", "-c", '"$0" mock --serve 0 --schema "$1" & wait', TOOL, str(schema)], stdout=subprocess.PIPE, text=True, env=environment,
        start_new_session=True)
    try:
        line = parent.stdout.readline()
        port = int(re.match(r"http://127\.0\.0\.1:(\d+)/graphql responds", line)[1])
        parent.kill()
        assert parent.wait(10) == -signal.SIGKILL
        ended = False
        for _ in range(50 if is_of_plugin else 10):
            time.sleep(0.1)
            with socket.socket() as connection:
                ended = ended or connection.connect_ex(("127.0.0.1", port)) != 0
        assert ended == is_of_plugin
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(parent.pid, signal.SIGTERM)
