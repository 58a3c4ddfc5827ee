// .npy files: every descriptor, order and version; refusals; writing; and a
// fuzz loop over hostile files.
#include "runtime/npy.h"

#include "test/unit/check.h"

#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

// A file in memory, built by hand.
typedef struct image {
  unsigned char bytes[1024];
  size_t n;
} image;

static image make_version(int version, const char *header, const void *data,
                          size_t n_data) {
  image file = {{0x93, 'N', 'U', 'M', 'P', 'Y'}, 8};
  size_t length = strlen(header);
  file.bytes[6] = (unsigned char)version;
  file.bytes[file.n++] = (unsigned char)(length & 0xff);
  file.bytes[file.n++] = (unsigned char)(length >> 8);
  if (version > 1)
    file.n += 2;
  memcpy(file.bytes + file.n, header, length);
  file.n += length;
  if (n_data > 0)
    memcpy(file.bytes + file.n, data, n_data);
  file.n += n_data;
  return file;
}

static image make(const char *header, const void *data, size_t n_data) {
  return make_version(1, header, data, n_data);
}

static dl_tensor_type type_of(const char *text) {
  dl_tensor_type type;
  size_t n_used;
  CHECK_OK(dl_tensor_type_parse(text, strlen(text), &type, &n_used));
  return type;
}

static DloptStatus read_as(const image *file, const char *type,
                           dl_tensor *tensor) {
  // A block of the exact size, so that the sanitizer sees one byte too far.
  unsigned char *exact = malloc(file->n + (file->n == 0));
  if (exact == NULL)
    return dl_status_error(DL_STATUS_MEMORY, "no memory");
  memcpy(exact, file->bytes, file->n);
  dl_tensor_type expected;
  if (type != NULL)
    expected = type_of(type);
  DloptStatus status = dl_npy_read_memory(
      exact, file->n, "x.npy", type != NULL ? &expected : NULL, tensor);
  free(exact);
  return status;
}

#define HEADER(descr, fortran, shape)                                          \
  "{'descr': '" descr "', 'fortran_order': " fortran ", 'shape': " shape ", "  \
  "}\n"

static void check_orders(void) {
  float values[6] = {0, 1, 2, 3, 4, 5};
  dl_tensor tensor;
  for (int version = 1; version <= 3; ++version) {
    image file = make_version(version, HEADER("<f4", "False", "(2, 3)"), values,
                              sizeof(values));
    CHECK_OK(read_as(&file, "tensor<2x?xf32>", &tensor));
    CHECK_EQ(tensor.type.shape[1], 3);
    for (int i = 0; i < 6; ++i)
      CHECK(dl_tensor_get_double(&tensor, i) == i);
    dl_tensor_finish(&tensor);
  }

  image file = make(HEADER("<f4", "True", "(2, 3)"), values, sizeof(values));
  static const int by_rows[6] = {0, 2, 4, 1, 3, 5};
  CHECK_OK(read_as(&file, "tensor<2x3xf32>", &tensor));
  for (int i = 0; i < 6; ++i)
    CHECK(dl_tensor_get_double(&tensor, i) == by_rows[i]);
  dl_tensor_finish(&tensor);

  static const unsigned char big[4] = {0x01, 0x02, 0xff, 0xfe};
  file = make(HEADER(">i2", "False", "(2,)"), big, sizeof(big));
  CHECK_OK(read_as(&file, "tensor<2xi16>", &tensor));
  CHECK_EQ(dl_tensor_get_int64(&tensor, 0), 0x102);
  CHECK_EQ(dl_tensor_get_int64(&tensor, 1), -2);
  dl_tensor_finish(&tensor);

  // Other spellings of the same dictionary.
  file = make("{\"shape\":(2L,3L),\"fortran_order\":False,'descr':\"<f4\"}",
              values, sizeof(values));
  CHECK_OK(read_as(&file, "tensor<2x3xf32>", &tensor));
  dl_tensor_finish(&tensor);
}

