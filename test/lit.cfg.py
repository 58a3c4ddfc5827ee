"""lit's configuration: tools on PATH, substitutions and features."""

# lit itself defines config and lit_config before it reads this file.

import ctypes
import os
import sys

import lit.formats

params = lit_config.params

config.name = "dlopt"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".ptx", ".test", ".c", ".td", ".pdll"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.test_exec_root = params["scratch"]

tools = params["tools"]
cuda = params["cuda"]

path = [tools] + ([cuda + "/bin"] if cuda else []) + ["/usr/bin", "/bin"]
config.environment["PATH"] = os.pathsep.join(path)
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "HOME"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

config.substitutions += [
    ("%dlopt_plugin", os.path.join(tools, "libdlopt-plugin.so")),
    ("%dlopt_host", os.path.join(tools, "libdlopt-host.so")),
    ("%fake_cuda", os.path.join(tools, "libfake_cuda.so")),
    ("%tools", tools),
    (
        "%exits",
        f"{sys.executable} {config.test_source_root}/tools/exits.py",
    ),
    ("%llvm_lib", params["llvm_libdir"]),
    ("%python", sys.executable),
    ("%root", os.path.dirname(config.test_source_root)),
]


def compute_capability():
    """(major, minor) of the first CUDA device, or None."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return None
    device = ctypes.c_int()
    if driver.cuInit(0) or driver.cuDeviceGet(ctypes.byref(device), 0):
        return None
    values = []
    for attribute in (75, 76):  # CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_*
        value = ctypes.c_int()
        if driver.cuDeviceGetAttribute(
            ctypes.byref(value), attribute, device
        ):
            return None
        values.append(value.value)
    return tuple(values)


capability = compute_capability()
if capability:
    config.available_features.add("gpu")
    config.available_features.add("sm_%d%d" % capability)
if cuda:
    config.available_features.add("cuda")
if cuda and os.access(cuda + "/bin/ptxas", os.X_OK):
    config.available_features.add("ptxas")
if params["asan"]:
    config.available_features.add("asan")
