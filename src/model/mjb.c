// Models as binary files: a header that tells the format, the sizes, three structs, the arrays.
// Native byte order, nothing between the items.
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <engine/base.h>
#include <engine/model.h>

#include "base/need.h"
#include "base/resource.h"
#include "model/allocate.h"
#include "model/arrays.h"
#include "model/validate.h"

enum { HEADER_ID, HEADER_NUM, HEADER_INTS, HEADER_SIZES, HEADER_ARRAYS, HEADER_LENGTH };

#define X(name) +(sizeof(((mjModel*)0)->name) == sizeof(int))
enum { NINT = 0 MJMODEL_INTS };
#undef X
#define X(name) +(sizeof(((mjModel*)0)->name) == sizeof(mjtSize))
enum { NSIZE = 0 MJMODEL_INTS };
#undef X

static const int header[HEADER_LENGTH] = {54321, sizeof(mjtNum), NINT, NSIZE, MODEL_NARRAY};

// The bytes before the arrays.
static size_t preamble_bytes(void) {
  return sizeof header + NINT * sizeof(int) + NSIZE * sizeof(mjtSize) + sizeof(mjOption) +
         sizeof(mjVisual) + sizeof(mjStatistic);
}

static size_t file_bytes(const mjModel* m) {
  array_info array[MODEL_NARRAY];
  arrays_of_model(m, array);
  size_t n = preamble_bytes();
  for (int i = 0; i < MODEL_NARRAY; i++) n += array_bytes(array + i);
  return n;
}

int mj_sizeModel(const mjModel* m) {
  NEED_OR(0, m);
  size_t n = file_bytes(m);
  return n > INT_MAX ? INT_MAX : (int)n;
}

// --------------------------------------------------------------------------------------- saving

// A file, or a buffer with so many bytes left.
typedef struct {
  FILE* file;
  char* buffer;
  size_t left;
  bool failed;
} sink;

static void write_bytes(sink* s, const void* data, size_t n) {
  if (s->failed || !n) return;
  if (s->file) {
    s->failed = fwrite(data, 1, n, s->file) != n;
  } else if (n > s->left) {
    s->failed = true;
  } else {
    memcpy(s->buffer, data, n);
    s->buffer += n;
    s->left -= n;
  }
}

static void write_model(sink* s, const mjModel* m) {
  write_bytes(s, header, sizeof header);
#define X(name) write_bytes(s, &m->name, sizeof m->name);
  MJMODEL_INTS
#undef X
  write_bytes(s, &m->opt, sizeof m->opt);
  write_bytes(s, &m->vis, sizeof m->vis);
  write_bytes(s, &m->stat, sizeof m->stat);
  array_info array[MODEL_NARRAY];
  arrays_of_model(m, array);
  for (int i = 0; i < MODEL_NARRAY; i++) {
    write_bytes(s, array_data(m, array + i), array_bytes(array + i));
  }
}

static void save_file(const mjModel* m, const char* filename) {
  sink s = {.file = fopen(filename, "wb")};
  if (!s.file) {
    mju_warning("mj_saveModel: could not open '%s' for writing", filename);
    return;
  }
  write_model(&s, m);
  if (fclose(s.file) || s.failed)
    mju_warning("mj_saveModel: could not write all of '%s'", filename);
}

void mj_saveModel(const mjModel* m, const char* filename, void* buffer, int buffer_sz) {
  NEED(m);
  if (buffer) {
    sink s = {.buffer = buffer, .left = buffer_sz > 0 ? (size_t)buffer_sz : 0};
    write_model(&s, m);
    if (s.failed) {
      mju_error("mj_saveModel: the buffer has %d bytes, the model needs %zu", buffer_sz,
                file_bytes(m));
    }
  } else if (filename) {
    save_file(m, filename);
  } else {
    mju_warning("mj_saveModel: neither a file nor a buffer to save to");
  }
}

// -------------------------------------------------------------------------------------- loading

// What is left of a file, and what is wrong with it: said when nothing is held any more, because
// the user's handlers may not return.
typedef struct {
  const char* at;
  size_t left;
  bool no_memory;
  char wrong[400];
} source;

