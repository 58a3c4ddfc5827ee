// PTX text to a module: the top level, kernels' heads, and the entry points
// of the public header.
#include "runtime/emulate/ptx_parse.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool dl_ptx_fail(dl_ptx_parser *p, uint32_t line, const char *format, ...) {
  if (p->status.code != DL_STATUS_OK)
    return false;
  va_list arguments;
  va_start(arguments, format);
  p->status = dl_status_error_v(DL_STATUS_INPUT, format, arguments);
  va_end(arguments);
  p->status = dl_status_prefix(p->status, "%s:%u", p->module->name, line);
  return false;
}

bool dl_ptx_no_memory(dl_ptx_parser *p) {
  if (p->status.code == DL_STATUS_OK)
    p->status = dl_status_error(DL_STATUS_MEMORY,
                                "%s: the module takes too much memory",
                                p->module->name);
  return false;
}

void dl_ptx_advance(dl_ptx_parser *p) { p->token = dl_ptx_lex(&p->lexer); }

bool dl_ptx_take(dl_ptx_parser *p, char c) {
  if (!dl_ptx_is(&p->token, c))
    return false;
  dl_ptx_advance(p);
  return true;
}

bool dl_ptx_expect(dl_ptx_parser *p, char c) {
  if (dl_ptx_take(p, c))
    return true;
  if (p->token.kind == DL_PTX_END)
    return dl_ptx_fail(p, p->token.line,
                       "expected '%c', but the text ends here", c);
  return dl_ptx_fail(p, p->token.line, "expected '%c', got '%.*s'", c,
                     DL_PTX_TEXT(&p->token));
}

bool dl_ptx_take_dot(dl_ptx_parser *p, const char *word) {
  if (!dl_ptx_token_is(&p->token, DL_PTX_DOT, word))
    return false;
  dl_ptx_advance(p);
  return true;
}

bool dl_ptx_number(dl_ptx_parser *p, uint64_t least, uint64_t most,
                   uint64_t *value) {
  if (!dl_ptx_integer(&p->token, value) || *value < least || *value > most)
    return dl_ptx_fail(p, p->token.line,
                       "expected a number from %llu to %llu, got '%.*s'",
                       (unsigned long long)least, (unsigned long long)most,
                       DL_PTX_TEXT(&p->token));
  dl_ptx_advance(p);
  return true;
}

static bool skip_past(dl_ptx_parser *p, char c) {
  while (!dl_ptx_take(p, c)) {
    if (p->token.kind == DL_PTX_END || p->token.kind == DL_PTX_BAD)
      return dl_ptx_expect(p, c);
    dl_ptx_advance(p);
  }
  return true;
}

// A body or a .section, from its '{'.
static bool skip_braces(dl_ptx_parser *p) {
  uint32_t line = p->token.line, depth = 0;
  do {
    if (dl_ptx_is(&p->token, '{'))
      ++depth;
    else if (dl_ptx_is(&p->token, '}'))
      --depth;
    else if (p->token.kind == DL_PTX_END)
      return dl_ptx_fail(p, line, "this '{' is never closed");
    dl_ptx_advance(p);
  } while (depth > 0);
  return true;
}

