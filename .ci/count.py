#!/usr/bin/env python3
"""Counts tests in Bazel's build events and shows the logs of failed ones.

count.py FOLDER RUN...: reads FOLDER/RUN.json and FOLDER/RUN.status. A lit
target counts as many times as it has tests; one that did not build counts once.
"""

import json
import os
import sys
import urllib.parse
import xml.etree.ElementTree

# A long log's cause is at its top (sanitizers) or at its end (lit).
LOG_HEAD, LOG_TAIL = 150, 250
# Bazel's statuses: 0 all passed, 3 built but some test failed.
COUNTED_STATUSES = ("0", "3")


def read_events(path):
    try:
        with open(path, encoding="utf-8") as file:
            return [json.loads(line) for line in file if line.strip()]
    except (OSError, ValueError) as error:
        print(f"cannot read {path}: {error}")
        return []


def local_path(uri):
    return urllib.parse.unquote(urllib.parse.urlparse(uri).path)


def count_cases(path):
    """(cases that ran, failed) of a test.xml; (1, 0) if it says nothing."""
    try:
        root = xml.etree.ElementTree.parse(path).getroot()
    except (OSError, xml.etree.ElementTree.ParseError):
        return 1, 0
    cases = list(root.iter("testcase"))
    skipped = [c for c in cases if c.find("skipped") is not None]
    bad = [
        c
        for c in cases
        if c.find("failure") is not None or c.find("error") is not None
    ]
    return len(cases) - len(skipped), len(bad)


def show_log(title, path):
    print(f"\n==== {title}")
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = file.read().splitlines()
    except OSError as error:
        lines = [str(error)]
    cut = len(lines) - LOG_HEAD - LOG_TAIL
    if cut > 0:
        lines[LOG_HEAD:-LOG_TAIL] = [f"... {cut} lines left out ..."]
    print("\n".join(lines))


def count_result(label, result):
    """(passed, failed) of one test target that ran."""
    files = {
        output["name"]: local_path(output.get("uri", ""))
        for output in result.get("testActionOutput", [])
    }
    ran, failed = count_cases(files.get("test.xml", ""))
    if result["status"] not in ("PASSED", "FLAKY"):
        failed = max(failed, 1)
        show_log(f"{label}: {result['status']}", files.get("test.log", ""))
    else:
        failed = 0
    return max(ran - failed, 0), failed


def count_run(name, events, status):
    passed = failed = 0
    for event in events:
        ident = event.get("id", {})
        if "testResult" in ident and "testResult" in event:
            label = f"{ident['testResult']['label']} ({name})"
            more = count_result(label, event["testResult"])
            passed, failed = passed + more[0], failed + more[1]
        elif "targetCompleted" in ident:
            if not event.get("completed", {}).get("success"):
                label = ident["targetCompleted"]["label"]
                print(f"\n==== {label} ({name}): not built")
                failed += 1
    if status not in COUNTED_STATUSES and not failed:
        print(f"\n==== {name}: Bazel ended with status {status}, see above")
        failed += 1
    return passed, failed


def main(folder, *runs):
    passed = failed = 0
    for name in runs:
        with open(os.path.join(folder, name + ".status")) as file:
            status = file.read().strip()
        events = read_events(os.path.join(folder, name + ".json"))
        more = count_run(name, events, status)
        passed, failed = passed + more[0], failed + more[1]
    print(f"\n{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
