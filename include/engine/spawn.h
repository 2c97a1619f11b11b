// Bodies that come, go and change hands while a simulation runs.
//
// In all of these s is the specification that m was compiled from last, d are data of m, and both
// stay where they are in memory.  What an element knows from step to step stays with it: position
// and velocity, warm start, activation, control, applied forces, mocap pose, whether an equality is
// active, values and histories of sensors and actuators, states of plugins, sleep; so do time, user
// data, warnings and timers.  Steps that follow are, to the bit, those of a model that is compiled
// afresh and given that state.  What is computed from the state (xpos, contact, ...) is that of a
// reset until the next mj_forward or mj_step.  Ids and addresses change: names and handles of the
// specification do not.  After an error (mjs_getError) m and d are as they were.
//
// It costs a compilation without what files are made into, which the asset cache has: 0.3 ms for a
// small body in a scene of 100.  Memory of removed elements is freed with the specification.
#pragma once

#include <engine/base_types.h>
#include <engine/data_types.h>
#include <engine/spec_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// Compile again as mj_recompile does, after any changes of the specification, and keep all of the
// above, not just positions and velocities.  d may be NULL.  0, or -1 after an error.
MJAPI int eng_recompile(mjSpec* s, const mjVFS* vfs, mjModel* m, mjData* d);

// What is to come, and where.
typedef struct engSpawn_ {
  const mjsBody* body;  // what to copy: a body of s or of another specification, with all in it and
                        // all that refers to nothing else (actuators, sensors, ...)
  mjsBody* parent;      // of s; NULL: the world
  const char* prefix;   // for all names that come; must make them new
  double pos[3];        // in the frame of the parent (m)
  double quat[4];       // zeros: not turned
  double velocity[6];   // of a free joint, as in qvel (m/s, rad/s)
  const mjVFS* vfs;     // files; may be NULL
} engSpawn;

// Copy a body into a running simulation.  The body that came, or NULL after an error; then s is
// without it, but for default classes that came with it.
MJAPI mjsBody* eng_spawn(mjSpec* s, mjModel* m, mjData* d, const engSpawn* what);

// Take a body out, with all in it and all that refers to it.  0, or -1 after an error; then it may
// be gone from s.
MJAPI int eng_despawn(mjSpec* s, mjModel* m, mjData* d, mjsBody* body);

// Give a body, with all in it, to another parent (NULL: the world), which must not be in it.  It
// stays where it is in space and its joints where they are.  A free joint goes when the parent is
// not the world; a body without joints that comes to the world gets one, of its name, moving as it
// does now: a gripper takes and lets go.  0, or -1 after an error; then s is as it was.
MJAPI int eng_reparent(mjSpec* s, mjModel* m, mjData* d, mjsBody* body, mjsBody* parent);

#ifdef __cplusplus
}  // extern "C"
#endif
