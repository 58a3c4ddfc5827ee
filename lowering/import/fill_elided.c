// Pass dlopt-import-fill-elided: constants without data get some.
//
//   arith.constant dense_resource<__elided__> : tensor<64x3x7x7xf32>
// becomes
//   arith.constant dense_resource<dlopt_filled> : tensor<64x3x7x7xf32>
// with numbers from the seed, so that a model published without its weights can
// be run, timed and checked against itself.
//
// Why here: before everything else, since folding and widening read constants.
// Any operation's attribute counts, also those of foreign dialects.
//
// The numbers keep deep networks finite and their layers alive:
// - at most one dimension other than 1 (bias, scale, mean, variance): uniform
// in
//   [0.5, 1.5), so that a variance has a square root and a scale does not
//   vanish;
// - otherwise (weights, tables): uniform around 0 with variance d / n, n
// elements
//   of which d along the largest dimension. For square weights n / d is the
//   number of summands of an output, so that variances neither grow nor shrink;
// - integers: i32, i64 and index 0 or 1, valid as an index and a flag; narrower
//   ones any value of the type.
//
// Gives up when: the type is none the runtime can fill; that is an error.
#include "lowering/base/diag.h"
#include "lowering/base/elements.h"
#include "lowering/base/strings.h"
#include "lowering/pass/passes.h"
#include "runtime/random.h"

#include "mlir-c/BuiltinAttributes.h"

#include <math.h>

/// What has been filled so far, and in which function.
struct filling {
  uint64_t seed, n_filled;
  MlirOperation function; ///< the top-level operation being filled
  uint64_t n_in_function;
  double bytes_in_function;
  MlirLogicalResult result;
};

static void report_function(struct filling *filling) {
  if (filling->n_in_function)
    dl_emit_warning(filling->function,
                    "has %llu constant%s without data (%.1f MB), filled with "
                    "random numbers from seed %llu",
                    (unsigned long long)filling->n_in_function,
                    filling->n_in_function == 1 ? "" : "s",
                    filling->bytes_in_function / 1e6,
                    (unsigned long long)filling->seed);
  filling->n_in_function = 0;
  filling->bytes_in_function = 0;
}

/// The operation just inside the outermost one that holds `op`.
static MlirOperation top_level_of(MlirOperation op) {
  for (;;) {
    MlirOperation parent = mlirOperationGetParentOperation(op);
    if (mlirOperationIsNull(parent) ||
        mlirOperationIsNull(mlirOperationGetParentOperation(parent)))
      return op;
    op = parent;
  }
}

static void fill_floats(dl_tensor *tensor, uint64_t seed, uint64_t stream) {
  int64_t largest = 1, n_wide = 0;
  for (int i = 0; i < tensor->type.rank; ++i) {
    int64_t size = tensor->type.shape[i];
    n_wide += size != 1;
    largest = size > largest ? size : largest;
  }
  if (n_wide > 1) {
    // Uniform numbers in [-a, a) have variance a^2 / 3.
    double summands = (double)tensor->n_elements / (double)largest;
    dl_random_fill(tensor, seed, stream, sqrt(3.0 / fmax(summands, 1.0)));
    return;
  }
  dl_random_fill(tensor, seed, stream, 0.5);
  for (int64_t i = 0; i < tensor->n_elements; ++i)
    dl_tensor_set_double(tensor, i, 1.0 + dl_tensor_get_double(tensor, i));
}

static bool init_tensor(dl_tensor *tensor, const dl_tensor_type *type) {
  DloptStatus status = dl_tensor_init(tensor, type);
  return dl_status_is_ok(&status);
}

static MlirAttribute make_filled(MlirOperation op, MlirAttribute missing,
                                 struct filling *filling) {
  MlirType type = mlirAttributeGetType(missing);
  dl_tensor_type tensor_type;
  dl_tensor tensor;
  char text[128];
  if (!dl_elements_type(type, &tensor_type) ||
      !init_tensor(&tensor, &tensor_type)) {
    filling->result = dl_emit_error(
        op,
        "has a constant without data of type %s, which cannot be filled; "
        "give the data",
        dl_type_text(type, text, sizeof(text)));
    return missing;
  }
  uint64_t stream = filling->n_filled++;
  if (dl_element_is_float(tensor_type.element))
    fill_floats(&tensor, filling->seed, stream);
  else
    dl_random_fill(&tensor, filling->seed, stream, 1.0);
  ++filling->n_in_function;
  filling->bytes_in_function += (double)tensor.n_bytes;
  return dl_elements_from_tensor(type, "dlopt_filled", &tensor);
}

static MlirWalkResult fill_operation(MlirOperation op, void *user_data) {
  struct filling *filling = user_data;
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(op); ++i) {
    MlirNamedAttribute named = mlirOperationGetAttribute(op, i);
    if (!dl_elements_are_missing(named.attribute))
      continue;
    MlirOperation function = top_level_of(op);
    if (!mlirOperationEqual(function, filling->function)) {
      report_function(filling);
      filling->function = function;
    }
    mlirOperationSetAttributeByName(op, mlirIdentifierStr(named.name),
                                    make_filled(op, named.attribute, filling));
  }
  return MlirWalkResultAdvance;
}

static MlirLogicalResult fill_all(MlirOperation module, const void *options) {
  const dl_import_fill_elided_options *given = options;
  struct filling filling = {.seed = (uint64_t)given->seed,
                            .result = mlirLogicalResultSuccess()};
  mlirOperationWalk(module, fill_operation, &filling, MlirWalkPreOrder);
  report_function(&filling);
  return filling.result;
}

DL_FUNCTION_PASS(import_fill_elided, fill_all)
