// Instructions whose results the PTX ISA only bounds: computed in f64 (or with
// IEEE division) and rounded, and on request moved by a seeded error within
// the bound, so that tests cannot depend on the bits.
#include "runtime/emulate/handlers.h"
#include "runtime/emulate/machine.h"
#include "runtime/emulate/numbers.h"

#include <math.h>

#define UNARY(name, value)                                                     \
  void dl_em_##name##_f32(void *result, const void *const *sources) {          \
    float *r = result;                                                         \
    const float *a = sources[0];                                               \
    for (int l = 0; l < DL_EM_LANES; ++l) {                                    \
      double x = (double)a[l];                                                 \
      r[l] = dl_em_canonical((float)(value));                                  \
    }                                                                          \
  }
UNARY(ex2, exp2(x))
UNARY(lg2, log2(x))
UNARY(sin, sin(x))
UNARY(cos, cos(x))
UNARY(tanh, tanh(x))
UNARY(rsqrt, 1.0 / sqrt(x))

void dl_em_rsqrt_f64(void *result, const void *const *sources) {
  double *r = result;
  const double *a = sources[0];
  for (int l = 0; l < DL_EM_LANES; ++l)
    r[l] = 1.0 / sqrt(a[l]);
}

// Bounds of the PTX ISA, sections of each instruction. relative: of the
// result; absolute: added.
typedef struct bound {
  const char *base;
  uint8_t type;
  double relative, absolute;
} bound;

static const bound bounds[] = {
    {"div", DL_EM_W_f32, 0x1p-22, 0}, // 2 ulp
    {"rcp", DL_EM_W_f32, 0x1p-23, 0}, // 1 ulp
    {"sqrt", DL_EM_W_f32, 0x1p-23, 0},
    {"rsqrt", DL_EM_W_f32, 0x1.1p-23, 0}, // 2^-22.9
    {"ex2", DL_EM_W_f32, 0x1p-22, 0},
    {"lg2", DL_EM_W_f32, 0, 0x1p-22},
    {"sin", DL_EM_W_f32, 0, 0x1.6p-21}, // 2^-20.5 in [-2 pi, 2 pi]
    {"cos", DL_EM_W_f32, 0, 0x1.6p-21},
    {"tanh", DL_EM_W_f32, 0x1p-11, 0},
};

// In [-1, 1], the same for the same instruction, input bits and seed.
static double noise(const dl_em_warp *warp, const dl_em_insn *insn,
                    uint32_t bits) {
  uint64_t z =
      warp->run->device->options.seed ^ ((uint64_t)insn->line << 32 | bits);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  z ^= z >> 31;
  return (double)(int64_t)z * 0x1p-63;
}

static void perturb(dl_em_warp *warp, const dl_em_insn *insn, float *result) {
  const char *base = dl_em_row_of(insn->row)->base;
  const bound *b = NULL;
  for (size_t i = 0; i < sizeof(bounds) / sizeof(bounds[0]); ++i)
    if (bounds[i].type == insn->type[0] && strcmp(bounds[i].base, base) == 0)
      b = &bounds[i];
  if (!b)
    return;
  for (int l = 0; l < DL_EM_LANES; ++l) {
    double value = (double)result[l];
    if (!isfinite(value) || value == 0.0)
      continue; // exact where the ISA says so
    double error = b->relative * value + b->absolute;
    // Rounding takes part of the bound.
    double moved =
        value + 0.75 * error * noise(warp, insn, dl_em_bits(result[l]));
    result[l] = (float)moved;
  }
}

dl_em_next dl_em_do_approx(dl_em_warp *warp, const dl_em_insn *insn,
                           uint32_t mask) {
  const dl_em_operand *to = &insn->operands[0];
  if (!warp->run->device->options.is_perturbed || to->bytes != 4 ||
      insn->type[0] != DL_EM_W_f32)
    return dl_em_do_fp(warp, insn, mask);
  float before[DL_EM_LANES], after[DL_EM_LANES];
  float *lanes = DL_EM_REG(warp, to->slot);
  memcpy(before, lanes, sizeof(before));
  dl_em_do_fp(warp, insn, mask);
  memcpy(after, lanes, sizeof(after));
  perturb(warp, insn, after);
  dl_em_blend(before, after, mask, 4);
  memcpy(lanes, before, sizeof(before));
  return DL_EM_NEXT;
}
