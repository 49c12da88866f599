"""The choices that a schema and an operation leave to a response, and those that a list of values has.

A choice is a place, such as `album.artists[]`, and a form: `null`, `present`, `count 0`, `value ROCK`, `unknown value`, `of Cat`, `not of Cat`,
`absent`. The choices of an operation come from the schema and the document alone, those of values from their JSON alone.
"""
import itertools
from collections import defaultdict

from graphql import (
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLEnumType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLSchema,
    OperationDefinitionNode,
    VariableNode,
    get_named_type,
    get_nullable_type,
    is_abstract_type,
    is_composite_type,
    is_list_type,
    is_non_null_type,
)


def possible(schema: GraphQLSchema, type_) -> set[str]:
    return {t.name for t in schema.get_possible_types(type_)} if is_abstract_type(type_) else {type_.name}


class Choices:
    """What an operation permits."""

    def __init__(self, schema: GraphQLSchema, operation: OperationDefinitionNode, fragments: dict[str, FragmentDefinitionNode]):
        self.schema, self.fragments = schema, fragments
        self.found: set[tuple[str, str]] = set()
        #: At which places which types meet which condition.
        self.conditions: dict[tuple[str, str], set[str]] = {}
        root = schema.get_root_type(operation.operation)
        self.object("", [(operation.selection_set, root, {})])

    def object(self, place: str, sets: list) -> None:
        """The choices in an object.

        `sets` are the selections of it, each with the type of its field and the values of variables for which it counts.
        """
        fields: dict[str, list] = defaultdict(list)
        conditions: dict[str, set[str]] = {}
        for selection_set, type_, given in sets:
            self.collect(type_, selection_set, possible(self.schema, type_), given, given, fields, conditions, ())
        everything = set().union(*(possible(self.schema, type_) for _, type_, _ in sets))
        selected = {
            type_: frozenset((key, id(node.selection_set)) for key, uses in fields.items() for node, _, _, types in uses if type_ in types)
            for type_ in everything}
        for name, met in conditions.items():
            # A condition that selects nothing more is no choice: what it has is there without it.
            outside = {selected[type_] for type_ in everything - met}
            if any(selected[type_] not in outside for type_ in everything & met):
                self.found |= {(place, f"of {name}"), (place, f"not of {name}")}
                self.conditions[place, name] = met
        for key, uses in fields.items():
            if uses[0][0].name.value.startswith("__"):
                continue
            inner = place + ("." if place else "") + key
            # All uses of a response name have the same shape (section 5.3.2), but objects may have different types.
            types = [parent.fields[node.name.value].type for node, parent, _, _ in uses]
            # Generated code does not distinguish a nullable field that is absent from one that is null.
            if is_non_null_type(types[0]) and self.may_be_absent([given for _, _, given in sets], [given for _, _, given, _ in uses]):
                self.found |= {(inner, "absent"), (inner, "included")}
            inner = self.value(inner, types[0])
            if is_composite_type(get_named_type(types[0])):
                self.object(
                    inner, [(node.selection_set, get_named_type(type_), given) for (node, _, given, _), type_ in zip(uses, types)])

    def may_be_absent(self, outer: list[dict], uses: list[dict]) -> bool:
        """Whether there are values of variables with which an object is there and none of its uses of a member counts."""
        names = sorted({name for given in outer + uses for name in given})
        for values in itertools.product((False, True), repeat=len(names)):
            case = dict(zip(names, values))
            holds = lambda given: all(case[name] == value for name, value in given.items())
            if any(map(holds, outer)) and not any(map(holds, uses)):
                return True
        return False

    def value(self, place: str, type_) -> str:
        """The choices for a value, except for those in an object. Returns the place of its elements."""
        if not is_non_null_type(type_):
            self.found |= {(place, "null"), (place, "present")}
        type_ = get_nullable_type(type_)
        if is_list_type(type_):
            self.found |= {(place, f"count {count}") for count in (0, 1, "many")}
            return self.value(place + "[]", type_.of_type)
        if isinstance(type_, GraphQLEnumType):
            self.found |= {(place, f"value {name}") for name in type_.values} | {(place, "unknown value")}
        return place

    def collect(self, parent, selection_set, types: set[str], base: dict, given: dict, fields, conditions, visited) -> None:
        for node in selection_set.selections:
            decided = self.decided(node, given)
            if decided is None:
                continue
            if isinstance(node, FieldNode):
                fields[node.alias.value if node.alias else node.name.value].append((node, parent, decided, types))
                continue
            inner = node
            if isinstance(node, FragmentSpreadNode):
                if node.name.value in visited:
                    continue
                inner = self.fragments[node.name.value]
            condition = self.schema.type_map[inner.type_condition.name.value] if inner.type_condition else parent
            met = possible(self.schema, condition)
            narrowed = types & met
            if not narrowed:
                continue
            if decided == base and not types <= met:
                conditions[condition.name] = met
            name = (node.name.value,) if isinstance(node, FragmentSpreadNode) else ()
            self.collect(condition, inner.selection_set, narrowed, base, decided, fields, conditions, visited + name)

    def decided(self, node, given: dict) -> dict | None:
        """The values of variables for which a node counts; None if there are none."""
        result = dict(given)
        for directive in node.directives or ():
            if directive.name.value not in ("include", "skip"):
                continue
            value, wanted = directive.arguments[0].value, directive.name.value == "include"
            if not isinstance(value, VariableNode):
                if value.value != wanted:
                    return None
            elif result.setdefault(value.name.value, wanted) != wanted:
                return None
        return result


