// Reading and writing .npy files.

#include "runtime/npy.h"

#include "runtime/file.h"
#include "runtime/npy_header.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "elements are kept in the machine's order, which must be little-endian"
#endif

// Version 1 headers cannot be longer, and honest ones are a few hundred bytes.
enum { magic_bytes = 6, max_header_bytes = 65536 };
static const char magic[magic_bytes] = {'\x93', 'N', 'U', 'M', 'P', 'Y'};

static DloptStatus input_error(const char *text) {
  return dl_status_error(DL_STATUS_INPUT, "%s", text);
}

// --- Reading ----------------------------------------------------------------

// Reads magic, version, length and dictionary; *n_used counts their bytes.
static DloptStatus read_header(FILE *stream, dl_npy_header *header,
                               uint64_t *n_used) {
  unsigned char fixed[12];
  if (fread(fixed, 1, 8, stream) != 8 || memcmp(fixed, magic, magic_bytes) != 0)
    return input_error("not a .npy file (its first bytes are not \\x93NUMPY)");
  unsigned version = fixed[6];
  if (version < 1 || version > 3 || fixed[7] != 0)
    return dl_status_error(DL_STATUS_INPUT,
                           "format version %u.%u; known are 1.0, 2.0 and 3.0",
                           version, (unsigned)fixed[7]);
  size_t n_field = version == 1 ? 2 : 4;
  if (fread(fixed + 8, 1, n_field, stream) != n_field)
    return input_error("the file ends inside its header");
  size_t length = fixed[8] | (size_t)fixed[9] << 8;
  if (version > 1)
    length |= (size_t)fixed[10] << 16 | (size_t)fixed[11] << 24;
  if (length > max_header_bytes)
    return dl_status_error(DL_STATUS_INPUT,
                           "a header of %zu bytes (at most %d are accepted)",
                           length, max_header_bytes);
  char *text = malloc(length + 1);
  if (text == NULL)
    return dl_status_error(DL_STATUS_MEMORY, "no memory for the header");
  DloptStatus status;
  if (fread(text, 1, length, stream) != length)
    status = input_error("the file ends inside its header");
  else
    status = dl_npy_header_parse(text, length, header);
  free(text);
  *n_used = 8 + n_field + length;
  return status;
}

// "(2, 3)" as Python prints it.
static void print_shape(const dl_npy_header *header, char *text, size_t room) {
  size_t used = (size_t)snprintf(text, room, "(");
  for (int i = 0; i < header->rank && used < room; ++i)
    used += (size_t)snprintf(text + used, room - used, i ? ", %lld" : "%lld",
                             (long long)header->shape[i]);
  if (used < room)
    snprintf(text + used, room - used, header->rank == 1 ? ",)" : ")");
}

// Decides the tensor's type, or says what was expected and what was found.
static DloptStatus choose_type(const dl_npy_header *header,
                               const dl_tensor_type *expected,
                               dl_tensor_type *type) {
  memset(type, 0, sizeof(*type));
  type->rank = header->rank;
  memcpy(type->shape, header->shape, sizeof(type->shape));
  if (expected == NULL) {
    if (dl_npy_header_element(header, &type->element))
      return dl_status_ok();
    return dl_status_error(DL_STATUS_INPUT,
                           "no element type belongs to the descriptor '%s' "
                           "by itself",
                           header->descr);
  }
  type->element = expected->element;
  type->is_scalar = expected->is_scalar && header->rank == 0;
  bool takes_any = expected->rank == DL_NPY_ANY_RANK;
  if (dl_npy_header_fits(header, expected->element) &&
      (takes_any || dl_tensor_type_fits(type, expected)))
    return dl_status_ok();
  char wanted[DL_TENSOR_TYPE_TEXT_BYTES], shape[DL_TENSOR_TYPE_TEXT_BYTES];
  if (takes_any)
    snprintf(wanted, sizeof(wanted), "%s of any shape",
             dl_element_info_of(expected->element)->name);
  else
    dl_tensor_type_print(expected, wanted);
  print_shape(header, shape, sizeof(shape));
  return dl_status_error(
      DL_STATUS_INPUT, "expected %s (items '%s'), found items '%s' of shape %s",
      wanted, dl_element_info_of(expected->element)->npy, header->descr, shape);
}

