// Data of a case header: nested lists, splat, range and cyc.
#include "runtime/case_parse.h"

#include "runtime/element_text.h"

#include <string.h>

static bool at_end(dl_case_cursor *c) {
  dl_case_skip_space(c);
  return c->at == c->end;
}

static DloptStatus expect(dl_case_cursor *c, const char *word,
                          const char *where) {
  if (dl_case_take(c, word))
    return dl_status_ok();
  return dl_case_error(c, "expected '%s' %s", word, where);
}

static DloptStatus parse_element(dl_case_cursor *c, dl_element_type element,
                                 void *target) {
  const char *token;
  dl_case_skip_space(c);
  dl_case_cursor start = *c;
  size_t length = dl_case_take_token(c, &token);
  DloptStatus status = dl_element_parse(element, token, length, target);
  if (dl_status_is_ok(&status))
    return status;
  return dl_case_error(&start, "%s", status.message);
}

// Items of one dimension, in brackets. Recursion ends with the rank.
static DloptStatus parse_list(dl_case_cursor *c, dl_tensor *tensor, int dim,
                              int64_t *n_stored) {
  int64_t size = tensor->type.shape[dim];
  bool is_innermost = dim + 1 == tensor->type.rank;
  if (!dl_case_take(c, "["))
    return dl_case_error(c, "expected '[' opening dimension %d", dim);
  for (int64_t i = 0; i < size; ++i) {
    if (i > 0 && !dl_case_take(c, ","))
      return dl_case_error(c,
                           "expected ',': dimension %d has %lld items here, "
                           "its size is %lld",
                           dim, (long long)i, (long long)size);
    if (is_innermost) {
      DL_TRY(parse_element(c, tensor->type.element,
                           dl_tensor_at(tensor, *n_stored)));
      ++*n_stored;
    } else {
      DL_TRY(parse_list(c, tensor, dim + 1, n_stored));
    }
  }
  if (!dl_case_take(c, "]"))
    return dl_case_error(c, "expected ']' after the %lld items of dimension %d",
                         (long long)size, dim);
  return dl_status_ok();
}

static DloptStatus parse_splat(dl_case_cursor *c, dl_tensor *tensor) {
  uint64_t spare; // a tensor without elements has no room for one
  void *target = tensor->n_elements > 0 ? tensor->data : &spare;
  DL_TRY(parse_element(c, tensor->type.element, target));
  dl_tensor_repeat(tensor, 1);
  return expect(c, ")", "after the value of splat");
}

static DloptStatus parse_cycle(dl_case_cursor *c, dl_tensor *tensor) {
  uint64_t spare;
  int64_t n = 0;
  do {
    // Values beyond the tensor's end are read, and dropped.
    void *target = n < tensor->n_elements ? dl_tensor_at(tensor, n) : &spare;
    DL_TRY(parse_element(c, tensor->type.element, target));
    ++n;
  } while (dl_case_take(c, ","));
  dl_tensor_repeat(tensor, n);
  return expect(c, ")", "or ',' after a value of cyc");
}

static bool fits(dl_element_type element, int64_t value) {
  const dl_element_info *row = dl_element_info_of(element);
  if (row->kind == DL_KIND_UNSIGNED && value < 0)
    return false;
  if (row->bits == 64)
    return true;
  return value >= -((int64_t)1 << (row->bits - 1)) && value < (int64_t)1
                                                                  << row->bits;
}

// start, start + step, ...: in 64-bit integers for integer types.
static DloptStatus fill_integer_range(const dl_case_cursor *c,
                                      dl_tensor *tensor, int64_t start,
                                      int64_t step) {
  int64_t n_steps = tensor->n_elements > 0 ? tensor->n_elements - 1 : 0;
  int64_t last;
  if (__builtin_mul_overflow(step, n_steps, &last) ||
      __builtin_add_overflow(last, start, &last) ||
      !fits(tensor->type.element, start) || !fits(tensor->type.element, last))
    return dl_case_error(c, "the range leaves the values of %s",
                         dl_element_info_of(tensor->type.element)->name);
  for (int64_t i = 0; i < tensor->n_elements; ++i)
    dl_tensor_set_int64(tensor, i, start + i * step);
  return dl_status_ok();
}

// In doubles for floats, rounded to the element type at the end.
static void fill_float_range(dl_tensor *tensor, double start, double step) {
  for (int64_t i = 0; i < tensor->n_elements; ++i) {
    double offset = (double)i * step;
    dl_tensor_set_double(tensor, i, start + offset);
  }
}

static DloptStatus parse_range(dl_case_cursor *c, dl_tensor *tensor) {
  bool is_float = dl_element_is_float(tensor->type.element);
  dl_element_type wide = is_float ? DL_F64 : DL_I64;
  dl_case_cursor start_place = *c;
  uint64_t start, step;
  DL_TRY(parse_element(c, wide, &start));
  DL_TRY(expect(c, ",", "after the start of range"));
  DL_TRY(parse_element(c, wide, &step));
  DL_TRY(expect(c, ")", "after the step of range"));
  if (!is_float)
    return fill_integer_range(&start_place, tensor, (int64_t)start,
                              (int64_t)step);
  fill_float_range(tensor, dl_element_to_double(DL_F64, &start),
                   dl_element_to_double(DL_F64, &step));
  return dl_status_ok();
}

static DloptStatus parse_call(dl_case_cursor *c, dl_tensor *tensor,
                              DloptStatus (*parse)(dl_case_cursor *,
                                                   dl_tensor *)) {
  DL_TRY(expect(c, "(", "after the name of a filler"));
  return parse(c, tensor);
}

DloptStatus dl_case_parse_data(dl_case_cursor *c, dl_tensor *tensor) {
  int64_t n_stored = 0;
  if (at_end(c))
    return dl_case_error(c, "expected data after '='");
  if (dl_case_take(c, "splat"))
    return parse_call(c, tensor, parse_splat);
  if (dl_case_take(c, "range"))
    return parse_call(c, tensor, parse_range);
  if (dl_case_take(c, "cyc"))
    return parse_call(c, tensor, parse_cycle);
  if (tensor->type.rank == 0)
    return parse_element(c, tensor->type.element, tensor->data);
  return parse_list(c, tensor, 0, &n_stored);
}
