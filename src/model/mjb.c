// Binary model files: a header that identifies the format, the sizes, three structs, the arrays, in
// native byte order without gaps.
//
// Data newer than 3.3.7 follow, if there are any: a header with a version, the options, then each
// size and array that is not neutral, with its name and its bytes.  So a model that uses nothing
// newer has the same file as in 3.3.7, and an array that is missing in the file gets its neutral
// value.
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <engine/base.h>
#include <engine/extension.h>
#include <engine/model.h>

#include "base/need.h"
#include "base/platform/compiler.h"
#include "base/resource.h"
#include "model/allocate.h"
#include "model/arrays.h"
#include "model/defaults.h"
#include "model/trees.h"
#include "model/validate.h"

enum { HEADER_ID, HEADER_NUM, HEADER_INTS, HEADER_SIZES, HEADER_ARRAYS, HEADER_LENGTH };

#define X(name) +(sizeof(((mjModel*)0)->name) == sizeof(int))
enum { NINT = 0 MJMODEL_INTS };
#undef X
#define X(name) +(sizeof(((mjModel*)0)->name) == sizeof(mjtSize))
enum { NSIZE = 0 MJMODEL_INTS };
#undef X

static const int header[HEADER_LENGTH] = {54321, sizeof(mjtNum), NINT, NSIZE, MODEL_NARRAY_BASE};

// Number of bytes before the arrays.
static size_t preamble_bytes(void) {
  return sizeof header + NINT * sizeof(int) + NSIZE * sizeof(mjtSize) + sizeof(mjOption) +
         sizeof(mjVisual) + sizeof(mjStatistic);
}

// ------------------------------------------------------------------ data newer than 3.3.7

#define NEWER_ID      0x4e474e45  // the bytes "ENGN"
#define NEWER_VERSION 1
#define NAME_BYTES    32

typedef struct {
  int id, version;
  int option_bytes;  // size of engOption in the file; later versions append to it
  int nsize, narray;
} newer_header;

// Header of an item: its name and its number of bytes.
typedef struct {
  char name[NAME_BYTES];
  uint64_t bytes;
} newer_item;

typedef struct {
  const char* name;
  size_t member;
} newer_size;

static const newer_size newer_sizes[] = {
#define X(name) {#name, offsetof(mjModel, name)},
    MJMODEL_INTS_MORE
#undef X
    {NULL, 0}};

static int* size_member(mjModel* m, const newer_size* s) { return (int*)((char*)m + s->member); }

static const newer_size* find_size(const char* name) {
  for (const newer_size* s = newer_sizes; s->name; s++) {
    if (!strcmp(s->name, name)) return s;
  }
  return NULL;
}

static const array_info* find_array(const array_info* array, const char* name) {
  for (int i = MODEL_NARRAY_BASE; i < MODEL_NARRAY; i++) {
    if (!strcmp(array[i].field->name, name)) return array + i;
  }
  return NULL;
}

bool model_implies(const mjModel* m, const char* name) {
  static const char* const sleep[] = {"tree_sleep_policy", "dof_length"};
  if (!strncmp(name, "tendon_tree", 11)) return true;
  if (!strncmp(name, "tree_", 5) && strcmp(name, sleep[0])) return true;
  if (!strcmp(name, sleep[0]) || !strcmp(name, sleep[1])) return !trees_may_sleep(m);
  static const char* const names[] = {"nactuator",        "nout",
                                      "actuator_ctrladr", "actuator_ctrlnum",
                                      "actuator_outadr",  "actuator_outnum"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (!strcmp(name, names[i])) return model_actuators_are_plain(m);
  }
  return false;
}

static bool array_is_saved(const mjModel* m, const array_info* a) {
  return !array_is_blank(a, array_data(m, a)) && !model_implies(m, a->field->name);
}

static bool size_is_saved(const mjModel* m, const newer_size* s) {
  return *size_member((mjModel*)m, s) != 0 && !model_implies(m, s->name);
}

// Prepare the header of the newer data of m; false when there are none.
static bool newer_begin(const mjModel* m, const array_info* array, newer_header* h) {
  *h = (newer_header){NEWER_ID, NEWER_VERSION, sizeof(engOption), 0, 0};
  for (const newer_size* s = newer_sizes; s->name; s++) { h->nsize += size_is_saved(m, s); }
  for (int i = MODEL_NARRAY_BASE; i < MODEL_NARRAY; i++) {
    h->narray += array_is_saved(m, array + i);
  }
  engOption usual;
  default_extension(&usual);
  return h->nsize || h->narray || memcmp(&usual, &m->ext, sizeof usual);
}

