"""Known faults of the compiler, by the kind of difference; each with a document in which it shows.

A run excuses differences of these kinds and counts them. It also compiles the documents: one that shows no such difference any more is
an error, so the list can only shrink.
"""
from __future__ import annotations

from dataclasses import dataclass

SCHEMA = """
type Query { animals: [Animal] animal: Animal }
interface Animal { name: String }
interface Pet { owner: String }
type Cat implements Animal & Pet { name: String owner: String lives: Int }
type Dog implements Animal & Pet { name: String owner: String }
type Fish implements Animal { name: String }
"""


@dataclass(frozen=True)
class KnownFault:
    kind: str
    why: str
    document: str
    variables: dict[str, bool]
    # The data of a response to the document as it is sent.
    data: dict


KNOWN = [
    KnownFault(
        "property of cases",
        "a fragment that only some cases have as a property has no accessor on the enumeration",
        "query Known0($x: Boolean!) { animal { name ... on Cat { lives ...Known0Part @include(if: $x) } } } fragment Known0Part on Cat { owner }",
        {"x": True},
        {"__if_x": "Query", "animal": {"__typename": "Cat", "name": "Tom", "lives": 7, "owner": "Ann"}},
    ),
    KnownFault(
        "property of cases",
        "the accessor of a fragment answers nil for cases that have it as a property, where another case conforms to it",
        "query Known1($x: Boolean!) { animal { ...Known1Part @include(if: $x) ... on Cat { ...Known1Part } } } fragment Known1Part on Animal { name }",
        {"x": True},
        {"__if_x": "Query", "animal": {"__typename": "Dog", "name": "Rex"}},
    ),
]
