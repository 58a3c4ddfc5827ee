// Which warp runs next, when CTAs start, and what happens when nothing moves.
#include "runtime/emulate/race.h"
#include "runtime/emulate/wgmma.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t dl_em_random(dl_em_run *run) {
  // splitmix64
  uint64_t z = (run->random += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

dl_em_next dl_em_stop(dl_em_warp *warp, const dl_em_insn *insn,
                      const char *format, ...) {
  dl_em_run *run = warp->run;
  if (run->status.code == DL_STATUS_OK) {
    va_list arguments;
    va_start(arguments, format);
    run->status = dl_status_error_v(DL_STATUS_NUMBERS, format, arguments);
    va_end(arguments);
    run->status = dl_status_prefix(
        run->status, "%s:%u: kernel '%s', CTA %u,%u,%u, warp %u",
        warp->kernel->module->name, insn->line, warp->kernel->name,
        warp->cta->id[0], warp->cta->id[1], warp->cta->id[2], warp->index);
  }
  run->is_stopped = true;
  return DL_EM_STOP;
}

static void fill_lanes(dl_em_warp *warp, dl_em_special_id id, uint32_t value) {
  dl_em_slot slot = warp->kernel->specials[id];
  if (slot == 0)
    return;
  uint32_t *lanes = DL_EM_REG(warp, slot);
  for (int l = 0; l < DL_EM_LANES; ++l)
    lanes[l] = value;
}

static void fill_thread_ids(dl_em_warp *warp) {
  const uint32_t *block = warp->run->config->block;
  const dl_em_slot *slots = warp->kernel->specials;
  for (uint32_t l = 0; l < DL_EM_LANES; ++l) {
    uint32_t thread = warp->index * DL_EM_LANES + l;
    uint32_t values[] = {thread % block[0], thread / block[0] % block[1],
                         thread / block[0] / block[1]};
    for (int i = 0; i < 3; ++i)
      if (slots[DL_EM_SR_tid_x + i])
        ((uint32_t *)DL_EM_REG(warp, slots[DL_EM_SR_tid_x + i]))[l] = values[i];
    uint32_t bit = (uint32_t)1 << l;
    uint32_t masks[] = {bit, bit | (bit - 1), bit - 1, ~(bit - 1),
                        ~(bit | (bit - 1))};
    for (int i = 0; i < 5; ++i)
      if (slots[DL_EM_SR_lanemask_eq + i])
        ((uint32_t *)DL_EM_REG(warp, slots[DL_EM_SR_lanemask_eq + i]))[l] =
            masks[i];
    if (slots[DL_EM_SR_laneid])
      ((uint32_t *)DL_EM_REG(warp, slots[DL_EM_SR_laneid]))[l] = l;
  }
}

static void fill_specials(dl_em_warp *warp) {
  const dl_em_run *run = warp->run;
  const dl_em_cta *cta = warp->cta;
  const dl_em_launch_config *config = run->config;
  for (int i = 0; i < 3; ++i) {
    uint32_t cluster = run->cluster[i];
    fill_lanes(warp, DL_EM_SR_ntid_x + i, config->block[i]);
    fill_lanes(warp, DL_EM_SR_ctaid_x + i, cta->id[i]);
    fill_lanes(warp, DL_EM_SR_nctaid_x + i, config->grid[i]);
    fill_lanes(warp, DL_EM_SR_clusterid_x + i, cta->id[i] / cluster);
    fill_lanes(warp, DL_EM_SR_nclusterid_x + i, config->grid[i] / cluster);
    fill_lanes(warp, DL_EM_SR_cluster_ctaid_x + i, cta->id[i] % cluster);
    fill_lanes(warp, DL_EM_SR_cluster_nctaid_x + i, cluster);
  }
  fill_thread_ids(warp);
  fill_lanes(warp, DL_EM_SR_warpid, warp->index);
  fill_lanes(warp, DL_EM_SR_nwarpid, cta->n_warps);
  fill_lanes(warp, DL_EM_SR_smid, (uint32_t)(cta - run->ctas));
  fill_lanes(warp, DL_EM_SR_nsmid, run->n_ctas);
  fill_lanes(warp, DL_EM_SR_cluster_ctarank, cta->rank);
  fill_lanes(warp, DL_EM_SR_cluster_nctarank, run->n_cluster);
  fill_lanes(warp, DL_EM_SR_is_explicit_cluster, run->n_cluster > 1);
  fill_lanes(warp, DL_EM_SR_dynamic_smem_size, config->dynamic_shared);
  fill_lanes(warp, DL_EM_SR_total_smem_size, cta->shared_bytes);
  dl_em_slot grid = warp->kernel->specials[DL_EM_SR_gridid];
  if (grid)
    memset(DL_EM_REG(warp, grid), 0, 8 * DL_EM_LANES);
}

static void fill_constants(dl_em_warp *warp) {
  const dl_em_constant *c = warp->kernel->constants;
  for (; c; c = c->next) {
    uint8_t *lanes = DL_EM_REG(warp, c->slot);
    for (int l = 0; l < DL_EM_LANES; ++l) {
      uint64_t both[2] = {c->value, 0};
      memcpy(lanes + (size_t)l * c->bytes, both, c->bytes);
    }
  }
}

static void start_warp(dl_em_warp *warp, dl_em_cta *cta, uint32_t index,
                       uint32_t n_threads) {
  uint32_t first = index * DL_EM_LANES;
  uint32_t n = n_threads - first;
  warp->cta = cta;
  warp->index = index;
  warp->live = n >= DL_EM_LANES ? UINT32_MAX : ((uint32_t)1 << n) - 1;
  warp->carry = 0;
  warp->n_copies = warp->n_bulks = 0;
  warp->spun = NULL;
  warp->n_wgmma = warp->n_wgmma_waited = 0;
  warp->n_wgmma_commits = warp->n_wgmma_fences = 0;
  warp->cluster_arrived = warp->cluster_unwaited = warp->register_limit = 0;
  memset(warp->n_bulk_commits, 0, sizeof(warp->n_bulk_commits));
  warp->n_nodes = 1;
  memset(warp->n_commits, 0, sizeof(warp->n_commits));
  memset(warp->nodes, 0, sizeof(warp->nodes));
  warp->nodes[0] = (dl_em_node){
      .mask = warp->live, .meet = DL_EM_NO_PC, .parent = -1, .is_used = true};
  // A register that was never written holds NaNs, and so does thread memory.
  memset(warp->registers, 0xFF, warp->kernel->register_bytes);
  size_t local_bytes = (size_t)warp->kernel->local_bytes * DL_EM_LANES;
  if (local_bytes > 0) {
    memset(warp->local, 0xFF, local_bytes);
    memset(warp->local_written, 0, (local_bytes + 7) / 8);
  }
  fill_constants(warp);
  fill_specials(warp);
}

void dl_em_cta_id(const dl_em_run *run, uint64_t number, uint32_t id[3]) {
  const uint32_t *grid = run->config->grid;
  uint64_t cluster = number / run->n_cluster;
  uint32_t rank = (uint32_t)(number % run->n_cluster);
  uint32_t clusters_x = grid[0] / run->cluster[0];
  uint32_t clusters_y = grid[1] / run->cluster[1];
  uint64_t at[3] = {cluster % clusters_x, cluster / clusters_x % clusters_y,
                    cluster / clusters_x / clusters_y};
  uint32_t in[3] = {rank % run->cluster[0],
                    rank / run->cluster[0] % run->cluster[1],
                    rank / run->cluster[0] / run->cluster[1]};
  for (int i = 0; i < 3; ++i)
    id[i] = (uint32_t)at[i] * run->cluster[i] + in[i];
}

// The clocks of a warp that starts: it knows nothing of others.
static void start_clocks(dl_em_warp *warp, uint64_t cta_number) {
  const dl_em_run *run = warp->run;
  uint32_t cta_agents = warp->cta->n_warps * DL_EM_N_AGENTS;
  uint32_t first = (uint32_t)(cta_number - warp->cta->rank) * cta_agents;
  warp->agent =
      (uint32_t)cta_number * cta_agents + warp->index * DL_EM_N_AGENTS;
  warp->has_relaxed = warp->has_released = false;
  if (!run->is_racing)
    return;
  dl_em_view_reset(&warp->view, first);
  dl_em_clock_reset(&warp->map_fenced, first);
  dl_em_race_tick(warp);
}

// CTAs of a cluster are neighbours in the window and start together.
static void start_cta(dl_em_run *run, uint32_t slot, uint64_t number,
                      uint32_t rank) {
  dl_em_cta *cta = &run->ctas[slot];
  const uint32_t *grid = run->config->grid, *block = run->config->block;
  uint32_t n_threads = block[0] * block[1] * block[2];
  dl_em_cta_id(run, number, cta->id);
  cta->linear = cta->id[0] + (uint64_t)grid[0] *
                                 (cta->id[1] + (uint64_t)grid[1] * cta->id[2]);
  cta->rank = rank;
  cta->cluster_first = slot - rank;
  cta->is_running = true;
  cta->n_live_warps = cta->n_warps;
  for (int i = 0; i < DL_EM_N_BARRIERS; ++i)
    dl_em_barrier_reset(&cta->barriers[i]);
  cta->has_cluster_arrivals = false;
  memset(cta->shared, 0xFF, cta->shared_bytes);
  memset(cta->shared_written, 0, (cta->shared_bytes + 7) / 8);
  dl_em_wgmma_reset(cta);
  for (uint32_t w = 0; w < cta->n_warps; ++w)
    start_warp(&cta->warps[w], cta, w, n_threads);
  for (uint32_t w = 0; w < cta->n_warps; ++w)
    start_clocks(&cta->warps[w], number);
}

// Fills the places of finished clusters; the number of running CTAs.
static uint32_t refill(dl_em_run *run) {
  uint32_t n_running = 0;
  for (uint32_t first = 0; first < run->n_ctas; first += run->n_cluster) {
    bool is_free = true;
    for (uint32_t r = 0; r < run->n_cluster; ++r) {
      dl_em_cta *cta = &run->ctas[first + r];
      cta->is_running = cta->is_running && cta->n_live_warps > 0;
      is_free &= !cta->is_running;
      n_running += cta->is_running;
    }
    if (!is_free || run->next_cta == run->n_grid)
      continue;
    for (uint32_t r = 0; r < run->n_cluster; ++r)
      start_cta(run, first + r, run->next_cta + r, r);
    run->next_cta += run->n_cluster;
    n_running += run->n_cluster;
  }
  return n_running;
}

// The warps that have lanes left, in random order.
static uint32_t list_warps(dl_em_run *run, dl_em_warp **warps) {
  uint32_t n = 0;
  for (uint32_t c = 0; c < run->n_ctas; ++c)
    for (uint32_t w = 0; run->ctas[c].is_running && w < run->ctas[c].n_warps;
         ++w)
      if (run->ctas[c].warps[w].live)
        warps[n++] = &run->ctas[c].warps[w];
  for (uint32_t i = n; i > 1; --i) {
    uint32_t other = (uint32_t)(dl_em_random(run) % i);
    dl_em_warp *swapped = warps[i - 1];
    warps[i - 1] = warps[other];
    warps[other] = swapped;
  }
  return n;
}

// Nothing can move: says of every group of lanes what it waits for.
static void report_deadlock(dl_em_run *run, dl_em_warp **warps, uint32_t n) {
  for (uint32_t i = 0; i < n; ++i) {
    for (uint32_t k = 0; k < DL_EM_MAX_NODES; ++k) {
      const dl_em_node *node = &warps[i]->nodes[k];
      if (!node->is_used || node->children > 0)
        continue;
      const dl_em_insn *insn = &warps[i]->kernel->insns[node->pc];
      char what[200];
      dl_em_describe_wait(warps[i], node, what, sizeof(what));
      dl_em_note(warps[i], insn, NULL,
                 node->wait == DL_EM_WAIT_LANES ? DL_EM_REPORT_DIVERGENCE
                                                : DL_EM_REPORT_DEADLOCK,
                 (uint32_t)__builtin_ctz(node->mask | 0x80000000u),
                 "lanes 0x%08x wait %s", node->mask, what);
      dl_em_stop(warps[i], insn, "deadlock: lanes 0x%08x wait %s", node->mask,
                 what);
    }
  }
}

// Loops that never end: too many steps, or none of them changed anything.
static void check_limits(dl_em_run *run, dl_em_warp *warp) {
  uint64_t n_idle = run->n_steps - run->last_change;
  bool is_idle = n_idle > run->device->options.max_idle_steps;
  if (!is_idle && run->n_steps <= run->max_steps)
    return;
  const dl_em_node *node = warp->nodes;
  while (node < warp->nodes + DL_EM_MAX_NODES - 1 &&
         (!node->is_used || node->children > 0))
    ++node;
  const dl_em_insn *insn = &warp->kernel->insns[node->pc];
  if (is_idle)
    dl_em_stop(warp, insn,
               "no thread has changed anything for %llu steps: loops wait for "
               "what does not come",
               (unsigned long long)n_idle);
  else
    dl_em_stop(warp, insn, "the launch took more than %llu steps",
               (unsigned long long)run->max_steps);
}

static uint32_t quantum_of(dl_em_run *run) {
  return 1 + (uint32_t)(dl_em_random(run) % 64);
}

// A kernel that looks at the time may be waiting for it.
static bool reads_time(const dl_em_kernel *kernel) {
  for (int id = DL_EM_SR_clock; id <= DL_EM_SR_globaltimer; ++id)
    if (kernel->specials[id])
      return true;
  return false;
}

// Nothing moves: a wait that may end early, as mbarrier.try_wait, does now,
// since what it waits for may be up to its own thread. False if that has not
// helped so far.
static bool time_out(dl_em_run *run) {
  uint32_t most = reads_time(run->kernel) ? 100000 : 8;
  if (run->timeout_change != run->last_change)
    run->n_timeouts = 0;
  run->timeout_change = run->last_change;
  run->is_timeout = true;
  return run->n_timeouts++ < most;
}

// Notes a round in which warps did nothing but ask, in vain, whether something
// has happened. True if there were too many of them in a row.
static bool spins_only(dl_em_run *run, dl_em_warp **warps, uint32_t n,
                       uint64_t change_before, bool *has_moved) {
  uint32_t most = reads_time(run->kernel) ? 1000000 : 2000;
  bool is_spinning = run->last_change == change_before;
  for (uint32_t i = 0; i < n; ++i)
    is_spinning &= !has_moved[i] || warps[i]->spun_round == run->round;
  run->n_spinning = is_spinning ? run->n_spinning + 1 : 0;
  return run->n_spinning > most;
}

void dl_em_schedule(dl_em_run *run) {
  uint32_t n_warps = run->n_ctas * run->ctas[0].n_warps;
  dl_em_warp **warps = calloc(n_warps, sizeof(*warps));
  bool *has_moved = calloc(n_warps, sizeof(*has_moved));
  if (!warps || !has_moved)
    run->status = dl_status_error(DL_STATUS_MEMORY, "no memory for a launch");
  run->is_stopped = !warps || !has_moved;
  while (!run->is_stopped && refill(run) > 0) {
    uint32_t n = list_warps(run, warps);
    uint64_t change = run->last_change;
    bool is_progress = false;
    ++run->round;
    for (uint32_t i = 0; i < n && !run->is_stopped; ++i) {
      has_moved[i] =
          warps[i]->live && dl_em_warp_run(warps[i], quantum_of(run));
      is_progress |= has_moved[i];
    }
    if (run->is_stopped || n == 0)
      continue;
    bool is_stuck = spins_only(run, warps, n, change, has_moved);
    if (is_progress)
      run->is_timeout = false;
    if (is_stuck || (!is_progress && !time_out(run)))
      report_deadlock(run, warps, n);
    else
      check_limits(run, warps[0]);
  }
  free(has_moved);
  free(warps);
}
