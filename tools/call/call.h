// What comes before and after a call of a compiled function: arguments made or
// read, results printed, written, compared, times printed. Shared by dlopt-run
// and dlopt-exec; no MLIR.
#ifndef DLOPT_TOOLS_CALL_CALL_H
#define DLOPT_TOOLS_CALL_CALL_H

#include "runtime/case_file.h"
#include "runtime/device/function.h"
#include "runtime/signature.h"
#include "tools/common/options.h"

/// `count` tensors that end together.
typedef struct dl_tensors {
  int count;
  dl_tensor *items; ///< zeroed until made
} dl_tensors;

DloptStatus dl_tensors_init(dl_tensors *tensors, int count);
void dl_tensors_finish(dl_tensors *tensors);

/// The device that the options ask for; the kind is what --target says.
/// (arguments.c)
dl_device_options dl_device_options_of(const dl_options *options);

/// Arguments of a call: from --arg files, with --shape and random data for the
/// rest. (arguments.c)
DloptStatus dl_make_arguments(const dl_options *options,
                              const dl_signature *signature,
                              dl_tensors *arguments);

/// Arguments from the header of a case file. (arguments.c)
DloptStatus dl_case_arguments(const dl_case_file *file,
                              const dl_signature *signature,
                              dl_tensors *arguments);

/// The same values in the types that `signature` takes. (arguments.c)
DloptStatus dl_convert_arguments(const dl_tensors *from,
                                 const dl_signature *signature,
                                 dl_tensors *arguments);

/// Arguments of a call that may write to buffers: `inputs`, one more than there
/// are arguments, get the arguments, with copies of the buffers. `results` is
/// made for the results, which are not there yet, and after them the copies.
/// (arguments.c)
DloptStatus dl_prepare_call(const dl_signature *signature,
                            const dl_tensors *arguments, dl_tensor *inputs,
                            dl_tensors *results);

/// Writes --result files, checks --expect files. (results.c)
DloptStatus dl_handle_results(const dl_options *options,
                              const dl_tensors *results);

/// Prints the first values of each result. (results.c)
void dl_print_results(const dl_tensors *results);

/// Compares with what a case file expects. (results.c)
DloptStatus dl_check_case(const dl_case_file *file, const dl_tensors *results);

/// Compares with the results of the widened program. (results.c)
DloptStatus dl_check_reference(const dl_options *options,
                               const dl_tensors *results,
                               const dl_tensors *reference);

/// How fast a function is.
typedef struct dl_timing {
  const char *function, *device;
  int calls;               ///< timed
  bool is_replay;          ///< of a recorded graph
  double median, p10, p90; ///< seconds
  size_t peak_bytes;       ///< of device memory; 0: not known
} dl_timing;

/// What `measured` on a device called `device` means. (timing.c)
void dl_timing_of_device(dl_timing *timing, const char *device,
                         const dl_device_timing *measured);

/// Prints a line, or JSON with --json. (timing.c)
void dl_print_timing(const dl_options *options, const dl_timing *timing);

/// Sets of arguments for timing: calls that take turns with them find nothing
/// of their own in caches. The first is `arguments` itself; those that are
/// random differ. (timing.c)
enum { DL_TIMING_SETS = 3 };
typedef struct dl_timing_sets {
  dl_tensors made[DL_TIMING_SETS - 1];
  const dl_tensor *sets[DL_TIMING_SETS];
} dl_timing_sets;

DloptStatus dl_timing_sets_init(dl_timing_sets *sets, const dl_options *options,
                                const dl_signature *signature,
                                const dl_tensors *arguments);
void dl_timing_sets_finish(dl_timing_sets *sets);

#endif // DLOPT_TOOLS_CALL_CALL_H
