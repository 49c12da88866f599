"""The inspector's page in a browser, before a server in Python with 10,000 records and 100,000 objects.

    pytest Tests/Systems/Inspector

The page is the one that `apus-tool inspect` serves; APUS_TOOL names another tool. APUS_PICTURES names a folder for pictures of all views, in
light and dark, wide and narrow, to look at.
"""
from __future__ import annotations

import json
import os
import pathlib
import re
import subprocess
import time
import urllib.request

import pytest

from inspected_app import BEGIN, HOSTILE, InspectedApp, operation, records, session
from tab import Browser, Tab

HERE = pathlib.Path(__file__).resolve().parent
TOOL = os.environ.get("APUS_TOOL") or str(HERE.parents[2] / ".build" / "debug" / "apus-tool")
OBJECTS = 100_000
#: A row in sight or close to it, of all lists that a page has shown.
ROWS = "document.querySelectorAll('.row').length"


class Inspection:
    """`apus-tool inspect` of a file."""

    def __init__(self, folder: pathlib.Path, *lines: dict):
        file = folder / "run.apus-recording"
        file.write_text("".join(json.dumps(line) + "\n" for line in lines))
        self.process = subprocess.Popen([TOOL, "inspect", str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.address = None
        for line in self.process.stdout:
            if match := re.search(r"http://127\.0\.0\.1:\d+/\S+/", line):
                self.address = match[0]
                break
        assert self.address, "The tool does not print an address."

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(20)


@pytest.fixture(scope="module")
def page(tmp_path_factory) -> tuple[bytes, dict[str, str]]:
    """The page and its policy, as the tool sends them."""
    inspection = Inspection(tmp_path_factory.mktemp("page"), session(mode="file", cache=False, queue=False))
    try:
        with urllib.request.urlopen(inspection.address) as answer:
            return answer.read(), {"Content-Security-Policy": answer.headers["Content-Security-Policy"]}
    finally:
        inspection.close()


@pytest.fixture(scope="module")
def tab():
    program = Browser.program() or pytest.skip("There is no Chromium here.")
    tab = Tab(program)
    yield tab
    tab.close()


@pytest.fixture
def start(page, tab):
    """Opens the page of an app, and at the end finds out whether something went wrong on it."""
    apps = []

    def start(events: list[dict], objects: int = 300, **members) -> InspectedApp:
        apps.append(InspectedApp(*page, events, objects, **members))
        tab.look(1280, 800)
        tab.open(apps[0].address)
        tab.wait("store.order.length", len(events))
        return apps[0]

    yield start
    problems, title = tab.value("problems"), tab.value("document.title")
    tab.open("about:blank")
    for app in apps:
        app.close()
    assert problems == []
    assert title.startswith("Apus Inspector")


def test_ten_thousand_records_keep_the_document_small(start, tab):
    app = start(records(10_000))
    most, keys = tab.later("""(async () => {
      const seen = new Set();
      let most = 0;
      for (let top = 0; top < timeline.host.scrollHeight; top += 600) {
        timeline.host.scrollTop = top;
        await new Promise(requestAnimationFrame);
        most = Math.max(most, document.querySelectorAll("*").length);
        for (const row of document.querySelectorAll(".row")) seen.add(row.getAttribute("aria-rowindex"));
      }
      return [most, seen.size];
    })()""")
    assert keys == 10_000
    assert most < 700
    # What is in sight stays in sight while newer records push out the oldest.
    tab.value("timeline.host.scrollTop = 100000")
    tab.wait("timeline.follows", False)
    first = "timeline.items[Math.ceil(timeline.host.scrollTop / timeline.height)].key"
    key = tab.value(first)
    app.send(*(record | {"id": record["id"] + 10_000, "seq": record["seq"] + 10_000, "at": record["at"] + 1e6} for record in records(500)))
    tab.wait("store.order.at(-1).record.id", 10_500)
    tab.wait("byId('newest').hidden", False)
    assert tab.value(first) == key
    assert tab.value("store.order.length") == 10_000
    tab.value("byId('newest').click()")
    tab.wait("timeline.follows")
    tab.wait(f"{ROWS} > 0 && [...document.querySelectorAll('.row')].at(-1).ariaRowIndex", "10001")


def test_objects_come_in_pages(start, tab):
    app = start(records(10), OBJECTS)
    tab.press("2")
    tab.wait("byId('range').innerText", "1–100 of 100,000")
    for _ in range(3):
        tab.value("byId('next').click()")
        tab.wait("cache.loading === undefined")
    assert tab.text("#range") == "301–400 of 100,000"
    assert tab.value("objects.items.length") == 100
    assert tab.value("byId('grid-cache').querySelectorAll('.row').length") < 60
    tab.value("byId('previous').click()")
    tab.wait("byId('range').innerText", "201–300 of 100,000")
    app.requests.clear()
    tab.press("/", *"99998")
    tab.wait("byId('range').innerText", "1 match")
    # One search, and not one for each letter.
    assert [request for request in app.requests if "after" not in request] == ["cache?search=99998&limit=100"]
    tab.press("Escape", "Escape")
    tab.wait("byId('range').innerText", "1–100 of 100,000")
    tab.press("ArrowDown")
    tab.wait("location.hash === `#cache/${encodeURIComponent(objects.items[0].key)}`")
    tab.wait("document.querySelectorAll('#details [role=treeitem]').length > 3")
    tab.go("cache", "nothing")
    tab.wait("document.querySelector('#details .empty')?.innerText.includes('There is no such object.')")
    limits = [int(match[1]) for request in app.requests if (match := re.search(r"limit=(\d+)", request))]
    assert limits and max(limits) <= 100


def test_keys_reach_everything(start, tab):
    start(records(300))
    tab.value("byId('grid-timeline').focus()")
    tab.press("End")
    tab.wait("location.hash", "#timeline/operation/300")
    tab.press("ArrowUp", "ArrowUp")
    tab.wait("location.hash", "#timeline/update/298")
    tab.wait("document.querySelector('#details .meta')?.innerText.startsWith('changed')")
    assert "Updated because Album:59.title changed by RenameMutation." in tab.text("#details")
    tab.press("Home", "Enter")
    tab.wait("document.activeElement.id", "details")
    tab.wait("document.querySelector('#details h2')?.innerText", "AlbumQuery")
    # To the close button, the tabs, and along them to the response.
    tab.press("Tab", "Tab", "ArrowRight", "ArrowRight")
    tab.wait("document.activeElement.innerText", "Response")
    tab.press("Tab", "Tab")
    assert tab.value("document.activeElement.role") == "treeitem"
    tab.press("ArrowLeft")
    assert tab.value("document.querySelectorAll('#details [role=treeitem]').length") == 1
    tab.press("ArrowRight", "ArrowRight", "ArrowRight", "End")
    assert tab.value("document.activeElement.innerText").startswith("tracks: 1,250 items")
    tab.press("ArrowRight", "ArrowRight")
    assert tab.value("document.activeElement.innerText").startswith("0: Track")
    assert tab.value("document.querySelectorAll('#details [role=treeitem]').length") < 150
    tab.press("Escape")
    assert tab.value("document.activeElement.id") == "grid-timeline"
    tab.press("Escape")
    tab.wait("location.hash", "#timeline")
    for key, view in (("2", "cache"), ("3", "pending"), ("4", "watchers"), ("1", "timeline")):
        tab.press(key)
        tab.wait("state.view", view)
        tab.wait("document.activeElement.role", "grid")
    tab.press("/", *"forbidden price")
    tab.wait("byId('count').innerText", "12 of 300 records")
    tab.press("Escape")
    tab.wait("byId('count').innerText", "300 records")
    tab.press("Escape", "?")
    tab.wait("byId('help').open")
    tab.press("Escape")
    tab.wait("byId('help').open", False)


def test_what_is_focused_is_seen(start, tab):
    start(records(20))
    tab.value("document.activeElement.blur()")
    seen = set()
    for _ in range(20):
        tab.press("Tab")
        width, name, is_page = tab.value("""(({ activeElement: one }) =>
          [getComputedStyle(one).outlineWidth, one.id || one.innerText, one === document.body])(document)""")
        if not is_page:
            assert width == "2px", name
            seen.add(name)
    assert {"tab-timeline", "help-button", "search", "clear", "grid-timeline", "Operations"} <= seen


def test_texts_are_never_markup(start, tab):
    hostile = [
        operation(1, BEGIN, seq=1, name=HOSTILE, variables={HOSTILE: HOSTILE}, cause=HOSTILE, errors=[{"message": HOSTILE}], hash=HOSTILE),
        {"type": "note", "id": 2, "seq": 2, "at": BEGIN + 1, "area": "cache", "text": HOSTILE},
        {
            "type": "write", "id": 3, "seq": 3, "at": BEGIN + 2, "kind": "response", "by": HOSTILE, "count": 1,
            "objects": [{"key": HOSTILE, "isNew": True}],
        },
    ]
    start(hostile, url="javascript:document.title='broken'")
    for path in (("timeline", "operation", "1"), ("timeline", "note", "2"), ("timeline", "write", "3"), ("cache", "Album:3")):
        tab.go(*path)
        tab.wait("document.body.innerText.includes('onerror=')")
    tab.go("timeline", "operation", "1")
    for index in range(5):
        tab.value(f"document.querySelectorAll('#details [role=tab]')[{index}].click()")
    assert tab.value("document.querySelectorAll('img, script:not(body > script), iframe').length") == 0
    assert tab.value("[...document.links].filter((link) => link.origin !== location.origin).length") == 0


def test_changes_arrive(start, tab):
    running = operation(1, BEGIN, seq=1, state="running", kind="subscription", events=1)
    app = start([running])
    tab.go("timeline", "operation", "1")
    assert "running" in tab.text("#details .meta")
    # The user's place in the response stays while newer ones replace it.
    tab.value("document.querySelectorAll('#details [role=tab]')[2].click()")
    tab.value("[...document.querySelectorAll('#details .node')].find((node) => node.innerText.startsWith('artist')).click()")
    count = tab.value("document.querySelectorAll('#details [role=treeitem]').length")
    app.requests.clear()
    for number in range(2, 42):
        app.send(running | {"seq": number, "events": number})
        time.sleep(0.05)
    tab.wait("store.order[0].record.events", 41)
    assert 1 <= len(app.requests) <= 4
    assert tab.value("document.querySelectorAll('#details [role=treeitem]').length") == count
    app.send(running | {"seq": 50, "state": "done", "duration": 2100.0})
    tab.wait("document.querySelector('#details .meta').innerText.includes('done')")
    # Another run of the app.
    app.send(session(at=BEGIN + 9e6), operation(1, BEGIN + 9e6, seq=1, name="SecondQuery"))
    tab.wait("[...document.querySelectorAll('#grid-timeline .name')].map((name) => name.innerText).join()", "SecondQuery")


def test_what_was_freed_is_said(start, tab):
    freed = operation(1, BEGIN, seq=1, cut=True)
    del freed["variables"]
    start([freed])
    tab.go("timeline", "operation", "1")
    assert "Not kept" in tab.text("#details")
    tab.value("document.querySelectorAll('#details [role=tab]')[2].click()")
    tab.wait("byId('details').innerText.includes('Response not kept')")


def test_closing_ends_everything(start, tab):
    app = start(records(50))
    assert app.streams == 1
    tab.open("about:blank")
    end = time.monotonic() + 20
    while app.streams:
        assert time.monotonic() < end, "The page listens after it was left."
        time.sleep(0.02)
    tab.open(app.address)
    tab.wait("store.order.length", 50)
    app.end()
    tab.wait("byId('connection').innerText", "Ended")
    app.requests.clear()
    tab.go("timeline", "update", "3")
    assert "AlbumQuery(id: 0)" in tab.text("#details h2")
    assert not any("events" in request for request in app.requests)


def test_a_recording_has_no_cache(start, tab):
    start(records(50), mode="file", cache=False, queue=False, redacted=True)
    assert tab.text("#connection") == "Recording"
    assert tab.value("byId('tabs').hidden && byId('save').hidden")
    assert "redacted" in tab.text("#notice")
    tab.go("timeline", "update", "3")
    assert tab.value("document.querySelectorAll('#details a[href^=\"#cache\"]').length") == 0


def test_the_tool_shows_a_file(tab, tmp_path):
    inspection = Inspection(tmp_path, session(mode="file", cache=False, queue=False), *records(3))
    try:
        tab.open(inspection.address)
        tab.wait("store.order.length", 3)
        tab.wait("byId('connection').innerText", "Recording")
        tab.go("timeline", "update", "3")
        assert "Updated because Album:0.title changed by RenameMutation." in tab.text("#details")
        assert tab.value("problems") == []
    finally:
        inspection.close()


VIEWS = [
    ("timeline",), ("timeline", "operation", "305"), ("timeline", "operation", "310"), ("timeline", "write", "302"), ("cache",), ("cache", "Album:3"),
    ("pending",), ("pending", "mutation", "2"), ("watchers",), ("watchers", "3"),
]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 820, 1280])
def test_views_fit(start, tab, scheme, width):
    start(records(320))
    tab.look(width, 740, scheme)
    folder = os.environ.get("APUS_PICTURES")
    for path in VIEWS:
        tab.go(*path)
        if path[0] != "timeline":
            tab.wait("views[state.view].last !== undefined")
        over = tab.value("""[...document.querySelectorAll("body, .bar, .tools, .lists, #details, .grid, .row")]
          .filter((one) => one.offsetParent && (one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > innerWidth + 1))
          .map((one) => one.id || one.className)""")
        assert over == [], path
        if folder:
            name = "-".join(part.replace(":", "") for part in path)
            tab.picture(pathlib.Path(folder) / f"{width}-{scheme}-{name}.png")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_have_contrast(start, tab, scheme):
    start(records(20))
    tab.look(1280, 800, scheme)
    weak = tab.value("""(() => {
      const style = getComputedStyle(document.documentElement);
      const light = (name) => style.getPropertyValue(name).match(/[0-9a-f]{2}/gi).map((part) => parseInt(part, 16) / 255)
        .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
        .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
      const texts = ["text", "quiet", "link", "keyword", "type", "string", "good", "bad", "warning"];
      return texts.flatMap((text) => ["ground", "code", "hover", "chosen"].map((ground) => {
        const [low, high] = [light("--" + text), light("--" + ground)].sort((one, other) => one - other);
        return [`${text} on ${ground}`, (high + 0.05) / (low + 0.05)];
      })).filter(([, ratio]) => ratio < 4.5);
    })()""")
    assert weak == []
