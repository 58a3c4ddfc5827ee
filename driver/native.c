// From the LLVM dialect to an object file in memory, through LLVM's C API.
#include "driver/native.h"

#include "mlir-c/Target/LLVMIR.h"
#include "llvm-c/Analysis.h"
#include "llvm-c/Target.h"
#include "llvm-c/TargetMachine.h"
#include "llvm-c/Transforms/PassBuilder.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char interface_prefix[] = "_mlir_ciface_";

static pthread_once_t target_initialized = PTHREAD_ONCE_INIT;

static void initialize_target(void) {
  LLVMInitializeNativeTarget();
  LLVMInitializeNativeAsmPrinter();
  LLVMInitializeNativeAsmParser(); // LLVM ends a process that needs it in vain
}

/// Code for this very machine, or for any like it; null with a message in
/// *error on failure.
static LLVMTargetMachineRef create_machine(const dl_native_options *options,
                                           char **error) {
  pthread_once(&target_initialized, initialize_target);
  static const LLVMCodeGenOptLevel levels[] = {
      LLVMCodeGenLevelNone, LLVMCodeGenLevelLess, LLVMCodeGenLevelDefault,
      LLVMCodeGenLevelAggressive};
  char *triple = LLVMGetDefaultTargetTriple();
  char *cpu = LLVMGetHostCPUName(), *features = LLVMGetHostCPUFeatures();
  bool is_generic = options->package_prefix != NULL;
  LLVMTargetRef target;
  LLVMTargetMachineRef machine = NULL;
  if (!LLVMGetTargetFromTriple(triple, &target, error))
    machine = LLVMCreateTargetMachine(
        target, triple, is_generic ? "generic" : cpu,
        is_generic ? "" : features, levels[options->optimization & 3],
        LLVMRelocPIC, LLVMCodeModelDefault);
  LLVMDisposeMessage(triple);
  LLVMDisposeMessage(cpu);
  LLVMDisposeMessage(features);
  return machine;
}

/// Loads an argument. An integer such as i4 comes sign-extended in its byte, of
/// which LLVM would take the high bits for zero.
static LLVMValueRef load_argument(LLVMBuilderRef builder, LLVMTypeRef type,
                                  LLVMValueRef slot) {
  bool is_integer = LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
  unsigned width = is_integer ? LLVMGetIntTypeWidth(type) : 0;
  if (width <= 1 || width % 8 == 0)
    return LLVMBuildLoad2(builder, type, slot, "");
  LLVMTypeRef bytes =
      LLVMIntTypeInContext(LLVMGetTypeContext(type), (width + 7) / 8 * 8);
  return LLVMBuildTrunc(builder, LLVMBuildLoad2(builder, bytes, slot, ""), type,
                        "");
}

/// Adds `void <prefix><name>(void **)` that loads each argument of the C
/// interface function and calls it; a returned scalar is stored through the
/// pointer after the last argument's.
static void add_packed_entry(LLVMModuleRef module, LLVMValueRef function,
                             const char *prefix, const char *name) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), &pointer,
                                      1, /*IsVarArg=*/0);
  char packed_name[512];
  snprintf(packed_name, sizeof(packed_name), "%s%s", prefix, name);
  LLVMValueRef packed = LLVMAddFunction(module, packed_name, type);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(
      builder, LLVMAppendBasicBlockInContext(context, packed, "entry"));
  LLVMTypeRef callee_type = LLVMGlobalGetValueType(function);
  unsigned count = LLVMCountParams(function);
  LLVMValueRef *arguments = calloc(count + 1, sizeof(*arguments));
  LLVMTypeRef i64 = LLVMInt64TypeInContext(context);
  LLVMValueRef slot = NULL;
  for (unsigned i = 0; i <= count; ++i) {
    LLVMValueRef index = LLVMConstInt(i64, i, 0);
    slot = LLVMBuildLoad2(
        builder, pointer,
        LLVMBuildGEP2(builder, pointer, LLVMGetParam(packed, 0), &index, 1, ""),
        "");
    if (i < count)
      arguments[i] =
          load_argument(builder, LLVMTypeOf(LLVMGetParam(function, i)), slot);
  }
  LLVMValueRef result =
      LLVMBuildCall2(builder, callee_type, function, arguments, count, "");
  if (LLVMGetTypeKind(LLVMGetReturnType(callee_type)) != LLVMVoidTypeKind)
    LLVMBuildStore(builder, result, slot);
  LLVMBuildRetVoid(builder);
  LLVMDisposeBuilder(builder);
  free(arguments);
}

/// Lets the C interface of a function swallow it, unless others call it too.
/// Between them, memrefs are passed in parts: calls with hundreds of arguments
/// on the stack, on which LLVM's time grows with the square of their number.
static void merge_into_interface(LLVMModuleRef module, const char *name) {
  LLVMValueRef function = LLVMGetNamedFunction(module, name);
  if (!function || LLVMIsDeclaration(function))
    return;
  LLVMUseRef use = LLVMGetFirstUse(function);
  if (!use || LLVMGetNextUse(use))
    return;
  static const char attribute[] = "alwaysinline";
  unsigned kind =
      LLVMGetEnumAttributeKindForName(attribute, sizeof(attribute) - 1);
  LLVMSetLinkage(function, LLVMInternalLinkage);
  LLVMAddAttributeAtIndex(
      function, LLVMAttributeFunctionIndex,
      LLVMCreateEnumAttribute(LLVMGetModuleContext(module), kind, 0));
}

