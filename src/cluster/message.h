// Messages between master and workers.  All run the same version on machines of the same byte
// order: numbers are sent in native format.
#pragma once

#include <stdint.h>

#include <engine/base_types.h>

enum { CLUSTER_MAGIC = 0x656e6731 };

typedef enum {
  SAY_MODEL,   // to a worker, followed by the MJB, of `bytes`
  SAY_CHUNK,   // to a worker, followed by initial states and controls
  SAY_RESULT,  // to the master, followed by the requested states, sensors and step counts
  SAY_END      // to a worker
} cluster_word;

typedef struct {
  uint32_t magic, word;
  uint64_t bytes;           // size of a model
  uint32_t job, chunk;      // a result has those of its chunk
  int32_t nrollout, nstep;  // of a chunk
  uint32_t state_sig, control_sig;
  uint8_t has_control, wants_state, wants_sensor, failed;  // failed: a result without data
  int32_t nbad;                                            // of a result
} cluster_message;
