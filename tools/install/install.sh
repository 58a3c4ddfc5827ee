#!/bin/bash
# Installs the C API, the plugin, the tools and the pkg-config files.
#
#   ./bazelw run //tools/install -- PREFIX
#
# DESTDIR, if set, is put before PREFIX. Bazel runs this among the built files;
# a relative PREFIX means one from where Bazel was called.
set -euo pipefail

if [[ $# -ne 1 || -z "$1" || "$1" == -* ]]; then
  echo "usage: install PREFIX" >&2
  exit 2
fi
prefix="$1"
[[ "$prefix" == /* ]] || prefix="${BUILD_WORKING_DIRECTORY:-$PWD}/$prefix"
readonly root="${DESTDIR:-}$prefix"

# put MODE FOLDER FILE...: copies, following Bazel's links.
put() {
  local mode="$1" folder="$root/$2"
  shift 2
  mkdir -p "$folder"
  install -m "$mode" "$@" "$folder"
}

put 644 include/dlopt-c capi/include/dlopt-c/*.h
put 755 lib capi/libdlopt.so capi/libdlopt-plugin.so
put 644 lib/pkgconfig capi/dlopt.pc capi/dlopt-mlir.pc
put 755 bin tools/dlopt-compile/dlopt-compile tools/dlopt-exec/dlopt-exec \
  tools/dlopt-opt/dlopt-opt tools/dlopt-run/dlopt-run
put 644 share/doc/dlopt LICENSE README.md
echo "installed in $root"
