"""A client that checks each answer against the protocol's types, with the capabilities of three editors."""

import asyncio
import os
import pathlib
import shutil
import subprocess

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

ROOT = pathlib.Path(__file__).resolve().parents[3]
SERVER = os.environ.get("APUS_LANGUAGE_SERVER") or str(ROOT / ".build" / "debug" / "apus-language-server")
APUSC = os.environ.get("APUSC") or str(ROOT / ".build" / "debug" / "apusc")
SAMPLE = pathlib.Path(__file__).resolve().parent / "Sample"


@pytest.fixture
def folder(tmp_path: pathlib.Path) -> pathlib.Path:
    shutil.copytree(SAMPLE, tmp_path / "Sample")
    return tmp_path / "Sample"


@pytest_lsp.fixture(
    params=["visual-studio-code", "neovim", "emacs"], config=ClientServerConfig(server_command=[SERVER]))
async def client(request: pytest.FixtureRequest, folder: pathlib.Path, lsp_client: LanguageClient):
    await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities(request.param),
            workspace_folders=[types.WorkspaceFolder(folder.as_uri(), "Sample")]))
    yield
    await lsp_client.shutdown_session()


class Document:
    """A document that is open, with places by the text that stands there."""

    def __init__(self, client: LanguageClient, path: pathlib.Path, text: str | None = None):
        self.client, self.uri, self.text, self.version = client, path.as_uri(), text or path.read_text(), 1
        client.text_document_did_open(
            types.DidOpenTextDocumentParams(types.TextDocumentItem(self.uri, "graphql", 1, self.text)))

    @property
    def identifier(self) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri)

    def position(self, before: str) -> types.Position:
        """The place behind `before`."""
        start = self.text.index(before) + len(before)
        lines = self.text[:start].split("\n")
        return types.Position(len(lines) - 1, len(lines[-1]))

    def replace(self, old: str, new: str) -> None:
        start = self.position(self.text[: self.text.index(old)])
        end = self.position(self.text[: self.text.index(old) + len(old)])
        self.text = self.text.replace(old, new, 1)
        self.version += 1
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(self.version, self.uri),
                [types.TextDocumentContentChangePartial(types.Range(start, end), new)]))

    async def expect(self, *codes: str) -> None:
        """Waits until just these codes are published for the document."""
        found = None
        for _ in range(1000):
            if self.uri in self.client.diagnostics:
                found = sorted(item.code for item in self.client.diagnostics[self.uri])
                if found == sorted(codes):
                    return
            await asyncio.sleep(0.02)
        assert found == sorted(codes)


@pytest.mark.asyncio
async def test_diagnostics_come_and_go(client: LanguageClient, folder: pathlib.Path) -> None:
    document = Document(client, folder / "Albums.graphql")
    await document.expect()
    document.replace("title", "titel")
    await document.expect("unknown-field")
    found = client.diagnostics[document.uri][0]
    assert found.source == "apus" and found.severity == types.DiagnosticSeverity.Error
    assert found.range.start == document.position("albums(first: $first) {\n    ")
    document.replace("titel", "title")
    await document.expect()


@pytest.mark.asyncio
async def test_completion_and_resolve(client: LanguageClient, folder: pathlib.Path) -> None:
    document = Document(client, folder / "Albums.graphql")
    await document.expect()
    result = await client.text_document_completion_async(
        types.CompletionParams(document.identifier, document.position("albums(first: $first) {\n    ")))
    labels = [item.label for item in result.items]
    assert "title" in labels and "...AlbumCard" in labels and "albums" not in labels
    item = await client.completion_item_resolve_async(next(i for i in result.items if i.label == "title"))
    assert "What stands on the cover." in str(item.documentation)
    document.replace("first: $first", ", first: $first")
    result = await client.text_document_completion_async(
        types.CompletionParams(document.identifier, document.position("albums(")))
    assert [item.label for item in result.items] == ["kind"]


