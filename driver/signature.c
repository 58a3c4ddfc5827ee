// What a function of a program takes and returns, read from its MLIR type.
#include "driver/signature.h"

#include "driver/structured.h"
#include "lowering/base/strings.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static MlirStringRef symbol_name(MlirOperation op) {
  return mlirStringAttrGetValue(
      mlirOperationGetAttributeByName(op, DL_STR("sym_name")));
}

static bool has_body(MlirOperation op) {
  return dl_is(op, "func.func") && !mlirBlockIsNull(mlirRegionGetFirstBlock(
                                       mlirOperationGetRegion(op, 0)));
}

static bool is_public_function(MlirOperation op) {
  if (!has_body(op))
    return false;
  MlirAttribute visibility =
      mlirOperationGetAttributeByName(op, DL_STR("sym_visibility"));
  return mlirAttributeIsNull(visibility) ||
         dl_string_is(mlirStringAttrGetValue(visibility), "public");
}

MlirOperation dl_module_function(MlirModule module, const char *name) {
  MlirBlock body = mlirModuleGetBody(module);
  for (MlirOperation op = mlirBlockGetFirstOperation(body);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (dl_is(op, "func.func") && dl_string_is(symbol_name(op), name))
      return op;
  return (MlirOperation){NULL};
}

/// Drivers that print what another function returns take and return nothing.
static bool has_interface(MlirOperation function) {
  MlirType type = mlirTypeAttrGetValue(
      mlirOperationGetAttributeByName(function, DL_STR("function_type")));
  return mlirFunctionTypeGetNumInputs(type) > 0 ||
         mlirFunctionTypeGetNumResults(type) > 0;
}

struct function_list {
  char names[256]; ///< "@a, @b", cut
  int count;
  int n_with_interface;
  MlirOperation last, last_with_interface;
};

static void list_functions(MlirModule module, struct function_list *list) {
  size_t used = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (!is_public_function(op))
      continue;
    MlirStringRef name = symbol_name(op);
    if (used < sizeof(list->names))
      used += (size_t)snprintf(list->names + used, sizeof(list->names) - used,
                               "%s@%.*s", list->count ? ", " : "", DL_SV(name));
    ++list->count;
    list->last = op;
    if (has_interface(op)) {
      ++list->n_with_interface;
      list->last_with_interface = op;
    }
  }
}

/// One function: the only one, the only one that takes or returns something,
/// or the one called main or forward. Null if that does not decide.
static MlirOperation choose_function(MlirModule module,
                                     const struct function_list *list) {
  if (list->count == 1)
    return list->last;
  if (list->n_with_interface == 1)
    return list->last_with_interface;
  MlirOperation main = dl_module_function(module, "main");
  return mlirOperationIsNull(main) ? dl_module_function(module, "forward")
                                   : main;
}

static DloptStatus find_function(MlirModule module, const char *name,
                                 MlirOperation *function) {
  struct function_list list = {{0}, 0, 0, {NULL}, {NULL}};
  list_functions(module, &list);
  if (name) {
    name += *name == '@';
    *function = dl_module_function(module, name);
    if (!mlirOperationIsNull(*function) && has_body(*function))
      return dl_status_ok();
    return dl_status_error(DLOPT_STATUS_INPUT,
                           "no function @%s with a body to call; public ones: "
                           "%s",
                           name, list.count ? list.names : "none");
  }
  if (list.count == 0)
    return dl_status_error(DLOPT_STATUS_INPUT,
                           "the program has no public function with a body");
  *function = choose_function(module, &list);
  if (!mlirOperationIsNull(*function))
    return dl_status_ok();
  return dl_status_error(DLOPT_STATUS_INPUT,
                         "several functions, choose one with --entry: %s",
                         list.names);
}

struct type_text {
  char text[1024];
  size_t used;
};

static void append_text(MlirStringRef part, void *user) {
  struct type_text *buffer = user;
  for (size_t i = 0; i < part.length; ++i)
    if (buffer->used + 1 < sizeof(buffer->text))
      buffer->text[buffer->used++] = part.data[i];
}

/// The dense tensor type that a tensor type with an encoding, or a memref,
/// stands for to the host.
static MlirType dense_tensor_type(MlirType type) {
  if (mlirTypeIsAUnrankedMemRef(type))
    return mlirRankedTensorTypeGet(0, NULL, mlirShapedTypeGetElementType(type),
                                   (MlirAttribute){NULL});
  bool is_encoded = mlirTypeIsARankedTensor(type) &&
                    !mlirAttributeIsNull(mlirRankedTensorTypeGetEncoding(type));
  if (!is_encoded && !mlirTypeIsAMemRef(type))
    return type;
  int64_t rank = mlirShapedTypeGetRank(type);
  int64_t shape[DL_TENSOR_MAX_RANK];
  if (rank > DL_TENSOR_MAX_RANK)
    return type;
  for (int64_t i = 0; i < rank; ++i)
    shape[i] = mlirShapedTypeIsDynamicDim(type, i)
                   ? mlirShapedTypeGetDynamicSize()
                   : mlirShapedTypeGetDimSize(type, i);
  return mlirRankedTensorTypeGet((intptr_t)rank, shape,
                                 mlirShapedTypeGetElementType(type),
                                 (MlirAttribute){NULL});
}

