"""Where the modules of this package lie."""
import pathlib
import re

SOURCES = pathlib.Path(__file__).resolve().parents[1] / "Sources"


def folder_of(module: str) -> pathlib.Path:
    """The folder of a module's sources: in one of the rooms of `Sources`, named after the module without `Apus`."""
    name = re.sub(r"^Apus(?=.)", "", module)
    return next(SOURCES.glob(f"*/{name}"))
