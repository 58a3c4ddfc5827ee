# ${FILL}: what these tests prove.
load("//test:lit.bzl", "lit_tests")

lit_tests(
    name = "lit",
    srcs = [
    ],
)
