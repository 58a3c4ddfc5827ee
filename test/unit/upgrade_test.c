// The text side of upgrades: what is kept, findings, and bytes that are no
// MLIR.
#include "lowering/upgrade/upgrade.h"
#include "test/unit/check.h"

#include <stdlib.h>

/// The upgrade of `old` must be `wanted`, and that must be left alone.
static void check_upgrade(const char *old, const char *wanted, int line) {
  dl_upgrade_result *result = dl_upgrade_text(old, strlen(old));
  if (strcmp(result->text, wanted) != 0)
    fprintf(stderr, "got:\n%s\nwanted:\n%s\n", result->text, wanted);
  check_that(strcmp(result->text, wanted) == 0, __FILE__, line, "upgrade");
  dl_upgrade_result *again = dl_upgrade_text(result->text, result->n_text);
  check_that(strcmp(again->text, wanted) == 0, __FILE__, line, "twice");
  check_that(again->n_mended == 0, __FILE__, line, "found again");
  dl_upgrade_result_destroy(again);
  dl_upgrade_result_destroy(result);
}

#define CHECK_UPGRADE(old, wanted) check_upgrade(old, wanted, __LINE__)

static void keeps_comments_and_layout(void) {
  CHECK_UPGRADE("// arith.maxf in a comment\n"
                "func.func @f(%a: f32) -> f32 {\n"
                "\t%0   =  arith.maxf %a, %a   : f32   // keep\n\n"
                "  return %0 : f32\n"
                "}",
                "// arith.maxf in a comment\n"
                "func.func @f(%a: f32) -> f32 {\n"
                "\t%0   =  arith.maximumf %a, %a   : f32   // keep\n\n"
                "  return %0 : f32\n"
                "}");
  // A comment inside a rewritten part moves in front of its line.
  CHECK_UPGRADE("  %0 = tosa.reshape %a {\n"
                "    new_shape = array<i64: 6> // flat\n"
                "  } : (tensor<2x3xf32>) -> tensor<6xf32>\n",
                "  // flat\n"
                "  %up0 = tosa.const_shape {values = dense<[6]> : "
                "tensor<1xindex>} : () -> !tosa.shape<1>\n"
                "  %0 = tosa.reshape %a, %up0 : (tensor<2x3xf32>, "
                "!tosa.shape<1>) -> tensor<6xf32>\n");
}

static void leaves_strings_and_symbols(void) {
  static const char text[] =
      "func.func private @arith.maxf() attributes {note = \"%0 = "
      "arith.maxf\"}\n"
      "%0 = \"arith.constant\"() <{value = \"x // tosa.const() {value = 1}\"}> "
      ": () -> none\n";
  CHECK_UPGRADE(text, text);
}

static void picks_free_names(void) {
  CHECK_UPGRADE(
      "%upper, %up0 = \"test.two\"() : () -> (tensor<f32>, tensor<f32>)\n"
      "%2 = tosa.mul %a, %a : (tensor<2xf32>, tensor<2xf32>) -> "
      "tensor<2xf32>\n",
      "%upper, %up0 = \"test.two\"() : () -> (tensor<f32>, tensor<f32>)\n"
      "%upgraded0 = \"tosa.const\"() <{values = dense<0> : tensor<1xi8>}> : () "
      "-> tensor<1xi8>\n"
      "%2 = tosa.mul %a, %a, %upgraded0 : (tensor<2xf32>, tensor<2xf32>, "
      "tensor<1xi8>) -> tensor<2xf32>\n");
}

/// A constant is written once a block: another block may not be dominated.
static void shares_constants_in_a_block_only(void) {
  static const char old[] =
      "^bb0:\n"
      "  %0 = tosa.mul %a, %a : (tensor<2xf32>, tensor<2xf32>) -> "
      "tensor<2xf32>\n"
      "  %1 = tosa.mul %a, %0 : (tensor<2xf32>, tensor<2xf32>) -> "
      "tensor<2xf32>\n"
      "^bb1:\n"
      "  %2 = tosa.mul %a, %a : (tensor<2xf32>, tensor<2xf32>) -> "
      "tensor<2xf32>\n";
  dl_upgrade_result *result = dl_upgrade_text(old, strlen(old));
  int constants = 0;
  for (const char *at = result->text; (at = strstr(at, "tosa.const\"")); at++)
    constants++;
  CHECK_EQ(constants, 2);
  CHECK_EQ(result->n_mended, 3);
  dl_upgrade_result_destroy(result);
}

