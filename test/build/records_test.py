#!/usr/bin/env python3
"""mlir_tblgen and tblgen_json wrote what Records.td says."""

import json
import sys

json_path, header_path = sys.argv[1:]
with open(json_path, encoding="utf-8") as file:
    record = json.load(file)["Build_NopOp"]
assert record["opName"] == "nop", record
with open(header_path, encoding="utf-8") as file:
    assert "class NopOp" in file.read(), header_path
