"""Drawings out of text: boxes with arrows, code, messages between participants, and questions.

A drawing is a file in Documentation/Drawings. It begins with its `title` and its `description`, which is what people get who do not see it.
After an empty line, each line is a part, from top to bottom:

    boxes KIND Title / note | KIND Title / note      a row of boxes; `>` for `|` leads from one to the next
    arrows 1>1 2<1 3=2 label                         from a box of the row above to one of the row below, back, or both
    code LANGUAGE                                    the lines below it that are indented by four; `a ` to `d ` before a line color it
    messages Name | Name | Name                      participants, and below it, indented, `1>2 text`, or `2<3 text` for a response
    question Text / answer                           a question, and what follows from a yes; the next part follows from a no
    text Words                                       a note, as wide as the drawing

A drawing is at most as wide as the text of a page on a telephone, so nothing is ever scaled down there. A text that does not fit into its box is
an error.
"""
import dataclasses
import pathlib
import re
from xml.sax.saxutils import escape

WIDTH = 380
EDGE = 12
GAP = 10
BIG, SMALL, CODE = 14, 12, 12
LIGHT = {
    "ground": "#ffffff", "edge": "#d0d7de", "text": "#1f2328", "line": "#57606a", "plain": "#f6f8fa", "input": "#fff3cd", "work": "#dcebfb",
    "output": "#d9f2e1", "fault": "#fde2e1", "a": "#dcebfb", "b": "#ffe8cc", "c": "#d9f2e1", "d": "#eee0fa",
}
DARK = {
    "ground": "#0d1117", "edge": "#30363d", "text": "#e6edf3", "line": "#9198a1", "plain": "#161b22", "input": "#3d3010", "work": "#10294a",
    "output": "#12351f", "fault": "#4a1a1a", "a": "#10294a", "b": "#45290d", "c": "#12351f", "d": "#33204d",
}
KINDS = ["plain", "input", "work", "output", "fault", "a", "b", "c", "d"]
SANS = "system-ui, 'Helvetica Neue', Arial, sans-serif"
MONOSPACE = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"


class Fault(Exception):
    pass


def width_of(text: str, size: float) -> float:
    """About how wide a text is, in the widest of the usual fonts."""
    total = 0.0
    for character in text:
        if character in "iljtfrI.,:;'|!()[] ":
            total += 0.36
        elif character in "mwMW@→":
            total += 0.9
        else:
            total += 0.7 if character.isupper() else 0.58
    return total * size


def wrapped(text: str, size: float, width: float) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


@dataclasses.dataclass
class Box:
    x: float
    width: float
    top: float
    bottom: float

    @property
    def middle(self) -> float:
        return self.x + self.width / 2


