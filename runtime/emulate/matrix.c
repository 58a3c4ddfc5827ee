// ldmatrix and stmatrix: 8x8 matrices of 16-bit elements between shared memory
// and fragments. Lanes 8i to 8i + 7 give the addresses of matrix i's rows.
#include "runtime/emulate/handlers.h"
#include "runtime/emulate/machine.h"

#include <string.h>

// Finds the rows; false if lanes are missing so far.
static bool find_rows(dl_em_warp *warp, const dl_em_insn *insn, uint32_t mask,
                      const dl_em_operand *address, uint16_t kind,
                      uint32_t n_matrices, dl_em_access *access) {
  uint32_t together;
  if (!dl_em_warp_gather(warp, insn, mask, warp->live, &together))
    return false;
  if (together != UINT32_MAX)
    dl_em_note(warp, insn, NULL, DL_EM_REPORT_DIVERGENCE,
               (uint32_t)__builtin_ctz(together),
               "lanes 0x%08x of a warp that must be whole", together);
  *access = (dl_em_access){.space = (dl_em_space)insn->space,
                           .kind = kind,
                           .n_bytes = 16,
                           .mask = n_matrices == 4
                                       ? UINT32_MAX
                                       : ((uint32_t)1 << (8 * n_matrices)) - 1};
  dl_em_access_addresses(warp, address, access);
  dl_em_access_check(warp, insn, access);
  return true;
}

static dl_em_slot slot_of(const dl_em_operand *operand, uint32_t i) {
  return operand->kind == DL_EM_VECTOR ? operand->slots[i] : operand->slot;
}

// Where element `half` of a lane's register lies: row and byte in the row.
static uint32_t element_row(uint32_t lane, uint32_t half, bool is_transposed) {
  return is_transposed ? lane % 4 * 2 + half : lane / 4;
}
static uint32_t element_byte(uint32_t lane, uint32_t half, bool is_transposed) {
  return 2 * (is_transposed ? lane / 4 : lane % 4 * 2 + half);
}

dl_em_next dl_em_do_ldmatrix(dl_em_warp *warp, const dl_em_insn *insn,
                             uint32_t mask) {
  const dl_em_operand *to = &insn->operands[0];
  uint32_t n = to->kind == DL_EM_VECTOR ? to->n : 1;
  bool is_transposed = dl_em_has(insn, DL_EM_W_trans);
  dl_em_access access;
  if (!find_rows(warp, insn, mask, &insn->operands[1], DL_EM_READ, n, &access))
    return DL_EM_BLOCK;
  for (uint32_t i = 0; i < n; ++i) {
    dl_em_slot slot = slot_of(to, i);
    uint16_t *halves = DL_EM_REG(warp, slot);
    for (uint32_t e = 0; slot != 0 && e < 2 * DL_EM_LANES; ++e) {
      uint32_t row = 8 * i + element_row(e / 2, e % 2, is_transposed);
      halves[e] = 0xFFFF;
      if (access.mask >> row & 1)
        memcpy(&halves[e],
               access.host[row] + element_byte(e / 2, e % 2, is_transposed), 2);
    }
  }
  return DL_EM_NEXT;
}

dl_em_next dl_em_do_stmatrix(dl_em_warp *warp, const dl_em_insn *insn,
                             uint32_t mask) {
  const dl_em_operand *from = &insn->operands[1];
  uint32_t n = from->kind == DL_EM_VECTOR ? from->n : 1;
  bool is_transposed = dl_em_has(insn, DL_EM_W_trans);
  dl_em_access access;
  if (!find_rows(warp, insn, mask, &insn->operands[0], DL_EM_WRITE, n, &access))
    return DL_EM_BLOCK;
  for (uint32_t i = 0; i < n; ++i) {
    const uint16_t *halves = DL_EM_REG(warp, slot_of(from, i));
    for (uint32_t e = 0; e < 2 * DL_EM_LANES; ++e) {
      uint32_t row = 8 * i + element_row(e / 2, e % 2, is_transposed);
      if (access.mask >> row & 1)
        memcpy(access.host[row] + element_byte(e / 2, e % 2, is_transposed),
               &halves[e], 2);
    }
  }
  return DL_EM_NEXT;
}

dl_em_next dl_em_do_movmatrix(dl_em_warp *warp, const dl_em_insn *insn,
                              uint32_t mask) {
  uint32_t together;
  if (!dl_em_warp_gather(warp, insn, mask, warp->live, &together))
    return DL_EM_BLOCK;
  const uint16_t *from = DL_EM_REG(warp, insn->operands[1].slot);
  uint16_t result[2 * DL_EM_LANES];
  for (uint32_t e = 0; e < 2 * DL_EM_LANES; ++e) {
    uint32_t row = e / 8, column = e % 8; // of what element e becomes
    result[e] = from[column * 8 + row];
  }
  dl_em_blend(DL_EM_REG(warp, insn->operands[0].slot), result, together, 4);
  return DL_EM_NEXT;
}
