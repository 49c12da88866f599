"""Neovim and Emacs against the server: each does what a person would do, and prints what it sees.

    python3 Tests/Systems/LanguageServer/editors.py

An editor that is not installed is skipped, and counted apart. APUS_LANGUAGE_SERVER names another server.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SERVER = os.environ.get("APUS_LANGUAGE_SERVER") or str(
    HERE.parents[2] / ".build" / "debug" / "apus-language-server")
SCHEMA = (HERE / "Sample" / "schema.graphqls").read_text()

NEOVIM = """
diagnostics: titel: unknown-field
after the fix: 0
completion: title ...AlbumCard
hover: Album.title
definition: schema.graphqls:8
rename: AlbumCard.graphql: fragment Card on Album {
rename: Albums.graphql: ...Card
code action: title
schema changed: unknown-field
"""

NEOVIM_SWIFT = """
diagnostics: titel: unknown-field
after the edit: 0
hover: Album.title
definition: AlbumCard.graphql:1
completion: kind
outside: nothing
rename: Row.swift: ...Card
rename: AlbumCard.graphql: fragment Card on Album {
servers: all
"""

EMACS = """
connected: t
diagnostics: apus [unknown-field]: Cannot query field "titel" on type "Album". Did you mean "title"?
hover: AlbumCard
"""

EMACS_SWIFT = """
diagnostics: titel: apus [unknown-field]: Cannot query field "titel" on type "Album". Did you mean "title"?
hover: AlbumCard
rename: ...Card
"""


def check(name: str, command: list[str], expected: str) -> bool | None:
    """Whether an editor shows all that is expected; None where it is not installed."""
    if not shutil.which(command[0]):
        print(f"{name}: skipped, it is not installed")
        return None
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary) / "Sample"
        shutil.copytree(HERE / "Sample", folder)
        environment = {**os.environ, "APUS_LANGUAGE_SERVER": SERVER, "SAMPLE": str(folder), "HOME": temporary}
        result = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120)
    # Emacs writes messages to standard error.
    lines = {line.strip() for line in (result.stdout + "\n" + result.stderr).splitlines()}
    missing = [line for line in expected.strip().splitlines() if line not in lines]
    print(f"{name}: {'FAILED' if missing else 'passed'}")
    if missing:
        print("missing:\n  " + "\n  ".join(missing) + f"\nprinted:\n{result.stdout}{result.stderr}")
    return not missing


def main() -> None:
    passed = [
        check("Neovim", ["nvim", "--headless", "-u", "NONE", "-c", f"luafile {HERE / 'neovim.lua'}"], NEOVIM),
        check(
            "Neovim, Swift", ["nvim", "--headless", "-u", "NONE", "-c", f"luafile {HERE / 'neovim-swift.lua'}"],
            NEOVIM_SWIFT),
        check("Emacs", ["emacs", "--batch", "-l", str(HERE / "emacs.el")], EMACS),
        check("Emacs, Swift", ["emacs", "--batch", "-l", str(HERE / "emacs-swift.el")], EMACS_SWIFT),
    ]
    counts = [(passed.count(True), "passed"), (passed.count(False), "failed"), (passed.count(None), "not installed here")]
    print("editors: " + ", ".join(f"{count} {what}" for count, what in counts if count))
    sys.exit(1 if False in passed else 0)


main()
