// Reading a dlopt.kernel of products.
#include "lowering/kernel/contraction.h"

#include "dialect/dlopt_ops.h"
#include "dialect/verify/types.h"
#include "lowering/base/diag.h"

bool dl_is_product(MlirOperation op) {
  return dl_matmul_is(op) || dl_conv_is(op);
}

MlirValue dl_product_init(MlirOperation op) {
  if (dl_conv_is(op))
    return dl_conv_init(op);
  return dl_matmul_is(op) ? dl_matmul_init(op) : (MlirValue){NULL};
}

// Which outputs need which products.

/// For each operation of a kernel, bits of the products that it needs; what a
/// product needs itself does not count.
struct needs {
  int n_products;
  MlirOperation products[DL_MAX_GIVEN];
  unsigned before[DL_MAX_GIVEN]; ///< that a product needs
  int count;
  MlirOperation *ops;
  unsigned *bits;
};

static unsigned products_of(const struct needs *needs, MlirValue value) {
  MlirOperation op = dl_value_def(value);
  for (int i = 0; !mlirOperationIsNull(op) && i < needs->count; ++i)
    if (mlirOperationEqual(needs->ops[i], op))
      return needs->bits[i];
  return 0;
}

static void add_needs(struct needs *needs, dl_arena *arena, MlirOperation op) {
  if (needs->count % 64 == 0) {
    size_t capacity = (size_t)needs->count + 64;
    MlirOperation *ops = DL_ARENA_ARRAY(arena, MlirOperation, capacity);
    unsigned *bits = DL_ARENA_ARRAY(arena, unsigned, capacity);
    for (int i = 0; i < needs->count; ++i) {
      ops[i] = needs->ops[i];
      bits[i] = needs->bits[i];
    }
    needs->ops = ops;
    needs->bits = bits;
  }
  unsigned bits = 0;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    bits |= products_of(needs, mlirOperationGetOperand(op, i));
  if (dl_is_product(op)) {
    needs->before[needs->n_products] = bits;
    bits = 1u << needs->n_products;
    needs->products[needs->n_products++] = op;
  }
  needs->ops[needs->count] = op;
  needs->bits[needs->count++] = bits;
}

static MlirLogicalResult check_chain(const struct needs *needs, int index) {
  for (int other = 0; other < needs->n_products; ++other)
    if (needs->before[index] & 1u << other)
      return dl_emit_error_with_note(
          needs->products[index],
          "needs another product of its kernel; split the kernel between them",
          needs->products[other], "which is here");
  return mlirLogicalResultSuccess();
}

// Factors.

/// A body of one output, `value`, over its own dimensions.
static MlirLogicalResult read_factor(const dl_body *kernel, dl_arena *arena,
                                     MlirValue value, dl_factor *factor) {
  dl_body *body = DL_ARENA_ARRAY(arena, dl_body, 1);
  *body = (dl_body){.op = kernel->op, .block = kernel->block, .n_outputs = 1};
  body->outputs[0].value = value;
  factor->value = value;
  factor->body = body;
  factor->is_argument = !mlirValueIsAOpResult(value);
  return dl_read_part(body, value);
}

