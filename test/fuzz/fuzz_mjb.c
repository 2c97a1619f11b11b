// Binary models from hostile bytes: refused with a message, or loaded, used and saved again.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "model/arrays.h"
#include "model/small_models.h"

size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max);
int LLVMFuzzerInitialize(int* argc, char*** argv);
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max, unsigned seed);

static void be_quiet(const char* text) { (void)text; }

// An error is a broken invariant: none of the calls below may raise one.
static void stop(const char* text) {
  fprintf(stderr, "mju_error: %s\n", text);
  abort();
}

int LLVMFuzzerInitialize(int* argc, char*** argv) {
  (void)argc;
  (void)argv;
  mju_user_warning = be_quiet;
  mju_user_error = stop;
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > 1 << 24) return 0;
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "m.mjb", data, (int)size);
  mjModel* m = mj_loadModel("m.mjb", &vfs);
  mj_deleteVFS(&vfs);
  if (!m) return 0;
  // the sizes are those of the file, so saving gives it back; but who may sleep is said from now on
  bool sleeps = m->opt.enableflags & mjENBL_SLEEP;
  int n = mj_sizeModel(m);
  if (n != (int)size && !sleeps) abort();
  uint8_t* again = malloc((size_t)n);
  mj_saveModel(m, NULL, again, n);
  if (!sleeps && memcmp(again, data, size)) abort();
  free(again);
  for (int type = 0; type < mjNOBJECT; type++) {
    for (int id = 0; id < 3; id++) {
      const char* name = mj_id2name(m, type, id);
      if (name) mj_name2id(m, type, name);
    }
  }
  mj_name2id(m, mjOBJ_JOINT, "joint1");
  mj_getTotalmass(m);
  // arena and user data may be of any size, some others products of two: only what fits is made
  array_info array[DATA_NARRAY];
  size_t offset[DATA_NARRAY];
  arrays_of_data(m, array);
  if (!m->nplugin && m->narena < 1 << 24 && arrays_layout(array, DATA_NARRAY, offset) < 1 << 26) {
    mjData* d = mj_makeData(m);
    mj_resetDataKeyframe(m, d, 0);
    mj_deleteData(mj_copyData(NULL, m, d));
    mj_deleteData(d);
  }
  mj_deleteModel(m);
  return 0;
}

// Valid models to start from, then bytes, single numbers and whole sizes changed.
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max, unsigned seed) {
  if (size < 1000 || seed % 8 == 0) {
    mjModel* m = small_chain((int)(seed / 8 % 4) + 1);
    m->narena = 1 << 12;  // to map a megabyte for each run takes longer than all else
    size_t n = (size_t)mj_sizeModel(m);
    if (n <= max) {
      mj_saveModel(m, NULL, data, (int)n);
      size = n;
    }
    mj_deleteModel(m);
  }
  if (size < 4 || seed % 3) return LLVMFuzzerMutate(data, size, max);
  static const int32_t odd[] = {-1, 0, 1, 2, 3, 7, 100, 1 << 28, INT32_MAX, INT32_MIN};
  for (unsigned i = 0; i <= seed / 24 % 3; i++) {
    seed = seed * 1664525u + 1013904223u;
    int32_t value = odd[seed / 65536 % 10];
    size_t at = seed / 7 % (size / 4) * 4;
    memcpy(data + at, &value, sizeof value);
  }
  return size;
}
