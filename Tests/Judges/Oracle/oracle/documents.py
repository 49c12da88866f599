"""Whether the text that is sent is valid, and means what was written."""
from __future__ import annotations

import dataclasses
import hashlib

from graphql import (
    REMOVE,
    DirectiveNode,
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLError,
    GraphQLSchema,
    InlineFragmentNode,
    Node,
    OperationDefinitionNode,
    Visitor,
    parse,
    print_ast,
    validate,
    visit,
)


def problems(schema: GraphQLSchema, source: DocumentNode, name: str, text: str, identifier: str) -> list[str]:
    """What is wrong with an operation as it is sent. `source` holds all documents of the corpus."""
    found = []
    if hashlib.sha256(text.encode()).hexdigest() != identifier:
        found.append("the identifier is not the SHA-256 of the document")
    try:
        sent = parse(text)
    except GraphQLError as error:
        return [*found, f"the document is not GraphQL: {error.message}"]
    found += [f"the document is invalid: {error.message}" for error in validate(schema, sent)]
    return found + changes(source, name, sent)


def changes(source: DocumentNode, name: str, sent: DocumentNode) -> list[str]:
    """What an operation says as it is sent that was not written, or the other way round."""
    operation = next(
        (d for d in source.definitions if isinstance(d, OperationDefinitionNode) and d.name and d.name.value == name), None
    )
    if operation is None:
        return []  # An anonymous operation got its name from its file.
    written = plain(reached(source, operation))
    meant = plain(sent)
    return [] if meant == written else [f"the document was {written!r} and became {meant!r}"]


def plain(document: DocumentNode) -> list[str]:
    """The definitions without what the compiler may add or drop, in an order of their own."""
    stripped = visit(document, Plain())
    return sorted(" ".join(print_ast(d).split()) for d in stripped.definitions)


class Plain(Visitor):
    """Takes away what the compiler may add without a cache: `__typename`, markers of types, and labels of `@defer`. Also descriptions, which it
    drops, and the form of strings: their values are compared."""

    def enter_string_value(self, node, *_):
        return dataclasses.replace(node, block=False) if node.block else None

    def enter_field(self, node: FieldNode, *_):
        alias = node.alias.value if node.alias else None
        is_added = node.name.value == "__typename" and (alias is None or alias.startswith("__is"))
        return REMOVE if is_added and not node.directives else None

    def leave_inline_fragment(self, node: InlineFragmentNode, *_):
        # A marker comes with an inline fragment of its own, which asks for the type.
        if not node.selection_set.selections and not node.directives:
            return REMOVE
        return None

    def leave_directive(self, node: DirectiveNode, *_):
        if node.name.value != "defer":
            return None
        return dataclasses.replace(node, arguments=tuple(a for a in node.arguments or () if a.name.value != "label"))

    def enter_operation_definition(self, node, *_):
        return dataclasses.replace(node, description=None)

    def enter_fragment_definition(self, node, *_):
        return dataclasses.replace(node, description=None)

    def enter_variable_definition(self, node, *_):
        return dataclasses.replace(node, description=None)


def reached(source: DocumentNode, operation: OperationDefinitionNode) -> DocumentNode:
    """An operation with the fragments that it needs."""
    fragments = {d.name.value: d for d in source.definitions if isinstance(d, FragmentDefinitionNode)}
    needed: dict[str, FragmentDefinitionNode] = {}
    waiting: list[Node] = [operation]
    while waiting:
        spreads = Spreads()
        visit(waiting.pop(), spreads)
        for name in spreads.names - needed.keys():
            needed[name] = fragments[name]
            waiting.append(fragments[name])
    return DocumentNode(definitions=(operation, *needed.values()))


class Spreads(Visitor):
    def __init__(self):
        super().__init__()
        self.names: set[str] = set()

    def enter_fragment_spread(self, node: FragmentSpreadNode, *_):
        self.names.add(node.name.value)
