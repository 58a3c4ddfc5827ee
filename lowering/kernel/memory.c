// Elements in memory: storage types, vector accesses.
#include "dialect/verify/types.h"
#include "lowering/base/element_bytes.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/kernel/ir.h"

#include "mlir-c/Dialect/LLVM.h"

MlirType dl_storage_type(MlirContext context, MlirType type) {
  if (mlirTypeIsAIndex(type))
    return mlirIntegerTypeGet(context, 64);
  // LLVM has no 8-bit floats. A vector of i1 is packed bits; in memory each has
  // a byte, and other odd integers the bytes that LLVM gives them.
  bool is_float8 = dl_type_is_float(type) && dl_type_width(type) == 8;
  if (is_float8 || dl_type_is_int(type))
    return mlirIntegerTypeGet(context, 8 * (unsigned)dl_element_bytes(type));
  return type;
}

int64_t dl_storage_bytes(MlirContext context, MlirType type) {
  return dl_type_width(dl_storage_type(context, type)) / 8;
}

static MlirValue element_address(const dl_builder *bld, MlirValue base,
                                 MlirValue offset, MlirType storage) {
  const int32_t dynamic = INT32_MIN;
  return dl_llvm_getelementptr(
      bld, mlirLLVMPointerTypeGet(bld->context, 0), base, 1, &offset,
      (dl_llvm_getelementptr_attrs){
          .rawConstantIndices = mlirDenseI32ArrayGet(bld->context, 1, &dynamic),
          .elem_type = mlirTypeAttrGet(storage)});
}

static MlirType chunk_type(MlirType storage, int count) {
  const int64_t size = count;
  return count == 1 ? storage : mlirVectorTypeGet(1, &size, storage);
}

/// At most 16 bytes, which is what the host checks of every operand.
static MlirAttribute alignment(const dl_builder *bld, MlirType storage,
                               int count) {
  int64_t bytes = count * (int64_t)dl_type_width(storage) / 8;
  return dl_attr_i64(bld, bytes < 16 ? bytes : 16);
}

MlirValue dl_load_elements(const dl_builder *bld, MlirValue base,
                           MlirValue offset, MlirType type, int count) {
  MlirType storage = dl_storage_type(bld->context, type);
  return dl_llvm_load(
      bld, chunk_type(storage, count),
      element_address(bld, base, offset, storage),
      (dl_llvm_load_attrs){.alignment = alignment(bld, storage, count)});
}

MlirValue dl_loaded_element(const dl_builder *bld, MlirValue loaded,
                            MlirType type, int index) {
  MlirType storage = dl_storage_type(bld->context, type);
  if (mlirTypeIsAVector(mlirValueGetType(loaded)))
    loaded = dl_vector_extract(
        bld, storage, loaded, 0, NULL,
        (dl_vector_extract_attrs){
            .static_position = dl_attr_i64_array(bld, 1, &(int64_t){index})});
  return dl_from_storage(bld, loaded, type);
}

MlirValue dl_from_storage(const dl_builder *bld, MlirValue loaded,
                          MlirType type) {
  if (mlirTypeEqual(mlirValueGetType(loaded), type))
    return loaded;
  if (mlirTypeIsAIndex(type))
    return dl_arith_index_cast(bld, type, loaded);
  if (dl_type_is_float(type))
    return dl_arith_bitcast(bld, type, loaded);
  return dl_arith_trunci(bld, type, loaded, (dl_arith_trunci_attrs){0});
}

MlirValue dl_to_storage(const dl_builder *bld, MlirValue element) {
  MlirType type = mlirValueGetType(element);
  MlirType storage = dl_storage_type(bld->context, type);
  if (mlirTypeEqual(storage, type))
    return element;
  if (dl_type_is_float(type))
    return dl_arith_bitcast(bld, storage, element);
  return mlirTypeIsAIndex(type) ? dl_arith_index_cast(bld, storage, element)
                                : dl_arith_extui(bld, storage, element);
}

void dl_store_elements(const dl_builder *bld, MlirValue base, MlirValue offset,
                       int count, const MlirValue *elements) {
  MlirValue stored[16];
  for (int i = 0; i < count; ++i)
    stored[i] = dl_to_storage(bld, elements[i]);
  MlirType storage = mlirValueGetType(stored[0]);
  MlirValue value =
      count == 1 ? stored[0]
                 : dl_vector_from_elements(bld, chunk_type(storage, count),
                                           count, stored);
  dl_llvm_store(
      bld, value, element_address(bld, base, offset, storage),
      (dl_llvm_store_attrs){.alignment = alignment(bld, storage, count)});
}
