// Corrupt PTX: 200 000 mutations of a kernel, with a fixed seed. Each is
// refused with a message or loads, and then runs to an end: no crash, no hang.
#include "runtime/emulate/emulate.h"
#include "runtime/random.h"

#include "test/unit/check.h"

#include <stdlib.h>

static const char seed_text[] =
    ".version 7.0\n.target sm_80\n.address_size 64\n"
    ".file 1 \"a.mlir\"\n"
    ".const .align 4 .b32 table[4] = {1, 2, 0f3F800000, -4};\n"
    ".global .align 8 .u64 place = table+4;\n"
    ".extern .shared .align 16 .b8 dynamic[];\n"
    ".func (.param .b32 r) f(.param .b32 x) {\n"
    " .reg .b32 %a; ld.param.u32 %a, [x]; add.s32 %a, %a, 1;\n"
    " st.param.b32 [r+0], %a; ret; }\n"
    ".visible .entry k(.param .u64 p, .param .align 16 .b8 q[32])\n"
    ".maxntid 64, 1, 1\n{\n"
    " .reg .pred %p<4>; .reg .b32 %r<20>; .reg .b64 %rd<8>; .reg .f32 %f<4>;\n"
    " .reg .b16 %h<4>; .shared .align 16 .b8 tile[256]; .local .b8 own[16];\n"
    " .loc 1 3 5\n"
    " ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x; cvt.u64.u32 %rd2, %r1;\n"
    " shl.b64 %rd2, %rd2, 2; add.s64 %rd3, %rd1, %rd2;\n"
    " mov.u32 %r2, tile; mov.b32 %r3, dynamic; mad.lo.s32 %r4, %r1, 4, %r2;\n"
    " st.shared.u32 [%r4], %r1; bar.sync 0; ld.shared.u32 %r5, [%r4];\n"
    " setp.lt.u32 %p1|%p2, %r1, 16; @%p1 bra $L1;\n"
    " { .reg .b32 t; mov.b32 t, {%h1, %h2}; xor.b32 %r5, %r5, t; L: }\n"
    " bra.uni $L2;\n"
    "$L1: shfl.sync.bfly.b32 %r6|%p3, %r5, 1, 31, 65535;\n"
    " cvt.rn.f32.s32 %f1, %r6; fma.rn.f32 %f2, %f1, %f1, 0f3F800000;\n"
    "$L2: { .param .b32 a; .param .b32 b; st.param.b32 [a], %r5;\n"
    " call.uni (b), f, (a); ld.param.b32 %r7, [b]; }\n"
    " st.local.v2.u32 [own], {%r7, %r5}; vote.sync.any.pred %p2, %p1, -1;\n"
    " atom.shared.add.u32 %r8, [tile], 1; cvta.shared.u64 %rd4, %rd2;\n"
    " @!%p2 exit; mov.b64 {%r9, %r10}, %rd3; mul.wide.u16 %r11, %h1, 3;\n"
    "T: .branchtargets $L3, $L4;\n brx.idx %r12, T;\n"
    "$L3: prmt.b32 %r13, %r1, %r2, 0x3210; bra $L3;\n"
    "$L4: st.global.u32 [%rd3], %r7; ret;\n}\n";

enum { n_inputs = 200000, room = 2 * sizeof(seed_text) };

static uint64_t state = 1;
static uint32_t below(uint32_t n) {
  return (uint32_t)(dl_random_bits(7, 7, state++) % n);
}

// One change to the text in `bytes`, `n` long; returns the new length.
static size_t mutate(char *bytes, size_t n) {
  static const char *const words[] = {
      ".reg",   ".b64",       "%r1", "4294967295", "0x7fffffffffffffff",
      "[",      "]",          "{",   "}",          ";",
      ",",      ".shared",    "_",   "%p1",        "-1",
      "bra",    "exit;",      "<",   "99999999",   ".f32",
      "//",     "/*",         "\"",  "bar.sync",   ".align 1024",
      "%tid.x", "call",       "|",   "@%p1",       "0f7FC00000",
      ".v4",    ".param",     "(",   ")",          "st.global.u8 [%rd3],%r1;",
      "f",      "%rd<99999>", "$L1", "+",          "ld.u64 %rd3,[%rd3];"};
  uint32_t at = below((uint32_t)n), length = 1 + below(12);
  if (at + length > n)
    length = (uint32_t)n - at;
  switch (below(6)) {
  case 0: // a byte
    bytes[at] = (char)(below(3) ? 32 + below(95) : below(256));
    return n;
  case 1: // cut out
    memmove(bytes + at, bytes + at + length, n - at - length);
    return n - length;
  case 2: // the end is missing
    return below(8) ? n : at + 1;
  case 3: { // copied over
    uint32_t to = below((uint32_t)n - length + 1);
    memmove(bytes + to, bytes + at, length);
    return n;
  }
  default: { // a word comes in between
    const char *word = words[below(sizeof(words) / sizeof(words[0]))];
    size_t more = strlen(word);
    if (n + more > room)
      return n;
    memmove(bytes + at + more, bytes + at, n - at);
    memcpy(bytes + at, word, more);
    return n + more;
  }
  }
}

static uint64_t n_ran;

static void run(dl_em_module *module) {
  const dl_em_kernel *kernel = dl_em_module_find(module, "k");
  uint32_t n_params;
  if (!kernel)
    return;
  const dl_em_param *params = dl_em_kernel_params(kernel, &n_params);
  if (n_params != 2 || params[0].n_bytes != 8 || params[1].n_bytes > 4096)
    return;
  dl_em_options options = {.seed = n_ran, .max_steps = 2000};
  dl_em_device *device;
  uint8_t data[256] = {0}, second[4096] = {0};
  uint64_t address;
  CHECK_OK(dl_em_device_create(&options, &device));
  CHECK_OK(dl_em_device_load(device, module));
  CHECK_OK(
      dl_em_device_bind(device, "data", data, sizeof(data), false, &address));
  dl_em_launch_config config = {{1, 1, 1}, {40, 1, 1}, {0}, 64};
  const void *args[] = {&address, second};
  DloptStatus status = dl_em_launch(device, kernel, &config, args);
  CHECK(status.code == DL_STATUS_OK || status.message[0] != 0);
  dl_em_device_destroy(device);
  ++n_ran;
}

int main(void) {
  static char bytes[room];
  int n_loaded = 0;
  for (int i = 0; i < n_inputs; ++i) {
    size_t n = sizeof(seed_text) - 1;
    memcpy(bytes, seed_text, n);
    uint32_t n_changes = i == 0 ? 0 : 1 + below(4);
    for (uint32_t k = 0; k < n_changes && n > 1; ++k)
      n = mutate(bytes, n);
    // An allocation of the exact size: reads past the end are seen.
    char *exact = malloc(n);
    memcpy(exact, bytes, n);
    dl_em_module *module;
    DloptStatus status = dl_em_module_create(exact, n, "fuzz", &module);
    free(exact);
    CHECK((status.code == DL_STATUS_OK) == (module != NULL));
    CHECK(module || status.message[0] != 0);
    if (i == 0)
      CHECK_OK(status);
    n_loaded += module != NULL;
    if (module && i % 8 == 0)
      run(module);
    dl_em_module_destroy(module);
  }
  // The mutations must neither all be refused nor all be harmless.
  CHECK(n_loaded > n_inputs / 20 && n_loaded < n_inputs / 2);
  CHECK(n_ran > n_inputs / 200);
  return check_result();
}