static size_t newer_bytes(const mjModel* m, const array_info* array) {
  newer_header h;
  if (!newer_begin(m, array, &h)) return 0;
  size_t items = (size_t)h.nsize + (size_t)h.narray;
  size_t n = sizeof h + sizeof m->ext + items * sizeof(newer_item) + (size_t)h.nsize * sizeof(int);
  for (int i = MODEL_NARRAY_BASE; i < MODEL_NARRAY; i++) {
    if (array_is_saved(m, array + i)) n += array_bytes(array + i);
  }
  return n;
}

NOT_INLINED static size_t file_bytes(const mjModel* m) {
  array_info array[MODEL_NARRAY];
  arrays_of_model(m, array);
  size_t n = preamble_bytes() + newer_bytes(m, array);
  for (int i = 0; i < MODEL_NARRAY_BASE; i++) n += array_bytes(array + i);
  return n;
}

int mj_sizeModel(const mjModel* m) {
  NEED_OR(0, m);
  size_t n = file_bytes(m);
  return n > INT_MAX ? INT_MAX : (int)n;
}

// --------------------------------------------------------------------------------------- saving

// Output: a file, or a buffer with the given number of bytes left.
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

static void write_item(sink* s, const char* name, const void* data, size_t bytes) {
  newer_item item = {.bytes = bytes};
  snprintf(item.name, sizeof item.name, "%s", name);
  write_bytes(s, &item, sizeof item);
  write_bytes(s, data, bytes);
}

static void write_newer(sink* s, const mjModel* m, const array_info* array) {
  newer_header h;
  if (!newer_begin(m, array, &h)) return;
  write_bytes(s, &h, sizeof h);
  write_bytes(s, &m->ext, sizeof m->ext);
  for (const newer_size* size = newer_sizes; size->name; size++) {
    const int* value = size_member((mjModel*)m, size);
    if (size_is_saved(m, size)) write_item(s, size->name, value, sizeof *value);
  }
  for (int i = MODEL_NARRAY_BASE; i < MODEL_NARRAY; i++) {
    if (!array_is_saved(m, array + i)) continue;
    write_item(s, array[i].field->name, array_data(m, array + i), array_bytes(array + i));
  }
}

static void write_model(sink* s, const mjModel* m) {
  write_bytes(s, header, sizeof header);
  mjModel sizes = *m;
  sizes.nbuffer = model_nbuffer_base(m);
#define X(name) write_bytes(s, &sizes.name, sizeof sizes.name);
  MJMODEL_INTS
#undef X
  write_bytes(s, &m->opt, sizeof m->opt);
  write_bytes(s, &m->vis, sizeof m->vis);
  write_bytes(s, &m->stat, sizeof m->stat);
  array_info array[MODEL_NARRAY];
  arrays_of_model(m, array);
  for (int i = 0; i < MODEL_NARRAY_BASE; i++) {
    write_bytes(s, array_data(m, array + i), array_bytes(array + i));
  }
  write_newer(s, m, array);
}

