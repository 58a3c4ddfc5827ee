// The texts that a package is made of. Private to driver/package.
#ifndef DLOPT_DRIVER_PACKAGE_TEXT_H
#define DLOPT_DRIVER_PACKAGE_TEXT_H

#include <stdio.h>

#include "driver/package/package.h"

enum { DL_PACKAGE_NAME_BYTES = 128 };

/// Bytes of a package that its data file holds, at `offset`.
typedef struct dl_package_blob {
  const void *data;
  size_t size, offset;
} dl_package_blob;

/// What the texts are written from.
typedef struct dl_package_texts {
  const dl_package_source *source;
  char name[DL_PACKAGE_NAME_BYTES]; ///< a C name
  size_t n_blobs;
  dl_package_blob *blobs; ///< PTX, cubins and constants, in the tables' order
} dl_package_texts;

/// Makes a C name of any text.
void dl_package_c_name(const char *text, char name[DL_PACKAGE_NAME_BYTES]);

/// A C string literal, or NULL.
void dl_package_put_string(FILE *stream, const char *text);

// tables.c: the dl_package and all that it refers to, in C.
void dl_package_put_tables(FILE *stream, const dl_package_texts *texts);

// data.c: labels of the blobs, in assembler; `file` holds their bytes.
void dl_package_put_data(FILE *stream, const dl_package_texts *texts,
                         const char *file);

// header.c: the header for C programs; the functions that it declares; the
// names that the library exports, for the linker.
void dl_package_put_header(FILE *stream, const dl_package_texts *texts);
void dl_package_put_functions(FILE *stream, const dl_package_texts *texts);
void dl_package_put_exports(FILE *stream, const dl_package_texts *texts);

// manifest.c: what is in the package, as JSON; the caller frees it. Null
// without memory.
char *dl_package_manifest(const dl_package_source *source);

#endif // DLOPT_DRIVER_PACKAGE_TEXT_H
