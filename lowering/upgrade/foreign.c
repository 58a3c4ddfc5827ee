// Dialects that are neither MLIR's nor ours: whose they are, and the way out.
#include <string.h>

#include "lowering/upgrade/rewrite.h"

/// One dialect in use, with its first place.
struct dl_foreign {
  dl_slice dialect, name;
  uint32_t token;
  size_t count;
  struct dl_foreign *next;
};

/// What mlir-opt 22 registers, builtin names that look like operations, dlopt.
static const char *const known[] = {
    "acc",      "affine",   "amdgpu",    "amx",    "arith",
    "arm_neon", "arm_sme",  "arm_sve",   "async",  "bufferization",
    "builtin",  "cf",       "complex",   "dlopt",  "dlti",
    "emitc",    "func",     "gpu",       "index",  "irdl",
    "linalg",   "llvm",     "math",      "memref", "ml_program",
    "mpi",      "nvgpu",    "nvvm",      "omp",    "pdl",
    "ptr",      "quant",    "rocdl",     "scf",    "pdl_interp",
    "shape",    "shard",    "smt",       "spirv",  "sparse_tensor",
    "std",      "tensor",   "tosa",      "ub",     "transform",
    "vector",   "wasmssa",  "x86vector", "xegpu",  "xevm",
    "test",     "test_dyn",
};

typedef struct owner {
  const char *dialect, *project, *way_out;
} owner;

#define TORCH                                                                  \
  "torch-mlir", "lower it first with torch-mlir-opt "                          \
                "--torch-backend-to-linalg-on-tensors-backend-pipeline"
#define IREE                                                                   \
  "IREE", "write the program on builtin tensors, linalg and func, or lower "   \
          "it first with IREE's iree-opt"
#define STABLEHLO                                                              \
  "StableHLO", "lower it first with stablehlo-opt "                            \
               "--stablehlo-legalize-to-linalg"
#define MHLO                                                                   \
  "MLIR-HLO", "convert it to StableHLO (mlir-hlo-opt "                         \
              "--hlo-legalize-to-stablehlo) and that to linalg first"
#define BYTEIR                                                                 \
  "ByteIR", "take the file from before ByteIR's byre passes (linalg on "       \
            "tensors)"
#define TENSORFLOW "TensorFlow", "convert it to TOSA first with tf-opt"
#define ONNX "onnx-mlir", "lower it first with onnx-mlir-opt"
#define TRITON "Triton", "lower it first to linalg with triton-shared"
#define BUDDY "buddy-mlir", "lower it first with buddy-opt"
#define CINM "Cinnamon (CINM)", "lower it first with cinm-opt"
#define TPP "tpp-mlir", "take the file from before tpp-mlir's own passes"
#define GC "graph-compiler", "lower it first with gc-opt"
#define AIR "mlir-air / mlir-aie", "take the file from before the air passes"
#define HEIR "HEIR", "take the file from before HEIR's own passes"
#define CIRCT "CIRCT", "it describes hardware, not tensors"
#define FLANG "Flang", "lower it first with fir-opt or tco"
#define SHARDY "Shardy", "remove the sharding first with sdy_opt"

