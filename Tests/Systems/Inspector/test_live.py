"""The inspector of a running client in a browser: 100,000 objects, 10,000 events, and what happens while the page is open.

    pytest Tests/Systems/Inspector
"""
from __future__ import annotations

import json
import os
import pathlib
import subprocess
import time
import urllib.error
import urllib.request

import pytest

from tab import Browser, Tab

ROOT = pathlib.Path(__file__).resolve().parents[3]
CHILD = os.environ.get("APUS_INSPECTOR_CHILD") or str(ROOT / ".build" / "debug" / "apus-inspector-child")
OBJECTS, EVENTS = 100_000, 10_000


class Child:
    """A process with a client that is inspected. It answers each line with a line."""

    def __init__(self, *arguments: int):
        self.process = subprocess.Popen(
            [CHILD, *map(str, arguments)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("http://127.0.0.1:"), self.address

    def ask(self, line: str) -> str:
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def read(self, path: str):
        with urllib.request.urlopen(self.address + path) as answer:
            return json.load(answer)

    def connections(self) -> int:
        """The sockets that the process has, apart from the one that listens."""
        folder = pathlib.Path(f"/proc/{self.process.pid}/fd")
        return sum(os.readlink(file).startswith("socket:") for file in folder.iterdir()) - 1

    def close(self) -> None:
        self.process.stdin.close()
        assert self.process.wait(20) == 0


@pytest.fixture(scope="module")
def child():
    child = Child(OBJECTS, EVENTS)
    yield child
    child.close()


@pytest.fixture(scope="module")
def tab():
    program = Browser.program() or pytest.skip("There is no Chromium here.")
    tab = Tab(program)
    yield tab
    tab.close()


def test_the_page_shows_what_happens(child, tab):
    tab.open(child.address)
    last = child.read("cache?limit=1")["total"]
    assert last > OBJECTS
    tab.wait("store.order.length > 5000")
    assert child.ask("fetch").startswith("text")
    assert child.ask("rename") == "renamed"
    tab.wait("store.order.at(-1).record.type", "update")
    tab.wait("[...document.querySelectorAll('.row')].some((row) => "
             "row.innerText.replace(/\\s+/g, ' ').includes('Note updated because Note:1.text changed by RenameNote'))")
    # Values are shown, secrets are not.
    operation = tab.value("store.order.findLast((entry) => entry.record.type === 'operation').record.id")
    whole = child.read(f"operation?id={operation}")
    assert whole["response"]["data"]["renameNote"]["text"] == "renamed"
    assert ["X-Screen", "home"] in whole["attempts"][0]["requestHeaders"]
    assert ["Authorization", "<redacted>"] in whole["attempts"][0]["requestHeaders"]
    tab.value("document.querySelector('#tab-cache').click()")
    tab.wait(f"document.querySelector('#range').innerText.replace(/\\D/g, '').endsWith('{last}')")
    tab.value("const box = document.querySelector('#search'); box.value = 'note:49'; box.dispatchEvent(new Event('input', { bubbles: true }))")
    tab.wait("[...document.querySelectorAll('#grid-cache .row')].filter((row) => row.innerText.includes('Note:49')).length", 11)
    assert tab.value("problems") == []


def test_closing_the_page_ends_its_connections(child, tab):
    tab.open(child.address)
    tab.wait("store.order.length > 5000")
    assert child.connections() > 0
    tab.open("about:blank")
    end = time.monotonic() + 90
    while child.connections() > 0:
        assert time.monotonic() < end, f"{child.connections()} connections are left"
        time.sleep(0.1)


def test_others_get_nothing(child):
    origin, token = child.address.rstrip("/").rsplit("/", 1)
    for path, headers, status in [
        ("/", {}, 404), (f"/{token[::-1]}/", {}, 404), (f"/{token}/", {"Host": "evil.example"}, 421),
        (f"/{token}/events", {"Host": "evil.example"}, 421),
    ]:
        with pytest.raises(urllib.error.HTTPError) as error:
            urllib.request.urlopen(urllib.request.Request(origin + path, headers=headers))
        assert error.value.code == status and error.value.read() == b""


def test_a_recording_has_no_values(child, tmp_path):
    file = tmp_path / "report.jsonl"
    assert child.ask(f"record {file}") == "recorded"
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert lines[0]["type"] == "session" and lines[0]["redacted"]
    assert len(lines) > 5000
    assert "renamed" not in file.read_text() and "hidden" not in file.read_text()
