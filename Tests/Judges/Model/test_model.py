"""Tests of the model without Swift: `.venv/bin/python -m unittest discover -s Tests/Judges/Model`."""
import random
import unittest

from graphql import build_schema, parse, validate_schema

from model.documents import DocumentMaker
from model.expectation import Expectation, WrongText
from model.package import readable_extensions
from model.schemas import SchemaMaker
from model.selections import Selections

SCHEMA = """
type Query { pet: Pet thing: Thing cat: Cat }
interface Pet { name: String! home: Home friend: Pet }
type Cat implements Pet { name: String! home: Home friend: Cat lives: Int }
type Dog implements Pet { name: String! home: Home friend: Pet barks: Boolean }
union Thing = Cat | Home
type Home { size: Int! owner: Pet }
"""
LATER = SCHEMA + "type Bird implements Pet { name: String! home: Home friend: Pet }"


def expected(document: str, data: dict, **values: bool) -> Expectation:
    parsed = parse(document)
    operation = next(d for d in parsed.definitions if d.kind == "operation_definition")
    return Expectation(Selections(build_schema(SCHEMA), build_schema(LATER), parsed, operation), values, data)


class ExpectationTests(unittest.TestCase):
    def node(self, expectation: Expectation, *path: str) -> dict:
        """The node of a member; an enum's case is `payload`, what answers for a condition or a fragment `.name`."""
        node = expectation.nodes[expectation.root]
        for step in path:
            if step == "payload":
                node = expectation.nodes[node["payload"]]
            elif step.startswith("."):
                node = expectation.nodes[next(a[2] for a in node["accessors"] if a[1] == step[1:])]
            else:
                node = expectation.nodes[next(m[1] for m in node["members"] if m[0] == step)]
        return node

    def names(self, node: dict) -> list[str]:
        return [m[0] for m in node["members"]]

    def test_a_case_has_what_its_type_conditions_select(self):
        document = "query Q { pet { name ... on Cat { lives } ... on Dog { barks } } }"
        made = expected(document, {"pet": {"__typename": "Cat", "name": "Tom", "lives": 7}})
        pet = self.node(made, "pet")
        self.assertEqual(self.names(pet), ["name"])
        self.assertEqual(self.names(self.node(made, "pet", "payload")), ["lives", "name"])
        self.assertEqual(self.node(made, "pet", ".asDog")["kind"], "nil")
        self.assertEqual(self.node(made, "pet", ".asCat", "lives")["text"], "i:7")

    def test_a_condition_that_only_spreads_what_a_variable_decides_about_has_no_accessor(self):
        data = {"pet": {"__typename": "Cat", "name": "Tom"}}
        for selected, accessors in [("...P", []), ("name ...P", ["asCat"])]:
            for pets in [f"pet @include(if: $x) {{ ... on Cat {{ {selected} }} }}", f"pet {{ ... on Cat @include(if: $x) {{ {selected} }} }}"]:
                text = f"query Q($x: Boolean!) {{ pet {{ name }} {pets} }} fragment P on Pet {{ name }}"
                made = self.node(expected(text, data, x=True), "pet")
                self.assertEqual([x[1] for x in made["accessors"] if x[0] == "condition"], accessors)

    def test_a_condition_that_spreads_what_others_have_as_well_has_no_accessor(self):
        data = {"pet": {"__typename": "Cat", "name": "Tom"}}
        for others, accessors in [("...P", []), ("name", ["asCat"]), ("... on Dog { ...P }", [])]:
            text = f"query Q {{ pet {{ name {others} ... on Cat {{ ...P }} }} }} fragment P on Pet {{ name }}"
            made = self.node(expected(text, data), "pet")
            self.assertEqual([x[1] for x in made["accessors"] if x[0] == "condition" and x[1] == "asCat"], accessors)

    def test_a_condition_that_selects_nothing_itself_has_no_accessor(self):
        data = {"thing": {"__typename": "Cat", "lives": 7}}
        for narrower in ["... on Cat { lives }", "...P"]:
            text = f"query Q {{ thing {{ ... on Pet {{ {narrower} }} ... on Cat {{ lives }} }} }} fragment P on Cat {{ lives }}"
            self.assertEqual([a[1] for a in self.node(expected(text, data), "thing")["accessors"] if a[0] == "condition"], ["asCat"])
        pets = self.node(expected("query Q { thing { ... on Pet { name } } }", {"thing": {"__typename": "Cat", "name": "Tom"}}), "thing")
        self.assertEqual([a[1] for a in pets["accessors"]], ["asPet"])

    def test_a_fragment_under_a_variable_may_be_optional_where_what_is_around_implies_it(self):
        text = "query Q($x: Boolean!) { cat @include(if: $x) { ...P @include(if: $x) ...N } } fragment P on Cat { lives } fragment N on Pet { name }"
        cat = self.node(expected(text, {"cat": {"lives": 7, "name": "Tom"}}, x=True), "cat")
        self.assertEqual({c[0]: c[3] for c in cat["conversions"]}, {"N": False, "P": True})

    def test_what_answers_for_a_condition_has_what_every_case_has_itself(self):
        document = """
        query Q($x: Boolean!) { thing @skip(if: $x) { ... on Pet { name } ...F @skip(if: $x) CAT } }
        fragment F on Pet { home { size } }
        """
        data = {"thing": {"__typename": "Cat", "name": "Tom", "home": {"size": 1}, "lives": 7}}
        for cat, names in [("... on Cat { ...F }", ["name"]), ("... on Cat { lives }", ["home", "name"])]:
            made = self.node(expected(document.replace("CAT", cat), data, x=False), "thing", ".asPet")
            self.assertEqual(self.names(made), names)

    def test_a_field_is_optional_where_a_variable_decides(self):
        document = "query Q($x: Boolean!) { pet { name @include(if: $x) home { size } home @skip(if: $x) { owner { name } } } }"
        data = {"pet": {"__typename": "Dog", "home": {"size": 2, "owner": None}}}
        made = expected(document, data, x=False)
        optional = {m[0]: m[2] for m in self.node(made, "pet")["members"]}
        self.assertEqual(optional, {"home": True, "name": True})
        home = self.node(made, "pet", "home")
        self.assertEqual({m[0]: m[2] for m in home["members"]}, {"owner": True, "size": False})
        self.assertEqual(self.node(made, "pet", "name")["kind"], "nil")

    def test_a_condition_that_the_field_around_implies_may_make_a_property_optional(self):
        for home, optional in [("home @include(if: $x)", None), ("home { owner { name } } home @include(if: $x)", True)]:
            document = f"query Q($x: Boolean!) {{ cat {{ {home} {{ size @include(if: $x) }} }} }}"
            made = expected(document, {"cat": {"home": {"size": 1, "owner": None}}}, x=True)
            self.assertIn(["size", optional], [m[:1] + [m[2]] for m in self.node(made, "cat", "home")["members"]])

    def test_a_name_is_not_certain_where_the_type_is_abstract_under_a_condition_alone(self):
        document = "query Q($x: Boolean!) { cat { friend { lives } ... on Pet COND { friend { name } } } }"
        for condition, name in [("@include(if: $x)", None), ("", "Cat")]:
            made = expected(document.replace("COND", condition), {"cat": {"friend": {"lives": 7, "name": "Tom"}}}, x=True)
            self.assertEqual(self.node(made, "cat", "friend").get("typename"), name)

    def test_a_fragment_that_two_variables_bring_always_is_followed(self):
        document = "query Q($x: Boolean!) { cat { ...P @include(if: $x) ...P @skip(if: $x) } } fragment P on Pet { name }"
        made = expected(document, {"cat": {"name": "Tom"}}, x=True)
        cat = self.node(made, "cat")
        self.assertEqual([c[0] for c in cat["conversions"]], ["P"])
        self.assertEqual(self.names(cat), ["name"])

    def test_a_fragment_under_a_variable_is_a_property(self):
        document = "query Q($x: Boolean!) { pet { name ...P @include(if: $x) } } fragment P on Pet { home { size } }"
        made = expected(document, {"pet": {"__typename": "Cat", "name": "Tom", "home": {"size": 3}}}, x=True)
        self.assertEqual(self.node(made, "pet", ".p", "home", "size")["text"], "i:3")
        absent = expected(document, {"pet": {"__typename": "Cat", "name": "Tom"}}, x=False)
        self.assertEqual(self.node(absent, "pet", ".p")["kind"], "nil")

    def test_a_later_type_has_what_all_types_have(self):
        document = "query Q { pet { name ... on Cat { lives } } }"
        made = expected(document, {"pet": {"__typename": "Bird", "name": "Tweety"}})
        self.assertEqual(self.names(self.node(made, "pet")), ["name"])
        self.assertEqual(self.node(made, "pet", ".asCat")["kind"], "nil")
        self.assertEqual(len(made.later_objects), 1)

    def test_a_later_type_may_fail_what_every_type_of_today_satisfies(self):
        schema = "type Query { a: A } interface A { id: ID } interface B { size: Int } type T implements A & B { id: ID size: Int }"
        later = build_schema(schema + " type U implements A { id: ID }")
        document = parse("{ a { ... on B { size } } }")
        selections = Selections(build_schema(schema), later, document, document.definitions[0])
        made = Expectation(selections, {}, {"a": {"__typename": "U"}})
        self.assertEqual(self.names(self.node(made, "a")), [])
        self.assertEqual(self.node(made, "a", ".asB")["kind"], "nil")

    def test_a_missing_member_is_a_wrong_text(self):
        with self.assertRaises(WrongText):
            expected("query Q { cat { name } }", {"cat": {}})


