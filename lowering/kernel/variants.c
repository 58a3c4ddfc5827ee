// Versions of one kernel: fast where operands are aligned and small, and one
// that takes anything.
#include "lowering/kernel/generator.h"

/// Elements of the space if static, else -1. All tensors are at most as large.
static int64_t static_elements(const dl_space *space) {
  int64_t count = 1;
  for (int i = 0; i < space->rank; ++i) {
    if (space->sizes[i] < 0)
      return -1;
    if (space->sizes[i] > 0 && count > INT64_MAX / 8 / space->sizes[i])
      return INT64_MAX / 8;
    count *= space->sizes[i];
  }
  return count;
}

void dl_plan_variants(const dl_body *body, int width, bool multiple_of_last,
                      dl_plan *plan) {
  const dl_space *space = &body->space;
  // A margin of a CTA's work keeps indices of lanes beyond the end in range.
  const int64_t small = INT32_MAX - (1 << 20);
  int64_t elements = static_elements(space);
  int64_t last = space->rank ? space->sizes[space->rank - 1] : 1;
  bool is_dynamic = elements < 0;
  dl_variant fast = {.width = width,
                     .is_wide = !is_dynamic && elements > small,
                     .is_whole = last >= 0 && last % width == 0,
                     .needs_alignment = width > 1,
                     .needs_small = is_dynamic};
  if (width > 1 && multiple_of_last && last < 0)
    fast.needs_multiple = fast.is_whole = true;
  plan->n_variants = 0;
  if (fast.needs_alignment || fast.needs_small)
    plan->variants[plan->n_variants++] = fast;
  plan->variants[plan->n_variants++] = (dl_variant){
      .width = 1, .is_wide = is_dynamic || elements > small, .is_whole = true};
  for (int i = 0; i < plan->n_variants; ++i) {
    plan->variants[i].schedule = plan->schedule;
    plan->variants[i].threads = plan->threads;
    plan->variants[i].min_ctas = plan->min_ctas;
  }
}
