// mbarrier objects: phases that complete when all arrivals and all bytes of
// asynchronous copies that they announced are there.
#include "runtime/emulate/mbarrier.h"

#include "runtime/emulate/bulk.h"
#include "runtime/emulate/handlers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_COUNT = (1 << 20) - 1 };

static uint64_t packed(const dl_em_mbarrier *m) {
  return (uint64_t)m->expected | (uint64_t)m->pending << 20 |
         (uint64_t)((uint32_t)m->n_bytes & 0x3FFFFF) << 40 |
         (m->phase & 1) << 63;
}

static void store(dl_em_cta *cta, const dl_em_mbarrier *m) {
  uint64_t word = packed(m);
  memcpy(cta->shared + m->offset, &word, sizeof(word));
  cta->run->last_change = cta->run->n_steps;
}

dl_em_mbarrier *dl_em_mbarrier_find(dl_em_cta *cta, uint32_t offset) {
  for (uint32_t i = 0; i < cta->n_mbarriers; ++i)
    if (cta->mbarriers[i].offset == offset)
      return &cta->mbarriers[i];
  return NULL;
}

static dl_em_mbarrier *new_object(dl_em_cta *cta) {
  if (cta->n_mbarriers == cta->room_mbarriers) {
    uint32_t room = cta->room_mbarriers * 2 + 8;
    dl_em_mbarrier *grown = realloc(cta->mbarriers, room * sizeof(*grown));
    if (!grown)
      return NULL;
    memset(grown + cta->room_mbarriers, 0,
           (room - cta->room_mbarriers) * sizeof(*grown));
    cta->mbarriers = grown;
    cta->room_mbarriers = room;
  }
  return &cta->mbarriers[cta->n_mbarriers++];
}

// The last one takes its place; views keep their memory for later.
static void remove_object(dl_em_cta *cta, dl_em_mbarrier *m) {
  dl_em_mbarrier *last = &cta->mbarriers[--cta->n_mbarriers];
  dl_em_mbarrier removed = *m;
  *m = *last;
  *last = removed;
}

// Clears the views, which may be of an earlier object.
static void start(dl_em_mbarrier *m, uint32_t offset, uint32_t count,
                  dl_em_warp *owner, const dl_em_insn *insn) {
  *m = (dl_em_mbarrier){.offset = offset,
                        .expected = count,
                        .pending = count,
                        .owner = owner,
                        .made = insn,
                        .arriving = m->arriving,
                        .completed = m->completed};
  dl_em_view_reset(&m->arriving, m->arriving.seen.first);
  dl_em_view_reset(&m->completed, m->completed.seen.first);
}

// A lane's object, with the CTA it lies in; null, reported, if there is none.
static dl_em_mbarrier *object_of(dl_em_warp *warp, const dl_em_insn *insn,
                                 const dl_em_access *access, uint32_t lane,
                                 dl_em_cta **cta) {
  uint32_t offset = 0;
  *cta = dl_em_access_cta(warp, access, lane, &offset);
  dl_em_mbarrier *m = *cta ? dl_em_mbarrier_find(*cta, offset) : NULL;
  uint64_t word;
  if (m)
    memcpy(&word, (*cta)->shared + offset, sizeof(word));
  if (m && word == packed(m))
    return m;
  dl_em_note(warp, insn, m ? m->made : NULL, DL_EM_REPORT_MBARRIER, lane,
             m ? "the mbarrier at 0x%llx was overwritten"
               : "no mbarrier was initialised at 0x%llx",
             (unsigned long long)access->address[lane]);
  return NULL;
}

// Looks up what the lanes of `mask` name; the access is an atomic one.
static void find_objects(dl_em_warp *warp, const dl_em_insn *insn,
                         uint32_t mask, const dl_em_operand *address,
                         uint16_t kind, dl_em_access *access) {
  *access = (dl_em_access){.space = (dl_em_space)insn->space,
                           .kind = kind,
                           .n_bytes = 8,
                           .mask = mask};
  dl_em_access_addresses(warp, address, access);
  dl_em_access_check(warp, insn, access);
}

