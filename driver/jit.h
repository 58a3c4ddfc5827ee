// A compiled program in this process: loads an object, calls its functions.
#ifndef DLOPT_DRIVER_JIT_H
#define DLOPT_DRIVER_JIT_H

#include "driver/constants.h"
#include "driver/externals.h"
#include "driver/native.h"
#include "driver/signature.h"
#include "runtime/packed_call.h"

typedef struct dl_jit dl_jit;

/// Called for each external function that nothing defines and that returns
/// nothing: calls of it do nothing. One that returns a value is an error.
typedef void (*dl_missing_external_fn)(const char *name, void *user);

/// What a program calls of the outside.
typedef struct dl_outside {
  const dl_declared *declared;  ///< what it declares
  const char *const *libraries; ///< shared libraries that define functions
  int n_libraries;
  dl_missing_external_fn missing;
  void *user; ///< passed to `missing`
} dl_outside;

/// Loads the object and the constants that its code reads; takes both:
/// `native->object` becomes null and `*constants` empty.
DloptStatus dl_jit_create(dl_native *native, dl_constant_data *constants,
                          const dl_outside *outside, dl_jit **jit);
void dl_jit_destroy(dl_jit *jit);

/// Links the program and finds `function`, which is what dl_jit_call calls.
/// Here it shows whether all that the code refers to exists.
DloptStatus dl_jit_link(dl_jit *jit, const char *function);

/// Packed entry of the linked function, for calls by other means.
dl_packed_fn dl_jit_entry(const dl_jit *jit);

/// Calls the linked function, of type `signature`; from several threads at once
/// is fine. Arguments must fit their types. Makes
/// `results[0 .. n_results)`, which the caller finishes. A failed `cf.assert`
/// in the program is an error with its message.
DloptStatus dl_jit_call(const dl_jit *jit, const dl_signature *signature,
                        const dl_tensor *arguments, dl_tensor *results);

#endif // DLOPT_DRIVER_JIT_H
