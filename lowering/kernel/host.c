// The host's side of a kernel: result buffers, sizes, the choice of a variant,
// the call of its launcher.
#include "dialect/dlopt_ops.h"
#include "dialect/verify/types.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/kernel/generator.h"
#include "lowering/kernel/sizes.h"
#include "lowering/reference/scalar.h"
#include "mlir-c/Dialect/LLVM.h"

enum { MAX_ARGUMENTS = 256, BUFFER_ALIGNMENT = 128 };

struct host {
  dl_builder bld;
  const dl_body *body;
  const dl_plan *plan;
  const char *name;
  int n_pointers;
  MlirValue addresses[MAX_ARGUMENTS]; ///< of every tensor, as i64
  int n_arguments;
  MlirValue arguments[MAX_ARGUMENTS];
  MlirValue buffers[DL_MAX_OUTPUTS];
  MlirValue sizes[DL_MAX_RANK]; ///< of the space, as index
};

// Sizes. The body's values are not to be had outside; what they were made of
// is.

static MlirValue input_size(void *data, MlirValue value, int64_t dim) {
  struct host *host = data;
  if (mlirValueIsAOpResult(value))
    return (MlirValue){NULL};
  return dl_tensor_dim(
      &host->bld,
      dl_kernel_inputs(host->body->op, mlirBlockArgumentGetArgNumber(value)),
      dl_constant_index(&host->bld, dim));
}

static MlirValue input_scalar(void *data, MlirValue argument) {
  struct host *host = data;
  return dl_kernel_inputs(host->body->op,
                          mlirBlockArgumentGetArgNumber(argument));
}

static MlirValue host_size(struct host *host, MlirValue value, int64_t dim) {
  const dl_sizer sizer = {&host->bld, host, input_size, input_scalar};
  return dl_body_size(&sizer, value, dim);
}

// Arguments.

static MlirValue pointer_to(struct host *host, MlirValue buffer) {
  const dl_builder *bld = &host->bld;
  MlirValue address = dl_memref_extract_aligned_pointer_as_index(
      bld, mlirIndexTypeGet(bld->context), buffer);
  address =
      dl_arith_index_cast(bld, mlirIntegerTypeGet(bld->context, 64), address);
  host->addresses[host->n_pointers++] = address;
  return dl_llvm_inttoptr(bld, mlirLLVMPointerTypeGet(bld->context, 0), address,
                          (dl_llvm_inttoptr_attrs){0});
}

static MlirType buffer_type(MlirType tensor) {
  int64_t sizes[DL_MAX_RANK];
  int64_t rank = mlirShapedTypeGetRank(tensor);
  for (int64_t i = 0; i < rank; ++i)
    sizes[i] = mlirShapedTypeGetDimSize(tensor, i);
  return mlirMemRefTypeGet(mlirShapedTypeGetElementType(tensor), rank, sizes,
                           (MlirAttribute){NULL}, (MlirAttribute){NULL});
}

static void add_inputs(struct host *host) {
  MlirOperation op = host->body->op;
  for (intptr_t i = 0; i < dl_kernel_n_inputs(op); ++i) {
    MlirValue input = dl_kernel_inputs(op, i);
    if (dl_is_tensor(input))
      input = pointer_to(
          host, dl_bufferization_to_buffer(
                    &host->bld, buffer_type(mlirValueGetType(input)), input,
                    (dl_bufferization_to_buffer_attrs){.read_only = true}));
    host->arguments[host->n_arguments++] = input;
  }
}

static void add_outputs(struct host *host) {
  const dl_builder *bld = &host->bld;
  for (int i = 0; i < host->body->n_outputs; ++i) {
    MlirValue value = host->body->outputs[i].value;
    MlirType type = mlirValueGetType(dl_result(host->body->op, i));
    MlirValue sizes[DL_MAX_RANK];
    int n_sizes = 0;
    for (int64_t dim = 0; dim < mlirShapedTypeGetRank(type); ++dim)
      if (mlirShapedTypeIsDynamicDim(type, dim))
        sizes[n_sizes++] = host_size(host, value, dim);
    host->buffers[i] =
        dl_memref_alloc(bld, buffer_type(type), n_sizes, sizes, 0, NULL,
                        (dl_memref_alloc_attrs){
                            .alignment = dl_attr_i64(bld, BUFFER_ALIGNMENT)});
  }
}

