"""The oracle's own tests, on the sample APIs: `python -m unittest` in this folder."""
import copy
import hashlib
import pathlib
import random
import unittest

from graphql import (
    DocumentNode,
    FieldNode,
    NameNode,
    OperationDefinitionNode,
    SelectionSetNode,
    Visitor,
    build_schema,
    parse,
    visit,
)

from oracle import compare, documents, faults, responses, spelling, values
from oracle.future import ENUM_VALUE, is_later, later_schema
from oracle.selections import Selections

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / ".graphql-samples"


class AddTypename(Visitor):
    """What the compiler adds to a document before it is sent, and more of it."""

    def leave_selection_set(self, node, _key, _parent, _path, ancestors):
        if isinstance(ancestors[-1], OperationDefinitionNode):
            return None
        typename = FieldNode(name=NameNode(value="__typename"), arguments=(), directives=())
        return SelectionSetNode(selections=(typename, *node.selections))


def sample(name: str):
    folder = SAMPLES / name
    known = build_schema((folder / "schema.graphqls").read_text())
    definitions = [d for p in sorted(folder.rglob("*.graphql")) for d in parse(p.read_text()).definitions]
    document = visit(DocumentNode(definitions=tuple(definitions)), AddTypename())
    operations = [d for d in document.definitions if isinstance(d, OperationDefinitionNode)]
    return known, later_schema(known), document, operations


def cases(count: int):
    """Operations of all samples with a random response each."""
    for name in ("music", "zoo", "forge"):
        known, later, document, operations = sample(name)
        for operation in operations:
            for number in range(count):
                rng = random.Random(f"{name} {operation.name.value} {number}")
                data = None
                while data is None:
                    variables = values.variables(rng, known, operation, nulls=False)
                    data = responses.response(later, document, operation, variables, rng, 200)
                yield Selections(later, document, operation, variables), data, rng


class OracleTests(unittest.TestCase):
    def test_a_block_string_may_be_sent_as_an_ordinary_one(self):
        block = parse('{ find(text: """a "b"\n  c""") }')
        self.assertEqual(documents.plain(block), documents.plain(parse('{ find(text: "a \\"b\\"\\nc") }')))
        self.assertNotEqual(documents.plain(block), documents.plain(parse('{ find(text: "a b c") }')))

    def test_a_response_equals_itself_in_any_order(self):
        for selections, data, rng in cases(10):
            self.assertEqual(compare.differences(selections, data, spelling.shuffled(data, rng)), [])

    def test_an_integer_may_stand_for_an_identifier(self):
        respelled = 0
        for selections, data, rng in cases(20):
            spelled = spelling.respelled(selections, data, rng)
            respelled += spelled != data
            differences = compare.differences(selections, data, spelled)
            self.assertEqual(len(differences) > 0, spelled != data)
        self.assertGreater(respelled, 100)

    def test_a_change_of_known_data_is_found(self):
        changed = 0
        for selections, data, rng in cases(20):
            fault = faults.fault(selections, data, rng)
            if fault is None:
                continue
            changed += 1
            found = compare.differences(selections, data, fault.applied(data))
            self.assertTrue(found, f"{compare.show(fault.path)} = {fault.replacement}")
            self.assertTrue(any(line.startswith(compare.show(fault.path)) for line in found), found)
        self.assertGreater(changed, 500)

    def test_an_added_member_is_found(self):
        for selections, data, _ in cases(1):
            encoded = copy.deepcopy(data)
            encoded["added"] = 1
            self.assertEqual(len(compare.differences(selections, data, encoded)), 1)

    def test_the_future_is_drawn(self):
        seen = set()

        def look(value):
            if isinstance(value, dict):
                seen.add("later type" if is_later(value.get("__typename", "")) else "known type")
                for member in value.values():
                    look(member)
            elif isinstance(value, list):
                seen.add("list" if value else "empty list")
                for element in value:
                    look(element)
            elif value is None or value == ENUM_VALUE:
                seen.add("null" if value is None else "later enum value")

        for _, data, _ in cases(10):
            look(data)
        self.assertEqual(seen, {"later type", "known type", "list", "empty list", "null", "later enum value"})

    def test_a_seed_gives_the_same_responses(self):
        first = [data for _, data, _ in cases(2)]
        self.assertEqual(first, [data for _, data, _ in cases(2)])

    def test_instants_are_compared_as_such(self):
        self.assertEqual(compare.instant("2026-01-01T00:00:00.500Z"), compare.instant("2026-01-01T01:00:00.5+01:00"))
        self.assertNotEqual(compare.instant("2026-01-01T00:00:00Z"), compare.instant("2026-01-01T00:00:01Z"))

    def test_true_is_not_one(self):
        self.assertFalse(compare.same_json(True, 1))
        self.assertFalse(compare.same_json({"a": [0]}, {"a": [False]}))

    def test_added_typenames_and_markers_keep_the_meaning(self):
        self.assertEqual(self.document_problems("{animals{__typename name ...on Mammal{__isMammal:__typename fur}}}"), [])

    def test_another_meaning_is_found(self):
        for text in (
            "{animals{name ...on Mammal{fur id}}}",
            "{animals{name ...on Mammal{coat:fur}}}",
            "{animals(first:1){name ...on Mammal{fur}}}",
        ):
            self.assertEqual(len(self.document_problems(text)), 1, text)

    def test_an_invalid_document_or_identifier_is_found(self):
        self.assertIn("the document is invalid", self.document_problems("{animals{name ...on Mammal{furs}}}")[0])
        self.assertIn("is not GraphQL", self.document_problems("{animals{")[0])
        self.assertIn("SHA-256", self.document_problems("{animals{name ...on Mammal{fur}}}", "00")[0])

    def document_problems(self, text: str, identifier: str | None = None) -> list[str]:
        schema, *_ = sample("zoo")
        source = parse("query Q { animals { name ... on Mammal { fur } } }")
        text = f"query Q{text}"
        return documents.problems(schema, source, "Q", text, identifier or hashlib.sha256(text.encode()).hexdigest())


if __name__ == "__main__":
    unittest.main()
