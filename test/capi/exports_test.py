#!/usr/bin/env python3
"""libdlopt.so exports what the public headers declare, and nothing else.

exports_test.py NM LIBRARY HEADER...
"""

import re
import subprocess
import sys

DECLARATION = re.compile(r"\bDLOPT_EXPORT\b[^;()]*?\b(\w+)\s*\(")


def exported(nm, library):
    """Names of the dynamic symbols that the library defines."""
    run = subprocess.run(
        [nm, "-D", "--defined-only", "--format=just-symbols", library],
        check=True,
        capture_output=True,
        text=True,
    )
    return {line.split("@")[0] for line in run.stdout.split()}


def declared(headers):
    names = set()
    for header in headers:
        with open(header, encoding="utf-8") as file:
            text = re.sub(r"//.*|^#.*", "", file.read(), flags=re.M)
        names.update(DECLARATION.findall(text))
    return names


def main(nm, library, *headers):
    symbols, names = exported(nm, library), declared(headers)
    symbols.discard("DLOPT_0")  # the version node itself
    complaints = [f"{s}: exported, not declared" for s in symbols - names]
    complaints += [f"{n}: declared, not exported" for n in names - symbols]
    complaints += [f"{n}: not dlopt..." for n in names if n[:5] != "dlopt"]
    if len(names) < 20:
        complaints.append(f"only {len(names)} declarations found: {names}")
    print("\n".join(sorted(complaints)))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
