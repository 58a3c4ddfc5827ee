// The arithmetic of wgmma: matrices in shared memory behind descriptors (PTX
// ISA, "Matrix Descriptor Format" and "Strides"), fragments in registers.
#include "runtime/emulate/accumulate.h"
#include "runtime/emulate/numbers.h"
#include "runtime/emulate/sparse.h"
#include "runtime/emulate/tensor_map.h"
#include "runtime/emulate/wgmma.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 16, MAX_COLUMNS = 256, MAX_ROW_BYTES = 64, GROUP_ROWS = 64 };

// A matrix of rows (of A, or columns of B) by k, as a descriptor shows it.
typedef struct matrix {
  uint64_t start, leading, stride; // bytes
  uint32_t swizzle;                // 0 to 3: none, 32, 64, 128 bytes
  uint32_t span;                   // chunks of 16 bytes that it spans
  uint32_t k_bytes;                // of a row
  bool is_turned;                  // rows run along memory, not k
} matrix;

static matrix matrix_of(uint64_t descriptor, uint32_t k_bytes, bool is_turned) {
  static const uint8_t modes[] = {0, 3, 2, 1};
  matrix m = {.start = (descriptor & 0x3FFF) << 4,
              .leading = (descriptor >> 16 & 0x3FFF) << 4,
              .stride = (descriptor >> 32 & 0x3FFF) << 4,
              .swizzle = modes[descriptor >> 62],
              .k_bytes = k_bytes,
              .is_turned = is_turned};
  m.span = 1u << m.swizzle;
  return m;
}

// Chunks in a row's worth of k, or of turned matrices in a column's of rows.
static uint32_t chunks_across(const matrix *m, uint32_t n_rows) {
  return m->is_turned ? n_rows / 8 : m->k_bytes / CHUNK;
}

// Where chunk `across` of line `along` lies: a line is a row, or, in turned
// matrices, one k.
static uint64_t chunk_address(const matrix *m, uint32_t along,
                              uint32_t across) {
  uint64_t outer = along / 8, inner = along % 8;
  uint64_t offset;
  if (m->swizzle == 0)
    offset = m->is_turned
                 ? across * m->stride + inner * CHUNK + outer * m->leading
                 : across * m->leading + inner * CHUNK + outer * m->stride;
  else
    offset = across % m->span * CHUNK + across / m->span * m->leading +
             inner * m->span * CHUNK + outer * m->stride;
  return dl_em_swizzled(m->start + offset, m->swizzle);
}

// What the chunks are for: their bytes go to rows, unless it is null.
typedef uint8_t row_bytes[MAX_ROW_BYTES];

// Puts a chunk where it belongs: [row][byte of k].
static void place_chunk(const matrix *m, row_bytes *rows, uint32_t along,
                        uint32_t across, const uint8_t *chunk) {
  if (!m->is_turned) {
    memcpy(rows[along] + across * CHUNK, chunk, CHUNK);
    return;
  }
  for (uint32_t i = 0; i < CHUNK / 2; ++i)
    memcpy(rows[across * 8 + i] + 2 * along, chunk + 2 * i, 2);
}

// Goes through rows [first, first + n) of a matrix, n a multiple of 8.
static void visit(dl_em_warp *warp, const dl_em_insn *insn, const matrix *m,
                  uint32_t first, uint32_t n, uint16_t kind, dl_em_epoch epoch,
                  row_bytes *rows) {
  uint32_t n_along = m->is_turned ? m->k_bytes / 2 : n;
  uint32_t n_across = chunks_across(m, n);
  uint32_t from_along = m->is_turned ? 0 : first;
  uint32_t from_across = m->is_turned ? first / 8 : 0;
  uint32_t total = n_along * n_across;
  dl_em_access access = {.space = DL_EM_SPACE_SHARED,
                         .kind = (uint16_t)(DL_EM_READ | DL_EM_PROXY | kind),
                         .n_bytes = CHUNK,
                         .epoch = epoch};
  for (uint32_t start = 0; start < total; start += DL_EM_LANES) {
    uint32_t count = total - start < DL_EM_LANES ? total - start : DL_EM_LANES;
    for (uint32_t i = 0; i < count; ++i)
      access.address[i] = chunk_address(m, from_along + (start + i) / n_across,
                                        from_across + (start + i) % n_across);
    access.mask = count == 32 ? UINT32_MAX : (1u << count) - 1;
    dl_em_access_check(warp, insn, &access);
    for (uint32_t i = 0; rows && i < count; ++i) {
      static const uint8_t poison[CHUNK] = {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
                                            0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
                                            0xFF, 0xFF, 0xFF, 0xFF};
      place_chunk(m, rows, (start + i) / n_across, (start + i) % n_across,
                  access.mask >> i & 1 ? access.host[i] : poison);
    }
  }
}