static void save_file(const mjModel* m, const char* filename) {
  sink s = {.file = fopen(filename, "wb")};
  if (!s.file) {
    mju_warning("mj_saveModel: could not open '%s' for writing: %s", filename, strerror(errno));
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

// Input that remains to be read, and the error message.  The message is issued only after
// everything is released, because the user's handlers may not return.
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

// Record what is wrong with the file; always returns false.
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
  if (sizes->nnames_map != model_nnames_map(sizes) || sizes->nbuffer != model_nbuffer_base(sizes)) {
    return refuse(s, "it is corrupted: its sizes contradict each other");
  }
  return true;
}

// Read the newer sizes, which follow the arrays of 3.3.7 (s points there).  An unknown size or
// array is an error, so that no part of a model is lost silently.
static bool read_newer_sizes(source s, mjModel* sizes, source* told) {
  newer_header h;
  if (!read_bytes(&s, &h, sizeof h) || h.id != NEWER_ID) {
    return refuse(told, "it is too large: bytes follow the model");
  }
  if (h.nsize < 0 || h.narray < 0) {
    return refuse(told, "it is corrupted: its newer sizes or arrays have no number");
  }
  if (h.version != NEWER_VERSION || h.option_bytes < 0 || h.option_bytes > (int)sizeof(engOption)) {
    return refuse(told, "it was saved by a newer version");
  }
  if ((size_t)h.option_bytes > s.left) return refuse(told, "it ends within the newer options");
  s.at += h.option_bytes;
  s.left -= (size_t)h.option_bytes;
  for (int i = 0; i < h.nsize; i++) {
    newer_item item;
    int value;
    if (!read_bytes(&s, &item, sizeof item) || !read_bytes(&s, &value, sizeof value)) {
      return refuse(told, "it ends within the newer sizes");
    }
    item.name[NAME_BYTES - 1] = 0;
    const newer_size* size = find_size(item.name);
    if (!size || item.bytes != sizeof value) {
      return refuse(told, "it has a size '%s', which this version does not know", item.name);
    }
    *size_member(sizes, size) = value;
  }
  const char* problem = model_sizes_problem(sizes);
  return problem ? refuse(told, "it is corrupted: %s", problem) : true;
}

// Read newer options and arrays; m has the sizes.  What is not in the file keeps its neutral value.
NOT_INLINED static bool read_newer(source* s, mjModel* m) {
  newer_header h;
  if (!read_bytes(s, &h, sizeof h)) return true;
  read_bytes(s, &m->ext, (size_t)h.option_bytes);
  size_t sizes = (size_t)h.nsize * (sizeof(newer_item) + sizeof(int));
  s->at += sizes;
  s->left -= sizes;
  array_info array[MODEL_NARRAY];
  arrays_of_model(m, array);
  for (int i = 0; i < h.narray; i++) {
    newer_item item;
    if (!read_bytes(s, &item, sizeof item)) return refuse(s, "it ends within the newer arrays");
    item.name[NAME_BYTES - 1] = 0;
    const array_info* a = find_array(array, item.name);
    if (!a) return refuse(s, "it has an array '%s', which this version does not know", item.name);
    if (item.bytes != array_bytes(a)) {
      return refuse(s, "it is corrupted: the size of %s is wrong", item.name);
    }
    if (!read_bytes(s, *array_pointer(m, a), array_bytes(a))) {
      return refuse(s, "it ends within %s", item.name);
    }
  }
  return s->left ? refuse(s, "it is too large: bytes follow the model") : true;
}

// Check that the file has as many bytes as its sizes require before allocating that much.  Adds the
// newer sizes to `sizes`.
NOT_INLINED static bool check_length(source* s, mjModel* sizes) {
  size_t left = s->left, structs = sizeof(mjOption) + sizeof(mjVisual) + sizeof(mjStatistic);
  if (left < structs) return refuse(s, "it ends within the options");
  left -= structs;
  array_info array[MODEL_NARRAY];
  arrays_of_model(sizes, array);
  for (int i = 0; i < MODEL_NARRAY_BASE; i++) {
    if (array_bytes(array + i) > left) return refuse(s, "it ends within %s", array[i].field->name);
    left -= array_bytes(array + i);
  }
  // arrays over kinematic trees may be missing in an older file: they are computed
  if (sizes->ntree > sizes->nbody) return refuse(s, "it is corrupted: more trees than bodies");
  if (!left) return true;
  return read_newer_sizes((source){.at = s->at + (s->left - left), .left = left}, sizes, s);
}

NOT_INLINED static bool read_rest(source* s, mjModel* m) {
  read_bytes(s, &m->opt, sizeof m->opt);
  read_bytes(s, &m->vis, sizeof m->vis);
  read_bytes(s, &m->stat, sizeof m->stat);
  array_info array[MODEL_NARRAY];
  arrays_of_model(m, array);
  for (int i = 0; i < MODEL_NARRAY_BASE; i++) {
    read_bytes(s, *array_pointer(m, array + i), array_bytes(array + i));
  }
  model_blank_newer(m);
  return read_newer(s, m);
}

// Compute the arrays of sleeping, which a file that does not mention sleeping leaves out.
static void restore_trees(mjModel* m) {
  int tree, tendon;
  bool measured = false;
  trees_fill(m);
  trees_settle_policy(m, &tree, &tendon);
  for (int i = 0; i < m->nv; i++) measured |= m->dof_length[i] != 0;
  if (!measured) trees_measure(m);
}

static mjModel* parse(source* s) {
  mjModel sizes;
  if (!read_header(s) || !read_sizes(s, &sizes) || !check_length(s, &sizes)) return NULL;
  mjModel* m = model_try_allocate(&sizes);
  s->no_memory = !m;
  if (!m) return NULL;
  model_problem why;
  bool whole = read_rest(s, m);
  if (whole && !model_reference_problem(m, true, &why)) {
    restore_trees(m);
    return m;
  }
  s->no_memory = whole && why.no_memory;
  if (whole && !why.no_memory) refuse(s, "it is corrupted: %s", why.text);
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

mjModel* mj_loadModelBuffer(const void* buffer, int buffer_sz) {
  NEED_OR(NULL, buffer);
  source s = {.at = buffer, .left = buffer_sz > 0 ? (size_t)buffer_sz : 0};
  mjModel* m = parse(&s);
  if (s.no_memory) mju_error("mj_loadModelBuffer: no memory for the model");
  if (s.wrong[0]) mju_warning("mj_loadModelBuffer: %s", s.wrong);
  return m;
}
