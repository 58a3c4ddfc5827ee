// Building operations: what the builders generated from ODS stand on.
#ifndef DLOPT_LOWERING_BASE_BUILDER_H
#define DLOPT_LOWERING_BASE_BUILDER_H

#include <stdbool.h>
#include <stdint.h>

#include "lowering/base/strings.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/IR.h"
#include "mlir-c/Rewrite.h"

/// Where and how the next operation is made. Operations are inserted at the
/// rewriter's insertion point.
typedef struct dl_builder {
  MlirContext context;
  MlirLocation location;
  MlirRewriterBase rewriter;
} dl_builder;

/// How many values one ODS operand stands for.
typedef enum dl_arity { DL_ONE, DL_OPTIONAL, DL_VARIADIC } dl_arity;

/// The operands of an operation as ODS declares them.
typedef struct dl_operand_groups {
  const dl_arity *arities;
  int n_groups;
  bool has_segments; ///< AttrSizedOperandSegments
} dl_operand_groups;

/// Index of the first value of group `group` in `op`; `*count` becomes the
/// number of values.
intptr_t dl_operand_group(MlirOperation op, const dl_operand_groups *groups,
                          int group, intptr_t *count);

/// Starts an operation; operands, attributes and regions are then added and
/// `dl_op_end` makes and inserts it. Both belong in one function: an abandoned
/// state leaks.
MlirOperationState dl_op_begin(const dl_builder *bld, const char *name);

/// Adds the operands of one group; a null `values[0]` of an optional group adds
/// none. Returns how many were added.
int32_t dl_op_operands(MlirOperationState *state, intptr_t count,
                       const MlirValue *values);

/// Adds an attribute unless it is null.
void dl_op_attr(const dl_builder *bld, MlirOperationState *state,
                const char *name, MlirAttribute attribute);

/// Adds a unit attribute if `present`.
void dl_op_unit_attr(const dl_builder *bld, MlirOperationState *state,
                     const char *name, bool present);

void dl_op_segments(const dl_builder *bld, MlirOperationState *state,
                    intptr_t count, const int32_t *sizes);

/// Makes and inserts the operation. Null if its result types could not be
/// inferred; that was diagnosed.
MlirOperation dl_op_end(const dl_builder *bld, MlirOperationState *state);

/// A builder over `rewriter` that makes operations at the location of `op`,
/// inserting before it.
dl_builder dl_builder_before(MlirRewriterBase rewriter, MlirOperation op);

// Attributes and types, short. All are owned by the context.
MlirAttribute dl_attr_i64(const dl_builder *bld, int64_t value);
MlirAttribute dl_attr_i32(const dl_builder *bld, int32_t value);
MlirAttribute dl_attr_f64(const dl_builder *bld, double value);
MlirAttribute dl_attr_string(const dl_builder *bld, const char *text);
MlirAttribute dl_attr_type(MlirType type);
MlirAttribute dl_attr_i64_array(const dl_builder *bld, intptr_t count,
                                const int64_t *values);

/// `arith.constant` of a scalar, of float, integer or index type.
MlirValue dl_constant_float(const dl_builder *bld, MlirType type, double value);
MlirValue dl_constant_int(const dl_builder *bld, MlirType type, int64_t value);
MlirValue dl_constant_index(const dl_builder *bld, int64_t value);

// Looking at operations.
static inline MlirValue dl_result(MlirOperation op, intptr_t index) {
  return mlirOperationGetResult(op, index);
}
/// The operation that defines `value`; null for a block argument or null value.
MlirOperation dl_value_def(MlirValue value);
/// The operation that defines operand `index` of `op`, or null.
MlirOperation dl_def(MlirOperation op, intptr_t index);
/// True if `value` has exactly one use.
bool dl_value_has_one_use(MlirValue value);
MlirBlock dl_region_block(MlirOperation op, intptr_t region);

#endif // DLOPT_LOWERING_BASE_BUILDER_H
