// __assertfail, which a kernel calls where an assertion failed. On a GPU the
// driver has its body; here it is a few lines of PTX around an instruction of
// our own that reads the message.
#include "runtime/emulate/handlers.h"
#include "runtime/emulate/machine.h"
#include "runtime/emulate/ptx_parse.h"

#include <string.h>

const char dl_ptx_assertfail_body[] =
    "__assertfail(.param .b64 message, .param .b64 file, .param .b32 line, "
    ".param .b64 function, .param .b64 size) {"
    " .reg .b64 %text; ld.param.b64 %text, [message];"
    " __assertfail.b64 %text; }";

/// Text of the kernel's memory, up to its end or an odd character.
static void read_text(dl_em_device *device, uint64_t address, char *text,
                      size_t room) {
  const dl_em_region *region = dl_em_region_find(device, address);
  size_t n = 0;
  for (; region && n + 1 < room; ++n) {
    uint64_t at = address - region->address + n;
    if (at >= region->n_bytes || region->data[at] < ' ')
      break;
    text[n] = (char)region->data[at];
  }
  text[n] = 0;
}

// Where it stands in the source is in the report, by .loc.
dl_em_next dl_em_do_assertfail(dl_em_warp *warp, const dl_em_insn *insn,
                               uint32_t mask) {
  uint32_t lane = (uint32_t)__builtin_ctz(mask);
  uint64_t address;
  memcpy(&address,
         (uint8_t *)DL_EM_REG(warp, insn->operands[0].slot) + 8 * lane, 8);
  char message[200];
  read_text(warp->run->device, address, message, sizeof(message));
  dl_em_note(warp, insn, NULL, DL_EM_REPORT_TRAP, lane, "assertion failed: %s",
             message);
  return dl_em_stop(warp, insn, "lane %u: assertion failed: %s", lane, message);
}
