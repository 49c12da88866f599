"""Responses to give to the driver, and what its answers must be."""
from __future__ import annotations

import json
import random
from collections.abc import Iterator

from graphql import GraphQLSchema, OperationDefinitionNode, parse

from . import compare, faults, responses, spelling, values
from .selections import Selections

# Random variables may not suit a document: null for a variable that has a default, where no null may stand. Nor may types of the
# future: what the document selects on every known type, they must have.
ATTEMPTS = 50


class NoVariables(Exception):
    """No random variables or types suited a document."""


class Case:
    """A response to one operation, perhaps with a fault in it."""

    def __init__(self, key: str, text: str, selections: Selections, response: responses.Response, fault: faults.Fault | None):
        self.key = key
        self.text = text
        self.selections = selections
        self.data = response.data
        self.source = response.source
        self.fault = fault

    def line(self, rng: random.Random) -> str:
        """The case as the driver reads it; the JSON of the data comes in random order and layout."""
        data = spelling.respelled(self.selections, self.data, rng)
        if self.fault:
            data = self.fault.applied(data)
        text = json.dumps(data, ensure_ascii=rng.random() < 0.5, indent=rng.choice([None, None, 1]))
        return json.dumps({"operation": self.key, "variables": json.dumps(self.selections.given), "data": text})

    def differences(self, outcome: dict) -> list[str]:
        """What is wrong with the driver's answer."""
        found = list(outcome["broken"])
        for way, suffix in (("directly", ""), ("JSONDecoder", "Codable")):
            result = outcome["codable" if suffix else "direct"]
            if self.fault:
                found += [f"{way}: {line}" for line in self.misplaced(result)]
            else:
                found += [f"{way}: {line}" for line in self.changed(result)]
                found += [f"{way}: variables {line}" for line in self.changed_variables(outcome["variables" + suffix])]
        return [f"{self.key}: {line}" for line in found]

    def changed(self, result: dict) -> list[str]:
        if "json" not in result:
            return [result["error"]]
        return compare.differences(self.selections, self.data, json.loads(result["json"]))

    def changed_variables(self, result: dict) -> list[str]:
        given = self.selections.given
        if "json" not in result:
            return [f"{given}: {result['error']}"]
        encoded = json.loads(result["json"])
        return [] if compare.same_variables(given, encoded) else [f"{given} became {encoded}"]

    def misplaced(self, result: dict) -> list[str]:
        expected = compare.show(self.fault.path)
        what = f"{expected} is {'missing' if self.fault.replacement is faults.MISSING else repr(self.fault.replacement)}"
        if "json" in result:
            return [f"{what}, and nothing was said"]
        return [] if result.get("path") == expected else [f"{what}, but the error is: {result['error']}"]


def cases(
    key: str, text: str, known: GraphQLSchema, later: GraphQLSchema, seed: int, responses_wanted: int, faults_wanted: int, size: int
) -> Iterator[Case]:
    """Random cases for an operation as it is sent."""
    document = parse(text)
    operation = next(d for d in document.definitions if isinstance(d, OperationDefinitionNode))
    for number in range(max(responses_wanted, faults_wanted)):
        rng = random.Random(f"{seed} {key} {number}")
        for _ in range(ATTEMPTS):
            variables = values.variables(rng, known, operation, nulls=rng.random() < 0.5)
            response = responses.response(later, document, operation, variables, rng, size)
            if response is not None:
                break
        else:
            raise NoVariables
        selections = Selections(later, document, operation, variables)
        if number < responses_wanted:
            yield Case(key, text, selections, response, None)
        if number < faults_wanted and (fault := faults.fault(selections, response.data, rng)):
            yield Case(key, text, selections, response, fault)
