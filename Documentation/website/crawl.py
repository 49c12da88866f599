"""Looks at the built site as its readers meet it: every link of the pages, of their Markdown, of the front page, the skill and llms.txt leads
to something, every title names the product, and the filter finds what people look for.

Links to the repository must name a file of this clone. Links to other sites are not followed: a check must not depend on them.
"""
import html.parser
import pathlib
import re
import urllib.parse

from website.pages import FENCED, MODULES, ROOT
from website.site import PRODUCT, Site

#: What people look for; the filter of the navigator, which every page has, must find a guide or a heading for it.
SEARCHES = ["timeout", "file upload", "subscription", "authentication", "pagination", "optimistic", "SwiftUI"]
#: Pages whose groups are made by hand in the order of use: the modules, and the types that readers meet first.
GROUPED = {f"documentation/{path}".lower() for path in [
    *MODULES, "ApusClient/GraphQLClient", "ApusClient/GraphQLRequestOptions", "ApusClient/GraphQLClientError", "ApusClient/GraphQLHTTPRequest",
    "ApusClient/GraphQLWebSocketTransport/Configuration", "ApusCache/GraphQLCache",
    "ApusCache/GraphQLCacheTransaction", "ApusOfflineMutations/GraphQLMutationQueue", "ApusSwiftUI/GraphQLPager", "Apus/GraphQLValue",
    "Apus/GraphQLReader", "Apus/GraphQLWriter",
]}
LINK = re.compile(r"\]\(((?:[^()\s]|\([^()\s]*\))+)\)|<(https?://[^>\s]+)>")


