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
    print_ast,
    validate,
    visit,
)

from oracle import compare, corpus, documents, faults, reachable, responses, spelling, values
from oracle.deferring import DEFINITIONS, Deferring
from oracle.future import ENUM_VALUE, is_later, later_schema
from oracle.parts import Delivery, Labels, PartialComparison, State, Undirected
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

    def test_a_fragment_under_a_condition_does_not_know_of_it(self):
        schema = build_schema("type Query { event: Event } type Event { mother: Animal! } type Animal { id: ID!, home: ID }")
        below = "{ mother { id } mother @skip(if: $no) { home } }"
        data = {"event": {"mother": {"id": "1", "home": None}}}
        encoded = {"event": {"mother": {"id": "1"}}}
        for selections, count in [
            (f"{{ ... @skip(if: $no) {below} }}", 1),
            ("{ ...Part @skip(if: $no) }", 0),
            ("{ ... @skip(if: $no) { ...Part } }", 0),
            ("{ ...Part @skip(if: $no) ... @skip(if: $no) { mother { home } } }", 1),
        ]:
            document = parse(f"query Q($no: Boolean!) {{ event {selections} }} fragment Part on Event {below}")
            operation = document.definitions[0]
            found = compare.differences(Selections(schema, document, operation, {"no": False}), data, encoded)
            self.assertEqual(len(found), count, selections)

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

    def test_documents_stay_valid_when_parts_are_deferred(self):
        deferred = streamed = 0
        for name in ("music", "zoo", "forge"):
            folder = SAMPLES / name
            schema = build_schema((folder / "schema.graphqls").read_text() + DEFINITIONS)
            parsed = [parse(path.read_text()) for path in corpus.files([folder])]
            for seed in range(5):
                changed = Deferring(schema, parsed, random.Random(seed)).together
                self.assertEqual([error.message for error in validate(schema, changed, corpus.RULES)], [])
                text = print_ast(changed)
                deferred += text.count("@defer")
                streamed += text.count("@stream")
                again = Deferring(schema, parsed, random.Random(seed)).together
                self.assertEqual(text, print_ast(again))
                self.assertNotIn("@defer", print_ast(visit(changed, Undirected())))
        self.assertGreater(deferred, 300)
        self.assertGreater(streamed, 10)

    def test_payloads_make_states_and_are_said_in_the_older_format(self):
        delivery = Delivery()
        first, _ = delivery.take(
            {
                "data": {"a": {"x": 1}, "list": [1]},
                "pending": [{"id": "0", "path": ["a"], "label": "A"}, {"id": "1", "path": ["list"]}, {"id": "2", "path": []}],
                "hasNext": True,
            }
        )
        error = {"message": "no", "path": ["b"]}
        last, older = delivery.take(
            {
                "incremental": [{"id": "0", "data": {"y": 2}}, {"id": "1", "items": [2, 3]}],
                "completed": [{"id": "0"}, {"id": "1"}, {"id": "2", "errors": [error]}],
                "hasNext": False,
            }
        )
        self.assertEqual(first.data, {"a": {"x": 1}, "list": [1]})
        self.assertEqual((first.is_complete, len(first.pending)), (False, 3))
        self.assertEqual(last.data, {"a": {"x": 1, "y": 2}, "list": [1, 2, 3]})
        self.assertEqual((last.is_complete, last.pending, last.failed), (True, [], [((), None, [error])]))
        self.assertEqual(
            older["incremental"],
            [
                {"path": ["a"], "label": "A", "data": {"y": 2}},
                {"path": ["list", 1], "items": [2, 3]},
                {"path": [], "data": None, "errors": [error]},
            ],
        )

    def test_a_part_that_is_lost_or_told_too_early_is_found(self):
        schema = build_schema("type Query { a: Int, b: Int }" + DEFINITIONS, assume_valid=True)
        document = parse('query Q { a ... @defer(label: "later") { __label_later: __typename b } }')
        labels = Labels()
        visit(document, labels)
        self.assertEqual((labels.markers, labels.problems), ({"later": "__label_later"}, []))
        whole = visit(document, Undirected())
        selections = Selections(schema, whole, whole.definitions[0], {})
        error = {"message": "no", "path": ["b"]}

        def differences(data, encoded, failed=()):
            state = State(data, [], False, list(failed), [])
            comparison = PartialComparison(selections, state, labels.markers)
            comparison.object(data, encoded, selections.root_type, selections.root, (), None)
            return comparison.found

        early, late = {"a": 1}, {"a": 1, "__label_later": "Query", "b": 2}
        read = {"a": 1, "__label_later": True, "b": 2}
        failed = [((), "later", [error])]
        self.assertEqual(differences(early, early), [])
        self.assertEqual(differences(late, read), [])
        self.assertEqual(differences({"a": None}, {"a": None, "__no_a": True}), [])
        self.assertEqual(differences({"a": None}, {"__no_a": True}), [])
        self.assertEqual(differences({"a": None}, {"__no_a.__part_Part": True}), [])
        self.assertTrue(differences({"a": None}, {"__no_ab": True}))
        self.assertTrue(differences({"a": None}, {}))
        self.assertEqual(differences(early, early | {"__failed_later": [error]}, failed), [])
        self.assertTrue(differences(late, early))
        self.assertTrue(differences(late, read | {"b": 3}))
        self.assertTrue(differences(early, early | {"__label_later": True}))
        self.assertTrue(differences(early, early, failed))
        self.assertTrue(differences(early, early | {"__failed_later": [error]}))
        self.assertTrue(differences(early, early | {"__failed_later": [error | {"message": "yes"}]}, failed))

    def test_a_part_has_pieces_until_it_ends(self):
        def has_pieces(data, *pending):
            return State(data, [], False, [], list(pending)).has_pieces({"later": "__label_later"})

        part = (("a", 0), "later")
        self.assertTrue(has_pieces({"a": [{"__label_later": "A"}]}, part))
        self.assertFalse(has_pieces({"a": [{"__label_later": "A"}]}))
        self.assertFalse(has_pieces({"a": [{"x": 1}]}, part))
        self.assertFalse(has_pieces({"a": None}, part))
        self.assertFalse(has_pieces({"a": []}, (("a",), None)))

    def test_a_fragment_that_a_case_has_is_a_property_of_the_enum(self):
        document = parse("query Q { n { ...G } } fragment G on N { a ...H } fragment H on N { a }")
        text = """
struct QQuery: GraphQLQuery {
  struct Data: GraphQLObject {
    enum N: GraphQLObject {
      case b(B)
      case other(Other)

      struct B: GraphQLObject {
        let g: GData?
        let h: HData?
      }
    }
  }
}

extension QQuery.Data.N {
  var g: GData? { GETTER }
}
"""
        def problems(getter):
            return list(reachable.problems(text.replace("GETTER", getter), document))

        self.assertEqual(problems("if case .b(let value) = self { value.g } else { nil }"), [])
        self.assertEqual(problems("switch self { case .b(let value): value.g case .other: nil }"), [])
        self.assertEqual(
            problems("if case .other(let value) = self { GData(value) } else { nil }"),
            ["QQuery.Data.N has no property for g of its case b"],
        )


if __name__ == "__main__":
    unittest.main()
