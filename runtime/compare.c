// Element-wise comparison, its statistics and its report.
#include "runtime/compare.h"

#include "runtime/element_text.h"

#include <math.h>
#include <string.h>

_Static_assert(DL_ELEMENT_TEXT_BYTES == 40, "dl_comparison.shown has room");

typedef struct sums {
  double dot;
  double got;
  double expected;
  int64_t n;
} sums;

static DloptStatus check_types(const dl_tensor *got,
                               const dl_tensor *expected) {
  dl_element_type a = got->type.element, b = expected->type.element;
  bool comparable =
      a == b || (dl_element_is_float(a) && dl_element_is_float(b));
  bool same_shape =
      got->type.rank == expected->type.rank &&
      memcmp(got->type.shape, expected->type.shape,
             (size_t)got->type.rank * sizeof(got->type.shape[0])) == 0;
  if (comparable && same_shape)
    return dl_status_ok();
  char got_text[DL_TENSOR_TYPE_TEXT_BYTES];
  char expected_text[DL_TENSOR_TYPE_TEXT_BYTES];
  dl_tensor_type_print(&got->type, got_text);
  dl_tensor_type_print(&expected->type, expected_text);
  return dl_status_error(
      DL_STATUS_INPUT, "the result is %s but %s was expected (%s differ)",
      got_text, expected_text, comparable ? "sizes" : "element types");
}

static bool is_close(double got, double expected,
                     const dl_tolerance *tolerance) {
  if (isnan(got) || isnan(expected))
    return isnan(got) && isnan(expected);
  if (tolerance->is_exact)
    return got == expected && signbit(got) == signbit(expected);
  if (isinf(got) || isinf(expected))
    return got == expected;
  return fabs(got - expected) <=
         tolerance->absolute + tolerance->relative * fabs(expected);
}

/// Elements of the block that counts as nearby.
static int64_t nearby_elements(const dl_tensor_type *type) {
  int64_t count = 1;
  for (int i = type->rank - 1; i >= 0 && count < DL_COMPARISON_NEARBY; --i)
    count *= type->shape[i] > 0 ? type->shape[i] : 1;
  return count;
}

/// `tolerance` as it is around element `start` of a block, see dl_tolerance.
static dl_tolerance near_tolerance(dl_tolerance tolerance,
                                   const dl_tensor *expected, int64_t start,
                                   int64_t end) {
  double largest = 0;
  for (int64_t i = start; i < end; ++i) {
    double value = fabs(dl_tensor_get_double(expected, i));
    if (isfinite(value) && value > largest)
      largest = value;
  }
  tolerance.absolute = tolerance.nearby * largest;
  return tolerance;
}

static int64_t block_end(const dl_tensor *tensor, int64_t start) {
  int64_t end = start + nearby_elements(&tensor->type);
  return end < tensor->n_elements ? end : tensor->n_elements;
}

/// True if too many elements are off by what is nearby.
static bool is_far(const dl_tensor *got, const dl_tensor *expected,
                   const dl_tolerance *tolerance) {
  int64_t n_far = 0;
  for (int64_t start = 0, end; start < got->n_elements; start = end) {
    end = block_end(got, start);
    dl_tolerance near = near_tolerance(*tolerance, expected, start, end);
    for (int64_t i = start; i < end; ++i)
      n_far += !is_close(dl_tensor_get_double(got, i),
                         dl_tensor_get_double(expected, i), &near);
  }
  return n_far > got->n_elements / DL_COMPARISON_FAR &&
         n_far > nearby_elements(&got->type);
}

static void add_errors(dl_comparison *c, double got, double expected) {
  bool equal = got == expected || (isnan(got) && isnan(expected));
  double absolute = equal ? 0.0 : fabs(got - expected);
  if (isnan(absolute)) // NaN against a number, inf against -inf
    absolute = INFINITY;
  if (absolute > c->max_absolute)
    c->max_absolute = absolute;
  if (equal || expected == 0.0)
    return;
  double relative = isfinite(absolute) ? absolute / fabs(expected) : INFINITY;
  if (relative > c->max_relative)
    c->max_relative = relative;
}

static void add_ulps(dl_comparison *c, const dl_tensor *got,
                     const dl_tensor *expected, int64_t i) {
  dl_element_type type = got->type.element;
  const void *right = dl_tensor_at(expected, i);
  uint64_t rounded = 0;
  if (expected->type.element != type) {
    dl_element_from_double(type, dl_tensor_get_double(expected, i), &rounded);
    right = &rounded;
  }
  uint64_t ulps = dl_element_ulps(type, dl_tensor_at(got, i), right);
  if (ulps > c->max_ulp)
    c->max_ulp = ulps;
}

static void add_mismatch(dl_comparison *c, const dl_tensor *got,
                         const dl_tensor *expected, int64_t i) {
  ++c->n_mismatches;
  if (c->n_shown == DL_COMPARISON_SHOWN)
    return;
  c->shown[c->n_shown].index = i;
  dl_element_print(got->type.element, dl_tensor_at(got, i),
                   c->shown[c->n_shown].got);
  dl_element_print(expected->type.element, dl_tensor_at(expected, i),
                   c->shown[c->n_shown].expected);
  ++c->n_shown;
}

