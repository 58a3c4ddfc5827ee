"""cuda_configure: names the parts of a CUDA toolkit, if there is one.

Nothing in the build needs CUDA: PTX comes from LLVM, and the driver is opened
at run time. Only tests that call ptxas look here.
"""

def _find(ctx):
    """The toolkit's root, or None. CUDA_HOME= (empty) says: use none."""
    if "CUDA_HOME" in ctx.os.environ:
        roots = [ctx.os.environ["CUDA_HOME"]]
    else:
        roots = [ctx.os.environ.get("CUDA_PATH", ""), "/usr/local/cuda"]
    for root in roots:
        if root and ctx.path(root + "/bin/ptxas").exists:
            return root
    return None

def _cuda_configure_impl(ctx):
    root = _find(ctx)
    files = []
    if root:
        ctx.symlink(root + "/bin/ptxas", "bin/ptxas")
        files.append("bin/ptxas")
        libdevice = root + "/nvvm/libdevice/libdevice.10.bc"
        if ctx.path(libdevice).exists:
            ctx.symlink(libdevice, "nvvm/libdevice/libdevice.10.bc")
            files.append("nvvm/libdevice/libdevice.10.bc")
    ctx.file("defs.bzl", """# The CUDA toolkit that was found; an empty path means none.
CUDA_AVAILABLE = {found}
CUDA_PATH = "{root}"
""".format(found = bool(root), root = root or ""), executable = False)
    ctx.file("BUILD.bazel", """# ptxas and libdevice where there is CUDA, else nothing.
package(default_visibility = ["//visibility:public"])

exports_files(["defs.bzl"])

filegroup(
    name = "toolkit",
    srcs = {files},
)
""".format(files = files), executable = False)

cuda_configure = repository_rule(
    implementation = _cuda_configure_impl,
    local = True,
    environ = ["CUDA_HOME", "CUDA_PATH"],
    doc = "Looks for an optional CUDA toolkit; never fails.",
)
