"""The front page: written by hand, with the samples of the README, which Documentation/samples compiles."""
import html
import pathlib
import re

from website.pages import ROOT
from website.site import Site

FRONT = pathlib.Path(__file__).resolve().parent / "front"
FENCE = re.compile(r"^```(graphql|swift)\n(.*?)^```$", re.M | re.S)
TOKEN = re.compile(
    r"(?P<comment>(?://|#)[^\n]*)|(?P<string>\"[^\"\n]*\")|"
    r"(?P<keyword>\b(?:query|fragment|on|import|let|var|struct|protocol|nonisolated|func|some|for|in|try|await|typealias|enum|case)\b)|"
    r"(?P<type>\b[A-Z]\w*)")


#: Addresses that people shorten others to.
SHORTER = {"documentation": "apus/", "tutorials": "learn/"}


def highlighted(code: str) -> str:
    text, at = "", 0
    for match in TOKEN.finditer(code):
        text += html.escape(code[at : match.start()]) + f'<span class="{match.lastgroup}">{html.escape(match[0])}</span>'
        at = match.end()
    return f"<pre><code>{text}{html.escape(code[at:].rstrip())}</code></pre>"


def samples() -> dict[str, str]:
    """The README's first query, the Swift that it becomes, and the first code that uses it."""
    found = FENCE.findall((ROOT / "README.md").read_text())[:3]
    if [language for language, _ in found] != ["graphql", "swift", "swift"]:
        raise SystemExit("README.md: error: it has to begin with a query, its Swift, and code that uses it: the front page shows them.")
    return dict(zip(["query", "swift", "use"], [highlighted(code) for _, code in found]))


def write(site: Site) -> None:
    values = {"repository": site.repository, **samples()}
    for file in FRONT.iterdir():
        text = file.read_text()
        for name, value in values.items():
            text = text.replace("{{" + name + "}}", value)
        (site.folder / file.name).write_text(text)
    for folder, place in SHORTER.items():
        (site.folder / folder / "index.html").write_text(
            f'<!doctype html>\n<title>{folder.capitalize()} | Apus</title>\n<meta http-equiv="refresh" content="0; url={place}">\n'
            f'<a href="{place}">{folder.capitalize()}</a>\n')
