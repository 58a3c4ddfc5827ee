#!/usr/bin/env python3
"""on_emulator.py DLOPT_RUN LIST CASE...: the cases as GPU programs, emulated.

Each case must pass with --target emulate, but for those in LIST, which must
fail with the message given there: what has no kernel yet. A line of LIST is
"CASE: part of the message". `on_emulator.py --update ...` writes LIST anew, from
what happens; look at the difference before you commit it.
"""

import concurrent.futures
import os
import re
import subprocess
import sys


def name_of(case):
    return case[case.index("test/cases/") + len("test/cases/") :]


def read_list(path):
    with open(path) as lines:
        rows = (line.rstrip("\n") for line in lines)
        rows = [row for row in rows if row and not row.startswith("#")]
    return dict(row.split(": ", 1) for row in rows)


def run(tool, case):
    """Exit status and the first error line."""
    done = subprocess.run(
        [tool, "--quiet", "--check", case, "--target", "emulate"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        universal_newlines=True,
    )
    errors = [line for line in done.stdout.splitlines() if "error: " in line]
    return done.returncode, errors[0] if errors else done.stdout.strip()


def reason(message):
    """What stands behind the place, up to the first punctuation."""
    text = message.split("error: ", 1)[-1]
    return re.split(r"[;:] ", text)[0]


def complaint(name, status, message, expected):
    if expected is None:
        return None if status == 0 else f"{name}: {message}"
    if status == 0:
        return f"{name}: passes: take it off the list"
    if status != 1 or expected not in message:
        return f"{name}: expected '{expected}', got {status}: {message}"
    return None


def main(arguments):
    update = arguments[0] == "--update"
    tool, path, *cases = arguments[update:]
    unsupported = {} if update else read_list(path)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = dict(
            zip(
                map(name_of, cases),
                pool.map(lambda case: run(tool, case), cases),
            )
        )
    if update:
        with open(path) as old:
            head = [line for line in old if line.startswith("#")]
        with open(path, "w") as new:
            new.writelines(head)
            for name, (status, message) in sorted(found.items()):
                if status:
                    new.write(f"{name}: {reason(message)}\n")
        return 0
    complaints = [
        complaint(name, status, message, unsupported.get(name))
        for name, (status, message) in sorted(found.items())
    ]
    complaints += [
        f"{name}: is listed, but no case"
        for name in sorted(unsupported.keys() - found.keys())
    ]
    complaints = [text for text in complaints if text]
    print("\n".join(complaints))
    print(f"{len(found)} cases, {len(unsupported)} not supported yet")
    return 1 if complaints or not found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
