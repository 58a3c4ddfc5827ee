// From accumulators to results: each warp puts its sums into shared memory as
// rows, then takes vectors of neighbours along the rows, so that what maps read
// and write moves in whole lines.
#include "dialect/dlopt_ops.h"
#include "dialect/verify/types.h"
#include "lowering/base/upstream_ops.h"
#include "lowering/kernel/gemm.h"
#include "lowering/reference/scalar.h"

/// Elements that a row is longer than the tile, against bank conflicts of the
/// accumulators' way in.
enum { PADDING_BYTES = 32, MAX_PART = 4 };

static int element_bytes(MlirType type) { return (int)dl_type_width(type) / 8; }

static int row_elements(int cols, MlirType accumulator) {
  return cols + PADDING_BYTES / element_bytes(accumulator);
}

int dl_slab_bytes(int rows, int cols, int n_products, MlirType accumulator) {
  return n_products * rows * row_elements(cols, accumulator) *
         element_bytes(accumulator);
}

MlirValue dl_slab_place(const dl_gemm *gemm, const dl_slab *slab, int product,
                        MlirValue row, MlirValue col) {
  const dl_builder *bld = &gemm->emitter->bld;
  int elements = row_elements(slab->cols, gemm->accumulator);
  MlirValue place = dl_int_add(
      bld, dl_int_mul(bld, row, dl_int_like(bld, row, elements)), col);
  place = dl_int_mul(bld, place,
                     dl_int_like(bld, row, element_bytes(gemm->accumulator)));
  int64_t from = (int64_t)product * slab->pass_rows * elements *
                 element_bytes(gemm->accumulator);
  place = dl_int_add(bld, place, dl_int_like(bld, row, from));
  return dl_int_add(bld, place, slab->base);
}

/// A sum that may be wider than the definition's as what it gives.
static MlirValue result_of(const dl_builder *bld, const dl_product *product,
                           MlirValue sum, MlirType result) {
  sum = dl_to_type(bld, sum, product->accumulator, product->is_unsigned);
  return dl_to_type(bld, sum, result, product->is_unsigned);
}

MlirValue dl_first_sum(const dl_gemm *gemm, int product) {
  const dl_builder *bld = &gemm->emitter->bld;
  MlirType type = gemm->accumulator;
  bool has_init =
      !mlirValueIsNull(dl_product_init(gemm->part->products[product].op));
  return has_init && dl_type_is_float(type) ? dl_constant_float(bld, type, -0.0)
                                            : dl_zero(bld, type);
}

/// A chunk's sums of one product, made results: init added, rounded once.
static void give_results(dl_gemm *gemm, const dl_slab *slab, int index,
                         dl_chunk *chunk, MlirValue row, MlirValue col) {
  dl_emitter *emitter = gemm->emitter;
  const dl_builder *bld = &emitter->bld;
  const dl_product *product = &gemm->part->products[index];
  MlirType type = gemm->accumulator;
  MlirType result = dl_tensor_element(dl_result(product->op, 0));
  MlirValue init = dl_product_init(product->op);
  dl_loops identity = dl_identity_loops(&emitter->body->space);
  MlirValue place = dl_slab_place(gemm, slab, index, row, col);
  int part = DL_CHUNK_BYTES / element_bytes(type);
  part = part > chunk->width ? chunk->width : part;
  for (int at = 0; at < chunk->width; at += part) {
    MlirValue loaded = dl_shared_load(
        bld, gemm->shared,
        dl_int_add(bld, place,
                   dl_int_like(bld, place, at * element_bytes(type))),
        type, part);
    for (int lane = 0; lane < part; ++lane) {
      MlirValue sum = dl_loaded_element(bld, loaded, type, lane);
      if (!mlirValueIsNull(init))
        sum = dl_add(
            bld, sum,
            dl_to_type(bld,
                       dl_element(emitter, chunk, init, &identity, at + lane),
                       type, product->is_unsigned));
      dl_give_element(emitter, chunk, dl_result(product->op, 0), at + lane,
                      result_of(bld, product, sum, result));
    }
  }
}

