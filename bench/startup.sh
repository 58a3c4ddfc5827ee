#!/bin/bash
# Start-up of dlopt-opt against mlir-opt: medians of 40 runs each, in turns, so
# that a busy machine slows both. An empty module in, nothing else to do.
#
#   bench/startup.sh [DLOPT_OPT [MLIR_OPT]]
#
# Ends with 1 if dlopt-opt takes more than 1.2 times as long.
set -euo pipefail

readonly ours="${1:-bazel-bin/tools/dlopt-opt/dlopt-opt}"
readonly theirs="${2:-$(command -v mlir-opt || command -v mlir-opt-22)}"
readonly runs=40

# microseconds PROGRAM: wall time of one run
microseconds() {
  local start end
  start="${EPOCHREALTIME/[.,]/}"
  "$1" - -o /dev/stdout <<< 'module {}' > /dev/null
  end="${EPOCHREALTIME/[.,]/}"
  echo $((end - start))
}

median() { sort -n | sed -n "$((runs / 2))p"; }

microseconds "$ours" > /dev/null # warm the page cache
microseconds "$theirs" > /dev/null
our_times='' their_times=''
for ((i = 0; i < runs; i++)); do
  our_times+="$(microseconds "$ours")"$'\n'
  their_times+="$(microseconds "$theirs")"$'\n'
done
our_median="$(printf '%s' "$our_times" | median)"
their_median="$(printf '%s' "$their_times" | median)"
awk -v ours="$our_median" -v theirs="$their_median" 'BEGIN {
  printf "dlopt-opt %.1f ms, mlir-opt %.1f ms: %.2f times (allowed: 1.2)\n",
         ours / 1000, theirs / 1000, ours / theirs
  exit ours > 1.2 * theirs
}'
