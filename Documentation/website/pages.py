"""The pages of the documentation: the guides, the modules' landing pages and the tutorials, their addresses, and the links between them.

Guides lie in the catalogs of the modules that they explain. The site has them in one catalog, so that they are one list, which the filter
searches from everywhere.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / ".ci"))
from modules import folder_of

MODULES = ["Apus", "ApusClient", "ApusCache", "ApusCacheSQLite", "ApusInspector", "ApusOfflineMutations", "ApusSwiftUI", "ApusText", "ApusTesting"]
TUTORIALS = ROOT / "Documentation" / "Tutorials"
SKILL = ROOT / "Documentation" / "Skill" / "SKILL.md"
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)")
FENCED = re.compile(r"^( *)```.*?^\1```$", re.M | re.S)


def catalog(module: str) -> pathlib.Path:
    return folder_of(module) / "Documentation.docc"


#: The module in whose catalog a page lies.
PAGES = {page.resolve(): module for module in MODULES for page in sorted(catalog(module).glob("*.md"))}


def is_landing(page: pathlib.Path) -> bool:
    return page.read_text().startswith("# ``")


def guides() -> list[pathlib.Path]:
    return [page for page in PAGES if not is_landing(page)]


def headings(page: pathlib.Path) -> list[str]:
    return re.findall(r"^#+ (.+)$", FENCED.sub("", page.read_text()), re.M)


def github_anchor(heading: str) -> str:
    """The anchor that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def docc_anchor(heading: str) -> str:
    """The anchor that docc gives a heading."""
    return re.sub(r"-+", "-", re.sub(r"[^\w\-().:+]", "-", re.sub(r"[`'\",;?!&]", "", heading).strip())).strip("-")


def address(file: pathlib.Path) -> str | None:
    """The path of a page or a tutorial on the site, spelled as docc spells it in links; nil for any other file."""
    if file.suffix == ".tutorial":
        return f"tutorials/Learn" if file.stem == "Learn" else f"tutorials/Apus/{file.stem}"
    if file not in PAGES:
        return None
    return f"documentation/{PAGES[file]}" if is_landing(file) else f"documentation/Apus/{file.stem}"


def target(link: str, page: pathlib.Path) -> tuple[pathlib.Path, str]:
    """The file and the heading that a relative link of a page leads to."""
    path, _, anchor = link.partition("#")
    file = (page.parent / path).resolve() if path else page.resolve()
    if anchor and file.suffix == ".md":
        found = [heading for heading in headings(file) if github_anchor(heading) == anchor]
        anchor = docc_anchor(found[0]) if found else ""
    return file, anchor


def is_external(link: str) -> bool:
    return re.match(r"\w+:", link) is not None


def rewritten(text: str, replace) -> str:
    """The text of a page whose links, outside of code, are what `replace` makes of their text and their target."""
    pieces, at = [], 0
    for fence in FENCED.finditer(text):
        pieces += [LINK.sub(lambda match: replace(match[1], match[2]), text[at : fence.start()]), fence[0]]
        at = fence.end()
    return "".join(pieces) + LINK.sub(lambda match: replace(match[1], match[2]), text[at:])


def broken_links() -> list[str]:
    """Relative links of all pages, READMEs and the other texts of the repository that lead nowhere."""
    texts = [*PAGES, *ROOT.glob("*.md"), *ROOT.glob("Examples/*/*.md"), *ROOT.glob("Tests/**/*.md"), *ROOT.glob("Migration/*.md"),
             *ROOT.glob("Integrations/*.md"), *ROOT.glob("Documentation/*.md"), *ROOT.glob("Documentation/Skill/*.md")]
    found = []
    for page in sorted(texts):
        for _, link in LINK.findall(FENCED.sub("", page.read_text())):
            if is_external(link):
                continue
            path, _, anchor = link.partition("#")
            file = (page.parent / path).resolve() if path else page
            leads = file.exists() and (
                not anchor or file.suffix != ".md" or anchor in [github_anchor(heading) for heading in headings(file)])
            if not leads:
                found.append(f"{page.relative_to(ROOT)}: error: a link leads nowhere: {link}")
    return found


EXCERPT = re.compile(r"<!-- file: (\S+) -->\n<!-- sample: file -->\n```\w*\n(.*?)^```$", re.M | re.S)


def stale_excerpts() -> list[str]:
    """Blocks of pages that are said to be of a file of the repository, and are not: their lines are not in it, in this order."""
    found = []
    for page in PAGES:
        for name, text in EXCERPT.findall(page.read_text()):
            lines = iter([line.strip() for line in (ROOT / name).read_text().splitlines()] if (ROOT / name).is_file() else [])
            missing = next((line for line in text.splitlines() if line.strip() not in ("", "…") and line.strip() not in lines), None)
            if missing is not None:
                found.append(f"{page.relative_to(ROOT)}: error: {name} does not have this line, or not in this order: {missing}")
    return found
