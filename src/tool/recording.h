// The file format of engine record: a model, the initial state, controls, and a hash of every
// state.
//
// Native byte order: 8 bytes RECORDING_MAGIC, a recording_head, the binary model, the initial state
// (mjSTATE_INTEGRATION); for each step its nu controls and the hash of the state after it; the
// final state.
#pragma once

#include <stdint.h>
#include <string.h>

#define RECORDING_MAGIC "ENGREC1\n"

typedef struct {
  int64_t model_size, state_size, nu, steps;
  char target[32];  // platform the library was built for
} recording_head;

enum { RECORDING_STATE = mjSTATE_INTEGRATION };

// FNV-1a hash of the bits of n numbers.
static inline uint64_t hash_of(const mjtNum* x, int n) {
  uint64_t hash = 14695981039346656037u;
  for (int i = 0; i < n; i++) {
    uint64_t bits;
    memcpy(&bits, x + i, sizeof bits);
    for (int k = 0; k < 64; k += 8) hash = (hash ^ (bits >> k & 255)) * 1099511628211u;
  }
  return hash;
}

// Hash of the state of d; buffer must have room for the state.
static inline uint64_t hash_of_state(const mjModel* m, const mjData* d, mjtNum* buffer) {
  mj_getState(m, d, buffer, RECORDING_STATE);
  return hash_of(buffer, mj_stateSize(m, RECORDING_STATE));
}
