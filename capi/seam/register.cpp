// Why C++: dialect classes, which the C API names one handle at a time and not
// all; listed once here for tools, plugin and passes.
#include "capi/seam/dialect.h"
#include "capi/seam/seam.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Dlopt, dlopt, dlopt::DloptDialect)

void dl_seam_register_dialects(MlirDialectRegistry registry) {
  unwrap(registry)
      ->insert<dlopt::DloptDialect, affine::AffineDialect, arith::ArithDialect,
               bufferization::BufferizationDialect, cf::ControlFlowDialect,
               func::FuncDialect, LLVM::LLVMDialect, NVVM::NVVMDialect,
               gpu::GPUDialect, linalg::LinalgDialect, math::MathDialect,
               memref::MemRefDialect, scf::SCFDialect, tensor::TensorDialect,
               vector::VectorDialect>();
}
