// engine record: writes a simulation to a file that can be replayed.
#include <stdio.h>
#include <stdlib.h>

#include "tool/command.h"
#include "tool/drive.h"
#include "tool/recording.h"

static bool write_bytes(FILE* f, const void* data, size_t n) {
  return n == 0 || fwrite(data, n, 1, f) == 1;
}

static bool put_start(FILE* f, const simulation* s, mjtNum* state) {
  recording_head head = {.model_size = mj_sizeModel(s->m),
                         .state_size = mj_stateSize(s->m, RECORDING_STATE),
                         .nu = s->m->nu,
                         .steps = simulation_steps(s)};
  snprintf(head.target, sizeof head.target, "%s", eng_buildTarget());
  void* model = malloc((size_t)head.model_size);
  if (!model) return false;
  mj_saveModel(s->m, NULL, model, (int)head.model_size);
  mj_getState(s->m, s->d, state, RECORDING_STATE);
  bool fine = write_bytes(f, RECORDING_MAGIC, 8) && write_bytes(f, &head, sizeof head) &&
              write_bytes(f, model, (size_t)head.model_size) &&
              write_bytes(f, state, sizeof *state * (size_t)head.state_size);
  free(model);
  return fine;
}

static bool put_steps(FILE* f, simulation* s, mjtNum* state) {
  bool fine = true;
  for (int i = 0, steps = simulation_steps(s); i < steps && fine; i++) {
    simulation_control(s);
    fine = write_bytes(f, s->d->ctrl, sizeof(mjtNum) * (size_t)s->m->nu);
    mj_step(s->m, s->d);
    uint64_t hash = hash_of_state(s->m, s->d, state);
    fine = fine && write_bytes(f, &hash, sizeof hash);
  }
  return fine && write_bytes(f, state, sizeof *state * (size_t)mj_stateSize(s->m, RECORDING_STATE));
}

static int record(const char* const* operand, int n) {
  (void)n;
  simulation s;
  bool fine = simulation_begin(&s, operand[0]);
  mjtNum* state =
      fine ? malloc(sizeof *state * (size_t)(mj_stateSize(s.m, RECORDING_STATE) + 1)) : NULL;
  FILE* f = state ? fopen(operand[1], "wb") : NULL;
  if (state && !f) perror(operand[1]);
  if (f) {
    fine = put_start(f, &s, state) && put_steps(f, &s, state);
    fine = fclose(f) == 0 && fine;
    if (!fine) perror(operand[1]);
    if (fine) printf("%s: %d steps\n", operand[1], simulation_steps(&s));
  }
  fine = fine && f;
  free(state);
  simulation_end(&s);
  return !fine;
}

const command command_record = {
    .name = "record",
    .operands = "MODEL FILE",
    .least = 2,
    .most = 2,
    .summary = "Record a simulation: the model, its first state, controls, a hash of every state",
    .text =
        "engine replay FILE computes it again and says whether every bit is the same.  The file\n"
        "is for machines with the same order of bytes, and for this version of the API.",
    .more = drive_options,
    .nmore = NDRIVE_OPTION,
    .run = record,
};