class Links(html.parser.HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.identifiers: set[str] = set()
        self.title = ""
        self.without_text: list[str] = []
        self.is_title = False

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.is_title = tag == "title"
        self.found += [values[name] for name in ("href", "src", "srcset") if values.get(name)]
        if values.get("id"):
            self.identifiers.add(values["id"])
        if tag == "img" and not values.get("alt"):
            self.without_text.append(values.get("src", ""))

    def handle_data(self, data):
        if self.is_title:
            self.title += data
            self.is_title = False


class Crawl:
    def __init__(self, site: Site, base: str) -> None:
        self.site, self.base = site, base
        self.problems: list[str] = []
        self.checked = 0
        self.anchors: dict[str, set[str]] = {}

    def problem(self, place: str, text: str) -> None:
        if (line := f"{place}: error: {text}") not in self.problems:
            self.problems.append(line)

    def anchors_of(self, path: str) -> set[str]:
        """The anchors of a page that docc has made."""
        if path not in self.anchors:
            text = (self.site.folder / "data" / f"{path}.json").read_text()
            self.anchors[path] = set(re.findall(r'"anchor"\s*:\s*"([^"]+)"', text))
            self.anchors[path] |= {title.replace(" ", "-") for title in ("Overview", "Topics", "Discussion", "See-Also")}
        return self.anchors[path]

    def follow(self, place: str, link: str, relative_to: str = "") -> None:
        """Notes a link that leads nowhere. A path that begins with a slash is one of the host."""
        self.checked += 1
        bare, _, anchor = link.partition("#")
        if bare.startswith(self.site.repository + "/"):
            path = re.sub(r"^(?:blob|tree)/main/?", "", bare[len(self.site.repository) + 1 :])
            if not (ROOT / urllib.parse.unquote(path)).exists():
                self.problem(place, f"the repository has no {path}")
            return
        if bare.startswith(self.site.url):
            bare = "/" + bare[len(self.site.url) :].lstrip("/")
        elif re.match(r"\w+:", bare):
            return
        elif bare.startswith(self.base):
            bare = "/" + bare[len(self.base) :]
        elif bare and not bare.startswith("/"):
            bare = "/" + str(pathlib.PurePosixPath(relative_to) / bare)
        elif bare:
            self.problem(place, f"a link leaves the site: {link}")
            return
        path = urllib.parse.unquote(bare).strip("/") if bare else relative_to
        file = self.site.folder / path
        if not (file.is_file() or (file / "index.html").is_file()):
            self.problem(place, f"a link leads nowhere: {link}")
        elif anchor:
            page = path[: -len(".md")] if path.endswith(".md") else path
            known = self.anchors_of(page) if self.site.has_page(page) else self.identifiers_of(file)
            if urllib.parse.unquote(anchor) not in known:
                self.problem(place, f"a link leads to no heading: {link}")

    def identifiers_of(self, file: pathlib.Path) -> set[str]:
        links = Links()
        links.feed((file if file.is_file() else file / "index.html").read_text())
        return links.identifiers

    def written_page(self, file: pathlib.Path) -> None:
        """An HTML file: its title, and the links that it has without JavaScript."""
        place = str(file.relative_to(self.site.folder))
        links = Links()
        links.feed(file.read_text())
        if PRODUCT not in links.title or links.title.strip() == PRODUCT and place != "index.html":
            self.problem(place, f"the title \"{links.title}\" does not name the page and {PRODUCT}")
        for picture in links.without_text:
            self.problem(place, f"a picture has no description: {picture}")
        for link in links.found:
            self.follow(place, link, str(file.parent.relative_to(self.site.folder)).strip("."))

    def page(self, path: str) -> None:
        """The data of a page: what it links to, and its pictures."""
        for name, reference in self.site.data(path)["references"].items():
            if reference["type"] == "image":
                if not reference.get("alt"):
                    self.problem(path, f"a picture has no description: {name}")
                for variant in reference["variants"]:
                    self.follow(path, self.base + variant["url"].lstrip("/"))
                if not name.endswith((".svg", ".png")) or len(reference["variants"]) < 2:
                    self.problem(path, f"a picture has no form for a dark ground: {name}")
            elif "/tutorials/Learn/" in name:
                continue  # A chapter of the tutorials, which has no page and which nothing links to.
            elif reference["type"] in ("topic", "section", "link") and (url := reference.get("url")):
                # docc writes its own links without the base; those that a page spells out are as they are.
                self.follow(path, self.base + url.lstrip("/") if url.startswith("/") and not url.startswith(self.base) else url, path)
        for section in self.site.data(path).get("topicSections", []):
            if section.get("generated") and self.is_grouped(path):
                self.problem(path, f"the group \"{section['title']}\" is left over: put its {len(section['identifiers'])} members into others by hand")

    def is_grouped(self, path: str) -> bool:
        """Whether the page's groups are made by hand, so that none of docc's own may be left over."""
        return path in GROUPED or any(not section.get("generated") for section in self.site.data(path).get("topicSections", []))

    def markdown(self, file: pathlib.Path) -> None:
        place = str(file.relative_to(self.site.folder))
        text = file.read_text()
        if "doc:" in FENCED.sub("", text):
            self.problem(place, "a link is not resolved: " + re.search(r".{0,20}doc:.{0,40}", FENCED.sub("", text))[0])
        for match in LINK.finditer(re.sub(r"`[^`\n]*`", "", FENCED.sub("", text))):
            link = match[1] or match[2]
            if not re.match(r"\w+:", link):
                self.problem(place, f"a link is not absolute: {link}")
            else:
                self.follow(place, link)

    def navigator(self, root: dict, guides: list[str]) -> None:
        nodes: list[dict] = []

        def collect(node: dict) -> None:
            nodes.append(node)
            for child in node.get("children", []):
                collect(child)

        collect(root)
        for node in nodes:
            if path := node.get("path"):
                self.follow("the navigator", self.base + path.lstrip("/"))
        paths = {node.get("path", "").strip("/") for node in nodes}
        for guide in guides:
            if guide.lower() not in paths:
                self.problem(guide, "no list of topics has this page")
        for words in SEARCHES:
            pattern = re.compile(re.escape(words).replace(r"\ ", r"\s*"), re.I)
            if not any(node["type"] in ("article", "section") and pattern.search(node["title"]) for node in nodes):
                self.problem("the navigator", f"no guide and no heading is found for \"{words}\"")


def problems(site: Site, base: str, root: dict, guides: list[str]) -> tuple[list[str], int]:
    """What is wrong with the site, and how many links were followed."""
    crawl = Crawl(site, base)
    for file in sorted(site.folder.rglob("*.html")):
        crawl.written_page(file)
    for path in site.pages():
        crawl.page(path)
        if not site.twin(path).is_file():
            crawl.problem(path, "the page has no Markdown")
    for file in [*sorted(site.folder.rglob("*.md")), site.folder / "llms.txt", site.folder / "llms-full.txt"]:
        crawl.markdown(file)
    crawl.navigator(root, guides)
    return crawl.problems, crawl.checked