static void add_packed_entries(LLVMModuleRef module, const char *packed) {
  size_t prefix = strlen(interface_prefix);
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
       function = LLVMGetNextFunction(function)) {
    size_t length;
    const char *name = LLVMGetValueName2(function, &length);
    if (LLVMIsDeclaration(function) || length < prefix ||
        strncmp(name, interface_prefix, prefix) != 0)
      continue;
    merge_into_interface(module, name + prefix);
    add_packed_entry(module, function, packed, name + prefix);
  }
}

static void hide(LLVMValueRef symbol, const char *visible_prefix) {
  size_t length;
  const char *name = LLVMGetValueName2(symbol, &length);
  if (!LLVMIsDeclaration(symbol) &&
      strncmp(name, visible_prefix, strlen(visible_prefix)) != 0)
    LLVMSetLinkage(symbol, LLVMInternalLinkage);
}

/// Two objects of a package may define the same names.
static void hide_symbols(LLVMModuleRef module, const char *visible_prefix) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
       f = LLVMGetNextFunction(f))
    hide(f, visible_prefix);
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
    hide(g, visible_prefix);
}

static DloptStatus list_externals(dl_native *native, LLVMModuleRef module) {
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
       function = LLVMGetNextFunction(function)) {
    if (!LLVMIsDeclaration(function) || LLVMGetIntrinsicID(function) != 0)
      continue;
    dl_external *grown =
        realloc(native->externals,
                (native->n_externals + 1) * sizeof(*native->externals));
    if (!grown)
      return dl_status_error(DLOPT_STATUS_MEMORY, "list of external functions");
    native->externals = grown;
    size_t length;
    const char *name = LLVMGetValueName2(function, &length);
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(function));
    grown[native->n_externals++] = (dl_external){
        strdup(name), LLVMGetTypeKind(result) != LLVMVoidTypeKind};
  }
  return dl_status_ok();
}

/// Takes an LLVM error message.
static DloptStatus llvm_error(const char *what, char *message) {
  DloptStatus status = dl_status_error(DLOPT_STATUS_INPUT, "%s: %s", what,
                                       message ? message : "unknown error");
  if (message)
    LLVMDisposeMessage(message);
  return status;
}

static DloptStatus optimize(LLVMModuleRef module, LLVMTargetMachineRef machine,
                            int optimization) {
  char passes[32];
  snprintf(passes, sizeof(passes), "default<O%d>", optimization);
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error = LLVMRunPasses(module, passes, machine, options);
  LLVMDisposePassBuilderOptions(options);
  if (!error)
    return dl_status_ok();
  char *message = LLVMGetErrorMessage(error);
  DloptStatus status =
      dl_status_error(DLOPT_STATUS_INPUT, "LLVM optimisation: %s", message);
  LLVMDisposeErrorMessage(message);
  return status;
}

static DloptStatus emit(dl_native *native, LLVMModuleRef module,
                        const dl_native_options *options) {
  char *error = NULL;
  const char *prefix = options->package_prefix;
  LLVMTargetMachineRef machine = create_machine(options, &error);
  if (!machine)
    return llvm_error("no code generator for this machine", error);
  char *triple = LLVMGetTargetMachineTriple(machine);
  LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine);
  LLVMSetTarget(module, triple);
  LLVMSetModuleDataLayout(module, layout);
  LLVMDisposeTargetData(layout);
  LLVMDisposeMessage(triple);
  add_packed_entries(module, prefix ? prefix : DL_PACKED_PREFIX);
  if (prefix)
    hide_symbols(module, prefix);
  DloptStatus status = optimize(module, machine, options->optimization);
  if (dl_status_is_ok(&status))
    status = list_externals(native, module);
  if (dl_status_is_ok(&status) &&
      LLVMTargetMachineEmitToMemoryBuffer(machine, module, LLVMObjectFile,
                                          &error, &native->object))
    status = llvm_error("cannot emit machine code", error);
  LLVMDisposeTargetMachine(machine);
  return status;
}

/// The first error that LLVM reports by itself, such as wrong inline assembly.
struct llvm_report {
  bool has_error;
  DloptStatus status;
};

/// Without a handler, LLVM prints the error and ends the process.
static void keep_report(LLVMDiagnosticInfoRef info, void *user) {
  struct llvm_report *report = user;
  if (LLVMGetDiagInfoSeverity(info) != LLVMDSError || report->has_error)
    return;
  char *text = LLVMGetDiagInfoDescription(info);
  report->has_error = true;
  report->status = dl_status_error(DLOPT_STATUS_INPUT, "LLVM: %s", text);
  LLVMDisposeMessage(text);
}

DloptStatus dl_native_init(dl_native *native, MlirModule module,
                           const dl_native_options *options) {
  memset(native, 0, sizeof(*native));
  LLVMContextRef context = LLVMContextCreate();
  struct llvm_report report = {.has_error = false};
  LLVMContextSetDiagnosticHandler(context, keep_report, &report);
  LLVMModuleRef translated =
      mlirTranslateModuleToLLVMIR(mlirModuleGetOperation(module), context);
  DloptStatus status =
      translated ? emit(native, translated, options)
                 : dl_status_error(DLOPT_STATUS_INPUT,
                                   "cannot translate the module to LLVM IR");
  if (translated)
    LLVMDisposeModule(translated);
  LLVMContextDispose(context);
  return report.has_error ? report.status : status;
}

void dl_native_finish(dl_native *native) {
  if (native->object)
    LLVMDisposeMemoryBuffer(native->object);
  for (size_t i = 0; i < native->n_externals; ++i)
    free(native->externals[i].name);
  free(native->externals);
  memset(native, 0, sizeof(*native));
}
