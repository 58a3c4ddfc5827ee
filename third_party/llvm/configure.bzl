"""llvm_configure: finds an installed LLVM and MLIR 22 and names its parts."""

_VERSION = "22"
_WAY_OUT = "Run ./bazelw, which installs it on Debian, or set LLVM_PREFIX to an install of LLVM with MLIR."

# Relative to the prefix; what a build without any one of these trips over.
_NEEDED = [
    "bin/mlir-tblgen",
    "bin/llvm-tblgen",
    "bin/mlir-opt",
    "bin/FileCheck",
    "bin/not",
]

def _llvm_config(ctx):
    """Path of the llvm-config to ask: LLVM_PREFIX first, then PATH."""
    prefix = ctx.os.environ.get("LLVM_PREFIX", "")
    if prefix:
        path = ctx.path(prefix + "/bin/llvm-config")
        if not path.exists:
            fail("LLVM_PREFIX=%s has no bin/llvm-config. %s" % (prefix, _WAY_OUT))
        return path
    path = ctx.which("llvm-config-" + _VERSION) or ctx.which("llvm-config")
    if not path:
        fail("LLVM %s not found: no llvm-config-%s on PATH. %s" % (_VERSION, _VERSION, _WAY_OUT))
    return path

def _ask(ctx, config, flag):
    result = ctx.execute([config, flag])
    if result.return_code != 0:
        fail("%s %s failed: %s. %s" % (config, flag, result.stderr.strip(), _WAY_OUT))
    return result.stdout.strip()

def _check(ctx, version, prefix, include, lib):
    if version.split(".")[0] != _VERSION:
        fail("Found LLVM %s in %s, need %s. %s" % (version, prefix, _VERSION, _WAY_OUT))
    wanted = [prefix + "/" + p for p in _NEEDED]
    wanted += [include + "/mlir-c/IR.h", lib + "/libMLIRCAPIIR.a", lib + "/libMLIR.so"]
    missing = [p for p in wanted if not ctx.path(p).exists]
    if missing:
        fail("LLVM %s in %s lacks %s. %s" % (version, prefix, ", ".join(missing), _WAY_OUT))

def _find_lit(ctx, prefix):
    """lit is part of Debian's packages, but not of every LLVM install."""
    for path in [ctx.path(prefix + "/bin/lit"), ctx.path(prefix + "/bin/llvm-lit")]:
        if path.exists:
            return path
    path = ctx.which("lit-" + _VERSION) or ctx.which("lit")
    if not path:
        fail("LLVM's test runner lit not found in %s/bin or on PATH. %s" % (prefix, _WAY_OUT))
    return path

def _capi_libraries(ctx, lib):
    """Names of the static C API archives, without lib prefix and .a suffix."""
    names = [p.basename for p in ctx.path(lib).readdir()]
    return sorted([
        n[len("lib"):-len(".a")]
        for n in names
        if n.startswith("libMLIRCAPI") and n.endswith(".a")
    ])

def _llvm_configure_impl(ctx):
    config = _llvm_config(ctx)
    version = _ask(ctx, config, "--version")
    prefix = _ask(ctx, config, "--prefix")
    include = _ask(ctx, config, "--includedir")
    lib = _ask(ctx, config, "--libdir")
    _check(ctx, version, prefix, include, lib)

    for folder in ["llvm", "llvm-c", "mlir", "mlir-c"]:
        ctx.symlink(include + "/" + folder, "include/" + folder)
    ctx.symlink(lib, "lib")
    ctx.symlink(prefix + "/bin", "bin")
    ctx.symlink(_find_lit(ctx, prefix), "lit")

    capi = _capi_libraries(ctx, lib)
    engine = "MLIRCAPIExecutionEngine"
    omp = ctx.path(lib + "/libomp.so").exists
    llvm_so = "LLVM-" + _VERSION
    if not ctx.path(lib + "/lib%s.so" % llvm_so).exists:
        llvm_so = "LLVM"

    # The execution engine archive is apart: it needs one more shared library.
    values = {
        "%{capi_linkopts}": ", ".join(['"-l%s"' % n for n in capi if n != engine]),
        "%{lib}": lib,
        "%{llvm_so}": llvm_so,
        "%{omp}": '"lib/libomp.so"' if omp else "",
        "%{prefix}": prefix,
        "%{version}": version,
    }
    ctx.template("BUILD.bazel", Label("//third_party/llvm:llvm.BUILD.tpl"), values, executable = False)
    ctx.file("defs.bzl", """# Facts about the LLVM install, for macros.
LLVM_PREFIX = "{prefix}"
LLVM_INCLUDEDIR = "{include}"
LLVM_LIBDIR = "{lib}"
LLVM_VERSION = "{version}"

# What a program that uses the MLIR C API links to, as :mlir_c does.
LLVM_CAPI_LIBS = "{capi_libs}"
""".format(
        prefix = prefix,
        include = include,
        lib = lib,
        version = version,
        capi_libs = " ".join(
            ["-Wl,--start-group"] + ["-l" + n for n in capi if n != engine] +
            ["-Wl,--end-group", "-lMLIR", "-l" + llvm_so],
        ),
    ), executable = False)
    ctx.file("install/llvm_install.h", """// Where the LLVM that this build was linked to lives.
#ifndef LLVM_INSTALL_H
#define LLVM_INSTALL_H
#define LLVM_INSTALL_PREFIX "{prefix}"
#define LLVM_INSTALL_LIBDIR "{lib}"
#define LLVM_INSTALL_VERSION "{version}"
#endif
""".format(prefix = prefix, lib = lib, version = version), executable = False)

llvm_configure = repository_rule(
    implementation = _llvm_configure_impl,
    local = True,
    environ = ["LLVM_PREFIX"],
    doc = "Makes the installed LLVM/MLIR 22 available; see llvm.BUILD.tpl for its targets.",
)