class Observed:
    """What values have."""

    def __init__(self, choices: Choices, values: list):
        self.choices = choices
        self.found: set[tuple[str, str]] = set()
        self.members: dict[str, list[set[str]]] = defaultdict(list)
        self.enums = defaultdict(set)
        for place, form in choices.found:
            if form.startswith("value "):
                self.enums[place].add(form.removeprefix("value "))
        for value in values:
            self.add("", value)
        for place, form in choices.found:
            if form in ("absent", "included"):
                parent, _, key = place.rpartition(".")
                has = [key in members for members in self.members[parent]]
                if True in has:
                    self.found.add((place, "included"))
                if False in has:
                    self.found.add((place, "absent"))

    def add(self, place: str, value) -> None:
        if value is None:
            self.found.add((place, "null"))
            return
        self.found.add((place, "present"))
        if isinstance(value, list):
            self.found.add((place, f"count {len(value) if len(value) < 2 else 'many'}"))
            for element in value:
                self.add(place + "[]", element)
        elif isinstance(value, dict):
            self.members[place].append(self.merged(value))
            self.object(place, value)
        elif place in self.enums:
            self.found.add((place, f"value {value}" if value in self.enums[place] else "unknown value"))

    def merged(self, value: dict) -> set[str]:
        """The members of an object, also of those that are properties for fragments."""
        found = set(value)
        for key, inner in value.items():
            if key.startswith("...") and isinstance(inner, dict):
                found |= self.merged(inner)
        return found

    def object(self, place: str, value: dict) -> None:
        name = value.get("__typename")
        if name is not None:
            for (at, condition), types in self.choices.conditions.items():
                if at == place:
                    self.found.add((place, f"of {condition}" if name in types else f"not of {condition}"))
        for key, inner in value.items():
            if key.startswith("..."):
                if isinstance(inner, dict):
                    self.object(place, inner)
            else:
                self.add(place + ("." if place else "") + key, inner)


def missing(schema, operation, fragments, values: list) -> list[str]:
    """The choices of an operation that no value has."""
    choices = Choices(schema, operation, fragments)
    return [f"{place or 'data'}: {form}" for place, form in sorted(choices.found - Observed(choices, values).found)]
