#!/bin/bash
# The demo: a published model, compiled, explained, run, checked and timed.
set -euo pipefail
run="$(pwd)/tools/dlopt-run/dlopt-run"
cd examples/models

echo "BERT as buddy-mlir published it in 2023: $(wc -l < bert.mlir) lines of linalg,"
echo "older than MLIR 22, its weights elided. The command, in examples/models:"
echo
echo "  dlopt-run bert.mlir --upgrade --seed 1 --explain --verify --bench --timing"
echo
exec "$run" bert.mlir --upgrade --seed 1 --explain --verify --bench --timing "$@"
