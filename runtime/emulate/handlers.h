// Every handler and lane function that ops.def names, declared.
#ifndef DLOPT_RUNTIME_EMULATE_HANDLERS_H
#define DLOPT_RUNTIME_EMULATE_HANDLERS_H

#include "runtime/emulate/lanes.h"
#include "runtime/emulate/program.h"

#define OP(base, pattern, signature, handler, flags)                           \
  dl_em_next dl_em_##handler(dl_em_warp *, const dl_em_insn *, uint32_t);
#define ALU(base, pattern, signature, lanes) dl_em_lanes_fn dl_em_##lanes;
#define FP(base, pattern, signature, lanes) dl_em_lanes_fn dl_em_##lanes;
#define APPROX(base, pattern, signature, lanes) dl_em_lanes_fn dl_em_##lanes;
#define CMP(base, pattern, signature, lanes) dl_em_compare_fn dl_em_##lanes;
#include "runtime/emulate/ops.def"
#undef OP
#undef ALU
#undef FP
#undef APPROX
#undef CMP

// Those behind ALU, FP, APPROX and CMP.
dl_em_next dl_em_do_alu(dl_em_warp *, const dl_em_insn *, uint32_t);
dl_em_next dl_em_do_fp(dl_em_warp *, const dl_em_insn *, uint32_t);
dl_em_next dl_em_do_approx(dl_em_warp *, const dl_em_insn *, uint32_t);
dl_em_next dl_em_do_compare(dl_em_warp *, const dl_em_insn *, uint32_t);

#endif