// .version 8.7  .target sm_90a, ...  .address_size 64
static bool parse_head(dl_ptx_parser *p) {
  if (!dl_ptx_take_dot(p, "version"))
    return dl_ptx_fail(p, p->token.line, "PTX starts with .version");
  char version[8] = "";
  if (p->token.length < sizeof(version))
    memcpy(version, p->token.text, p->token.length);
  char *end;
  unsigned long major = strtoul(version, &end, 10);
  if (p->token.kind != DL_PTX_NUMBER || *end != '.' || major < 6 || major > 9)
    return dl_ptx_fail(p, p->token.line,
                       "PTX version %.*s; versions 6.0 to 9.x are known",
                       DL_PTX_TEXT(&p->token));
  dl_ptx_advance(p);
  if (!dl_ptx_take_dot(p, "target"))
    return dl_ptx_fail(p, p->token.line, "expected .target");
  static const uint32_t known[] = {70, 72,  75,  80,  86,  87,  88, 89,
                                   90, 100, 101, 103, 110, 120, 121};
  char target[16] = "";
  if (p->token.length < sizeof(target))
    memcpy(target, p->token.text, p->token.length);
  bool is_known = false;
  if (p->token.kind == DL_PTX_NAME && strncmp(target, "sm_", 3) == 0) {
    p->module->target = (uint32_t)strtoul(target + 3, &end, 10);
    p->module->is_arch_specific = *end == 'a' || *end == 'f';
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); ++i)
      is_known |= known[i] == p->module->target;
    is_known &= *end == 0 || (p->module->is_arch_specific && end[1] == 0);
  }
  if (!is_known)
    return dl_ptx_fail(p, p->token.line, "unknown target '%.*s'",
                       DL_PTX_TEXT(&p->token));
  dl_ptx_advance(p);
  while (dl_ptx_take(p, ',')) // texmode, debug
    dl_ptx_advance(p);
  uint64_t size;
  if (dl_ptx_take_dot(p, "address_size"))
    return dl_ptx_number(p, 64, 64, &size);
  return true;
}

// .file 1 "name" [, time, size]
static bool parse_file(dl_ptx_parser *p) {
  uint64_t number, ignored;
  if (!dl_ptx_number(p, 0, 100000, &number))
    return false;
  if (p->token.kind != DL_PTX_STRING)
    return dl_ptx_fail(p, p->token.line, "expected a file's name");
  dl_ptx_name *name = dl_ptx_intern(p, p->token.text, p->token.length);
  if (!name)
    return false;
  dl_em_module *module = p->module;
  if (number >= module->n_files) {
    const char **files =
        dl_em_arena_take(&module->arena, (number * 2 + 8) * sizeof(*files));
    if (!files)
      return dl_ptx_no_memory(p);
    if (module->n_files > 0)
      memcpy(files, module->files, module->n_files * sizeof(*files));
    module->files = files;
    module->n_files = (uint32_t)number * 2 + 8;
  }
  module->files[number] = name->text;
  dl_ptx_advance(p);
  while (dl_ptx_take(p, ','))
    if (!dl_ptx_number(p, 0, UINT64_MAX, &ignored))
      return false;
  return true;
}

// .func (results) name (parameters) { ... }: remembered for its calls.
static bool note_function(dl_ptx_parser *p, bool is_extern) {
  dl_ptx_lexer start = p->lexer;
  start.at = p->token.text - (p->token.kind == DL_PTX_STRING);
  start.line = p->token.line;
  if (dl_ptx_is(&p->token, '(') && !skip_past(p, ')'))
    return false;
  if (p->token.kind != DL_PTX_NAME)
    return dl_ptx_fail(p, p->token.line, "expected a function's name");
  dl_ptx_name *name = dl_ptx_intern(p, p->token.text, p->token.length);
  if (!name)
    return false;
  dl_ptx_symbol *symbol = name->symbol;
  if (!symbol)
    symbol = dl_ptx_declare(p, name, DL_PTX_SYM_FUNCTION);
  if (!symbol)
    return false;
  if (symbol->kind != DL_PTX_SYM_FUNCTION)
    return dl_ptx_fail(p, p->token.line, "'%.60s' is declared twice",
                       name->text);
  while (!dl_ptx_is(&p->token, '{')) {
    if (dl_ptx_take(p, ';')) { // only declared here
      if (is_extern && strcmp(name->text, "__assertfail") == 0)
        symbol->body = (dl_ptx_lexer){dl_ptx_assertfail_body,
                                      dl_ptx_assertfail_body +
                                          strlen(dl_ptx_assertfail_body),
                                      start.line};
      return true;
    }
    if (p->token.kind == DL_PTX_END)
      return dl_ptx_expect(p, '{');
    dl_ptx_advance(p);
  }
  symbol->body = start;
  return skip_braces(p);
}

