"""A schema and the documents that go with it."""
from __future__ import annotations

import json
import pathlib
from dataclasses import dataclass, field

from graphql import (
    DocumentNode,
    GraphQLError,
    GraphQLSchema,
    LoneAnonymousOperationRule,
    NoUnusedFragmentsRule,
    OperationDefinitionNode,
    Source,
    build_client_schema,
    build_schema,
    parse,
    specified_rules,
    validate,
    validate_schema,
)

# A shared fragment need not be used, and an anonymous operation is named after its file.
RULES = [rule for rule in specified_rules if rule not in (NoUnusedFragmentsRule, LoneAnonymousOperationRule)]


def read_schema(path: pathlib.Path) -> GraphQLSchema:
    text = path.read_text()
    if path.suffix == ".json":
        introspection = json.loads(text)
        return build_client_schema(introspection.get("data", introspection), assume_valid=True)
    return build_schema(text, assume_valid=True)


def is_invalid(schema: GraphQLSchema) -> bool:
    """Whether the reference finds fault with a schema; `read_schema` does not ask."""
    return bool(validate_schema(GraphQLSchema(**{**schema.to_kwargs(), "assume_valid": False})))


@dataclass
class Corpus:
    """The documents that are valid together; the rest with what is wrong."""

    valid: list[pathlib.Path] = field(default_factory=list)
    invalid: dict[pathlib.Path, str] = field(default_factory=dict)
    together: DocumentNode = DocumentNode(definitions=())

    @property
    def operations(self) -> int:
        return sum(isinstance(d, OperationDefinitionNode) for d in self.together.definitions)


def read_corpus(schema: GraphQLSchema, paths: list[pathlib.Path]) -> Corpus:
    """Leaves out invalid documents until those that remain are valid as one set."""
    corpus = Corpus()
    documents: dict[pathlib.Path, DocumentNode] = {}
    for path in files(paths):
        try:
            documents[path] = parse(Source(path.read_text(), str(path)))
        except GraphQLError as error:
            corpus.invalid[path] = error.message
            continue
        for error in validate(schema, documents[path], [LoneAnonymousOperationRule]):
            corpus.invalid[path] = error.message
            documents.pop(path, None)
    while True:
        together = DocumentNode(definitions=tuple(d for document in documents.values() for d in document.definitions))
        wrong = {}
        for error in validate(schema, together, RULES, max_errors=10_000):
            # Of two definitions with one name the second one is at fault.
            wrong[pathlib.Path(error.nodes[-1].loc.source.name)] = error.message
        for path, message in wrong.items():
            corpus.invalid[path] = message
            del documents[path]
        if not wrong:
            break
    corpus.valid = list(documents)
    corpus.together = together
    return corpus


def files(paths: list[pathlib.Path]) -> list[pathlib.Path]:
    """The documents below folders, and the files that are named."""
    found = []
    for path in paths:
        found += sorted(path.rglob("*.graphql")) if path.is_dir() else [path]
    return [p for p in found if not p.name.startswith("schema")]
