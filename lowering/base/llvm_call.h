// Calls and declarations in the LLVM dialect.
#ifndef DLOPT_LOWERING_BASE_LLVM_CALL_H
#define DLOPT_LOWERING_BASE_LLVM_CALL_H

#include "lowering/base/builder.h"

/// `llvm.call @callee(operands)`; `result` null means that nothing is returned.
/// Gives the result or a null value.
MlirValue dl_llvm_call(const dl_builder *bld, MlirStringRef callee,
                       intptr_t n_operands, const MlirValue *operands,
                       MlirType result);

/// Makes an `llvm.func` at the end of `module`, internal to it and with an
/// entry block, or without `entry` the declaration of an external one. `result`
/// null means void.
MlirOperation dl_llvm_function(const dl_builder *bld, MlirOperation module,
                               MlirStringRef name, intptr_t n_inputs,
                               const MlirType *inputs, MlirType result,
                               MlirBlock *entry);

#endif // DLOPT_LOWERING_BASE_LLVM_CALL_H
