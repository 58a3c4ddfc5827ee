#!/usr/bin/env python3
"""exits.py N PROGRAM ...: succeeds if the program ends with status N, exactly.

lit's `not` tells zero from the rest only; what a tool promises is a number.
"""

import subprocess
import sys

TIMEOUT = 60


def main(wanted, command):
    try:
        found = subprocess.run(command, timeout=TIMEOUT).returncode
    except subprocess.TimeoutExpired:
        found = "none within %d s" % TIMEOUT
    if found != wanted:
        print("exit status %s, not %d" % (found, wanted), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
