// Tensor maps: descriptors of matrices that a launcher makes on its stack and
// hands to the kernel by value.
#include "dialect/dlopt_ops.h"
#include "dialect/verify/types.h"
#include "lowering/base/llvm_call.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/kernel/generator.h"
#include "lowering/kernel/sizes.h"
#include "mlir-c/Dialect/LLVM.h"

enum { MAP_BYTES = 128, MAP_ALIGNMENT = 64, PITCH_BYTES = 16 };

struct launcher {
  const dl_builder *bld;
  const dl_body *body;
  const MlirValue *arguments; ///< of the GPU function
};

static MlirValue size_argument(void *data, MlirValue value, int64_t dim) {
  const struct launcher *launcher = data;
  const dl_body *body = launcher->body;
  intptr_t first = dl_kernel_n_inputs(body->op) + body->n_outputs;
  for (int i = 0; i < body->n_sizes; ++i)
    if (body->sizes[i].dim == dim &&
        mlirValueEqual(body->sizes[i].value, value))
      return dl_int_cast(launcher->bld,
                         mlirIndexTypeGet(launcher->bld->context),
                         launcher->arguments[first + i]);
  return (MlirValue){NULL};
}

static MlirValue scalar_argument(void *data, MlirValue argument) {
  const struct launcher *launcher = data;
  return launcher->arguments[mlirBlockArgumentGetArgNumber(argument)];
}

/// Elements of dimensions `from` to `to`, at least `least`: no map has fewer,
/// and of a tensor without elements nothing is copied.
static MlirValue extent(const dl_sizer *sizer, MlirValue tensor, int64_t from,
                        int64_t to, int64_t least) {
  MlirValue product = dl_constant_index(sizer->bld, 1);
  for (int64_t dim = from; dim < to; ++dim)
    product = dl_int_mul(sizer->bld, product, dl_body_size(sizer, tensor, dim));
  product =
      dl_int_max(sizer->bld, product, dl_constant_index(sizer->bld, least));
  return dl_int_cast(sizer->bld, mlirIntegerTypeGet(sizer->bld->context, 64),
                     product);
}

static MlirValue stack(const dl_builder *bld, MlirType type, int64_t count,
                       int64_t alignment) {
  return dl_llvm_alloca(
      bld, mlirLLVMPointerTypeGet(bld->context, 0),
      dl_constant_int(bld, mlirIntegerTypeGet(bld->context, 64), count),
      (dl_llvm_alloca_attrs){.alignment = dl_attr_i64(bld, alignment),
                             .elem_type = dl_attr_type(type)});
}

/// A list of numbers on the stack.
static MlirValue list(const dl_builder *bld, int count,
                      const MlirValue *numbers) {
  MlirType i64 = mlirIntegerTypeGet(bld->context, 64);
  MlirValue place = stack(bld, i64, count, 8);
  for (int i = 0; i < count; ++i) {
    const int32_t at = i;
    MlirValue element = dl_llvm_getelementptr(
        bld, mlirLLVMPointerTypeGet(bld->context, 0), place, 0, NULL,
        (dl_llvm_getelementptr_attrs){
            .rawConstantIndices = mlirDenseI32ArrayGet(bld->context, 1, &at),
            .elem_type = dl_attr_type(i64)});
    dl_llvm_store(bld, numbers[i], element, (dl_llvm_store_attrs){0});
  }
  return place;
}

static void call(const dl_builder *bld, MlirBlock module_body, intptr_t count,
                 const MlirValue *operands) {
  const MlirStringRef name = DL_STR("dlopt_device_tensor_map");
  MlirOperation module = mlirBlockGetParentOperation(module_body);
  MlirSymbolTable table = mlirSymbolTableCreate(module);
  if (mlirOperationIsNull(mlirSymbolTableLookup(table, name))) {
    MlirType types[16];
    for (intptr_t i = 0; i < count; ++i)
      types[i] = mlirValueGetType(operands[i]);
    dl_builder declare = *bld;
    declare.location = mlirLocationUnknownGet(bld->context);
    dl_llvm_function(&declare, module, name, count, types, (MlirType){NULL},
                     NULL);
  }
  mlirSymbolTableDestroy(table);
  dl_llvm_call(bld, name, count, operands, (MlirType){NULL});
}

MlirValue dl_make_tensor_map(const dl_builder *bld, MlirBlock module_body,
                             const dl_body *body, const dl_tensor_map *map,
                             const MlirValue *arguments) {
  struct launcher launcher = {bld, body, arguments};
  const dl_sizer sizer = {bld, &launcher, size_argument, scalar_argument};
  MlirType i64 = mlirIntegerTypeGet(bld->context, 64);
  int64_t bytes = (int64_t)dl_type_width(dl_tensor_element(map->tensor)) / 8;
  int64_t rank = dl_rank(map->tensor), inner = rank - map->n_inner;
  const MlirValue sizes[] = {
      extent(&sizer, map->tensor, inner, rank, PITCH_BYTES / bytes),
      extent(&sizer, map->tensor, 0, inner, 1)};
  const MlirValue pitch =
      dl_int_mul(bld, sizes[0], dl_constant_int(bld, i64, bytes));
  const MlirValue box[] = {dl_constant_int(bld, i64, map->box[0]),
                           dl_constant_int(bld, i64, map->box[1])};
  MlirValue descriptor =
      stack(bld, mlirIntegerTypeGet(bld->context, 8), MAP_BYTES, MAP_ALIGNMENT);
  const MlirValue operands[] = {
      descriptor,
      arguments[mlirBlockArgumentGetArgNumber(map->tensor)],
      dl_constant_int(bld, i64, map->type),
      dl_constant_int(bld, i64, 2),
      list(bld, 2, sizes),
      list(bld, 1, &pitch),
      list(bld, 2, box),
      dl_constant_int(bld, i64, map->swizzle)};
  call(bld, module_body, 8, operands);
  return descriptor;
}
