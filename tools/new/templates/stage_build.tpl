# ${FILL}: what this stage does.
load("//tools/build:defs.bzl", "dl_c_library")

package(default_visibility = ["//visibility:public"])

dl_c_library(
    name = "${STAGE}",
    srcs = glob(["*.c"]),
    hdrs = glob(["*.h"]),
    alwayslink = 1,
    deps = [
        "//dialect",
        "//lowering/base:diag",
        "//lowering/base:upstream_ops",
        "//lowering/pass:header",
        "//lowering/pass:passes_header",
    ],
)
