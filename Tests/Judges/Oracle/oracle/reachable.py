"""Whether an enum answers for each fragment that one of its cases has as a property, by the text that was generated."""
from __future__ import annotations

import re
from collections.abc import Iterator

from graphql import DocumentNode, FragmentDefinitionNode, FragmentSpreadNode, Visitor, visit

#: The first line of a declaration, which may go on in the next.
TYPE = re.compile(r"^( *)(?:\w+ )*(struct|enum|extension) ([\w.`]+)(?:[:< ]|$)")
CASE = re.compile(r"^ *case (`?\w+`?)\((\w+)\)$")
FRAGMENT = re.compile(r"^ *(?:\w+ )?let (`?\w+`?): (?:GraphQLDeferred<)?(?:[\w.]+\.)?(\w+)Data>?\??$")


class _Spreads(Visitor):
    def __init__(self):
        super().__init__()
        self.names: set[str] = set()

    def enter_fragment_spread(self, node: FragmentSpreadNode, *_):
        self.names.add(_capitalized(node.name.value))


def _capitalized(name: str) -> str:
    return name[:1].upper() + name[1:]


def _spreads(document: DocumentNode) -> dict[str, set[str]]:
    """The fragments that each definition spreads itself, by how the names of its types begin."""
    found: dict[str, set[str]] = {}
    for definition in document.definitions:
        if getattr(definition, "name", None) is None:
            continue
        spreads = _Spreads()
        visit(definition, spreads)
        name = _capitalized(definition.name.value)
        is_fragment = isinstance(definition, FragmentDefinitionNode)
        for suffix in ["Data"] if is_fragment else ["Query", "Mutation", "Subscription", ""]:
            found[name + suffix] = spreads.names
    return found


def problems(text: str, document: DocumentNode) -> Iterator[str]:
    """The properties of cases for fragments that their enum has no property for.

    A fragment that only another fragment spreads is reached through that one.
    """
    cases: dict[str, dict[str, str]] = {}
    fragments: dict[str, list[tuple[str, str]]] = {}
    bodies: dict[str, list[str]] = {}
    scopes: list[tuple[int, str]] = []
    for line in text.splitlines():
        if line.strip() in ("", "{"):
            continue
        indent = len(line) - len(line.lstrip())
        while scopes and indent <= scopes[-1][0]:
            scopes.pop()
        if match := TYPE.match(line):
            scopes.append((indent, (scopes[-1][1] + "." if scopes else "") + match[3]))
            continue
        if not scopes:
            continue
        path = scopes[-1][1]
        bodies.setdefault(path, []).append(line.strip())
        if match := CASE.match(line):
            cases.setdefault(path, {})[match[1]] = match[2]
        elif match := FRAGMENT.match(line):
            fragments.setdefault(path, []).append((match[1], match[2]))
    spreads = _spreads(document)
    for path, payloads in cases.items():
        own = spreads.get(path.split(".")[0], set())
        body = " ".join(bodies[path])
        for name, payload in payloads.items():
            for member, fragment in fragments.get(f"{path}.{payload}", []):
                if fragment not in own:
                    continue
                if not re.search(rf"\.{re.escape(name)}\(let value\)(?:| = self \{{):? value\.{re.escape(member)}\b", body):
                    yield f"{path} has no property for {member} of its case {name}"
