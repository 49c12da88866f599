"""A headless Chromium, told what to do over its DevTools protocol."""
from __future__ import annotations

import json
import pathlib
import shutil
import subprocess
import tempfile
import time

from websockets.sync.client import connect


class Browser:
    """One tab. Whatever takes longer than two minutes is an error."""

    TIMEOUT = 120

    class Unusable(Exception):
        """It does not start here."""

    @staticmethod
    def program() -> str | None:
        names = ("chromium", "chromium-browser", "google-chrome")
        return next((path for path in map(shutil.which, names) if path), None)

    def __init__(self, program: str):
        self.profile = tempfile.TemporaryDirectory()
        self.process = subprocess.Popen(
            [
                program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--remote-debugging-port=0", f"--user-data-dir={self.profile.name}", "about:blank",
            ],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            self.count = 0
            self.socket = connect(self._address(), max_size=None, open_timeout=self.TIMEOUT)
            target = self.call("Target.createTarget", url="about:blank")["targetId"]
            self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            self.call("Page.enable")
        except BaseException:
            self.close()
            raise

    session = None

    def _address(self) -> str:
        """Where it listens, which it writes into its profile's folder."""
        file = pathlib.Path(self.profile.name) / "DevToolsActivePort"
        end = time.monotonic() + self.TIMEOUT
        while time.monotonic() < end and self.process.poll() is None:
            lines = file.read_text().split("\n") if file.exists() else []
            if len(lines) == 2:
                return f"ws://127.0.0.1:{lines[0]}{lines[1]}"
            time.sleep(0.05)
        raise Browser.Unusable("it does not listen")

    def call(self, method: str, until: str | None = None, **parameters):
        """The result of a command; with `until`, only after that event, too."""
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        self.socket.send(json.dumps(message))
        result = None
        while result is None or until:
            answer = json.loads(self.socket.recv(timeout=self.TIMEOUT))
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                result = answer["result"]
            elif answer.get("method") == until:
                until = None
        return result

    def open(self, url: str) -> None:
        self.call("Page.navigate", until="Page.loadEventFired", url=url)

    def value(self, expression: str):
        """What a JavaScript expression is on the page."""
        return self._value(self.call("Runtime.evaluate", expression=expression, returnByValue=True))

    def follow(self, expression: str):
        """Evaluates an expression that leads to another page, and waits for that."""
        return self._value(self.call("Runtime.evaluate", until="Page.loadEventFired", expression=expression))

    @staticmethod
    def _value(result):
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"]["exception"]["description"])
        return result["result"].get("value")

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(self.TIMEOUT)
        # It may still be tidying up.
        shutil.rmtree(self.profile.name, ignore_errors=True)