static void swap_bytes(dl_tensor *tensor) {
  int n_bytes = dl_element_info_of(tensor->type.element)->n_bytes;
  char *item = tensor->data;
  for (int64_t i = 0; i < tensor->n_elements; ++i, item += n_bytes) {
    for (int low = 0, high = n_bytes - 1; low < high; ++low, --high) {
      char byte = item[low];
      item[low] = item[high];
      item[high] = byte;
    }
  }
}

// i1 and i4 come in whole bytes: a byte may hold what the type cannot.
static DloptStatus check_narrow(dl_tensor *tensor, char kind) {
  dl_element_type element = tensor->type.element;
  if (element != DL_I1 && element != DL_I4)
    return dl_status_ok();
  int low = element == DL_I1 ? 0 : kind == 'u' ? 0 : -8;
  int high = element == DL_I1 ? 1 : kind == 'u' ? 15 : 7;
  uint8_t *bytes = tensor->data;
  for (int64_t i = 0; i < tensor->n_elements; ++i) {
    int value = kind == 'u' || kind == 'b' ? bytes[i] : (int8_t)bytes[i];
    if (value < low || value > high)
      return dl_status_error(DL_STATUS_INPUT,
                             "element %lld is %d, which is no %s", (long long)i,
                             value, dl_element_info_of(element)->name);
    dl_element_set_bits(element, (uint64_t)value, &bytes[i]);
  }
  return dl_status_ok();
}

// Replaces column-major contents by row-major ones.
static DloptStatus reorder_fortran(dl_tensor *tensor) {
  dl_tensor rows;
  DL_TRY(dl_tensor_init(&rows, &tensor->type));
  int64_t strides[DL_TENSOR_MAX_RANK];
  int64_t stride = 1;
  for (int i = 0; i < tensor->type.rank; ++i) {
    strides[i] = stride;
    stride *= tensor->type.shape[i] > 0 && tensor->n_elements > 0
                  ? tensor->type.shape[i]
                  : 1;
  }
  dl_tensor_copy_strided(&rows, tensor->data, strides);
  dl_tensor_finish(tensor);
  *tensor = rows;
  return dl_status_ok();
}

static DloptStatus read_items(FILE *stream, const dl_npy_header *header,
                              dl_tensor *tensor) {
  if (fread(tensor->data, 1, tensor->n_bytes, stream) != tensor->n_bytes)
    return ferror(stream) ? dl_status_error(DL_STATUS_IO, "cannot read: %s",
                                            strerror(errno))
                          : input_error("the file ends inside its data");
  if (header->is_big_endian)
    swap_bytes(tensor);
  DL_TRY(check_narrow(tensor, header->kind));
  if (header->is_fortran && header->rank > 1)
    DL_TRY(reorder_fortran(tensor));
  return dl_status_ok();
}

// `n_file_bytes` is known in advance, so that no memory is taken for sizes
// that a header merely claims.
static DloptStatus read_sized(FILE *stream, uint64_t n_file_bytes,
                              const dl_tensor_type *expected,
                              dl_tensor *tensor) {
  dl_npy_header header;
  dl_tensor_type type;
  uint64_t n_header;
  DL_TRY(read_header(stream, &header, &n_header));
  DL_TRY(choose_type(&header, expected, &type));
  uint64_t n_rest = n_file_bytes > n_header ? n_file_bytes - n_header : 0;
  size_t n_wanted;
  DL_TRY(dl_tensor_type_bytes(&type, &n_wanted));
  if (n_wanted != n_rest)
    return dl_status_error(DL_STATUS_INPUT,
                           "the header promises %zu bytes of data, the file "
                           "has %llu",
                           n_wanted, (unsigned long long)n_rest);
  DL_TRY(dl_tensor_init(tensor, &type));
  DloptStatus status = read_items(stream, &header, tensor);
  if (!dl_status_is_ok(&status))
    dl_tensor_finish(tensor);
  return status;
}