static void check_types(void) {
  static const unsigned char data[8] = {0x80, 0x3f, 0x00, 0x40};
  dl_tensor tensor;
  static const char *const raw16[] = {HEADER("<V2", "False", "(2,)"),
                                      HEADER("|V2", "False", "(2,)"),
                                      HEADER("<u2", "False", "(2,)")};
  for (int i = 0; i < 3; ++i) {
    image file = make(raw16[i], data, 4);
    CHECK_OK(read_as(&file, "tensor<2xbf16>", &tensor));
    CHECK(dl_tensor_get_double(&tensor, 0) == 1.0);
    CHECK(dl_tensor_get_double(&tensor, 1) == 2.0);
    dl_tensor_finish(&tensor);
  }
  static const char *const raw8[] = {HEADER("|V1", "False", "(2,)"),
                                     HEADER("|u1", "False", "(2,)"),
                                     HEADER("|f1", "False", "(2,)")};
  for (int i = 0; i < 3; ++i) {
    image file = make(raw8[i], "\x38\xff", 2);
    CHECK_OK(read_as(&file, "tensor<?xf8E4M3FN>", &tensor));
    CHECK(dl_tensor_get_double(&tensor, 0) == 1.0);
    CHECK(isnan(dl_tensor_get_double(&tensor, 1)));
    dl_tensor_finish(&tensor);
  }

  image file = make(HEADER("|b1", "False", "(3,)"), "\0\1\1", 3);
  CHECK_OK(read_as(&file, "tensor<3xi1>", &tensor));
  CHECK_EQ(dl_tensor_get_int64(&tensor, 1), 1);
  dl_tensor_finish(&tensor);
  file = make(HEADER("|b1", "False", "(3,)"), "\0\2\1", 3);
  CHECK_ERROR(read_as(&file, "tensor<3xi1>", &tensor), DL_STATUS_INPUT,
              "x.npy: element 1 is 2, which is no i1");
  file = make(HEADER("|i1", "False", "(2,)"), "\xf8\x07", 2);
  CHECK_OK(read_as(&file, "tensor<2xi4>", &tensor));
  CHECK_EQ(dl_tensor_get_int64(&tensor, 0), -8);
  dl_tensor_finish(&tensor);
  file = make(HEADER("|i1", "False", "(2,)"), "\xf7\x07", 2);
  CHECK_ERROR(read_as(&file, "tensor<2xi4>", &tensor), DL_STATUS_INPUT,
              "element 0 is -9");

  // Scalars, and no expectation at all.
  file = make(HEADER("<i8", "False", "()"), data, 8);
  CHECK_OK(read_as(&file, "index", &tensor));
  CHECK(tensor.type.is_scalar);
  CHECK_EQ(dl_tensor_get_int64(&tensor, 0), 0x40003f80);
  dl_tensor_finish(&tensor);
  CHECK_OK(read_as(&file, NULL, &tensor));
  CHECK_EQ(tensor.type.element, DL_I64);
  dl_tensor_finish(&tensor);
  file = make(HEADER("|V2", "False", "()"), data, 2);
  CHECK_ERROR(read_as(&file, NULL, &tensor), DL_STATUS_INPUT, "'|V2'");

  file = make(HEADER("<f4", "False", "(0, 5)"), NULL, 0);
  CHECK_OK(read_as(&file, "tensor<?x5xf32>", &tensor));
  CHECK_EQ(tensor.n_elements, 0);
  dl_tensor_finish(&tensor);
}

static void refuse(const char *header, size_t n_data, const char *words) {
  static const char zeros[64];
  image file = make(header, zeros, n_data);
  dl_tensor tensor;
  CHECK_ERROR(read_as(&file, "tensor<2x?xf32>", &tensor), DL_STATUS_INPUT,
              words);
  CHECK(tensor.data == NULL);
}

static void check_refusals(void) {
  refuse(HEADER("<f8", "False", "(2, 3)"), 48,
         "x.npy: expected tensor<2x?xf32> (items '<f4'), found items '<f8' of "
         "shape (2, 3)");
  refuse(HEADER("<f4", "False", "(3,)"), 12, "items '<f4' of shape (3,)");
  refuse(HEADER("<f4", "False", "(3, 2)"), 24, "of shape (3, 2)");
  refuse(HEADER("<c8", "False", "(2, 3)"), 48, "found items '<c8'");
  refuse(HEADER("<f4", "False", "(2, 3)"), 23,
         "promises 24 bytes of data, the file has 23");
  refuse(HEADER("<f4", "False", "(2, 3)"), 25, "the file has 25");
  refuse(HEADER("<f4", "False", "(2, 9999999999999)"), 0, "the file has 0");
  refuse(HEADER("<f4", "False", "(2, 9223372036854775807)"), 0, "too large");
  refuse(HEADER("<f4", "False", "(2, 9223372036854775808)"), 0, "64 bits");
  refuse(HEADER("<f4", "False", "(2, -3)"), 0, "'-3");
  refuse(HEADER("<f4", "False", "(2)"), 0, "a comma");
  refuse(HEADER("<f4", "Maybe", "(2, 3)"), 24, "True or False");
  refuse(HEADER("f", "False", "(2, 3)"), 24, "no plain item type");
  refuse(HEADER("<f44444", "False", "(2, 3)"), 24, "no plain item type");
  refuse("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': ()}", 4,
         "records");
  refuse("{'descr': '<f4', 'fortran_order': False}", 4, "lacks");
  refuse("{'descr': '<f4', 'descr': '<f4', }", 4, "twice");
  refuse("{'extra': 1}", 4, "unknown key 'extra'");
  refuse("{'descr': '<f4', 'shape': (1,), 'fortran_order': False} x", 4,
         "the end");
  refuse("", 0, "the header ends where '{'");
  refuse("{'descr", 0, "closing quote");

  dl_tensor tensor;
  image file = {{0}, 0};
  CHECK_ERROR(read_as(&file, "f32", &tensor), DL_STATUS_INPUT, "empty");
  file.n = 5;
  CHECK_ERROR(read_as(&file, "f32", &tensor), DL_STATUS_INPUT, "not a .npy");
  file = make_version(4, "", NULL, 0);
  CHECK_ERROR(read_as(&file, "f32", &tensor), DL_STATUS_INPUT, "version 4.0");
  file = make_version(2, "{}", NULL, 0);
  file.bytes[10] = 0xff; // a header of 16 MiB
  CHECK_ERROR(read_as(&file, "f32", &tensor), DL_STATUS_INPUT,
              "16711682 bytes");
  file = make("{}", NULL, 0);
  file.bytes[8] = 200;
  CHECK_ERROR(read_as(&file, "f32", &tensor), DL_STATUS_INPUT,
              "ends inside its header");
}

