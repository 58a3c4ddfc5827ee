// Registers of wgmma: nothing else may touch the accumulators of one in
// flight, or write its other operands; and what an ordinary instruction wrote
// needs a wgmma.fence before a wgmma may use it.
#include "runtime/emulate/handlers.h"
#include "runtime/emulate/ptx_parse.h"
#include "runtime/emulate/wgmma.h"

#include <stdlib.h>
#include <string.h>

// Of each 32-bit register, by its place in the register file.
struct dl_em_register_state {
  const dl_em_insn *accumulates, *reads; // wgmma in flight that do
  const dl_em_insn *writer;              // the last that is no wgmma
  uint32_t n_fences;                     // before it
};

enum { SLOT_BYTES = 32 }; // of the smallest register: no two share so many

static struct dl_em_register_state *state_of(const dl_em_warp *warp,
                                             dl_em_slot slot) {
  return &warp->register_states[slot / SLOT_BYTES];
}

// Calls `visit` for each register of an operand.
typedef void (*visit_fn)(void *data, dl_em_slot slot);

static void each_slot(const dl_em_operand *o, visit_fn visit, void *data) {
  if (o->kind == DL_EM_VECTOR) {
    for (uint32_t i = 0; i < o->n; ++i)
      if (o->slots[i])
        visit(data, o->slots[i]);
  } else if ((o->kind == DL_EM_REGISTER || o->kind == DL_EM_ADDRESS) &&
             o->slot) {
    visit(data, o->slot);
  }
}

typedef struct marking {
  uint8_t *is_marked;
  bool is_found;
} marking;

static void mark(void *data, dl_em_slot slot) {
  marking *m = data;
  m->is_marked[slot / SLOT_BYTES] = 1;
}

static void find(void *data, dl_em_slot slot) {
  marking *m = data;
  m->is_found |= m->is_marked[slot / SLOT_BYTES] != 0;
}

bool dl_em_mark_wgmma(dl_em_kernel *kernel) {
  bool has_wgmma = false;
  for (uint32_t i = 0; i < kernel->n_insns; ++i)
    has_wgmma |= kernel->insns[i].handler == dl_em_do_wgmma;
  if (!has_wgmma)
    return true;
  marking m = {calloc(kernel->register_bytes / SLOT_BYTES + 1, 1), false};
  if (!m.is_marked)
    return false;
  for (uint32_t i = 0; i < kernel->n_insns; ++i) {
    const dl_em_insn *insn = &kernel->insns[i];
    if (insn->handler != dl_em_do_wgmma)
      continue;
    dl_em_wgmma_operands o = dl_em_wgmma_operands_of(insn);
    each_slot(o.d, mark, &m);
    if (o.is_a_fragment)
      each_slot(o.a, mark, &m);
    if (o.metadata)
      each_slot(o.metadata, mark, &m);
  }
  for (uint32_t i = 0; i < kernel->n_insns; ++i) {
    dl_em_insn *insn = &kernel->insns[i];
    m.is_found = false;
    for (uint32_t k = 0; k < insn->n_operands; ++k)
      each_slot(&insn->operands[k], find, &m);
    if (m.is_found)
      insn->flags |= DL_EM_FLAG_WGMMA;
  }
  free(m.is_marked);
  return true;
}

bool dl_em_wgmma_want_states(dl_em_warp *warp) {
  if (!warp->register_states)
    warp->register_states =
        calloc(warp->kernel->register_bytes / SLOT_BYTES + 1,
               sizeof(*warp->register_states));
  return warp->register_states;
}

typedef struct touching {
  dl_em_warp *warp;
  const dl_em_insn *insn;
  uint32_t lane;
  bool is_write, is_wgmma;
} touching;