DloptStatus dl_npy_read_memory(const void *bytes, size_t n_bytes,
                               const char *name, const dl_tensor_type *expected,
                               dl_tensor *tensor) {
  memset(tensor, 0, sizeof(*tensor));
  if (n_bytes == 0)
    return dl_status_error(DL_STATUS_INPUT, "%s: the file is empty", name);
  // fmemopen wants a writable pointer but with "rb" does not write.
  FILE *stream = fmemopen((void *)bytes, n_bytes, "rb");
  if (stream == NULL)
    return dl_status_error(DL_STATUS_MEMORY, "%s: no memory to read it", name);
  DloptStatus status = read_sized(stream, n_bytes, expected, tensor);
  fclose(stream);
  return dl_status_prefix(status, "%s", name);
}

DloptStatus dl_npy_read(const char *path, const dl_tensor_type *expected,
                        dl_tensor *tensor) {
  struct stat found;
  memset(tensor, 0, sizeof(*tensor));
  if (stat(path, &found) == 0 && !S_ISREG(found.st_mode) &&
      !S_ISDIR(found.st_mode)) {
    // A pipe tells its size only by ending.
    char *bytes;
    size_t n_bytes;
    DL_TRY(dl_file_read(path, SIZE_MAX, &bytes, &n_bytes));
    DloptStatus status =
        dl_npy_read_memory(bytes, n_bytes, path, expected, tensor);
    free(bytes);
    return status;
  }
  FILE *stream = fopen(path, "rb");
  if (stream == NULL)
    return dl_status_error(DL_STATUS_IO, "%s: cannot open: %s", path,
                           strerror(errno));
  DloptStatus status;
  if (fstat(fileno(stream), &found) != 0)
    status = dl_status_error(DL_STATUS_IO, "cannot read: %s", strerror(errno));
  else if (!S_ISREG(found.st_mode))
    status = dl_status_error(DL_STATUS_IO, "not a file");
  else
    status = read_sized(stream, (uint64_t)found.st_size, expected, tensor);
  fclose(stream);
  return dl_status_prefix(status, "%s", path);
}

// --- Writing ----------------------------------------------------------------

// Writes magic, version, length and dictionary, padded so that the data
// starts at a multiple of 64 bytes as NumPy does it.
static void write_header(FILE *stream, const dl_tensor *tensor) {
  enum { prefix_bytes = 10, alignment = 64 };
  dl_npy_header shape = {.rank = tensor->type.rank};
  memcpy(shape.shape, tensor->type.shape, sizeof(shape.shape));
  char sizes[DL_TENSOR_TYPE_TEXT_BYTES];
  print_shape(&shape, sizes, sizeof(sizes));
  char text[DL_TENSOR_TYPE_TEXT_BYTES + 128];
  int length =
      snprintf(text, sizeof(text),
               "{'descr': '%s', 'fortran_order': False, 'shape': %s, }",
               dl_element_info_of(tensor->type.element)->npy, sizes);
  int padding = alignment - (prefix_bytes + length + 1) % alignment;
  unsigned n = (unsigned)(length + padding % alignment + 1);
  fwrite(magic, 1, magic_bytes, stream);
  fputc(1, stream);
  fputc(0, stream);
  fputc((int)(n & 0xff), stream);
  fputc((int)(n >> 8), stream);
  fprintf(stream, "%s%*s\n", text, padding % alignment, "");
}

DloptStatus dl_npy_write(const char *path, const dl_tensor *tensor) {
  dl_file_writer writer;
  DloptStatus status = dl_file_writer_init(&writer, path);
  if (dl_status_is_ok(&status)) {
    write_header(writer.stream, tensor);
    fwrite(tensor->data, 1, tensor->n_bytes, writer.stream);
    status = dl_file_writer_commit(&writer);
  }
  dl_file_writer_finish(&writer);
  return status;
}