@pytest.mark.asyncio
async def test_hover_and_places(client: LanguageClient, folder: pathlib.Path) -> None:
    document = Document(client, folder / "Albums.graphql")
    await document.expect()
    place = document.position("{\n    ti")
    hover = await client.text_document_hover_async(types.HoverParams(document.identifier, place))
    assert "Album.title: String!" in hover.contents.value and "What stands on the cover." in hover.contents.value
    locations = await client.text_document_definition_async(types.DefinitionParams(document.identifier, place))
    assert [location.uri for location in locations] == [(folder / "schema.graphqls").as_uri()]
    locations = await client.text_document_type_definition_async(
        types.TypeDefinitionParams(document.identifier, document.position("  albu")))
    assert len(locations) == 1
    card = document.position("...Album")
    locations = await client.text_document_definition_async(types.DefinitionParams(document.identifier, card))
    assert [location.uri for location in locations] == [(folder / "AlbumCard.graphql").as_uri()]
    locations = await client.text_document_references_async(
        types.ReferenceParams(types.ReferenceContext(True), document.identifier, place))
    assert len(locations) == 3
    marks = await client.text_document_document_highlight_async(
        types.DocumentHighlightParams(document.identifier, document.position("query Albums($fi")))
    assert len(marks) == 2


@pytest.mark.asyncio
async def test_rename(client: LanguageClient, folder: pathlib.Path) -> None:
    document = Document(client, folder / "Albums.graphql")
    await document.expect()
    place = document.position("...Album")
    prepared = await client.text_document_prepare_rename_async(
        types.PrepareRenameParams(document.identifier, place))
    assert prepared.placeholder == "AlbumCard"
    edit = await client.text_document_rename_async(types.RenameParams(text_document=document.identifier, position=place, new_name="Card"))
    changes = edit.changes or {c.text_document.uri: c.edits for c in edit.document_changes}
    assert sorted(changes) == sorted([document.uri, (folder / "AlbumCard.graphql").as_uri()])
    assert all(each.new_text == "Card" for edits in changes.values() for each in edits)
    with pytest.raises(Exception, match="The schema defines this name"):
        await client.text_document_prepare_rename_async(
            types.PrepareRenameParams(document.identifier, document.position("{\n    ti")))


@pytest.mark.asyncio
async def test_structure(client: LanguageClient, folder: pathlib.Path) -> None:
    document = Document(client, folder / "Albums.graphql")
    await document.expect()
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document.identifier))
    assert symbols[0].name == "Albums"
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(document.identifier))
    assert [(fold.start_line, fold.end_line) for fold in folds] == [(0, 5), (1, 4)]
    ranges = await client.text_document_selection_range_async(
        types.SelectionRangeParams(document.identifier, [document.position("{\n    ti")]))
    assert ranges[0].range.start == document.position("{\n    ") and ranges[0].parent.parent
    found = await client.workspace_symbol_async(types.WorkspaceSymbolParams("alb"))
    assert {"Albums", "AlbumCard", "Album"} <= {symbol.name for symbol in found}


@pytest.mark.asyncio
async def test_code_actions(client: LanguageClient, folder: pathlib.Path) -> None:
    document = Document(client, folder / "Albums.graphql")
    await document.expect()
    document.replace("title", "titel")
    await document.expect("unknown-field")
    place = document.position("{\n    ")
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(
            document.identifier, types.Range(place, place), types.CodeActionContext(client.diagnostics[document.uri])))
    assert [action.title for action in actions if action.kind == "quickfix"] == ['Replace by "title"']
    assert actions[0].is_preferred and actions[0].diagnostics[0].code == "unknown-field"


@pytest.mark.asyncio
async def test_formatting(client: LanguageClient, folder: pathlib.Path) -> None:
    document = Document(client, folder / "New.graphql", "query  New{albums{title}} # kept\n")
    await document.expect("missing-argument")
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(document.identifier, types.FormattingOptions(2, True)))
    assert len(edits) == 1
    edit, lines = edits[0], document.text.split("\n")
    start = sum(len(line) + 1 for line in lines[: edit.range.start.line]) + edit.range.start.character
    end = sum(len(line) + 1 for line in lines[: edit.range.end.line]) + edit.range.end.character
    assert document.text[:start] + edit.new_text + document.text[end:] == (
        "query New {\n  albums {\n    title\n  }\n} # kept\n")


