// The table of instruction forms, ops.def, and its row format.
//
//   OP(base, pattern, signature, handler, flags)
//   ALU(base, pattern, signature, lanes)      arithmetic on bits
//   FP(base, pattern, signature, lanes)       ... with rounding, ftz, sat
//   APPROX(base, pattern, signature, lanes)   ... whose result is bounded only
//   CMP(base, pattern, signature, lanes)      setp and set
//
// A pattern is the words after the base, in order: `a` is needed, `?a` may
// stand there, `a|b|c` is one of them. Types among them are numbered: type 0
// is the first. A signature has one letter an operand:
//
//   D E  destination register of type 0, 1     d e  ... or a wider one
//   S T  source register or immediate of type 0, 1   s t  ... or a wider one
//   W X  destination of 4 bytes, of twice type 0     Y  source of twice type 0
//   2 4 8  source of so many bytes             I  an integer immediate
//   U    as 4, where a number goes before it
//   P Q  destination predicate; Q may be p|q   p  source predicate, may be !p
//   Z    destination of 4 bytes, may be d|p (the predicate is an operand more)
//   V v  register of type 0 or wider, or a vector of them: loaded, stored
//   M m  mov: register or vector of any registers that add up to type 0
//   F f  fragment: `:n` behind it says of how many 4-byte registers
//   G    accumulators of wgmma: as many 4-byte registers as its shape has
//   B    matrix descriptor of wgmma, as 8
//   A    address in [ ]                        L  label or .branchtargets
//   C    [address, {coordinates}]: two operands, the second a vector
//   ?    what follows may be missing
//
// "Operands" of the decoded instruction are those letters in order, where Q,
// Z and C count twice.
#ifndef DLOPT_RUNTIME_EMULATE_OPS_H
#define DLOPT_RUNTIME_EMULATE_OPS_H

#include "runtime/emulate/program.h"

enum {
  DL_EM_FLAG_WGMMA = 32, // touches registers of wgmma (set after decoding)
  DL_EM_FLAG_BRANCH = 1,
  DL_EM_FLAG_EXIT = 2,
  DL_EM_FLAG_WAITS = 4,   // may block: its guard splits the warp as a branch
  DL_EM_FLAG_CLOCK = 8,   // reads a clock (set by the decoder)
  DL_EM_FLAG_STRONG = 16, // a memory access with an order (set by the decoder)
  DL_EM_ROW_ITEMS = 20,
};

typedef struct dl_em_row {
  const char *base, *pattern, *signature;
  dl_em_handler handler;
  dl_em_lanes lanes;
  uint8_t flags;
} dl_em_row;

/// Row number `row` of ops.def.
const dl_em_row *dl_em_row_of(uint16_t row);
uint32_t dl_em_n_rows(void);

/// The first row of a base mnemonic from `from` on whose pattern the words
/// fit, or -1. Rows of one base need not be neighbours.
int dl_em_row_match(const char *base, const dl_em_word *words, uint32_t n_words,
                    int from);

// Which targets besides the one named have an instruction.
typedef enum dl_em_need {
  DL_EM_NEED_LATER,  // later ones
  DL_EM_NEED_FAMILY, // it and later ones, with an `a`
  DL_EM_NEED_ONLY,   // it with its `a`
} dl_em_need;

/// The chip that an instruction needs (targets.def), 0 if any will do.
uint32_t dl_em_target_of(const char *base, const uint64_t *words,
                         dl_em_need *kind);

/// True if some row has this base.
bool dl_em_base_is_known(const char *base);

#endif
