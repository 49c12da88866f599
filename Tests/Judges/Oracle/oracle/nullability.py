"""What directives on nullability mean: random documents with them, responses with errors, and the values that must come of those.

The rules are those of https://specs.apollo.dev/nullability/v0.4, of https://github.com/graphql/graphql-spec/pull/1163 and of the page
Nullability, written down plainly.
"""
from __future__ import annotations

import random
from dataclasses import dataclass, field

from graphql import (
    FieldNode,
    FragmentDefinitionNode,
    GraphQLError,
    GraphQLNonNull,
    GraphQLString,
    InlineFragmentNode,
    OperationDefinitionNode,
    build_schema,
    execute_sync,
    parse,
)
from graphql.execution.execute import ExecutorThrowingOnIncremental

DIRECTIVES = """
directive @semanticNonNull(levels: [Int!]! = [0]) on FIELD_DEFINITION
directive @catch(to: CatchTo! = RESULT, levels: [Int!]! = [0]) repeatable on FIELD
directive @catchByDefault(to: CatchTo!) on QUERY | FRAGMENT_DEFINITION
directive @required(action: RequiredAction! = THROW) on FIELD
enum CatchTo { NULL RESULT THROW }
enum RequiredAction { NONE LOG THROW }
"""
DISABLE = "experimental_disableErrorPropagation"
DIRECTIVE = f"directive @{DISABLE} on QUERY | MUTATION | SUBSCRIPTION\n"
MODES = ["NULL", "PROPAGATE", "HALT"]
POLICIES = ["NULL", "RESULT", "THROW"]
LEAVES = ["String", "Int", "ID", "Float", "Boolean", "Color", "JSON"]
# Lists and non-null marks from outside in: "!l" is `[T]!`.
WRAPPERS = ["", "", "", "", "!", "l", "l", "!l", "l!", "!l!", "ll", "l!l", "!l!l!"]


@dataclass
class Field:
    """A field of the random schema."""

    type: str
    wrappers: str
    semantic: set[int]

    @property
    def depth(self) -> int:
        return self.wrappers.count("l")

    def is_non_null(self, level: int) -> bool:
        return self.wrappers.replace("!l", "L").replace("l", "l,").replace("L", "L,").split(",")[level] in ("L", "!")

    @property
    def text(self) -> str:
        text = self.type
        for level in reversed(range(self.depth + 1)):
            if level < self.depth:
                text = f"[{text}]"
            if self.is_non_null(level):
                text += "!"
        return text


class Schema:
    def __init__(self, rng: random.Random, has_directive: bool):
        self.has_directive = has_directive
        self.types: dict[str, dict[str, Field]] = {}
        objects = ["A", "B", "C"]
        for name in ["Query", *objects]:
            fields = {}
            for number in range(8):
                type_ = rng.choice(objects if number < 4 else LEAVES)
                made = Field(type_, rng.choice(WRAPPERS), set())
                made.semantic = {
                    level for level in range(made.depth + 1) if not made.is_non_null(level) and rng.random() < 0.35
                }
                fields[f"f{number}"] = made
            self.types[name] = fields

    @property
    def text(self) -> str:
        lines = [DIRECTIVES, DIRECTIVE if self.has_directive else "", "scalar JSON", "enum Color { RED GREEN }"]
        for name, fields in self.types.items():
            body = []
            for key, made in fields.items():
                levels = f" @semanticNonNull(levels: {sorted(made.semantic)})" if made.semantic else ""
                body.append(f"  {key}: {made.text}{levels}")
            lines.append(f"type {name} {{\n" + "\n".join(body) + "\n}")
        return "\n".join(lines) + "\n"


