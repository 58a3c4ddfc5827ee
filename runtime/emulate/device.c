// A device: its memory as a table of regions.
#include "runtime/emulate/machine.h"

#include <stdlib.h>
#include <string.h>

// The first address of bound buffers; those of modules lie higher.
static const uint64_t first_address = (uint64_t)1 << 36;
static const uint64_t gap_bytes = 1 << 16; // between buffers

DloptStatus dl_em_device_create(const dl_em_options *options,
                                dl_em_device **device) {
  dl_em_device *made = calloc(1, sizeof(*made));
  if (made) {
    made->reports = calloc(DL_EM_MAX_REPORTS, sizeof(*made->reports));
    made->mix = calloc(dl_em_n_rows(), sizeof(*made->mix));
  }
  *device = made;
  if (!made || !made->reports || !made->mix) {
    dl_em_device_destroy(made);
    *device = NULL;
    return dl_status_error(DL_STATUS_MEMORY, "no memory for a device");
  }
  if (options)
    made->options = *options;
  if (made->options.window == 0)
    made->options.window = 4;
  if (made->options.max_steps == 0)
    made->options.max_steps = (uint64_t)1 << 33;
  if (made->options.max_idle_steps == 0)
    made->options.max_idle_steps = (uint64_t)1 << 28;
  if (made->options.max_bytes == 0)
    made->options.max_bytes = (uint64_t)1 << 32;
  made->next_address = first_address;
  return dl_status_ok();
}

// Regions of variables own their memory: they start where modules' do.
static bool is_variable(const dl_em_region *region) {
  return region->address >= (uint64_t)0x4000 << 32;
}

void dl_em_device_destroy(dl_em_device *device) {
  if (!device)
    return;
  for (uint32_t i = 0; i < device->n_regions; ++i) {
    if (is_variable(&device->regions[i]))
      free(device->regions[i].data);
    free(device->regions[i].written);
  }
  free(device->regions);
  free(device->reports);
  free(device->mix);
  free(device);
}

dl_em_region *dl_em_region_find(dl_em_device *device, uint64_t address) {
  uint32_t low = 0, high = device->n_regions;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (device->regions[middle].address <= address)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0)
    return NULL;
  dl_em_region *region = &device->regions[low - 1];
  return address - region->address < region->n_bytes ? region : NULL;
}

// Keeps the table sorted; takes over region.written and, of variables, .data.
static DloptStatus add_region(dl_em_device *device, dl_em_region region) {
  if (region.n_bytes > device->options.max_bytes - device->total_bytes)
    return dl_status_error(
        DL_STATUS_INPUT, "'%s' takes %llu bytes; the device has %llu left",
        region.name, (unsigned long long)region.n_bytes,
        (unsigned long long)(device->options.max_bytes - device->total_bytes));
  if (device->n_regions == device->room_regions) {
    uint32_t room = device->room_regions * 2 + 16;
    dl_em_region *grown =
        realloc(device->regions, room * sizeof(*device->regions));
    if (!grown)
      return dl_status_error(DL_STATUS_MEMORY, "no memory for a buffer");
    device->regions = grown;
    device->room_regions = room;
  }
  uint32_t at = device->n_regions++;
  for (; at > 0 && device->regions[at - 1].address > region.address; --at)
    device->regions[at] = device->regions[at - 1];
  device->regions[at] = region;
  device->total_bytes += region.n_bytes;
  return dl_status_ok();
}

DloptStatus dl_em_device_bind(dl_em_device *device, const char *name,
                              void *data, size_t bytes, bool is_written,
                              uint64_t *address) {
  dl_em_region region = {.name = name,
                         .address = device->next_address,
                         .n_bytes = bytes,
                         .data = data,
                         .shadow.is_global = true};
  if (!is_written) {
    region.written = calloc(bytes / 8 + 1, 1);
    if (!region.written)
      return dl_status_error(DL_STATUS_MEMORY, "no memory for a buffer");
  }
  DloptStatus status = add_region(device, region);
  if (status.code != DL_STATUS_OK) {
    free(region.written);
    return status;
  }
  *address = region.address;
  device->next_address += (bytes + gap_bytes + 255) & ~(uint64_t)255;
  return status;
}

void dl_em_device_unbind(dl_em_device *device, uint64_t address) {
  dl_em_region *region = dl_em_region_find(device, address);
  if (!region || region->address != address || is_variable(region))
    return;
  device->total_bytes -= region->n_bytes;
  free(region->written);
  uint32_t at = (uint32_t)(region - device->regions);
  memmove(region, region + 1,
          (--device->n_regions - at) * sizeof(*device->regions));
}

DloptStatus dl_em_device_load(dl_em_device *device, dl_em_module *module) {
  for (const dl_em_variable *v = module->variables; v; v = v->next) {
    bool is_const = v->space == DL_EM_SPACE_CONST;
    // Constants have a space of their own: a generic address of one is not
    // the address that ld.const takes.
    uint64_t address = v->address | (is_const ? DL_EM_CONST_WINDOW : 0);
    const dl_em_region *known = dl_em_region_find(device, address);
    if (known || v->n_bytes == 0)
      continue;
    uint8_t *data = calloc(v->n_bytes + 16, 1);
    if (!data)
      return dl_status_error(DL_STATUS_MEMORY, "no memory for '%s'", v->name);
    if (v->initial)
      memcpy(data, v->initial, v->n_bytes);
    dl_em_region region = {.name = v->name,
                           .address = address,
                           .n_bytes = v->n_bytes,
                           .data = data,
                           .is_read_only = is_const,
                           .shadow.is_global = true};
    DloptStatus status = add_region(device, region);
    if (status.code != DL_STATUS_OK) {
      free(data);
      return status;
    }
  }
  return dl_status_ok();
}
