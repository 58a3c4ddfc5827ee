// The whole picture of what this machine offers to GPU programs.
#ifndef DLOPT_RUNTIME_DEVICE_DOCTOR_H
#define DLOPT_RUNTIME_DEVICE_DOCTOR_H

#include <stdio.h>

/// Prints driver, GPUs, ptxas and C compiler, whether a kernel runs and gives
/// the right numbers, on each GPU and on the emulator, and what to do about
/// what is missing. `driver` as in dl_device_options. `llvm` is the version of
/// LLVM that the tool has in it, null if none.
void dl_doctor(FILE *stream, const char *driver, const char *llvm);

#endif // DLOPT_RUNTIME_DEVICE_DOCTOR_H
