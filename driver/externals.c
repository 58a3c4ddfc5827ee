// Externals of a program: what it declares, and where an address is looked for.
#define _GNU_SOURCE // dladdr, dlinfo
#include "driver/externals.h"

#include "llvm_install.h"
#include "lowering/base/strings.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

struct dl_declared_function {
  char *name;
  bool is_of_scalar_floats; ///< takes and returns f32 or f64 alone
};

static bool is_scalar_float(MlirType type) {
  return mlirTypeIsAF32(type) || mlirTypeIsAF64(type);
}

static bool is_of_scalar_floats(MlirType function) {
  bool all = true;
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumInputs(function); ++i)
    all &= is_scalar_float(mlirFunctionTypeGetInput(function, i));
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumResults(function); ++i)
    all &= is_scalar_float(mlirFunctionTypeGetResult(function, i));
  return all;
}

static DloptStatus add(dl_declared *declared, MlirOperation op) {
  struct dl_declared_function *grown = realloc(
      declared->items, (declared->count + 1) * sizeof(*declared->items));
  if (!grown)
    return dl_status_error(DLOPT_STATUS_MEMORY, "external functions");
  declared->items = grown;
  MlirStringRef name = mlirStringAttrGetValue(
      mlirOperationGetAttributeByName(op, DL_STR("sym_name")));
  MlirType type = mlirTypeAttrGetValue(
      mlirOperationGetAttributeByName(op, DL_STR("function_type")));
  grown[declared->count] = (struct dl_declared_function){
      strndup(name.data, name.length), is_of_scalar_floats(type)};
  if (!grown[declared->count].name)
    return dl_status_error(DLOPT_STATUS_MEMORY, "external functions");
  ++declared->count;
  return dl_status_ok();
}

DloptStatus dl_declared_init(dl_declared *declared, MlirModule module) {
  *declared = (dl_declared){NULL, 0};
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (dl_is(op, "func.func") &&
        mlirBlockIsNull(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0))))
      DL_TRY(add(declared, op));
  return dl_status_ok();
}

void dl_declared_finish(dl_declared *declared) {
  for (size_t i = 0; i < declared->count; ++i)
    free(declared->items[i].name);
  free(declared->items);
  *declared = (dl_declared){NULL, 0};
}

/// The declaration that lowered code calls `name`: by its own name or, with
/// `llvm.emit_c_interface`, by that of its C interface.
static const struct dl_declared_function *
find_declaration(const dl_declared *declared, const char *name) {
  static const char interface[] = "_mlir_ciface_";
  size_t prefix = sizeof(interface) - 1;
  for (size_t i = 0; i < declared->count; ++i)
    if (strcmp(declared->items[i].name, name) == 0 ||
        (strncmp(name, interface, prefix) == 0 &&
         strcmp(declared->items[i].name, name + prefix) == 0))
      return &declared->items[i];
  return NULL;
}

DloptStatus dl_external_load(const char *path) {
  if (dlopen(path, RTLD_NOW | RTLD_GLOBAL))
    return dl_status_ok();
  return dl_status_error(DLOPT_STATUS_INPUT, "--library %s: %s", path,
                         dlerror());
}

/// A symbol of the library itself: dlsym also looks into what it is linked
/// with, which is the C library at least.
static void *own_symbol(const char *path, const char *name) {
  void *library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
  void *symbol = library ? dlsym(library, name) : NULL;
  void *own, *found;
  Dl_info info;
  if (!symbol || dlinfo(library, RTLD_DI_LINKMAP, &own) != 0 ||
      !dladdr1(symbol, &info, &found, RTLD_DL_LINKMAP))
    return NULL;
  return own == found ? symbol : NULL;
}

/// Upstream's support libraries, loaded when a program calls into them.
static void *support_symbol(const char *name) {
  static const char *const files[] = {
      LLVM_INSTALL_LIBDIR "/libmlir_c_runner_utils.so",
      LLVM_INSTALL_LIBDIR "/libmlir_runner_utils.so",
      LLVM_INSTALL_LIBDIR "/libmlir_float16_utils.so",
      LLVM_INSTALL_LIBDIR "/libmlir_apfloat_wrappers.so",
  };
  for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); ++i) {
    void *symbol = own_symbol(files[i], name);
    if (symbol)
      return symbol;
  }
  return NULL;
}

static const char math_library[] = "libm.so.6";

bool dl_is_in_math_library(const char *name) {
  return own_symbol(math_library, name) != NULL;
}

void *dl_external_find(const char *name, const dl_declared *declared,
                       const char *const *libraries, int n_libraries) {
  void *address = NULL;
  for (int i = 0; i < n_libraries && !address; ++i)
    address = own_symbol(libraries[i], name);
  const struct dl_declared_function *function =
      find_declaration(declared, name);
  if (!address && !function)
    address = dlsym(RTLD_DEFAULT, name);
  if (!address)
    address = support_symbol(name);
  if (!address && function && function->is_of_scalar_floats)
    address = own_symbol(math_library, name);
  return address;
}