static bool note_entry(dl_ptx_parser *p) {
  dl_ptx_entry *entry = dl_em_arena_take(&p->module->arena, sizeof(*entry));
  if (!entry)
    return dl_ptx_no_memory(p);
  entry->at = p->lexer;
  entry->at.at = p->token.text - (p->token.kind == DL_PTX_DOT);
  entry->at.line = p->token.line;
  *p->last_entry = entry;
  p->last_entry = &entry->next;
  while (!dl_ptx_is(&p->token, '{')) {
    if (p->token.kind == DL_PTX_END)
      return dl_ptx_expect(p, '{');
    dl_ptx_advance(p);
  }
  return skip_braces(p);
}

static bool parse_top(dl_ptx_parser *p) {
  bool is_extern = false;
  for (;;) {
    if (dl_ptx_take_dot(p, "extern"))
      is_extern = true;
    else if (!dl_ptx_take_dot(p, "visible") && !dl_ptx_take_dot(p, "weak") &&
             !dl_ptx_take_dot(p, "common"))
      break;
  }
  if (dl_ptx_take_dot(p, "entry"))
    return note_entry(p);
  if (dl_ptx_take_dot(p, "func"))
    return note_function(p, is_extern);
  if (dl_ptx_take_dot(p, "global"))
    return dl_ptx_variable(p, DL_EM_SPACE_GLOBAL, is_extern);
  if (dl_ptx_take_dot(p, "const"))
    return dl_ptx_variable(p, DL_EM_SPACE_CONST, is_extern);
  if (dl_ptx_take_dot(p, "shared"))
    return dl_ptx_variable(p, DL_EM_SPACE_SHARED, is_extern);
  if (dl_ptx_take_dot(p, "file"))
    return parse_file(p);
  if (dl_ptx_take_dot(p, "pragma"))
    return skip_past(p, ';');
  if (dl_ptx_take_dot(p, "section")) {
    while (p->token.kind == DL_PTX_DOT || p->token.kind == DL_PTX_NAME)
      dl_ptx_advance(p);
    return dl_ptx_is(&p->token, '{') ? skip_braces(p) : dl_ptx_expect(p, '{');
  }
  return dl_ptx_fail(p, p->token.line, "unknown directive or statement '%.*s'",
                     DL_PTX_TEXT(&p->token));
}

// (.param .u64 a, .param .align 64 .b8 b[128])
static bool parse_params(dl_ptx_parser *p) {
  dl_em_kernel *kernel = p->kernel;
  uint32_t room = 0;
  if (!dl_ptx_take(p, '(') || dl_ptx_take(p, ')'))
    return true;
  do {
    dl_ptx_declarator d;
    if (!dl_ptx_take_dot(p, "param"))
      return dl_ptx_fail(p, p->token.line, "expected .param");
    if (!dl_ptx_parse_declarator(p, &d))
      return false;
    uint64_t at = (kernel->param_bytes + (uint64_t)d.align - 1) &
                  ~(uint64_t)(d.align - 1);
    if (d.is_open || at + d.n_bytes > DL_PTX_MAX_PARAM_BYTES)
      return dl_ptx_fail(p, d.line, "more than %d bytes of parameters",
                         DL_PTX_MAX_PARAM_BYTES);
    if (kernel->n_params == room) {
      room = room * 2 + 8;
      dl_em_param *params =
          dl_em_arena_take(&p->module->arena, room * sizeof(*params));
      if (!params)
        return dl_ptx_no_memory(p);
      if (kernel->n_params > 0)
        memcpy(params, kernel->params, kernel->n_params * sizeof(*params));
      kernel->params = params;
    }
    kernel->params[kernel->n_params++] =
        (dl_em_param){d.name->text, (uint32_t)at, (uint32_t)d.n_bytes, d.align};
    dl_ptx_symbol *symbol = dl_ptx_declare(p, d.name, DL_PTX_SYM_PARAM);
    if (!symbol)
      return false;
    symbol->space = DL_EM_SPACE_PARAM;
    symbol->address = at;
    symbol->n_bytes = d.n_bytes;
    kernel->param_bytes = (uint32_t)(at + d.n_bytes);
  } while (dl_ptx_take(p, ','));
  return dl_ptx_expect(p, ')');
}

