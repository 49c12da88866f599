"""Runs the steps of `.ci/table.py`.

    .ci/run [NAME...] [--all] [--base COMMIT] [--list]
    .ci/nightly [NAME...] [--part K/7] [--list]

`.ci/run` is what must pass before a change is merged: the steps that always run, and those whose files changed since the merge base with
origin/main. Where there is no such base, as in a clone that has only main, it is the newest commit that is older than a day. When nothing but
pages changed, only the steps of pages run. `--all` adds all other steps.

`.ci/nightly` runs everything, with samples ten times as large. Faults that tests must notice are spread over a week: `--part 3/7` names
a day's. It goes on after a failure.

Names choose steps; one that no step has chooses those that begin so. Each step is a line with its time on the clock and on all processors; both print a table at the end. No step of
`.ci/run` begins after APUS_CI_MINUTES, 60 of them: the ones left out are listed as such.
"""
import argparse
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time

from table import FOLDERS, PAGE_FILES, PAGES, STEPS, Step

ROOT = pathlib.Path(__file__).resolve().parents[1]
CORES = 2
COUNTED = re.compile(r"Test run with|tests? passed|[0-9] passed|checks passed|agree|responses|rows|inputs for|^editors|mutants,|suites, ")


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True).stdout.strip()


def base_commit() -> str:
    """The commit that changes are counted from; empty where there is none."""
    if git("rev-parse", "--verify", "-q", "origin/main") not in ("", git("rev-parse", "HEAD")):
        if base := git("merge-base", "HEAD", "origin/main"):
            return base
    return git("rev-list", "-1", "--before=1 day ago", "HEAD")


def changed_files(base: str) -> list[str]:
    """The files that differ from the base, also those that are not committed."""
    listed = git("diff", "--name-only", "--no-renames", base).splitlines()
    return listed + git("ls-files", "--others", "--exclude-standard").splitlines()


def chosen(changed: list[str] | None) -> list[Step]:
    """The steps that a change needs; without a list of files, all that always run."""
    if changed is None:
        return [step for step in STEPS if not step.nightly]
    is_page = re.compile("|".join(f"(?:{pattern})" for pattern in PAGE_FILES)).fullmatch
    wanted = {step.name for step in STEPS if not step.nightly}
    if changed and all(is_page(file) for file in changed):
        wanted = set(PAGES)
    for folder, names in FOLDERS.items():
        pattern = re.compile(re.escape(folder).replace(r"\{name\}", r"(?P<name>[^/]+)") + r"(?![A-Za-z])")
        for found in filter(None, map(pattern.match, changed)):
            wanted |= {name.format(**found.groupdict()) for name in names}
    return [step for step in STEPS if step.name in wanted]


