"""The Swift package that compiles what was generated, with a way to read each property by its name."""
from __future__ import annotations

import json
import os
import pathlib
import re
import shutil
import subprocess

DRIVER = pathlib.Path(__file__).resolve().parents[1] / "driver"
ROOT = DRIVER.parents[3]
MANIFEST = """// swift-tools-version: 6.1
import PackageDescription

let modules: [String] = {modules}
let apus = Target.Dependency.product(name: "Apus", package: "apus")
let package = Package(
  name: "Model",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "apus", path: {path})],
  targets: [.target(name: "ModelSupport")]
    + modules.map {{ .target(name: $0, dependencies: [apus, "ModelSupport"]) }}
    + [.executableTarget(name: "ModelDriver", dependencies: [apus, "ModelSupport"] + modules.map {{ .byName(name: $0) }})],
  swiftLanguageModes: [.v6]
)
"""
DECLARATION = re.compile(r"^( *)(?:nonisolated )?(struct|enum|extension|protocol) ([\w.`]+)(.*)$")
PROPERTY = re.compile(r"^( *)(?:let|var) (`?\w+`?)[:\s]")


class PackageError(Exception):
    """The generated code was refused, did not compile, or stopped."""


class Package:
    def __init__(self, folder: pathlib.Path, compiler: pathlib.Path):
        self.folder = folder
        self.compiler = compiler
        self.sources = folder / "Sources"

    def generate(self, module: str, schema: str, documents: str, config: dict | None = None):
        """Compiles one document with all operations of a schema."""
        inputs = self.folder / "Inputs" / module
        output = self.sources / module
        for path in (inputs, output):
            shutil.rmtree(path, ignore_errors=True)
            path.mkdir(parents=True)
        (inputs / "schema.graphqls").write_text(schema)
        (inputs / "documents.graphql").write_text(documents)
        # Variables are read from the cases.
        (inputs / "apus.json").write_text(json.dumps({"decodableInputs": True} | (config or {})))
        command = [self.compiler, "generate", "--schema", inputs / "schema.graphqls", "--output", output, inputs]
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode:
            raise PackageError(f"{module}: apusc refuses a valid document:\n{result.stderr[:3000]}")
        text = "\n".join(path.read_text() for path in sorted(output.glob("*.swift")))
        (output / "Readable.swift").write_text(readable_extensions(text))

    def build(self, modules: dict[str, tuple[list[str], list[str]]]):
        """Compiles the modules, each with the names of its operations and fragments."""
        write(self.folder / "Package.swift", MANIFEST.format(modules=json.dumps(list(modules)), path=json.dumps(str(ROOT))))
        driver = self.sources / "ModelDriver"
        shutil.rmtree(driver, ignore_errors=True)
        for template in DRIVER.glob("*.swift"):
            text = template.read_text()
            if template.stem == "Readable":
                write(self.sources / "ModelSupport" / template.name, text)
            else:
                write(driver / template.name, "import ModelSupport\n" + text)
        for module, (operations, fragments) in modules.items():
            lines = [f"    add({name}Query.self)" for name in operations]
            text = "".join(path.read_text() for path in (self.sources / module).glob("*.graphql.swift"))
            lines += [f'    add(fragment: "{f}") {{ ($0 as? any {f}Fragment).map {{ {f}Data($0) }} }}' for f in fragments if is_convertible(f, text)]
            body = "\n".join(lines)
            write(driver / f"add{module}.swift", f"@testable import {module}\n\nextension Registry {{\n  func add{module}() {{\n{body}\n  }}\n}}\n")
        calls = "\n".join(f"    add{module}()" for module in modules)
        write(driver / "addAll.swift", f"extension Registry {{\n  func addAll() {{\n{calls}\n  }}\n}}\n")
        for stale in self.sources.iterdir():
            if stale.name not in ("ModelDriver", "ModelSupport", *modules):
                shutil.rmtree(stale)
        result = subprocess.run(["swift", "build", "--package-path", str(self.folder), "--product", "ModelDriver"], capture_output=True, text=True)
        if result.returncode:
            errors = [line for line in (result.stdout + result.stderr).splitlines() if "error:" in line]
            raise PackageError("the generated code does not compile:\n" + "\n".join(list(dict.fromkeys(errors))[:20] or [result.stdout[-2000:] + result.stderr[-2000:]]))

    def documents(self) -> dict[str, str]:
        """Each operation's text as it is sent."""
        lines = self.run("documents", "").splitlines()
        return dict(json.loads(line) for line in lines)

    def check(self, cases: list[dict]) -> list[dict]:
        lines = self.run("check", "".join(json.dumps(case) + "\n" for case in cases)).splitlines()
        return [json.loads(line) for line in lines]

    def run(self, command: str, text: str) -> str:
        result = subprocess.run([str(pathlib.Path(os.environ.get("SWIFTPM_BUILD_DIR", self.folder / ".build")) / "debug/ModelDriver"), command], input=text, capture_output=True, text=True)
        if result.returncode:
            raise PackageError(f"the driver stopped at case {result.stdout.count(chr(10)) + 1}: {result.stderr[-2000:]}")
        return result.stdout


def is_convertible(fragment: str, text: str) -> bool:
    """Whether a fragment's type can be made of what conforms: where a field's conditions differ by case, nothing conforms."""
    is_declared = re.search(rf"(struct|enum) {fragment}Data\b", text)
    # The protocol of a fragment that only spreads another one may be another name of that one's.
    other = re.search(rf"typealias {fragment}Fragment = (\w+)", text)
    protocol = other[1] if other else f"{fragment}Fragment"
    return not is_declared or f"some {protocol})" in text


def readable_extensions(text: str) -> str:
    """An extension for each generated type that makes its properties readable by name."""
    members: dict[str, list[str]] = {}
    scopes: list[tuple[int, str | None]] = []
    for line in text.splitlines():
        indent = len(line) - len(line.lstrip())
        # A brace on a line of its own begins the body of a declaration over several lines.
        if line.strip() not in ("", "{") and scopes and indent <= scopes[-1][0]:
            scopes.pop()
        if found := DECLARATION.match(line):
            kind, name, rest = found[2], found[3], found[4]
            outer = scopes[-1][1] if scopes else ""
            is_type = kind == "extension" or (kind in ("struct", "enum") and not re.search(r"^<|GraphQL(Query|Enum)\b", rest))
            path = f"{outer}.{name}" if outer else name
            is_type = is_type and outer is not None
            if is_type and kind != "extension":
                members.setdefault(path, [])
            if not rest.rstrip().endswith("}"):
                # Types within what is left out, as `Data` within an operation, are wanted all the same.
                scopes.append((indent, path if is_type or re.search(r"GraphQLQuery\b", rest) else None))
        elif (found := PROPERTY.match(line)) and scopes and indent == scopes[-1][0] + 2 and scopes[-1][1] in members:
            members[scopes[-1][1]].append(found[2])
    lines = ["import ModelSupport", ""]
    for path, names in members.items():
        names = list(dict.fromkeys(names))
        quoted = ", ".join(f'"{n.strip("`")}"' for n in names)
        lines += [f"extension {path}: Readable {{", f"  static var memberNames: [String] {{ [{quoted}] }}", "  func member(_ name: String) -> Any? {"]
        lines += ["    switch name {"] + [f'    case "{n.strip("`")}": return self.{n} as Any' for n in names] + ["    default: return nil", "    }", "  }", "}"]
    return "\n".join(lines) + "\n"


def write(path: pathlib.Path, text: str):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)
