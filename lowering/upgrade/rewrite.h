// What the rules of an upgrade see and do: one statement at a time.
#ifndef DLOPT_LOWERING_UPGRADE_REWRITE_H
#define DLOPT_LOWERING_UPGRADE_REWRITE_H

#include "lowering/upgrade/text.h"
#include "lowering/upgrade/upgrade.h"

typedef struct dl_upgrade dl_upgrade;
typedef struct dl_rule dl_rule;

typedef enum dl_mend {
  DL_MEND_NONE,    ///< the statement is not in the older form
  DL_MEND_DONE,    ///< rewritten
  DL_MEND_BY_HAND, ///< in the older form, but a person has to rewrite it
} dl_mend;

typedef struct dl_attribute {
  dl_slice name, value; ///< a unit attribute has an empty value
  bool in_properties;   ///< stands in <{…}>
} dl_attribute;

/// Operands, attributes and types of an operation written in generic form or as
/// `d.op %a, %b {…} : (A, B) -> R`. Rules change the arrays and set the flags;
/// what is not flagged keeps its text.
typedef struct dl_form {
  dl_slice *operands, *types; ///< same count
  uint32_t n_operands;
  dl_attribute *attributes;
  uint32_t n_attributes;
  dl_slice results; ///< the text after ->
  dl_slice *result_types;
  uint32_t n_results;
  bool operands_changed, attributes_changed, results_changed;
  // Places in the source, as byte ranges.
  uint32_t operands_begin, operands_end;
  uint32_t properties_begin, properties_end; ///< equal if there are none
  uint32_t dictionary_begin, dictionary_end; ///< equal if there is none
  uint32_t types_begin, types_end, results_begin, results_end;
} dl_form;

/// One operation in the source.
typedef struct dl_op {
  uint32_t first; ///< first token: a result, or the name
  uint32_t name;  ///< token of the name
  dl_slice op;    ///< the name without quotes; bare std words get "std."
  bool quoted;    ///< in generic form
  dl_form *form;  ///< of dl_up_op_form, null until asked for
  dl_slice new_name;
} dl_op;

typedef dl_mend (*dl_rule_fn)(dl_upgrade *up, dl_op *op, const dl_rule *rule);

/// One construct that changed. An operation may have several rows; all run, in
/// the order of the table.
struct dl_rule {
  const char *op;
  int since;        ///< the first LLVM release that refuses the old form
  const char *what; ///< what changed; a person's to-do may follow from code
  dl_rule_fn mend;  ///< null: always by hand
  const char *arg;  ///< for `mend`, such as the new name
};

/// End of a rule table.
#define DL_RULES_END {NULL, 0, NULL, NULL, NULL}

extern const dl_rule dl_up_rules_arith[], dl_up_rules_bufferization[],
    dl_up_rules_func[], dl_up_rules_linalg[], dl_up_rules_scf[],
    dl_up_rules_std[], dl_up_rules_tensor[], dl_up_rules_tosa_attributes[],
    dl_up_rules_tosa_names[], dl_up_rules_tosa_conv[], dl_up_rules_tosa_flow[],
    dl_up_rules_tosa_rank[], dl_up_rules_tosa_zero_points[],
    dl_up_rules_vector[];

/// Finds the rows of an operation; see rules.c.
typedef struct dl_rule_index dl_rule_index;

// ---- the session (session.c)

struct dl_upgrade {
  dl_arena arena;
  dl_tokens tokens;
  struct dl_edit *edits;
  size_t n_edits, edit_capacity;
  dl_finding *findings;
  size_t n_findings, finding_capacity;
  struct dl_values *values;
  struct dl_foreign *foreign;
  const dl_rule_index *rules;
  dl_slice fresh_prefix;
  unsigned n_fresh;
  uint64_t work; ///< see dl_tokens
  /// What the running rule leaves to do, for its finding; null = rule->what.
  const char *advice;
};

