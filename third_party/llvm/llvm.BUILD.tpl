# LLVM and MLIR %{version} as installed in %{prefix}.
package(default_visibility = ["//visibility:public"])

exports_files(["defs.bzl"])

# Headers of the C API: all that our C needs to compile.
cc_library(
    name = "c_headers",
    hdrs = glob([
        "include/mlir-c/**/*.h",
        "include/llvm-c/**/*.h",
        "include/llvm/Config/*",
        "include/mlir/Config/*",
        "include/mlir/**/*.capi.h.inc",
    ]),
    includes = ["include"],
)

# Every C and C++ header: only the seam needs these.
cc_library(
    name = "headers",
    hdrs = glob(
        [
            "include/mlir/**",
            "include/llvm/**",
        ],
        exclude = [
            "**/*.td",
            "**/*.pdll",
            "**/*.modulemap",
        ],
    ),
    deps = [":c_headers"],
)

# The MLIR C API. Its code is in static archives, MLIR itself in shared
# libraries, so that one process never holds two copies of MLIR.
cc_library(
    name = "mlir_c",
    linkopts = [
        "-L%{lib}",
        "-Wl,--start-group",
        %{capi_linkopts},
        "-Wl,--end-group",
        "-lMLIR",
        "-l%{llvm_so}",
        "-Wl,-rpath,%{lib}",
    ],
    deps = [":c_headers"],
)

# The C API's execution engine (ORC JIT), apart because few need it.
cc_library(
    name = "execution_engine",
    linkopts = [
        "-L%{lib}",
        "-lMLIRCAPIExecutionEngine",
        "-lMLIRExecutionEngineShared",
    ],
    deps = [":mlir_c"],
)

# llvm_install.h: LLVM_INSTALL_PREFIX, _LIBDIR and _VERSION as C strings.
cc_library(
    name = "install",
    hdrs = ["install/llvm_install.h"],
    includes = ["install"],
)

# Libraries that compiled programs call, not the compiler.
filegroup(
    name = "runtime_libs",
    srcs = glob([
        "lib/libmlir_apfloat_wrappers.so",
        "lib/libmlir_async_runtime.so",
        "lib/libmlir_c_runner_utils.so",
        "lib/libmlir_float16_utils.so",
        "lib/libmlir_runner_utils.so",
    ]) + [%{omp}],
)

# Upstream's TableGen files; include them with -I external/llvm/include.
filegroup(
    name = "td_includes",
    srcs = glob([
        "include/mlir/**/*.td",
        "include/mlir/**/*.pdll",
        "include/llvm/Frontend/**/*.td",
        "include/llvm/TableGen/**/*.td",
    ]),
)

# What every lit test may call.
filegroup(
    name = "lit_tools",
    srcs = [
        ":FileCheck",
        ":lit_runner",
        ":mlir-opt",
        ":mlir-runner",
        ":mlir-translate",
        ":not",
        ":split-file",
    ],
)

filegroup(
    name = "lit_runner",
    srcs = ["lit"],
)

[
    filegroup(
        name = tool,
        srcs = ["bin/" + tool],
    )
    for tool in [
        "FileCheck",
        "clang",
        "clang-format",
        "clang-tidy",
        "llc",
        "llvm-nm",
        "llvm-tblgen",
        "mlir-opt",
        "mlir-pdll",
        "mlir-reduce",
        "mlir-runner",
        "mlir-tblgen",
        "mlir-translate",
        "not",
        "split-file",
    ]
]
