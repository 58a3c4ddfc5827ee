// Strided copies against a plain loop: random ranks, sizes, strides (negative
// ones, gaps, broadcasts, transposes) and element sizes. On the emulator; with
// the argument `cuda`, on a GPU.
#include "runtime/device/device.h"
#include "test/unit/check.h"

#include <stdlib.h>

enum { MAX_RANK = 5, ROOM = 1 << 16 };

static uint64_t state = 1;

static int64_t below(int64_t n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (int64_t)((state >> 33) % (uint64_t)n);
}

struct layout {
  int64_t strides[MAX_RANK]; // in elements
  int64_t first;             // element at index 0, 0, ...
  int64_t extent;            // elements spanned
};

/// Dimensions in random order, with gaps, some of them backwards.
static struct layout random_layout(const int64_t *sizes, int rank,
                                   bool may_repeat) {
  struct layout layout = {{0}, 0, 1};
  int order[MAX_RANK];
  for (int i = 0; i < rank; ++i)
    order[i] = i;
  for (int i = rank - 1; i > 0 && below(3) == 0; --i) {
    int j = (int)below(i + 1), kept = order[i];
    order[i] = order[j];
    order[j] = kept;
  }
  for (int i = rank - 1; i >= 0; --i) {
    int dim = order[i];
    int64_t size = sizes[dim] > 0 ? sizes[dim] : 1;
    if (may_repeat && below(8) == 0)
      continue; // the same elements again
    int64_t gap = below(3) == 0 ? below(3) : 0;
    layout.strides[dim] = layout.extent + gap;
    layout.extent += (size - 1) * layout.strides[dim];
    layout.extent += gap;
    if (below(5) == 0) {
      layout.first += (size - 1) * layout.strides[dim];
      layout.strides[dim] = -layout.strides[dim];
    }
  }
  return layout;
}

static void copy_on_host(char *to, const struct layout *to_layout,
                         const char *from, const struct layout *from_layout,
                         const int64_t *sizes, int rank, int64_t bytes) {
  int64_t count = 1;
  for (int i = 0; i < rank; ++i)
    count *= sizes[i];
  for (int64_t n = 0; n < count; ++n) {
    int64_t rest = n, t = to_layout->first, f = from_layout->first;
    for (int i = rank - 1; i >= 0; --i) {
      t += rest % sizes[i] * to_layout->strides[i];
      f += rest % sizes[i] * from_layout->strides[i];
      rest /= sizes[i];
    }
    memcpy(to + t * bytes, from + f * bytes, (size_t)bytes);
  }
}

static void try_one(dl_device *device) {
  static const int64_t element_sizes[] = {1, 2, 4, 8, 16, 3, 12};
  static char source[ROOM], expected[ROOM], got[ROOM];
  int64_t bytes = element_sizes[below(7)], sizes[MAX_RANK];
  int rank = (int)below(MAX_RANK + 1);
  for (int i = 0; i < rank; ++i)
    sizes[i] = below(24) == 0 ? 0 : 1 + below(rank > 3 ? 4 : 9);
  struct layout to = random_layout(sizes, rank, false),
                from = random_layout(sizes, rank, true);
  size_t to_bytes = (size_t)(to.extent * bytes),
         from_bytes = (size_t)(from.extent * bytes);
  if (to_bytes > ROOM || from_bytes > ROOM)
    return;
  for (size_t i = 0; i < from_bytes; ++i)
    source[i] = (char)below(256);
  memset(expected, 7, to_bytes);
  copy_on_host(expected, &to, source, &from, sizes, rank, bytes);
  void *device_to, *device_from;
  CHECK_OK(dl_device_alloc(device, to_bytes, &device_to));
  CHECK_OK(dl_device_alloc(device, from_bytes, &device_from));
  memset(got, 7, to_bytes);
  CHECK_OK(dl_device_upload(device, device_to, got, to_bytes));
  CHECK_OK(dl_device_upload(device, device_from, source, from_bytes));
  CHECK_OK(dl_device_copy_strided(device, (char *)device_to + to.first * bytes,
                                  to.strides,
                                  (char *)device_from + from.first * bytes,
                                  from.strides, sizes, rank, bytes));
  CHECK_OK(dl_device_download(device, got, device_to, to_bytes));
  CHECK(memcmp(got, expected, to_bytes) == 0);
  dl_device_free(device, device_to);
  dl_device_free(device, device_from);
}

int main(int argc, char **argv) {
  dl_device *device;
  bool is_gpu = argc > 1 && strcmp(argv[1], "cuda") == 0;
  dl_device_options options = {.kind = is_gpu ? DL_DEVICE_CUDA
                                              : DL_DEVICE_EMULATED};
  CHECK_OK(dl_device_open(&options, &device));
  for (int i = 0; i < 1000; ++i)
    try_one(device);
  CHECK_EQ(dl_device_memory_of(device).bytes, 0);
  int64_t size = 1, stride = 1;
  CHECK_ERROR(dl_device_copy_strided(device, NULL, &stride, NULL, &stride,
                                     &size, 33, 4),
              DL_STATUS_USAGE, "33 dimensions");
  dl_device_close(device);
  return check_result();
}