static MlirLogicalResult read_product(dl_body *kernel, dl_arena *arena,
                                      MlirOperation op, dl_product *product) {
  char text[64];
  if (dl_type_width(dl_acc_type(op)) > 64)
    return dl_emit_error(op,
                         "has no GPU code for sums of type %s; accumulate "
                         "in at most 64 bits",
                         dl_type_text(dl_acc_type(op), text, sizeof(text)));
  bool is_conv = dl_conv_is(op);
  MlirAttribute numerics =
      is_conv ? dl_conv_numerics(op) : dl_matmul_numerics(op);
  *product = (dl_product){.op = op,
                          .accumulator = dl_acc_type(op),
                          .is_unsigned = is_conv ? dl_conv_is_unsigned(op)
                                                 : dl_matmul_is_unsigned(op),
                          .rounds_to_tf32 =
                              dl_enum_value(numerics, 0) == DL_NUMERICS_TF32};
  for (int i = 0; i < 2; ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    product->factors[i].operand = i;
    if (mlirLogicalResultIsFailure(
            read_factor(kernel, arena, value, &product->factors[i])) ||
        mlirLogicalResultIsFailure(dl_need_sizes(kernel, value)))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

// Parts.

static bool has_same_shape(MlirValue a, MlirValue b) {
  if (dl_rank(a) != dl_rank(b))
    return false;
  for (int64_t i = 0; i < dl_rank(a); ++i)
    if (dl_static_size(a, i) != dl_static_size(b, i))
      return false;
  return true;
}

static MlirLogicalResult finish_part(dl_body *kernel, dl_part *part) {
  dl_body *body = part->body;
  int n_outputs = body->n_outputs;
  MlirValue shape_of = dl_result(part->products[0].op, 0);
  for (int i = 0; i < part->n_products; ++i) {
    MlirOperation op = part->products[i].op;
    if (!has_same_shape(dl_result(op, 0), shape_of))
      return dl_emit_error_with_note(
          op,
          "has another shape than a product that its kernel combines it "
          "with; split the kernel behind them",
          part->products[0].op, "which is here");
    body->given[body->n_given++] = dl_result(op, 0);
    // Read like an output, so that what it needs is known.
    if (!mlirValueIsNull(dl_product_init(op)) &&
        body->n_outputs < DL_MAX_OUTPUTS)
      body->outputs[body->n_outputs++].value = dl_product_init(op);
  }
  if (mlirLogicalResultIsFailure(dl_read_part(body, shape_of)) ||
      mlirLogicalResultIsFailure(dl_need_sizes(kernel, shape_of)))
    return mlirLogicalResultFailure();
  body->n_outputs = n_outputs;
  return dl_find_matrices(part);
}

static dl_part *add_part(dl_contraction *contraction, const dl_body *kernel,
                         dl_arena *arena) {
  dl_part *part = &contraction->parts[contraction->n_parts++];
  part->body = DL_ARENA_ARRAY(arena, dl_body, 1);
  *part->body = (dl_body){.op = kernel->op, .block = kernel->block};
  return part;
}

/// For each product, bits of those that outputs need together with it. An
/// output that needs none belongs to no tile.
static MlirLogicalResult join_products(const dl_body *kernel,
                                       const struct needs *needs,
                                       unsigned *joined) {
  int count = needs->n_products;
  for (int i = 0; i < count; ++i)
    joined[i] = 1u << i;
  for (int round = 0; round < count; ++round)
    for (int o = 0; o < kernel->n_outputs; ++o) {
      unsigned all = products_of(needs, kernel->outputs[o].value);
      if (!all)
        return dl_emit_error(kernel->op,
                             "gives result #%d, which needs no product; split "
                             "the kernel",
                             o);
      unsigned direct = all;
      for (int i = 0; i < count; ++i)
        if (direct & 1u << i)
          all |= joined[i];
      for (int i = 0; i < count; ++i)
        if (all & 1u << i)
          joined[i] |= all;
    }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult read_part(dl_body *kernel, dl_arena *arena,
                                   const struct needs *needs, unsigned products,
                                   dl_contraction *contraction) {
  dl_part *part = add_part(contraction, kernel, arena);
  for (int o = 0; o < kernel->n_outputs; ++o)
    if (products_of(needs, kernel->outputs[o].value) & products) {
      part->outputs[part->body->n_outputs] = o;
      part->body->outputs[part->body->n_outputs++].value =
          kernel->outputs[o].value;
    }
  // A product that nothing needs is not computed.
  if (part->body->n_outputs == 0) {
    contraction->n_parts--;
    return mlirLogicalResultSuccess();
  }
  for (int i = 0; i < needs->n_products; ++i)
    if (products & 1u << i && mlirLogicalResultIsFailure(read_product(
                                  kernel, arena, needs->products[i],
                                  &part->products[part->n_products++])))
      return mlirLogicalResultFailure();
  return finish_part(kernel, part);
}

MlirLogicalResult dl_read_contraction(MlirOperation kernel, dl_arena *arena,
                                      dl_body *body) {
  if (mlirLogicalResultIsFailure(dl_begin_body(kernel, body)))
    return mlirLogicalResultFailure();
  struct needs needs = {0};
  for (MlirOperation op = mlirBlockGetFirstOperation(body->block);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (dl_yield_is(op))
      continue;
    bool is_product = dl_is_product(op);
    if (mlirLogicalResultIsFailure(is_product ? dl_check_types(op)
                                              : dl_check_code(body, op)))
      return mlirLogicalResultFailure();
    if (is_product && needs.n_products == DL_MAX_GIVEN)
      return dl_emit_error(op, "is one product too many for a kernel of at "
                               "most 4; split the kernel");
    add_needs(&needs, arena, op);
  }
  unsigned joined[DL_MAX_GIVEN], done = 0;
  for (int i = 0; i < needs.n_products; ++i)
    if (mlirLogicalResultIsFailure(check_chain(&needs, i)))
      return mlirLogicalResultFailure();
  if (mlirLogicalResultIsFailure(join_products(body, &needs, joined)))
    return mlirLogicalResultFailure();
  dl_contraction *contraction = DL_ARENA_ARRAY(arena, dl_contraction, 1);
  body->detail = contraction;
  for (int i = 0; i < needs.n_products; ++i) {
    if (done & 1u << i)
      continue;
    done |= joined[i];
    if (mlirLogicalResultIsFailure(
            read_part(body, arena, &needs, joined[i], contraction)))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}
