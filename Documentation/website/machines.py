"""What the site has for programs that read documentation, and for readers without JavaScript.

`llms.txt` lists the pages with their first sentences, `llms-full.txt` has the guides and tutorials whole, `SKILL.md` the rules and pitfalls for
coding assistants. Every page of docc gets a title of its own, and its text where JavaScript is off.
"""
import html
import re

from website import markdown
from website.pages import SKILL
from website.site import PRODUCT, Site

SENTENCE = "Compiles GraphQL documents to typed Swift; a client, a cache and views for it."
NOSCRIPT = re.compile(r"<noscript>.*?</noscript>", re.S)


def listed(root: dict) -> list[tuple[str, list[str]]]:
    """The guides and tutorials by their groups, as the navigator has them."""
    found: list[tuple[str, list[str]]] = []
    for node in root["children"]:
        if node["type"] == "groupMarker":
            found.append((node["title"], []))
        elif node["type"] in ("article", "project", "overview"):
            found[-1][1].append(node["path"].strip("/"))
            found[-1][1].extend(child["path"].strip("/") for child in node.get("children", []) if child["type"] == "article")
        elif node["type"] == "collection":
            found[-1][1].append(node["path"].strip("/"))
    return found


def index(site: Site, root: dict) -> str:
    text = f"# {PRODUCT}\n\n> {SENTENCE}\n\n"
    text += f"- [Everything in one file]({site.url}/llms-full.txt)\n- [Rules for coding assistants]({site.url}/SKILL.md)\n"
    for title, paths in listed(root):
        text += f"\n## {title}\n\n"
        for path in paths:
            sentence = site.abstract(path)
            text += f"- [{site.title(path)}]({markdown.link(site, path)})" + (f": {sentence}\n" if sentence else "\n")
    return text


def whole(site: Site, root: dict) -> str:
    """All guides and tutorials, one after the other."""
    paths = [path for title, group in listed(root) for path in group if title != "Reference"]
    return "\n".join(f"<!-- {markdown.link(site, path)} -->\n\n{site.twin(path).read_text()}" for path in paths)


def with_text(site: Site, path: str, page: str) -> str:
    """A page's HTML with its title, its first sentence, a link to its Markdown, and its text for readers without JavaScript."""
    title = html.escape(f"{site.title(path)} | {PRODUCT}")
    head = f'<title>{title}</title><link rel="alternate" type="text/markdown" href="{html.escape(markdown.link(site, path))}">'
    if sentence := site.abstract(path):
        head += f'<meta name="description" content="{html.escape(sentence)}">'
    text = html.escape(site.twin(path).read_text())
    page = re.sub(r"<title>.*?</title>", lambda _: head, page, count=1)
    style = "white-space:pre-wrap;max-width:50em;margin:2em auto;padding:0 1em"
    return NOSCRIPT.sub(lambda _: f'<noscript><pre style="{style}">{text}</pre></noscript>', page, count=1)


def name_titles(site: Site) -> None:
    """Has the renderer end titles with the product's name; it reads its own setting for that too early."""
    setting = '(["meta","title"],"Documentation")'
    [script] = [file for file in (site.folder / "js").glob("index.*.js") if setting in file.read_text()]
    script.write_text(script.read_text().replace(setting, f'(["meta","title"],"{PRODUCT}")'))


def write(site: Site, root: dict) -> None:
    name_titles(site)
    for path in site.pages():
        file = site.html(path)
        file.write_text(with_text(site, path, file.read_text()))
    (site.folder / "llms.txt").write_text(index(site, root))
    (site.folder / "llms-full.txt").write_text(whole(site, root))
    (site.folder / "SKILL.md").write_text(markdown.absolute(site, SKILL.read_text(), SKILL))
