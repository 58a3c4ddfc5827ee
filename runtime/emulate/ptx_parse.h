// Private to ptx_*.c: the state of parsing one module, and a statement.
#ifndef DLOPT_RUNTIME_EMULATE_PTX_PARSE_H
#define DLOPT_RUNTIME_EMULATE_PTX_PARSE_H

#include "runtime/emulate/program.h"
#include "runtime/emulate/ptx_lex.h"

// Bounds on what one module may ask for: hostile text costs a message.
enum {
  DL_PTX_MAX_BYTES = 1 << 28,
  DL_PTX_MAX_REGISTERS = 1 << 20,  // declared in a kernel
  DL_PTX_MAX_FILE_BYTES = 1 << 22, // register file of a warp
  DL_PTX_MAX_DEPTH = 64,           // nested blocks and inlined calls
  DL_PTX_MAX_LOCAL_BYTES = 1 << 19,
  DL_PTX_MAX_SHARED_BYTES = 1 << 20,
  DL_PTX_MAX_PARAM_BYTES = 32764,
  DL_PTX_MAX_VARIABLE_BYTES = 1 << 28,
  DL_PTX_MAX_ELEMENTS = 192, // registers in the vectors of a statement
};

typedef enum dl_ptx_symbol_kind {
  DL_PTX_SYM_REGISTER,
  DL_PTX_SYM_REGISTERS, // %r<100>: slots made as they are used
  DL_PTX_SYM_VARIABLE,
  DL_PTX_SYM_PARAM, // of a kernel
  DL_PTX_SYM_LABEL,
  DL_PTX_SYM_TARGETS, // .branchtargets
  DL_PTX_SYM_FUNCTION,
} dl_ptx_symbol_kind;

typedef struct dl_ptx_name dl_ptx_name;

typedef struct dl_ptx_symbol {
  dl_ptx_symbol_kind kind;
  dl_em_word type;
  uint32_t scope;
  dl_em_slot slot;   // register
  uint32_t n;        // registers: how many; targets: how many
  dl_em_slot *slots; // registers: 0 where not made yet
  dl_em_space space; // variable
  uint64_t address;  // variable or parameter: in its space; label: pc
  uint64_t n_bytes;
  bool is_dynamic; // of the dynamic shared memory: address is known last
  dl_ptx_name **targets;
  dl_ptx_lexer body; // function: at its '(' or name
  dl_ptx_name *name;
  struct dl_ptx_symbol *outer;      // of the same name, in an outer scope
  struct dl_ptx_symbol *same_scope; // declared before it
} dl_ptx_symbol;

struct dl_ptx_name {
  const char *text; // NUL-terminated, in the arena
  uint32_t length, hash;
  dl_ptx_symbol *symbol; // innermost
};

// A branch to a label that was not seen yet.
typedef struct dl_ptx_fixup {
  int64_t *pc; // where it goes
  dl_em_slot *pc32;
  dl_ptx_name *label;
  uint32_t line;
  struct dl_ptx_fixup *next;
} dl_ptx_fixup;

// An address in dynamic shared memory, to which its start is to be added.
typedef struct dl_ptx_dynamic {
  uint64_t *value;
  struct dl_ptx_dynamic *next;
} dl_ptx_dynamic;

// An .entry found in the first pass over the text.
typedef struct dl_ptx_entry {
  dl_ptx_lexer at; // behind ".entry"
  struct dl_ptx_entry *next;
} dl_ptx_entry;

typedef struct dl_ptx_scope {
  dl_ptx_symbol *symbols;
  dl_ptx_fixup *fixups;
} dl_ptx_scope;

typedef enum dl_ptx_operand_kind {
  DL_PTX_OP_REGISTER,
  DL_PTX_OP_INTEGER,
  DL_PTX_OP_FLOAT, // bits of an f32
  DL_PTX_OP_DOUBLE,
  DL_PTX_OP_SYMBOL, // address of a variable, plus value
  DL_PTX_OP_LABEL,
  DL_PTX_OP_SINK,
  DL_PTX_OP_VECTOR,
  DL_PTX_OP_ADDRESS, // [first + value {, vector}]
} dl_ptx_operand_kind;

// A register or an immediate; also an element of a vector.
typedef struct dl_ptx_element {
  dl_ptx_operand_kind kind;
  dl_em_word type; // of a register
  dl_em_slot slot;
  uint64_t value;
  dl_ptx_symbol *symbol;
  dl_ptx_name *label;
} dl_ptx_element;

typedef struct dl_ptx_operand {
  dl_ptx_operand_kind kind;
  dl_ptx_element first;  // of addresses: the base
  dl_ptx_element second; // a|b
  bool has_second, is_negated;
  uint32_t vector, n_vector; // in the statement's elements; also coordinates
  int64_t value;             // displacement
} dl_ptx_operand;

typedef struct dl_ptx_statement {
  uint32_t line;
  dl_em_slot guard;
  bool is_guard_negated;
  char text[128]; // the mnemonic with its words, for messages
  char base[24];
  uint32_t n_words;
  uint32_t n_columns; // the N of a shape m64nNk16; otherwise 0
  dl_em_word words[16];
  uint32_t n_operands;
  dl_ptx_operand operands[DL_EM_MAX_OPERANDS];
  uint32_t n_elements;
  dl_ptx_element elements[DL_PTX_MAX_ELEMENTS];
} dl_ptx_statement;

