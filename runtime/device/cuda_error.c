// Failures of the CUDA driver: what each means for a user, and the way out.
#include "runtime/device/cuda_api.h"

struct row {
  int error;
  DloptStatusCode code;
  const char *text; ///< instead of the driver's own words; null: those
  const char *help; ///< or null
};

static const struct row rows[] = {
    {2, DL_STATUS_MEMORY, "the GPU is out of memory", NULL},
    {34, DL_STATUS_ENVIRONMENT,
     "libcuda.so.1 is the toolkit's stub, not the driver",
     "take the stubs' folder out of LD_LIBRARY_PATH, or install the driver"},
    {46, DL_STATUS_ENVIRONMENT, "the GPU is busy or in exclusive use",
     "end the other program, or choose another GPU with CUDA_VISIBLE_DEVICES"},
    {100, DL_STATUS_ENVIRONMENT, "there is a CUDA driver, but no GPU",
     "check nvidia-smi and CUDA_VISIBLE_DEVICES, or use --target emulate"},
    {101, DL_STATUS_ENVIRONMENT, "there is no GPU of that number",
     "nvidia-smi -L lists them"},
    {200, DL_STATUS_INPUT, "the code is damaged", "compile it again"},
    {209, DL_STATUS_ENVIRONMENT, "there is no code for this GPU's chip in it",
     "compile with --target for this chip"},
    {214, DL_STATUS_ENVIRONMENT, "uncorrectable memory error of the GPU",
     "the GPU needs a reset: nvidia-smi -q -d ECC"},
    {218, DL_STATUS_INPUT, "the driver does not accept the PTX", NULL},
    {221, DL_STATUS_ENVIRONMENT, "the driver's PTX compiler is missing",
     "install libnvidia-ptxjitcompiler, or compile to a cubin (ptxas)"},
    {700, DL_STATUS_INPUT, "access to memory out of bounds", NULL},
    {701, DL_STATUS_INPUT,
     "the kernel needs more registers or shared memory than there is", NULL},
    {702, DL_STATUS_INPUT, "the kernel ran too long for a GPU with a display",
     "use a GPU without one"},
    {710, DL_STATUS_INPUT, "a device-side assertion failed", NULL},
    {714, DL_STATUS_INPUT, "hardware stack error", NULL},
    {715, DL_STATUS_INPUT, "illegal instruction", NULL},
    {716, DL_STATUS_INPUT, "misaligned access to memory", NULL},
    {717, DL_STATUS_INPUT, "access to the wrong kind of memory", NULL},
    {718, DL_STATUS_INPUT, "jump out of the code", NULL},
    {719, DL_STATUS_INPUT, "the kernel failed", NULL},
    {802, DL_STATUS_ENVIRONMENT, "the system's GPUs are not ready",
     "on NVSwitch machines, start nvidia-fabricmanager"},
    {803, DL_STATUS_ENVIRONMENT,
     "the driver's library and kernel module are of different versions",
     "reboot after the driver's update, or reinstall it"},
    {804, DL_STATUS_ENVIRONMENT,
     "the forward compatibility package does not support this GPU",
     "install a newer driver"},
    {901, DL_STATUS_USAGE, "the work cannot be recorded as a graph", NULL},
};

DloptStatus dl_cuda_error(const dl_cuda_api *api, int error,
                          const char *doing) {
  const char *name = NULL, *text = NULL;
  api->error_name(error, &name);
  api->error_text(error, &text);
  const struct row *row = NULL;
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i)
    if (rows[i].error == error)
      row = &rows[i];
  if (row && row->text)
    text = row->text;
  return dl_status_error(
      row ? row->code : DL_STATUS_ENVIRONMENT, "%s: %s (%s, %d)%s%s", doing,
      text ? text : "unknown error", name ? name : "CUDA", error,
      row && row->help ? "; " : "", row && row->help ? row->help : "");
}
