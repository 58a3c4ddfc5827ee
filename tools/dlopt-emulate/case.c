// Case files of dlopt-emulate: the launch line, the buffers, the verdict.
#include "tools/dlopt-emulate/case.h"

#include "runtime/compare.h"
#include "runtime/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { max_file_bytes = 1 << 28 };

// name=1,2,3 at the start of `at`.
static bool take_triple(const char **at, const char *name, uint32_t *values,
                        int n) {
  size_t length = strlen(name);
  if (strncmp(*at, name, length) != 0 || (*at)[length] != '=')
    return false;
  const char *p = *at + length + 1;
  for (int i = 0; i < n; ++i) {
    char *end;
    values[i] = (uint32_t)strtoul(p, &end, 10);
    if (end == p)
      return false;
    p = end;
    if (*p != ',')
      break;
    ++p;
  }
  *at = p;
  return true;
}

// name=1,2,3 of up to 5 numbers; how many, or 0.
static uint32_t take_list(const char **at, const char *name, int64_t *values) {
  size_t length = strlen(name);
  if (strncmp(*at, name, length) != 0 || (*at)[length] != '=')
    return 0;
  const char *p = *at + length;
  uint32_t n = 0;
  do {
    char *end;
    values[n] = strtoll(p + 1, &end, 10);
    if (end == p + 1)
      return 0;
    p = end;
  } while (++n < 5 && *p == ',');
  *at = p;
  return n;
}

static DloptStatus parse_map(const char *path, const char *at, ptx_map *map) {
  int64_t number;
  bool has_strides = false;
  uint32_t n_box = 0;
  while (*at && *at != '\n') {
    uint32_t n;
    if (*at == ' ')
      ++at;
    else if ((n = take_list(&at, "sizes", map->sizes)))
      map->rank = n;
    else if (take_list(&at, "strides", map->strides))
      has_strides = true;
    else if ((n = take_list(&at, "box", map->box)))
      n_box = n;
    else if (take_list(&at, "of", &number))
      map->of = (uint32_t)number;
    else if (take_list(&at, "swizzle", &number))
      map->swizzle = (uint32_t)number;
    else
      break;
  }
  if (map->rank == 0 || n_box != map->rank || (*at && *at != '\n'))
    return dl_status_error(DL_STATUS_INPUT,
                           "%s: MAP has of=, sizes=, box=, and maybe strides= "
                           "and swizzle=",
                           path);
  if (!has_strides)
    map->strides[0] = -1;
  return dl_status_ok();
}

static DloptStatus parse_maps(const char *path, ptx_case *test) {
  static const char key[] = "// MAP:";
  const char *at = test->text;
  while ((at = strstr(at, key))) {
    at += sizeof(key) - 1;
    if (test->n_maps == MAX_MAPS)
      return dl_status_error(DL_STATUS_INPUT, "%s: more than %d maps", path,
                             MAX_MAPS);
    DL_TRY(parse_map(path, at, &test->maps[test->n_maps++]));
  }
  return dl_status_ok();
}

static DloptStatus parse_launch(const char *path, ptx_case *test) {
  dl_em_launch_config *launch = &test->launch;
  *launch = (dl_em_launch_config){.grid = {1, 1, 1}, .block = {32, 1, 1}};
  static const char key[] = "// LAUNCH:";
  const char *at = strstr(test->text, key);
  if (!at)
    return dl_status_ok();
  at += sizeof(key) - 1;
  while (*at && *at != '\n') {
    uint32_t cluster[3] = {1, 1, 1};
    if (*at == ' ') {
      ++at;
    } else if (take_triple(&at, "cluster", cluster, 3)) {
      memcpy(launch->cluster, cluster, sizeof(cluster));
    } else if (!take_triple(&at, "grid", launch->grid, 3) &&
               !take_triple(&at, "block", launch->block, 3) &&
               !take_triple(&at, "shared", &launch->dynamic_shared, 1)) {
      return dl_status_error(DL_STATUS_INPUT,
                             "%s: LAUNCH has grid=, block=, cluster= and "
                             "shared=, got '%.20s'",
                             path, at);
    }
  }
  return dl_status_ok();
}

DloptStatus ptx_case_read(const char *path, ptx_case *test) {
  *test = (ptx_case){0};
  DL_TRY(dl_file_read(path, max_file_bytes, &test->text, &test->n_bytes));
  DL_TRY(dl_case_file_parse(test->text, test->n_bytes, path, &test->header));
  DL_TRY(parse_maps(path, test));
  return parse_launch(path, test);
}

