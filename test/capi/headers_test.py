#!/usr/bin/env python3
"""Each public header compiles alone, as strict C17 and as strict C++17.

headers_test.py CLANG MLIR_INCLUDE HEADER...
"""

import os
import subprocess
import sys

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only"]
LANGUAGES = [("c", "c17"), ("c++", "c++17")]


def main(clang, mlir_include, *headers):
    failed = 0
    for header in headers:
        include = os.path.dirname(os.path.dirname(header))
        # Twice, for the include guard.
        text = f'#include "dlopt-c/{os.path.basename(header)}"\n' * 2
        for language, standard in LANGUAGES:
            run = subprocess.run(
                [clang, "-x", language, f"-std={standard}", *WARNINGS]
                + ["-I", include, "-isystem", mlir_include, "-"],
                input=text,
                text=True,
            )
            if run.returncode:
                failed += 1
                print(f"{header} is no {standard}")
    if len(headers) < 5:
        failed += 1
        print(f"only {len(headers)} headers were given")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
