// TMA descriptors as the emulator has them, and where the pieces of a box lie.
// Private to runtime/emulate.
#ifndef DLOPT_RUNTIME_EMULATE_TENSOR_MAP_H
#define DLOPT_RUNTIME_EMULATE_TENSOR_MAP_H

#include "runtime/emulate/words.h"

enum { DL_EM_MAX_RANK = 5, DL_EM_PIECE_BYTES = 16 };

// Dimension 0 is the innermost. 128 bytes, as the chip's.
typedef struct dl_em_tensor_map {
  uint64_t magic; // tells it from other bytes
  uint64_t address;
  uint64_t sizes[DL_EM_MAX_RANK];       // elements
  uint64_t strides[DL_EM_MAX_RANK - 1]; // bytes, of dimensions 1 and on
  uint16_t box[DL_EM_MAX_RANK];         // elements
  uint8_t rank, swizzle;
  uint8_t type;          // dl_em_word
  uint8_t element_bytes; // of it
  uint8_t padding[26];
} dl_em_tensor_map;
_Static_assert(sizeof(dl_em_tensor_map) == 128, "the ABI's size");

/// True if these bytes are a descriptor.
bool dl_em_tensor_map_is_valid(const dl_em_tensor_map *map);

/// Bytes of its box.
uint32_t dl_em_tensor_map_box_bytes(const dl_em_tensor_map *map);

// 16 bytes of a box in shared memory, and the same elements in the tensor.
typedef struct dl_em_piece {
  uint64_t address;        // in global memory, of the piece's first byte
  uint32_t offset;         // in the box, before swizzling
  uint32_t first, n_bytes; // the part within the tensor
} dl_em_piece;

/// Piece number `index` of the box at `coordinates`.
dl_em_piece dl_em_tensor_map_piece(const dl_em_tensor_map *map,
                                   const int32_t *coordinates, uint32_t index);

/// A shared address with the swizzle of a mode (0: none, 1 to 3: 32 to 128
/// bytes) applied, as TMA and wgmma do.
static inline uint64_t dl_em_swizzled(uint64_t address, uint32_t mode) {
  uint64_t mask = ((uint64_t)1 << mode) - 1;
  return address ^ ((address >> 7 & mask) << 4);
}

#endif
