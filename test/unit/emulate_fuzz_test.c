// Corrupt PTX: 200 000 mutations of two kernels (or as many as the argument
// says), with a fixed seed. Each is refused with a message or loads, and then
// runs to an end: no crash, no hang.
#include "runtime/emulate/emulate.h"
#include "runtime/random.h"

#include "test/unit/check.h"

#include <stdlib.h>

static const char plain_text[] =
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

// Clusters, mbarriers, bulk copies, wgmma.
static const char hopper_text[] =
    ".version 8.7\n.target sm_90a\n.address_size 64\n"
    ".visible .entry k(.param .u64 p, .param .align 64 .b8 m[128])\n{\n"
    " .reg .pred %p<4>; .reg .b32 %r<20>; .reg .b64 %rd<9>; .reg .b16 %h<3>;\n"
    " .reg .b32 %c<8>; .shared .align 1024 .b8 tile[2048];\n"
    " .shared .align 8 .b64 bar; .shared .align 8 .b64 other;\n"
    " mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 0; mov.u32 %r2, tile;\n"
    " ld.param.u64 %rd1, [p]; mov.b64 %rd2, m; cvta.param.u64 %rd2, %rd2;\n"
    " @%p1 mbarrier.init.shared::cta.b64 [bar], 1;\n"
    " @%p1 mbarrier.init.shared::cta.b64 [other], 128;\n"
    " fence.mbarrier_init.release.cluster;\n"
    " barrier.cluster.arrive.release.aligned;\n"
    " barrier.cluster.wait.acquire.aligned;\n"
    " mov.u32 %r3, %cluster_ctarank; xor.b32 %r4, %r3, 1;\n"
    " mapa.shared::cluster.u32 %r5, %r2, %r4; @!%p1 bra L1;\n"
    " mbarrier.arrive.expect_tx.shared::cta.b64 %rd3, [bar], 768;\n"
    " cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
    " [tile], [%rd1], 256, [bar];\n"
    " cp.async.bulk.tensor.2d.shared::cluster.global.tile"
    ".mbarrier::complete_tx::bytes [tile+1024], [%rd2, {%r3, -1}], [bar];\n"
    "L1: mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0;\n"
    " @!%p2 bra L1; mbarrier.arrive.shared::cta.b64 _, [other];\n"
    "L2: mbarrier.test_wait.parity.shared::cta.b64 %p2, [other], 0;\n"
    " @!%p2 bra L2; ld.shared::cluster.u32 %r6, [%r5];\n"
    " shr.u32 %r7, %r2, 4; cvt.u64.u32 %rd4, %r7;\n"
    " or.b64 %rd5, %rd4, 274886295552; mov.b32 %c0, 0; mov.b32 %c4, %r6;\n"
    " wgmma.fence.sync.aligned;\n"
    " wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16"
    " {%c0, %c1, %c2, %c3}, %rd5, %rd5, 0, 1, 1, 0, 0;\n"
    " wgmma.mma_async.sp.sync.aligned.m64n8k64.f32.e4m3.e5m2"
    " {%c0, %c1, %c2, %c3}, {%c4, %c5, %c6, %c7}, %rd5, %r6, 0, %p1, 1, -1;\n"
    " wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;\n"
    " mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
    " {%c0, %c1, %c2, %c3}, {%c4, %c5}, {%c6, %c7}, {%c0, %c1, %c2, %c3},"
    " %r6, 1;\n"
    " setmaxnreg.dec.sync.aligned.u32 40; fence.proxy.async; bar.sync 0;\n"
    " @!%p1 bra L3;\n"
    " cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32"
    " [%rd1], [tile], 64;\n"
    " cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    " [%rd2, {0, 1}], [tile];\n"
    " cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0;\n"
    "L3: st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32"
    " [%r5], %r1, [%r5];\n"
    " barrier.cluster.arrive; barrier.cluster.wait; st.global.u32 [%rd1], "
    "%c1;\n"
    " ret;\n}\n";

enum { room = 2 * sizeof(hopper_text) };
_Static_assert(sizeof(hopper_text) >= sizeof(plain_text), "room for both");

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
      "bar]",   "%r2",        "128", ".sp",        "mbarrier.inval.b64 [%rd2];",
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

static void run(dl_em_module *module, bool is_hopper) {
  const dl_em_kernel *kernel = dl_em_module_find(module, "k");
  uint32_t n_params;
  if (!kernel)
    return;
  const dl_em_param *params = dl_em_kernel_params(kernel, &n_params);
  if (n_params != 2 || params[0].n_bytes != 8 || params[1].n_bytes > 4096)
    return;
  dl_em_options options = {.seed = n_ran,
                           .max_steps = 2000,
                           .completion = n_ran % 3 == 0 ? DL_EM_COMPLETE_RANDOM
                                                        : DL_EM_COMPLETE_LATE};
  dl_em_device *device;
  _Alignas(64) uint8_t data[1024] = {0}, second[4096] = {0};
  uint64_t address;
  CHECK_OK(dl_em_device_create(&options, &device));
  CHECK_OK(dl_em_device_load(device, module));
  CHECK_OK(
      dl_em_device_bind(device, "data", data, sizeof(data), false, &address));
  const int64_t sizes[] = {16, 12}, strides[] = {64}, box[] = {16, 8};
  CHECK_OK(dl_em_tensor_map_encode(second, address, 7, 2, sizes, strides, box,
                                   n_ran % 2 ? 2 : 0));
  dl_em_launch_config config = {
      {2, 1, 1}, {is_hopper ? 128 : 40, 1, 1}, {is_hopper ? 2 : 1, 1, 1}, 64};
  const void *args[] = {&address, second};
  DloptStatus status = dl_em_launch(device, kernel, &config, args);
  CHECK(status.code == DL_STATUS_OK || status.message[0] != 0);
  if (n_ran < 2) // as they are, they get somewhere
    CHECK(dl_em_device_counts(device).warp_insns > 40);
  dl_em_device_destroy(device);
  ++n_ran;
}

int main(int argc, char **argv) {
  static char bytes[room];
  int n_loaded = 0, n_inputs = argc > 1 ? atoi(argv[1]) : 200000;
  for (int i = 0; i < n_inputs; ++i) {
    bool is_hopper = i % 2;
    size_t n = (is_hopper ? sizeof(hopper_text) : sizeof(plain_text)) - 1;
    memcpy(bytes, is_hopper ? hopper_text : plain_text, n);
    uint32_t n_changes = i < 2 ? 0 : 1 + below(4);
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
    if (i < 2)
      CHECK_OK(status);
    n_loaded += module != NULL;
    if (module && (i < 2 || i % 8 < 2))
      run(module, is_hopper);
    dl_em_module_destroy(module);
  }
  // The mutations must neither all be refused nor all be harmless.
  CHECK(n_loaded > n_inputs / 40 && n_loaded < n_inputs / 2);
  CHECK(n_ran > (uint64_t)n_inputs / 400);
  return check_result();
}
