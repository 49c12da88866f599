"""The Swift package that compiles what was generated, and decodes and encodes what it is given."""
from __future__ import annotations

import json
import os
import pathlib
import re
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[3]
OPERATION = re.compile(r"^(?:(?:public|package|internal) )?(?:nonisolated )?struct (`?\w+`?):.*\bGraphQL(?:Query|Mutation|Subscription)\b", re.M)
PACKAGE = """// swift-tools-version: 6.1
import PackageDescription

let modules = {modules}
let package = Package(
  name: "RoundTrip",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "apus", path: {path})],
  targets: modules.map {{
    .target(name: $0, dependencies: [.product(name: "Apus", package: "apus")])
  }} + [
    .executableTarget(
      name: "OracleDriver",
      dependencies: {products}.map {{ .product(name: $0, package: "apus") }} + modules.map {{ .byName(name: $0) }})
  ],
  swiftLanguageModes: [.v6]
)
"""
# A fragment's concrete type, which can be made of everything that conforms to its protocol.
EXTENSION = re.compile(r"^extension ([\w.]+) {$")
CONVERSION = re.compile(r"^  (?:(?:public|package|internal) )?init\(_ \w+: some (\w+)\)")
# A file with thousands of calls takes the compiler longer than many small ones.
REGISTRATIONS_PER_FILE = 100


class DriverError(Exception):
    """The driver could not be built or did not run to its end."""


class Driver:
    """A package in a folder. The folder can be used again: then only what changed is compiled."""

    def __init__(self, folder: pathlib.Path, program: list[pathlib.Path] | None = None, products: tuple[str, ...] = ("Apus",)):
        self.folder = folder
        self.program = program or sorted((HERE.parent / "driver").glob("*.swift"))
        self.products = products
        self.sources = folder / "Sources"
        self.modules: list[str] = []

    def write(self) -> dict[str, int]:
        """Writes everything but the generated files, which are there already. Returns the number of operations by module."""
        # A new manifest each time, for SwiftPM to look for new files in the package that this one depends on.
        (self.folder / "Package.swift").unlink(missing_ok=True)
        manifest = PACKAGE.format(
            path=json.dumps(str(ROOT)), modules=json.dumps(self.modules), products=json.dumps(self.products)
        )
        write(self.folder / "Package.swift", manifest)
        files = {template.name: template.read_text() for template in self.program}
        counts: dict[str, int] = {}
        functions: list[str] = []
        for module in self.modules:
            paths = sorted((self.sources / module).rglob("*.swift"))
            operations = [name for path in paths for name in OPERATION.findall(path.read_text())]
            counts[module] = len(operations)
            calls = [f'    add({name}.self, in: "{module}")\n' for name in operations] + [
                f'    checks(in: "{module}").add("{protocol}") {{ ($0 as? any {protocol}).map {{ {type_}($0) }} }}\n'
                for path in paths
                for type_, protocol in conversions(path.read_text())
            ]
            for start in range(0, len(calls), REGISTRATIONS_PER_FILE):
                function = f"add{module}From{start}"
                functions.append(function)
                lines = "".join(calls[start : start + REGISTRATIONS_PER_FILE])
                files[f"{function}.swift"] = (
                    f"@testable import {module}\n\nextension Registry {{\n  mutating func {function}() {{\n{lines}  }}\n}}\n"
                )
        lines = "".join(f"    {function}()\n" for function in functions)
        files["addAll.swift"] = f"extension Registry {{\n  mutating func addAll() {{\n{lines}  }}\n}}\n"
        driver = self.sources / "OracleDriver"
        for name, text in files.items():
            write(driver / name, text)
        for stale in driver.iterdir():
            if stale.name not in files:
                stale.unlink()
        return counts

    def build(self) -> list[str]:
        """Compiles, and returns the compiler's warnings about generated files."""
        command = ["swift", "build", "--package-path", str(self.folder), "--product", "OracleDriver"]
        result = subprocess.run(command, capture_output=True, text=True)
        output = result.stdout + result.stderr
        if result.returncode != 0:
            errors = list(dict.fromkeys(line for line in output.splitlines() if "error:" in line and not line.startswith(" ")))
            raise DriverError("the generated code does not compile:\n" + "\n".join(errors[:40] or [output[-2000:]]))
        return sorted({line for line in output.splitlines() if "warning:" in line and "/Sources/Generated" in line})

    @property
    def executable(self) -> pathlib.Path:
        return pathlib.Path(os.environ.get("SWIFTPM_BUILD_DIR", self.folder / ".build")) / "debug" / "OracleDriver"

    def documents(self) -> list[list[str]]:
        """Each operation as it is sent: module and name, text, identifier."""
        result = subprocess.run([str(self.executable), "documents"], capture_output=True, text=True)
        if result.returncode != 0:
            raise DriverError(f"the driver failed: {result.stderr[-2000:]}")
        return [json.loads(line) for line in result.stdout.split("\n") if line]

    def run(self, cases: pathlib.Path, outcomes: pathlib.Path):
        """Answers each line of `cases` with a line of `outcomes`."""
        with cases.open("rb") as given, outcomes.open("wb") as answers:
            result = subprocess.run([str(self.executable), "check"], stdin=given, stdout=answers, stderr=subprocess.PIPE)
        if result.returncode != 0:
            with outcomes.open("rb") as answers:
                line = sum(1 for _ in answers)
            raise DriverError(f"the driver stopped at case {line + 1}: {result.stderr.decode(errors='replace')[-2000:]}")


def conversions(text: str) -> list[tuple[str, str]]:
    """The fragments of a generated file: concrete type and protocol."""
    found = []
    extended = ""
    for line in text.splitlines():
        if extension := EXTENSION.match(line):
            extended = extension[1]
        elif (conversion := CONVERSION.match(line)) and "." not in extended:
            found.append((extended, conversion[1]))
    return found


def write(path: pathlib.Path, text: str):
    """Writes a file if its text differs, so that unchanged files are not compiled again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def replace(source: pathlib.Path, target: pathlib.Path):
    """Makes the folder `target` equal to `source`, and touches no file that is equal already."""
    target.mkdir(parents=True, exist_ok=True)
    wanted = {p.relative_to(source) for p in source.rglob("*.swift")}
    there = {p.relative_to(target) for p in target.rglob("*.swift") if not p.is_relative_to(source)}
    for stale in there - wanted:
        (target / stale).unlink()
    for relative in wanted:
        write(target / relative, (source / relative).read_text())
    shutil.rmtree(source)
