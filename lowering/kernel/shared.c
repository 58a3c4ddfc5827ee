// Shared memory: addresses, accesses, swizzled rows.
#include "lowering/kernel/shared.h"

#include "dialect/verify/types.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/kernel/generator.h"
#include "mlir-c/Dialect/LLVM.h"

enum { SHARED_SPACE = 3, LINE_BYTES = 128 };

MlirValue dl_shared_base(const dl_builder *bld) {
  return dl_llvm_mlir_addressof(
      bld, mlirLLVMPointerTypeGet(bld->context, SHARED_SPACE),
      (dl_llvm_mlir_addressof_attrs){
          .global_name =
              mlirFlatSymbolRefAttrGet(bld->context, DL_STR(DL_SHARED_NAME))});
}

MlirValue dl_shared_pointer(const dl_builder *bld, MlirValue base,
                            MlirValue offset) {
  const int32_t dynamic = INT32_MIN;
  return dl_llvm_getelementptr(
      bld, mlirLLVMPointerTypeGet(bld->context, SHARED_SPACE), base, 1, &offset,
      (dl_llvm_getelementptr_attrs){
          .rawConstantIndices = mlirDenseI32ArrayGet(bld->context, 1, &dynamic),
          .elem_type = mlirTypeAttrGet(mlirIntegerTypeGet(bld->context, 8))});
}

MlirValue dl_shared_load(const dl_builder *bld, MlirValue base,
                         MlirValue offset, MlirType type, int count) {
  const int64_t size = count;
  MlirType loaded = count == 1 ? type : mlirVectorTypeGet(1, &size, type);
  int64_t bytes = count * (int64_t)dl_type_width(type) / 8;
  return dl_llvm_load(
      bld, loaded, dl_shared_pointer(bld, base, offset),
      (dl_llvm_load_attrs){.alignment = dl_attr_i64(bld, bytes)});
}

void dl_shared_store(const dl_builder *bld, MlirValue base, MlirValue offset,
                     int count, const MlirValue *elements) {
  MlirType type = mlirValueGetType(elements[0]);
  const int64_t size = count;
  int64_t bytes = count * (int64_t)dl_type_width(type) / 8;
  MlirValue value =
      count == 1 ? elements[0]
                 : dl_vector_from_elements(
                       bld, mlirVectorTypeGet(1, &size, type), count, elements);
  dl_llvm_store(bld, value, dl_shared_pointer(bld, base, offset),
                (dl_llvm_store_attrs){.alignment = dl_attr_i64(bld, bytes)});
}

int dl_swizzle_bits(int row_bytes) {
  int bits = 0;
  while (bits < 3 && DL_CHUNK_BYTES << (bits + 1) <= row_bytes)
    ++bits;
  return bits;
}

static int rows_a_line(int row_bytes) {
  return row_bytes < LINE_BYTES ? LINE_BYTES / row_bytes : 1;
}

int dl_swizzle_rows(int row_bytes) {
  return rows_a_line(row_bytes) << dl_swizzle_bits(row_bytes);
}

MlirValue dl_swizzled(const dl_builder *bld, MlirValue row, MlirValue chunk,
                      int row_bytes) {
  MlirValue pattern =
      dl_int_div(bld, row, dl_int_like(bld, row, rows_a_line(row_bytes)));
  pattern = dl_int_rem(bld, pattern,
                       dl_int_like(bld, row, 1 << dl_swizzle_bits(row_bytes)));
  MlirValue place = dl_int_mul(bld, dl_arith_xori(bld, chunk, pattern),
                               dl_int_like(bld, row, DL_CHUNK_BYTES));
  return dl_int_add(bld, dl_int_mul(bld, row, dl_int_like(bld, row, row_bytes)),
                    place);
}
