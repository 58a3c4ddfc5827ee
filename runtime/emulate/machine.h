// The state of a running kernel: device memory, CTAs, warps and their lanes.
// Private to runtime/emulate.
#ifndef DLOPT_RUNTIME_EMULATE_MACHINE_H
#define DLOPT_RUNTIME_EMULATE_MACHINE_H

#include "runtime/emulate/lanes.h"
#include "runtime/emulate/ops.h"
#include "runtime/emulate/program.h"
#include "runtime/emulate/shadow.h"

// A range of memory that kernels may touch.
typedef struct dl_em_region {
  const char *name;
  uint64_t address;
  uint64_t n_bytes;
  uint8_t *data;
  uint8_t *written; // one bit a byte; null: all of it counts as written
  bool is_read_only;
  dl_em_shadow shadow; // of the current launch
} dl_em_region;

enum {
  DL_EM_MAX_REPORTS = 200,
  DL_EM_N_BARRIERS = 16,
  DL_EM_MAX_NODES = 80, // of a warp: 32 lanes that part, and their joins
};

struct dl_em_device {
  dl_em_options options;
  dl_em_region *regions; // global and const, by address
  uint32_t n_regions, room_regions;
  uint64_t next_address, total_bytes;
  dl_em_report *reports;
  size_t n_reports;
  dl_em_counts counts;
  uint64_t *mix; // warp instructions of each row of ops.def
};

/// The region that holds an address, or null.
dl_em_region *dl_em_region_find(dl_em_device *device, uint64_t address);

// Lanes of a warp that share a pc, or that wait for each other at one.
typedef struct dl_em_node {
  uint32_t pc;
  uint32_t mask;     // of a join: lanes that have arrived
  uint32_t meet;     // pc where they join the parent, DL_EM_NO_PC if nowhere
  int16_t parent;    // -1: none
  uint16_t children; // of a join; 0: a group that runs
  bool is_used;
  // Why a group does not run, as its handler left it; 0 when it has moved on.
  uint8_t wait;
  uint32_t wait_value;
} dl_em_node;

typedef enum dl_em_wait {
  DL_EM_WAIT_NONE,
  DL_EM_WAIT_LANES,   // for other lanes to come to the same instruction
  DL_EM_WAIT_BARRIER, // wait_value: generation when it arrived
  DL_EM_WAIT_MEMORY,  // for memory to change: an mbarrier's phase and the like
} dl_em_wait;

// The agents of a warp (clock.h): itself, and its asynchronous queues.
typedef enum dl_em_agent {
  DL_EM_AGENT_WARP,
  DL_EM_AGENT_COPY,       // cp.async: its clock counts commit groups
  DL_EM_AGENT_BULK,       // bulk copies that mbarriers count, one after another
  DL_EM_AGENT_BULK_READ,  // what bulk copies with groups read: their groups
  DL_EM_AGENT_BULK_WRITE, // what they write
  DL_EM_AGENT_WGMMA,      // of a warpgroup's first warp: commit groups
  DL_EM_N_AGENTS,
} dl_em_agent;

typedef struct dl_em_cta dl_em_cta;
typedef struct dl_em_sync dl_em_sync;         // sync.c
typedef struct dl_em_bulk dl_em_bulk;         // bulk.h
typedef struct dl_em_mbarrier dl_em_mbarrier; // mbarrier.h
typedef struct dl_em_wgmma dl_em_wgmma;       // wgmma.h
typedef struct dl_em_copy dl_em_copy;         // cpasync.c
typedef struct dl_em_run dl_em_run;

struct dl_em_warp {
  dl_em_run *run;
  dl_em_cta *cta;
  const dl_em_kernel *kernel;
  uint8_t *registers;
  uint8_t *local, *local_written; // lane after lane, kernel->local_bytes each
  uint32_t index;                 // in the CTA
  uint32_t live;                  // lanes that have not exited
  uint32_t carry;                 // the condition code: one bit a lane
  uint32_t gathered; // lanes that the current instruction executes for, of all
                     // groups that came together for it; 0 if it does not care
  int16_t current;   // node that runs; -1: none can
  uint16_t n_nodes;  // no node from here on was ever used
  dl_em_node nodes[DL_EM_MAX_NODES];
  dl_em_copy *copies; // cp.async on their way
  uint32_t n_copies, room_copies;
  uint32_t n_commits[DL_EM_LANES];      // cp.async.commit_group
  dl_em_bulk *bulks;                    // with groups
  uint32_t n_bulks;                     // others it has issued
  uint32_t n_bulk_commits[DL_EM_LANES]; // cp.async.bulk.commit_group
  uint32_t n_wgmma, n_wgmma_waited;     // issued; of them those waited for
  uint32_t n_wgmma_commits;
  uint32_t n_wgmma_fences;
  struct dl_em_register_state *register_states; // wgmma_registers.c
  uint32_t cluster_arrived;                 // lanes, at the cluster's barrier
  uint32_t cluster_unwaited;                // ... that have not waited since
  uint32_t cluster_generation[DL_EM_LANES]; // of the barrier, at their arrival
  const dl_em_insn *spun;                   // that last said "not yet"
  uint64_t spun_round;                      // of the scheduler, when it did
  uint32_t register_limit;                  // of setmaxnreg; 0: none
  // Race checks; no memory behind the clocks when they are off.
  uint32_t agent;      // the first of the warp's
  dl_em_view view;     // what it knows
  dl_em_view relaxed;  // what its next fence makes it know
  dl_em_view released; // what it knew at its last fence
  bool has_relaxed, has_released, is_released_narrow;
  dl_em_clock map_fenced; // what it knew at its last fence for descriptors
};