static void add_sizes(struct host *host) {
  const dl_body *body = host->body;
  MlirType i64 = mlirIntegerTypeGet(host->bld.context, 64);
  for (int i = 0; i < body->n_sizes; ++i)
    host->arguments[host->n_arguments++] =
        dl_int_cast(&host->bld, i64,
                    host_size(host, body->sizes[i].value, body->sizes[i].dim));
  for (int i = 0; i < body->space.rank; ++i)
    host->sizes[i] = host_size(host, body->space.shape_of, i);
}

// The launch.

static MlirValue both(const dl_builder *bld, MlirValue a, MlirValue b) {
  return mlirValueIsNull(a) ? b : dl_arith_andi(bld, a, b);
}

static MlirValue product(struct host *host, bool without_reduced) {
  MlirValue product = dl_constant_index(&host->bld, 1);
  for (int i = 0; i < host->body->space.rank; ++i)
    if (!without_reduced || !host->body->space.is_reduced[i])
      product = dl_int_mul(&host->bld, product, host->sizes[i]);
  return product;
}

static MlirValue element_count(struct host *host, MlirValue tensor) {
  MlirValue count = dl_constant_index(&host->bld, 1);
  for (int64_t i = 0; i < dl_rank(tensor); ++i)
    count = dl_int_mul(&host->bld, count, host_size(host, tensor, i));
  return count;
}

/// CTAs of a tiling.
static MlirValue tile_count(struct host *host, const dl_tiling *tiling) {
  const dl_builder *bld = &host->bld;
  MlirValue one = dl_constant_index(bld, 1);
  MlirValue counts[] = {one, one, one};
  for (int64_t i = 0; i < dl_rank(tiling->tensor); ++i) {
    MlirValue *count = &counts[tiling->roles[i]];
    *count = dl_int_mul(bld, *count, host_size(host, tiling->tensor, i));
  }
  MlirValue rows = dl_int_ceil_div(bld, counts[DL_ROW],
                                   dl_constant_index(bld, tiling->rows));
  MlirValue cols = dl_int_ceil_div(bld, counts[DL_COL],
                                   dl_constant_index(bld, tiling->cols));
  return dl_int_mul(bld, counts[DL_BATCH], dl_int_mul(bld, rows, cols));
}

/// Elements of the largest result.
static MlirValue largest_output(struct host *host) {
  const dl_builder *bld = &host->bld;
  MlirValue largest = {NULL};
  for (int i = 0; i < host->body->n_outputs; ++i) {
    MlirValue count = element_count(host, host->body->outputs[i].value);
    largest =
        mlirValueIsNull(largest) ? count : dl_int_max(bld, largest, count);
  }
  return largest;
}

/// What must be true to launch a variant.
static MlirValue guard(struct host *host, const dl_variant *variant) {
  const dl_builder *bld = &host->bld;
  MlirValue condition = {NULL};
  if (variant->needs_alignment && host->n_pointers) {
    MlirValue bits = host->addresses[0];
    for (int i = 1; i < host->n_pointers; ++i)
      bits = dl_arith_ori(bld, bits, host->addresses[i]);
    bits = dl_arith_andi(bld, bits, dl_int_like(bld, bits, 15));
    condition = dl_int_is(bld, bits, 0);
  }
  if (variant->needs_multiple) {
    MlirValue last = host->sizes[host->body->space.rank - 1];
    MlirValue rest =
        dl_int_rem(bld, last, dl_int_like(bld, last, variant->width));
    condition = both(bld, condition, dl_int_is(bld, rest, 0));
  }
  for (int i = 0; i < variant->n_multiples; ++i) {
    const dl_multiple *multiple = &variant->multiples[i];
    MlirValue size = host_size(host, multiple->value, multiple->dim);
    MlirValue rest =
        dl_int_rem(bld, size, dl_int_like(bld, size, multiple->of));
    condition = both(bld, condition, dl_int_is(bld, rest, 0));
  }
  if (variant->needs_small) {
    MlirValue limit = dl_constant_index(bld, INT32_MAX - (1 << 20));
    const dl_plan *plan = host->plan;
    for (int i = 0; i < plan->n_large; ++i)
      condition =
          both(bld, condition,
               dl_int_less(bld, element_count(host, plan->large[i]), limit));
    if (plan->n_large == 0)
      condition =
          both(bld, condition, dl_int_less(bld, product(host, false), limit));
  }
  return condition;
}

