"""The compiler's symbol graphs of the libraries: what is public, for this system and for Apple's.

On Linux, the modules for Apple systems are those that Tests/Systems/Apple/check declares with stubs of Apple's frameworks.
"""
import json
import pathlib
import re
import subprocess
import sys

from website.pages import MODULES, ROOT

#: ApusClient exports it on Apple systems; on Linux it is empty.
ON_APPLE_SYSTEMS = ["ApusURLSession"]
#: Modules that others export: their symbols are those of the others.
EXPORTED = {"ApusClient": ["ApusHTTP", "ApusCurl"]}

#: What a module adds to types of other modules becomes pages of the module that adds it.
EXTENSIONS = "-emit-extension-block-symbols"


def built() -> list:
    """Where the modules of `swift build` are, for this system."""
    target = json.loads(subprocess.run(["swiftc", "-print-target-info"], capture_output=True, text=True, check=True).stdout)["target"]
    triple, system = target["unversionedTriple"], []
    if sys.platform == "darwin":
        # SwiftPM compiles the modules for the oldest macOS that the package supports, and they import modules of the SDK.
        triple += "13.0"
        system = ["-sdk", subprocess.check_output(["xcrun", "--show-sdk-path"], text=True).strip()]
    return ["-I", ROOT / ".build/debug/Modules", "-target", triple, *system]


def declared() -> list:
    """Where the modules are that are declared for macOS."""
    check = ROOT / "Tests/Systems/Apple/check"
    done = subprocess.run([check, "--declare", *MODULES, *ON_APPLE_SYSTEMS], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    folder, triple = done.stdout.split()
    return ["-I", folder, "-target", triple, "-Xcc", f"-fmodule-map-file={check.parent}/Stubs/module.modulemap"]


def extract(module: str, search: list, folder: pathlib.Path, *options: str, exported: list[str] | None = None) -> None:
    """Writes the graph of a module, and one for each module that it extends."""
    exported = EXPORTED.get(module, []) if exported is None else exported
    subprocess.run(
        [
            "swift", "symbolgraph-extract", "-module-name", module, *search,
            "-I", ROOT / "Sources/Transports/CApusCurl/include", "-I", ROOT / "Sources/Runtime/CApusSQLite/include", "-minimum-access-level", "public",
            "-skip-synthesized-members", *options,
            *([f"-experimental-allowed-reexported-modules={','.join(exported)}"] if exported else []), "-output-dir", folder,
        ],
        check=True, stdout=subprocess.DEVNULL)


def extract_all(folder: pathlib.Path) -> None:
    """Writes the graphs of all libraries: of Apple systems what this one does not have, which docc adds to the modules."""
    places = {module: folder / "here" / module for module in MODULES}
    here = built()
    for module, place in places.items():
        place.mkdir(parents=True)
        extract(module, here, place, EXTENSIONS)
        drop_foreign_documentation(place)
    if sys.platform != "linux":
        return
    search = declared()
    for module in MODULES:
        place = folder / "apple" / module
        place.mkdir(parents=True)
        more = ON_APPLE_SYSTEMS if module == "ApusClient" else []
        extract(module, search, place, EXTENSIONS, exported=EXPORTED.get(module, []) + more)
        drop_foreign_documentation(place)
        known = {declaration(symbol) for file in places[module].glob("*.json") for symbol in json.loads(file.read_text())["symbols"]}
        for file in place.glob("*.json"):
            keep(file, lambda symbol: declaration(symbol) not in known)


def keep(file: pathlib.Path, is_kept) -> None:
    """Removes symbols from a graph, and what it says about them."""
    graph = json.loads(file.read_text())
    graph["symbols"] = [symbol for symbol in graph["symbols"] if is_kept(symbol)]
    kept = {symbol["identifier"]["precise"] for symbol in graph["symbols"]}
    graph["relationships"] = [edge for edge in graph["relationships"] if edge["source"] in kept]
    file.write_text(json.dumps(graph))


def drop_foreign_documentation(folder: pathlib.Path) -> None:
    """Removes implementations whose documentation is that of a protocol of Swift, such as `==` and `init(stringLiteral:)`. The others become
    members like all: docc would put them apart."""
    for file in folder.glob("*.json"):
        graph = json.loads(file.read_text())
        symbols = {symbol["identifier"]["precise"]: symbol for symbol in graph["symbols"]}
        foreign = set()
        for edge in graph["relationships"]:
            symbol = symbols.get(edge["source"])
            if "sourceOrigin" not in edge or symbol is None:
                continue
            comment = symbol.get("docComment", {})
            is_own = comment.get("uri") and comment["uri"] == symbol.get("location", {}).get("uri")
            # What comments say of `errorDescription` is that it equals `description`.
            if not is_own and symbol["pathComponents"][-1] != "description":
                if not comment or not re.match(r"s:\d+Apus", edge["sourceOrigin"]["identifier"]):
                    foreign.add(edge["source"])
                # The comment of a protocol of ours links to what its own module has.
                for line in comment.get("lines", []):
                    line["text"] = line["text"].replace("``", "`")
            del edge["sourceOrigin"]
        file.write_text(json.dumps(graph))
        keep(file, lambda symbol: symbol["identifier"]["precise"] not in foreign)


def declaration(symbol: dict) -> tuple:
    """What a symbol is called and how it is declared. Its identifier differs between systems, where `URL` is a type of another module."""
    words = "".join(part["spelling"] for part in symbol["declarationFragments"]).split()
    return tuple(symbol["pathComponents"]), symbol["kind"]["identifier"], " ".join(words)
