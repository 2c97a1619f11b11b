// engine replay: repeats a recorded simulation and compares.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tool/command.h"
#include "tool/model.h"
#include "tool/recording.h"

typedef struct {
  FILE* f;
  recording_head head;
  mjModel* m;
  mjData* d;
  mjtNum* state;  // scratch for a state
} replaying;

static bool get(FILE* f, void* data, size_t n) { return n == 0 || fread(data, n, 1, f) == 1; }

// Load the binary model embedded in the file.
static mjModel* get_model(FILE* f, int64_t size) {
  if (size <= 0 || size > 2000000000) return NULL;
  void* bytes = malloc((size_t)size);
  mjModel* m = NULL;
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  if (bytes && get(f, bytes, (size_t)size) &&
      mj_addBufferVFS(&vfs, "r.mjb", bytes, (int)size) == 0) {
    m = mj_loadModel("r.mjb", &vfs);
  }
  mj_deleteVFS(&vfs);
  free(bytes);
  return m;
}

// Read up to the initial state and apply it; false when the file is not a recording.
static bool begin(replaying* r) {
  char magic[8];
  if (!get(r->f, magic, 8) || memcmp(magic, RECORDING_MAGIC, 8) != 0) return false;
  if (!get(r->f, &r->head, sizeof r->head)) return false;
  r->head.target[sizeof r->head.target - 1] = 0;
  r->m = get_model(r->f, r->head.model_size);
  r->d = r->m ? mj_makeData(r->m) : NULL;
  if (!r->d || r->head.nu != r->m->nu ||
      r->head.state_size != mj_stateSize(r->m, RECORDING_STATE)) {
    return false;
  }
  r->state = malloc(sizeof *r->state * (size_t)(r->head.state_size + 1));
  if (!r->state || !get(r->f, r->state, sizeof *r->state * (size_t)r->head.state_size))
    return false;
  mj_setState(r->m, r->d, r->state, RECORDING_STATE);
  return true;
}

// The first step that differs; -1: none, -2: the file is truncated.
static int64_t compare_steps(replaying* r) {
  int64_t first = -1;
  for (int64_t i = 0; i < r->head.steps; i++) {
    uint64_t hash;
    if (!get(r->f, r->d->ctrl, sizeof(mjtNum) * (size_t)r->m->nu) ||
        !get(r->f, &hash, sizeof hash)) {
      return -2;
    }
    mj_step(r->m, r->d);
    if (first < 0 && hash_of_state(r->m, r->d, r->state) != hash) first = i;
  }
  return first;
}

// Largest difference between the final states.
static double last_difference(replaying* r) {
  int n = (int)r->head.state_size;
  mjtNum* other = malloc(sizeof *other * (size_t)(n + 1));
  double largest = 0;
  mj_getState(r->m, r->d, r->state, RECORDING_STATE);
  if (other && get(r->f, other, sizeof *other * (size_t)n)) {
    for (int i = 0; i < n; i++) largest = fmax(largest, fabs(other[i] - r->state[i]));
  }
  free(other);
  return largest;
}

static int report(replaying* r, const char* file) {
  int64_t first = compare_steps(r);
  if (first == -2) {
    fprintf(stderr, "%s: the file ends before its last step\n", file);
    return 1;
  }
  if (first < 0) {
    printf("%lld steps, every state the same to the bit\n", (long long)r->head.steps);
    return 0;
  }
  printf(
      "step %lld of %lld is the first that differs (time %g s); at the end states differ by %.3g\n",
      (long long)first + 1, (long long)r->head.steps, (double)(first + 1) * r->m->opt.timestep,
      last_difference(r));
  printf("recorded by a library for %s, replayed by one for %s\n", r->head.target,
         eng_buildTarget());
  return 1;
}

static int replay(const char* const* operand, int n) {
  (void)n;
  replaying r = {.f = fopen(operand[0], "rb")};
  int status = 1;
  if (!r.f) {
    perror(operand[0]);
  } else if (!begin(&r)) {
    fprintf(stderr, "%s: no recording of engine record, or of another version of the API\n",
            operand[0]);
  } else {
    status = report(&r, operand[0]);
  }
  if (r.f) fclose(r.f);
  free(r.state);
  mj_deleteData(r.d);
  mj_deleteModel(r.m);
  return status;
}

const command command_replay = {
    .name = "replay",
    .operands = "FILE",
    .least = 1,
    .most = 1,
    .summary = "Compute a recording again; name the first step that differs",
    .text =
        "The same build of the library gives the same bits.  Another one may differ in the last\n"
        "ones; the exit status is then 1.",
    .run = replay,
};
