// A host on another LLVM: the plugin says why it refuses, and answers with an
// API version that no host accepts. The host here is this program; that it uses
// another MLIR shows, as in a real one, by the libMLIR.so that it has loaded.
//
//   host_version_test PLUGIN FAKE_DIR/libMLIR.so.21.1
#include "test/unit/check.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/// What both entry points return, as upstream declares it.
struct plugin_info {
  uint32_t api_version;
  const char *name, *version;
  void (*register_callback)(void);
};
typedef struct plugin_info (*entry_point)(void);

enum { API_VERSION = 1 };

static void *open_library(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    printf("%s\n", dlerror());
  CHECK(library != NULL);
  return library;
}

static entry_point find(void *plugin, const char *name) {
  void *symbol = dlsym(plugin, name);
  CHECK(symbol != NULL);
  entry_point entry;
  memcpy(&entry, &symbol, sizeof(entry));
  return entry;
}

/// Calls an entry point; `text` gets what it prints on standard error.
static struct plugin_info ask(entry_point entry, char *text, size_t size) {
  FILE *file = tmpfile();
  CHECK(file != NULL);
  fflush(stderr);
  int saved = dup(STDERR_FILENO);
  dup2(fileno(file), STDERR_FILENO);
  struct plugin_info info = entry();
  fflush(stderr);
  dup2(saved, STDERR_FILENO);
  close(saved);
  rewind(file);
  text[fread(text, 1, size - 1, file)] = 0;
  fclose(file);
  return info;
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  static const char *const names[] = {"mlirGetPassPluginInfo",
                                      "mlirGetDialectPluginInfo"};
  void *plugin = open_library(argv[1]);
  if (!plugin)
    return check_result();
  char text[1024];
  for (int i = 0; i < 2; ++i) {
    struct plugin_info info = ask(find(plugin, names[i]), text, sizeof(text));
    CHECK_EQ(info.api_version, API_VERSION);
    CHECK(strcmp(info.name, "dlopt") == 0);
    CHECK(strcmp(text, "") == 0);
  }
  if (!open_library(argv[2]))
    return check_result();
  for (int i = 0; i < 2; ++i) {
    struct plugin_info info = ask(find(plugin, names[i]), text, sizeof(text));
    CHECK(info.api_version != API_VERSION);
    CHECK(strstr(text, "built for LLVM/MLIR 22.1") != NULL);
    CHECK(strstr(text, "this program uses MLIR 21.1") != NULL);
    CHECK(strstr(text, "LLVM_PREFIX") != NULL);
  }
  return check_result();
}