/// Calls the launcher of a variant (launcher.c).
static void launch(struct host *host, int index, MlirValue grid) {
  const dl_builder *bld = &host->bld;
  MlirType i64 = mlirIntegerTypeGet(bld->context, 64);
  MlirValue operands[MAX_ARGUMENTS + 1];
  operands[0] = dl_int_cast(bld, i64, grid);
  for (int i = 0; i < host->n_arguments; ++i) {
    MlirValue value = host->arguments[i];
    operands[i + 1] = mlirTypeIsAIndex(mlirValueGetType(value))
                          ? dl_int_cast(bld, i64, value)
                          : value;
  }
  char name[256];
  dl_launcher_name(host->name, index, name, sizeof(name));
  const int32_t segments[] = {host->n_arguments + 1, 0};
  MlirOperationState state = dl_op_begin(bld, "llvm.call");
  mlirOperationStateAddOperands(&state, host->n_arguments + 1, operands);
  dl_op_attr(bld, &state, "callee",
             mlirFlatSymbolRefAttrGet(bld->context,
                                      mlirStringRefCreateFromCString(name)));
  dl_op_attr(bld, &state, "op_bundle_sizes",
             mlirDenseI32ArrayGet(bld->context, 0, NULL));
  dl_op_segments(bld, &state, 2, segments);
  dl_op_end(bld, &state);
}

static MlirValue total_tiles(struct host *host, const dl_variant *variant) {
  MlirValue tiles = tile_count(host, &variant->tilings[0]);
  for (int i = 1; i < variant->n_tilings; ++i)
    tiles =
        dl_int_add(&host->bld, tiles, tile_count(host, &variant->tilings[i]));
  return tiles;
}

/// CTAs that do `work`.
static MlirValue grid_size(struct host *host, const dl_variant *variant,
                           MlirValue work) {
  const dl_plan *plan = host->plan;
  if (variant->n_tilings) {
    MlirValue tiles = total_tiles(host, variant);
    if (!variant->max_ctas)
      return tiles;
    return dl_int_min(&host->bld, tiles,
                      dl_constant_index(&host->bld, variant->max_ctas));
  }
  int64_t per_cta = plan->work_per_cta;
  if (!plan->counts_rows)
    per_cta *= variant->width;
  return dl_int_ceil_div(&host->bld, work,
                         dl_constant_index(&host->bld, per_cta));
}

static MlirValue total_work(struct host *host) {
  const dl_plan *plan = host->plan;
  if (plan->variants[0].n_tilings)
    return total_tiles(host, &plan->variants[0]);
  return plan->counts_outputs ? largest_output(host)
                              : product(host, plan->counts_rows);
}

static void launch_work(struct host *host, MlirValue work) {
  const dl_builder *bld = &host->bld;
  const dl_plan *plan = host->plan;
  dl_region_op branches[DL_MAX_VARIANTS];
  for (int i = 0; i < plan->n_variants; ++i) {
    bool is_last = i + 1 == plan->n_variants;
    if (!is_last)
      branches[i] = dl_if_open(bld, guard(host, &plan->variants[i]));
    launch(host, i, grid_size(host, &plan->variants[i], work));
    if (!is_last)
      dl_if_else(bld, &branches[i]);
  }
  for (int i = plan->n_variants - 2; i >= 0; --i)
    dl_if_close(bld, &branches[i]);
}

void dl_make_launch(MlirRewriterBase rewriter, const dl_body *body,
                    const dl_plan *plan, const char *name) {
  struct host host = {.bld = dl_builder_before(rewriter, body->op),
                      .body = body,
                      .plan = plan,
                      .name = name};
  const dl_builder *bld = &host.bld;
  add_outputs(&host);
  add_inputs(&host);
  for (int i = 0; i < body->n_outputs; ++i)
    host.arguments[host.n_arguments++] = pointer_to(&host, host.buffers[i]);
  add_sizes(&host);
  MlirValue work = total_work(&host);
  int64_t known;
  // A grid of no CTAs is an error of the driver.
  if (!dl_is_constant(work, &known)) {
    MlirValue zero = dl_constant_index(bld, 0);
    dl_region_op branch = dl_if_open(bld, dl_int_less(bld, zero, work));
    launch_work(&host, work);
    dl_if_close(bld, &branch);
  } else if (known > 0) {
    launch_work(&host, work);
  }
  MlirValue results[DL_MAX_OUTPUTS];
  for (int i = 0; i < body->n_outputs; ++i)
    results[i] = dl_bufferization_to_tensor(
        bld, mlirValueGetType(dl_result(body->op, i)), host.buffers[i],
        (dl_bufferization_to_tensor_attrs){.restrict_ = true,
                                           .writable = true});
  mlirRewriterBaseReplaceOpWithValues(rewriter, body->op, body->n_outputs,
                                      results);
}