@pytest.mark.asyncio
async def test_refactorings(client: LanguageClient, folder: pathlib.Path) -> None:
    document = Document(client, folder / "Albums.graphql")
    await document.expect()
    start = document.position("first: $first) {\n    ")
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(
            document.identifier, types.Range(start, document.position("{\n    title")),
            types.CodeActionContext([], only=["refactor"])))
    assert [action.kind for action in actions] == ["refactor.extract"]
    place = document.position("...Album")
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(document.identifier, types.Range(place, place), types.CodeActionContext([])))
    assert "Inline this spread of \"AlbumCard\"" in [action.title for action in actions]
    document.replace("title", "titel")
    await document.expect("unknown-field")
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(
            document.identifier, types.Range(place, place), types.CodeActionContext([], only=["source.fixAll"])))
    assert [action.kind for action in actions] == ["source.fixAll.apus"]


@pytest.mark.asyncio
async def test_range_formatting(client: LanguageClient, folder: pathlib.Path) -> None:
    document = Document(client, folder / "New.graphql", "query A{albums(first:1){title}}\n\nquery  B{albums(first:1){id}}\n")
    await document.expect()
    place = document.position("query  B")
    edits = await client.text_document_range_formatting_async(
        types.DocumentRangeFormattingParams(
            document.identifier, types.Range(place, place), types.FormattingOptions(2, True)))
    assert len(edits) == 1 and edits[0].range.start.line == 2


@pytest.mark.asyncio
async def test_semantic_tokens(client: LanguageClient, folder: pathlib.Path) -> None:
    document = Document(client, folder / "Albums.graphql")
    await document.expect()
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document.identifier))
    assert list(tokens.data[:5]) == [0, 0, 5, 0, 0] and len(tokens.data) % 5 == 0
    whole = types.Range(types.Position(1, 0), types.Position(2, 0))
    part = await client.text_document_semantic_tokens_range_async(
        types.SemanticTokensRangeParams(document.identifier, whole))
    assert 0 < len(part.data) < len(tokens.data)


@pytest.mark.asyncio
async def test_signature_help(client: LanguageClient, folder: pathlib.Path) -> None:
    document = Document(client, folder / "Albums.graphql")
    await document.expect()
    result = await client.text_document_signature_help_async(
        types.SignatureHelpParams(document.identifier, document.position("albums(first: ")))
    assert result.signatures[0].label.startswith("albums(first: Int!") and result.active_parameter == 0


@pytest.mark.asyncio
async def test_the_swift_of_a_build(client: LanguageClient, folder: pathlib.Path) -> None:
    subprocess.run(
        [APUSC, "generate", "--output", str(folder / "Generated"), "--schema", str(folder / "schema.graphqls"), str(folder)],
        check=True)
    document = Document(client, folder / "Albums.graphql")
    await document.expect()
    places = await client.text_document_implementation_async(
        types.ImplementationParams(document.identifier, document.position("query Alb")))
    assert [place.uri for place in places] == [(folder / "Generated" / "Albums.graphql.swift").as_uri()]
    hover = await client.text_document_hover_async(
        types.HoverParams(document.identifier, document.position("{\n    ti")))
    assert "AlbumsQuery.Data.Album.title: String" in hover.contents.value


@pytest.mark.asyncio
async def test_a_schema_that_changes_on_disk(client: LanguageClient, folder: pathlib.Path) -> None:
    document = Document(client, folder / "Albums.graphql")
    await document.expect()
    schema = folder / "schema.graphqls"
    schema.write_text(schema.read_text().replace("title: String!", "name: String!"))
    # No file watcher says so.
    await document.expect("unknown-field")
