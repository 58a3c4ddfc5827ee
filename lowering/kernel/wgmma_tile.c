// Products by warpgroups of sm_90a: one warpgroup loads tiles by TMA into a
// ring of stages, the others multiply them, each 64 rows, and store the
// results. Barriers of shared memory tell them which stages are full and which
// empty.
#include <stdarg.h>
#include <stdio.h>

#include "lowering/base/upstream_ops.h"
#include "lowering/kernel/wgmma.h"
#include "lowering/reference/scalar.h"
#include "mlir-c/Dialect/LLVM.h"

enum {
  WARPS_A_GROUP = 4,
  LOADING_REGISTERS = 24,
  MULTIPLYING_REGISTERS = 240,
  INSTRUCTION_BYTES = 32, // of depth
  WAIT_TICKS = 10000000,  // of one try; the wait is a loop of them
  MAX_SUMS = 128,
  SHARED_CLUSTER = 7,
};

struct work {
  dl_gemm *gemm;
  const dl_builder *bld;
  MlirType i32, i64;
  dl_wgmma_layout layout;
  bool is_transposed; ///< the right tile's rows run along the columns
  int n_groups;       ///< warpgroups that multiply
  int n_sums;         ///< of a thread
  MlirValue steps, tiles;
};

/// The next slot of the ring, and the parity of its barrier's phase.
struct ring {
  MlirValue slot, parity;
};

static MlirValue number(const struct work *work, int64_t value) {
  return dl_constant_int(work->bld, work->i32, value);
}

static MlirValue at(const struct work *work, MlirValue offset) {
  return dl_shared_pointer(work->bld, work->gemm->shared, offset);
}

static MlirValue barrier(const struct work *work, int first, MlirValue slot) {
  MlirValue offset = dl_int_mul(work->bld, slot, number(work, 8));
  return at(work, dl_int_add(work->bld, offset, number(work, first)));
}

static void wait(const struct work *work, int first, MlirValue slot,
                 MlirValue parity) {
  dl_nvvm_mbarrier_try_wait_parity(work->bld, barrier(work, first, slot),
                                   parity, number(work, WAIT_TICKS));
}

static void advance(const struct work *work, struct ring *ring) {
  const dl_builder *bld = work->bld;
  MlirValue next = dl_int_add(bld, ring->slot, number(work, 1));
  MlirValue wraps = dl_int_is(bld, next, work->gemm->schedule->stages);
  MlirValue flipped = dl_arith_xori(bld, ring->parity, number(work, 1));
  ring->slot = dl_arith_select(bld, wraps, number(work, 0), next);
  ring->parity = dl_arith_select(bld, wraps, flipped, ring->parity);
}

static void set_registers(const struct work *work, int count,
                          const char *action) {
  dl_nvvm_setmaxregister(
      work->bld,
      (dl_nvvm_setmaxregister_attrs){
          .regCount = dl_attr_i32(work->bld, count),
          .action = mlirAttributeParseGet(
              work->bld->context, mlirStringRefCreateFromCString(action))});
}

/// A loop over this CTA's tiles, each placed, that carries a place in the ring.
static dl_region_op open_tiles(const struct work *work, struct ring *ring) {
  const dl_builder *bld = work->bld;
  const MlirValue start[] = {number(work, 0), number(work, 0)};
  dl_region_op loop = dl_for_open(bld, dl_block(bld, work->i32), work->tiles,
                                  dl_n_blocks(bld, work->i32), 2, start);
  dl_place_tile(work->gemm, mlirBlockGetArgument(loop.block, 0));
  ring->slot = mlirBlockGetArgument(loop.block, 1);
  ring->parity = mlirBlockGetArgument(loop.block, 2);
  return loop;
}

static void close_tiles(const struct work *work, const dl_region_op *loop,
                        const struct ring *ring) {
  const MlirValue carried[] = {ring->slot, ring->parity};
  dl_for_close(work->bld, loop, 2, carried);
}

// Loading.

/// Copies one box of matrix `side` to a place in shared memory.
static void copy_box(const struct work *work, int side, MlirValue offset,
                     MlirValue inner, MlirValue outer, MlirValue full) {
  const dl_builder *bld = work->bld;
  const MlirValue coordinates[] = {inner, outer}, none = {NULL};
  MlirValue to = dl_llvm_addrspacecast(
      bld, mlirLLVMPointerTypeGet(bld->context, SHARED_CLUSTER),
      at(work, offset));
  dl_nvvm_cp_async_bulk_tensor_shared_cluster_global(
      bld, to, work->gemm->emitter->maps[side], 2, coordinates, full, 0, NULL,
      none, none, none,
      (dl_nvvm_cp_async_bulk_tensor_shared_cluster_global_attrs){0});
}

