"""The site's index: one tree with all guides, their headings, the tutorials and the modules, which every page shows and its filter searches.

docc makes a tree of each module and shows the one of the page's. A page in a tree is found by its title alone: with the headings below the
guides, the filter finds what is explained in the middle of one, too.
"""
import json
import pathlib

from website.pages import MODULES


def group(title: str) -> dict:
    return {"title": title, "type": "groupMarker"}


def page_data(site: pathlib.Path, path: str) -> dict:
    return json.loads((site / "data" / f"{path.strip('/')}.json").read_text())


def section_nodes(site: pathlib.Path, path: str) -> list[dict]:
    """The headings of a guide, those of the third level below those of the second."""
    found: list[dict] = []
    for section in page_data(site, path).get("primaryContentSections", []):
        for part in section.get("content", []):
            if part["type"] != "heading":
                continue
            node = {"title": part["text"], "type": "section", "path": f"{path}#{part['anchor']}"}
            if part["level"] > 2 and found:
                found[-1].setdefault("children", []).append(node)
            else:
                found.append(node)
    return found


def with_sections(site: pathlib.Path, node: dict) -> dict:
    """A guide with its headings and the guides below it."""
    below = [with_sections(site, child) for child in node.get("children", []) if is_guide(child)]
    return {**node, "children": section_nodes(site, node["path"]) + below}


def is_guide(node: dict) -> bool:
    return node["type"] == "article"


def groups(children: list[dict]) -> list[tuple[dict, list[dict]]]:
    found: list[tuple[dict, list[dict]]] = []
    for child in children:
        if child["type"] == "groupMarker":
            found.append((child, []))
        else:
            if not found:
                found.append((group(""), []))
            found[-1][1].append(child)
    return found


def merged(site: pathlib.Path) -> dict:
    index = json.loads((site / "index/index.json").read_text())
    roots = {root["title"]: root for root in index["interfaceLanguages"]["swift"]}
    guides: list[dict] = []
    modules: list[dict] = []
    seen: set[str] = set()
    for name in MODULES:
        module, symbols = roots.pop(name), []
        for marker, nodes in groups(module.get("children", [])):
            pages = [node for node in nodes if is_guide(node) and node["path"] not in seen]
            seen |= {node["path"] for node in pages}
            if pages:
                # A module's own guides, unless the list of all guides has them in a better place.
                guides += [group(marker["title"] if name == "Apus" else name)] + [with_sections(site, node) for node in pages]
            if others := [node for node in nodes if not is_guide(node)]:
                symbols += [marker, *others]
        # Not of the type "module": the renderer would show the tree of the page's module alone.
        modules.append({"title": name, "type": "collection", "path": module["path"], "children": symbols})
    tutorials = [child for root in roots.values() for child in [root, *root.get("children", [])] if child["type"] in ("overview", "project")]
    for tutorial in tutorials:
        tutorial.pop("children", None)
    children = [group("Tutorials"), *tutorials, *guides, group("Reference"), *modules]
    root = {"title": "Apus", "type": "module", "path": "/documentation/apus", "children": children}
    index["interfaceLanguages"] = {"swift": [root]}
    return index


def write(site: pathlib.Path) -> dict:
    """Replaces docc's index, and returns the root of the new one."""
    index = merged(site)
    (site / "index/index.json").write_text(json.dumps(index, ensure_ascii=False, separators=(",", ":")))
    return index["interfaceLanguages"]["swift"][0]
