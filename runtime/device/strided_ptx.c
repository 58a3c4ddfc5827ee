// The kernel of strided copies, as PTX text for a rank, a unit and a width of
// indices: a thread a unit, its position taken apart dimension by dimension.
#include "runtime/device/strided.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct text {
  char *at;
  size_t room;
};

static void put(struct text *text, const char *format, ...) DL_PRINTF(2, 3);

static void put(struct text *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(text->at, text->room, format, arguments);
  va_end(arguments);
  size_t used = length < 0 ? 0 : (size_t)length;
  used = used < text->room ? used : text->room - 1;
  text->at += used;
  text->room -= used;
}

static void put_parameters(struct text *text, const char *name, int rank) {
  put(text, ".visible .entry %s(.param .u64 to, .param .u64 from,\n", name);
  put(text, "  .param .u64 count");
  for (int i = 1; i < rank; ++i)
    put(text, ",\n  .param .u64 size%d", i);
  for (int i = 0; i < rank; ++i)
    put(text, ",\n  .param .u64 to%d, .param .u64 from%d", i, i);
  put(text, ")\n{\n");
}

static void put_loads(struct text *text, int rank) {
  put(text, "  ld.param.u64 %%to, [to];\n  ld.param.u64 %%from, [from];\n"
            "  ld.param.u64 %%count, [count];\n");
  for (int i = 1; i < rank; ++i)
    put(text, "  ld.param.u64 %%s%d, [size%d];\n", i, i);
  for (int i = 0; i < rank; ++i)
    put(text,
        "  ld.param.u64 %%t%d, [to%d];\n  ld.param.u64 %%f%d, [from%d];\n", i,
        i, i, i);
}

/// Position `dim` in %place, the positions outside it left in %rest.
static void put_position(struct text *text, int dim, bool is_wide) {
  if (dim == 0) {
    put(text, "  mov.u64 %%place, %%rest;\n");
  } else if (is_wide) {
    put(text,
        "  div.u64 %%next, %%rest, %%s%d;\n"
        "  mul.lo.u64 %%place, %%next, %%s%d;\n"
        "  sub.u64 %%place, %%rest, %%place;\n  mov.u64 %%rest, %%next;\n",
        dim, dim);
  } else {
    put(text,
        "  cvt.u32.u64 %%r1, %%rest;\n  cvt.u32.u64 %%r2, %%s%d;\n"
        "  div.u32 %%r3, %%r1, %%r2;\n  mul.lo.u32 %%r2, %%r3, %%r2;\n"
        "  sub.u32 %%r1, %%r1, %%r2;\n  cvt.u64.u32 %%place, %%r1;\n"
        "  cvt.u64.u32 %%rest, %%r3;\n",
        dim);
  }
}

char *dl_strided_ptx(const char *name, int rank, int64_t unit_bytes,
                     bool is_wide) {
  size_t room = 4096 + (size_t)rank * 640;
  char *made = malloc(room);
  if (!made)
    return NULL;
  struct text text = {made, room};
  int bits = (int)unit_bytes * 8, value_bits = bits < 16 ? 16 : bits;
  put(&text, ".version 7.0\n.target sm_80\n.address_size 64\n");
  put_parameters(&text, name, rank);
  put(&text,
      "  .reg .pred %%end;\n  .reg .b32 %%r<6>;\n  .reg .b%d %%value;\n"
      "  .reg .b64 %%to, %%from, %%count, %%i, %%step, %%rest, %%place, %%next,"
      " %%target, %%source;\n  .reg .b64 %%s<%d>, %%t<%d>, %%f<%d>;\n",
      value_bits, rank + 1, rank, rank);
  put_loads(&text, rank);
  put(&text, "  mov.u32 %%r0, %%ctaid.x;\n  mov.u32 %%r1, %%ntid.x;\n"
             "  mov.u32 %%r2, %%tid.x;\n  mov.u32 %%r3, %%nctaid.x;\n"
             "  cvt.u64.u32 %%i, %%r2;\n  mul.wide.u32 %%step, %%r0, %%r1;\n"
             "  add.u64 %%i, %%i, %%step;\n"
             "  mul.wide.u32 %%step, %%r1, %%r3;\n"
             "$next:\n  setp.ge.u64 %%end, %%i, %%count;\n"
             "  @%%end bra $done;\n  mov.u64 %%rest, %%i;\n"
             "  mov.u64 %%target, %%to;\n  mov.u64 %%source, %%from;\n");
  for (int dim = rank - 1; dim >= 0; --dim) {
    put_position(&text, dim, is_wide);
    put(&text,
        "  mad.lo.s64 %%target, %%place, %%t%d, %%target;\n"
        "  mad.lo.s64 %%source, %%place, %%f%d, %%source;\n",
        dim, dim);
  }
  put(&text,
      "  ld.global.b%d %%value, [%%source];\n"
      "  st.global.b%d [%%target], %%value;\n  add.u64 %%i, %%i, %%step;\n"
      "  bra $next;\n$done:\n  ret;\n}\n",
      bits, bits);
  return made;
}
