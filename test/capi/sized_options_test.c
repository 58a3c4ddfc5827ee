// Options structs of other versions: shorter and longer than ours.
#include "capi/sized_options.h"

#include "test/unit/check.h"

#include <stdint.h>

/// The struct as three versions of a library know it.
struct first {
  size_t size;
  int64_t a;
};
struct ours {
  size_t size;
  int64_t a, b;
};
struct later {
  size_t size;
  int64_t a, b, c;
};

static const struct ours defaults = {sizeof(defaults), 1, 2};
static const dl_sized_options kind = {"DloptTestOptions", &defaults,
                                      sizeof(defaults), sizeof(struct first)};

static void test_init(void) {
  struct ours options = {7, 7, 7};
  dl_sized_options_init(&kind, &options, sizeof(options));
  CHECK_EQ(options.size, sizeof(options));
  CHECK_EQ(options.a, 1);
  CHECK_EQ(options.b, 2);

  // A shorter one gets what it has room for, and not a byte more.
  struct ours shorter = {7, 7, 7};
  dl_sized_options_init(&kind, &shorter, sizeof(struct first));
  CHECK_EQ(shorter.size, sizeof(struct first));
  CHECK_EQ(shorter.a, 1);
  CHECK_EQ(shorter.b, 7);

  struct later longer = {7, 7, 7, 7};
  dl_sized_options_init(&kind, &longer, sizeof(longer));
  CHECK_EQ(longer.size, sizeof(longer));
  CHECK_EQ(longer.b, 2);
  CHECK_EQ(longer.c, 0);

  struct ours untouched = {7, 7, 7};
  dl_sized_options_init(&kind, &untouched, sizeof(size_t) - 1);
  CHECK_EQ(untouched.size, 7);
  dl_sized_options_init(&kind, NULL, sizeof(untouched));
}

static void test_read(void) {
  struct ours known;
  CHECK_OK(dl_sized_options_read(&kind, NULL, &known));
  CHECK_EQ(known.a, 1);
  CHECK_EQ(known.b, 2);

  struct ours full = {sizeof(full), 3, 4};
  CHECK_OK(dl_sized_options_read(&kind, &full, &known));
  CHECK_EQ(known.a, 3);
  CHECK_EQ(known.b, 4);

  // What an older caller does not have keeps its default.
  struct first old = {sizeof(old), 5};
  CHECK_OK(dl_sized_options_read(&kind, &old, &known));
  CHECK_EQ(known.a, 5);
  CHECK_EQ(known.b, 2);

  // A newer caller is fine as long as it does not use what we do not have.
  struct later newer = {sizeof(newer), 5, 6, 0};
  CHECK_OK(dl_sized_options_read(&kind, &newer, &known));
  CHECK_EQ(known.b, 6);
  newer.c = 1;
  CHECK_ERROR(dl_sized_options_read(&kind, &newer, &known), DL_STATUS_USAGE,
              "DloptTestOptions has a field set");
}

static void test_wrong_sizes(void) {
  static const size_t wrong[] = {0, 1, sizeof(struct first) - 1, 1 << 20,
                                 SIZE_MAX};
  for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); ++i) {
    struct ours given = {wrong[i], 3, 4}, known;
    CHECK_ERROR(dl_sized_options_read(&kind, &given, &known), DL_STATUS_USAGE,
                "fill the struct with dloptTestOptionsInit");
  }
}

int main(void) {
  test_init();
  test_read();
  test_wrong_sizes();
  return check_result();
}