static uint32_t element_bits(dl_em_word type) {
  return type == DL_EM_W_tf32                          ? 32
         : type == DL_EM_W_f16 || type == DL_EM_W_bf16 ? 16
                                                       : 8;
}

uint32_t dl_em_wgmma_depth(const dl_em_insn *insn) {
  return dl_em_has(insn, DL_EM_W_m64k8)    ? 8
         : dl_em_has(insn, DL_EM_W_m64k16) ? 16
         : dl_em_has(insn, DL_EM_W_m64k32) ? 32
                                           : 64;
}

// Bytes of k in a row of A (packed) or B.
static uint32_t k_bytes_of(const dl_em_insn *insn, bool is_packed) {
  uint32_t bits = element_bits((dl_em_word)insn->type[1]);
  return dl_em_wgmma_depth(insn) * bits / 8 / (is_packed ? 2 : 1);
}

static bool is_legal(dl_em_warp *warp, const dl_em_insn *insn, const char *name,
                     uint64_t descriptor) {
  const uint64_t unused = 0x3FF1C000C000C000;
  const char *why = NULL;
  if (descriptor & unused)
    why = "has bits set that must be zero";
  else if (descriptor >> 49 & 7)
    why = "has a base offset, which is not emulated";
  if (why)
    dl_em_note(warp, insn, NULL, DL_EM_REPORT_ILLEGAL, 0,
               "the descriptor of %s, 0x%016llx, %s", name,
               (unsigned long long)descriptor, why);
  return !why;
}

static dl_em_sparsity sparsity_of(const dl_em_warp *warp,
                                  const dl_em_insn *insn,
                                  const dl_em_wgmma_operands *o) {
  return (dl_em_sparsity){
      .element_bits = element_bits((dl_em_word)insn->type[1]),
      .depth = dl_em_wgmma_depth(insn),
      .selector = o->selector->value > 3 ? 4 : (uint32_t)o->selector->value,
      .metadata = DL_EM_REG(warp, o->metadata->slot)};
}

bool dl_em_wgmma_check(dl_em_warp *warp, const dl_em_insn *insn,
                       const dl_em_wgmma *op, dl_em_epoch epoch) {
  dl_em_wgmma_operands o = dl_em_wgmma_operands_of(insn);
  uint32_t w = warp->index % DL_EM_GROUP_WARPS;
  uint32_t sm = warp->run->device->options.sm;
  if (sm && sm / 10 != 9) {
    dl_em_note(warp, insn, NULL, DL_EM_REPORT_ILLEGAL, 0,
               "sm_%u has no wgmma; sm_90 has", sm);
    return false;
  }
  if (o.is_sparse) {
    dl_em_sparsity sparsity = sparsity_of(warp, insn, &o);
    if (!dl_em_sparse_selector_is_valid(&sparsity)) {
      dl_em_note(warp, insn, NULL, DL_EM_REPORT_ILLEGAL, 0,
                 "the shape has no sparsity selector %lld",
                 (long long)o.selector->value);
      return false;
    }
  }
  if ((!o.is_a_fragment && !is_legal(warp, insn, "A", op->a[w])) ||
      !is_legal(warp, insn, "B", op->b[w]))
    return false;
  if (!warp->run->is_racing)
    return true;
  // Its own rows of A, and a quarter of B: together all that is read.
  if (!o.is_a_fragment) {
    matrix a =
        matrix_of(op->a[w], k_bytes_of(insn, o.is_sparse), o.is_a_turned);
    visit(warp, insn, &a, w * DL_EM_ROWS, DL_EM_ROWS, DL_EM_ISSUE, epoch, NULL);
  }
  matrix b = matrix_of(op->b[w], k_bytes_of(insn, false), o.is_b_turned);
  uint32_t n_eights = insn->n_columns / 8u;
  uint32_t from = n_eights * w / 4, to = n_eights * (w + 1) / 4;
  if (to > from)
    visit(warp, insn, &b, from * 8, (to - from) * 8, DL_EM_ISSUE, epoch, NULL);
  return true;
}