class Drawing:
    def __init__(self, file: pathlib.Path) -> None:
        self.file = file
        head, _, body = file.read_text().partition("\n\n")
        values = dict(re.findall(r"^(\w+): ((?:.|\n(?= ))+)$", head, re.M))
        self.title = values["title"]
        self.description = " ".join(values["description"].split())
        self.lines = body.rstrip("\n").split("\n")
        self.parts: list[str] = []
        self.y = float(EDGE)
        self.above: list[Box] = []
        self.pending: tuple[list[tuple[int, str, int]], str] | None = None

    def fault(self, text: str) -> Fault:
        return Fault(f"{self.file}: error: {text}")

    def text(self, x: float, y: float, words: str, size: float = SMALL, color: str = "text", weight: int = 400, anchor: str = "start",
             limit: float | None = None) -> None:
        if limit is not None and width_of(words, size) > limit:
            raise self.fault(f"\"{words}\" is too long by {width_of(words, size) - limit:.0f}")
        bold = f' font-weight="{weight}"' if weight != 400 else ""
        place = f' text-anchor="{anchor}"' if anchor != "start" else ""
        self.parts.append(f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}"{place}{bold} fill="{{{color}}}">{escape(words)}</text>')

    def rectangle(self, box: Box, fill: str) -> None:
        self.parts.append(
            f'<rect x="{box.x:.0f}" y="{box.top:.0f}" width="{box.width:.0f}" height="{box.bottom - box.top:.0f}" rx="6" '
            f'fill="{{{fill}}}" stroke="{{line}}"/>')

    def arrow(self, points: list[tuple[float, float]], dashed: bool = False) -> None:
        """A line through points, with a tip at its end."""
        path = "M" + " L".join(f"{x:.0f} {y:.0f}" for x, y in points)
        style = ' stroke-dasharray="4 3"' if dashed else ""
        self.parts.append(f'<path d="{path}" stroke="{{line}}" stroke-width="1.5" fill="none"{style}/>')
        (x0, y0), (x, y) = points[-2:]
        if abs(x - x0) > abs(y - y0):
            back = -7 if x > x0 else 7
            tip = f"M{x:.0f} {y:.0f} l{back} -4 v8 z"
        else:
            back = -7 if y > y0 else 7
            tip = f"M{x:.0f} {y:.0f} l-4 {back} h8 z"
        self.parts.append(f'<path d="{tip}" fill="{{line}}"/>')

    def boxes(self, words: str) -> None:
        items = [item.strip() for item in re.split(r" [|>] ", words)]
        leads = re.findall(r" ([|>]) ", words)
        gap = 26 if ">" in leads else GAP
        width = (WIDTH - 2 * EDGE - gap * (len(items) - 1)) / len(items)
        contents = []
        for item in items:
            kind, _, rest = item.partition(" ")
            if kind not in KINDS:
                raise self.fault(f"{kind} is not a kind of box: {', '.join(KINDS)}")
            title, _, note = rest.partition(" / ")
            contents.append((kind, wrapped(title, BIG, width - 14), wrapped(note, SMALL, width - 14) if note else []))
        height = max(16 + 18 * len(title) + 15 * len(note) for _, title, note in contents)
        row = []
        for number, (kind, title, note) in enumerate(contents):
            box = Box(EDGE + number * (width + gap), width, self.y, self.y + height)
            self.rectangle(box, kind)
            y = self.y + (height - 18 * len(title) - 15 * len(note)) / 2 - 4
            for line in title:
                y += 18
                self.text(box.middle, y, line, BIG, weight=600, anchor="middle", limit=width - 8)
            for line in note:
                y += 15
                self.text(box.middle, y + 1, line, color="line", anchor="middle", limit=width - 8)
            row.append(box)
        for number, lead in enumerate(leads):
            if lead == ">":
                middle = (row[number].top + row[number].bottom) / 2
                self.arrow([(row[number].x + width + 1, middle), (row[number + 1].x - 1, middle)])
        self.placed(row)

    def placed(self, row: list[Box]) -> None:
        """Draws the arrows that lead to a row, and goes on below it."""
        if self.pending:
            pairs, label = self.pending
            self.pending = None
            for first, direction, second in pairs:
                above, below = self.above[first - 1], row[second - 1]
                x = below.middle if len(row) > len(self.above) else above.middle
                start, end = above.bottom + 1, below.top - 1
                if direction == "=":
                    self.arrow([(x - 40, start), (x - 40, end)])
                    self.arrow([(x + 40, end), (x + 40, start)])
                else:
                    points = [(x, start), (x, end)]
                    self.arrow(points if direction == ">" else points[::-1])
            if label:
                size = width_of(label, SMALL)
                y = (self.above[0].bottom + row[0].top) / 2
                self.parts.append(f'<rect x="{(WIDTH - size) / 2:.0f}" y="{y - 8:.0f}" width="{size:.0f}" height="15" fill="{{ground}}"/>')
                self.text(EDGE + (WIDTH - 2 * EDGE) / 2, y + 4, label, color="line", anchor="middle",
                          limit=70 if any(pair[1] == "=" for pair in pairs) else WIDTH - 2 * EDGE)
        self.above = row
        self.y = row[0].bottom + GAP

    def arrows(self, words: str) -> None:
        pairs = [(int(a), direction, int(b)) for a, direction, b in re.findall(r"\b(\d)([><=])(\d)\b", words)]
        self.pending = pairs, re.sub(r"\b\d[><=]\d\b", "", words).strip()
        self.y += 24

    def code(self, lines: list[str]) -> None:
        box = Box(EDGE, WIDTH - 2 * EDGE, self.y, self.y + 16 + 17 * len(lines))
        self.rectangle(box, "plain")
        for number, line in enumerate(lines):
            y = self.y + 8 + 17 * number
            band, code = (line[0], line[2:]) if re.match(r"[a-d] ", line) else ("", line[2:])
            if band:
                self.parts.append(f'<rect x="{box.x + 1:.0f}" y="{y:.0f}" width="{box.width - 2:.0f}" height="17" fill="{{{band}}}"/>')
            if len(code) * 0.61 * CODE > box.width - 16:
                raise self.fault(f"\"{code}\" is too long")
            self.parts.append(
                f'<text x="{box.x + 10:.0f}" y="{y + 13:.0f}" font-size="{CODE}" font-family="{MONOSPACE}" xml:space="preserve" '
                f'fill="{{text}}">{escape(code)}</text>')
        self.placed([box])

    def messages(self, names: str, lines: list[str]) -> None:
        columns = [name.strip() for name in names.split("|")]
        spacing = (WIDTH - 2 * EDGE) / len(columns)
        middles = [EDGE + spacing * (number + 0.5) for number in range(len(columns))]
        for name, x in zip(columns, middles):
            box = Box(x - spacing / 2 + 3, spacing - 6, self.y, self.y + 30)
            self.rectangle(box, "work")
            self.text(x, self.y + 20, name, SMALL, weight=600, anchor="middle", limit=spacing - 8)
        start = self.y + 30
        end = start + 14 + 32 * len(lines)
        for x in middles:
            self.parts.append(f'<path d="M{x:.0f} {start:.0f} V{end:.0f}" stroke="{{edge}}" stroke-width="1.5"/>')
        for number, line in enumerate(lines):
            match = re.match(r"(\d)([><])(\d) (.+)", line.strip())
            y = start + 32 * (number + 1)
            left, right = middles[int(match[1]) - 1] + 3, middles[int(match[3]) - 1] - 3
            self.arrow([(left, y), (right, y)] if match[2] == ">" else [(right, y), (left, y)], dashed=match[2] == "<")
            middle = (left + right) / 2
            half = min(middle - EDGE, WIDTH - EDGE - middle)
            size = width_of(match[4], SMALL)
            self.parts.append(
                f'<rect x="{middle - size / 2:.0f}" y="{y - 17:.0f}" width="{size:.0f}" height="14" fill="{{ground}}"/>')
            self.text(middle, y - 6, match[4], anchor="middle", limit=2 * half)
        self.y = end + GAP

    def question(self, words: str, is_last: bool) -> None:
        question, _, answer = words.partition(" / ")
        left = (WIDTH - 2 * EDGE) * 0.38
        right = WIDTH - 2 * EDGE - left - 34
        lines, answers = wrapped(question, SMALL, left - 14), wrapped(answer, SMALL, right - 6)
        height = 18 + 16 * max(len(lines), len(answers))
        box = Box(EDGE, left, self.y, self.y + height)
        target = Box(EDGE + left + 34, right, self.y, self.y + height)
        for place, texts, kind in ((box, lines, "plain"), (target, answers, "output")):
            self.rectangle(place, kind)
            y = self.y + (height - 16 * len(texts)) / 2 - 4
            for line in texts:
                y += 16
                self.text(place.middle, y, line, weight=600 if kind == "output" else 400, anchor="middle", limit=place.width - 6)
        middle = self.y + height / 2
        self.arrow([(box.x + box.width + 1, middle), (target.x - 1, middle)])
        self.text(box.x + box.width + 5, middle - 5, "yes", color="line")
        self.above = [box]
        self.y += height + GAP
        if not is_last:
            self.arrow([(box.middle, box.bottom + 1), (box.middle, box.bottom + 22)])
            self.text(box.middle + 8, box.bottom + 16, "no", color="line")
            self.y = box.bottom + 23

    def drawn(self) -> str:
        """The picture, with the names of its colors in braces."""
        at = 0
        while at < len(self.lines):
            keyword, _, words = self.lines[at].partition(" ")
            at += 1
            inner = []
            while at < len(self.lines) and self.lines[at].startswith("    "):
                inner.append(self.lines[at][4:])
                at += 1
            if keyword == "boxes":
                self.boxes(words)
            elif keyword == "arrows":
                self.arrows(words)
            elif keyword == "code":
                self.code(inner)
            elif keyword == "messages":
                self.messages(words, inner)
            elif keyword == "question":
                following = self.lines[at].partition(" ")[0] if at < len(self.lines) else ""
                self.question(words, following not in ("question", "boxes"))
            elif keyword == "text":
                for line in wrapped(words, SMALL, WIDTH - 2 * EDGE):
                    self.y += 16
                    self.text(EDGE, self.y - 4, line, color="line")
                self.y += GAP
            else:
                raise self.fault(f"{keyword} is not a part of a drawing")
        return "\n".join(self.parts)


def pictures(file: pathlib.Path) -> tuple[str, str, str]:
    """A drawing on light and on dark ground, and its description."""
    drawing = Drawing(file)
    body = drawing.drawn()
    height = drawing.y + EDGE - GAP
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{WIDTH}" height="{height:.0f}" viewBox="0 0 {WIDTH} {height:.0f}" '
            f'font-family="{SANS}">\n<title>{escape(drawing.title)}</title>\n<desc>{escape(drawing.description)}</desc>\n'
            '<rect x="0.5" y="0.5" width="99.7%" height="99.7%" rx="8" fill="{ground}" stroke="{edge}"/>\n')

    def colored(colors: dict[str, str]) -> str:
        return head.replace("{ground}", colors["ground"]).replace("{edge}", colors["edge"]) + re.sub(
            r'(?<=")\{(\w+)\}(?=")', lambda match: colors[match[1]], body) + "\n</svg>\n"

    return colored(LIGHT), colored(DARK), drawing.description
