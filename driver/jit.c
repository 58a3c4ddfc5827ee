// A compiled program in this process, through LLVM's ORC.
#include "driver/jit.h"

#include "runtime/device/abi.h"
#include "runtime/host/function.h"
#include "runtime/host/half.h"
#include "runtime/host/host.h"
#include "llvm-c/LLJIT.h"
#include "llvm-c/Orc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct dl_jit {
  LLVMOrcLLJITRef lljit;
  LLVMOrcExecutorAddress entry; ///< packed entry of what is called
  /// What ORC reported while the program was loaded, which says more than the
  /// error that comes of it; "" if nothing.
  char report[512];
  dl_constant_data constants; ///< what the code reads at outside symbols
};

static DloptStatus orc_error(const char *what, LLVMErrorRef error) {
  if (!error)
    return dl_status_ok();
  char *message = LLVMGetErrorMessage(error);
  DloptStatus status =
      dl_status_error(DLOPT_STATUS_INPUT, "%s: %s", what, message);
  LLVMDisposeErrorMessage(message);
  return status;
}

/// Without a reporter, ORC prints on standard error.
static void keep_report(void *user, LLVMErrorRef error) {
  dl_jit *jit = user;
  char *message = LLVMGetErrorMessage(error);
  if (!jit->report[0])
    snprintf(jit->report, sizeof(jit->report), "%s", message);
  LLVMDisposeErrorMessage(message);
}

static void do_nothing(void) {}

struct symbol {
  const char *name;
  uintptr_t address;
};