static void store_chunk(dl_gemm *gemm, const dl_slab *slab, dl_chunk *chunk,
                        MlirValue row, MlirValue col) {
  dl_emitter *emitter = gemm->emitter;
  dl_load_ahead(emitter, chunk);
  for (int p = 0; p < gemm->part->n_products; ++p)
    give_results(gemm, slab, p, chunk, row, col);
  for (int i = 0; i < emitter->body->n_outputs; ++i)
    dl_store_output(emitter, chunk, i);
}

static MlirValue both(const dl_builder *bld, MlirValue a, MlirValue b) {
  if (mlirValueIsNull(a))
    return b;
  return mlirValueIsNull(b) ? a : dl_arith_andi(bld, a, b);
}

static bool is_multiple(MlirValue size, int64_t of) {
  int64_t known;
  return dl_is_constant(size, &known) && known % of == 0;
}

/// Chunk number `index` of the pass; `from` as in dl_store_slab.
static void emit_chunk(dl_gemm *gemm, const dl_slab *slab, int from,
                       MlirValue index) {
  dl_emitter *emitter = gemm->emitter;
  const dl_builder *bld = &emitter->bld;
  int width = gemm->variant->width;
  MlirValue a_row = dl_int_like(bld, index, slab->cols / width);
  MlirValue row = dl_int_div(bld, index, a_row);
  MlirValue col = dl_int_mul(bld, dl_int_rem(bld, index, a_row),
                             dl_int_like(bld, index, width));
  MlirValue global_row = dl_int_add(bld, dl_int_add(bld, slab->row, row),
                                    dl_int_like(bld, row, from));
  MlirValue global_col = dl_int_add(bld, slab->col, col);
  global_row =
      dl_int_add(bld, gemm->row, dl_int_cast(bld, emitter->index, global_row));
  global_col =
      dl_int_add(bld, gemm->col, dl_int_cast(bld, emitter->index, global_col));
  MlirValue is_valid = {NULL};
  if (!is_multiple(gemm->rows, gemm->schedule->rows))
    is_valid = dl_int_less(bld, global_row, gemm->rows);
  if (!is_multiple(gemm->cols, gemm->part_cols))
    is_valid = both(bld, is_valid, dl_int_less(bld, global_col, gemm->cols));
  dl_region_op branch = {0};
  if (!mlirValueIsNull(is_valid))
    branch = dl_if_open(bld, is_valid);
  dl_memo_mark mark = dl_memo_begin(emitter);
  MlirValue linear = dl_result_row(gemm, global_row);
  emitter->row.linear[0] = linear;
  dl_chunk chunk = {
      .linear = {linear, global_col}, .width = width, .is_whole = true};
  store_chunk(gemm, slab, &chunk, row, col);
  dl_memo_end(emitter, mark);
  if (!mlirValueIsNull(is_valid))
    dl_if_close(bld, &branch);
}

static void synchronise_warp(const dl_gemm *gemm) {
  const dl_builder *bld = &gemm->emitter->bld;
  dl_nvvm_bar_warp_sync(
      bld, dl_constant_int(bld, mlirIntegerTypeGet(bld->context, 32), -1));
}

void dl_store_slab(dl_gemm *gemm, const dl_slab *slab, int from) {
  const dl_builder *bld = &gemm->emitter->bld;
  MlirType i32 = mlirIntegerTypeGet(bld->context, 32);
  int chunks = slab->pass_rows * slab->cols / gemm->variant->width;
  synchronise_warp(gemm);
  dl_region_op loop =
      dl_for_open(bld, gemm->lane, dl_constant_int(bld, i32, chunks),
                  dl_constant_int(bld, i32, 32), 0, NULL);
  emit_chunk(gemm, slab, from, mlirBlockGetArgument(loop.block, 0));
  dl_for_close(bld, &loop, 0, NULL);
  synchronise_warp(gemm);
}
