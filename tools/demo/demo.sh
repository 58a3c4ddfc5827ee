#!/bin/bash
# The demo: a published model, compiled, explained, run, checked and timed.
set -euo pipefail
root="$(pwd)"
run="$root/tools/dlopt-run/dlopt-run"
model="$root/examples/models/bert.mlir"

echo "BERT as buddy-mlir published it in 2023: $(wc -l < "$model") lines of linalg,"
echo "older than MLIR 22, its weights elided. The command:"
echo
echo "  dlopt-run examples/models/bert.mlir --upgrade --seed 1 \\"
echo "      --explain --verify --bench --timing"
echo
exec "$run" "$model" --upgrade --seed 1 --explain --verify --bench --timing "$@"