#define SYMBOL(function) {#function, (uintptr_t)(function)},
#define FLOAT8_SYMBOLS(id, name)                                               \
  SYMBOL(dlopt_runtime_##name##_to_f32)                                        \
  SYMBOL(dlopt_runtime_##name##_from_f64)

/// What compiled code calls of the runtime in this process.
static const struct symbol runtime_symbols[] = {
    // clang-format off
    SYMBOL(dlopt_runtime_parallel_for)
    SYMBOL(dlopt_runtime_assert_failed)
    SYMBOL(_mlir_memref_to_llvm_alloc)
    SYMBOL(_mlir_memref_to_llvm_aligned_alloc)
    SYMBOL(_mlir_memref_to_llvm_free)
    SYMBOL(dlopt_device_alloc)
    SYMBOL(dlopt_device_free)
    SYMBOL(dlopt_device_copy)
    SYMBOL(dlopt_device_copy_strided)
    SYMBOL(dlopt_device_read)
    SYMBOL(dlopt_device_write)
    SYMBOL(dlopt_device_synchronize)
    SYMBOL(dlopt_device_constant)
    SYMBOL(dlopt_device_launch)
    SYMBOL(dlopt_device_tensor_map)
    DLOPT_RUNTIME_FLOAT8(FLOAT8_SYMBOLS)
    // clang-format on
};

/// What LLVM itself may call, unseen in a list of externals.
static const struct symbol conversions[] = {
    // clang-format off
    SYMBOL(__truncdfhf2)
    SYMBOL(__truncdfbf2)
    SYMBOL(__truncsfbf2)
    // clang-format on
};

#define N_SYMBOLS(table) (sizeof(table) / sizeof((table)[0]))

static void *find_symbol(const struct symbol *table, size_t count,
                         const char *name) {
  for (size_t i = 0; i < count; ++i)
    if (strcmp(table[i].name, name) == 0)
      return (void *)table[i].address;
  return NULL;
}

static DloptStatus define_symbol(dl_jit *jit, const char *name, void *address) {
  LLVMOrcCSymbolMapPair pair = {
      LLVMOrcLLJITMangleAndIntern(jit->lljit, name),
      {(LLVMOrcExecutorAddress)(uintptr_t)address,
       {LLVMJITSymbolGenericFlagsExported | LLVMJITSymbolGenericFlagsCallable,
        0}}};
  return orc_error(
      "cannot define a symbol",
      LLVMOrcJITDylibDefine(LLVMOrcLLJITGetMainJITDylib(jit->lljit),
                            LLVMOrcAbsoluteSymbols(&pair, 1)));
}

static DloptStatus define_conversions(dl_jit *jit) {
  for (size_t i = 0; i < N_SYMBOLS(conversions); ++i)
    DL_TRY(define_symbol(jit, conversions[i].name,
                         (void *)conversions[i].address));
  return dl_status_ok();
}

static DloptStatus resolve_externals(dl_jit *jit, const dl_native *native,
                                     const dl_outside *outside) {
  for (size_t i = 0; i < native->n_externals; ++i) {
    const dl_external *external = &native->externals[i];
    if (find_symbol(conversions, N_SYMBOLS(conversions), external->name))
      continue;
    void *address = find_symbol(runtime_symbols, N_SYMBOLS(runtime_symbols),
                                external->name);
    if (!address)
      address = dl_external_find(external->name, outside->declared,
                                 outside->libraries, outside->n_libraries);
    if (!address && external->returns_value)
      return dl_status_error(
          DLOPT_STATUS_INPUT,
          "external function @%s is not defined; give a shared library that "
          "defines it with --library",
          external->name);
    if (!address) {
      outside->missing(external->name, outside->user);
      address = (void *)(uintptr_t)do_nothing;
    }
    DL_TRY(define_symbol(jit, external->name, address));
  }
  return dl_status_ok();
}

static DloptStatus load(dl_jit *jit, dl_native *native) {
  LLVMOrcJITDylibRef main = LLVMOrcLLJITGetMainJITDylib(jit->lljit);
  LLVMOrcDefinitionGeneratorRef process;
  DL_TRY(orc_error(
      "symbols of this process",
      LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(
          &process, LLVMOrcLLJITGetGlobalPrefix(jit->lljit), NULL, NULL)));
  LLVMOrcJITDylibAddGenerator(main, process);
  LLVMMemoryBufferRef object = native->object;
  native->object = NULL; // ORC owns it, also on failure
  return orc_error("cannot load the compiled program",
                   LLVMOrcLLJITAddObjectFile(jit->lljit, main, object));
}

static DloptStatus define_constants(dl_jit *jit) {
  for (size_t i = 0; i < jit->constants.count; ++i)
    DL_TRY(define_symbol(jit, jit->constants.items[i].symbol,
                         jit->constants.items[i].data));
  return dl_status_ok();
}

DloptStatus dl_jit_create(dl_native *native, dl_constant_data *constants,
                          const dl_outside *outside, dl_jit **jit) {
  *jit = NULL;
  for (int i = 0; i < outside->n_libraries; ++i)
    DL_TRY(dl_external_load(outside->libraries[i]));
  dl_jit *made = calloc(1, sizeof(*made));
  if (!made)
    return dl_status_error(DLOPT_STATUS_MEMORY, "program");
  made->constants = *constants;
  *constants = (dl_constant_data){NULL, 0};
  DloptStatus status = orc_error("no just-in-time compiler for this machine",
                                 LLVMOrcCreateLLJIT(&made->lljit, NULL));
  if (dl_status_is_ok(&status)) {
    LLVMOrcExecutionSessionSetErrorReporter(
        LLVMOrcLLJITGetExecutionSession(made->lljit), keep_report, made);
    status = resolve_externals(made, native, outside);
  }
  if (dl_status_is_ok(&status))
    status = define_conversions(made);
  if (dl_status_is_ok(&status))
    status = define_constants(made);
  if (dl_status_is_ok(&status))
    status = load(made, native);
  if (!dl_status_is_ok(&status)) {
    dl_jit_destroy(made);
    return status;
  }
  *jit = made;
  return status;
}

void dl_jit_destroy(dl_jit *jit) {
  if (!jit)
    return;
  if (jit->lljit)
    LLVMConsumeError(LLVMOrcDisposeLLJIT(jit->lljit));
  dl_constant_data_finish(&jit->constants);
  free(jit);
}

DloptStatus dl_jit_link(dl_jit *jit, const char *function) {
  char name[512];
  snprintf(name, sizeof(name), DL_PACKED_PREFIX "%s", function);
  LLVMErrorRef error = LLVMOrcLLJITLookup(jit->lljit, &jit->entry, name);
  if (!error || !jit->report[0])
    return orc_error("cannot link the compiled program", error);
  LLVMConsumeError(error);
  return dl_status_error(DLOPT_STATUS_INPUT,
                         "cannot link the compiled program: %s", jit->report);
}

dl_packed_fn dl_jit_entry(const dl_jit *jit) {
  return (dl_packed_fn)(uintptr_t)jit->entry;
}

DloptStatus dl_jit_call(const dl_jit *jit, const dl_signature *signature,
                        const dl_tensor *arguments, dl_tensor *results) {
  return dl_host_function_call(dl_jit_entry(jit), signature, arguments,
                               results);
}
