// A .ptx case file: the header of runtime/case_file.h, a launch, and PTX.
//
//   // CALL: @kernel
//   // LAUNCH: grid=2,1,1 block=128 shared=1024 cluster=2
//   // IN 0: tensor<4xf32> = [1, 2, 3, 4]
//   // IN 1: i32 = 4
//   // OUT 0: tensor<4xf32> = splat(10) TOL exact
//   // MAP: of=0 sizes=64,32 strides=128 box=32,8 swizzle=3
//
// The kernel's parameters are the inputs, then the outputs, then the maps: a
// tensor is the address of a buffer, a scalar its value, a map a TMA descriptor
// (128 bytes, by value) of the buffer of parameter `of`. Its numbers are those
// of cuTensorMapEncodeTiled, innermost first; without strides, in bytes, the
// tensor is dense; without a swizzle it has none. Outputs start as bytes that
// were never written. What LAUNCH does not name is 1, a block 32, shared memory
// 0.
#ifndef DLOPT_TOOLS_DLOPT_EMULATE_CASE_H
#define DLOPT_TOOLS_DLOPT_EMULATE_CASE_H

#include "runtime/case_file.h"
#include "runtime/emulate/emulate.h"

enum { MAX_MAPS = 4 };

typedef struct ptx_map {
  uint32_t of, swizzle, rank;
  int64_t sizes[5], strides[5], box[5];
} ptx_map;

typedef struct ptx_case {
  char *text; // of the whole file
  size_t n_bytes;
  dl_case_file header;
  dl_em_launch_config launch;
  uint32_t n_maps;
  ptx_map maps[MAX_MAPS];
} ptx_case;

/// Reads a case file. The caller ends *test with ptx_case_finish, also on
/// failure.
DloptStatus ptx_case_read(const char *path, ptx_case *test);
void ptx_case_finish(ptx_case *test);

/// Runs the kernel once and compares; prints mismatches and reports. An error
/// says that the launch failed, an output is wrong or a fault was found.
/// `dump`, unless null, is a file for the bytes of all outputs; then nothing is
/// compared.
DloptStatus ptx_case_run(const ptx_case *test, const dl_em_module *module,
                         dl_em_device *device, const char *dump);

#endif
