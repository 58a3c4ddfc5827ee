// Basic blocks and immediate post-dominators: where the paths of a branch
// meet again. Algorithm: Cooper, Harvey and Kennedy, "A Simple, Fast Dominance
// Algorithm", on the reversed flow graph.
#include "runtime/emulate/ops.h"
#include "runtime/emulate/program.h"

#include <stdlib.h>

typedef struct flow {
  const dl_em_kernel *kernel;
  uint32_t n; // blocks; block n is the exit
  uint32_t *block_of, *start;
  uint32_t *n_into, *into; // predecessors, as a compressed table
  uint32_t *order;         // blocks in post-order of the reversed graph
  uint32_t *number;        // of a block in that order, 0: not reached
  uint32_t *above;         // immediate post-dominator
} flow;

// The blocks that may follow an instruction at the end of its block. Calls
// `take` for each.
typedef void (*edge_fn)(flow *f, uint32_t from, uint32_t to);

static void each_edge(flow *f, edge_fn take) {
  const dl_em_kernel *kernel = f->kernel;
  for (uint32_t b = 0; b < f->n; ++b) {
    uint32_t last = b + 1 < f->n ? f->start[b + 1] - 1 : kernel->n_insns - 1;
    const dl_em_insn *insn = &kernel->insns[last];
    bool is_exit = insn->flags & DL_EM_FLAG_EXIT;
    if (is_exit)
      take(f, b, f->n);
    if (insn->flags & DL_EM_FLAG_BRANCH) {
      const dl_em_operand *to = &insn->operands[0];
      if (insn->n_operands > 1) { // brx.idx: a table
        to = &insn->operands[1];
        for (uint32_t i = 0; i < to->n; ++i)
          take(f, b, f->block_of[to->slots[i]]);
      } else {
        take(f, b, f->block_of[to->value]);
      }
    }
    bool goes_on =
        insn->guard || !(insn->flags & (DL_EM_FLAG_EXIT | DL_EM_FLAG_BRANCH));
    if (goes_on && b + 1 < f->n)
      take(f, b, b + 1);
  }
}

static void count_edge(flow *f, uint32_t from, uint32_t to) {
  ++f->n_into[to + 1];
}

static void store_edge(flow *f, uint32_t from, uint32_t to) {
  f->into[f->n_into[to]++] = from;
}

static void mark_leader(const dl_em_kernel *kernel, const dl_em_insn *insn,
                        uint32_t *is_leader) {
  for (uint32_t o = 0; o < insn->n_operands; ++o) {
    const dl_em_operand *operand = &insn->operands[o];
    if (operand->kind != DL_EM_TARGET)
      continue;
    if (operand->n == 0)
      is_leader[operand->value] = 1;
    for (uint32_t i = 0; i < operand->n; ++i)
      is_leader[operand->slots[i]] = 1;
  }
  is_leader[insn - kernel->insns + 1] = 1;
}

static void find_blocks(flow *f) {
  const dl_em_kernel *kernel = f->kernel;
  f->block_of[0] = 1;
  for (uint32_t i = 0; i < kernel->n_insns; ++i)
    if (kernel->insns[i].flags & (DL_EM_FLAG_EXIT | DL_EM_FLAG_BRANCH))
      mark_leader(kernel, &kernel->insns[i], f->block_of);
  for (uint32_t i = 0; i < kernel->n_insns; ++i) {
    if (f->block_of[i])
      f->start[f->n++] = i;
    f->block_of[i] = f->n - 1;
  }
}

// Depth first from the exit against the edges, with a stack of its own.
static void number_blocks(flow *f, uint32_t *stack, uint32_t *next) {
  uint32_t depth = 0, n = 0;
  for (uint32_t b = 0; b <= f->n; ++b)
    next[b] = f->n_into[b];
  stack[depth++] = f->n;
  f->number[f->n] = UINT32_MAX; // on the stack
  while (depth > 0) {
    uint32_t b = stack[depth - 1];
    if (next[b] < f->n_into[b + 1]) {
      uint32_t from = f->into[next[b]++];
      if (f->number[from] == 0) {
        f->number[from] = UINT32_MAX;
        stack[depth++] = from;
      }
      continue;
    }
    f->order[n++] = b;
    f->number[b] = n;
    --depth;
  }
  // The exit is last: order[n - 1].
}