// What a computation needs room for; one a run.
struct dl_em_wgmma_scratch {
  row_bytes b_bytes[MAX_COLUMNS], a_bytes[DL_EM_ROWS];
  dl_em_column b[MAX_COLUMNS];
  dl_em_rows a;
  int32_t b_integers[MAX_COLUMNS][DL_EM_MAX_K];
  int32_t a_integers[DL_EM_ROWS][DL_EM_MAX_K];
  float sums[MAX_COLUMNS][DL_EM_ROWS];
};

static uint32_t element_at(const uint8_t *row, uint32_t k, uint32_t bits) {
  uint32_t value = 0;
  memcpy(&value, row + k * bits / 8, bits / 8);
  return value;
}

// The rows of A that a warp brings, from its registers: words of 4 bytes, lane
// after lane (PTX ISA, "Register Fragments").
static void fragment_bytes(const dl_em_warp *warp, const dl_em_operand *a,
                           row_bytes *rows) {
  for (uint32_t i = 0; i < a->n; ++i) {
    const uint32_t *lanes = DL_EM_REG(warp, a->slots[i]);
    for (uint32_t l = 0; l < DL_EM_LANES; ++l)
      memcpy(rows[l / 4 + i % 2 * 8] + (i / 2 * 4 + l % 4) * 4, &lanes[l], 4);
  }
}

static void load_a(dl_em_warp *warp, const dl_em_wgmma *op,
                   const dl_em_wgmma_operands *o, row_bytes *rows) {
  uint32_t w = warp->index % DL_EM_GROUP_WARPS;
  if (o->is_a_fragment) {
    fragment_bytes(warp, o->a, rows);
    return;
  }
  matrix a =
      matrix_of(op->a[w], k_bytes_of(op->insn, o->is_sparse), o->is_a_turned);
  visit(warp, op->insn, &a, w * DL_EM_ROWS, DL_EM_ROWS, DL_EM_COMPLETE, 0,
        rows);
}

static void load_b(dl_em_warp *warp, const dl_em_wgmma *op,
                   const dl_em_wgmma_operands *o, row_bytes *rows) {
  matrix b = matrix_of(op->b[warp->index % DL_EM_GROUP_WARPS],
                       k_bytes_of(op->insn, false), o->is_b_turned);
  visit(warp, op->insn, &b, 0, op->insn->n_columns, DL_EM_COMPLETE, 0, rows);
}

static void note_metadata(dl_em_warp *warp, const dl_em_insn *insn) {
  dl_em_note(warp, insn, NULL, DL_EM_REPORT_ILLEGAL, 0,
             "the metadata names no two elements of four in ascending order");
}

static void decode_a(dl_em_warp *warp, const dl_em_wgmma *op,
                     const dl_em_wgmma_operands *o,
                     struct dl_em_wgmma_scratch *s) {
  const dl_em_insn *insn = op->insn;
  dl_em_word type = (dl_em_word)insn->type[1];
  uint32_t bits = element_bits(type), words[DL_EM_MAX_K];
  uint32_t depth = dl_em_wgmma_depth(insn) / (o->is_sparse ? 2 : 1);
  float significands[DL_EM_MAX_K];
  int32_t exponents[DL_EM_MAX_K];
  s->a.is_special = false;
  load_a(warp, op, o, s->a_bytes);
  for (uint32_t r = 0; r < DL_EM_ROWS; ++r) {
    for (uint32_t k = 0; k < depth; ++k)
      words[k] = element_at(s->a_bytes[r], k, bits);
    s->a.is_special |=
        dl_em_operand_values(type, depth, words, significands, exponents);
    for (uint32_t k = 0; k < depth; ++k) {
      s->a.significand[k][r] = (float)o->sign_a * significands[k];
      s->a.exponent[k][r] = exponents[k];
    }
  }
  if (!o->is_sparse)
    return;
  dl_em_sparsity sparsity = sparsity_of(warp, insn, o);
  if (!dl_em_sparse_unpack(&sparsity, &s->a))
    note_metadata(warp, insn);
}

