// Kernels and constants of a program, copied out of MLIR.
#include "driver/gpu_code.h"

#include "lowering/base/builder.h"
#include "lowering/base/element_bytes.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Dialect/GPU.h"

#include <stdlib.h>
#include <string.h>

static char *copy_text(MlirStringRef text) {
  return strndup(text.data, text.length);
}

static MlirAttribute module_attribute(MlirModule module, MlirStringRef name) {
  return mlirOperationGetDiscardableAttributeByName(
      mlirModuleGetOperation(module), name);
}

static intptr_t count_of(MlirModule module, MlirStringRef name) {
  MlirAttribute list = module_attribute(module, name);
  return mlirAttributeIsNull(list) ? 0 : mlirArrayAttrGetNumElements(list);
}

static size_t count_binaries(MlirModule module) {
  size_t count = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    count += dl_is(op, "gpu.binary");
  return count;
}

/// Takes the PTX of each gpu.binary and erases it.
static DloptStatus take_modules(dl_gpu_code *code, MlirModule module,
                                const char *target) {
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  while (!mlirOperationIsNull(op)) {
    MlirOperation binary = op;
    op = mlirOperationGetNextInBlock(op);
    if (!dl_is(binary, "gpu.binary"))
      continue;
    MlirAttribute object = mlirArrayAttrGetElement(
        mlirOperationGetAttributeByName(binary, DL_STR("objects")), 0);
    MlirStringRef ptx = mlirGPUObjectAttrGetObject(object);
    dl_device_module *made = &code->modules[code->program.n_modules];
    *made = (dl_device_module){
        .name = copy_text(mlirStringAttrGetValue(
            mlirOperationGetAttributeByName(binary, DL_STR("sym_name")))),
        .ptx = copy_text(ptx),
        .ptx_size = ptx.length,
        .target = target};
    if (!made->name || !made->ptx)
      return dl_status_error(DLOPT_STATUS_MEMORY, "kernels");
    ++code->program.n_modules;
    mlirOperationDestroy(binary);
  }
  return dl_status_ok();
}

static MlirAttribute field(MlirAttribute kernel, MlirStringRef name) {
  return mlirDictionaryAttrGetElementByName(kernel, name);
}

static uint32_t number(MlirAttribute kernel, MlirStringRef name) {
  return (uint32_t)mlirIntegerAttrGetValueInt(field(kernel, name));
}

static void triple(MlirAttribute kernel, MlirStringRef name, uint32_t *values) {
  for (int i = 0; i < 3; ++i)
    values[i] = (uint32_t)mlirDenseI64ArrayGetElement(field(kernel, name), i);
}

/// Index of the module called `name`.
static DloptStatus find_module(const dl_gpu_code *code, MlirStringRef name,
                               uint32_t *index) {
  for (size_t i = 0; i < code->program.n_modules; ++i)
    if (dl_string_is(name, code->modules[i].name)) {
      *index = (uint32_t)i;
      return dl_status_ok();
    }
  return dl_status_error(DLOPT_STATUS_INPUT,
                         "the module of kernel @%.*s has no PTX", DL_SV(name));
}

static DloptStatus take_kernels(dl_gpu_code *code, MlirModule module) {
  intptr_t count = count_of(module, DL_STR("dlopt.kernels"));
  for (intptr_t i = 0; i < count; ++i) {
    MlirAttribute from = mlirArrayAttrGetElement(
        module_attribute(module, DL_STR("dlopt.kernels")), i);
    dl_device_kernel *kernel = &code->kernels[i];
    code->program.n_kernels = (size_t)i + 1;
    kernel->name =
        copy_text(mlirStringAttrGetValue(field(from, DL_STR("name"))));
    kernel->what =
        copy_text(mlirStringAttrGetValue(field(from, DL_STR("what"))));
    MlirAttribute schedule = field(from, DL_STR("schedule"));
    if (!mlirAttributeIsNull(schedule))
      code->schedules[i] = copy_text(mlirStringAttrGetValue(schedule));
    if (!kernel->name || !kernel->what)
      return dl_status_error(DLOPT_STATUS_MEMORY, "kernels");
    triple(from, DL_STR("block"), kernel->block);
    triple(from, DL_STR("cluster"), kernel->cluster);
    kernel->shared = number(from, DL_STR("shared"));
    kernel->n_arguments = number(from, DL_STR("arguments"));
    DL_TRY(find_module(
        code, mlirFlatSymbolRefAttrGetValue(field(from, DL_STR("module"))),
        &kernel->module));
  }
  return dl_status_ok();
}