static void load_step(const struct work *work, const struct ring *ring,
                      MlirValue step) {
  const dl_builder *bld = work->bld;
  const dl_gemm *gemm = work->gemm;
  MlirValue free_parity = dl_arith_xori(bld, ring->parity, number(work, 1));
  wait(work, work->layout.empty, ring->slot, free_parity);
  MlirValue full = barrier(work, work->layout.full, ring->slot);
  dl_nvvm_mbarrier_arrive_expect_tx(
      bld, 0, NULL, full, number(work, work->layout.slot_bytes),
      (MlirValue){NULL}, (dl_nvvm_mbarrier_arrive_expect_tx_attrs){0});
  MlirValue left =
      dl_int_mul(bld, ring->slot, number(work, work->layout.slot_bytes));
  MlirValue right =
      dl_int_add(bld, left, number(work, work->layout.left_bytes));
  MlirValue depth = dl_int_mul(bld, step, number(work, DL_WGMMA_DEPTH));
  copy_box(work, 0, left, depth, gemm->row, full);
  if (!work->is_transposed) {
    copy_box(work, 1, right, depth, gemm->col, full);
    return;
  }
  int box_bytes = DL_WGMMA_DEPTH * gemm->schedule->depth_bytes;
  for (int i = 0; i < gemm->schedule->cols / DL_WGMMA_DEPTH; ++i)
    copy_box(work, 1, dl_int_add(bld, right, number(work, i * box_bytes)),
             dl_int_add(bld, gemm->col, number(work, i * DL_WGMMA_DEPTH)),
             depth, full);
}

static void emit_loading(struct work *work) {
  const dl_builder *bld = work->bld;
  set_registers(work, LOADING_REGISTERS, "#nvvm<action decrease>");
  dl_region_op branch = dl_if_open(bld, dl_int_is(bld, work->gemm->thread, 0));
  struct ring ring;
  dl_region_op tiles = open_tiles(work, &ring);
  const MlirValue start[] = {ring.slot, ring.parity};
  dl_region_op steps =
      dl_for_open(bld, number(work, 0), work->steps, number(work, 1), 2, start);
  ring.slot = mlirBlockGetArgument(steps.block, 1);
  ring.parity = mlirBlockGetArgument(steps.block, 2);
  load_step(work, &ring, mlirBlockGetArgument(steps.block, 0));
  advance(work, &ring);
  const MlirValue carried[] = {ring.slot, ring.parity};
  dl_for_close(bld, &steps, 2, carried);
  ring.slot = dl_result(steps.op, 0);
  ring.parity = dl_result(steps.op, 1);
  close_tiles(work, &tiles, &ring);
  dl_if_close(bld, &branch);
}

// Multiplying.

/// The descriptor of a tile at a byte offset of shared memory. `leading`: bytes
/// from 64 columns to the next of a tile whose rows run along them.
static MlirValue descriptor(const struct work *work, MlirValue offset,
                            int64_t leading) {
  const dl_builder *bld = work->bld;
  const int64_t group_bytes = 1024; // 8 rows of 128 bytes
  const int64_t swizzle_128b = (int64_t)1 << 62;
  MlirValue address = dl_llvm_ptrtoint(bld, work->i32, at(work, offset));
  address = dl_arith_andi(bld, address, number(work, 0x3FFFF));
  address =
      dl_arith_shrui(bld, address, number(work, 4), (dl_arith_shrui_attrs){0});
  address = dl_arith_extui(bld, work->i64, address);
  int64_t fields = leading >> 4 << 16 | group_bytes >> 4 << 32 | swizzle_128b;
  return dl_arith_ori(bld, address, dl_constant_int(bld, work->i64, fields));
}

struct text {
  char chars[8192];
  size_t length;
};

__attribute__((format(printf, 2, 3))) static void
append(struct text *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int count = vsnprintf(text->chars + text->length,
                        sizeof(text->chars) - text->length, format, arguments);
  va_end(arguments);
  text->length += count > 0 ? (size_t)count : 0;
}