enum { UPDATE = DL_EM_READ | DL_EM_WRITE | DL_EM_ATOMIC | DL_EM_STRONG };

static uint32_t lane_value(const dl_em_warp *warp, const dl_em_operand *operand,
                           uint32_t lane) {
  return ((const uint32_t *)DL_EM_REG(warp, operand->slot))[lane];
}

dl_em_next dl_em_do_mbarrier_init(dl_em_warp *warp, const dl_em_insn *insn,
                                  uint32_t mask) {
  dl_em_access access;
  find_objects(warp, insn, mask, &insn->operands[0], DL_EM_WRITE, &access);
  for (uint32_t m = access.mask; m; m &= m - 1) {
    uint32_t lane = (uint32_t)__builtin_ctz(m), offset;
    uint32_t count = lane_value(warp, &insn->operands[1], lane);
    dl_em_cta *cta = dl_em_access_cta(warp, &access, lane, &offset);
    if (!cta)
      continue;
    dl_em_mbarrier *object = dl_em_mbarrier_find(cta, offset);
    if (object)
      dl_em_note(warp, insn, object->made, DL_EM_REPORT_MBARRIER, lane,
                 "the mbarrier at 0x%llx is in use; it needs an mbarrier.inval",
                 (unsigned long long)access.address[lane]);
    else
      object = new_object(cta);
    if (!object)
      return dl_em_stop(warp, insn, "no memory for an mbarrier");
    if (count == 0 || count > MAX_COUNT)
      dl_em_note(warp, insn, NULL, DL_EM_REPORT_MBARRIER, lane,
                 "a count of %u; 1 to %d are possible", count, MAX_COUNT);
    start(object, offset, count & MAX_COUNT, warp, insn);
    store(cta, object);
  }
  return DL_EM_NEXT;
}

dl_em_next dl_em_do_mbarrier_inval(dl_em_warp *warp, const dl_em_insn *insn,
                                   uint32_t mask) {
  dl_em_access access;
  find_objects(warp, insn, mask, &insn->operands[0], DL_EM_WRITE, &access);
  for (uint32_t m = access.mask; m; m &= m - 1) {
    dl_em_cta *cta;
    dl_em_mbarrier *object =
        object_of(warp, insn, &access, (uint32_t)__builtin_ctz(m), &cta);
    if (!object)
      continue;
    memset(cta->shared + object->offset, 0xFF, 8);
    remove_object(cta, object);
  }
  return DL_EM_NEXT;
}

static void complete_if_due(dl_em_cta *cta, dl_em_mbarrier *m) {
  if (m->pending == 0 && m->n_bytes == 0) {
    ++m->phase;
    m->pending = m->expected;
    dl_em_view full = m->arriving;
    m->arriving = m->completed;
    m->completed = full;
    dl_em_view_reset(&m->arriving, m->arriving.seen.first);
  }
  store(cta, m);
}

static void add_bytes(dl_em_warp *warp, const dl_em_insn *insn, uint32_t lane,
                      dl_em_mbarrier *m, int64_t n_bytes) {
  int64_t sum = m->n_bytes + n_bytes;
  if (sum > MAX_COUNT || sum < -MAX_COUNT) {
    dl_em_note(warp, insn, m->made, DL_EM_REPORT_MBARRIER, lane,
               "%lld bytes are pending; %d at most", (long long)sum, MAX_COUNT);
    return;
  }
  m->n_bytes = (int32_t)sum;
}

// What an arrival gives: the phase and the pending count before it.
static uint64_t token_of(const dl_em_mbarrier *m) {
  return m->phase << 20 | m->pending;
}

