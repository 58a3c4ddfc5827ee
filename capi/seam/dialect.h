// The dialect's C++ classes, generated from ODS.
#ifndef DLOPT_CAPI_SEAM_DIALECT_H
#define DLOPT_CAPI_SEAM_DIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialect/DloptDialect.h.inc"
#include "dialect/DloptEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#define GET_OP_CLASSES
#include "dialect/DloptOps.h.inc"

#endif // DLOPT_CAPI_SEAM_DIALECT_H
