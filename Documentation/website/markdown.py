"""Every page as Markdown, beside the page: for programs that read documentation, which get no text from a page that JavaScript makes.

A guide is its own source with absolute links, a tutorial its steps with their code; of symbols, docc writes the Markdown.
"""
import pathlib
import re

from website.pages import FENCED, ROOT, TUTORIALS, address, guides, is_external, rewritten, target
from website.site import Site

COMMENT = re.compile(r"<!--.*?-->\n*", re.S)
IMAGE = re.compile(r"!\[([^\]]*)\]\((?:[^)\s]*/)?([^)\s/]+)\)")
MENTION = re.compile(r"<doc:(?://[\w.]+)?/?([^>\s]+)>|``doc://[\w.]+/([^`\s]+)``")
#: A link that docc wrote, whose path may have parentheses that match.
WRITTEN = re.compile(r"\]\((?:doc:/(?:/[\w.]+)?)?/((?:documentation|tutorials)/(?:[^()\s]|\([^()\s]*\))*)\)")


def link(site: Site, path: str) -> str:
    """The address of the Markdown of a page."""
    path, mark, anchor = path.partition("#")
    return f"{site.url}/{path.lower()}.md{mark}{anchor}"


#: The list that docc makes of the pages below a page, by their names alone.
LISTED = re.compile(r"<doc:(\w+)>")


def absolute(site: Site, text: str, page: pathlib.Path) -> str:
    """A text of the repository with links that lead to the site, as Markdown, or to the repository."""

    def replace(label: str, reference: str) -> str:
        if is_external(reference):
            return f"[{label}]({reference})"
        file, anchor = target(reference, page)
        path = address(file)
        found = site.repository_link(file, ROOT) if path is None else link(site, path)
        return f"[{label}]({found}{'#' + anchor if anchor else ''})"

    def listed(match: re.Match[str]) -> str:
        other = next(path for path in guides() if path.stem == match[1])
        return f"[{site.title(address(other).lower())}]({link(site, address(other))})"

    text = LISTED.sub(listed, rewritten(COMMENT.sub("", text), replace))
    return IMAGE.sub(lambda match: f"![{match[1]}]({site.url}/images/{site_identifier(match[2])})", text)


def site_identifier(picture: str) -> str:
    return f"Apus/{picture}"


def tutorial(text: str) -> str:
    """The words and the code of a tutorial."""
    lines: list[str] = []
    step = 0
    for raw in text.splitlines():
        line = raw.strip()
        if match := re.match(r'@(Intro|Chapter|Section)\((?:title|name): "([^"]+)"', line):
            lines.append(("# " if match[1] == "Intro" else "## ") + match[2])
            step = 0
        elif line.startswith("@Step {"):
            step += 1
            lines.append(f"**Step {step}.**")
        elif match := re.match(r'@Code\(name: "([^"]+)", file: "?([^",)]+)"?', line):
            file = TUTORIALS / match[2]
            language = {".swift": "swift", ".graphql": "graphql", ".graphqls": "graphql", ".json": "json"}.get(file.suffix, "")
            lines += ["", f"`{match[1]}`:", "", f"```{language}", file.read_text().rstrip("\n"), "```", ""]
        elif match := re.match(r'@TutorialReference\(tutorial: "doc:(\w+)"\)', line):
            lines.append(f"- [{match[1]}]({match[1]}.tutorial)")
        elif match := re.match(r'@Image\(.*alt: "([^"]+)"', line):
            lines.append(f"*{match[1]}*")
        elif line.startswith("@") or line == "}":
            continue
        else:
            lines.append(line)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def symbol(site: Site, text: str) -> str:
    """What docc writes of a symbol, with absolute links and without its head for machines of another kind."""

    def mention(match: re.Match[str]) -> str:
        found = match[1] or match[2]
        path = found.partition("#")[0].lower()
        title = site.title(path) if site.has_page(path) else found
        return f"[{title if match[1] else f'`{title}`'}]({link(site, found)})"

    text = re.sub(r"^ +(?=<doc:)", "- ", COMMENT.sub("", text, count=1), flags=re.M)
    text = re.sub(r"^(- <doc:.*)\n\n(?=- <doc:)", r"\1\n", text, flags=re.M)
    return WRITTEN.sub(lambda match: f"]({link(site, match[1])})", MENTION.sub(mention, text))


def write(site: Site) -> None:
    """Writes the Markdown of every page."""
    texts = {}
    for page in guides():
        texts[address(page).lower()] = absolute(site, page.read_text(), page)
    for page in TUTORIALS.glob("*.tutorial"):
        texts[address(page).lower()] = absolute(site, tutorial(page.read_text()), page)
    for path in site.pages():
        written = site.folder / "data" / f"{path}.md"
        text = texts.get(path)
        if text is None:
            text = symbol(site, written.read_text()) if written.exists() else f"# {site.title(path)}\n"
        written.unlink(missing_ok=True)
        site.twin(path).parent.mkdir(parents=True, exist_ok=True)
        site.twin(path).write_text(text)
    for rest in (site.folder / "data").rglob("*.md"):
        rest.unlink()
