// A warp's lanes: groups that share a pc, how they part at branches and meet
// again, and the loop that executes instructions.
//
// Groups form a tree. A branch that lanes take differently turns its group
// into a join, which waits at the branch's immediate post-dominator, with a
// group for each side as children. Any group may run at any time, so lanes
// that wait for others of their warp get what they wait for, as on Volta and
// later chips.
#include "runtime/emulate/bulk.h"
#include "runtime/emulate/mbarrier.h"
#include "runtime/emulate/wgmma.h"

#include <assert.h>

static int16_t new_node(dl_em_warp *warp) {
  for (int16_t i = 0; i < DL_EM_MAX_NODES; ++i) {
    if (warp->nodes[i].is_used)
      continue;
    warp->nodes[i] = (dl_em_node){.is_used = true, .parent = -1};
    if (i >= warp->n_nodes)
      warp->n_nodes = (uint16_t)(i + 1);
    return i;
  }
  // Each join has two sides with lanes of their own: 32 lanes make at most 31
  // joins and 32 groups.
  assert(false && "more groups than lanes");
  return 0;
}

// A node has lost a child, or all its own lanes; what has nothing left ends.
static void settle(dl_em_warp *warp, int16_t at) {
  while (at >= 0) {
    dl_em_node *node = &warp->nodes[at];
    if (node->children > 0)
      return;
    bool is_home = node->pc == node->meet;
    if (node->mask != 0 && !(is_home && node->parent >= 0))
      return; // it runs
    int16_t parent = node->parent;
    if (parent >= 0) {
      warp->nodes[parent].mask |= node->mask;
      --warp->nodes[parent].children;
    }
    node->is_used = false;
    if (warp->current == at)
      warp->current = -1;
    at = parent;
  }
}

static void move_node(dl_em_warp *warp, int16_t at, uint32_t pc) {
  dl_em_node *node = &warp->nodes[at];
  node->pc = pc;
  node->wait = DL_EM_WAIT_NONE;
  if (pc == node->meet)
    settle(warp, at);
}

void dl_em_warp_jump(dl_em_warp *warp, uint32_t pc) {
  move_node(warp, warp->current, pc);
}

// A group of `mask` at `pc` under a join; lanes already where they meet are
// there at once.
static void add_side(dl_em_warp *warp, int16_t join, uint32_t mask, uint32_t pc,
                     uint32_t meet) {
  if (pc == meet) {
    warp->nodes[join].mask |= mask;
    return;
  }
  int16_t side = new_node(warp);
  warp->nodes[side].mask = mask;
  warp->nodes[side].pc = pc;
  warp->nodes[side].meet = meet;
  warp->nodes[side].parent = join;
  ++warp->nodes[join].children;
}

void dl_em_warp_split(dl_em_warp *warp, uint32_t mask, uint32_t pc,
                      uint32_t other_pc, uint32_t meet) {
  int16_t at = warp->current;
  dl_em_node *node = &warp->nodes[at];
  uint32_t others = node->mask & ~mask;
  node->wait = DL_EM_WAIT_NONE;
  if (meet == node->meet || meet == DL_EM_NO_PC) {
    // Nothing new to wait for: one more group under the same parent.
    if (meet == DL_EM_NO_PC)
      meet = node->meet;
    if (node->parent >= 0) {
      add_side(warp, node->parent, others, other_pc, meet);
    } else {
      int16_t side = new_node(warp);
      warp->nodes[side].mask = others;
      warp->nodes[side].pc = other_pc;
      warp->nodes[side].meet = meet;
    }
    node->mask = mask;
    move_node(warp, at, pc);
    return;
  }
  node->pc = meet;
  node->mask = 0;
  add_side(warp, at, mask, pc, meet);
  add_side(warp, at, others, other_pc, meet);
  warp->current = -1;
  settle(warp, at);
}