static void arrive(dl_em_warp *warp, const dl_em_insn *insn, uint32_t lane,
                   dl_em_cta *cta, dl_em_mbarrier *m, uint32_t count) {
  if (count == 0 || count > m->pending)
    dl_em_note(warp, insn, m->made, DL_EM_REPORT_MBARRIER, lane,
               "%u arrivals where %u of %u are pending", count, m->pending,
               m->expected);
  else if (count == m->pending && dl_em_has(insn, DL_EM_W_noComplete))
    dl_em_note(warp, insn, m->made, DL_EM_REPORT_MBARRIER, lane,
               "an arrival with .noComplete completes the phase");
  m->pending -= count < m->pending ? count : m->pending;
  if (dl_em_has(insn, DL_EM_W_arrive_drop))
    m->expected -= count < m->expected ? count : m->expected;
  if (!dl_em_has(insn, DL_EM_W_relaxed))
    dl_em_race_release(warp, &m->arriving);
  complete_if_due(cta, m);
}

// Operands: state (or '_'), address, and a count or a number of bytes.
dl_em_next dl_em_do_mbarrier_arrive(dl_em_warp *warp, const dl_em_insn *insn,
                                    uint32_t mask) {
  const dl_em_operand *o = insn->operands;
  bool has_value = insn->n_operands > 2 && o[2].kind == DL_EM_REGISTER;
  bool has_bytes = dl_em_has(insn, DL_EM_W_expect_tx);
  uint64_t tokens[DL_EM_LANES] = {0};
  dl_em_access access;
  find_objects(warp, insn, mask, &o[1], UPDATE, &access);
  for (uint32_t m = access.mask; m; m &= m - 1) {
    uint32_t lane = (uint32_t)__builtin_ctz(m);
    uint32_t value = has_value ? lane_value(warp, &o[2], lane) : 1;
    dl_em_cta *cta;
    dl_em_mbarrier *object = object_of(warp, insn, &access, lane, &cta);
    if (!object)
      continue;
    tokens[lane] = token_of(object);
    if (has_bytes)
      add_bytes(warp, insn, lane, object, value);
    arrive(warp, insn, lane, cta, object, has_bytes ? 1 : value);
  }
  if (o[0].kind == DL_EM_REGISTER)
    dl_em_blend(DL_EM_REG(warp, o[0].slot), tokens, mask, 8);
  return DL_EM_NEXT;
}

// expect_tx and complete_tx, alone.
dl_em_next dl_em_do_mbarrier_bytes(dl_em_warp *warp, const dl_em_insn *insn,
                                   uint32_t mask) {
  const dl_em_operand *o = insn->operands;
  bool is_more = dl_em_has(insn, DL_EM_W_expect_tx);
  dl_em_access access;
  find_objects(warp, insn, mask, &o[0], UPDATE, &access);
  for (uint32_t m = access.mask; m; m &= m - 1) {
    uint32_t lane = (uint32_t)__builtin_ctz(m);
    int64_t n_bytes = lane_value(warp, &o[1], lane);
    dl_em_cta *cta;
    dl_em_mbarrier *object = object_of(warp, insn, &access, lane, &cta);
    if (!object)
      continue;
    add_bytes(warp, insn, lane, object, is_more ? n_bytes : -n_bytes);
    complete_if_due(cta, object);
  }
  return DL_EM_NEXT;
}

// An epoch that whoever waits for the phase will know.
static void tell(const dl_em_warp *warp, dl_em_mbarrier *m, dl_em_epoch epoch) {
  dl_em_view *to = &m->arriving;
  uint32_t first = warp->view.seen.first, agent = dl_em_epoch_agent(epoch);
  if (!warp->run->is_racing ||
      (!to->seen.own && !dl_em_view_init(to, warp->view.seen.n)))
    return;
  if (to->seen.first != first)
    dl_em_view_reset(to, first);
  dl_em_clock_raise(&to->seen, agent, (uint32_t)epoch);
  dl_em_clock_raise(&to->proxied, agent, (uint32_t)epoch);
}

