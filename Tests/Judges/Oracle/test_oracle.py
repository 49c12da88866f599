"""The oracle's own tests, on the sample APIs: `python -m unittest` in this folder."""
import copy
import hashlib
import os
import pathlib
import random
import unittest
from unittest import mock

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
    validate_schema,
    visit,
)

from oracle import compare, corpus, documents, faults, javascript, reachable, responses, spelling, values
from oracle.deferring import DEFINITIONS, Deferring
from oracle.driver import DriverError
from oracle.future import ENUM_VALUE, is_later, later_schema, object_definition
from oracle.parts import Delivery, Labels, PartialComparison, State, Undirected
from oracle.selections import Selections

SAMPLES = pathlib.Path(__file__).resolve().parents[3] / ".graphql-samples"


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
                response = None
                while response is None:
                    variables = values.variables(rng, known, operation, nulls=False)
                    response = responses.response(later, document, operation, variables, rng, 200)
                yield Selections(later, document, operation, variables), response.data, rng


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

    def test_a_fragment_that_is_a_property_is_there_exactly_where_it_applies(self):
        schema = build_schema("type Query { event: Event } type Event { mother: Animal! } type Animal { id: ID!, home: ID }")
        document = parse("""
            query Q($no: Boolean!) { event { mother { id } ...Part @skip(if: $no) } }
            fragment Part on Event { mother { home } }
            """)
        data = {"event": {"mother": {"id": "1", "home": "2"}}}

        def count(is_skipped: bool, **members):
            selections = Selections(schema, document, document.definitions[0], {"no": is_skipped})
            encoded = {"event": {"mother": {"id": "1"}} | {"..." + name: value for name, value in members.items()}}
            return len(compare.differences(selections, data, encoded))

        part = {"mother": {"home": "2"}}
        self.assertEqual((count(False, Part=part), count(True, Part=None)), (0, 0))
        self.assertEqual((count(False, Part=None), count(True, Part=part)), (1, 1))
        self.assertEqual((count(False, Part={}), count(False, Part={"mother": {}}), count(False, Part="pending")), (1, 1, 1))
        self.assertEqual(count(False, Part={"mother": {"home": "2", "id": "1"}}), 1)
        self.assertEqual((count(False, Other=None, Part=part), count(False, Other=part, Part=part)), (0, 1))
        # Without a property what it selects is missing.
        self.assertEqual((count(False), count(True)), (1, 0))

    def test_a_null_stays_and_a_field_that_variables_leave_out_may_be_null(self):
        schema = build_schema("type Query { event: Event } type Event { name: String, home: ID }")
        document = parse("query Q($no: Boolean!) { event { name home @skip(if: $no) } }")

        def count(is_skipped, original, **encoded):
            selections = Selections(schema, document, document.definitions[0], {"no": is_skipped})
            return len(compare.differences(selections, {"event": original}, {"event": encoded}))

        null = {"name": None, "home": None}
        self.assertEqual((count(False, null, name=None), count(False, null, name=None, home=None)), (1, 0))
        self.assertEqual((count(False, null, home=None), count(False, null | {"home": "1"}, name=None)), (1, 1))
        left_out = {"name": None}
        self.assertEqual((count(True, left_out, name=None), count(True, left_out, name=None, home=None)), (0, 0))
        self.assertEqual(count(True, left_out, name=None, home="1"), 1)

    def test_a_type_may_have_what_a_certain_property_selects(self):
        schema = build_schema("type Query { a: Int, b: Int }")
        for directive, expected in [("", (0, 0, 1)), ("@include(if: $yes)", (1, 0, 1))]:
            document = parse(f"query Q($yes: Boolean!) {{ a ...Part {directive} }} fragment Part on Query {{ b }}")
            selections = Selections(schema, document, document.definitions[0], {"yes": True})
            encoded = [{"a": 1, "b": 2, "...Part": {"b": 2}}, {"a": 1, "...Part": {"b": 2}}, {"a": 1, "b": 2, "...Part": {}}]
            counts = tuple(min(1, len(compare.differences(selections, {"a": 1, "b": 2}, e))) for e in encoded)
            self.assertEqual(counts, expected)

    def test_a_type_may_have_what_a_property_within_a_property_selects(self):
        schema = build_schema("type Query { a: Int, b: Int }")
        document = parse("{ ...Outer } fragment Outer on Query { ...Inner b } fragment Inner on Query { a }")
        selections = Selections(schema, document, document.definitions[0], {})
        inner = {"a": 1}
        encoded = {"a": 1, "b": 2, "...Inner": inner, "...Outer": {"b": 2, "...Inner": inner}}
        self.assertEqual(compare.differences(selections, {"a": 1, "b": 2}, encoded), [])
        encoded["a"] = 3
        self.assertNotEqual(compare.differences(selections, {"a": 1, "b": 2}, encoded), [])

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

    def test_a_later_type_has_the_narrowest_of_what_its_interfaces_declare(self):
        known = build_schema("""
            interface Wide { link(first: Int): [Any!]  title: String }
            interface Narrow implements Wide { link(first: Int, after: ID): [One!]  title: String! }
            type One implements Wide & Narrow { link(first: Int, after: ID): [One!]  title: String! }
            type Two implements Wide { link(first: Int): [Any!]  title: String }
            union Any = One | Two
            interface Number { link: Int }
            type Seven implements Number { link: Int }
            type Query { wide: Wide  narrow: Narrow  number: Number }
            """)
        later = later_schema(known)
        self.assertEqual(validate_schema(later), [])
        self.assertEqual(str(later.type_map["ZzLaterNarrow"].fields["link"].type), "[One!]")
        self.assertEqual(str(later.type_map["ZzLaterWide"].fields["link"].type), "[Any!]")
        self.assertEqual(object_definition(known, "Both", [known.type_map["Wide"], known.type_map["Number"]]), "")

    def test_the_later_types_of_the_samples_are_valid(self):
        for name in ("music", "zoo", "forge"):
            self.assertEqual(validate_schema(sample(name)[1]), [], name)

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
        self.assertEqual(self.document_problems("{animals{name ...on Mammal{__isMammal:__typename}...on Mammal{fur}}}"), [])

    def test_another_meaning_is_found(self):
        for text in (
            "{animals{name ...on Mammal{fur id}}}",
            "{animals{name ...on Mammal{coat:fur}}}",
            "{animals(first:1){name ...on Mammal{fur}}}",
            "{animals{__typename @skip(if:false) name ...on Mammal{fur}}}",
            "{animals{name __more:__typename ...on Mammal{fur}}}",
            "{animals{name ...on Mammal @skip(if:false){__isMammal:__typename}...on Mammal{fur}}}",
        ):
            self.assertEqual(len(self.document_problems(text)), 1, text)

    def test_an_invalid_document_or_identifier_is_found(self):
        self.assertIn("the document is invalid", self.document_problems("{animals{name ...on Mammal{furs}}}")[0])
        self.assertIn("is not GraphQL", self.document_problems("{animals{")[0])
        self.assertIn("SHA-256", self.document_problems("{animals{name ...on Mammal{fur}}}", "00")[0])

    def test_graphql_js_without_node_is_an_error_that_says_what_to_do(self):
        with mock.patch.dict(os.environ, {"PATH": ""}), self.assertRaisesRegex(DriverError, "install Node.js"):
            javascript.differences(pathlib.Path(), {}, [])

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
        self.assertEqual(last.merged, [(("a",), "A")])
        self.assertEqual(
            older["incremental"],
            [
                {"path": ["a"], "label": "A", "data": {"y": 2}},
                {"path": ["list", 1], "items": [2, 3]},
                {"path": [], "data": None, "errors": [error]},
            ],
        )

    def test_a_part_in_pieces_gets_its_label_with_the_last_one(self):
        delivery = Delivery()
        part = {"id": "0", "path": [], "label": "A"}
        delivery.take({"data": {"a": {"x": 1}}, "pending": [part], "hasNext": True})
        pieces = [{"id": "0", "data": {"b": 1}}, {"id": "0", "subPath": ["a"], "data": {"y": 2}}]
        middle, older = delivery.take({"incremental": pieces, "hasNext": True})
        self.assertEqual(older["incremental"], [{"path": [], "data": {"b": 1}}, {"path": ["a"], "data": {"y": 2}}])
        self.assertEqual(middle.merged, [])
        last, older = delivery.take({"completed": [{"id": "0"}], "hasNext": False})
        self.assertEqual(older["incremental"], [{"path": [], "label": "A", "data": {}}])
        self.assertEqual((last.data, last.merged), ({"a": {"x": 1, "y": 2}, "b": 1}, [((), "A")]))

    def test_a_part_in_another_state_is_found(self):
        schema = build_schema("type Query { a: Int, b: Int, c: Int }" + DEFINITIONS, assume_valid=True)
        document = parse("""
            query Q($no: Boolean!) { a ...Card @defer(label: "later") ... @skip(if: $no) @defer(label: "rest") { c } }
            fragment Card on Query { b }
            """)
        labels = Labels()
        visit(document, labels)
        self.assertEqual((labels.keys, labels.problems), ({"later": "...Card@defer", "rest": "...@rest"}, []))
        selections = Selections(schema, document, document.definitions[0], {"no": True})
        error = {"message": "no", "path": ["b"]}

        def differences(data, card, announces=True, rest=None, **parts):
            state = State(data, [], False, parts.get("failed", []), parts.get("pending", []), parts.get("merged", []))
            comparison = PartialComparison(selections, state, labels.keys, announces)
            encoded = {"a": 1, "...Card@defer": card, "...@rest": rest}
            comparison.object(data, encoded, selections.root_type, selections.root, (), None)
            return len(comparison.found)

        early, late, card, part = {"a": 1}, {"a": 1, "b": 2}, {"b": 2}, ((), "later")
        self.assertEqual(differences(early, "pending", pending=[part]), 0)
        self.assertEqual(differences(late, card, merged=[part]), 0)
        self.assertEqual(differences(early, [error], failed=[(*part, [error])]), 0)
        # Nothing was said of it: it is there if its members are.
        self.assertEqual((differences(early, "pending"), differences(late, card)), (0, 0))
        self.assertEqual(differences(late, card, announces=False, pending=[part]), 0)
        self.assertEqual((differences(early, card), differences(late, "pending")), (1, 1))
        # The format that announces leaves no doubt.
        self.assertEqual(differences(late, card, pending=[part]), 1)
        self.assertEqual(differences(late, "pending", merged=[part]), 1)
        self.assertEqual(differences(late, {"b": 3}, merged=[part]), 1)
        self.assertEqual(differences(late, {}, merged=[part]), 1)
        self.assertEqual(differences(late, None, merged=[part]), 1)
        self.assertEqual(differences(early, "pending", failed=[(*part, [error])]), 1)
        self.assertEqual(differences(early, [error], pending=[part]), 2)
        self.assertEqual(differences(early, [error | {"message": "yes"}], failed=[(*part, [error])]), 1)
        # Of one whose condition is false there is no state.
        self.assertEqual(differences(early, "pending", rest="pending", pending=[part]), 1)

    def test_a_part_is_told_by_its_path(self):
        schema = build_schema("type Query { list: [A!] } type A { x: Int, b: Int }" + DEFINITIONS, assume_valid=True)
        document = parse('{ list { x ... @defer(label: "later") { b } } }')
        selections = Selections(schema, document, document.definitions[0], {})
        data = {"list": [{"x": 1, "b": 2}, {"x": 1}]}
        state = State(data, [], False, [], [(("list", 1), "later")], [(("list", 0), "later")])

        def count(one, two):
            comparison = PartialComparison(selections, state, {"later": "...@later"}, True)
            encoded = {"list": [{"x": 1, "...@later": one}, {"x": 1, "...@later": two}]}
            comparison.object(data, encoded, selections.root_type, selections.root, (), None)
            return len(comparison.found)

        self.assertEqual(count({"b": 2}, "pending"), 0)
        self.assertEqual(count("pending", {"b": 2}), 2)

    def test_a_fragment_that_a_case_has_is_a_property_of_the_enum(self):
        document = parse("query Q { n { ...G } } fragment G on N { a ...H } fragment H on N { a }")
        text = """
struct QQuery: GraphQLQuery {
  struct Data: GraphQLObject, GFragment_OfAQueryWhoseProtocols,
    HFragment_DoNotFitInOneLine
  {
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