class GeneratorTests(unittest.TestCase):
    def test_schemas_and_documents_are_valid_and_repeat_by_seed(self):
        def made(seed: int):
            rng = random.Random(seed)
            schema = SchemaMaker(rng)
            documents = DocumentMaker(build_schema(schema.sdl()), rng, "T")
            return schema, documents.make(3, 3) + [documents.fragments_text()]

        for seed in range(3):
            schema, texts = made(seed)
            if validate_schema(build_schema(schema.sdl())):
                continue
            self.assertEqual(texts, made(seed)[1])


class PackageTests(unittest.TestCase):
    def test_properties_and_accessors_are_readable(self):
        text = """
struct AQuery: GraphQLQuery {
  var x: Bool

  struct Data: GraphQLObject {
    let `default`: [Pet]

    enum Pet: GraphQLObject {
      case cat(Cat)

      struct Cat: GraphQLObject {
        var __typename: String { "Cat" }
      }
    }
  }
}

nonisolated enum PartFragmentFamily<
  A: PartFragment_A
>: PartFragmentCases, PartFragmentChoice {
  typealias Cases = Self
}

enum PartFragmentCase<Types: PartFragmentChoice>: Sendable {
}

extension AQuery.Data.Pet {
  var asCat: Cat? { if case .cat(let value) = self { value } else { nil } }
}
"""
        made = readable_extensions(text)
        several = readable_extensions("struct A: GraphQLObject, B,\n  C\n{\n  let name: String\n}\n")
        self.assertIn('case "name": return self.name as Any', several)
        self.assertIn('case "default": return self.`default` as Any', made)
        self.assertIn("extension AQuery.Data.Pet: Readable {\n  static var memberNames: [String] { [\"asCat\"] }", made)
        self.assertIn("extension AQuery.Data.Pet.Cat: Readable", made)
        self.assertNotIn("PartFragment", made)


if __name__ == "__main__":
    unittest.main()
