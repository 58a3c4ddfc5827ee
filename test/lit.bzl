"""lit_tests: the lit tests of one folder as one Bazel test."""

load("@cuda//:defs.bzl", "CUDA_PATH")
load("@llvm//:defs.bzl", "LLVM_LIBDIR")

def lit_tests(name, srcs, tools = [], data = [], gpu = False, tags = [], size = "medium", **kwargs):
    """Runs LLVM's lit on the listed files.

    One target a folder: starting lit costs more than most tests.

    Args:
      name: of the test target.
      srcs: every test file of the folder, by name; a lint compares.
      tools: programs to put on PATH besides //test:tools.
      data: other files that the tests read.
      gpu: the tests want a device; never cached, never two at a time.
      tags: as everywhere; "noasan" keeps it out of --config=asan.
      size: as everywhere.
      **kwargs: passed to sh_test.
    """
    programs = ["//test:tools"] + tools
    native.sh_test(
        name = name,
        size = size,
        srcs = ["//test:run_lit.py"],
        args = ["--llvm-libdir=" + LLVM_LIBDIR] +
               (["--cuda=" + CUDA_PATH] if CUDA_PATH else []) +
               ["--tools='$(locations %s)'" % p for p in programs] +
               ["$(location %s)" % s for s in srcs],
        data = programs + srcs + data + ["//test:lit.cfg.py"],
        # lit itself runs two tests at a time.
        tags = tags + ["cpu:2"] + (["gpu", "external", "exclusive"] if gpu else []),
        **kwargs
    )
