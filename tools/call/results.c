// What comes out of a call: printed, written, compared.
#include "runtime/npy.h"
#include "tools/call/call.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N_PRINTED = 8 };

static void print_element(const dl_tensor *tensor, int64_t index) {
  if (dl_element_is_float(tensor->type.element))
    printf("%.9g", dl_tensor_get_double(tensor, index));
  else
    printf("%" PRId64, dl_tensor_get_int64(tensor, index));
}

void dl_print_results(const dl_tensors *results) {
  for (int i = 0; i < results->count; ++i) {
    const dl_tensor *tensor = &results->items[i];
    char type[DL_TENSOR_TYPE_TEXT_BYTES];
    dl_tensor_type_print(&tensor->type, type);
    printf("result %d: %s = [", i, type);
    for (int64_t j = 0; j < tensor->n_elements && j < N_PRINTED; ++j) {
      if (j)
        printf(", ");
      print_element(tensor, j);
    }
    printf("%s]\n", tensor->n_elements > N_PRINTED ? ", ..." : "");
  }
}

static DloptStatus report(const dl_comparison *comparison, const char *label) {
  char line[512];
  dl_comparison_format(comparison, label, line, sizeof(line));
  printf("%s\n", line);
  if (dl_comparison_is_ok(comparison))
    return dl_status_ok();
  fflush(stdout);
  dl_comparison_print_mismatches(comparison, stderr);
  return dl_status_error(DLOPT_STATUS_NUMBERS,
                         "%s is wrong in %" PRId64 " of %" PRId64 " elements",
                         label, comparison->n_mismatches,
                         comparison->n_elements);
}

/// Keeps the first failure of several.
static void keep_failure(DloptStatus *first, DloptStatus next) {
  if (dl_status_is_ok(first))
    *first = next;
}

DloptStatus dl_check_case(const dl_case_file *file, const dl_tensors *results) {
  if (file->n_outputs > results->count)
    return dl_status_error(DLOPT_STATUS_INPUT,
                           "the header expects %d results, there are %d",
                           file->n_outputs, results->count);
  DloptStatus status = dl_status_ok();
  for (int i = 0; i < file->n_outputs; ++i) {
    char label[32];
    snprintf(label, sizeof(label), "OUT %d", i);
    dl_comparison comparison;
    DL_TRY(dl_compare(&results->items[i], &file->outputs[i].tensor,
                      file->outputs[i].tolerance, &comparison));
    keep_failure(&status, report(&comparison, label));
  }
  return status;
}

static DloptStatus expect(const dl_options *options, const dl_file_arg *item,
                          const dl_tensors *results) {
  if (item->position >= results->count)
    return dl_status_error(DLOPT_STATUS_USAGE,
                           "--expect %d: there are %d results", item->position,
                           results->count);
  const dl_tensor *result = &results->items[item->position];
  dl_tensor expected = {0};
  DL_TRY(dl_npy_read(item->path, &result->type, &expected));
  dl_tolerance tolerance = options->tolerance;
  tolerance.is_exact = !options->has_tolerance;
  dl_comparison comparison;
  char label[32];
  snprintf(label, sizeof(label), "result %d", item->position);
  DloptStatus status = dl_compare(result, &expected, tolerance, &comparison);
  dl_tensor_finish(&expected);
  return dl_status_is_ok(&status) ? report(&comparison, label) : status;
}

DloptStatus dl_handle_results(const dl_options *options,
                              const dl_tensors *results) {
  for (int i = 0; i < options->results.count; ++i) {
    const dl_file_arg *item = &options->results.items[i];
    if (item->position >= results->count)
      return dl_status_error(DLOPT_STATUS_USAGE,
                             "--result %d: there are %d results",
                             item->position, results->count);
    DL_TRY(dl_npy_write(item->path, &results->items[item->position]));
  }
  DloptStatus status = dl_status_ok();
  for (int i = 0; i < options->expects.count; ++i)
    keep_failure(&status, expect(options, &options->expects.items[i], results));
  return status;
}

/// Steps of a float type that a result may be off: what rounding of values on
/// the way there makes of it. In f32 these sum up; a narrow type is summed in
/// f32, and 64 of its few steps would let anything pass.
static int allowed_steps(int mantissa_bits) {
  return mantissa_bits >= 23 ? 64 : mantissa_bits >= 7 ? 8 : 2;
}

/// How close a result must come to the f64 reference unless the user says:
/// some steps of its type, relative to the value and, because sums cancel, to
/// the largest value of the tensor, most elements to the largest one nearby.
/// Integers must be equal.
static dl_tolerance default_tolerance(const dl_tensor *result,
                                      const dl_tensor *reference) {
  if (!dl_element_is_float(result->type.element))
    return (dl_tolerance){.is_exact = true};
  double largest = 0;
  for (int64_t i = 0; i < reference->n_elements; ++i) {
    double value = fabs(dl_tensor_get_double(reference, i));
    if (isfinite(value) && value > largest)
      largest = value;
  }
  int bits = dl_element_info_of(result->type.element)->mantissa_bits;
  double step = allowed_steps(bits) * ldexp(1.0, -bits);
  return (dl_tolerance){
      .absolute = step * largest, .relative = step, .nearby = step};
}

DloptStatus dl_check_reference(const dl_options *options,
                               const dl_tensors *results,
                               const dl_tensors *reference) {
  DloptStatus status = dl_status_ok();
  for (int i = 0; i < results->count; ++i) {
    const dl_tensor *result = &results->items[i];
    dl_tolerance tolerance =
        options->has_tolerance
            ? options->tolerance
            : default_tolerance(result, &reference->items[i]);
    char label[48];
    snprintf(label, sizeof(label), "verify: result %d", i);
    dl_comparison comparison;
    DL_TRY(dl_compare(result, &reference->items[i], tolerance, &comparison));
    keep_failure(&status, report(&comparison, label));
    if (isnan(comparison.cosine))
      fprintf(stderr,
              "warning: result %d has no finite number, which shows little; "
              "try another --seed, or --arg\n",
              i);
  }
  return status;
}
