"""The Swift package that compiles what was generated, and decodes and encodes what it is given."""
from __future__ import annotations

import json
import pathlib
import re
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
OPERATION = re.compile(r"^(?:(?:public|package|internal) )?(?:nonisolated )?struct (`?\w+`?):.*\bGraphQL(?:Query|Mutation|Subscription)\b", re.M)
PACKAGE = """// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "RoundTrip",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "apus", path: {path})],
  targets: [
    .target(name: "Generated", dependencies: [.product(name: "Apus", package: "apus")]),
    .executableTarget(name: "Driver", dependencies: ["Generated", .product(name: "Apus", package: "apus")]),
  ],
  swiftLanguageModes: [.v6]
)
"""
# A file with thousands of calls takes the compiler longer than many small ones.
REGISTRATIONS_PER_FILE = 100


class DriverError(Exception):
    """The driver could not be built or did not run to its end."""


class Driver:
    """A package in a folder. The folder can be used again: then only what changed is compiled."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        self.sources = folder / "Sources"

    @property
    def generated(self) -> pathlib.Path:
        return self.sources / "Generated"

    def write(self) -> int:
        """Writes everything but the generated files, which are there already. Returns the number of operations."""
        write(self.folder / "Package.swift", PACKAGE.format(path=json.dumps(str(ROOT))))
        driver = self.sources / "Driver"
        for template in sorted((HERE.parent / "driver").glob("*.swift")):
            write(driver / template.name, template.read_text())
        operations = [name for p in sorted(self.generated.rglob("*.swift")) for name in OPERATION.findall(p.read_text())]
        chunks = [operations[i : i + REGISTRATIONS_PER_FILE] for i in range(0, len(operations), REGISTRATIONS_PER_FILE)]
        for number, chunk in enumerate(chunks):
            lines = "".join(f"    add({name}.self)\n" for name in chunk)
            write(
                driver / f"Operations{number}.swift",
                f"@testable import Generated\n\nextension Registry {{\n  mutating func addOperations{number}() {{\n{lines}  }}\n}}\n",
            )
        for stale in set(driver.glob("Operations*.swift")) - {driver / f"Operations{n}.swift" for n in range(len(chunks))}:
            stale.unlink()
        calls = "".join(f"    addOperations{number}()\n" for number in range(len(chunks)))
        write(driver / "AllOperations.swift", f"extension Registry {{\n  mutating func addAll() {{\n{calls}  }}\n}}\n")
        return len(operations)

    def build(self) -> list[str]:
        """Compiles, and returns the compiler's warnings about generated files."""
        command = ["swift", "build", "--package-path", str(self.folder), "--product", "Driver"]
        result = subprocess.run(command, capture_output=True, text=True)
        output = result.stdout + result.stderr
        if result.returncode != 0:
            errors = [line for line in output.splitlines() if "error:" in line]
            raise DriverError("the generated code does not compile:\n" + "\n".join(errors[:40] or [output[-2000:]]))
        return sorted({line for line in output.splitlines() if "warning:" in line and "/Generated/" in line})

    @property
    def executable(self) -> pathlib.Path:
        return self.folder / ".build" / "debug" / "Driver"

    def documents(self) -> list[list[str]]:
        """Each operation as it is sent: name, text, identifier."""
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


def write(path: pathlib.Path, text: str):
    """Writes a file if its text differs, so that unchanged files are not compiled again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def replace(source: pathlib.Path, target: pathlib.Path):
    """Makes the folder `target` equal to `source`, and touches no file that is equal already."""
    target.mkdir(parents=True, exist_ok=True)
    wanted = {p.relative_to(source) for p in source.rglob("*.swift")}
    for stale in {p.relative_to(target) for p in target.rglob("*.swift")} - wanted:
        (target / stale).unlink()
    for relative in wanted:
        write(target / relative, (source / relative).read_text())
    shutil.rmtree(source)
