// Where a thread's elements lie: linear indices, offsets, contiguity.
#include "dialect/verify/types.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/kernel/emit.h"
#include "lowering/reference/scalar.h"

MlirValue dl_index_constant(const dl_emitter *emitter, int64_t value) {
  return dl_constant_int(&emitter->bld, emitter->index, value);
}

void dl_group_dims(dl_emitter *emitter, bool has_rows) {
  const dl_space *space = &emitter->body->space;
  emitter->n_groups = has_rows ? 2 : 1;
  for (int i = 0; i < space->rank; ++i) {
    int group = has_rows && space->is_reduced[i];
    emitter->groups[group][emitter->group_rank[group]++] = i;
  }
}

/// Product of the sizes of dimensions [from, to) of a group.
static MlirValue group_product(const dl_emitter *emitter, int group, int from,
                               int to) {
  MlirValue product = dl_index_constant(emitter, 1);
  for (int i = from; i < to; ++i)
    product = dl_int_mul(&emitter->bld, product,
                         emitter->sizes[emitter->groups[group][i]]);
  return product;
}

MlirValue dl_group_size(const dl_emitter *emitter, int group) {
  return group_product(emitter, group, 0, emitter->group_rank[group]);
}

/// Where a dimension of the space is: its group, and its place there.
static int find_in_group(const dl_emitter *emitter, int dim, int *place) {
  for (int g = 0; g < emitter->n_groups; ++g)
    for (int i = 0; i < emitter->group_rank[g]; ++i)
      if (emitter->groups[g][i] == dim) {
        *place = i;
        return g;
      }
  return -1;
}

/// Index over dimensions [from, to) of a group, of element `lane`.
static MlirValue run_index(const dl_emitter *emitter, const dl_chunk *chunk,
                           int group, int from, int to, int lane) {
  const dl_builder *bld = &emitter->bld;
  int rank = emitter->group_rank[group];
  bool is_inner = group == emitter->n_groups - 1;
  MlirValue index = chunk->linear[group];
  MlirValue step = dl_index_constant(emitter, is_inner ? lane : 0);
  bool steps_last = is_inner && chunk->is_whole && to == rank;
  if (is_inner && !chunk->is_whole)
    index = dl_int_add(bld, index, step);
  if (to < rank)
    index = dl_int_div(bld, index, group_product(emitter, group, to, rank));
  if (from > 0)
    index = dl_int_rem(bld, index, group_product(emitter, group, from, to));
  return steps_last ? dl_int_add(bld, index, step) : index;
}

/// A run of dimensions of a tensor that are neighbours in one group too.
struct run {
  int group, from, to; ///< places in the group
};

/// Splits a tensor's dimensions of size other than 1 into runs, the innermost
/// first.
static int find_runs(const dl_emitter *emitter, MlirValue tensor,
                     const dl_loops *loops, struct run *runs) {
  int count = 0;
  for (int i = loops->rank - 1; i >= 0; --i) {
    if (loops->loop[i] < 0 || dl_static_size(tensor, i) == 1)
      continue;
    int place;
    int group = find_in_group(emitter, loops->loop[i], &place);
    struct run *last = count ? &runs[count - 1] : NULL;
    if (last && last->group == group && last->from == place + 1)
      last->from = place;
    else
      runs[count++] = (struct run){group, place, place + 1};
  }
  return count;
}

MlirValue dl_element_offset(const dl_emitter *emitter, const dl_chunk *chunk,
                            MlirValue tensor, const dl_loops *loops, int lane) {
  const dl_builder *bld = &emitter->bld;
  struct run runs[DL_MAX_RANK];
  int count = find_runs(emitter, tensor, loops, runs);
  MlirValue stride = dl_index_constant(emitter, 1);
  MlirValue offset = dl_index_constant(emitter, 0);
  for (int i = 0; i < count; ++i) {
    const struct run *run = &runs[i];
    MlirValue index =
        run_index(emitter, chunk, run->group, run->from, run->to, lane);
    offset = dl_int_add(bld, offset, dl_int_mul(bld, index, stride));
    if (i + 1 < count)
      stride = dl_int_mul(
          bld, stride, group_product(emitter, run->group, run->from, run->to));
  }
  return offset;
}

MlirValue dl_element_index(const dl_emitter *emitter, const dl_chunk *chunk,
                           int dim, int lane) {
  int place;
  int group = find_in_group(emitter, dim, &place);
  return dl_int_cast(&emitter->bld, mlirIndexTypeGet(emitter->bld.context),
                     run_index(emitter, chunk, group, place, place + 1, lane));
}

bool dl_is_contiguous(const dl_emitter *emitter, const dl_chunk *chunk,
                      MlirValue tensor, const dl_loops *loops) {
  struct run runs[DL_MAX_RANK];
  int inner = emitter->n_groups - 1;
  if (find_runs(emitter, tensor, loops, runs) == 0)
    return false;
  int rank = emitter->group_rank[inner];
  return runs[0].group == inner && runs[0].to == rank &&
         (chunk->is_whole || runs[0].from == 0);
}
