#!/usr/bin/env python3
"""docs_examples.py DOC.md FOLDER: runs the examples of a document.

```mlir file=NAME blocks become files in FOLDER. In ```console blocks, lines
after "$ " are commands; what follows is their output, standard error after
standard output, and "[N]" the exit status, 0 if there is none. "..." at the end
of a line stands for its rest, on a line of its own for all further lines.
"""

import os
import re
import subprocess
import sys


def blocks(text):
    for head, body in re.findall(r"```([^\n]+)\n(.*?)```", text, re.DOTALL):
        yield head, body


def commands(body):
    for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        yield command, expected.splitlines()


def agree(expected, found):
    for number, line in enumerate(expected):
        if line == "...":
            return True
        if number >= len(found):
            return False
        if line.endswith("..."):
            if not found[number].startswith(line[:-3]):
                return False
        elif line != found[number]:
            return False
    return len(found) == len(expected)


def is_right(command, expected, folder):
    status = 0
    if expected and re.fullmatch(r"\[\d+\]", expected[-1]):
        status = int(expected.pop()[1:-1])
    done = subprocess.run(
        command.split(), cwd=folder, capture_output=True, timeout=60, text=True
    )
    found = (done.stdout + done.stderr).splitlines()
    while found and not found[-1]:
        found.pop()
    if done.returncode == status and agree(expected, found):
        return True
    print("$ %s\n%s\n[%d]" % (command, "\n".join(found), done.returncode))
    print("expected:\n%s\n[%d]" % ("\n".join(expected), status))
    return False


def main(document, folder):
    with open(document) as file:
        text = file.read()
    results = []
    for head, body in blocks(text):
        name = re.search(r"file=(\S+)", head)
        if name:
            with open(os.path.join(folder, name.group(1)), "w") as out:
                out.write(body)
        if head == "console":
            for command, expected in commands(body):
                results.append(is_right(command, expected, folder))
    print("%d examples, %d wrong" % (len(results), results.count(False)))
    return 0 if results and all(results) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
