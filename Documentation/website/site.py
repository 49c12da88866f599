"""The built site: where its pages are, and what their data says."""
import dataclasses
import functools
import json
import pathlib

PRODUCT = "Apus"


@dataclasses.dataclass(frozen=True)
class Site:
    folder: pathlib.Path
    #: Where it is published, without a slash at its end, and where the repository is.
    url: str
    repository: str

    def pages(self) -> list[str]:
        """The paths of all pages that docc has made, such as `documentation/apus/client`."""
        data = self.folder / "data"
        return sorted(str(file.relative_to(data))[: -len(".json")] for file in data.rglob("*.json"))

    @functools.lru_cache(maxsize=None)
    def data(self, path: str) -> dict:
        return json.loads((self.folder / "data" / f"{path}.json").read_text())

    def has_page(self, path: str) -> bool:
        return (self.folder / "data" / f"{path}.json").is_file()

    def html(self, path: str) -> pathlib.Path:
        return self.folder / path / "index.html"

    def twin(self, path: str) -> pathlib.Path:
        """The page as Markdown."""
        return self.folder / f"{path}.md"

    def title(self, path: str) -> str:
        return self.data(path)["metadata"]["title"]

    def abstract(self, path: str) -> str:
        return plain(self.data(path).get("abstract", []))

    def repository_link(self, file: pathlib.Path, root: pathlib.Path) -> str:
        kind = "tree" if file.is_dir() else "blob"
        return f"{self.repository}/{kind}/main/{file.relative_to(root)}"


def plain(content: list[dict]) -> str:
    """The words of inline content."""
    return "".join(part.get("text") or part.get("code") or plain(part.get("inlineContent", [])) for part in content)
