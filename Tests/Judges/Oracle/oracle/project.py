"""A schema with its documents, and the module that is generated from them."""
from __future__ import annotations

import json
import pathlib
import subprocess
import tempfile
from collections.abc import Iterator

from . import cases, corpus, documents, reachable, values
from .driver import DriverError, replace
from .future import later_schema

SHOWN = 40


class Project:
    def __init__(self, number: int, schema: pathlib.Path, paths: list[pathlib.Path], configuration: pathlib.Path | None):
        self.module = f"Generated{number}"
        self.schema_path = schema
        self.configuration = configuration
        self.schema = corpus.read_schema(schema)
        if configuration:
            values.bind(self.schema, json.loads(configuration.read_text()).get("scalars", {}))
        self.later = later_schema(self.schema)
        self.corpus = corpus.read_corpus(self.schema, paths)

    def generate(self, compiler: pathlib.Path, sources: pathlib.Path) -> bool:
        """Compiles the valid documents; the compiler must take each of them. False if it refuses a schema that is invalid."""
        output = sources / self.module / "New"
        configuration = json.loads(self.configuration.read_text()) if self.configuration else {}
        configuration.pop("schema", None)
        # Variables are read as well as written.
        configuration["decodableInputs"] = True
        arguments = ["--schema", self.schema_path.resolve(), "--output", output]
        # Files from many folders may share a name: each is told where to go.
        for number, path in enumerate(self.corpus.valid):
            arguments += ["--pair", path.resolve(), f"{number:04}_{path.stem}.graphql.swift"]
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "arguments.txt"
            settings = pathlib.Path(folder) / "apus.json"
            settings.write_text(json.dumps(configuration))
            file.write_text("".join(f"{argument}\n" for argument in arguments + ["--config", settings]))
            result = subprocess.run([compiler, "generate", f"@{file}"], capture_output=True, text=True)
        if result.returncode != 0:
            if corpus.is_invalid(self.schema):
                return False
            errors = [line for line in result.stderr.splitlines() if "error:" in line]
            raise DriverError(f"apusc refuses valid documents, {len(errors)} errors:\n" + "\n".join(errors[:SHOWN] or [result.stderr]))
        replace(output, sources / self.module)
        return True

    def unreachable(self, sources: pathlib.Path) -> list[str]:
        """What cases have and their enums do not answer for."""
        return [
            f"{self.module}: {problem}"
            for path in sorted((sources / self.module).rglob("*.swift"))
            for problem in reachable.problems(path.read_text(), self.corpus.together)
        ]

    def problems(self, name: str, text: str, identifier: str) -> list[str]:
        """What is wrong with the text that is sent for an operation."""
        return [
            f"{self.module}/{name}: {problem}"
            for problem in documents.problems(self.schema, self.corpus.together, name, text, identifier)
        ]

    def cases(self, name: str, text: str, options) -> Iterator[cases.Case]:
        return cases.cases(
            f"{self.module}/{name}", text, self.schema, self.later, options.seed, options.responses, options.faults, options.size
        )