static void check_slot(void *data, dl_em_slot slot) {
  const touching *t = data;
  struct dl_em_register_state *state = state_of(t->warp, slot);
  const dl_em_insn *user = state->accumulates ? state->accumulates
                           : t->is_write      ? state->reads
                                              : NULL;
  if (user)
    dl_em_note(t->warp, t->insn, user, DL_EM_REPORT_REGISTER, t->lane,
               "%s %s of the wgmma at line %u, which is in flight: no "
               "wgmma.wait_group for it",
               t->is_write ? "writes" : "reads",
               state->accumulates ? "an accumulator" : "an operand",
               user->line);
  if (t->is_write) {
    state->writer = t->insn;
    state->n_fences = t->warp->n_wgmma_fences;
  }
}

// A register that a wgmma uses: its accumulators may be those of another in
// flight of the same shape, which takes its turn.
static void check_use(void *data, dl_em_slot slot) {
  const touching *t = data;
  struct dl_em_register_state *state = state_of(t->warp, slot);
  const dl_em_insn *user = state->accumulates;
  bool is_chained = t->is_write && user &&
                    user->n_columns == t->insn->n_columns &&
                    user->type[0] == t->insn->type[0];
  if (user && !is_chained)
    dl_em_note(
        t->warp, t->insn, user, DL_EM_REPORT_REGISTER, t->lane,
        "uses an accumulator of the wgmma at line %u, which is in flight, "
        "as %s",
        user->line, t->is_write ? "one of another shape" : "an operand");
  if (state->writer && state->n_fences == t->warp->n_wgmma_fences)
    dl_em_note(t->warp, t->insn, state->writer, DL_EM_REPORT_REGISTER, t->lane,
               "uses a register that line %u wrote, with no wgmma.fence since",
               state->writer->line);
}

void dl_em_wgmma_check_registers(dl_em_warp *warp, const dl_em_insn *insn,
                                 uint32_t mask) {
  if (!dl_em_wgmma_want_states(warp))
    return;
  touching t = {warp, insn, (uint32_t)__builtin_ctz(mask), false, false};
  if (insn->handler != dl_em_do_wgmma) {
    for (uint32_t i = 0; i < insn->n_operands; ++i) {
      t.is_write = i < insn->n_written;
      each_slot(&insn->operands[i], check_slot, &t);
    }
    return;
  }
  dl_em_wgmma_operands o = dl_em_wgmma_operands_of(insn);
  if (warp->n_wgmma_fences == 0)
    dl_em_note(warp, insn, NULL, DL_EM_REPORT_REGISTER, t.lane,
               "no wgmma.fence comes before the first wgmma");
  if (o.is_a_fragment)
    each_slot(o.a, check_use, &t);
  if (o.metadata)
    each_slot(o.metadata, check_use, &t);
  t.is_write = true;
  each_slot(o.d, check_use, &t);
}

typedef struct holding {
  dl_em_warp *warp;
  const dl_em_insn *insn;
  bool is_accumulator;
} holding;

static void hold(void *data, dl_em_slot slot) {
  const holding *h = data;
  struct dl_em_register_state *state = state_of(h->warp, slot);
  *(h->is_accumulator ? &state->accumulates : &state->reads) = h->insn;
}

void dl_em_wgmma_hold_registers(dl_em_warp *warp, const dl_em_insn *insn) {
  dl_em_wgmma_operands o = dl_em_wgmma_operands_of(insn);
  holding h = {warp, insn, true};
  each_slot(o.d, hold, &h);
  h.is_accumulator = false;
  if (o.is_a_fragment)
    each_slot(o.a, hold, &h);
  if (o.metadata)
    each_slot(o.metadata, hold, &h);
}

void dl_em_wgmma_free_registers(dl_em_warp *warp) {
  uint32_t n =
      warp->register_states ? warp->kernel->register_bytes / SLOT_BYTES + 1 : 0;
  for (uint32_t i = 0; i < n; ++i)
    warp->register_states[i].accumulates = warp->register_states[i].reads =
        NULL;
}

void dl_em_wgmma_forget_registers(dl_em_warp *warp) {
  if (warp->register_states)
    memset(warp->register_states, 0,
           (warp->kernel->register_bytes / SLOT_BYTES + 1) *
               sizeof(*warp->register_states));
}