class Documents:
    """Random operations. Every field has an alias of its own, so that no selections merge; every spread has a fragment of its own.

    Errors propagate, unless apus.json says otherwise ("key"), an operation does ("directive"), or the request does without either knowing
    ("request"): then nothing is caught as null, which takes the compiler's knowledge."""

    def __init__(self, schema: Schema, rng: random.Random, count: int, kind: str):
        self.schema = schema
        self.rng = rng
        self.policies = [policy for policy in POLICIES if kind != "request" or policy != "NULL"]
        self.aliases = 0
        self.fragments: list[str] = []
        operations = []
        for number in range(count):
            default = rng.choice([None, None, *self.policies])
            self.keeps = kind == "key" or kind == "directive" and rng.random() < 0.6
            body = self.selections("Query", 4, default, False)
            directive = f" @catchByDefault(to: {default})" if default else ""
            if self.keeps and kind == "directive":
                directive += f" @{DISABLE}"
            operations.append(f"query Q{number}{directive} {body}")
        self.text = "\n".join(operations + self.fragments) + "\n"

    def selections(self, type_: str, depth: int, default: str | None, can_be_nil: bool) -> str:
        """`can_be_nil`: whether an object around is nil when a field here asks for it."""
        rng = self.rng
        parts = []
        for _ in range(rng.randrange(1, 4)):
            if rng.random() < 0.15 and depth > 0:
                parts.append(self.spread(type_, depth - 1, can_be_nil))
            else:
                parts.append(self.field(type_, depth, default, can_be_nil))
        return "{ " + " ".join(parts) + " }"

    def spread(self, type_: str, depth: int, can_be_nil: bool) -> str:
        rng = self.rng
        name = f"F{len(self.fragments)}"
        self.fragments.append("")
        default = rng.choice([None, *self.policies])
        body = self.selections(type_, depth, default, can_be_nil)
        directive = f" @catchByDefault(to: {default})" if default else ""
        self.fragments[int(name[1:])] = f"fragment {name} on {type_}{directive} {body}"
        return f"...{name}"

    def field(self, type_: str, depth: int, default: str | None, can_be_nil: bool) -> str:
        rng = self.rng
        fields = self.schema.types[type_]
        names = [n for n, f in fields.items() if depth > 0 or f.type not in self.schema.types]
        name = rng.choice(names)
        made = fields[name]
        self.aliases += 1
        alias = f"a{self.aliases}"
        entry = Entry()
        dice = rng.random()
        if dice < 0.4:
            for level in range(made.depth + 1):
                choices = self.policies if level == 0 else [policy for policy in self.policies if policy != "RESULT"]
                if rng.random() < (0.8 if level == 0 else 0.3):
                    entry.policies[level] = rng.choice(choices)
        elif dice < 0.6 and not made.is_non_null(0):
            entry.required = rng.choice(["THROW", "NONE"] if can_be_nil else ["THROW"])
        directives = "".join(f" @catch(to: {policy}, levels: [{level}])" for level, policy in entry.policies.items())
        if entry.required:
            directives += rng.choice(
                [f" @required(action: {entry.required})"]
                + ([" @required(action: NONE)"] if entry.required == "NONE" else [" @required"])
            )
        inner = ""
        if made.type in self.schema.types:
            reading = Reading(made, entry, default, self.keeps)
            nullable = any(reading.can_be_null(level) for level in range(made.depth + 1))
            inner = " " + self.selections(made.type, depth - 1, default, can_be_nil or nullable)
        return f"{alias}: {name}{directives}{inner}"


@dataclass
class Entry:
    policies: dict[int, str] = field(default_factory=dict)
    required: str | None = None


class Reading:
    """What becomes of null at each level of a field."""

    def __init__(self, made: Field, entry: Entry, default: str | None, keeps: bool):
        self.made = made
        # A field that catches errors as null may be null, even if the schema declares it non-null.
        self.caught = {level for level, policy in entry.policies.items() if policy == "NULL"}
        self.required = entry.required if not made.is_non_null(0) else None
        self.policies = [entry.policies.get(level, default) for level in range(made.depth + 1)]
        self.is_result = (
            (self.policies[0] == "RESULT" and not made.is_non_null(0)) or entry.policies.get(0) == "RESULT"
        ) and not self.required

    def is_non_null(self, level: int) -> bool:
        """Whether the schema's `!` holds in Swift."""
        return self.made.is_non_null(level) and level not in self.caught

    def is_promised(self, level: int) -> bool:
        return level in self.made.semantic and self.policies[level] != "NULL"

    def can_be_null(self, level: int) -> bool:
        """Whether the value can be nil in Swift."""
        return not (self.is_non_null(level) or self.is_promised(level) or (level == 0 and self.required))


class FieldError(Exception):
    def __init__(self, errors: list):
        self.errors = errors


class RequiredNull(Exception):
    """For this a parent is nil."""


class Fault(Exception):
    def __init__(self, kind: str, path: list):
        self.kind = kind
        self.path = path


class Keeping(ExecutorThrowingOnIncremental):
    """onError NULL: the response position is null, even if the schema indicates that it is non-nullable."""

    def __init__(self, *arguments, **named):
        super().__init__(*arguments, **named)
        self.error_propagation = False


class Halting(ExecutorThrowingOnIncremental):
    """onError HALT: the errors consist of the first execution error only, and the data is null."""

    def handle_field_error(self, raw_error, return_type, field_details_list, path):
        self.error_propagation = True
        super().handle_field_error(raw_error, GraphQLNonNull(GraphQLString), field_details_list, path)


EXECUTORS = {"NULL": Keeping, "PROPAGATE": None, "HALT": Halting}