void ptx_case_finish(ptx_case *test) {
  dl_case_file_finish(&test->header);
  free(test->text);
  *test = (ptx_case){0};
}

// What a run owns.
typedef struct buffers {
  int n; // without maps
  uint8_t (*maps)[128];
  dl_tensor *inputs, *outputs; // inputs are copies: kernels may write there
  uint64_t *addresses;         // of every parameter that is a tensor
  const void **args;
} buffers;

static void free_buffers(buffers *b, const ptx_case *test,
                         dl_em_device *device) {
  for (int i = 0; b->outputs && i < test->header.n_outputs; ++i)
    dl_tensor_finish(&b->outputs[i]);
  for (int i = 0; b->inputs && i < test->header.n_inputs; ++i)
    dl_tensor_finish(&b->inputs[i]);
  for (int i = 0; b->addresses && i < b->n; ++i)
    if (b->addresses[i])
      dl_em_device_unbind(device, b->addresses[i]);
  free(b->maps);
  free(b->inputs);
  free(b->outputs);
  free(b->addresses);
  free(b->args);
}

static DloptStatus bind_buffers(buffers *b, const ptx_case *test,
                                dl_em_device *device) {
  const dl_case_file *header = &test->header;
  for (int i = 0; i < header->n_inputs; ++i) {
    const dl_tensor *given = &header->inputs[i].tensor;
    dl_tensor *tensor = &b->inputs[i];
    DL_TRY(dl_tensor_init(tensor, &given->type));
    memcpy(tensor->data, given->data, given->n_bytes);
    b->args[i] = &b->addresses[i];
    if (tensor->type.is_scalar)
      b->args[i] = tensor->data;
    else
      DL_TRY(dl_em_device_bind(device, "input", tensor->data, tensor->n_bytes,
                               true, &b->addresses[i]));
  }
  for (int i = 0; i < header->n_outputs; ++i) {
    dl_tensor *tensor = &b->outputs[i];
    uint64_t *address = &b->addresses[header->n_inputs + i];
    DL_TRY(dl_tensor_init(tensor, &header->outputs[i].tensor.type));
    memset(tensor->data, 0xFF, tensor->n_bytes);
    DL_TRY(dl_em_device_bind(device, "output", tensor->data, tensor->n_bytes,
                             false, address));
    b->args[header->n_inputs + i] = address;
  }
  return dl_status_ok();
}

// CUtensorMapDataType of an element, or -1.
static int64_t map_type(dl_element_type element) {
  static const struct {
    dl_element_type element;
    int64_t type;
  } types[] = {{DL_I8, 0},   {DL_F8E4M3FN, 0}, {DL_F8E5M2, 0}, {DL_I16, 1},
               {DL_I32, 3},  {DL_I64, 5},      {DL_F16, 6},    {DL_F32, 7},
               {DL_F64, 8},  {DL_BF16, 9},     {DL_UI8, 0},    {DL_UI16, 1},
               {DL_UI32, 2}, {DL_UI64, 4}};
  for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); ++i)
    if (types[i].element == element)
      return types[i].type;
  return -1;
}

static DloptStatus make_maps(buffers *b, const ptx_case *test) {
  const dl_case_file *header = &test->header;
  for (uint32_t i = 0; i < test->n_maps; ++i) {
    const ptx_map *map = &test->maps[i];
    if (map->of >= (uint32_t)b->n || !b->addresses[map->of])
      return dl_status_error(DL_STATUS_INPUT, "MAP of parameter %u", map->of);
    uint32_t n_inputs = (uint32_t)header->n_inputs;
    const dl_tensor *tensor = map->of < n_inputs
                                  ? &b->inputs[map->of]
                                  : &b->outputs[map->of - n_inputs];
    int64_t strides[5],
        stride = (int64_t)dl_element_info_of(tensor->type.element)->n_bytes;
    for (uint32_t d = 0; d < map->rank; ++d)
      strides[d] = stride *= map->sizes[d];
    DL_TRY(dl_em_tensor_map_encode(
        b->maps[i], b->addresses[map->of], map_type(tensor->type.element),
        map->rank, map->sizes, map->strides[0] < 0 ? strides : map->strides,
        map->box, map->swizzle));
    b->args[b->n + (int)i] = b->maps[i];
  }
  return dl_status_ok();
}