/// NaN if there are elements but no two to compare.
static double cosine_of(const sums *s, bool is_empty) {
  if (s->n == 0 && !is_empty)
    return NAN;
  if (s->got == 0.0 || s->expected == 0.0)
    return s->got == s->expected ? 1.0 : 0.0;
  return s->dot / (sqrt(s->got) * sqrt(s->expected));
}

DloptStatus dl_compare(const dl_tensor *got, const dl_tensor *expected,
                       dl_tolerance tolerance, dl_comparison *comparison) {
  memset(comparison, 0, sizeof(*comparison));
  DL_TRY(check_types(got, expected));
  bool is_float = dl_element_is_float(got->type.element);
  sums s = {0.0, 0.0, 0.0, 0};
  comparison->type = got->type;
  comparison->tolerance = tolerance;
  comparison->n_elements = got->n_elements;
  bool must_be_near = tolerance.nearby > 0 && is_far(got, expected, &tolerance);
  dl_tolerance here = tolerance;
  for (int64_t i = 0, end = 0; i < got->n_elements; ++i) {
    if (must_be_near && i == end) {
      end = block_end(got, i);
      here = near_tolerance(tolerance, expected, i, end);
    }
    double a = dl_tensor_get_double(got, i);
    double b = dl_tensor_get_double(expected, i);
    add_errors(comparison, a, b);
    add_ulps(comparison, got, expected, i);
    if (isfinite(a) && isfinite(b)) {
      s.dot += a * b;
      s.got += a * a;
      s.expected += b * b;
      ++s.n;
    }
    // 64-bit integers may differ where their doubles do not.
    bool ok =
        !is_float && tolerance.is_exact
            ? dl_tensor_get_int64(got, i) == dl_tensor_get_int64(expected, i)
            : is_close(a, b, &here);
    if (!ok)
      add_mismatch(comparison, got, expected, i);
  }
  comparison->cosine = cosine_of(&s, got->n_elements == 0);
  return dl_status_ok();
}

bool dl_comparison_is_ok(const dl_comparison *comparison) {
  return comparison->n_mismatches == 0;
}

// "[1, 0, 2]" of a linear index.
static void print_index(const dl_tensor_type *type, int64_t index, char *text,
                        size_t room) {
  int64_t indices[DL_TENSOR_MAX_RANK];
  dl_tensor_unravel(type, index, indices);
  size_t used = (size_t)snprintf(text, room, "[");
  for (int i = 0; i < type->rank && used < room; ++i)
    used += (size_t)snprintf(text + used, room - used, i ? ", %lld" : "%lld",
                             (long long)indices[i]);
  if (used < room)
    snprintf(text + used, room - used, "]");
}

void dl_comparison_format(const dl_comparison *comparison, const char *label,
                          char *text, size_t room) {
  const dl_comparison *c = comparison;
  char type[DL_TENSOR_TYPE_TEXT_BYTES];
  char index[DL_TENSOR_TYPE_TEXT_BYTES];
  char verdict[DL_TENSOR_TYPE_TEXT_BYTES + 256];
  char tolerance[80];
  char ulps[32];
  dl_tensor_type_print(&c->type, type);
  if (dl_comparison_is_ok(c)) {
    snprintf(verdict, sizeof(verdict), "ok, %lld elements",
             (long long)c->n_elements);
  } else {
    print_index(&c->type, c->shown[0].index, index, sizeof(index));
    snprintf(verdict, sizeof(verdict),
             "WRONG, %lld of %lld elements, first %s: got %s, expected %s",
             (long long)c->n_mismatches, (long long)c->n_elements, index,
             c->shown[0].got, c->shown[0].expected);
  }
  if (c->tolerance.is_exact)
    snprintf(tolerance, sizeof(tolerance), "exact");
  else if (c->tolerance.nearby > 0)
    snprintf(tolerance, sizeof(tolerance), "abs=%g rel=%g near=%g",
             c->tolerance.absolute, c->tolerance.relative, c->tolerance.nearby);
  else
    snprintf(tolerance, sizeof(tolerance), "abs=%g rel=%g",
             c->tolerance.absolute, c->tolerance.relative);
  if (c->max_ulp == UINT64_MAX)
    snprintf(ulps, sizeof(ulps), "inf");
  else
    snprintf(ulps, sizeof(ulps), "%llu", (unsigned long long)c->max_ulp);
  snprintf(text, room,
           "%s: %s: %s; max abs %g, max rel %g, max ulp %s, cosine %.9g "
           "(tolerance %s)",
           label, type, verdict, c->max_absolute, c->max_relative, ulps,
           c->cosine, tolerance);
}

void dl_comparison_print_mismatches(const dl_comparison *comparison,
                                    FILE *stream) {
  for (int i = 0; i < comparison->n_shown; ++i) {
    char index[DL_TENSOR_TYPE_TEXT_BYTES];
    print_index(&comparison->type, comparison->shown[i].index, index,
                sizeof(index));
    fprintf(stream, "  %s got %s, expected %s\n", index,
            comparison->shown[i].got, comparison->shown[i].expected);
  }
  if (comparison->n_mismatches > comparison->n_shown)
    fprintf(stream, "  ... and %lld more\n",
            (long long)(comparison->n_mismatches - comparison->n_shown));
}