// .maxntid 128, 1, 1: one to three numbers
static bool parse_triple(dl_ptx_parser *p, uint32_t triple[3]) {
  triple[0] = triple[1] = triple[2] = 1;
  for (int i = 0; i < 3; ++i) {
    uint64_t value;
    if (!dl_ptx_number(p, 1, 1 << 20, &value))
      return false;
    triple[i] = (uint32_t)value;
    if (!dl_ptx_take(p, ','))
      break;
  }
  return true;
}

static bool parse_kernel_directives(dl_ptx_parser *p) {
  while (!dl_ptx_is(&p->token, '{')) {
    uint32_t triple[3];
    uint64_t ignored;
    if (dl_ptx_take_dot(p, "maxntid")) {
      if (!parse_triple(p, triple))
        return false;
      uint64_t product = (uint64_t)triple[0] * triple[1] * triple[2];
      p->kernel->max_threads = product > 1024 ? 1024 : (uint32_t)product;
    } else if (dl_ptx_take_dot(p, "reqntid")) {
      if (!parse_triple(p, p->kernel->required))
        return false;
    } else if (dl_ptx_take_dot(p, "reqnctapercluster")) {
      if (!parse_triple(p, p->kernel->cluster))
        return false;
    } else if (dl_ptx_take_dot(p, "minnctapersm") ||
               dl_ptx_take_dot(p, "maxnctapersm") ||
               dl_ptx_take_dot(p, "maxnreg") ||
               dl_ptx_take_dot(p, "maxclusterrank")) {
      if (!dl_ptx_number(p, 0, UINT32_MAX, &ignored))
        return false;
    } else if (dl_ptx_take_dot(p, "pragma")) {
      if (!skip_past(p, ';'))
        return false;
    } else if (!dl_ptx_take_dot(p, "explicitcluster") &&
               !dl_ptx_take_dot(p, "blocksareclusters") &&
               !dl_ptx_take_dot(p, "noreturn")) {
      return dl_ptx_fail(p, p->token.line, "unknown kernel directive '%.*s'",
                         DL_PTX_TEXT(&p->token));
    }
  }
  return true;
}

// Dynamic shared memory starts behind the static one.
static void place_dynamic(dl_ptx_parser *p) {
  dl_em_kernel *kernel = p->kernel;
  uint32_t align = p->dynamic_align < 16 ? 16 : p->dynamic_align;
  uint64_t start = (uint64_t)DL_EM_SHARED_START + kernel->shared_bytes;
  start = (start + align - 1) & ~(uint64_t)(align - 1);
  if (p->dynamics)
    kernel->shared_bytes = (uint32_t)(start - DL_EM_SHARED_START);
  for (; p->dynamics; p->dynamics = p->dynamics->next)
    *p->dynamics->value += start;
}

