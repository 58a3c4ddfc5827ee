// Strided copies: made simple first, then as few plain copies where that is
// what they are, else by a kernel.
#include "runtime/device/strided.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/device/state.h"

enum { MAX_COPIES = 16, THREADS = 256, MAX_CTAS = 1 << 20 };

static void drop_dim(dl_strided_copy *copy, int dim) {
  size_t after = (size_t)(copy->rank - dim - 1);
  int64_t *lists[] = {copy->sizes, copy->to_strides, copy->from_strides};
  for (int i = 0; i < 3; ++i)
    memmove(&lists[i][dim], &lists[i][dim + 1], after * sizeof(int64_t));
  --copy->rank;
}

/// Dimensions that lie as one in both places become one.
static void merge_dims(dl_strided_copy *copy) {
  for (int i = copy->rank - 1; i > 0; --i) {
    int64_t n = copy->sizes[i];
    if (copy->to_strides[i - 1] != n * copy->to_strides[i] ||
        copy->from_strides[i - 1] != n * copy->from_strides[i])
      continue;
    copy->sizes[i - 1] *= n;
    copy->to_strides[i - 1] = copy->to_strides[i];
    copy->from_strides[i - 1] = copy->from_strides[i];
    drop_dim(copy, i);
  }
}

static bool is_run(const dl_strided_copy *copy) {
  int last = copy->rank - 1;
  return last >= 0 && copy->to_strides[last] == copy->unit_bytes &&
         copy->from_strides[last] == copy->unit_bytes;
}

/// Doubles the unit as long as every address stays aligned to it.
static void widen_unit(dl_strided_copy *copy) {
  while (is_run(copy) && copy->unit_bytes < 8) {
    int64_t unit = copy->unit_bytes * 2;
    int last = copy->rank - 1;
    uint64_t all = copy->to | copy->from |
                   (uint64_t)(copy->sizes[last] * copy->unit_bytes);
    for (int i = 0; i < last; ++i)
      all |= (uint64_t)copy->to_strides[i] | (uint64_t)copy->from_strides[i];
    if (all & (uint64_t)(unit - 1))
      return;
    copy->sizes[last] /= 2;
    copy->to_strides[last] = copy->from_strides[last] = unit;
    copy->unit_bytes = unit;
  }
}

/// Elements of other sizes become a dimension of bytes, or of 8-byte units.
static void split_element(dl_strided_copy *copy, int64_t element_bytes) {
  int64_t unit = element_bytes & -element_bytes;
  copy->unit_bytes = unit > 8 ? 8 : unit;
  if (copy->unit_bytes == element_bytes)
    return;
  copy->sizes[copy->rank] = element_bytes / copy->unit_bytes;
  copy->to_strides[copy->rank] = copy->from_strides[copy->rank] =
      copy->unit_bytes;
  ++copy->rank;
}

bool dl_strided_simplify(dl_strided_copy *copy, uint64_t to,
                         const int64_t *to_strides, uint64_t from,
                         const int64_t *from_strides, const int64_t *sizes,
                         int64_t rank, int64_t element_bytes) {
  *copy = (dl_strided_copy){.to = to, .from = from};
  for (int64_t i = 0; i < rank; ++i) {
    if (sizes[i] <= 0)
      return false;
    if (sizes[i] == 1)
      continue;
    copy->sizes[copy->rank] = sizes[i];
    copy->to_strides[copy->rank] = to_strides[i] * element_bytes;
    copy->from_strides[copy->rank] = from_strides[i] * element_bytes;
    ++copy->rank;
  }
  split_element(copy, element_bytes);
  merge_dims(copy);
  if (is_run(copy) && copy->rank == 1) {
    copy->unit_bytes *= copy->sizes[0];
    copy->rank = 0;
  } else {
    widen_unit(copy);
  }
  return element_bytes > 0;
}

static int64_t product(const int64_t *sizes, int rank) {
  int64_t count = 1;
  for (int i = 0; i < rank; ++i)
    count *= sizes[i];
  return count;
}

/// The runs of a copy, one by one.
static DloptStatus copy_runs(dl_device *device, const dl_strided_copy *copy) {
  int outer = copy->rank - 1;
  int64_t count = product(copy->sizes, outer);
  for (int64_t n = 0; n < count; ++n) {
    uint64_t to = copy->to, from = copy->from;
    int64_t rest = n;
    for (int i = outer - 1; i >= 0; --i) {
      to += (uint64_t)(rest % copy->sizes[i] * copy->to_strides[i]);
      from += (uint64_t)(rest % copy->sizes[i] * copy->from_strides[i]);
      rest /= copy->sizes[i];
    }
    size_t bytes = (size_t)(copy->sizes[outer] * copy->unit_bytes);
    DL_TRY(device->api->copy(device->backend, to, from, bytes));
  }
  return dl_status_ok();
}