typedef struct dl_em_barrier {
  uint32_t arrived;               // threads
  uint32_t expected;              // 0: all of the CTA
  uint32_t generation;            // of completions
  uint32_t n_true, n_voted;       // of bar.red
  uint32_t last_true, last_voted; // of the last completion
  dl_em_view views[2];            // of arrivals, by the generation's parity
} dl_em_barrier;

struct dl_em_cta {
  dl_em_run *run;
  uint32_t id[3];
  uint64_t linear;        // number in the grid
  uint32_t rank;          // in the cluster
  uint32_t cluster_first; // index in run->ctas of the cluster's rank 0
  bool is_running;
  uint8_t *shared, *shared_written; // from DL_EM_SHARED_START on
  uint32_t shared_bytes;
  dl_em_shadow shadow;
  uint32_t n_warps, n_live_warps;
  dl_em_warp *warps;
  dl_em_barrier barriers[DL_EM_N_BARRIERS];
  uint32_t n_mbarriers, room_mbarriers;
  dl_em_mbarrier *mbarriers;
  dl_em_bulk *bulks;                  // that its mbarriers count
  struct dl_em_warpgroup *warpgroups; // wgmma.h; null: no wgmma so far
  // The cluster's barrier, in the CTA of rank 0.
  bool has_cluster_arrivals;
  uint32_t cluster_generation; // of completions
  dl_em_view cluster_views[2]; // of arrivals, by the generation's parity
};

// One launch.
struct dl_em_run {
  dl_em_device *device;
  const dl_em_kernel *kernel;
  const dl_em_launch_config *config;
  uint32_t cluster[3];
  uint32_t n_cluster; // CTAs of a cluster
  uint8_t *params;
  uint32_t n_ctas; // in the window
  dl_em_cta *ctas;
  uint64_t next_cta, n_grid;
  uint64_t n_steps, max_steps;
  uint64_t last_change; // step that changed memory or let a thread go on
  uint64_t random;
  size_t first_report; // of this launch
  bool is_stopped;
  DloptStatus status;         // why it stopped
  uint64_t round, n_spinning; // of the scheduler; in a row without progress
  bool is_timeout;            // nothing moves: waits that may end early do
  uint32_t n_timeouts;        // in a row, with no change between
  uint64_t timeout_change;    // last_change at the last of them
  struct dl_em_wgmma_scratch *scratch; // wgmma_compute.c
  struct dl_em_mma_cache *mma_cache;   // mma.c
  bool is_racing;                      // races are checked
  dl_em_sync **syncs; // hash table of what strong accesses released
  uint32_t n_syncs, n_sync_slots;
};

#define DL_EM_REG(warp, slot) ((void *)((warp)->registers + (slot)))

/// A predicate operand's mask; an absent one is all true.
static inline uint32_t dl_em_predicate(const dl_em_warp *warp,
                                       const dl_em_operand *operand) {
  if (operand->kind != DL_EM_REGISTER)
    return UINT32_MAX;
  uint32_t value = *(const uint32_t *)DL_EM_REG(warp, operand->slot);
  return operand->is_negated ? ~value : value;
}

/// Sets a predicate under a mask.
static inline void dl_em_set_predicate(dl_em_warp *warp,
                                       const dl_em_operand *operand,
                                       uint32_t value, uint32_t mask) {
  if (operand->kind != DL_EM_REGISTER)
    return;
  uint32_t *p = DL_EM_REG(warp, operand->slot);
  *p = (*p & ~mask) | (value & mask);
}

/// Copies the lanes of `mask` from `source` to `target`, `bytes` each.
void dl_em_blend(void *target, const void *source, uint32_t mask,
                 uint32_t bytes);

/// Next number of the run's random sequence.
uint64_t dl_em_random(dl_em_run *run);

// Warps (warp.c).
/// Runs up to `quantum` instructions; true if it got anywhere.
bool dl_em_warp_run(dl_em_warp *warp, uint32_t quantum);
/// Splits the current node: lanes of `mask` go to `pc`, the others to the next
/// instruction; they meet again at `meet`.
void dl_em_warp_split(dl_em_warp *warp, uint32_t mask, uint32_t pc,
                      uint32_t other_pc, uint32_t meet);