static void findings_say_where(void) {
  static const char old[] =
      "func.func @f(%a: f32) {\n"
      "  %0 = arith.maxf %a, %a : f32\n"
      "  torch.thing %0\n"
      "  torch.other %0\n"
      "  %1 = \"tosa.transpose\"(%a, %a) : (tensor<2x3xf32>, "
      "tensor<2xi32>) -> tensor<3x2xf32>\n"
      "}\n";
  dl_upgrade_result *result = dl_diagnose_text(old, strlen(old));
  CHECK(result->text == NULL);
  CHECK_EQ(result->n_findings, 3);
  CHECK_EQ(result->n_mended, 1);
  CHECK_EQ(result->n_foreign, 1);
  CHECK_EQ(result->n_by_hand, 1);
  if (result->n_findings == 3) {
    const dl_finding *maxf = &result->findings[0];
    CHECK_EQ(maxf->line, 2);
    CHECK_EQ(maxf->column, 8);
    CHECK_EQ(maxf->release, 18);
    CHECK_EQ(maxf->kind, DL_FINDING_MENDED);
    CHECK_STR(maxf->construct, "arith.maxf");
    const dl_finding *torch = &result->findings[1];
    CHECK_EQ(torch->line, 3);
    CHECK_EQ(torch->column, 3);
    CHECK_EQ(torch->count, 2);
    CHECK_STR(torch->construct, "torch.thing");
    CHECK_EQ(result->findings[2].line, 5);
  }
  dl_upgrade_result_destroy(result);
}

static void takes_any_bytes(void) {
  static const char old[] =
      "#m = opaque<\"a\", \"0x00\">\nfunc @f(%a: tensor<2x3xf32>) {\n"
      "  %0 = \"tosa.conv2d\"(%a, %w, %b) {pad = [9223372036854775807, -1, 0, "
      "0], "
      "stride = array<i64: 0, 0>, dilation = array<i64: 1, 1>} : "
      "(tensor<1x4x4x2xf32>, tensor<8x1x1x2xf32>, tensor<8xf32>) -> f32\n"
      "  scf.parallel (%i) = (%n) { scf.reduce(%x) : f32 { } scf.yield }\n"
      "  %1 = tensor.expand_shape %a [[0, 1], [2]] : tensor<?x3xf32> into "
      "tensor<?x?x3xf32>\n"
      "  %2 = vector.extract %v[1, 2, 3] : vector<2xf32>\n}";
  // Every prefix, and every prefix with one byte turned round.
  for (size_t n = 0; n < sizeof(old); n++) {
    char *text = malloc(n + 1);
    memcpy(text, old, n);
    for (int turned = 0; turned < 2 && n > 0; turned++) {
      size_t at = (n * 2654435761u >> 7) % n;
      text[at] = (char)(text[at] ^ (turned ? 0xff : 0));
      text[n - 1] = (char)(turned ? "<{[(\"%"[n % 6] : text[n - 1]);
      dl_upgrade_result *result = dl_upgrade_text(text, n);
      CHECK(result->text != NULL && strlen(result->text) <= result->n_text);
      dl_upgrade_result_destroy(result);
    }
    free(text);
  }
  dl_upgrade_result *nothing = dl_upgrade_text(NULL, 0);
  CHECK_EQ(nothing->n_text, 0);
  CHECK_EQ(nothing->n_findings, 0);
  dl_upgrade_result_destroy(nothing);
}

int main(void) {
  keeps_comments_and_layout();
  leaves_strings_and_symbols();
  picks_free_names();
  shares_constants_in_a_block_only();
  findings_say_where();
  takes_any_bytes();
  return check_result();
}
