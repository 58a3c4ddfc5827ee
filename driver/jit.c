// A compiled program in this process, through LLVM's ORC.
#include "driver/jit.h"

#include "llvm_install.h"
#include "runtime/host/half.h"
#include "runtime/host/host.h"
#include "llvm-c/LLJIT.h"
#include "llvm-c/Orc.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void (*dl_packed_fn)(void **);

struct dl_jit {
  LLVMOrcLLJITRef lljit;
  LLVMOrcExecutorAddress entry; ///< packed entry of what is called
  /// What ORC reported while the program was loaded, which says more than the
  /// error that comes of it; "" if nothing.
  char report[512];
  dl_constant_data constants; ///< what the code reads at outside symbols
};

/// A memref descriptor of any rank, as the C interface passes it.
struct descriptor {
  void *allocated, *aligned;
  int64_t offset;
  int64_t sizes_and_strides[2 * DL_TENSOR_MAX_RANK];
};

/// An unranked memref, as the C interface passes it.
struct unranked {
  int64_t rank;
  struct descriptor *descriptor;
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

/// Upstream's support libraries, loaded when a program calls into them.
static void *support_symbol(const char *name) {
  static const char *const files[] = {
      LLVM_INSTALL_LIBDIR "/libmlir_c_runner_utils.so",
      LLVM_INSTALL_LIBDIR "/libmlir_runner_utils.so",
      LLVM_INSTALL_LIBDIR "/libmlir_float16_utils.so",
      LLVM_INSTALL_LIBDIR "/libmlir_apfloat_wrappers.so",
  };
  for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); ++i) {
    void *library = dlopen(files[i], RTLD_NOW | RTLD_GLOBAL);
    void *symbol = library ? dlsym(library, name) : NULL;
    if (symbol)
      return symbol;
  }
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
                                     dl_missing_external_fn missing,
                                     void *user) {
  for (size_t i = 0; i < native->n_externals; ++i) {
    const dl_external *external = &native->externals[i];
    if (find_symbol(conversions, N_SYMBOLS(conversions), external->name))
      continue;
    void *address = find_symbol(runtime_symbols, N_SYMBOLS(runtime_symbols),
                                external->name);
    if (!address)
      address = dlsym(RTLD_DEFAULT, external->name);
    if (!address)
      address = support_symbol(external->name);
    if (!address && external->returns_value)
      return dl_status_error(
          DLOPT_STATUS_INPUT,
          "external function @%s is not defined; give a shared library that "
          "defines it with --library",
          external->name);
    if (!address) {
      missing(external->name, user);
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
                          const char *const *libraries, int n_libraries,
                          dl_missing_external_fn missing, void *user,
                          dl_jit **jit) {
  *jit = NULL;
  for (int i = 0; i < n_libraries; ++i)
    if (!dlopen(libraries[i], RTLD_NOW | RTLD_GLOBAL))
      return dl_status_error(DLOPT_STATUS_INPUT, "--library %s: %s",
                             libraries[i], dlerror());
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
    status = resolve_externals(made, native, missing, user);
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

static void describe(const dl_tensor *tensor, struct descriptor *out) {
  int rank = tensor->type.rank;
  out->allocated = out->aligned = tensor->data;
  out->offset = 0;
  for (int i = 0; i < rank; ++i) {
    out->sizes_and_strides[i] = tensor->type.shape[i];
    out->sizes_and_strides[rank + i] = tensor->strides[i];
  }
}

static size_t descriptor_bytes(int rank) {
  return sizeof(void *) * 2 + sizeof(int64_t) * (1 + 2 * (size_t)rank);
}

/// Bytes of result `type` in the results struct, and its alignment.
static size_t result_bytes(const dl_tensor_type *type, size_t *alignment) {
  if (!type->is_scalar) {
    *alignment = 8;
    return descriptor_bytes(type->rank);
  }
  size_t bytes = (size_t)dl_element_info_of(type->element)->n_bytes;
  *alignment = bytes;
  return bytes;
}

/// Frees what the program allocated for a result, unless it handed back one of
/// its arguments.
static void free_result(void *allocated, const dl_signature *signature,
                        const dl_tensor *arguments) {
  for (int i = 0; i < signature->n_arguments; ++i)
    if (allocated == arguments[i].data)
      return;
  dlopt_runtime_free(allocated);
}

static DloptStatus take_result(const unsigned char *from,
                               const dl_tensor_type *declared,
                               dl_tensor *result) {
  dl_tensor_type type = *declared;
  if (type.is_scalar) {
    DL_TRY(dl_tensor_init(result, &type));
    memcpy(result->data, from, result->n_bytes);
    return dl_status_ok();
  }
  struct descriptor descriptor;
  memcpy(&descriptor, from, descriptor_bytes(type.rank));
  memcpy(type.shape, descriptor.sizes_and_strides,
         (size_t)type.rank * sizeof(int64_t));
  DL_TRY(dl_tensor_init(result, &type));
  const unsigned char *data = descriptor.aligned;
  data +=
      descriptor.offset * (int64_t)dl_element_info_of(type.element)->n_bytes;
  dl_tensor_copy_strided(result, data,
                         descriptor.sizes_and_strides + type.rank);
  return dl_status_ok();
}

static DloptStatus take_results(const dl_signature *signature,
                                const dl_tensor *arguments,
                                const unsigned char *memory,
                                dl_tensor *results) {
  DloptStatus status = dl_status_ok();
  size_t at = 0;
  for (int i = 0; i < signature->n_results; ++i) {
    size_t alignment, bytes = result_bytes(&signature->results[i], &alignment);
    at = (at + alignment - 1) / alignment * alignment;
    if (dl_status_is_ok(&status))
      status = take_result(memory + at, &signature->results[i], &results[i]);
    at += bytes;
  }
  // Two results may be one buffer: free each once, after all were copied.
  void **freed = calloc((size_t)signature->n_results + 1, sizeof(*freed));
  at = 0;
  for (int i = 0; i < signature->n_results; ++i) {
    size_t alignment, bytes = result_bytes(&signature->results[i], &alignment);
    at = (at + alignment - 1) / alignment * alignment;
    void *allocated;
    memcpy(&allocated, memory + at, sizeof(allocated));
    bool again = signature->results[i].is_scalar;
    for (int j = 0; freed && j < i; ++j)
      again |= freed[j] == allocated;
    if (!again && freed) {
      freed[i] = allocated;
      free_result(allocated, signature, arguments);
    }
    at += bytes;
  }
  free(freed);
  return status;
}

/// The C interface returns one scalar by value and anything else through a
/// pointer that comes first.
static bool results_come_first(const dl_signature *signature) {
  return signature->n_results > 1 ||
         (signature->n_results == 1 && !signature->results[0].is_scalar);
}

struct guarded_call {
  dl_packed_fn function;
  void **values;
};

static void run_guarded(void *data) {
  struct guarded_call *call = data;
  call->function(call->values);
}

/// What ended a call: the runtime's words tell memory from an assertion.
static DloptStatus fault(const char *message) {
  bool is_memory = strncmp(message, "out of memory", 13) == 0;
  return dl_status_error(is_memory ? DLOPT_STATUS_MEMORY : DLOPT_STATUS_INPUT,
                         "%s", message);
}

static DloptStatus call_packed(dl_packed_fn function,
                               const dl_signature *signature,
                               const dl_tensor *arguments,
                               unsigned char *result_memory) {
  int count = signature->n_arguments;
  bool first = results_come_first(signature);
  struct descriptor *descriptors =
      calloc((size_t)count + 1, sizeof(*descriptors));
  void **pointers = calloc((size_t)count + 1, sizeof(*pointers));
  void **values = calloc((size_t)count + 2, sizeof(*values));
  struct unranked *unranked = calloc((size_t)count + 1, sizeof(*unranked));
  DloptStatus status = dl_status_error(DLOPT_STATUS_MEMORY, "call");
  if (descriptors && pointers && values && unranked) {
    void *results = result_memory;
    int at = 0;
    if (first)
      values[at++] = &results;
    for (int i = 0; i < count; ++i) {
      describe(&arguments[i], &descriptors[i]);
      unranked[i] = (struct unranked){arguments[i].type.rank, &descriptors[i]};
      pointers[i] = signature->kinds[i] == DL_ARGUMENT_UNRANKED_MEMREF
                        ? (void *)&unranked[i]
                        : (void *)&descriptors[i];
      values[at++] = signature->arguments[i].is_scalar ? arguments[i].data
                                                       : (void *)&pointers[i];
    }
    if (!first)
      values[at] = result_memory;
    struct guarded_call call = {function, values};
    char message[256];
    status = dlopt_runtime_guarded(run_guarded, &call, message, sizeof(message))
                 ? fault(message)
                 : dl_status_ok();
  }
  free(descriptors);
  free(pointers);
  free(values);
  free(unranked);
  return status;
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

DloptStatus dl_jit_call(const dl_jit *jit, const dl_signature *signature,
                        const dl_tensor *arguments, dl_tensor *results) {
  size_t bytes = 64;
  for (int i = 0; i < signature->n_results; ++i)
    bytes += sizeof(struct descriptor);
  unsigned char *memory = calloc(1, bytes);
  if (!memory)
    return dl_status_error(DLOPT_STATUS_MEMORY, "results");
  DloptStatus status = call_packed((dl_packed_fn)(uintptr_t)jit->entry,
                                   signature, arguments, memory);
  if (dl_status_is_ok(&status))
    status = take_results(signature, arguments, memory, results);
  free(memory);
  return status;
}
