// Every case file given on the command line has a header that parses, and
// whose outputs agree with themselves.
#include "runtime/case_file.h"

#include "test/unit/check.h"

static void check_case(const char *path) {
  dl_case_file file;
  DloptStatus status = dl_case_file_read(path, &file);
  CHECK_OK(status);
  if (!dl_status_is_ok(&status))
    return;
  CHECK_STR(file.entry, "test");
  CHECK(file.n_inputs > 0);
  for (int i = 0; i < file.n_outputs; ++i) {
    const dl_case_value *value = &file.outputs[i];
    dl_comparison comparison;
    CHECK_OK(dl_compare(&value->tensor, &value->tensor, value->tolerance,
                        &comparison));
    CHECK_EQ(comparison.n_mismatches, 0);
  }
  dl_case_file_finish(&file);
}

// One header spot-checked against numbers read by eye.
static void check_values(const char *path) {
  dl_case_file file;
  if (strstr(path, "006_cast_f32_to_f8e4m3fn_edges") == NULL)
    return;
  CHECK_OK(dl_case_file_read(path, &file));
  CHECK_EQ(file.n_inputs, 1);
  CHECK_EQ(file.inputs[0].tensor.n_elements, 14);
  CHECK(dl_tensor_get_double(&file.inputs[0].tensor, 2) == 464.03125);
  CHECK(dl_tensor_get_double(&file.outputs[0].tensor, 13) == -0.00390625);
  CHECK(file.outputs[0].tolerance.is_exact);
  dl_case_file_finish(&file);
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; ++i) {
    check_case(argv[i]);
    check_values(argv[i]);
  }
  return check_result();
}