static void decode_b(dl_em_warp *warp, const dl_em_wgmma *op,
                     const dl_em_wgmma_operands *o,
                     struct dl_em_wgmma_scratch *s) {
  dl_em_word type = (dl_em_word)op->insn->type[2];
  uint32_t bits = element_bits(type), words[DL_EM_MAX_K];
  uint32_t depth = dl_em_wgmma_depth(op->insn);
  load_b(warp, op, o, s->b_bytes);
  for (uint32_t n = 0; n < op->insn->n_columns; ++n) {
    dl_em_column *column = &s->b[n];
    for (uint32_t k = 0; k < depth; ++k)
      words[k] = element_at(s->b_bytes[n], k, bits);
    column->is_special = dl_em_operand_values(
        type, depth, words, column->significand, column->exponent);
    for (uint32_t k = 0; o->sign_b < 0 && k < depth; ++k)
      column->significand[k] = -column->significand[k];
  }
}

// Register `i` of a lane's accumulators of f32 or s32: row and column.
static uint32_t row_of(uint32_t lane, uint32_t i) {
  return lane / 4 + i / 2 % 2 * 8;
}
static uint32_t column_of(uint32_t lane, uint32_t i) {
  return i / 4 * 8 + lane % 4 * 2 + i % 2;
}

static void load_sums(const dl_em_warp *warp, const dl_em_operand *d,
                      uint32_t n_columns, bool is_f16,
                      float sums[][DL_EM_ROWS]) {
  for (uint32_t i = 0; i < n_columns / 2; ++i)
    for (uint32_t l = 0; l < DL_EM_LANES; ++l) {
      dl_em_slot slot = d->slots[is_f16 ? i / 2 : i];
      uint32_t word = ((const uint32_t *)DL_EM_REG(warp, slot))[l];
      sums[column_of(l, i)][row_of(l, i)] =
          is_f16 ? dl_em_from_f16((uint16_t)(word >> (i % 2 * 16)))
                 : dl_em_float(word);
    }
}

static void store_sums(dl_em_warp *warp, const dl_em_operand *d,
                       uint32_t n_columns, bool is_f16,
                       float sums[][DL_EM_ROWS]) {
  for (uint32_t i = 0; i < n_columns / 2; ++i) {
    dl_em_slot slot = d->slots[is_f16 ? i / 2 : i];
    for (uint32_t l = 0; slot && l < DL_EM_LANES; ++l) {
      float value = sums[column_of(l, i)][row_of(l, i)];
      if (is_f16)
        ((uint16_t *)DL_EM_REG(warp, slot))[2 * l + i % 2] =
            dl_em_to_f16(value);
      else
        ((float *)DL_EM_REG(warp, slot))[l] = value;
    }
  }
}

static void compute_floats(dl_em_warp *first, const dl_em_wgmma *op,
                           const dl_em_wgmma_operands *o,
                           struct dl_em_wgmma_scratch *s) {
  const dl_em_options *options = &first->run->device->options;
  const dl_em_insn *insn = op->insn;
  uint32_t sm = options->sm ? options->sm : first->kernel->module->target;
  uint32_t depth = dl_em_wgmma_depth(insn), n = insn->n_columns;
  dl_em_accum model = dl_em_accum_of(sm, (dl_em_word)insn->type[1],
                                     (dl_em_word)insn->type[0], depth, true);
  model.is_fma = options->accumulate == DL_EM_ACCUMULATE_FMA;
  decode_b(first, op, o, s);
  for (uint32_t w = 0; w < DL_EM_GROUP_WARPS; ++w) {
    decode_a(&first[w], op, o, s);
    if (op->has_addend >> w & 1)
      load_sums(&first[w], o->d, n, model.is_f16, s->sums);
    else
      memset(s->sums, 0, n * sizeof(s->sums[0]));
    for (uint32_t c = 0; c < n; ++c)
      dl_em_dot_column(&model, depth, &s->a, &s->b[c], s->sums[c]);
    store_sums(&first[w], o->d, n, model.is_f16, s->sums);
  }
}

