// wgmma: products of a warpgroup that take effect when they are waited for.
// Private to runtime/emulate.
#ifndef DLOPT_RUNTIME_EMULATE_WGMMA_H
#define DLOPT_RUNTIME_EMULATE_WGMMA_H

#include "runtime/emulate/race.h"

enum { DL_EM_GROUP_WARPS = 4, DL_EM_ALL_WARPS = 15 };

// One wgmma.mma_async. It is an operation of all four warps.
struct dl_em_wgmma {
  const dl_em_insn *insn;
  uint8_t issued; // by which warps
  bool is_done;
  uint8_t has_addend;                // scale-d, of each warp
  uint32_t group[DL_EM_GROUP_WARPS]; // commits before it
  uint64_t a[DL_EM_GROUP_WARPS];     // descriptor, unless A is in registers
  uint64_t b[DL_EM_GROUP_WARPS];
};

typedef struct dl_em_warpgroup {
  uint32_t first; // number of ops[0]
  uint32_t n_ops, room_ops;
  dl_em_wgmma *ops;
} dl_em_warpgroup;

// The operands of an instruction, by what they are.
typedef struct dl_em_wgmma_operands {
  const dl_em_operand *d, *a, *b, *metadata, *selector, *addend;
  int sign_a, sign_b; // -1 or 1
  bool is_a_turned, is_b_turned;
  bool is_a_fragment, is_sparse;
} dl_em_wgmma_operands;

dl_em_wgmma_operands dl_em_wgmma_operands_of(const dl_em_insn *insn);

/// k of an instruction, of unpacked operands.
uint32_t dl_em_wgmma_depth(const dl_em_insn *insn);

/// Checks what a warp's part of it reads for races, at its issue; reports a
/// descriptor that is illegal. False: it is.
bool dl_em_wgmma_check(dl_em_warp *warp, const dl_em_insn *insn,
                       const dl_em_wgmma *op, dl_em_epoch epoch);
/// Computes it for all warps. `first` is the warpgroup's first warp.
void dl_em_wgmma_compute(dl_em_warp *first, const dl_em_wgmma *op);

void dl_em_wgmma_perform_some(dl_em_warp *warp);
void dl_em_wgmma_exit(dl_em_warp *warp);
void dl_em_wgmma_reset(dl_em_cta *cta);
void dl_em_wgmma_free(dl_em_cta *cta);

// Registers that a wgmma in flight reads or writes (wgmma_registers.c).
/// Before an instruction that touches registers of some wgmma.
void dl_em_wgmma_check_registers(dl_em_warp *warp, const dl_em_insn *insn,
                                 uint32_t mask);
/// A warp has issued this one, or: its registers are those of `ops` alone.
void dl_em_wgmma_hold_registers(dl_em_warp *warp, const dl_em_insn *insn);
void dl_em_wgmma_free_registers(dl_em_warp *warp);
/// The warp starts anew.
void dl_em_wgmma_forget_registers(dl_em_warp *warp);
bool dl_em_wgmma_want_states(dl_em_warp *warp);

#endif