static bool read_bytes(source* s, void* data, size_t n) {
  if (n > s->left) return false;
  if (n) memcpy(data, s->at, n);
  s->at += n;
  s->left -= n;
  return true;
}

// Note what is wrong; always false.
static mjPRINTFLIKE(2, 3) bool refuse(source* s, const char* format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(s->wrong, sizeof s->wrong, format, args);
  va_end(args);
  return false;
}

static bool read_header(source* s) {
  static const char* const what[HEADER_LENGTH] = {
      "it is no binary model", "it was saved with another floating-point precision",
      "it was saved by another version: it has another number of int sizes",
      "it was saved by another version: it has another number of large sizes",
      "it was saved by another version: it has another number of arrays"};
  int found[HEADER_LENGTH];
  if (!read_bytes(s, found, sizeof found)) return refuse(s, "its header is incomplete");
  for (int i = 0; i < HEADER_LENGTH; i++) {
    if (found[i] != header[i]) return refuse(s, "%s", what[i]);
  }
  return true;
}

static bool read_sizes(source* s, mjModel* sizes) {
  memset(sizes, 0, sizeof *sizes);
  bool whole = true;
#define X(name) whole = whole && read_bytes(s, &sizes->name, sizeof sizes->name);
  MJMODEL_INTS
#undef X
  if (!whole) return refuse(s, "it ends within the sizes");
  const char* problem = model_sizes_problem(sizes);
  if (problem) return refuse(s, "it is corrupted: %s", problem);
  if (sizes->nnames_map != model_nnames_map(sizes) || sizes->nbuffer != model_nbuffer(sizes)) {
    return refuse(s, "it is corrupted: its sizes contradict each other");
  }
  return true;
}

// Whether the file has as many bytes as the sizes promise: no more memory is asked for than that.
static bool check_length(source* s, const mjModel* sizes) {
  size_t left = s->left, structs = sizeof(mjOption) + sizeof(mjVisual) + sizeof(mjStatistic);
  if (left < structs) return refuse(s, "it ends within the options");
  left -= structs;
  array_info array[MODEL_NARRAY];
  arrays_of_model(sizes, array);
  for (int i = 0; i < MODEL_NARRAY; i++) {
    if (array_bytes(array + i) > left) return refuse(s, "it ends within %s", array[i].name);
    left -= array_bytes(array + i);
  }
  return left ? refuse(s, "it is too large: bytes follow the model") : true;
}

static void read_rest(source* s, mjModel* m) {
  read_bytes(s, &m->opt, sizeof m->opt);
  read_bytes(s, &m->vis, sizeof m->vis);
  read_bytes(s, &m->stat, sizeof m->stat);
  array_info array[MODEL_NARRAY];
  arrays_of_model(m, array);
  for (int i = 0; i < MODEL_NARRAY; i++) {
    read_bytes(s, *array_pointer(m, array + i), array_bytes(array + i));
  }
}

static mjModel* parse(source* s) {
  mjModel sizes;
  if (!read_header(s) || !read_sizes(s, &sizes) || !check_length(s, &sizes)) return NULL;
  mjModel* m = model_try_allocate(&sizes);
  s->no_memory = !m;
  if (!m) return NULL;
  read_rest(s, m);
  char why[300];
  if (!model_reference_problem(m, true, why, sizeof why)) return m;
  refuse(s, "it is corrupted: %s", why);
  mj_deleteModel(m);
  return NULL;
}

mjModel* mj_loadModel(const char* filename, const mjVFS* vfs) {
  NEED_OR(NULL, filename);
  source s = {0};
  mjModel* m = NULL;
  mjResource* r = resource_open(NULL, filename, vfs, s.wrong, sizeof s.wrong);
  if (r) {
    const void* bytes;
    int n = resource_read(r, &bytes);
    if (n < 0) refuse(&s, "it cannot be read: %s", resource_problem(r, n));
    if (n > 0) {
      s.at = bytes;
      s.left = (size_t)n;
      m = parse(&s);
    }
    resource_close(r);
  }
  if (s.no_memory) mju_error("mj_loadModel: no memory for the model of '%s'", filename);
  if (s.wrong[0]) mju_warning("mj_loadModel: '%s': %s", filename, s.wrong);
  return m;
}