class Execution:
    """Executes an operation, with errors at random places."""

    def __init__(self, schema: Schema, sent: str, rng: random.Random, mode: str):
        self.schema = schema
        self.rng = rng
        self.error_rate = rng.choice([0.0, 0.02, 0.1, 0.3])
        self.null_rate = rng.choice([0.0, 0.1, 0.3])
        self.broken_rate = rng.choice([0.0, 0.0, 0.0, 0.05])
        self.result = execute_sync(
            build_schema(schema.text), parse(sent), root_value={}, field_resolver=self.resolve,
            executor_class=EXECUTORS[mode],
        )

    def resolve(self, _source, info, **_arguments):
        made = self.schema.types[info.parent_type.name][info.field_name]
        return self.value(made, 0)

    def value(self, made: Field, level: int):
        rng = self.rng
        if rng.random() < self.error_rate:
            error = GraphQLError(f"error {rng.randrange(10**6)}")
            if level == 0:
                raise error
            return error
        if not made.is_non_null(level):
            rate = self.broken_rate if level in made.semantic else self.null_rate
            if rng.random() < rate:
                return None
        if level < made.depth:
            return [self.value(made, level + 1) for _ in range(rng.randrange(4))]
        if made.type in self.schema.types:
            return {}
        return {
            "String": "text", "Int": 7, "ID": "id", "Float": 1.5, "Boolean": True, "Color": "RED", "JSON": {"a": [1, None]}
        }[made.type]


class Meaning:
    """The value of an operation's data, as the JSON that it encodes to."""

    def __init__(self, schema: Schema, document: str, kind: str):
        self.schema = schema
        self.kind = kind
        definitions = parse(document).definitions
        self.operations = {d.name.value: d for d in definitions if isinstance(d, OperationDefinitionNode)}
        self.fragments = {d.name.value: d for d in definitions if isinstance(d, FragmentDefinitionNode)}

    def of(self, name: str, data: dict | None, errors: list[dict]):
        """The encoded data, None where an error or the server left none.

        Raises Fault for a broken promise and for a required null."""
        self.errors = errors
        if data is None:
            return None
        operation = self.operations[name]
        self.keeps = self.kind == "key" or self.disables(name)
        try:
            return self.object(operation.selection_set, "Query", data, [], default_of(operation))
        except FieldError:
            return None

    def disables(self, name: str) -> bool:
        """Whether an operation has the directive."""
        return any(directive.name.value == DISABLE for directive in self.operations[name].directives or ())

    def object(self, selection_set, type_: str, data: dict, path: list, default: str | None) -> dict:
        result: dict = {}
        for selection in selection_set.selections:
            if isinstance(selection, FieldNode):
                self.field(selection, type_, data, path, default, result)
            elif isinstance(selection, InlineFragmentNode):
                result |= self.object(selection.selection_set, type_, data, path, default)
            else:
                fragment = self.fragments[selection.name.value]
                result |= self.object(fragment.selection_set, type_, data, path, default_of(fragment))
        return result

    def field(self, node: FieldNode, type_: str, data: dict, path: list, default: str | None, result: dict):
        key = node.alias.value if node.alias else node.name.value
        made = self.schema.types[type_][node.name.value]
        reading = Reading(made, entry_of(node), default, self.keeps)
        try:
            result[key] = self.value(reading, 0, data[key], [*path, key], node, default)
        except FieldError as error:
            if not reading.is_result:
                raise
            result[key] = None
            result[f"{key}!"] = error.errors

    def value(self, reading: Reading, level: int, value, path: list, node: FieldNode, default: str | None):
        if value is None:
            errors = [e for e in self.errors if e.get("path", [])[: len(path)] == path]
            if level == 0 and reading.required == "NONE":
                raise RequiredNull
            is_heard = reading.is_non_null(level) or reading.is_promised(level) or reading.policies[level] == "THROW" or (
                level == 0 and (reading.is_result or reading.required)
            )
            if is_heard and errors:
                raise FieldError(errors)
            if level == 0 and reading.required:
                raise Fault("requiredNull", path)
            if reading.is_promised(level):
                raise Fault("brokenPromise", path)
            return None
        try:
            if level < reading.made.depth:
                return [
                    self.value(reading, level + 1, element, [*path, index], node, default)
                    for index, element in enumerate(value)
                ]
            if reading.made.type in self.schema.types:
                return self.object(node.selection_set, reading.made.type, value, path, default)
            return value
        except RequiredNull:
            if reading.can_be_null(level):
                return None
            raise
        except FieldError:
            # What is thrown within a value is caught by the nearest one around that can be null for errors.
            if reading.policies[level] == "NULL" and reading.can_be_null(level):
                return None
            raise


def argument(directive, name: str):
    return next((a.value for a in (directive.arguments or ()) if a.name.value == name), None)


def default_of(definition) -> str | None:
    for directive in definition.directives or ():
        if directive.name.value == "catchByDefault":
            return argument(directive, "to").value
    return None


def entry_of(node: FieldNode) -> Entry:
    entry = Entry()
    for directive in node.directives or ():
        if directive.name.value == "catch":
            for level in argument(directive, "levels").values:
                entry.policies[int(level.value)] = argument(directive, "to").value
        if directive.name.value == "required":
            action = argument(directive, "action")
            entry.required = action.value if action else "THROW"
    return entry
