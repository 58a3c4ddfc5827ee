# The archive and the headers of a package's tables (embedded.h).
  .section .rodata, "a"
  .global dl_embedded_archive, dl_embedded_archive_end
  .global dl_embedded_program_h, dl_embedded_package_h
  .balign 16
dl_embedded_archive:
  .incbin "libdlopt_package.a"
dl_embedded_archive_end:
  .byte 0
dl_embedded_program_h:
  .incbin "program.h"
  .byte 0
dl_embedded_package_h:
  .incbin "package.h"
  .byte 0
  .section .note.GNU-stack, ""
