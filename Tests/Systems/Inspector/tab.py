"""A tab that a test uses as a person does, with keys and with its eyes on the page."""
from __future__ import annotations

import base64
import json
import pathlib
import sys
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "Examples/ServerSide"))
from browser import Browser

#: What goes wrong without being seen.
WATCH = """
window.problems = [];
addEventListener("error", (event) => problems.push(event.message));
addEventListener("unhandledrejection", (event) => problems.push(String(event.reason)));
addEventListener("securitypolicyviolation", (event) => problems.push(`${event.violatedDirective} ${event.blockedURI}`));
"""
KEYS = {
    "Enter": 13, "Escape": 27, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
    "PageUp": 33, "PageDown": 34, "Tab": 9,
}


class Tab(Browser):
    def __init__(self, program: str):
        super().__init__(program)
        self.call("Runtime.enable")
        self.call("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        self.look(1280, 800)

    def look(self, width: int, height: int, scheme: str = "light", scale: float = 1) -> None:
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=width < 800)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def later(self, expression: str):
        """What the promise of an expression gives."""
        return self._value(self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True))

    def wait(self, expression: str, expected=True) -> None:
        """Waits until an expression has a value."""
        end = time.monotonic() + 20
        while (found := self.value(expression)) != expected:
            assert time.monotonic() < end, f"{expression}: {found!r} instead of {expected!r}"
            time.sleep(0.02)

    def press(self, *keys: str) -> None:
        for key in keys:
            event = {"key": key, "windowsVirtualKeyCode": KEYS.get(key, ord(key[0].upper()))}
            text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
            self.call("Input.dispatchKeyEvent", type="keyDown", **event, **({"text": text} if text else {}))
            self.call("Input.dispatchKeyEvent", type="keyUp", **event)

    def go(self, *path: str) -> None:
        self.value(f"go({json.dumps(path)}, false)")
        self.wait("shown.path === state.path.join('/') && !shown.isReading")

    def text(self, selector: str) -> str:
        return self.value(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''")

    def picture(self, file: pathlib.Path) -> None:
        self.later("new Promise((done) => setTimeout(done, 400))")
        file.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))