/// All instructions of a step as one text, so that nothing comes between them
/// and no sum is touched before the wait.
static void write_instructions(const struct work *work, struct text *text) {
  const dl_gemm_schedule *schedule = work->gemm->schedule;
  int n = work->n_sums;
  const char *type =
      mlirTypeIsAF16(dl_stage_type(work->gemm->part, 0, 0, work->gemm->atom))
          ? "f16"
          : "bf16";
  int right_bytes = work->is_transposed
                        ? INSTRUCTION_BYTES / 2 * schedule->depth_bytes
                        : INSTRUCTION_BYTES;
  append(text, "{\n.reg .pred p;\n.reg .b64 l, r;\nsetp.ne.b32 p, 1, 0;\n"
               "wgmma.fence.sync.aligned;\n");
  for (int i = 0; i < schedule->depth_bytes / INSTRUCTION_BYTES; ++i) {
    append(text, "add.s64 l, $%d, %d;\nadd.s64 r, $%d, %d;\n", 2 * n,
           i * INSTRUCTION_BYTES >> 4, 2 * n + 1, i * right_bytes >> 4);
    append(text, "wgmma.mma_async.sync.aligned.m64n%dk16.f32.%s.%s {",
           schedule->cols, type, type);
    for (int j = 0; j < n; ++j)
      append(text, "%s$%d", j ? "," : "", j);
    append(text, "}, l, r, p, 1, 1, 0, %d;\n", work->is_transposed);
  }
  append(text, "wgmma.commit_group.sync.aligned;\n"
               "wgmma.wait_group.sync.aligned 0;\n}");
}

static void multiply(const struct work *work, const struct ring *ring,
                     MlirValue left_row, MlirValue *sums) {
  const dl_builder *bld = work->bld;
  int n = work->n_sums;
  struct text text = {.length = 0}, constraints = {.length = 0};
  write_instructions(work, &text);
  MlirValue operands[MAX_SUMS + 2];
  MlirType types[MAX_SUMS];
  for (int i = 0; i < n; ++i) {
    append(&constraints, "=f,");
    operands[i] = sums[i];
    types[i] = mlirValueGetType(sums[i]);
  }
  for (int i = 0; i < n; ++i)
    append(&constraints, "%d,", i);
  append(&constraints, "l,l,~{memory}");
  MlirValue slot =
      dl_int_mul(bld, ring->slot, number(work, work->layout.slot_bytes));
  operands[n] = descriptor(work, dl_int_add(bld, slot, left_row), 16);
  operands[n + 1] = descriptor(
      work, dl_int_add(bld, slot, number(work, work->layout.left_bytes)),
      work->is_transposed ? DL_WGMMA_DEPTH * work->gemm->schedule->depth_bytes
                          : 16);
  MlirType type = mlirLLVMStructTypeLiteralGet(bld->context, n, types, false);
  MlirValue result =
      dl_result(dl_llvm_inline_asm(
                    bld, 1, &type, n + 2, operands,
                    (dl_llvm_inline_asm_attrs){
                        .asm_string = dl_attr_string(bld, text.chars),
                        .constraints = dl_attr_string(bld, constraints.chars),
                        .has_side_effects = true}),
                0);
  for (int i = 0; i < n; ++i) {
    const int64_t position = i;
    sums[i] = dl_llvm_extractvalue(
        bld, types[i], result,
        (dl_llvm_extractvalue_attrs){
            .position = mlirDenseI64ArrayGet(bld->context, 1, &position)});
  }
}

/// Sums along the depth; gives the slot back after each step.
static void sum_tile(const struct work *work, struct ring *ring,
                     MlirValue *sums) {
  const dl_builder *bld = work->bld;
  const dl_gemm *gemm = work->gemm;
  int n = work->n_sums;
  MlirValue carried[MAX_SUMS + 2];
  for (int i = 0; i < n; ++i)
    carried[i] = sums[i];
  carried[n] = ring->slot;
  carried[n + 1] = ring->parity;
  MlirValue group = dl_int_div(bld, gemm->warp, number(work, WARPS_A_GROUP));
  MlirValue left_row = dl_int_mul(
      bld, group, number(work, DL_WGMMA_ROWS * gemm->schedule->depth_bytes));
  MlirValue in_group =
      dl_int_rem(bld, gemm->thread, number(work, DL_WARPGROUP));
  dl_region_op loop = dl_for_open(bld, number(work, 0), work->steps,
                                  number(work, 1), n + 2, carried);
  for (int i = 0; i < n; ++i)
    carried[i] = mlirBlockGetArgument(loop.block, i + 1);
  ring->slot = mlirBlockGetArgument(loop.block, n + 1);
  ring->parity = mlirBlockGetArgument(loop.block, n + 2);
  wait(work, work->layout.full, ring->slot, ring->parity);
  multiply(work, ring, left_row, carried);
  dl_region_op branch = dl_if_open(bld, dl_int_is(bld, in_group, 0));
  dl_nvvm_mbarrier_arrive(
      bld, 0, NULL, barrier(work, work->layout.empty, ring->slot),
      (MlirValue){NULL}, (dl_nvvm_mbarrier_arrive_attrs){0});
  dl_if_close(bld, &branch);
  advance(work, ring);
  carried[n] = ring->slot;
  carried[n + 1] = ring->parity;
  dl_for_close(bld, &loop, n + 2, carried);
  for (int i = 0; i < n; ++i)
    sums[i] = dl_result(loop.op, i);
  ring->slot = dl_result(loop.op, n);
  ring->parity = dl_result(loop.op, n + 1);
}

