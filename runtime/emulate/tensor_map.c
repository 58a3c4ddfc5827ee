// TMA descriptors: made with the rules of cuTensorMapEncodeTiled.
#include "runtime/emulate/tensor_map.h"

#include "runtime/emulate/emulate.h"

#include <string.h>

static const uint64_t magic = 0x646C6F7074544D41;

// By CUtensorMapDataType.
static const dl_em_word types[] = {
    DL_EM_W_u8,  DL_EM_W_u16, DL_EM_W_u32, DL_EM_W_s32, DL_EM_W_u64,
    DL_EM_W_s64, DL_EM_W_f16, DL_EM_W_f32, DL_EM_W_f64, DL_EM_W_bf16};

static DloptStatus check_dimension(const dl_em_tensor_map *map, int64_t i,
                                   const int64_t *sizes, const int64_t *strides,
                                   const int64_t *box) {
  if (sizes[i] < 1 || sizes[i] > (int64_t)1 << 32)
    return dl_status_error(DL_STATUS_INPUT,
                           "size %lld of dimension %lld of a TMA descriptor; 1 "
                           "to 2^32",
                           (long long)sizes[i], (long long)i);
  if (box[i] < 1 || box[i] > 256)
    return dl_status_error(DL_STATUS_INPUT,
                           "box size %lld of dimension %lld of a TMA "
                           "descriptor; 1 to 256",
                           (long long)box[i], (long long)i);
  if (i + 1 < map->rank && (strides[i] < 0 || strides[i] % 16 != 0 ||
                            strides[i] >= (int64_t)1 << 40))
    return dl_status_error(DL_STATUS_INPUT,
                           "stride %lld of dimension %lld of a TMA descriptor; "
                           "a multiple of 16 below 2^40",
                           (long long)strides[i], (long long)i + 1);
  return dl_status_ok();
}

DloptStatus dl_em_tensor_map_encode(void *descriptor, uint64_t address,
                                    int64_t type, int64_t rank,
                                    const int64_t *sizes,
                                    const int64_t *strides, const int64_t *box,
                                    int64_t swizzle) {
  const int64_t n_types = sizeof(types) / sizeof(types[0]);
  if (type < 0 || type >= n_types)
    return dl_status_error(DL_STATUS_INPUT,
                           "a TMA descriptor of type %lld; 0 to %lld are "
                           "emulated",
                           (long long)type, (long long)n_types - 1);
  if (rank < 1 || rank > DL_EM_MAX_RANK || swizzle < 0 || swizzle > 3 ||
      address % 16 != 0)
    return dl_status_error(DL_STATUS_INPUT,
                           "a TMA descriptor of %lld dimensions (1 to 5), "
                           "swizzle %lld (0 to 3), address 0x%llx (a multiple "
                           "of 16)",
                           (long long)rank, (long long)swizzle,
                           (unsigned long long)address);
  dl_em_tensor_map map = {.magic = magic,
                          .address = address,
                          .rank = (uint8_t)rank,
                          .swizzle = (uint8_t)swizzle,
                          .type = (uint8_t)types[type]};
  map.element_bytes = dl_em_word_of(types[type])->bytes;
  for (int64_t i = 0; i < rank; ++i) {
    DL_TRY(check_dimension(&map, i, sizes, strides, box));
    map.sizes[i] = (uint64_t)sizes[i];
    map.box[i] = (uint16_t)box[i];
    if (i + 1 < rank)
      map.strides[i] = (uint64_t)strides[i];
  }
  int64_t row_bytes = box[0] * map.element_bytes;
  if (row_bytes % 16 != 0 || (swizzle && row_bytes > (int64_t)16 << swizzle))
    return dl_status_error(
        DL_STATUS_INPUT,
        "a row of %lld bytes in the box of a TMA descriptor; "
        "a multiple of 16, and at most what a swizzle spans",
        (long long)row_bytes);
  memcpy(descriptor, &map, sizeof(map));
  return dl_status_ok();
}

bool dl_em_tensor_map_is_valid(const dl_em_tensor_map *map) {
  return map->magic == magic && map->rank >= 1 && map->rank <= DL_EM_MAX_RANK &&
         map->element_bytes != 0;
}

uint32_t dl_em_tensor_map_box_bytes(const dl_em_tensor_map *map) {
  uint32_t n = map->element_bytes;
  for (uint32_t i = 0; i < map->rank; ++i)
    n *= map->box[i];
  return n;
}

dl_em_piece dl_em_tensor_map_piece(const dl_em_tensor_map *map,
                                   const int32_t *coordinates, uint32_t index) {
  uint32_t row_pieces = map->box[0] * map->element_bytes / DL_EM_PIECE_BYTES;
  uint32_t rest = index / row_pieces;
  dl_em_piece piece = {.offset = index * DL_EM_PIECE_BYTES};
  bool is_inside = true;
  uint64_t address = map->address;
  for (uint32_t i = 1; i < map->rank; ++i) {
    int64_t at = (int64_t)coordinates[i] + rest % map->box[i];
    rest /= map->box[i];
    is_inside &= at >= 0 && (uint64_t)at < map->sizes[i];
    address += (uint64_t)at * map->strides[i - 1];
  }
  // Along dimension 0 a piece may be inside in part.
  int64_t start = (int64_t)coordinates[0] * map->element_bytes +
                  (int64_t)(index % row_pieces) * DL_EM_PIECE_BYTES;
  int64_t low = start < 0 ? 0 : start, high = start + DL_EM_PIECE_BYTES;
  int64_t end = (int64_t)(map->sizes[0] * map->element_bytes);
  high = high > end ? end : high;
  piece.address = address + (uint64_t)start;
  if (is_inside && low < high) {
    piece.first = (uint32_t)(low - start);
    piece.n_bytes = (uint32_t)(high - low);
  }
  return piece;
}