static DloptStatus check_params(const ptx_case *test,
                                const dl_em_kernel *kernel) {
  uint32_t n;
  const dl_em_param *params = dl_em_kernel_params(kernel, &n);
  const dl_case_file *header = &test->header;
  uint32_t n_named =
      (uint32_t)(header->n_inputs + header->n_outputs) + test->n_maps;
  if (n != n_named)
    return dl_status_error(DL_STATUS_INPUT,
                           "the kernel has %u parameters, the header %u", n,
                           n_named);
  for (uint32_t i = n - test->n_maps; i < n; ++i)
    if (params[i].n_bytes != 128)
      return dl_status_error(DL_STATUS_INPUT,
                             "parameter %u has %u bytes, a map 128", i,
                             params[i].n_bytes);
  for (int i = 0; i < header->n_inputs; ++i) {
    const dl_tensor *tensor = &header->inputs[i].tensor;
    size_t bytes = tensor->type.is_scalar ? tensor->n_bytes : 8;
    if (params[i].n_bytes != bytes)
      return dl_status_error(DL_STATUS_INPUT,
                             "parameter %d has %u bytes, the header's input "
                             "%zu",
                             i, params[i].n_bytes, bytes);
  }
  return dl_status_ok();
}

static bool print_reports(const dl_em_device *device) {
  size_t n;
  const dl_em_report *reports = dl_em_device_reports(device, &n);
  for (size_t i = 0; i < n; ++i) {
    char text[800];
    dl_em_report_format(&reports[i], text, sizeof(text));
    printf("%s\n", text);
  }
  return n > 0;
}

static DloptStatus judge(const ptx_case *test, const buffers *b) {
  bool is_ok = true;
  for (int i = 0; i < test->header.n_outputs; ++i) {
    const dl_case_value *expected = &test->header.outputs[i];
    dl_comparison comparison;
    DL_TRY(dl_compare(&b->outputs[i], &expected->tensor, expected->tolerance,
                      &comparison));
    if (dl_comparison_is_ok(&comparison))
      continue;
    is_ok = false;
    char label[32], text[400];
    snprintf(label, sizeof(label), "output %d", i);
    dl_comparison_format(&comparison, label, text, sizeof(text));
    printf("%s\n", text);
    dl_comparison_print_mismatches(&comparison, stdout);
  }
  return is_ok ? dl_status_ok()
               : dl_status_error(DL_STATUS_NUMBERS, "the output is wrong");
}

static DloptStatus write_outputs(const ptx_case *test, const buffers *b,
                                 const char *path) {
  FILE *file = fopen(path, "wb");
  bool ok = file;
  for (int i = 0; ok && i < test->header.n_outputs; ++i)
    ok = fwrite(b->outputs[i].data, 1, b->outputs[i].n_bytes, file) ==
         b->outputs[i].n_bytes;
  ok = (!file || fclose(file) == 0) && ok;
  return ok ? dl_status_ok()
            : dl_status_error(DL_STATUS_ENVIRONMENT, "cannot write '%s'", path);
}

DloptStatus ptx_case_run(const ptx_case *test, const dl_em_module *module,
                         dl_em_device *device, const char *dump) {
  const dl_em_kernel *kernel = dl_em_module_find(module, test->header.entry);
  if (!kernel)
    return dl_status_error(DL_STATUS_INPUT, "no kernel '%s'",
                           test->header.entry);
  DL_TRY(check_params(test, kernel));
  buffers b = {.n = test->header.n_inputs + test->header.n_outputs};
  b.inputs = calloc((size_t)test->header.n_inputs + 1, sizeof(*b.inputs));
  b.outputs = calloc((size_t)test->header.n_outputs, sizeof(*b.outputs));
  b.addresses = calloc((size_t)b.n, sizeof(*b.addresses));
  b.args = calloc((size_t)b.n + MAX_MAPS, sizeof(*b.args));
  b.maps = calloc(MAX_MAPS, sizeof(*b.maps));
  DloptStatus status =
      b.inputs && b.outputs && b.addresses && b.args && b.maps
          ? bind_buffers(&b, test, device)
          : dl_status_error(DL_STATUS_MEMORY, "no memory for buffers");
  if (status.code == DL_STATUS_OK)
    status = make_maps(&b, test);
  dl_em_device_clear_reports(device);
  if (status.code == DL_STATUS_OK)
    status = dl_em_launch(device, kernel, &test->launch, b.args);
  bool has_reports = print_reports(device);
  if (status.code == DL_STATUS_OK)
    status = dump ? write_outputs(test, &b, dump) : judge(test, &b);
  if (status.code == DL_STATUS_OK && has_reports)
    status = dl_status_error(DL_STATUS_NUMBERS, "the kernel is at fault");
  free_buffers(&b, test, device);
  return status;
}
