// What LLVM calls to convert narrow floats where the machine has no
// instruction. Weak: a compiler's own library may define them too. Private to
// runtime/host and to who loads compiled code.
#ifndef DLOPT_RUNTIME_HOST_HALF_H
#define DLOPT_RUNTIME_HOST_HALF_H

// bf16 travels in the register and the bits of f16: compilers that lack an
// instruction return a __bf16 of their own by calling these very functions.
_Float16 __truncdfhf2(double value);
_Float16 __truncdfbf2(double value);
_Float16 __truncsfbf2(float value);

// C compilers have these two since gcc 12; packages are linked by older ones
// too.
_Float16 __truncsfhf2(float value);
float __extendhfsf2(_Float16 value);

#endif // DLOPT_RUNTIME_HOST_HALF_H
