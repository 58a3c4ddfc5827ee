// A PTX module after loading: kernels as arrays of decoded instructions.
// Private to runtime/emulate; what others may use is in emulate.h.
#ifndef DLOPT_RUNTIME_EMULATE_PROGRAM_H
#define DLOPT_RUNTIME_EMULATE_PROGRAM_H

#include "runtime/emulate/arena.h"
#include "runtime/emulate/emulate.h"
#include "runtime/emulate/words.h"

// A register (or constant, or special register) as the byte offset of its 32
// lanes in a warp's register file; predicates are one 32-bit mask. Offset 0
// is never used, so 0 means "none".
typedef uint32_t dl_em_slot;

enum {
  DL_EM_MAX_OPERANDS = 12,
  DL_EM_MAX_INSNS = 1 << 20, // of a kernel
  // What is written to offset 0 is lost: room for the widest register.
  DL_EM_SINK_BYTES = 512,
};
#define DL_EM_NO_PC UINT32_MAX

typedef enum dl_em_operand_kind {
  DL_EM_NONE,     // an optional operand that is absent, or the sink '_'
  DL_EM_REGISTER, // or constant: slot
  DL_EM_VECTOR,   // slots[0 .. n)
  DL_EM_ADDRESS,  // register `slot` (if not 0) + value
  DL_EM_VALUE,    // an integer known at load time: value
  DL_EM_TARGET,   // a label: value is a pc; slots/n: a table of .branchtargets
} dl_em_operand_kind;

typedef struct dl_em_operand {
  uint8_t kind;
  uint8_t bytes;      // of the register, or of each in the vector
  uint8_t n;          // registers in the vector
  uint8_t is_negated; // !%p
  dl_em_slot slot;
  const dl_em_slot *slots; // 0 for the sink '_' among them
  int64_t value;
} dl_em_operand;

typedef struct dl_em_warp dl_em_warp;
typedef struct dl_em_insn dl_em_insn;

// What the warp does after an instruction.
typedef enum dl_em_next {
  DL_EM_NEXT,  // goes on with the following one
  DL_EM_JUMP,  // the handler has set the pc
  DL_EM_BLOCK, // could not do it yet; try again later
  DL_EM_SPIN,  // did it, but that is no progress (a test that said "not yet")
  DL_EM_STOP,  // the launch cannot go on
} dl_em_next;

/// Executes an instruction for the lanes in `mask`, never 0.
typedef dl_em_next (*dl_em_handler)(dl_em_warp *warp, const dl_em_insn *insn,
                                    uint32_t mask);

// The arithmetic of an instruction on whole registers of 32 lanes. Each family
// of instructions has its own signature and casts; see lanes.h.
typedef void (*dl_em_lanes)(void);

struct dl_em_insn {
  dl_em_handler handler;
  dl_em_lanes lanes;
  dl_em_slot guard;         // 0: always
  uint8_t is_guard_negated; // @!p
  uint8_t n_operands;
  uint8_t n_types;
  uint8_t flags;       // of its row: DL_EM_FLAG_...
  uint8_t type[4];     // type words in order
  uint8_t space;       // DL_EM_SPACE_... of memory instructions
  uint8_t n_vector;    // of .v2 .v4 .v8; otherwise 1
  uint8_t n_written;   // operands that are destinations; they come first
  uint16_t n_columns;  // the N of wgmma
  uint16_t row;        // in ops.def
  uint32_t reconverge; // pc where the paths of a branch meet again
  uint32_t line;       // in the PTX text
  uint32_t file;       // .loc, 0 if none
  uint32_t source_line;
  uint64_t words[DL_EM_WORD_GROUPS]; // all words
  dl_em_operand *operands;
};

static inline bool dl_em_has(const dl_em_insn *insn, dl_em_word word) {
  return insn->words[word / 64] >> (word % 64) & 1;
}

typedef enum dl_em_space {
  DL_EM_SPACE_GENERIC,
  DL_EM_SPACE_GLOBAL,
  DL_EM_SPACE_SHARED,
  DL_EM_SPACE_SHARED_CLUSTER,
  DL_EM_SPACE_LOCAL,
  DL_EM_SPACE_CONST,
  DL_EM_SPACE_PARAM,
  DL_EM_N_SPACES,
} dl_em_space;

// Where the spaces lie in the 64-bit generic address space. Offsets in shared
// memory start at 1 KiB, as on chips that keep the first KiB for themselves:
// a null pointer is then an error in every space.
#define DL_EM_SHARED_WINDOW ((uint64_t)0x0100000000000000)
#define DL_EM_LOCAL_WINDOW ((uint64_t)0x0200000000000000)
#define DL_EM_PARAM_WINDOW ((uint64_t)0x0300000000000000)
#define DL_EM_CONST_WINDOW ((uint64_t)0x0400000000000000)
#define DL_EM_WINDOW_MASK ((uint64_t)0xFF00000000000000)
enum { DL_EM_SHARED_START = 1024, DL_EM_LOCAL_START = 256 };

// A constant that fills a register when a warp starts.
typedef struct dl_em_constant {
  dl_em_slot slot;
  uint8_t bytes;
  uint64_t value;
  struct dl_em_constant *next;
} dl_em_constant;

typedef enum dl_em_special_id {
#define DL_EM_SPECIAL(id, text, bytes) DL_EM_SR_##id,
#include "runtime/emulate/specials.def"
#undef DL_EM_SPECIAL
  DL_EM_N_SPECIALS,
} dl_em_special_id;

// A module-scope variable; the device gives it memory when the module is
// bound to it.
typedef struct dl_em_variable {
  const char *name;
  dl_em_space space; // global, const or shared
  uint32_t align;
  uint64_t n_bytes;
  uint64_t address; // global and const: assigned at load
  uint8_t *initial; // n_bytes, or null
  struct dl_em_variable *next;
} dl_em_variable;

struct dl_em_kernel {
  const char *name;
  dl_em_module *module;
  dl_em_kernel *next;
  uint32_t line;
  uint32_t n_params;
  dl_em_param *params;
  uint32_t param_bytes;
  uint32_t max_threads;    // .maxntid as a product, 0 if not given
  uint32_t required[3];    // .reqntid, 0 if not given
  uint32_t cluster[3];     // .reqnctapercluster, 0 if not given
  uint32_t register_bytes; // of one warp
  uint32_t shared_bytes;   // static, from DL_EM_SHARED_START
  uint32_t shared_align;
  uint32_t local_bytes; // a lane, from DL_EM_LOCAL_START
  uint32_t n_insns;
  dl_em_insn *insns;
  dl_em_constant *constants;
  dl_em_slot specials[DL_EM_N_SPECIALS]; // 0 where not read
};

struct dl_em_module {
  dl_em_arena arena;
  const char *name;
  uint32_t target;       // 80 of sm_80
  bool is_arch_specific; // sm_90a
  dl_em_kernel *kernels;
  dl_em_variable *variables; // global and const
  uint32_t n_files;
  const char **files; // by .file number; null where not given
};

#endif