void dl_em_mbarrier_arrive_copy(dl_em_warp *warp, const dl_em_insn *insn,
                                uint32_t mask, bool is_extra) {
  dl_em_access access;
  find_objects(warp, insn, mask, &insn->operands[0], UPDATE, &access);
  for (uint32_t m = access.mask; m; m &= m - 1) {
    uint32_t lane = (uint32_t)__builtin_ctz(m);
    dl_em_cta *cta;
    dl_em_mbarrier *object = object_of(warp, insn, &access, lane, &cta);
    if (!object)
      continue;
    tell(warp, object,
         (dl_em_epoch)(warp->agent + DL_EM_AGENT_COPY) << 32 |
             (warp->n_commits[lane] + 1));
    if (!is_extra && object->pending == 0)
      dl_em_note(warp, insn, object->made, DL_EM_REPORT_MBARRIER, lane,
                 "an arrival where 0 of %u are pending", object->expected);
    else if (!is_extra)
      --object->pending;
    complete_if_due(cta, object);
  }
}

void dl_em_mbarrier_complete(dl_em_warp *warp, const dl_em_insn *insn,
                             dl_em_cta *cta, uint32_t offset, uint32_t n_bytes,
                             dl_em_epoch epoch) {
  dl_em_mbarrier *m = dl_em_mbarrier_find(cta, offset);
  if (!m) {
    dl_em_note(warp, insn, NULL, DL_EM_REPORT_MBARRIER, 0,
               "the mbarrier at 0x%x ended before the copy that it counts",
               offset + DL_EM_SHARED_START);
    return;
  }
  tell(warp, m, epoch);
  add_bytes(warp, insn, 0, m, -(int64_t)n_bytes);
  complete_if_due(cta, m);
}

// Whether the phase that a lane waits for is complete.
static bool is_complete(dl_em_warp *warp, const dl_em_insn *insn, uint32_t lane,
                        const dl_em_mbarrier *m) {
  const dl_em_operand *which = &insn->operands[2];
  if (dl_em_has(insn, DL_EM_W_parity))
    return (m->phase & 1) != (lane_value(warp, which, lane) & 1);
  uint64_t phase = ((const uint64_t *)DL_EM_REG(warp, which->slot))[lane] >> 20;
  if (phase > m->phase || phase + 1 < m->phase)
    dl_em_note(warp, insn, m->made, DL_EM_REPORT_MBARRIER, lane,
               "the state is of phase %llu; the mbarrier is in phase %llu",
               (unsigned long long)phase, (unsigned long long)m->phase);
  return m->phase > phase;
}

// The lanes whose phase is complete.
static uint32_t complete_lanes(dl_em_warp *warp, const dl_em_insn *insn,
                               const dl_em_access *access) {
  uint32_t result = 0;
  for (uint32_t m = access->mask; m; m &= m - 1) {
    uint32_t lane = (uint32_t)__builtin_ctz(m);
    dl_em_cta *cta;
    dl_em_mbarrier *object = object_of(warp, insn, access, lane, &cta);
    if (!object)
      continue;
    if (!is_complete(warp, insn, lane, object)) {
      dl_em_bulk_perform_for(cta, object->offset);
      object = dl_em_mbarrier_find(cta, object->offset);
    }
    if (object && is_complete(warp, insn, lane, object))
      result |= (uint32_t)1 << lane;
  }
  return result;
}

static void learn(dl_em_warp *warp, const dl_em_insn *insn,
                  const dl_em_access *access, uint32_t lanes) {
  const dl_em_mbarrier *last = NULL;
  for (uint32_t m = dl_em_has(insn, DL_EM_W_relaxed) ? 0 : lanes; m;
       m &= m - 1) {
    uint32_t offset = 0;
    dl_em_cta *cta =
        dl_em_access_cta(warp, access, (uint32_t)__builtin_ctz(m), &offset);
    const dl_em_mbarrier *object = dl_em_mbarrier_find(cta, offset);
    if (object && object != last)
      dl_em_race_acquire(warp, &object->completed);
    last = object;
  }
}