static const owner owners[] = {
    {"torch", TORCH},
    {"torch_c", TORCH},
    {"tm_tensor", TORCH},
    {"tcp", TORCH},
    {"util", IREE},
    {"flow", IREE},
    {"stream", IREE},
    {"hal", IREE},
    {"vm", IREE},
    {"iree_linalg_ext", IREE},
    {"iree_tensor_ext", IREE},
    {"iree_encoding", IREE},
    {"iree_codegen", IREE},
    {"iree_vector_ext", IREE},
    {"iree_gpu", IREE},
    {"iree_input", IREE},
    {"check", "IREE or tpp-mlir",
     "it only states expected results: take the function under test out of "
     "the test file"},
    {"stablehlo", STABLEHLO},
    {"chlo", STABLEHLO},
    {"vhlo", STABLEHLO},
    {"mhlo", MHLO},
    {"lmhlo", MHLO},
    {"thlo", MHLO},
    {"byre", BYTEIR},
    {"ace", BYTEIR},
    {"ccl", BYTEIR},
    {"tf", TENSORFLOW},
    {"tfl", TENSORFLOW},
    {"tf_device", TENSORFLOW},
    {"tf_executor", TENSORFLOW},
    {"tf_saved_model", TENSORFLOW},
    {"onnx", ONNX},
    {"krnl", ONNX},
    {"zhigh", ONNX},
    {"tt", TRITON},
    {"ttg", TRITON},
    {"tts", TRITON},
    {"triton_gpu", TRITON},
    {"bud", BUDDY},
    {"dip", BUDDY},
    {"dap", BUDDY},
    {"rvv", BUDDY},
    {"gemmini", BUDDY},
    {"trace", BUDDY},
    {"cinm", CINM},
    {"cnm", CINM},
    {"upmem", CINM},
    {"memristor", CINM},
    {"tpp", TPP},
    {"xsmm", TPP},
    {"perf", TPP},
    {"linalgx", GC},
    {"onednn_graph", GC},
    {"cpuruntime", GC},
    {"microkernel", GC},
    {"air", AIR},
    {"airrt", AIR},
    {"aie", AIR},
    {"aiex", AIR},
    {"aievec", AIR},
    {"secret", HEIR},
    {"lwe", HEIR},
    {"tfhe_rust", HEIR},
    {"polynomial", HEIR},
    {"mgmt", HEIR},
    {"hw", CIRCT},
    {"comb", CIRCT},
    {"seq", CIRCT},
    {"sv", CIRCT},
    {"firrtl", CIRCT},
    {"fir", FLANG},
    {"hlfir", FLANG},
    {"cuf", FLANG},
    {"sdy", SHARDY},
    {"mpmd", SHARDY},
};

static bool is_known(dl_slice dialect) {
  for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
    if (dl_up_slice_is(dialect, known[i]))
      return true;
  return false;
}

static const owner *owner_of(dl_slice dialect) {
  for (size_t i = 0; i < sizeof(owners) / sizeof(*owners); i++)
    if (dl_up_slice_is(dialect, owners[i].dialect))
      return &owners[i];
  return NULL;
}

void dl_up_foreign_use(dl_upgrade *up, uint32_t token, dl_slice name) {
  enum { MOST_DIALECTS = 64 };
  dl_slice bare = name;
  if (bare.length && (bare.data[0] == '!' || bare.data[0] == '#'))
    bare.data++, bare.length--;
  dl_slice dialect = {bare.data, dl_up_slice_find(bare, '.')};
  if (dialect.length == 0 || dialect.length == bare.length || is_known(dialect))
    return;
  struct dl_foreign **at = &up->foreign;
  size_t count = 0;
  for (; *at; at = &(*at)->next, count++)
    if (dl_up_slice_equal((*at)->dialect, dialect)) {
      (*at)->count++;
      // An operation says more than a type that stands before it.
      if (name.data != bare.data || (*at)->name.data == (*at)->dialect.data)
        return;
      (*at)->token = token;
      (*at)->name = name;
      (*at)->dialect = dialect;
      return;
    }
  if (count == MOST_DIALECTS)
    return; // names of nothing: the text is no MLIR
  *at = DL_ARENA_ARRAY(&up->arena, struct dl_foreign, 1);
  **at = (struct dl_foreign){
      .dialect = dialect, .name = name, .token = token, .count = 1};
}

void dl_up_foreign_report(dl_upgrade *up) {
  for (const struct dl_foreign *each = up->foreign; each; each = each->next) {
    const owner *by = owner_of(each->dialect);
    dl_slice message;
    if (by)
      message = dl_up_format(up, "dialect '%s' belongs to %s; %s", by->dialect,
                             by->project, by->way_out);
    else
      message = dl_up_format(
          up,
          "dialect '%.*s' is not part of MLIR 22 or dlopt; lower it first "
          "with the tool that wrote it",
          DL_SLICE_ARGS(each->dialect));
    dl_up_find(up, each->token, DL_FINDING_FOREIGN, each->name, 0,
               message.data);
    up->findings[up->n_findings - 1].count = each->count;
  }
}
