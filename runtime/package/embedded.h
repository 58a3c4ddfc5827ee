// What the compiler puts into packages beside the program, as bytes in it: no
// installed file has to be found.
#ifndef DLOPT_RUNTIME_PACKAGE_EMBEDDED_H
#define DLOPT_RUNTIME_PACKAGE_EMBEDDED_H

/// The runtime, a static library.
extern const char dl_embedded_archive[], dl_embedded_archive_end[];

/// runtime/device/program.h and runtime/package/package.h, ended by 0.
extern const char dl_embedded_program_h[], dl_embedded_package_h[];

#endif // DLOPT_RUNTIME_PACKAGE_EMBEDDED_H
