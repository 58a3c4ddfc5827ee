// dlopt-run: what its files share.
#ifndef DLOPT_TOOLS_DLOPT_RUN_RUN_H
#define DLOPT_TOOLS_DLOPT_RUN_RUN_H

#include "driver/program.h"
#include "runtime/case_file.h"
#include "tools/common/options.h"

/// `count` tensors that end together.
typedef struct dl_tensors {
  int count;
  dl_tensor *items; ///< zeroed until made
} dl_tensors;

DloptStatus dl_tensors_init(dl_tensors *tensors, int count);
void dl_tensors_finish(dl_tensors *tensors);

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

/// Calls the program. Makes its results, and after them one for each buffer
/// argument: what it holds after the call; the argument itself is left as it
/// was. (call.c)
DloptStatus dl_call(dl_program *program, const dl_tensors *arguments,
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

/// Times calls and prints median and spread. (bench.c)
DloptStatus dl_bench(const dl_options *options, dl_program *program,
                     const dl_tensors *arguments);

#endif // DLOPT_TOOLS_DLOPT_RUN_RUN_H
