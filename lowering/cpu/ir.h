// Building loops and small operations: what the CPU lowering stands on.
#ifndef DLOPT_LOWERING_CPU_IR_H
#define DLOPT_LOWERING_CPU_IR_H

#include "lowering/base/builder.h"
#include "mlir-c/AffineMap.h"

/// Makes and inserts an operation without regions; `names`/`attributes` are
/// parallel arrays.
MlirOperation dl_cpu_op(const dl_builder *bld, const char *name,
                        intptr_t n_operands, const MlirValue *operands,
                        intptr_t n_results, const MlirType *results,
                        intptr_t n_attributes, const char *const *names,
                        const MlirAttribute *attributes);

/// An operation of two operands and one result, of the type of the first.
MlirValue dl_cpu_binary(const dl_builder *bld, const char *name, MlirValue lhs,
                        MlirValue rhs);

/// Size of dimension `dim` of a memref, a constant where the type knows it.
MlirValue dl_cpu_dim(const dl_builder *bld, MlirValue memref, int64_t dim);

/// `into[i...] = from[from_map(i...)]` as a linalg.generic, on tensors (then it
/// has a result) or on memrefs. What is built next goes behind it.
MlirOperation dl_cpu_copy(const dl_builder *bld, MlirValue from, MlirValue into,
                          MlirAffineMap from_map);

/// An `scf.for` under construction.
typedef struct dl_cpu_loop {
  MlirOperation op;
  MlirBlock body;
  MlirValue iv;
} dl_cpu_loop;

/// Opens a loop from `from` to `to`; what is built next goes into its body.
/// The values carried round the loop are arguments 1.. of `body`.
dl_cpu_loop dl_cpu_loop_begin(const dl_builder *bld, MlirValue from,
                              MlirValue to, MlirValue step, intptr_t n_carried,
                              const MlirValue *carried);
/// Closes the loop; what is built next goes behind it.
void dl_cpu_loop_end(const dl_builder *bld, const dl_cpu_loop *loop,
                     intptr_t n_carried, const MlirValue *carried);

/// Makes a `func.func` without results, with an entry block, at the end of
/// `module`. LLVM keeps it inside the module and does not inline it: many calls
/// share it, and a caller that swallowed its loops would compile slowly.
MlirOperation dl_cpu_function(const dl_builder *bld, MlirOperation module,
                              const char *name, intptr_t n_inputs,
                              const MlirType *inputs);
/// `func.call @callee(operands)` without results.
void dl_cpu_call(const dl_builder *bld, const char *callee, intptr_t n_operands,
                 const MlirValue *operands);
/// Declares an external `func.func` if `module` has no symbol of that name.
void dl_cpu_declare(MlirOperation module, const char *name, intptr_t n_inputs,
                    const MlirType *inputs, intptr_t n_results,
                    const MlirType *results);

#endif // DLOPT_LOWERING_CPU_IR_H
