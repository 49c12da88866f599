"""Judges verdicts of `diff --releases` by what a program that was generated from the release does with what the new schema answers."""
from __future__ import annotations

import collections
import json
import pathlib
import random
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "Oracle")]

from graphql import GraphQLError, build_schema, parse, validate, validate_schema
from graphql.execution.values import get_variable_values
from graphql.language import OperationDefinitionNode

import execution
from oracle.driver import ROOT, Driver, replace

REJECTED, UNDECODABLE = "request is rejected", "response cannot be decoded"


class Judge:
    def __init__(self, folder: pathlib.Path, schema: pathlib.Path, documents: list[pathlib.Path], trials: int, is_strict: bool = True):
        """Without `is_strict`, schemas that servers publish are taken although graphql-core finds faults in them."""
        self.is_strict = is_strict
        self.folder, self.path, self.documents, self.number_of_trials = folder, schema, documents, trials
        folder.mkdir(parents=True, exist_ok=True)
        self.text = schema.read_text()
        self.schema = build_schema(self.text, assume_valid=not is_strict)
        self.driver = Driver(folder, [HERE / "driver" / "main.swift"])
        self.counts = collections.Counter()
        # By change and operation: the verdict, what the server did, and the range of cases for the program.
        self.trials = []
        self.number = 0
        self.build()
        self.record()
        self.cases = (self.folder / "cases").open("w")

    def tool(self, name: str, *arguments) -> subprocess.CompletedProcess:
        return subprocess.run([ROOT / ".build" / "debug" / name, *map(str, arguments)], capture_output=True, text=True, cwd=self.folder)

    def build(self):
        output = self.folder / "New"
        pairs = [word for path in self.documents for word in ("--pair", path, path.name + ".swift")]
        # The program reads the variables that a request was sent with.
        configuration = self.folder / "generate.json"
        configuration.write_text(json.dumps({"decodableInputs": True}))
        made = self.tool("apusc", "generate", "--schema", self.path, "--output", output, "--config", configuration, *pairs)
        if made.returncode:
            sys.exit(made.stderr)
        self.driver.modules = ["Generated"]
        replace(output, self.driver.sources / "Generated")
        self.driver.write()
        self.driver.build()

    def record(self):
        for file in (self.folder / "Releases").glob("*"):
            file.unlink()
        made = self.tool("apus-tool", "release", "add", "1.0", "--schema", self.path, *self.documents)
        if made.returncode:
            sys.exit(made.stderr)
        release = json.loads((self.folder / "Releases" / "1.0.json").read_text())
        self.operations = {o["name"]: parse(o["body"]) for part in release["parts"] for o in part["operations"]}

    def judge(self, label: str, text: str, source: random.Random) -> bool:
        """Asks for the verdict on a new schema, and tries requests. False if the schema is invalid."""
        try:
            new = build_schema(text, assume_valid=not self.is_strict)
        except (TypeError, GraphQLError):
            return False
        if validate_schema(new):
            return False
        file = self.folder / "new.graphqls"
        file.write_text(text)
        result = self.tool("apus-tool", "diff", file, "--releases", "--format", "json")
        rows = [json.loads(line) for line in result.stdout.splitlines()]
        if result.stderr or not rows or not all("effect" in row for row in rows):
            sys.exit(f"{label}: no verdict: {result.stdout}{result.stderr}\n{text if len(text) < 9000 else ''}")
        if (result.returncode == 1) != any(row["breaking"] for row in rows):
            sys.exit(f"{label}: the exit code is {result.returncode}")
        for name, document in self.operations.items():
            effects = collections.defaultdict(list)
            for row in rows:
                if row["operation"] == name:
                    effects[row["effect"]].append(row)
            if not effects:
                sys.exit(f"{label}: no verdict about {name}")
            self.try_requests(label, name, document, new, effects, source)
        return True

    def try_requests(self, label, name, document, new, effects, source):
        rejected = bool(validate(new, document))
        first = self.number
        operation = next(d for d in document.definitions if isinstance(d, OperationDefinitionNode))
        for _ in range(0 if rejected else self.number_of_trials):
            given = execution.variables(self.schema, operation, source)
            if isinstance(get_variable_values(new, operation.variable_definitions or (), given), list):
                rejected = True
                continue
            answer = execution.response(new, document, name, given, source)
            if answer.errors:
                # An argument may be null where that is not allowed any more; where it never was, the request says nothing.
                if not execution.response(self.schema, document, name, given, source).errors:
                    rejected = True
            elif answer.data is not None:
                self.cases.write(json.dumps([f"Generated/{name}", json.dumps(given), json.dumps(answer.data)]) + "\n")
                self.number += 1
        self.trials.append((label, name, effects, rejected, first, self.number))

    def problems(self) -> list[str]:
        """Runs the program on all answers, and names the wrong verdicts."""
        self.cases.close()
        with (self.folder / "cases").open("rb") as cases, (self.folder / "outcomes").open("wb") as outcomes:
            subprocess.run([self.driver.executable], stdin=cases, stdout=outcomes, check=True)
        outcomes = (self.folder / "outcomes").read_text().splitlines()
        if len(outcomes) != self.number:
            sys.exit(f"the program answered {len(outcomes)} of {self.number} cases")
        found = []
        for label, name, effects, rejected, first, end in self.trials:
            failures = [line for line in outcomes[first:end] if line != "decoded"]
            for effect in effects.keys() & {REJECTED, UNDECODABLE} or ["neither"]:
                self.counts[effect] += 1
            words = {key: [row.get("message") for row in rows] for key, rows in effects.items()}
            if (REJECTED in effects) != rejected:
                found.append(f"{label}, {name}: the request is {'' if rejected else 'not '}rejected, but: {words}")
            # Of a request that is always rejected, no response is seen.
            if end > first and (UNDECODABLE in effects) != bool(failures):
                found.append(f"{label}, {name}: {failures[:1] or 'all responses are decoded'}, but: {words}")
        return found