/// Formatted text in the arena.
dl_slice dl_up_format(dl_upgrade *up, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// Replaces source bytes [begin, end). Comments in the range move in front of
/// the line. Edits may come in any order but must not overlap.
void dl_up_replace(dl_upgrade *up, uint32_t begin, uint32_t end, dl_slice text);
void dl_up_replace_token(dl_upgrade *up, uint32_t token, dl_slice text);
void dl_up_insert(dl_upgrade *up, uint32_t at, dl_slice text);
/// Removes tokens [first, last) with the white space in front of them.
void dl_up_remove_tokens(dl_upgrade *up, uint32_t first, uint32_t last);
/// Puts `statement` on a line of its own before `op`.
void dl_up_insert_before(dl_upgrade *up, const dl_op *op, dl_slice statement);

/// A value name that the text does not have.
dl_slice dl_up_fresh(dl_upgrade *up);
/// Value of `expression` (an operation without results), written before `op`
/// or earlier in the same block.
dl_slice dl_up_value_before(dl_upgrade *up, const dl_op *op,
                            dl_slice expression);

/// A finding at token `token`.
void dl_up_find(dl_upgrade *up, uint32_t token, dl_finding_kind kind,
                dl_slice construct, int release, const char *message);

// ---- values (values.c)

/// Starts of regions and blocks, ends of regions.
void dl_up_values_enter(dl_upgrade *up);
void dl_up_values_leave(dl_upgrade *up);
void dl_up_values_new_block(dl_upgrade *up);
/// Forgets what was defined or shared since the mark.
uint32_t dl_up_values_mark(dl_upgrade *up);
void dl_up_values_rollback(dl_upgrade *up, uint32_t mark);
void dl_up_values_init(dl_upgrade *up);
void dl_up_values_finish(dl_upgrade *up);
/// Result `result` of the operation whose name is token `name`.
void dl_up_values_define(dl_upgrade *up, dl_slice value, uint32_t name);
/// A block or function argument, or the alias of a type, whose type starts at
/// token `type`.
void dl_up_values_define_argument(dl_upgrade *up, dl_slice value,
                                  uint32_t type);
/// Type of a value, or an empty slice.
dl_slice dl_up_value_type(dl_upgrade *up, dl_slice value);
/// Text of the dense<…> that defines `value`, or an empty slice.
dl_slice dl_up_value_constant(dl_upgrade *up, dl_slice value);
/// The name written earlier in this block for `expression`, or empty.
dl_slice dl_up_values_shared(dl_upgrade *up, dl_slice expression);
void dl_up_values_share(dl_upgrade *up, dl_slice expression, dl_slice value);

// ---- the operation under a rule (form.c)

/// The parsed form, or null if the text is written in another way.
dl_form *dl_up_op_form(dl_upgrade *up, dl_op *op);
/// Form of the operation named by token `name`, for reading.
dl_form *dl_up_form_parse(dl_upgrade *up, uint32_t name);
/// Writes the changes of op->form and op->new_name as edits.
void dl_up_op_flush(dl_upgrade *up, dl_op *op);

dl_attribute *dl_up_form_attribute(dl_form *form, const char *name);
void dl_up_form_remove(dl_form *form, const char *name);
/// Sets or adds; an added one goes where the others are.
void dl_up_form_set(dl_upgrade *up, dl_form *form, const char *name,
                    dl_slice value);
void dl_up_form_add_operand(dl_upgrade *up, dl_form *form, dl_slice value,
                            dl_slice type);
void dl_up_form_set_operand(dl_form *form, uint32_t index, dl_slice value,
                            dl_slice type);

/// Splits at commas outside brackets and strings; returns how many parts there
/// are, which may be more than `limit`.
uint32_t dl_up_split(dl_slice text, dl_slice *parts, uint32_t limit);

// ---- types and attribute values (shape.c)

enum { DL_MAX_RANK = 16, DL_DYNAMIC = -1 };

typedef struct dl_shape {
  bool ranked;
  int rank;
  long long dims[DL_MAX_RANK]; ///< DL_DYNAMIC where unknown
  dl_slice prefix;             ///< tensor, memref or vector
  dl_slice dims_text;          ///< such as 4x?x, with its last x
  dl_slice element;
  dl_slice rest; ///< encoding, layout or memory space, with its comma
} dl_shape;

/// Parses tensor<…>, memref<…> and vector<…>, also behind an alias; false for
/// all else.
bool dl_up_shape_parse(dl_upgrade *up, dl_slice type, dl_shape *shape);
/// Type with these dimensions and element, without encoding.
dl_slice dl_up_tensor_type(dl_upgrade *up, const long long *dims, int rank,
                           dl_slice element);
bool dl_up_is_float(dl_slice element);
/// Bits of iN, uiN, siN; 0 for all else.
int dl_up_integer_bits(dl_slice element);
/// Storage type of a quantised element type; others unchanged.
dl_slice dl_up_storage_type(dl_slice element);

/// Integers of `[1, 2]`, `array<i64: 1, 2>`, `dense<[1, 2]>` (nested too) or
/// `dense<5>`, which counts as one; returns the number, -1 if it is no such
/// list or longer than `limit`.
int dl_up_integers(dl_slice text, long long *values, int limit);
/// The integer of `5 : i32` or `5`.
bool dl_up_integer(dl_slice text, long long *value);
/// `1, 2, 3`
dl_slice dl_up_join(dl_upgrade *up, const long long *values, int count);
/// Value without its `: type`.
dl_slice dl_up_without_type(dl_slice value);

/// A !tosa.shape constant of these values, written before `op`.
dl_slice dl_up_shape_constant(dl_upgrade *up, const dl_op *op,
                              const long long *values, int count);
dl_slice dl_up_shape_type(dl_upgrade *up, int count);
/// A one-element tosa.const of `element` type.
dl_slice dl_up_scalar_constant(dl_upgrade *up, const dl_op *op, long long value,
                               dl_slice element);

/// Replaces the name and nothing else: the mend of most renames.
dl_mend dl_up_mend_rename(dl_upgrade *up, dl_op *op, const dl_rule *rule);

// ---- tables (rules.c)

const dl_rule_index *dl_up_rule_index_make(dl_arena *arena);
/// Row `n` for this operation, or null.
const dl_rule *dl_up_rule_for(const dl_rule_index *index, dl_slice op,
                              size_t n);

// ---- the walk (scan.c) and what is no operation (builtin.c, foreign.c)

void dl_up_scan(dl_upgrade *up);
/// Rules on types and attributes anywhere in the text.
void dl_up_check_token(dl_upgrade *up, uint32_t token);
/// Counts uses of dialects that are not MLIR's; the second reports them.
void dl_up_foreign_use(dl_upgrade *up, uint32_t token, dl_slice name);
void dl_up_foreign_report(dl_upgrade *up);

#endif // DLOPT_LOWERING_UPGRADE_REWRITE_H