static int unit_index(int64_t bytes) {
  return bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 3;
}

static DloptStatus load_kernel(dl_device *device, const dl_strided_copy *copy,
                               bool is_wide, dl_strided_kernel *item) {
  snprintf(item->name, sizeof(item->name), "dlopt_copy_r%d_b%d_i%d", copy->rank,
           (int)copy->unit_bytes * 8, is_wide ? 64 : 32);
  char *ptx = dl_strided_ptx(item->name, copy->rank, copy->unit_bytes, is_wide);
  if (!ptx)
    return dl_status_error(DL_STATUS_MEMORY, "no memory for a kernel");
  dl_device_module code = {.name = item->name,
                           .target = "sm_80",
                           .ptx = ptx,
                           .ptx_size = strlen(ptx)};
  item->row = (dl_device_kernel){
      .name = item->name,
      .what = "the copy of a strided view",
      .block = {THREADS, 1, 1},
      .n_arguments = (uint32_t)(3 + copy->rank - 1 + 2 * copy->rank)};
  DloptStatus status = device->api->load(device->backend, &code, &item->module);
  if (dl_status_is_ok(&status))
    status = device->api->find(device->backend, item->module, &item->row,
                               &item->kernel);
  free(ptx);
  return status;
}

static DloptStatus find_kernel(dl_device *device, const dl_strided_copy *copy,
                               bool is_wide, dl_strided_kernel **kernel) {
  dl_strided_kernel **item =
      &device->strided
           .items[copy->rank - 1][unit_index(copy->unit_bytes)][is_wide];
  *kernel = *item;
  if (*item)
    return dl_status_ok();
  dl_strided_kernel *made = calloc(1, sizeof(*made));
  if (!made)
    return dl_status_error(DL_STATUS_MEMORY, "no memory for a kernel");
  DloptStatus status = load_kernel(device, copy, is_wide, made);
  if (!dl_status_is_ok(&status)) {
    if (made->module)
      device->api->unload(device->backend, made->module);
    free(made);
    return status;
  }
  *kernel = *item = made;
  return status;
}

void dl_strided_finish(dl_device *device) {
  dl_strided_kernel **items = &device->strided.items[0][0][0];
  size_t count = sizeof(device->strided.items) / sizeof(*items);
  for (size_t i = 0; i < count; ++i)
    if (items[i]) {
      device->api->unload(device->backend, items[i]->module);
      free(items[i]);
    }
}

static DloptStatus run_kernel(dl_device *device, dl_strided_copy *copy) {
  int64_t count = product(copy->sizes, copy->rank);
  bool is_wide = count > INT32_MAX;
  dl_strided_kernel *kernel;
  DL_TRY(find_kernel(device, copy, is_wide, &kernel));
  void *arguments[3 + 3 * (DL_STRIDED_MAX_RANK + 1)];
  int n = 0;
  arguments[n++] = &copy->to;
  arguments[n++] = &copy->from;
  arguments[n++] = &count;
  for (int i = 1; i < copy->rank; ++i)
    arguments[n++] = &copy->sizes[i];
  for (int i = 0; i < copy->rank; ++i) {
    arguments[n++] = &copy->to_strides[i];
    arguments[n++] = &copy->from_strides[i];
  }
  int64_t ctas = (count + THREADS - 1) / THREADS;
  int64_t grid[3] = {ctas < MAX_CTAS ? ctas : MAX_CTAS, 1, 1};
  return dl_device_launch(device, kernel->kernel, &kernel->row, grid,
                          arguments);
}

DloptStatus dl_device_copy_strided(dl_device *device, void *to,
                                   const int64_t *to_strides, const void *from,
                                   const int64_t *from_strides,
                                   const int64_t *sizes, int64_t rank,
                                   int64_t element_bytes) {
  if (rank < 0 || rank > DL_STRIDED_MAX_RANK || element_bytes < 1 ||
      element_bytes > 1 << 20)
    return dl_status_error(DL_STATUS_USAGE,
                           "a copy of %" PRId64 " dimensions of elements of "
                           "%" PRId64 " bytes",
                           rank, element_bytes);
  dl_strided_copy copy;
  if (!dl_strided_simplify(&copy, (uint64_t)(uintptr_t)to, to_strides,
                           (uint64_t)(uintptr_t)from, from_strides, sizes, rank,
                           element_bytes))
    return dl_status_ok();
  if (copy.rank == 0)
    return device->api->copy(device->backend, copy.to, copy.from,
                             (size_t)copy.unit_bytes);
  if (is_run(&copy) && product(copy.sizes, copy.rank - 1) <= MAX_COPIES)
    return copy_runs(device, &copy);
  return run_kernel(device, &copy);
}