static int32_t integer_of(dl_em_word type, uint8_t byte) {
  return type == DL_EM_W_s8 ? (int8_t)byte : byte;
}

static void integers_of_a(dl_em_warp *warp, const dl_em_wgmma *op,
                          const dl_em_wgmma_operands *o,
                          struct dl_em_wgmma_scratch *s) {
  dl_em_word type = (dl_em_word)op->insn->type[1];
  uint32_t depth = dl_em_wgmma_depth(op->insn);
  bool has_illegal = false;
  load_a(warp, op, o, s->a_bytes);
  for (uint32_t r = 0; r < DL_EM_ROWS && !o->is_sparse; ++r)
    for (uint32_t k = 0; k < depth; ++k)
      s->a_integers[r][k] = integer_of(type, s->a_bytes[r][k]);
  if (!o->is_sparse)
    return;
  dl_em_sparsity sparsity = sparsity_of(warp, op->insn, o);
  memset(s->a_integers, 0, sizeof(s->a_integers));
  for (uint32_t r = 0; r < DL_EM_ROWS; ++r)
    for (uint32_t slot = 0; slot < depth / 2; ++slot) {
      uint32_t k = dl_em_sparse_place(&sparsity, r, slot);
      has_illegal |= k == UINT32_MAX;
      if (k != UINT32_MAX)
        s->a_integers[r][k] = integer_of(type, s->a_bytes[r][slot]);
    }
  if (has_illegal)
    note_metadata(warp, op->insn);
}

static void compute_integers(dl_em_warp *first, const dl_em_wgmma *op,
                             const dl_em_wgmma_operands *o,
                             struct dl_em_wgmma_scratch *s) {
  const dl_em_insn *insn = op->insn;
  uint32_t depth = dl_em_wgmma_depth(insn);
  bool is_saturated = dl_em_has(insn, DL_EM_W_satfinite);
  load_b(first, op, o, s->b_bytes);
  for (uint32_t n = 0; n < insn->n_columns; ++n)
    for (uint32_t k = 0; k < depth; ++k)
      s->b_integers[n][k] =
          integer_of((dl_em_word)insn->type[2], s->b_bytes[n][k]);
  for (uint32_t w = 0; w < DL_EM_GROUP_WARPS; ++w) {
    integers_of_a(&first[w], op, o, s);
    for (uint32_t i = 0; i < insn->n_columns / 2u; ++i) {
      dl_em_slot slot = o->d->slots[i];
      int32_t *lanes = DL_EM_REG(&first[w], slot);
      for (uint32_t l = 0; slot && l < DL_EM_LANES; ++l) {
        const int32_t *a = s->a_integers[row_of(l, i)];
        const int32_t *b = s->b_integers[column_of(l, i)];
        int32_t dot = 0;
        for (uint32_t k = 0; k < depth; ++k)
          dot += a[k] * b[k];
        int64_t sum = (op->has_addend >> w & 1 ? (int64_t)lanes[l] : 0) + dot;
        if (is_saturated)
          sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
        lanes[l] = (int32_t)(uint32_t)sum;
      }
    }
  }
}

void dl_em_wgmma_compute(dl_em_warp *first, const dl_em_wgmma *op) {
  dl_em_run *run = first->run;
  if (!run->scratch)
    run->scratch = malloc(sizeof(*run->scratch));
  if (!run->scratch) {
    dl_em_stop(first, op->insn, "no memory for a wgmma");
    return;
  }
  dl_em_wgmma_operands o = dl_em_wgmma_operands_of(op->insn);
  if (op->insn->type[0] == DL_EM_W_s32)
    compute_integers(first, op, &o, run->scratch);
  else
    compute_floats(first, op, &o, run->scratch);
  run->device->counts.matrix_macs +=
      (uint64_t)GROUP_ROWS * op->insn->n_columns * dl_em_wgmma_depth(op->insn);
}