/// A warp's 16 rows, some columns at a time.
static void store_tile(const struct work *work, const MlirValue *sums) {
  const dl_builder *bld = work->bld;
  dl_gemm *gemm = work->gemm;
  MlirValue four = number(work, 4);
  MlirValue row = dl_int_div(bld, gemm->lane, four);
  MlirValue pair =
      dl_int_mul(bld, dl_int_rem(bld, gemm->lane, four), number(work, 2));
  dl_slab slab = {
      .rows = DL_ATOM_ROWS,
      .cols = DL_WGMMA_SLAB_COLS,
      .pass_rows = DL_ATOM_ROWS,
      .row = dl_int_mul(bld, gemm->warp, number(work, DL_ATOM_ROWS)),
      .base = dl_int_add(
          bld, number(work, work->layout.slabs),
          dl_int_mul(bld, gemm->warp, number(work, work->layout.slab_bytes)))};
  const int atoms = DL_WGMMA_SLAB_COLS / DL_ATOM_COLS;
  for (int from = 0; from < gemm->schedule->cols; from += DL_WGMMA_SLAB_COLS) {
    slab.col = number(work, from);
    for (int j = 0; j < atoms; ++j)
      for (int half = 0; half < 2; ++half) {
        MlirValue place = dl_slab_place(
            gemm, &slab, 0, dl_int_add(bld, row, number(work, 8 * half)),
            dl_int_add(bld, pair, number(work, DL_ATOM_COLS * j)));
        int first = 4 * (from / DL_ATOM_COLS + j) + 2 * half;
        dl_shared_store(bld, gemm->shared, place, 2, &sums[first]);
      }
    dl_store_slab(gemm, &slab, 0);
  }
}

static void emit_multiplying(struct work *work) {
  const dl_builder *bld = work->bld;
  dl_gemm *gemm = work->gemm;
  set_registers(work, MULTIPLYING_REGISTERS, "#nvvm<action increase>");
  gemm->warp = dl_sub(bld, gemm->warp, number(work, WARPS_A_GROUP));
  struct ring ring;
  dl_region_op tiles = open_tiles(work, &ring);
  MlirValue sums[MAX_SUMS];
  MlirValue first = dl_first_sum(gemm, 0);
  for (int i = 0; i < work->n_sums; ++i)
    sums[i] = first;
  sum_tile(work, &ring, sums);
  store_tile(work, sums);
  close_tiles(work, &tiles, &ring);
}

static void init_barriers(const struct work *work) {
  const dl_builder *bld = work->bld;
  dl_region_op branch = dl_if_open(bld, dl_int_is(bld, work->gemm->thread, 0));
  for (int i = 0; i < work->gemm->schedule->stages; ++i) {
    MlirValue slot = number(work, i);
    dl_nvvm_mbarrier_init(bld, barrier(work, work->layout.full, slot),
                          number(work, 1), (MlirValue){NULL});
    dl_nvvm_mbarrier_init(bld, barrier(work, work->layout.empty, slot),
                          number(work, work->n_groups), (MlirValue){NULL});
  }
  dl_nvvm_fence_mbarrier_init(bld);
  dl_if_close(bld, &branch);
  dl_gpu_barrier(bld);
}

void dl_emit_wgmma_tiles(dl_gemm *gemm) {
  const dl_builder *bld = &gemm->emitter->bld;
  const dl_gemm_schedule *schedule = gemm->schedule;
  struct work work = {.gemm = gemm,
                      .bld = bld,
                      .i32 = mlirIntegerTypeGet(bld->context, 32),
                      .i64 = mlirIntegerTypeGet(bld->context, 64),
                      .layout = dl_wgmma_layout_of(schedule, gemm->accumulator),
                      .is_transposed =
                          !gemm->part->products[0].factors[1].is_depth_last,
                      .n_groups = schedule->warps_down / WARPS_A_GROUP,
                      .n_sums = schedule->cols / 2};
  gemm->thread = dl_thread(bld, work.i32, gemm->threads);
  gemm->lane = dl_int_rem(bld, gemm->thread, number(&work, 32));
  gemm->warp = dl_int_div(bld, gemm->thread, number(&work, 32));
  gemm->shared = dl_shared_base(bld);
  work.tiles = dl_count_tiles(gemm);
  work.steps = dl_int_ceil_div(bld, gemm->depth, number(&work, DL_WGMMA_DEPTH));
  init_barriers(&work);
  dl_region_op roles = dl_if_open(
      bld, dl_int_less(bld, gemm->thread, number(&work, DL_WARPGROUP)));
  emit_loading(&work);
  dl_if_else(bld, &roles);
  emit_multiplying(&work);
  dl_if_close(bld, &roles);
}
