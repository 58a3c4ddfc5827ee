"""The project's own build rules: C, the C++ seam, tests and TableGen.

README.md beside this file shows each of them in use.
"""

# No contraction: a*b+c must give the same bits on every machine.
_COMMON_COPTS = [
    "-Wall",
    "-Wextra",
    "-Werror",
    "-Wpedantic",
    "-Wno-unused-parameter",
    "-ffp-contract=off",
]

# _DEFAULT_SOURCE: POSIX 2008 and M_PI, which -std=c17 alone hides.
C_COPTS = _COMMON_COPTS + [
    "-std=c17",
    "-D_DEFAULT_SOURCE",
]

# As LLVM's own C++; without RTTI it links to an LLVM built either way.
SEAM_COPTS = _COMMON_COPTS + [
    "-std=c++17",
    "-fno-rtti",
    "-fno-exceptions",
    "-D_GNU_SOURCE",
]

# Keeps libstdc++ out of programs that hold no C++.
_LINKOPTS = ["-Wl,--as-needed"]

def dl_c_library(name, copts = [], **kwargs):
    """A cc_library of C17 files under the project's warnings."""
    native.cc_library(
        name = name,
        copts = C_COPTS + copts,
        linkstatic = 1,
        **kwargs
    )

def dl_c_binary(name, copts = [], linkopts = [], **kwargs):
    """A cc_binary of C17 files; linkshared = 1 makes it a .so."""
    native.cc_binary(
        name = name,
        copts = C_COPTS + copts,
        linkopts = _LINKOPTS + linkopts,
        linkstatic = 1,
        **kwargs
    )

def dl_c_test(name, copts = [], linkopts = [], size = "small", **kwargs):
    """A cc_test in C17: main returns 0 where all is right."""
    native.cc_test(
        name = name,
        size = size,
        copts = C_COPTS + copts,
        linkopts = _LINKOPTS + linkopts,
        linkstatic = 1,
        **kwargs
    )

def dl_seam_library(name, copts = [], deps = [], **kwargs):
    """A cc_library of the C++ in capi/seam, the only C++ there is."""
    native.cc_library(
        name = name,
        copts = SEAM_COPTS + copts,
        linkstatic = 1,
        deps = deps + [
            "@llvm//:headers",
            "@llvm//:mlir_c",
        ],
        **kwargs
    )

def dl_python_test(name, script, args = [], data = [], size = "small", **kwargs):
    """A test that is a Python script (Debian's python3, standard library)."""
    native.sh_test(
        name = name,
        size = size,
        srcs = [script],
        args = args,
        data = data,
        **kwargs
    )

def dl_python_gen(name, script, outs, args, srcs = [], tools = [], **kwargs):
    """Runs a Python script; args is one string with $(location ...) in it."""
    native.genrule(
        name = name,
        srcs = srcs,
        outs = outs,
        cmd = "python3 $(location %s) %s" % (script, args),
        tools = [script] + tools,
        **kwargs
    )

def dl_generated_file_test(name, generated, committed, **kwargs):
    """Fails if a committed file, such as docs, differs from its generator's."""
    dl_python_test(
        name = name,
        script = "//tools/build:same_file.py",
        args = [
            "$(location %s)" % generated,
            "$(location %s)" % committed,
        ],
        data = [generated, committed],
        tags = ["noasan"],
        **kwargs
    )

# Where a genrule finds our own and upstream's TableGen files.
_TD_INCLUDES = "-I . -I external/llvm/include"

def mlir_tblgen(name, td, outs, deps = [], tool = "@llvm//:mlir-tblgen", **kwargs):
    """Runs mlir-tblgen on one .td file.

    Args:
      name: also usable as a label that stands for all outputs.
      td: the .td file.
      outs: list of (flags, output file) pairs, one run each.
      deps: labels of our own .td files that td includes.
      tool: @llvm//:llvm-tblgen for --dump-json.
      **kwargs: passed to the genrule.
    """
    runs = [
        "$(location {tool}) {flags} {includes} $(location {td}) -o $(location {out})".format(
            tool = tool,
            flags = flags,
            includes = _TD_INCLUDES,
            td = td,
            out = out,
        )
        for flags, out in outs
    ]
    native.genrule(
        name = name,
        srcs = [td] + deps + ["@llvm//:td_includes"],
        outs = [out for _, out in outs],
        cmd = " && ".join(runs),
        tools = [tool],
        **kwargs
    )

def tblgen_json(name, td, out, deps = [], **kwargs):
    """Writes every record of a .td file as JSON, for the generators."""
    mlir_tblgen(
        name = name,
        td = td,
        outs = [("--dump-json", out)],
        deps = deps,
        tool = "@llvm//:llvm-tblgen",
        **kwargs
    )
