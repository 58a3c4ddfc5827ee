// How one structured operation on buffers is run: its loops, in order.
#ifndef DLOPT_LOWERING_CPU_NEST_H
#define DLOPT_LOWERING_CPU_NEST_H

#include <stdbool.h>
#include <stdint.h>

#include "mlir-c/AffineMap.h"
#include "mlir-c/IR.h"

enum {
  DL_NEST_MAX_DIMS = 16,
  DL_NEST_MAX_OPERANDS = 32,
  DL_NEST_TILE = 32,            ///< side of a tile of a transposing copy
  DL_NEST_ROW_BLOCK = 1024,     ///< elements handed out at once from one row
  DL_NEST_SERIAL_WORK = 1 << 18 ///< fewer scalar operations run on one core
};

/// How a dimension of the loops moves through a buffer.
typedef enum dl_access {
  DL_ACCESS_FIXED, ///< not at all
  DL_ACCESS_UNIT,  ///< to the next element
  DL_ACCESS_OTHER  ///< otherwise
} dl_access;

typedef enum dl_level_kind {
  DL_LEVEL_PLAIN, ///< one by one
  DL_LEVEL_TILE,  ///< in steps of DL_NEST_TILE; the same dimension comes again
  DL_LEVEL_BLOCK, ///< `jam` at a time, then one by one
  DL_LEVEL_VECTOR ///< `vectors * lanes` at a time, then `lanes`, then one
} dl_level_kind;

typedef struct dl_level {
  int dim;
  dl_level_kind kind;
} dl_level;

typedef struct dl_nest {
  MlirOperation op; ///< linalg.generic on memrefs and scalars
  MlirBlock body;
  int n_dims, n_operands, n_inputs;
  bool parallel[DL_NEST_MAX_DIMS];
  int64_t size[DL_NEST_MAX_DIMS]; ///< -1 if dynamic
  int size_operand[DL_NEST_MAX_DIMS], size_position[DL_NEST_MAX_DIMS];
  MlirAffineMap map[DL_NEST_MAX_OPERANDS];
  bool is_memref[DL_NEST_MAX_OPERANDS];
  bool used[DL_NEST_MAX_OPERANDS]; ///< its element is read by the body
  dl_access access[DL_NEST_MAX_OPERANDS][DL_NEST_MAX_DIMS];
  int n_body_ops;
  const char *refusal; ///< why it was not planned; static storage

  dl_level levels[2 * DL_NEST_MAX_DIMS]; ///< parallel loops, outermost first
  int n_levels;
  int reductions[DL_NEST_MAX_DIMS], n_reductions; ///< as written
  int vector_dim, lanes, vectors;                 ///< -1, 1, 1 if scalar
  int jam_dim, jam;                               ///< -1, 1 if none
  int split_dim; ///< shared among threads; -1 if none
} dl_nest;

/// Looks at `op` and decides. False, and `refusal`, if the operation is of a
/// kind that the emitter does not know; upstream's loops then serve.
bool dl_nest_plan(dl_nest *nest, MlirOperation op, int vector_bytes);

/// Elements of `dim` that are handed out together if it is split.
int64_t dl_nest_block(const dl_nest *nest, int dim);

/// Number of scalar operations, without the dynamic dimensions.
int64_t dl_nest_static_work(const dl_nest *nest);

#endif // DLOPT_LOWERING_CPU_NEST_H