static uint32_t meet(const flow *f, uint32_t one, uint32_t other) {
  while (one != other) {
    while (f->number[one] < f->number[other])
      one = f->above[one];
    while (f->number[other] < f->number[one])
      other = f->above[other];
  }
  return one;
}

// The successors of each block are needed in turn; keep them as a table too.
typedef struct successors {
  uint32_t *first, *to;
} successors;

static bool improve(flow *f, const successors *out) {
  bool has_changed = false;
  for (uint32_t i = f->number[f->n] - 1; i-- > 0;) {
    uint32_t b = f->order[i], best = UINT32_MAX;
    for (uint32_t e = out->first[b]; e < out->first[b + 1]; ++e) {
      uint32_t to = out->to[e];
      if (f->number[to] == 0 || f->above[to] == UINT32_MAX)
        continue; // never ends, or not visited yet
      best = best == UINT32_MAX ? to : meet(f, best, to);
    }
    if (f->above[b] != best) {
      f->above[b] = best;
      has_changed = true;
    }
  }
  return has_changed;
}

// The table of successors from that of predecessors.
static void turn_edges(const flow *f, successors *out) {
  for (uint32_t b = 0; b <= f->n; ++b)
    for (uint32_t e = f->n_into[b]; e < f->n_into[b + 1]; ++e)
      ++out->first[f->into[e] + 2];
  for (uint32_t b = 0; b <= f->n; ++b)
    out->first[b + 1] += out->first[b];
  for (uint32_t b = 0; b <= f->n; ++b)
    for (uint32_t e = f->n_into[b]; e < f->n_into[b + 1]; ++e)
      out->to[out->first[f->into[e] + 1]++] = b;
}

static void store_results(const flow *f) {
  for (uint32_t i = 0; i < f->kernel->n_insns; ++i) {
    uint32_t b = f->block_of[i];
    uint32_t to = f->number[b] ? f->above[b] : f->n;
    f->kernel->insns[i].reconverge = to >= f->n ? DL_EM_NO_PC : f->start[to];
  }
}

static void solve(flow *f, uint32_t *scratch) {
  uint32_t room = f->n + 3;
  each_edge(f, count_edge);
  for (uint32_t b = 0; b <= f->n; ++b)
    f->n_into[b + 1] += f->n_into[b];
  each_edge(f, store_edge);
  for (uint32_t b = f->n + 1; b > 0; --b) // storing moved each start by its n
    f->n_into[b] = f->n_into[b - 1];
  f->n_into[0] = 0;
  number_blocks(f, scratch, scratch + room);
  for (uint32_t b = 0; b < f->n; ++b)
    f->above[b] = UINT32_MAX;
  f->above[f->n] = f->n;
}

bool dl_em_find_reconvergence(dl_em_kernel *kernel) {
  uint32_t room = kernel->n_insns + 4, n_edges = 0;
  for (uint32_t i = 0; i < kernel->n_insns; ++i)
    if (kernel->insns[i].flags & (DL_EM_FLAG_EXIT | DL_EM_FLAG_BRANCH))
      n_edges +=
          3 + (kernel->insns[i].n_operands > 1 ? kernel->insns[i].operands[1].n
                                               : 0);
  // Blocks end at branches, or before the target of one.
  n_edges += room;
  uint32_t *memory = calloc(10 * (size_t)room + 2 * (size_t)n_edges, 4);
  if (!memory)
    return false;
  flow f = {.kernel = kernel};
  uint32_t *at = memory;
  uint32_t **parts[] = {&f.block_of, &f.start,  &f.n_into,
                        &f.order,    &f.number, &f.above};
  for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); ++i, at += room)
    *parts[i] = at;
  uint32_t *scratch = at;
  at += 2 * (size_t)room;
  successors out = {.first = at};
  at += 2 * (size_t)room;
  f.into = at;
  out.to = at + n_edges;
  find_blocks(&f);
  solve(&f, scratch);
  turn_edges(&f, &out);
  while (improve(&f, &out)) {
  }
  store_results(&f);
  free(memory);
  return true;
}
