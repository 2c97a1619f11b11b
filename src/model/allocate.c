#include "model/allocate.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <engine/base.h>
#include <engine/model.h>

#include "base/memory.h"
#include "base/platform/pages.h"
#include "base/spare.h"
#include "model/arrays.h"
#include "model/defaults.h"
#include "model/names.h"

_Static_assert(MODEL_NARRAY_BASE == 429, "the MJB header of the API counts 429 arrays");

int model_nnames_map(const mjModel* m) {
  size_t n = 0;
  for (int type = 0; type < mjNOBJECT; type++) {
    if (type != mjOBJ_XBODY) n += (size_t)names_count(m, type);
  }
  return n > INT_MAX / NAMES_LOAD ? -1 : (int)n * NAMES_LOAD;
}

static size_t buffer_of(const mjModel* m, int narray) {
  array_info array[MODEL_NARRAY];
  size_t offset[MODEL_NARRAY];
  arrays_of_model(m, array);
  return arrays_layout(array, narray, offset);
}

size_t model_nbuffer(const mjModel* m) { return buffer_of(m, MODEL_NARRAY); }

size_t model_nbuffer_base(const mjModel* m) { return buffer_of(m, MODEL_NARRAY_BASE); }

static bool is_old_limit(const char* name) {
  return !strcmp(name, "nemax") || !strcmp(name, "njmax") || !strcmp(name, "nconmax");
}

const char* model_sizes_problem(const mjModel* sizes) {
  // the layout bounds the two 64-bit sizes; nconmax, njmax and the like are no array sizes and may
  // be -1
#define X(name)                                                                             \
  if (sizeof(sizes->name) == sizeof(int) && (int)sizes->name < 0 && !is_old_limit(#name)) { \
    return "size " #name " is negative";                                                    \
  }
  MJMODEL_INTS
  MJMODEL_INTS_MORE
#undef X
  if (sizes->nbody == 0) return "there is no body, not even the world";
  if (sizes->nmocap >= INT_MAX / 4) return "there are too many mocap bodies";
  if (model_nnames_map(sizes) < 0) return "there are too many named elements";
  mjModel m = *sizes;
  m.nnames_map = model_nnames_map(sizes);
  if (model_nbuffer(&m) == SIZE_MAX) return "the arrays do not fit the address space";
  return NULL;
}

// Set the array pointers, with zeros in the gaps, so that equal models have equal buffers.
static void lay_out(mjModel* m) {
  array_info array[MODEL_NARRAY];
  size_t offset[MODEL_NARRAY];
  arrays_of_model(m, array);
  arrays_layout(array, MODEL_NARRAY, offset);
  char* buffer = m->buffer;
  for (int i = 0; i < MODEL_NARRAY; i++) {
    *array_pointer(m, array + i) = buffer + offset[i];
    size_t end = offset[i] + array_bytes(array + i);
    size_t next = i + 1 < MODEL_NARRAY ? offset[i + 1] : m->nbuffer;
    memset(buffer + end, 0, next - end);
  }
}

// Below this size zeroing an array is cheaper than looking up its name.
#define LARGE 4096

// Zero the buffer except large arrays for which filled(name) holds, in stretches as long as
// possible.
static void zero(mjModel* m, bool (*filled)(const char* array)) {
  array_info array[MODEL_NARRAY];
  arrays_of_model(m, array);
  char* from = m->buffer;
  for (int i = 0; i < MODEL_NARRAY; i++) {
    if (array_bytes(array + i) < LARGE || !filled(array[i].field->name)) continue;
    char* start = *array_pointer(m, array + i);
    memset(from, 0, (size_t)(start - from));
    from = start + array_bytes(array + i);
  }
  memset(from, 0, (size_t)((char*)m->buffer + m->nbuffer - from));
}

void model_blank_newer(mjModel* m) {
  array_info array[MODEL_NARRAY];
  arrays_of_model(m, array);
  for (int i = MODEL_NARRAY_BASE; i < MODEL_NARRAY; i++) {
    memset(*array_pointer(m, array + i), array[i].field->fill, array_bytes(array + i));
  }
  if (m->nactuator) return;
  // 3.3.7 models: every actuator has one control and one output
  m->nactuator = m->nout = m->nu;
  for (int i = 0; i < m->nu; i++) {
    m->actuator_ctrladr[i] = m->actuator_outadr[i] = i;
    m->actuator_ctrlnum[i] = m->actuator_outnum[i] = 1;
  }
}

bool model_actuators_are_plain(const mjModel* m) {
  if (m->nactuator != m->nu || m->nout != m->nu) return false;
  for (int i = 0; i < m->nu; i++) {
    if (m->actuator_ctrlnum[i] != 1 || m->actuator_outnum[i] != 1) return false;
  }
  return true;
}

static void* make_buffer(size_t n) {
  void* buffer = spare_take(n);
  if (buffer) return buffer;
  buffer = memory_try_aligned(n);
  if (buffer) pages_expect(buffer, n);
  return buffer;
}

mjModel* model_try_allocate(const mjModel* sizes) {
  mjModel* m = memory_try(sizeof(mjModel));
  if (!m) return NULL;
  memset(m, 0, sizeof(mjModel));
#define X(name) m->name = sizes->name;
  MJMODEL_INTS
  MJMODEL_INTS_MORE
#undef X
  m->nnames_map = model_nnames_map(m);
  m->nbuffer = model_nbuffer(m);
  m->buffer = make_buffer(m->nbuffer);
  if (!m->buffer) {
    mju_free(m);
    return NULL;
  }
  lay_out(m);
  mj_defaultOption(&m->opt);
  mj_defaultVisual(&m->vis);
  default_statistic(&m->stat);
  default_extension(&m->ext);
  return m;
}

mjModel* model_allocate_for(const mjModel* sizes, bool (*filled)(const char* array)) {
  const char* problem = model_sizes_problem(sizes);
  if (problem) {
    mju_warning("model sizes are impossible: %s", problem);
    return NULL;
  }
  mjModel* m = model_try_allocate(sizes);
  if (!m) mju_error("no memory for a model, or the user's allocator does not align to 64 bytes");
  if (m) zero(m, filled);
  if (m) model_blank_newer(m);
  return m;
}

static bool no_array(const char* array) {
  (void)array;
  return false;
}

mjModel* model_allocate(const mjModel* sizes) { return model_allocate_for(sizes, no_array); }

void mj_deleteModel(mjModel* m) {
  if (!m) return;
  if (!spare_keep(m->buffer, m->nbuffer)) mju_free(m->buffer);
  mju_free(m);
}