static const char *test_folder(void) {
  const char *folder = getenv("TEST_TMPDIR"); // set by Bazel
  return folder != NULL ? folder : P_tmpdir;
}

static void make_path(char *path, size_t room, const char *name) {
  snprintf(path, room, "%s/npy_test_%ld_%s", test_folder(), (long)getpid(),
           name);
}

static void check_round_trip(const char *path, dl_element_type element,
                             int rank) {
  dl_tensor out, in;
  static const int64_t shape[3] = {3, 1, 4};
  CHECK_OK(dl_tensor_init_shape(&out, element, rank, shape));
  for (int64_t i = 0; i < out.n_elements; ++i)
    dl_tensor_set_int64(&out, i, i % 7);
  CHECK_OK(dl_npy_write(path, &out));
  struct stat found;
  CHECK_EQ(stat(path, &found), 0);
  CHECK_EQ((found.st_size - (off_t)out.n_bytes) % 64, 0);
  CHECK_OK(dl_npy_read(path, &out.type, &in));
  CHECK_EQ(in.n_bytes, out.n_bytes);
  CHECK(in.data != NULL && memcmp(in.data, out.data, out.n_bytes) == 0);
  dl_tensor_finish(&in);
  dl_tensor_finish(&out);
}

// Entries of the folder that tests write to and that look like temporaries.
static int count_temporaries(void) {
  DIR *folder = opendir(test_folder());
  int n = 0;
  CHECK(folder != NULL);
  if (folder == NULL)
    return -1;
  for (struct dirent *e = readdir(folder); e != NULL; e = readdir(folder)) {
    char ours[40];
    snprintf(ours, sizeof(ours), ".dlopt-%ld-", (long)getpid());
    n += strncmp(e->d_name, ours, strlen(ours)) == 0;
  }
  closedir(folder);
  return n;
}

// A limit on file sizes stands for a full disk: nothing half-written remains,
// and what stood there stays.
static void check_full_disk(const char *path) {
  dl_tensor small, large, in;
  CHECK_OK(dl_tensor_init_shape(&small, DL_F32, 0, NULL));
  dl_tensor_set_double(&small, 0, 7.0);
  CHECK_OK(dl_tensor_init_shape(&large, DL_F32, 1, (int64_t[]){100000}));
  CHECK_OK(dl_npy_write(path, &small));

  struct rlimit before;
  CHECK_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  struct rlimit limit = {4096, before.rlim_max};
  signal(SIGXFSZ, SIG_IGN); // so that the write fails instead
  CHECK_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  DloptStatus status = dl_npy_write(path, &large);
  CHECK_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  CHECK_ERROR(status, DL_STATUS_IO, "cannot write");
  CHECK_EQ(count_temporaries(), 0);
  CHECK_OK(dl_npy_read(path, &small.type, &in));
  CHECK(in.data != NULL && dl_tensor_get_double(&in, 0) == 7.0);
  dl_tensor_finish(&in);
  dl_tensor_finish(&large);
  dl_tensor_finish(&small);
}

// Pipes and devices are written to, never replaced. A pipe of our own stands
// for all of them: were this to fail on /dev/null under root, the machine
// would lose it.
static void check_pipe(void) {
  char path[512];
  unsigned char bytes[200];
  struct stat found;
  dl_tensor tensor;
  make_path(path, sizeof(path), "pipe");
  CHECK_EQ(mkfifo(path, 0600), 0);
  int reader = open(path, O_RDONLY | O_NONBLOCK);
  CHECK(reader >= 0);
  CHECK_OK(dl_tensor_init_shape(&tensor, DL_F32, 0, NULL));
  CHECK_OK(dl_npy_write(path, &tensor));
  CHECK(stat(path, &found) == 0 && S_ISFIFO(found.st_mode));
  CHECK_EQ(read(reader, bytes, sizeof(bytes)), 132);
  CHECK_EQ(bytes[0], 0x93);
  dl_tensor_finish(&tensor);
  close(reader);
  CHECK_EQ(unlink(path), 0);
}

