// How long a buffer is used.
//
// A use inside a loop or a branch counts as a use by the operation of the
// maker's block that holds it: a buffer from outside a loop is used until the
// loop ends. Launches take addresses as integers: what is computed from an
// address is followed too.
#include "lowering/memory/lifetime.h"

#include <stdint.h>

#include "lowering/base/builder.h"

/// Open addressing, a power of two, at most half full; `first` and `last` are
/// the numbers of an operation and of the last one inside it.
struct entry {
  const void *key;
  int first, last;
};

struct dl_order {
  struct entry *table;
  size_t size;
  int next;
};

static struct entry *slot_of(const dl_order *order, const void *key) {
  size_t at = ((uintptr_t)key >> 4) * 0x9e3779b97f4a7c15u >> 20;
  for (at &= order->size - 1;
       order->table[at].key && order->table[at].key != key;
       at = (at + 1) & (order->size - 1))
    ;
  return &order->table[at];
}

static MlirWalkResult count_one(MlirOperation op, void *data) {
  ++*(size_t *)data;
  return MlirWalkResultAdvance;
}

static MlirWalkResult number_first(MlirOperation op, void *data) {
  dl_order *order = data;
  *slot_of(order, op.ptr) = (struct entry){op.ptr, order->next++, 0};
  return MlirWalkResultAdvance;
}

/// In post-order, an operation's last is that of whatever was numbered last
/// inside it: of its children, or itself.
static MlirWalkResult number_last(MlirOperation op, void *data) {
  dl_order *order = data;
  struct entry *own = slot_of(order, op.ptr);
  if (own->last < own->first)
    own->last = own->first;
  MlirOperation parent = mlirOperationGetParentOperation(op);
  if (!mlirOperationIsNull(parent)) {
    struct entry *outer = slot_of(order, parent.ptr);
    if (outer->key && outer->last < own->last)
      outer->last = own->last;
  }
  return MlirWalkResultAdvance;
}

dl_order *dl_order_make(MlirOperation function, dl_arena *arena) {
  size_t count = 0;
  mlirOperationWalk(function, count_one, &count, MlirWalkPreOrder);
  dl_order *order = DL_ARENA_ARRAY(arena, dl_order, 1);
  order->size = 64;
  while (order->size < 2 * count)
    order->size *= 2;
  order->table = DL_ARENA_ARRAY(arena, struct entry, order->size);
  mlirOperationWalk(function, number_first, order, MlirWalkPreOrder);
  mlirOperationWalk(function, number_last, order, MlirWalkPostOrder);
  return order;
}

/// One search.
struct search {
  const dl_order *order;
  dl_arena *arena;
  MlirOperation maker, ignored;
  MlirBlock block; ///< the maker's
  dl_lifetime lifetime;
  MlirValue
      *values; ///< aliases found; those from `done` on are to be looked at
  size_t count, capacity, done;
};

static void add(struct search *search, MlirValue value) {
  for (size_t i = 0; i < search->count; ++i)
    if (mlirValueEqual(search->values[i], value))
      return;
  if (search->count == search->capacity) {
    size_t capacity = 2 * search->capacity + 16;
    MlirValue *values = DL_ARENA_ARRAY(search->arena, MlirValue, capacity);
    for (size_t i = 0; i < search->count; ++i)
      values[i] = search->values[i];
    search->values = values;
    search->capacity = capacity;
  }
  search->values[search->count++] = value;
}

/// True if the maker is inside `op`.
static bool is_made_in(const struct search *search, MlirOperation op) {
  for (MlirOperation outer = search->maker; !mlirOperationIsNull(outer);
       outer = mlirOperationGetParentOperation(outer))
    if (mlirOperationEqual(outer, op))
      return true;
  return false;
}

/// Extends the lifetime to the end of `user`, or of what holds it in the
/// maker's block or, if it is outside that, in a block around it.
static void extend(struct search *search, MlirOperation user) {
  MlirOperation holder = user;
  for (;;) {
    MlirOperation parent = mlirOperationGetParentOperation(holder);
    if (mlirOperationIsNull(parent) || is_made_in(search, parent))
      break;
    holder = parent;
  }
  int end = slot_of(search->order, holder.ptr)->last;
  bool is_inside = mlirBlockEqual(mlirOperationGetBlock(holder), search->block);
  if (end > search->lifetime.end) {
    search->lifetime.end = end;
    search->lifetime.last = is_inside ? holder : (MlirOperation){NULL};
  }
}

