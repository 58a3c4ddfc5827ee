// The dlopt dialect and the base classes of its ops.

#ifndef DLOPT_DIALECT_DLOPT_TD
#define DLOPT_DIALECT_DLOPT_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Dlopt_Dialect : Dialect {
  let name = "dlopt";
  let cppNamespace = "::dlopt";
  let summary = "deep-learning operations on tensors, one meaning for CPU and GPU";
  let description = [{
    Pure operations on builtin ranked tensors. Each op is defined by a formula
    over its operands' elements; the lowering to `linalg` executes that formula
    and every generated kernel must agree with it.

    Rules that hold for every op:

    - A dynamic dimension is an ordinary size that is known when the program
      runs. Where two dimensions must agree and one of them is dynamic, the
      program promises that they agree; the verifier checks what is static.
    - A dimension of size zero is legal and gives an empty result, except where
      it is summed over: an empty sum is the initial value, or zero.
    - A static size is never required: a result type may be less static than
      the operands tell, and canonicalisation refines it.
    - Element types are builtin floats and signless integers. Where an op reads
      integers as unsigned it says `unsigned`.
    - An *accumulator type* is the type in which an op sums. When absent it is
      the widest of f32, the operands' and the result's element types for
      floats; of i32, the initial value's and the result's for integers up to
      eight bits wide; and of the initial value's and the result's for wider
      integers. So f16, bf16, tf32 and the 8-bit floats accumulate in f32.
    - Ranks are at most 16.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let hasConstantMaterializer = 1;
}

/// Base of every op. All behaviour is C: the emitted C++ only forwards, so an
/// op adds no C++ by hand. For the mnemonic `x` the C functions are
///   dl_x_verify          always
///   dl_x_verify_regions  if hasRegionVerifier: runs after the ops inside
///   dl_x_fold            if hasFolder (ops with one result)
///   dl_x_canonicalize    if hasCanonicalizer
///   dl_x_shape_rule      ops of class Dlopt_TensorOp
/// declared in dialect/verify/hooks.h.
class Dlopt_Op<string mnemonic, list<Trait> traits = []>
    : Op<Dlopt_Dialect, mnemonic, traits> {
  bit hasShapeRule = 0;
  let hasVerifier = 1;

  string verifyThunk = "::llvm::LogicalResult $cppClass::verify() {"
      # " return ::unwrap(::dl_" # mnemonic # "_verify(::wrap(getOperation())));"
      # " }\n";
  string regionThunk = "::llvm::LogicalResult $cppClass::verifyRegions() {"
      # " return ::unwrap(::dl_" # mnemonic
      # "_verify_regions(::wrap(getOperation()))); }\n";
  string foldThunk = "::mlir::OpFoldResult $cppClass::fold(FoldAdaptor adaptor)"
      # " { return ::dlopt::foldInC(getOperation(), adaptor.getOperands(), ::dl_"
      # mnemonic # "_fold); }\n";
  string canonicalizeThunk = "void $cppClass::getCanonicalizationPatterns("
      # "::mlir::RewritePatternSet &set, ::mlir::MLIRContext *context) {"
      # " ::dl_" # mnemonic # "_canonicalize(::wrap(&set), ::wrap(context)); }\n";
  string reifyThunk = "::llvm::LogicalResult $cppClass::reifyResultShapes("
      # "::mlir::OpBuilder &builder, ::mlir::ReifiedRankedShapedTypeDims &dims)"
      # " { return ::dlopt::reifyInC(builder, getOperation(), dims); }\n";

  let extraClassDefinition = verifyThunk
      # !if(hasRegionVerifier, regionThunk, "")
      # !if(hasFolder, foldThunk, "")
      # !if(hasCanonicalizer, canonicalizeThunk, "")
      # !if(hasShapeRule, reifyThunk, "");
}

/// An op whose results all have one shape, which a C shape rule derives from
/// the operands: the verifier checks it, canonicalisation refines dynamic
/// dimensions by it, and `tensor.dim` of a result resolves through it.
class Dlopt_TensorOp<string mnemonic, list<Trait> traits = [Pure]>
    : Dlopt_Op<mnemonic, traits # [
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                                  ["reifyResultShapes"]>]> {
  let hasShapeRule = 1;
  let hasCanonicalizer = 1;
}

#endif // DLOPT_DIALECT_DLOPT_TD