static void check_files(void) {
  char path[512];
  dl_tensor tensor;
  make_path(path, sizeof(path), "a.npy");
  for (int i = 0; i < DL_N_ELEMENT_TYPES; ++i)
    for (int rank = 0; rank <= 3; ++rank)
      check_round_trip(path, (dl_element_type)i, rank);

  check_full_disk(path);
  check_pipe();
  CHECK_OK(dl_tensor_init_shape(&tensor, DL_F32, 0, NULL));
  CHECK_ERROR(dl_npy_write("/nowhere/at/all/x.npy", &tensor), DL_STATUS_IO,
              "/nowhere/at/all/x.npy: cannot write: ");
  CHECK_ERROR(dl_npy_write(test_folder(), &tensor), DL_STATUS_IO,
              "cannot write: Is a directory");
  struct stat found;
  // A link is followed, not replaced.
  char link_path[512];
  make_path(link_path, sizeof(link_path), "link.npy");
  CHECK_EQ(symlink(path, link_path), 0);
  CHECK_OK(dl_npy_write(link_path, &tensor));
  CHECK(lstat(link_path, &found) == 0 && S_ISLNK(found.st_mode));
  CHECK_EQ(unlink(link_path), 0);
  dl_tensor_finish(&tensor);

  CHECK_EQ(chmod(path, 0640), 0);
  CHECK_OK(dl_npy_read(path, NULL, &tensor));
  CHECK_EQ(tensor.type.rank, 0);
  CHECK_OK(dl_npy_write(path, &tensor));
  CHECK(stat(path, &found) == 0 && (found.st_mode & 0777) == 0640);
  dl_tensor_finish(&tensor);
  CHECK_EQ(unlink(path), 0);

  CHECK_ERROR(dl_npy_read(path, NULL, &tensor), DL_STATUS_IO, "No such file");
  CHECK_ERROR(dl_npy_read("/", NULL, &tensor), DL_STATUS_IO, "/: not a file");
  CHECK_ERROR(dl_npy_read("/dev/null", NULL, &tensor), DL_STATUS_INPUT,
              "/dev/null: the file is empty");
}

// splitmix64 with a fixed seed: a failure comes again.
static uint64_t next_random(uint64_t *state) {
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static void mutate(image *file, uint64_t *state) {
  static const char tokens[] = "{}(),:'\"<>|LTF0123456789-fiuVb \n\\\xff";
  int n = 1 + (int)(next_random(state) % 4);
  for (int i = 0; i < n; ++i) {
    size_t at = next_random(state) % file->n;
    uint64_t kind = next_random(state) % 8;
    if (kind < 4)
      file->bytes[at] =
          (unsigned char)tokens[next_random(state) % (sizeof(tokens) - 1)];
    else if (kind < 6)
      file->bytes[at] = (unsigned char)next_random(state);
    else if (kind == 6)
      file->n = at + 1;
    else if (file->n < sizeof(file->bytes) - 1) {
      memmove(file->bytes + at + 1, file->bytes + at, file->n - at);
      ++file->n;
    }
  }
}

static void check_hostile(void) {
  enum { rounds = 200000 };
  float values[6] = {0, 1, 2, 3, 4, 5};
  image seeds[3] = {
      make(HEADER("<f4", "False", "(2, 3)"), values, sizeof(values)),
      make(HEADER(">f4", "True", "(2, 3)"), values, sizeof(values)),
      make_version(2, HEADER("<f4", "False", "(2, 3)"), values,
                   sizeof(values))};
  uint64_t state = 20;
  int n_good = 0, n_bad = 0;
  for (int i = 0; i < rounds; ++i) {
    image file = seeds[i % 3];
    dl_tensor tensor;
    mutate(&file, &state);
    DloptStatus status =
        read_as(&file, i % 2 ? "tensor<?x?xf32>" : NULL, &tensor);
    if (dl_status_is_ok(&status)) {
      ++n_good;
      CHECK(tensor.data != NULL);
    } else {
      ++n_bad;
      CHECK(tensor.data == NULL && status.message[0] != '\0');
    }
    dl_tensor_finish(&tensor);
  }
  // Mutations of the data and of spaces leave a good file; most do not.
  CHECK(n_good > rounds / 100 && n_bad > rounds / 4);
}

int main(void) {
  check_orders();
  check_types();
  check_refusals();
  check_files();
  check_hostile();
  return check_result();
}