static bool is_memref(MlirValue value) {
  return mlirTypeIsAMemRef(mlirValueGetType(value)) ||
         mlirTypeIsAUnrankedMemRef(mlirValueGetType(value));
}

static bool has_memref_result(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    if (is_memref(dl_result(op, i)))
      return true;
  return false;
}

static void follow_results(struct search *search, MlirOperation op,
                           bool only_memrefs) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    if (!only_memrefs || is_memref(dl_result(op, i)))
      add(search, dl_result(op, i));
}

/// Argument `index` of the first block of a region, if there is one.
static void follow_argument(struct search *search, MlirOperation op,
                            intptr_t region, intptr_t index) {
  add(search, mlirBlockGetArgument(dl_region_block(op, region), index));
}

/// What a terminator hands to the operation around it.
static void follow_yield(struct search *search, MlirOperation yield,
                         intptr_t index) {
  MlirOperation outer = mlirOperationGetParentOperation(yield);
  bool is_branch = dl_is(outer, "scf.if") || dl_is(outer, "scf.index_switch") ||
                   dl_is(outer, "scf.execute_region");
  bool is_for = dl_is(outer, "scf.for"), is_while = dl_is(outer, "scf.while");
  if (dl_is(yield, "scf.condition"))
    --index;
  // A buffer that a loop makes in one turn and hands to the next is two at
  // once: the same memory would not do.
  if ((!is_branch && !is_for && !is_while) ||
      (!is_branch && is_made_in(search, outer)) || index < 0) {
    search->lifetime.escapes = true;
    return;
  }
  if (is_for)
    follow_argument(search, outer, 0, index + 1);
  if (is_while && dl_is(yield, "scf.yield"))
    follow_argument(search, outer, 0, index);
  if (dl_is(yield, "scf.condition"))
    follow_argument(search, outer, 1, index);
  if (!is_while || dl_is(yield, "scf.condition"))
    add(search, dl_result(outer, index));
}

static void follow(struct search *search, MlirOperation user, intptr_t index) {
  MlirStringRef name = dl_op_name(user);
  if (dl_string_is(name, "scf.yield") || dl_string_is(name, "scf.condition"))
    follow_yield(search, user, index);
  else if (dl_string_is(name, "scf.for") && index >= 3) {
    follow_argument(search, user, 0, index - 2);
    add(search, dl_result(user, index - 3));
  } else if (dl_string_is(name, "scf.while"))
    follow_argument(search, user, 0, index);
  else if (dl_string_is(name, "memref.dealloc") ||
           dl_string_is(name, "memref.realloc") ||
           dl_string_is(name, "bufferization.dealloc") ||
           dl_string_is(name, "func.return") ||
           dl_string_starts_with(name, "cf."))
    search->lifetime.escapes = true;
  else if (dl_string_is(name, "memref.extract_aligned_pointer_as_index"))
    follow_results(search, user, false);
  else if (dl_string_starts_with(name, "memref."))
    follow_results(search, user, true);
  else if (dl_string_starts_with(name, "arith.") ||
           dl_string_is(name, "llvm.inttoptr") ||
           dl_string_is(name, "llvm.ptrtoint") ||
           dl_string_is(name, "llvm.getelementptr"))
    follow_results(search, user, false);
  else if (dl_string_is(name, "bufferization.clone"))
    ; // another buffer
  else if ((dl_string_is(name, "llvm.store") && index == 0) ||
           has_memref_result(user) ||
           (dl_string_is(name, "llvm.call") &&
            mlirOperationGetNumResults(user) > 0))
    search->lifetime.escapes = true;
}

dl_lifetime dl_lifetime_of(const dl_order *order, MlirOperation maker,
                           MlirOperation ignored, dl_arena *arena) {
  int start = slot_of(order, maker.ptr)->first;
  struct search search = {
      .order = order,
      .arena = arena,
      .maker = maker,
      .ignored = ignored,
      .block = mlirOperationGetBlock(maker),
      .lifetime = {.start = start, .end = start, .last = maker}};
  add(&search, dl_result(maker, 0));
  while (search.done < search.count && !search.lifetime.escapes) {
    MlirValue value = search.values[search.done++];
    for (MlirOpOperand use = mlirValueGetFirstUse(value);
         !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
      MlirOperation user = mlirOpOperandGetOwner(use);
      if (!mlirOperationIsNull(ignored) && mlirOperationEqual(user, ignored))
        continue;
      extend(&search, user);
      follow(&search, user, mlirOpOperandGetOperandNumber(use));
    }
  }
  return search.lifetime;
}
