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


KNOWN: list[KnownFault] = []