void dl_em_warp_exit(dl_em_warp *warp, uint32_t mask) {
  int16_t at = warp->current;
  dl_em_node *node = &warp->nodes[at];
  if (warp->n_copies > 0)
    dl_em_copies_perform_all(warp, mask);
  dl_em_bulk_exit(warp, mask);
  if (warp->live == mask)
    dl_em_wgmma_exit(warp);
  if (warp->live == mask && warp->cta->n_live_warps == 1) {
    dl_em_bulks_end(warp->cta);
    dl_em_mbarriers_end(warp->cta, warp);
  }
  warp->run->last_change = warp->run->n_steps;
  warp->live &= ~mask;
  node->mask &= ~mask;
  if (node->mask == 0)
    settle(warp, at);
  else
    move_node(warp, at, node->pc + 1);
  if (warp->live == 0)
    --warp->cta->n_live_warps;
  dl_em_barrier_recheck(warp->cta);
  dl_em_cluster_recheck(warp->cta);
}

static bool is_group(const dl_em_node *node) {
  return node->is_used && node->children == 0;
}

bool dl_em_warp_gather(dl_em_warp *warp, const dl_em_insn *insn, uint32_t mask,
                       uint32_t wanted, uint32_t *together) {
  wanted &= warp->live;
  *together = mask;
  warp->gathered = mask;
  if ((mask & wanted) == wanted) {
    dl_em_race_tick(warp);
    return true;
  }
  uint32_t pc = (uint32_t)(insn - warp->kernel->insns);
  for (int i = 0; i < warp->n_nodes; ++i) {
    const dl_em_node *node = &warp->nodes[i];
    if (is_group(node) && i != warp->current && node->pc == pc &&
        node->wait == DL_EM_WAIT_LANES && (node->mask & wanted))
      *together |= node->mask;
  }
  warp->gathered = *together;
  if ((*together & wanted) == wanted) {
    dl_em_race_tick(warp);
    return true;
  }
  dl_em_node *node = &warp->nodes[warp->current];
  node->wait = DL_EM_WAIT_LANES;
  node->wait_value = wanted;
  return false;
}

// A group that was gathered with the current one, which is another.
static bool is_gathered(const dl_em_warp *warp, int16_t at, uint32_t pc) {
  const dl_em_node *node = &warp->nodes[at];
  return is_group(node) && at != warp->current && node->pc == pc &&
         node->wait == DL_EM_WAIT_LANES && (node->mask & ~warp->gathered) == 0;
}

void dl_em_warp_wait(dl_em_warp *warp, dl_em_wait wait, uint32_t value) {
  dl_em_node *node = &warp->nodes[warp->current];
  for (int16_t i = 0; i < warp->n_nodes; ++i) {
    if (!is_gathered(warp, i, node->pc))
      continue;
    warp->nodes[i].wait = (uint8_t)wait;
    warp->nodes[i].wait_value = value;
  }
  node->wait = (uint8_t)wait;
  node->wait_value = value;
}

// Moves the current node, and those gathered with it, past an instruction.
static void advance(dl_em_warp *warp, uint32_t pc) {
  int16_t at = warp->current;
  if (warp->gathered & ~warp->nodes[at].mask)
    for (int16_t i = 0; i < warp->n_nodes; ++i)
      if (is_gathered(warp, i, pc))
        move_node(warp, i, pc + 1);
  move_node(warp, at, pc + 1);
}

// Some group to run, by chance; -1 if none is left.
static int16_t choose_node(dl_em_warp *warp, int16_t not_this) {
  int16_t groups[DL_EM_MAX_NODES];
  uint32_t n = 0;
  for (int16_t i = 0; i < warp->n_nodes; ++i)
    if (is_group(&warp->nodes[i]) && i != not_this)
      groups[n++] = i;
  if (n == 0)
    return not_this >= 0 && is_group(&warp->nodes[not_this]) ? not_this : -1;
  return n == 1 ? groups[0] : groups[dl_em_random(warp->run) % n];
}

