// The table of matrix instructions, and their emission.
#include "lowering/kernel/matrix_atoms.h"

#include <stdio.h>
#include <string.h>

#include "dialect/verify/types.h"
#include "lowering/base/upstream_ops.h"
#include "mlir-c/Dialect/LLVM.h"

static const dl_matrix_atom atoms[] = {
#define DL_MATRIX_ATOM(...) {__VA_ARGS__},
#include "lowering/kernel/matrix_atoms.inc"
#undef DL_MATRIX_ATOM
};
enum { N_ATOMS = sizeof(atoms) / sizeof(atoms[0]) };

static const char *ptx_type(MlirType type, bool is_tf32, bool is_unsigned) {
  if (mlirTypeIsAF16(type))
    return "f16";
  if (mlirTypeIsABF16(type))
    return "bf16";
  if (mlirTypeIsAF32(type))
    return is_tf32 ? "tf32" : "";
  if (mlirTypeIsAFloat8E4M3FN(type))
    return "e4m3";
  if (mlirTypeIsAFloat8E5M2(type))
    return "e5m2";
  if (dl_type_is_int(type) && dl_type_width(type) == 8)
    return is_unsigned ? "u8" : "s8";
  return "";
}

const dl_matrix_atom *dl_matrix_atom_for(MlirType left, MlirType right,
                                         bool is_tf32, bool is_unsigned,
                                         const dl_gpu_target *target) {
  const char *a = ptx_type(left, is_tf32, is_unsigned);
  const char *b = ptx_type(right, is_tf32, is_unsigned);
  for (int i = 0; i < N_ATOMS; ++i)
    if (target->sm >= atoms[i].from_sm && strcmp(atoms[i].left, a) == 0 &&
        strcmp(atoms[i].right, b) == 0)
      return &atoms[i];
  return NULL;
}

bool dl_atom_is(const dl_matrix_atom *atom, int side, MlirType type) {
  return mlirTypeIsAFloat(type) && dl_type_width(type) == 8 &&
         strcmp(side ? atom->right : atom->left,
                ptx_type(type, false, false)) == 0;
}

static MlirAttribute parse(const dl_builder *bld, const char *text) {
  return mlirAttributeParseGet(bld->context,
                               mlirStringRefCreateFromCString(text));
}

static MlirType struct_of_four(const dl_builder *bld, MlirType type) {
  const MlirType types[] = {type, type, type, type};
  return mlirLLVMStructTypeLiteralGet(bld->context, 4, types, false);
}

static void take_apart(const dl_builder *bld, MlirType type, MlirValue value,
                       MlirValue *fields) {
  for (int64_t i = 0; i < 4; ++i)
    fields[i] = dl_llvm_extractvalue(
        bld, type, value,
        (dl_llvm_extractvalue_attrs){
            .position = mlirDenseI64ArrayGet(bld->context, 1, &i)});
}

/// 32-bit registers as the operation wants them.
static void as_operands(const dl_builder *bld, const char *type, int count,
                        const MlirValue *registers, MlirValue *operands) {
  const int64_t two = 2;
  MlirType halves = mlirVectorTypeGet(1, &two, mlirF16TypeGet(bld->context));
  for (int i = 0; i < count; ++i)
    operands[i] = strcmp(type, "f16") == 0
                      ? dl_llvm_bitcast(bld, halves, registers[i])
                      : registers[i];
}

static void emit_op(const dl_builder *bld, const dl_matrix_atom *atom,
                    const MlirValue *left, const MlirValue *right,
                    MlirValue *accumulators) {
  MlirValue a[4], b[2];
  as_operands(bld, atom->left, 4, left, a);
  as_operands(bld, atom->right, 2, right, b);
  char shape[64], left_type[64], right_type[64];
  snprintf(shape, sizeof(shape), "#nvvm.shape<m = 16, n = 8, k = %d>",
           DL_ATOM_BYTES / atom->bytes);
  snprintf(left_type, sizeof(left_type), "#nvvm.mma_type<%s>", atom->left);
  snprintf(right_type, sizeof(right_type), "#nvvm.mma_type<%s>", atom->right);
  dl_nvvm_mma_sync_attrs attrs = {
      .shape = parse(bld, shape),
      .layoutA = parse(bld, "#nvvm.mma_layout<row>"),
      .layoutB = parse(bld, "#nvvm.mma_layout<col>"),
      .multiplicandAPtxType = parse(bld, left_type),
      .multiplicandBPtxType = parse(bld, right_type)};
  if (!atom->is_float)
    attrs.intOverflowBehavior = parse(bld, "#nvvm.mma_int_overflow<wrapped>");
  MlirType type = mlirValueGetType(accumulators[0]);
  MlirValue sums = dl_nvvm_mma_sync(bld, struct_of_four(bld, type), 4, a, 2, b,
                                    4, accumulators, attrs);
  take_apart(bld, type, sums, accumulators);
}

/// Where upstream has no operation.
static void emit_asm(const dl_builder *bld, const dl_matrix_atom *atom,
                     const MlirValue *left, const MlirValue *right,
                     MlirValue *accumulators) {
  char code[192];
  snprintf(code, sizeof(code),
           "mma.sync.aligned.m16n8k%d.row.col.f32.%s.%s.f32 {$0, $1, $2, $3}, "
           "{$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};",
           DL_ATOM_BYTES / atom->bytes, atom->left, atom->right);
  MlirType type = mlirValueGetType(accumulators[0]);
  MlirType sums_type = struct_of_four(bld, type);
  MlirValue operands[10];
  for (int i = 0; i < 4; ++i) {
    operands[i] = left[i];
    operands[6 + i] = accumulators[i];
  }
  operands[4] = right[0];
  operands[5] = right[1];
  MlirOperation op = dl_llvm_inline_asm(
      bld, 1, &sums_type, 10, operands,
      (dl_llvm_inline_asm_attrs){
          .asm_string = dl_attr_string(bld, code),
          .constraints = dl_attr_string(bld, "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"),
          .has_side_effects = true});
  take_apart(bld, type, dl_result(op, 0), accumulators);
}

void dl_emit_matrix_atom(const dl_builder *bld, const dl_matrix_atom *atom,
                         const MlirValue *left, const MlirValue *right,
                         MlirValue *accumulators) {
  if (atom->has_op)
    emit_op(bld, atom, left, right, accumulators);
  else
    emit_asm(bld, atom, left, right, accumulators);
}

void dl_load_matrices(const dl_builder *bld, MlirValue pointer,
                      bool is_transposed, MlirValue *registers) {
  MlirType i32 = mlirIntegerTypeGet(bld->context, 32);
  MlirValue loaded = dl_nvvm_ldmatrix(
      bld, struct_of_four(bld, i32), pointer,
      (dl_nvvm_ldmatrix_attrs){
          .num = dl_attr_i32(bld, 4),
          .layout = parse(bld, is_transposed ? "#nvvm.mma_layout<col>"
                                             : "#nvvm.mma_layout<row>"),
          .shape = parse(bld, "#nvvm.ld_st_matrix_shape<m = 8, n = 8>"),
          .eltType = parse(bld, "#nvvm.ld_st_matrix_elt_type<b16>")});
  take_apart(bld, i32, loaded, registers);
}