static bool parse_kernel(dl_ptx_parser *p, const dl_ptx_entry *entry) {
  dl_em_module *module = p->module;
  p->lexer = entry->at;
  dl_ptx_advance(p);
  if (p->token.kind != DL_PTX_NAME)
    return dl_ptx_fail(p, p->token.line, "expected a kernel's name");
  dl_ptx_name *name = dl_ptx_intern(p, p->token.text, p->token.length);
  dl_em_kernel *kernel =
      name ? dl_em_arena_take(&module->arena, sizeof(*kernel)) : NULL;
  if (!kernel)
    return dl_ptx_no_memory(p);
  if (dl_em_module_find(module, name->text))
    return dl_ptx_fail(p, p->token.line, "kernel '%.60s' is defined twice",
                       name->text);
  kernel->name = name->text;
  kernel->line = p->token.line;
  kernel->module = module;
  kernel->register_bytes = DL_EM_SINK_BYTES;
  kernel->shared_bytes = p->module_shared;
  kernel->shared_align = p->module_shared_align;
  dl_ptx_advance(p);
  p->kernel = kernel;
  p->n_registers = p->n_calls = p->insn_room = 0;
  p->file = p->source_line = 0;
  memset(p->constant_table, 0, sizeof(p->constant_table));
  if (!dl_ptx_open_scope(p) || !parse_params(p) ||
      !parse_kernel_directives(p) || !dl_ptx_expect(p, '{') ||
      !dl_ptx_body(p) || !dl_ptx_close_scope(p))
    return false;
  place_dynamic(p);
  if (!dl_em_find_reconvergence(kernel) || !dl_em_mark_wgmma(kernel))
    return dl_ptx_no_memory(p);
  p->kernel = NULL;
  kernel->next = module->kernels;
  module->kernels = kernel;
  return true;
}

static bool parse_module(dl_ptx_parser *p) {
  p->last_entry = &p->entries;
  dl_ptx_advance(p);
  if (!parse_head(p))
    return false;
  while (p->token.kind != DL_PTX_END)
    if (!parse_top(p))
      return false;
  for (dl_ptx_entry *entry = p->entries; entry; entry = entry->next)
    if (!parse_kernel(p, entry))
      return false;
  return true;
}

DloptStatus dl_em_module_create(const char *text, size_t length,
                                const char *name, dl_em_module **module) {
  // Each module has addresses of its own for its variables, so that several
  // can be on one device.
  static atomic_uint n_modules;
  *module = NULL;
  if (length > DL_PTX_MAX_BYTES)
    return dl_status_error(DL_STATUS_INPUT, "%s: more than %d bytes of PTX",
                           name, DL_PTX_MAX_BYTES);
  // What LLVM and ptxas hand over may end in a NUL.
  while (length > 0 && text[length - 1] == 0)
    --length;
  dl_em_module *made = calloc(1, sizeof(*made));
  dl_ptx_parser *p = calloc(1, sizeof(*p));
  char *own_name = made ? dl_em_arena_take(&made->arena, strlen(name) + 1) : 0;
  if (!own_name || !p) {
    free(p);
    dl_em_module_destroy(made);
    return dl_status_error(DL_STATUS_MEMORY, "%s: no memory", name);
  }
  made->name = strcpy(own_name, name);
  p->module = made;
  p->lexer = (dl_ptx_lexer){text, text + length, 1};
  p->next_address = ((uint64_t)0x4000 << 32) +
                    ((uint64_t)(atomic_fetch_add(&n_modules, 1) & 0xFFF) << 32);
  p->status = dl_status_ok();
  if (parse_module(p))
    *module = made;
  else
    dl_em_module_destroy(made);
  DloptStatus status = p->status;
  free(p->names);
  free(p);
  return status;
}

void dl_em_module_destroy(dl_em_module *module) {
  if (!module)
    return;
  dl_em_arena_finish(&module->arena);
  free(module);
}

const dl_em_kernel *dl_em_module_find(const dl_em_module *module,
                                      const char *name) {
  const dl_em_kernel *kernel = module->kernels;
  while (kernel && strcmp(kernel->name, name) != 0)
    kernel = kernel->next;
  return kernel;
}

const dl_em_param *dl_em_kernel_params(const dl_em_kernel *kernel,
                                       uint32_t *n) {
  *n = kernel->n_params;
  return kernel->params;
}
