// Copies between host and device memory, and on the device; what was never
// written stays so where it is copied to.
#include "runtime/emulate/machine.h"

#include <string.h>

// The region that holds all of [address, address + bytes), bytes > 0.
static DloptStatus find_range(dl_em_device *device, uint64_t address,
                              size_t bytes, dl_em_region **region) {
  *region = dl_em_region_find(device, address);
  if (!*region)
    return dl_status_error(DL_STATUS_INPUT,
                           "a copy of %zu bytes at 0x%llx, which is no memory "
                           "of the device",
                           bytes, (unsigned long long)address);
  uint64_t left = (*region)->n_bytes - (address - (*region)->address);
  if (bytes > left)
    return dl_status_error(
        DL_STATUS_INPUT,
        "a copy of %zu bytes at offset %llu of '%s', which has %llu", bytes,
        (unsigned long long)(address - (*region)->address), (*region)->name,
        (unsigned long long)(*region)->n_bytes);
  return dl_status_ok();
}

static bool get_bit(const dl_em_region *region, uint64_t at) {
  return !region->written || (region->written[at >> 3] >> (at & 7) & 1);
}

// Bits of `bytes` bytes from `at` on become those of `from`; null: all set.
static void set_bits(dl_em_region *region, uint64_t at,
                     const dl_em_region *from, uint64_t from_at, size_t bytes) {
  if (!region->written)
    return;
  for (size_t i = 0; i < bytes;) {
    bool is_bytewise = ((at + i) & 7) == 0 && bytes - i >= 8 &&
                       (!from || !from->written || ((from_at + i) & 7) == 0);
    if (is_bytewise) {
      region->written[(at + i) >> 3] =
          from && from->written ? from->written[(from_at + i) >> 3] : 0xFF;
      i += 8;
      continue;
    }
    uint8_t bit = (uint8_t)(1u << ((at + i) & 7));
    uint8_t *target = &region->written[(at + i) >> 3];
    if (!from || get_bit(from, from_at + i))
      *target |= bit;
    else
      *target &= (uint8_t)~bit;
    ++i;
  }
}

DloptStatus dl_em_device_write(dl_em_device *device, uint64_t to,
                               const void *from, size_t bytes) {
  if (bytes == 0)
    return dl_status_ok();
  dl_em_region *region;
  DL_TRY(find_range(device, to, bytes, &region));
  memcpy(region->data + (to - region->address), from, bytes);
  set_bits(region, to - region->address, NULL, 0, bytes);
  return dl_status_ok();
}

DloptStatus dl_em_device_read(dl_em_device *device, void *to, uint64_t from,
                              size_t bytes) {
  if (bytes == 0)
    return dl_status_ok();
  dl_em_region *region;
  DL_TRY(find_range(device, from, bytes, &region));
  memcpy(to, region->data + (from - region->address), bytes);
  return dl_status_ok();
}

DloptStatus dl_em_device_copy(dl_em_device *device, uint64_t to, uint64_t from,
                              size_t bytes) {
  if (bytes == 0)
    return dl_status_ok();
  dl_em_region *target, *source;
  DL_TRY(find_range(device, to, bytes, &target));
  DL_TRY(find_range(device, from, bytes, &source));
  uint64_t to_at = to - target->address, from_at = from - source->address;
  memmove(target->data + to_at, source->data + from_at, bytes);
  set_bits(target, to_at, source, from_at, bytes);
  return dl_status_ok();
}
