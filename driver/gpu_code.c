// Kernels, constants and host code of a program for a GPU.
#include "driver/gpu_code.h"

#include "driver/ptx_jobs.h"
#include "driver/report.h"
#include "lowering/base/builder.h"
#include "lowering/base/element_bytes.h"
#include "lowering/ptx/targets.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Dialect/GPU.h"

#include <jansson.h>
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

/// The gpu.binary of a compiled module.
static MlirOperation binary_of(MlirModule module) {
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  while (!mlirOperationIsNull(op) && !dl_is(op, "gpu.binary"))
    op = mlirOperationGetNextInBlock(op);
  return op;
}

static DloptStatus take_modules(dl_gpu_code *code, const dl_ptx_jobs *jobs,
                                const char *target) {
  code->modules = calloc(dl_ptx_jobs_count(jobs) + 1, sizeof(*code->modules));
  if (!code->modules)
    return dl_status_error(DLOPT_STATUS_MEMORY, "kernels");
  code->program.modules = code->modules;
  for (size_t i = 0; i < dl_ptx_jobs_count(jobs); ++i) {
    MlirOperation binary = binary_of(dl_ptx_jobs_module(jobs, i));
    MlirAttribute object = mlirArrayAttrGetElement(
        mlirOperationGetAttributeByName(binary, DL_STR("objects")), 0);
    MlirStringRef ptx = mlirGPUObjectAttrGetObject(object);
    dl_device_module *made = &code->modules[code->program.n_modules++];
    *made = (dl_device_module){
        .name = copy_text(mlirStringAttrGetValue(
            mlirOperationGetAttributeByName(binary, DL_STR("sym_name")))),
        .ptx = copy_text(ptx),
        .ptx_size = ptx.length,
        .target = target};
    if (!made->name || !made->ptx)
      return dl_status_error(DLOPT_STATUS_MEMORY, "kernels");
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

static DloptStatus take_kernels(dl_gpu_code *code, MlirAttribute kernels) {
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(kernels); ++i) {
    MlirAttribute from = mlirArrayAttrGetElement(kernels, i);
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

static DloptStatus make_room(dl_gpu_code *code, MlirModule module,
                             const char *name) {
  size_t n_kernels = (size_t)count_of(module, DL_STR("dlopt.kernels"));
  size_t n_constants = (size_t)count_of(module, DL_STR("dlopt.constants"));
  code->kernels = calloc(n_kernels + 1, sizeof(*code->kernels));
  code->constants = calloc(n_constants + 1, sizeof(*code->constants));
  code->schedules = calloc(n_kernels + 1, sizeof(*code->schedules));
  code->program.name = strdup(name);
  if (!code->kernels || !code->constants || !code->schedules ||
      !code->program.name)
    return dl_status_error(DLOPT_STATUS_MEMORY, "kernels");
  code->program.kernels = code->kernels;
  code->program.constants = code->constants;
  return dl_status_ok();
}

/// What is left is host code.
static void clean_module(MlirModule module) {
  MlirOperation whole = mlirModuleGetOperation(module);
  mlirOperationRemoveDiscardableAttributeByName(whole, DL_STR("dlopt.kernels"));
  mlirOperationRemoveDiscardableAttributeByName(whole,
                                                DL_STR("dlopt.constants"));
  mlirOperationRemoveDiscardableAttributeByName(whole,
                                                DL_STR("gpu.container_module"));
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  while (!mlirOperationIsNull(op)) {
    MlirOperation next = mlirOperationGetNextInBlock(op);
    if (dl_is(op, "gpu.module"))
      mlirOperationDestroy(op);
    op = next;
  }
}

static DloptStatus wait(dl_session *session, dl_ptx_jobs *jobs) {
  double start = dl_session_begin_stage(session, "ptx");
  DloptStatus status = dl_ptx_jobs_wait(jobs);
  dl_session_end_stage(session, "ptx", start);
  return status;
}

static DloptStatus compile(dl_gpu_code *code, dl_session *session,
                           MlirModule module, const char *name,
                           const dl_gpu_options *options, dl_ptx_jobs *jobs,
                           json_t *report) {
  DL_TRY(dl_compile_to_device(session, module, options));
  DL_TRY(make_room(code, module, name));
  DL_TRY(take_constants(code, module));
  json_t *unused = report ? NULL : json_object();
  dl_report_memory(report ? report : unused, module);
  json_decref(unused);
  // The table of kernels names modules, which are there only after the wait.
  MlirAttribute kernels = module_attribute(module, DL_STR("dlopt.kernels"));
  clean_module(module);
  DL_TRY(dl_compile_host(session, module));
  DL_TRY(wait(session, jobs));
  DL_TRY(take_modules(code, jobs, dl_gpu_target_of(options->chip)->chip));
  DL_TRY(take_kernels(code, kernels));
  if (report)
    dl_report_gpu_code(report, code);
  return dl_status_ok();
}

DloptStatus dl_gpu_code_init(dl_gpu_code *code, dl_session *session,
                             MlirModule module, const char *name,
                             const dl_gpu_options *options, json_t *report) {
  memset(code, 0, sizeof(*code));
  DL_TRY(dl_compile_to_kernels(session, module, options));
  dl_ptx_jobs *jobs;
  DloptStatus status = dl_ptx_jobs_start(session, module, &jobs);
  if (dl_status_is_ok(&status))
    status = compile(code, session, module, name, options, jobs, report);
  dl_ptx_jobs_destroy(jobs);
  return status;
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