static void set_clocks(dl_em_warp *warp) {
  const dl_em_slot *slots = warp->kernel->specials;
  uint64_t now = warp->run->n_steps * 4;
  uint32_t *low = DL_EM_REG(warp, slots[DL_EM_SR_clock]);
  uint32_t *high = DL_EM_REG(warp, slots[DL_EM_SR_clock_hi]);
  uint64_t *both = DL_EM_REG(warp, slots[DL_EM_SR_clock64]);
  uint64_t *timer = DL_EM_REG(warp, slots[DL_EM_SR_globaltimer]);
  for (int l = 0; l < DL_EM_LANES; ++l) {
    if (slots[DL_EM_SR_clock])
      low[l] = (uint32_t)now;
    if (slots[DL_EM_SR_clock_hi])
      high[l] = (uint32_t)(now >> 32);
    if (slots[DL_EM_SR_clock64])
      both[l] = now;
    if (slots[DL_EM_SR_globaltimer])
      timer[l] = now;
  }
}

// One instruction of the current node.
static dl_em_next step(dl_em_warp *warp) {
  dl_em_node *node = &warp->nodes[warp->current];
  uint32_t pc = node->pc, mask = node->mask;
  const dl_em_insn *insn = &warp->kernel->insns[pc];
  dl_em_device *device = warp->run->device;
  if (insn->guard) {
    uint32_t guard = *(const uint32_t *)DL_EM_REG(warp, insn->guard);
    mask &= insn->is_guard_negated ? ~guard : guard;
    if (mask == 0) {
      move_node(warp, warp->current, pc + 1);
      return DL_EM_JUMP;
    }
    if (mask != node->mask && (insn->flags & DL_EM_FLAG_WAITS)) {
      dl_em_warp_split(warp, mask, pc, pc + 1, pc + 1);
      return DL_EM_JUMP;
    }
  }
  if (insn->flags & DL_EM_FLAG_CLOCK)
    set_clocks(warp);
  if (insn->flags & DL_EM_FLAG_WGMMA)
    dl_em_wgmma_check_registers(warp, insn, mask);
  warp->gathered = 0;
  dl_em_next next = insn->handler(warp, insn, mask);
  if (next == DL_EM_BLOCK)
    return next;
  if (next == DL_EM_SPIN)
    warp->spun = insn;
  ++device->mix[insn->row];
  device->counts.lane_insns +=
      mask == UINT32_MAX ? DL_EM_LANES : (uint32_t)__builtin_popcount(mask);
  if (next == DL_EM_NEXT || next == DL_EM_SPIN)
    advance(warp, pc);
  return next;
}

bool dl_em_warp_run(dl_em_warp *warp, uint32_t quantum) {
  bool is_progress = false;
  dl_em_run *run = warp->run;
  uint32_t tries = 0; // groups in turn that could not run
  // A group that has run long lets another one run: none may starve.
  warp->current = choose_node(warp, -1);
  if (run->device->options.completion == DL_EM_COMPLETE_RANDOM) {
    dl_em_copies_perform_some(warp);
    dl_em_bulk_perform_some(warp);
    dl_em_wgmma_perform_some(warp);
  }
  for (uint32_t i = 0; i < quantum && !run->is_stopped; ++i) {
    if (warp->current < 0) {
      warp->current = choose_node(warp, -1);
      if (warp->current < 0)
        break;
    }
    ++run->n_steps;
    dl_em_next next = step(warp);
    if (next == DL_EM_NEXT || next == DL_EM_JUMP) {
      is_progress = true;
      tries = 0;
    } else if (next == DL_EM_BLOCK) {
      if (++tries > DL_EM_MAX_NODES)
        break;
      int16_t other = choose_node(warp, warp->current);
      if (other == warp->current)
        break;
      warp->current = other;
    } else if (next == DL_EM_SPIN) {
      warp->spun_round = run->round;
    } else if (next == DL_EM_STOP) {
      run->is_stopped = true;
    }
  }
  return is_progress;
}
