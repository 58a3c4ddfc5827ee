// Types and constants of dlopt-reference-widen: narrow floats as f64.
#include "lowering/reference/widen.h"

#include "lowering/base/elements.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <stdlib.h>

static MlirType with_element(MlirType type, MlirType element) {
  int64_t rank = mlirShapedTypeHasRank(type) ? mlirShapedTypeGetRank(type) : 0;
  int64_t *shape = malloc((size_t)(rank + 1) * sizeof(*shape));
  bool *scalable = malloc((size_t)(rank + 1) * sizeof(*scalable));
  if (!shape || !scalable)
    abort();
  bool is_vector = mlirTypeIsAVector(type);
  for (int64_t i = 0; i < rank; ++i) {
    shape[i] = mlirShapedTypeGetDimSize(type, i);
    scalable[i] = is_vector && mlirVectorTypeIsDimScalable(type, i);
  }
  MlirType wide = type;
  if (is_vector)
    wide = mlirVectorTypeGetScalable(rank, shape, scalable, element);
  else if (mlirTypeIsARankedTensor(type))
    wide = mlirRankedTensorTypeGet(rank, shape, element,
                                   mlirRankedTensorTypeGetEncoding(type));
  else if (mlirTypeIsAMemRef(type))
    wide =
        mlirMemRefTypeGet(element, rank, shape, mlirMemRefTypeGetLayout(type),
                          mlirMemRefTypeGetMemorySpace(type));
  else if (mlirTypeIsAUnrankedTensor(type))
    wide = mlirUnrankedTensorTypeGet(element);
  else if (mlirTypeIsAUnrankedMemRef(type))
    wide = mlirUnrankedMemRefTypeGet(element,
                                     mlirUnrankedMemrefGetMemorySpace(type));
  free(shape);
  free(scalable);
  return wide;
}

static MlirType wide_function(MlirType type) {
  intptr_t n_inputs = mlirFunctionTypeGetNumInputs(type);
  intptr_t n_results = mlirFunctionTypeGetNumResults(type);
  MlirType *types = malloc((size_t)(n_inputs + n_results + 1) * sizeof(*types));
  if (!types)
    abort();
  for (intptr_t i = 0; i < n_inputs; ++i)
    types[i] = dl_wide_type(mlirFunctionTypeGetInput(type, i));
  for (intptr_t i = 0; i < n_results; ++i)
    types[n_inputs + i] = dl_wide_type(mlirFunctionTypeGetResult(type, i));
  MlirType wide = mlirFunctionTypeGet(mlirTypeGetContext(type), n_inputs, types,
                                      n_results, types + n_inputs);
  free(types);
  return wide;
}

MlirType dl_wide_type(MlirType type) {
  if (mlirTypeIsAF32(type) || mlirTypeIsAF16(type) || mlirTypeIsABF16(type) ||
      mlirTypeIsATF32(type))
    return mlirF64TypeGet(mlirTypeGetContext(type));
  if (mlirTypeIsAFunction(type))
    return wide_function(type);
  if (!mlirTypeIsAShaped(type))
    return type;
  MlirType element = mlirShapedTypeGetElementType(type);
  MlirType wide = dl_wide_type(element);
  return mlirTypeEqual(element, wide) ? type : with_element(type, wide);
}

static MlirAttribute wide_elements(const dl_elements *elements, MlirType type) {
  if (elements->is_splat)
    return mlirDenseElementsAttrDoubleSplatGet(
        type, dl_element_to_double(elements->type.element, elements->data));
  dl_tensor_type wide_type = elements->type;
  wide_type.element = DL_F64;
  dl_tensor wide;
  DloptStatus status = dl_tensor_init(&wide, &wide_type);
  if (!dl_status_is_ok(&status))
    return mlirAttributeGetNull();
  size_t element_bytes =
      (size_t)dl_element_info_of(elements->type.element)->n_bytes;
  double *values = wide.data;
  for (int64_t i = 0; i < elements->n_elements; ++i)
    values[i] = dl_element_to_double(elements->type.element,
                                     (const char *)elements->data +
                                         (size_t)i * element_bytes);
  // Small ones stay readable; large ones are not copied again.
  const int64_t n_readable = 64;
  if (elements->n_elements > n_readable)
    return dl_elements_from_tensor(type, "dlopt_wide", &wide);
  MlirAttribute attr =
      mlirDenseElementsAttrDoubleGet(type, elements->n_elements, values);
  dl_tensor_finish(&wide);
  return attr;
}

MlirAttribute dl_wide_attribute(MlirAttribute attr) {
  MlirType type = mlirAttributeGetType(attr), wide = dl_wide_type(type);
  if (mlirTypeEqual(type, wide))
    return attr;
  if (mlirAttributeIsAFloat(attr))
    return mlirFloatAttrDoubleGet(mlirTypeGetContext(type), wide,
                                  mlirFloatAttrGetValueDouble(attr));
  dl_elements elements;
  if (!dl_elements_of(attr, &elements) ||
      (!elements.data && elements.n_elements))
    return mlirAttributeGetNull();
  return wide_elements(&elements, wide);
}