// test_wait says at once; try_wait waits, but not for ever.
dl_em_next dl_em_do_mbarrier_wait(dl_em_warp *warp, const dl_em_insn *insn,
                                  uint32_t mask) {
  dl_em_run *run = warp->run;
  dl_em_access access;
  bool is_first = warp->nodes[warp->current].wait != DL_EM_WAIT_MEMORY;
  uint16_t kind = DL_EM_READ | DL_EM_STRONG | (is_first ? 0 : DL_EM_COMPLETE);
  find_objects(warp, insn, mask, &insn->operands[1], kind, &access);
  uint32_t complete = complete_lanes(warp, insn, &access);
  bool is_try = dl_em_has(insn, DL_EM_W_try_wait);
  bool is_fickle = run->device->options.completion == DL_EM_COMPLETE_RANDOM;
  // On the chip it may return early, with nothing to show for it.
  if (is_try && is_fickle && dl_em_random(run) % 8 == 0)
    complete = 0;
  else if (is_try && complete == 0 && access.mask && !run->is_timeout) {
    dl_em_warp_wait(warp, DL_EM_WAIT_MEMORY, 0);
    return DL_EM_BLOCK;
  }
  learn(warp, insn, &access, complete);
  dl_em_set_predicate(warp, &insn->operands[0], complete, mask);
  return complete == mask ? DL_EM_NEXT : DL_EM_SPIN;
}

dl_em_next dl_em_do_mbarrier_pending(dl_em_warp *warp, const dl_em_insn *insn,
                                     uint32_t mask) {
  const uint64_t *tokens = DL_EM_REG(warp, insn->operands[1].slot);
  uint32_t counts[DL_EM_LANES];
  for (int l = 0; l < DL_EM_LANES; ++l)
    counts[l] = tokens[l] & MAX_COUNT;
  dl_em_blend(DL_EM_REG(warp, insn->operands[0].slot), counts, mask, 4);
  return DL_EM_NEXT;
}

void dl_em_mbarrier_describe(const dl_em_warp *warp, const dl_em_insn *insn,
                             uint32_t lane, char *text, size_t room) {
  dl_em_access access = {.space = (dl_em_space)insn->space};
  dl_em_access_addresses(warp, &insn->operands[1], &access);
  uint32_t offset = 0;
  dl_em_cta *cta = dl_em_access_cta(warp, &access, lane, &offset);
  const dl_em_mbarrier *m = cta ? dl_em_mbarrier_find(cta, offset) : NULL;
  if (m)
    snprintf(text, room,
             ", phase %llu of the mbarrier at 0x%llx, with %u of %u arrivals "
             "and %d bytes pending",
             (unsigned long long)m->phase,
             (unsigned long long)access.address[lane], m->pending, m->expected,
             m->n_bytes);
  else
    *text = 0;
}

void dl_em_mbarrier_fence(dl_em_warp *warp) {
  for (uint32_t i = 0; i < warp->cta->n_mbarriers; ++i)
    warp->cta->mbarriers[i].is_fenced |= warp->cta->mbarriers[i].owner == warp;
}

void dl_em_mbarriers_end(dl_em_cta *cta, dl_em_warp *last) {
  for (uint32_t i = 0; i < cta->n_mbarriers; ++i) {
    const dl_em_mbarrier *m = &cta->mbarriers[i];
    if (m->n_bytes != 0)
      dl_em_note(last, m->made, NULL, DL_EM_REPORT_MBARRIER, 0,
                 "the CTA ends while the mbarrier at 0x%x counts %d bytes more "
                 "than copies brought",
                 m->offset + DL_EM_SHARED_START, m->n_bytes);
  }
  cta->n_mbarriers = 0;
}

void dl_em_mbarriers_free(dl_em_cta *cta) {
  for (uint32_t i = 0; i < cta->room_mbarriers; ++i) {
    dl_em_view_finish(&cta->mbarriers[i].arriving);
    dl_em_view_finish(&cta->mbarriers[i].completed);
  }
  free(cta->mbarriers);
}