class Run:
    def __init__(self, steps: list[Step], minutes: float, environment: dict[str, str]):
        self.steps, self.limit, self.environment = steps, minutes * 60, environment
        self.rows: list[tuple[str, str, float, float, str]] = []
        self.start = time.monotonic()
        self.free = threading.Condition()
        self.cores, self.locked, self.printing = CORES, set(), threading.Lock()

    def run(self) -> int:
        """Begins the steps in their order, each when its cores and its build folder are free."""
        threads = []
        waiting = list(self.steps)
        while waiting:
            step = self.begin(waiting)
            thread = threading.Thread(target=self.perform, args=[step])
            thread.start()
            threads.append(thread)
            # What cannot be built cannot be tested.
            if step.name == "build":
                thread.join()
                if self.rows[-1][0] == "FAIL":
                    break
        for thread in threads:
            thread.join()
        return self.report()

    def begin(self, waiting: list[Step]) -> Step:
        """Waits for the first step that can begin, and takes what it needs. A step for both cores lets no later one begin before it."""
        def ready() -> Step | None:
            for step in waiting:
                if self.cores >= step.cores and step.folder not in self.locked:
                    return step
                if step.cores == CORES:
                    return None
            return None

        with self.free:
            self.free.wait_for(lambda: ready() is not None)
            step = ready()
            waiting.remove(step)
            self.cores -= step.cores
            self.locked |= {step.folder} - {""}
            return step

    def perform(self, step: Step) -> None:
        start = time.monotonic()
        status, seconds, lines = 77, 0.0, [f"{self.limit / 60:.0f} minutes are over; .ci/run {step.name} runs it"]
        if start - self.start < self.limit:
            with tempfile.TemporaryFile() as log:
                process = subprocess.Popen(
                    ["bash", ROOT / ".ci/steps", step.name], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log,
                    stderr=subprocess.STDOUT, env=os.environ | self.environment)
                _, raw, usage = os.wait4(process.pid, 0)
                process.returncode = status = os.waitstatus_to_exitcode(raw)
                seconds = usage.ru_utime + usage.ru_stime
                log.seek(0)
                lines = log.read().decode(errors="replace").splitlines()
        with self.free:
            self.cores += step.cores
            self.locked.discard(step.folder)
            self.free.notify()
        self.tell(step.name, status, time.monotonic() - start, seconds, lines)

    def tell(self, name: str, status: int, wall: float, seconds: float, lines: list[str]) -> None:
        # What was compiled and which tests passed say nothing.
        plain = [re.sub(r"^[^A-Za-z0-9/]+", "", line)[:300] for line in lines
                 if not re.match(r"\[\d+/\d+\]|◇|. (Test (?!run )|Suite ).* passed after", line)]
        counts = [line[:90] for line in plain if COUNTED.search(line)]
        verdict = {0: "PASS", 77: "SKIP"}.get(status, "FAIL")
        remark = (lines or [""])[-1] if verdict == "SKIP" else (counts or [""])[-1] if verdict == "PASS" else ""
        with self.printing:
            self.rows.append((verdict, name, wall, seconds, remark))
            print(f"{verdict} {name:28} {wall:5.0f} s {seconds:5.0f} CPU s  {remark}", flush=True)
            if verdict == "FAIL":
                # Of a test run the end names tests that passed; which failed is anywhere before.
                for line in [line for line in lines if "✘" in line or "error:" in line][:20]:
                    print(f"     ! {line[:300]}")
                for line in plain[-30:]:
                    print(f"     | {line}", flush=True)

    def report(self) -> int:
        count = {verdict: sum(row[0] == verdict for row in self.rows) for verdict in ("PASS", "FAIL", "SKIP")}
        wall = time.monotonic() - self.start
        used = sum(row[3] for row in self.rows)
        print(f"\nAll steps took {wall:.0f} s and {used:.0f} CPU s. The longest:")
        for verdict, name, seconds, processor, _ in sorted(self.rows, key=lambda row: -row[2])[:12]:
            print(f"  {name:28} {seconds:5.0f} s {processor:5.0f} CPU s")
        for verdict, name, *_, remark in self.rows:
            if verdict != "PASS":
                print(f"{verdict} {name}  {remark}")
        print(f"steps: {count['PASS']} passed, {count['FAIL']} failed, {count['SKIP']} skipped")
        return 0 if count["FAIL"] == 0 and count["PASS"] > 0 and len(self.rows) == len(self.steps) else 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, usage=argparse.SUPPRESS)
    parser.add_argument("command", choices=["run", "nightly"], help=argparse.SUPPRESS)
    parser.add_argument("names", nargs="*", help="steps, or beginnings of their names")
    parser.add_argument("--all", action="store_true", help="the steps of the night too")
    parser.add_argument("--base", help="the commit that changes are counted from")
    parser.add_argument("--part", help="the part of the mutants, such as 3/7; otherwise the day's")
    parser.add_argument("--list", action="store_true", help="print the steps that would run")
    options = parser.parse_args()
    is_nightly = options.command == "nightly"
    environment, minutes = {}, float(os.environ.get("APUS_CI_MINUTES", 60))
    base = options.base or base_commit()
    changed = changed_files(base) if base else None
    if changed is not None:
        existing = [file for file in changed if (ROOT / file).is_file() and file.startswith("Sources/") and file.endswith(".swift")]
        environment["APUS_CI_CHANGED"] = " ".join(existing)
    if is_nightly or options.all:
        steps = STEPS
        # The longer forms of the same.
        if is_nightly:
            steps = [step for step in STEPS if step.name not in ("mutants", "conformance")]
    else:
        steps = chosen(changed)
    if options.names:
        known = {step.name for step in STEPS}
        if unknown := [name for name in options.names if name not in known and not any(other.startswith(name) for other in known)]:
            parser.error(f"no step begins with {', '.join(unknown)}")
        steps = [step for step in STEPS if step.name in options.names
                 or any(name not in known and step.name.startswith(name) for name in options.names)]
    if is_nightly:
        environment |= {"APUS_CI_SCALE": "10"} | ({"APUS_CI_PART": options.part} if options.part else {})
    if is_nightly or options.all or options.names:
        minutes = float("inf")
    if options.list:
        print("\n".join(step.name for step in steps))
        return 0
    if changed is not None and not (is_nightly or options.names):
        print(f"{len(changed)} files changed since {base[:12]}.", flush=True)
    return Run(steps, minutes, environment).run()


if __name__ == "__main__":
    sys.exit(main())
