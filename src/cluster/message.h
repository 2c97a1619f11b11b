// What masters and workers say to each other.  All of them are builds of one version for machines
// of one byte order: numbers go as they are.
#pragma once

#include <stdint.h>

#include <engine/base_types.h>

enum { CLUSTER_MAGIC = 0x656e6731 };

typedef enum {
  SAY_MODEL,   // to a worker: MJB follows, of `bytes`
  SAY_CHUNK,   // to a worker: initial states, then controls follow
  SAY_RESULT,  // to the master: states, sensors, counts of valid steps follow, as were asked for
  SAY_END      // to a worker
} cluster_word;

typedef struct {
  uint32_t magic, word;
  uint64_t bytes;           // of a model
  uint32_t job, chunk;      // the same in the result
  int32_t nrollout, nstep;  // of a chunk
  uint32_t state_sig, control_sig;
  uint8_t has_control, wants_state, wants_sensor, failed;  // failed: of a result, nothing follows
  int32_t nbad;                                            // of a result
} cluster_message;