/// Moves the whole current node.
void dl_em_warp_jump(dl_em_warp *warp, uint32_t pc);
/// Ends lanes of the current node.
void dl_em_warp_exit(dl_em_warp *warp, uint32_t mask);
/// For instructions that lanes of `wanted` must execute together: true once
/// all of those that live are at it. Otherwise the handler returns BLOCK.
/// *together holds all lanes to execute for, also those of other nodes, which
/// are moved on when the handler returns NEXT.
bool dl_em_warp_gather(dl_em_warp *warp, const dl_em_insn *insn, uint32_t mask,
                       uint32_t wanted, uint32_t *together);
/// Notes what the current node, and those gathered with it, wait for.
void dl_em_warp_wait(dl_em_warp *warp, dl_em_wait wait, uint32_t value);

// Scheduling (sched.c).
void dl_em_schedule(dl_em_run *run);
/// Indices in the grid of the CTA that is number `number` to start.
void dl_em_cta_id(const dl_em_run *run, uint64_t number, uint32_t id[3]);
/// Stops the launch with an error that names warp and instruction.
dl_em_next dl_em_stop(dl_em_warp *warp, const dl_em_insn *insn,
                      const char *format, ...) DL_PRINTF(3, 4);
/// A barrier that nobody has used.
void dl_em_barrier_reset(dl_em_barrier *barrier);
/// A warp of the CTA has no lanes left: barriers may be complete now.
void dl_em_barrier_recheck(dl_em_cta *cta);
/// Lanes of the CTA have ended, or arrived: the cluster's may be complete.
void dl_em_cluster_recheck(dl_em_cta *cta);
/// What an atomic leaves where `old` was; insn says which operation.
uint64_t dl_em_atomic_result(const dl_em_insn *insn, dl_em_word type,
                             uint64_t old, uint64_t value);
/// What a blocked node waits for, in words.
void dl_em_describe_wait(const dl_em_warp *warp, const dl_em_node *node,
                         char *text, size_t room);

// Reports (report.c). `other` is the other instruction of a pair, or null;
// lane is below 32.
void dl_em_note(dl_em_warp *warp, const dl_em_insn *insn,
                const dl_em_insn *other, dl_em_report_kind kind, uint32_t lane,
                const char *format, ...) DL_PRINTF(6, 7);

// Memory accesses of a warp (access.c).
enum {
  DL_EM_READ = 1,
  DL_EM_WRITE = 2,
  DL_EM_ATOMIC = 4,
  DL_EM_STRONG = 8,    // no race with another strong access
  DL_EM_PROXY = 16,    // by the async proxy
  DL_EM_ISSUE = 32,    // of an asynchronous operation: for the race check only
  DL_EM_COMPLETE = 64, // of one: the race check was at its issue
  DL_EM_TENSOR_MAP = 128, // of a descriptor
};

typedef struct dl_em_access {
  dl_em_space space;
  uint16_t kind;    // DL_EM_READ, ...
  uint32_t n_bytes; // of a lane; the alignment too
  uint32_t mask;    // in: lanes; out: those whose access is legal
  uint64_t address[DL_EM_LANES];
  uint8_t *host[DL_EM_LANES];
  dl_em_epoch epoch;         // of an asynchronous operation; 0: the warp's own
  const dl_em_operand *data; // what a store writes, or null
} dl_em_access;

/// Fills the addresses of an operand [register + value].
void dl_em_access_addresses(const dl_em_warp *warp,
                            const dl_em_operand *operand, dl_em_access *access);
/// Finds the memory behind each address, reports what is illegal, reads of
/// what was never written among it, and counts. Every access goes through it.
void dl_em_access_check(dl_em_warp *warp, const dl_em_insn *insn,
                        dl_em_access *access);

/// The CTA whose shared memory a lane's address lies in, and the offset there;
/// null if it is not shared memory, or of no CTA of the cluster.
dl_em_cta *dl_em_access_cta(const dl_em_warp *warp, const dl_em_access *access,
                            uint32_t lane, uint32_t *offset);

/// The CTA of a rank in the warp's cluster, or null.
dl_em_cta *dl_em_cluster_cta(const dl_em_warp *warp, uint32_t rank);

// Asynchronous copies of a warp (cpasync.c).
/// By chance, performs one of them.
void dl_em_copies_perform_some(dl_em_warp *warp);
/// Performs all that the lanes of `mask` issued.
void dl_em_copies_perform_all(dl_em_warp *warp, uint32_t mask);

// Counts (count.c).
void dl_em_count_access(dl_em_warp *warp, const dl_em_access *access,
                        bool is_shared);

#endif
