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
    operation = next(
        (d for d in source.definitions if isinstance(d, OperationDefinitionNode) and d.name and d.name.value == name), None
    )
    if operation is None:
        return found  # An anonymous operation got its name from its file.
    written = plain(reached(source, operation))
    if (meant := plain(sent)) != written:
        found.append(f"the document was {written!r} and became {meant!r}")
    return found


def plain(document: DocumentNode) -> list[str]:
    """The definitions without what the compiler may add or drop, in an order of their own."""
    stripped = visit(document, Plain())
    return sorted(" ".join(print_ast(d).split()) for d in stripped.definitions)


class Plain(Visitor):
    """Takes away `__typename`, markers and descriptions, and what form a string was written in: values are compared."""

    def enter_string_value(self, node, *_):
        return dataclasses.replace(node, block=False) if node.block else None

    def enter_field(self, node: FieldNode, *_):
        alias = node.alias.value if node.alias else "__"
        return REMOVE if node.name.value == "__typename" and alias.startswith("__") else None

    def leave_inline_fragment(self, node: InlineFragmentNode, *_):
        # A marker under a condition comes with an inline fragment of its own.
        if not node.selection_set.selections:
            return REMOVE
        # So does the marker of a fragment that is deferred, around its spread, and with a label.
        spread = node.selection_set.selections[0]
        if is_deferred(node) and len(node.selection_set.selections) == 1 and isinstance(spread, FragmentSpreadNode):
            if not spread.directives:
                return dataclasses.replace(spread, directives=tuple(map(unlabelled, node.directives or ())))
        return None

    def leave_directive(self, node: DirectiveNode, *_):
        ordered = tuple(sorted(node.arguments or (), key=lambda argument: argument.name.value))
        return dataclasses.replace(node, arguments=ordered) if node.name.value in ("defer", "stream") else None

    def leave_fragment_spread(self, node: FragmentSpreadNode, *_):
        return dataclasses.replace(node, directives=tuple(map(unlabelled, node.directives or ()))) if is_deferred(node) else None

    def enter_operation_definition(self, node, *_):
        return dataclasses.replace(node, description=None)

    def enter_fragment_definition(self, node, *_):
        return dataclasses.replace(node, description=None)

    def enter_variable_definition(self, node, *_):
        return dataclasses.replace(node, description=None)


def is_deferred(node) -> bool:
    return any(directive.name.value == "defer" for directive in node.directives or ())


def unlabelled(directive: DirectiveNode) -> DirectiveNode:
    if directive.name.value != "defer":
        return directive
    return dataclasses.replace(directive, arguments=tuple(a for a in directive.arguments or () if a.name.value != "label"))


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