typedef struct dl_ptx_parser {
  dl_em_module *module;
  dl_em_kernel *kernel; // being parsed
  dl_ptx_lexer lexer;
  dl_ptx_token token;  // the next one
  DloptStatus status;  // the first error
  dl_ptx_name **names; // hash table
  uint32_t n_names, n_name_slots;
  uint32_t depth;
  dl_ptx_scope scopes[DL_PTX_MAX_DEPTH + 1];
  uint32_t n_calls; // inlined ones around us
  dl_ptx_entry *entries, **last_entry;
  dl_ptx_dynamic *dynamics; // of the kernel
  uint32_t dynamic_align;
  uint32_t n_registers; // declared in this kernel
  uint32_t insn_room;
  uint32_t file, source_line; // of the last .loc
  uint32_t module_shared;     // bytes of shared variables at module scope
  uint32_t module_shared_align;
  uint64_t next_address; // of global and const variables
  dl_em_constant *constant_table[256];
  dl_ptx_statement statement;
} dl_ptx_parser;

/// Notes an error at a line, unless there was one; returns false.
bool dl_ptx_fail(dl_ptx_parser *p, uint32_t line, const char *format, ...)
    DL_PRINTF(3, 4);
bool dl_ptx_no_memory(dl_ptx_parser *p);

/// Moves to the next token.
void dl_ptx_advance(dl_ptx_parser *p);
/// Takes a punctuation character if it is next.
bool dl_ptx_take(dl_ptx_parser *p, char c);
/// Takes it, or fails.
bool dl_ptx_expect(dl_ptx_parser *p, char c);
/// Takes `.word` if it is next.
bool dl_ptx_take_dot(dl_ptx_parser *p, const char *word);
/// Takes an integer from `least` to `most`, or fails.
bool dl_ptx_number(dl_ptx_parser *p, uint64_t least, uint64_t most,
                   uint64_t *value);
/// How to print a token: DL_PTX_TEXT(&token) for "%.*s", cut to 60 characters.
#define DL_PTX_TEXT(token)                                                     \
  (int)((token)->length > 60 ? 60 : (token)->length), (token)->text

// Names and scopes (ptx_scope.c).
dl_ptx_name *dl_ptx_intern(dl_ptx_parser *p, const char *text, size_t length);
bool dl_ptx_open_scope(dl_ptx_parser *p);
/// Resolves the branches to labels of the scope and forgets its symbols.
bool dl_ptx_close_scope(dl_ptx_parser *p);
/// A new symbol of the current scope, or null (reported).
dl_ptx_symbol *dl_ptx_declare(dl_ptx_parser *p, dl_ptx_name *name,
                              dl_ptx_symbol_kind kind);
/// A register's slot by name: declared alone or as part of %r<n>. False if
/// there is none (no message).
bool dl_ptx_find_register(dl_ptx_parser *p, dl_ptx_name *name, dl_em_slot *slot,
                          dl_em_word *type);
/// Registers the wish to know the pc of a label.
bool dl_ptx_want_label(dl_ptx_parser *p, dl_ptx_name *label, uint32_t line,
                       int64_t *pc, dl_em_slot *pc32);
/// New register space.
bool dl_ptx_new_slot(dl_ptx_parser *p, dl_em_word type, dl_em_slot *slot);
/// The slot of a constant of 1 to 8 bytes.
bool dl_ptx_constant(dl_ptx_parser *p, uint64_t value, uint32_t bytes,
                     dl_em_slot *slot);
/// The same for the address of a variable plus `offset`.
bool dl_ptx_address_constant(dl_ptx_parser *p, const dl_ptx_symbol *symbol,
                             int64_t offset, uint32_t bytes, dl_em_slot *slot);
/// Asks for the start of dynamic shared memory to be added to *value.
bool dl_ptx_want_dynamic(dl_ptx_parser *p, uint64_t *value);
/// The slot of a special register by name; false if there is none of it.
bool dl_ptx_find_special(dl_ptx_parser *p, const char *text, size_t length,
                         dl_em_slot *slot, dl_em_word *type);

// Declarations (ptx_decl.c).
/// The part of a variable after its space: [.align n] .type name [sizes] [=
/// value] ;  `is_param_list`: ends before ',' or ')'.
bool dl_ptx_variable(dl_ptx_parser *p, dl_em_space space, bool is_extern);
bool dl_ptx_registers(dl_ptx_parser *p);
typedef struct dl_ptx_declarator {
  dl_em_word type;
  uint32_t align, line;
  dl_ptx_name *name;
  uint64_t n_bytes;
  bool is_open; // x[]
} dl_ptx_declarator;
bool dl_ptx_parse_declarator(dl_ptx_parser *p, dl_ptx_declarator *d);

// Bodies (ptx_stmt.c, ptx_operand.c).
/// Everything up to the '}' that closes the body, whose '{' is taken.
bool dl_ptx_body(dl_ptx_parser *p);
bool dl_ptx_parse_operand(dl_ptx_parser *p, dl_ptx_operand *operand);
/// A call, inlined: its function's body in a scope of its own.
bool dl_ptx_call(dl_ptx_parser *p, const dl_ptx_statement *s);

/// What stands for the body of __assertfail, which the driver has (assert.c).
extern const char dl_ptx_assertfail_body[];

// Decoding (ptx_decode.c) and the flow graph (cfg.c).
bool dl_ptx_decode(dl_ptx_parser *p, const dl_ptx_statement *statement);
dl_em_insn *dl_ptx_new_insn(dl_ptx_parser *p, uint32_t line);
/// Finds where the paths of every branch meet again.
bool dl_em_find_reconvergence(dl_em_kernel *kernel);
/// Marks the instructions that touch registers of a wgmma
/// (wgmma_registers.c).
bool dl_em_mark_wgmma(dl_em_kernel *kernel);

#endif