static dl_argument_kind kind_of(MlirType type) {
  return mlirTypeIsAMemRef(type)           ? DL_ARGUMENT_MEMREF
         : mlirTypeIsAUnrankedMemRef(type) ? DL_ARGUMENT_UNRANKED_MEMREF
                                           : DL_ARGUMENT_VALUE;
}

/// Whether code that takes a buffer of `type` can take row-major memory: each
/// stride and the offset are open or what row-major order makes them.
static bool takes_row_major(MlirType type) {
  int64_t strides[DL_TENSOR_MAX_RANK], offset, expected = 1;
  int64_t rank = mlirShapedTypeGetRank(type);
  if (rank > DL_TENSOR_MAX_RANK)
    return true; // refused for its rank
  if (mlirLogicalResultIsFailure(
          mlirMemRefTypeGetStridesAndOffset(type, strides, &offset)))
    return false;
  int64_t open = mlirShapedTypeGetDynamicStrideOrOffset();
  bool fits = offset == 0 || offset == open;
  for (int64_t i = rank - 1; i >= 0 && fits; --i) {
    fits = strides[i] == open || strides[i] == expected;
    if (expected == open || mlirShapedTypeIsDynamicDim(type, i))
      expected = open;
    else
      expected *= mlirShapedTypeGetDimSize(type, i);
  }
  return fits;
}

static DloptStatus check_buffer(MlirType type, bool is_result) {
  if (mlirTypeIsAUnrankedMemRef(type) && is_result)
    return dl_status_error(DLOPT_STATUS_INPUT,
                           "a buffer of open rank cannot be a result");
  if (mlirTypeIsAMemRef(type) && !is_result && !takes_row_major(type))
    return dl_status_error(DLOPT_STATUS_INPUT,
                           "buffers come in row-major order; open the strides "
                           "and the offset: strided<[?, ..], offset: ?>");
  return dl_status_ok();
}

static DloptStatus read_type(MlirType type, bool is_result, int index,
                             dl_tensor_type *out) {
  const char *what = is_result ? "result" : "argument";
  struct type_text written = {.used = 0}, dense = {.used = 0};
  mlirTypePrint(type, append_text, &written);
  mlirTypePrint(dense_tensor_type(type), append_text, &dense);
  written.text[written.used] = dense.text[dense.used] = 0;
  DloptStatus status = check_buffer(type, is_result);
  size_t used = 0;
  if (dl_status_is_ok(&status))
    status = dl_tensor_type_parse(dense.text, dense.used, out, &used);
  if (dl_status_is_ok(&status) && used != dense.used)
    status = dl_status_error(DLOPT_STATUS_INPUT, "no tensor or scalar");
  return dl_status_is_ok(&status) ? status
                                  : dl_status_prefix(status, "%s %d of type %s",
                                                     what, index, written.text);
}

DloptStatus dl_signature_init(dl_signature *signature, MlirModule module,
                              const char *name) {
  memset(signature, 0, sizeof(*signature));
  MlirOperation function;
  DL_TRY(find_function(module, name, &function));
  MlirStringRef found = symbol_name(function);
  if (memchr(found.data, 0, found.length))
    return dl_status_error(DLOPT_STATUS_INPUT,
                           "the name of the function to call holds a NUL");
  MlirType type = mlirTypeAttrGetValue(
      mlirOperationGetAttributeByName(function, DL_STR("function_type")));
  int n_arguments = (int)mlirFunctionTypeGetNumInputs(type);
  int n_results = (int)mlirFunctionTypeGetNumResults(type);
  char *function_name = strndup(found.data, found.length);
  if (!function_name)
    return dl_status_error(DLOPT_STATUS_MEMORY, "signature");
  DloptStatus status =
      dl_signature_make(signature, function_name, n_arguments, n_results);
  free(function_name);
  for (int i = 0; i < n_arguments && dl_status_is_ok(&status); ++i) {
    MlirType input = mlirFunctionTypeGetInput(type, i);
    signature->kinds[i] = kind_of(input);
    signature->is_2_4[i] = dl_type_is_structured_2_4(input);
  }
  for (int i = 0; i < n_arguments && dl_status_is_ok(&status); ++i)
    status = read_type(mlirFunctionTypeGetInput(type, i), false, i,
                       &signature->arguments[i]);
  for (int i = 0; i < n_results && dl_status_is_ok(&status); ++i)
    status = read_type(mlirFunctionTypeGetResult(type, i), true, i,
                       &signature->results[i]);
  if (!dl_status_is_ok(&status))
    dl_signature_finish(signature);
  return status;
}