static DloptStatus take_constants(dl_gpu_code *code, MlirModule module) {
  intptr_t count = count_of(module, DL_STR("dlopt.constants"));
  dl_cpu_constants list = {calloc((size_t)count + 1, sizeof(*list.items)), 0};
  if (!list.items)
    return dl_status_error(DLOPT_STATUS_MEMORY, "constants");
  static char no_symbol[] = "";
  for (intptr_t i = 0; i < count; ++i) {
    MlirAttribute value = mlirArrayAttrGetElement(
        module_attribute(module, DL_STR("dlopt.constants")), i);
    MlirType type = mlirAttributeGetType(value);
    int64_t bytes = 0;
    dl_shaped_bytes(type, &bytes);
    list.items[list.count++] =
        (dl_cpu_constant){no_symbol, value, type, (size_t)bytes};
  }
  DloptStatus status = dl_constant_data_init(&code->constant_data, &list);
  for (size_t i = 0; i < code->constant_data.count; ++i)
    code->constants[i] = (dl_device_constant){code->constant_data.items[i].data,
                                              list.items[i].size_bytes};
  code->program.n_constants = list.count;
  free(list.items);
  return status;
}

DloptStatus dl_gpu_code_init(dl_gpu_code *code, MlirModule module,
                             const char *name, const char *target) {
  memset(code, 0, sizeof(*code));
  size_t n_kernels = (size_t)count_of(module, DL_STR("dlopt.kernels"));
  size_t n_constants = (size_t)count_of(module, DL_STR("dlopt.constants"));
  code->modules = calloc(count_binaries(module) + 1, sizeof(*code->modules));
  code->kernels = calloc(n_kernels + 1, sizeof(*code->kernels));
  code->constants = calloc(n_constants + 1, sizeof(*code->constants));
  code->schedules = calloc(n_kernels + 1, sizeof(*code->schedules));
  char *own_name = strdup(name);
  if (!code->modules || !code->kernels || !code->constants ||
      !code->schedules || !own_name) {
    free(own_name);
    return dl_status_error(DLOPT_STATUS_MEMORY, "kernels");
  }
  code->program.name = own_name;
  code->program.modules = code->modules;
  code->program.kernels = code->kernels;
  code->program.constants = code->constants;
  DL_TRY(take_modules(code, module, target));
  DL_TRY(take_kernels(code, module));
  DL_TRY(take_constants(code, module));
  MlirOperation op = mlirModuleGetOperation(module);
  mlirOperationRemoveDiscardableAttributeByName(op, DL_STR("dlopt.kernels"));
  mlirOperationRemoveDiscardableAttributeByName(op, DL_STR("dlopt.constants"));
  mlirOperationRemoveDiscardableAttributeByName(op,
                                                DL_STR("gpu.container_module"));
  return dl_status_ok();
}

void dl_gpu_code_finish(dl_gpu_code *code) {
  for (size_t i = 0; i < code->program.n_modules; ++i) {
    free((char *)code->modules[i].name);
    free((char *)code->modules[i].ptx);
    free((void *)code->modules[i].cubin);
  }
  for (size_t i = 0; i < code->program.n_kernels; ++i) {
    free((char *)code->kernels[i].name);
    free((char *)code->kernels[i].what);
    free(code->schedules[i]);
  }
  dl_constant_data_finish(&code->constant_data);
  free((char *)code->program.name);
  free(code->modules);
  free(code->kernels);
  free(code->constants);
  free(code->schedules);
  memset(code, 0, sizeof(*code));
}
