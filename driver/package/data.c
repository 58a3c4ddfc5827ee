// A package's bytes: PTX, cubins, constants, as one file and labels in it.
#include "driver/package/text.h"

/// From here on, addresses in code and data may be too far apart for the
/// 32-bit offsets of ordinary sections.
static const size_t large_bytes = (size_t)1 << 30;

void dl_package_put_data(FILE *stream, const dl_package_texts *texts,
                         const char *file) {
  size_t total = 0;
  for (size_t i = 0; i < texts->n_blobs; ++i)
    total += texts->blobs[i].size;
#if defined(__x86_64__)
  bool is_large = total >= large_bytes;
#else
  bool is_large = false;
#endif
  fprintf(stream, "  .section %s,@progbits\n",
          is_large ? ".lrodata,\"al\"" : ".rodata,\"a\"");
  for (size_t i = 0; i < texts->n_blobs; ++i) {
    fprintf(stream,
            "  .balign 64\n  .globl dl_blob_%zu\n  .hidden dl_blob_%zu\n"
            "dl_blob_%zu:\n",
            i, i, i);
    if (texts->blobs[i].size > 0) {
      fprintf(stream, "  .incbin ");
      dl_package_put_string(stream, file);
      fprintf(stream, ", %zu, %zu\n", texts->blobs[i].offset,
              texts->blobs[i].size);
    }
    fprintf(stream, "  .byte 0\n");
  }
  fprintf(stream, "  .section .note.GNU-stack,\"\",%%progbits\n");
}
