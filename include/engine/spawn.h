// Adding, removing and re-parenting bodies during a simulation.
//
// In all functions s is the specification that m was last compiled from and d are data of m; both
// keep their addresses.  The state of remaining elements is preserved: position and velocity, warm
// start, activation, control, applied forces, mocap pose, active flags of equalities, values and
// histories of sensors and actuators, plugin states, sleep; also time, user data, warnings and
// timers.  The following steps are, to the bit, those of a freshly compiled model with that state.
// Quantities computed from the state (xpos, contact, ...) are those after a reset until the next
// mj_forward or mj_step.  Ids and addresses change; names and handles in the specification do not.
// After an error (mjs_getError) m and d are unchanged.
//
// The cost is that of a compilation in which assets come from the cache: 0.3 ms for a small body in
// a scene with 100.  Memory of removed elements is freed with the specification.
#pragma once

#include <engine/base_types.h>
#include <engine/data_types.h>
#include <engine/spec_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// Compile again, like mj_recompile, after any changes of the specification, and preserve all state
// listed above, not just positions and velocities.  d may be NULL.  0, or -1 after an error.
MJAPI int eng_recompile(mjSpec* s, const mjVFS* vfs, mjModel* m, mjData* d);

// What to add, and where.
typedef struct engSpawn_ {
  const mjsBody* body;  // what to copy: a body of s or of another specification, with all in it and
                        // all that refers to nothing else (actuators, sensors, ...)
  mjsBody* parent;      // of s; NULL: the world
  const char* prefix;   // for all new names, which must become unique
  double pos[3];        // in the frame of the parent (m)
  double quat[4];       // zeros: no rotation
  double velocity[6];   // of a free joint, as in qvel (m/s, rad/s)
  const mjVFS* vfs;     // files; may be NULL
} engSpawn;

// Copy a body into a running simulation.  Returns the new body, or NULL after an error; s is then
// without it, except for default classes that were copied.
MJAPI mjsBody* eng_spawn(mjSpec* s, mjModel* m, mjData* d, const engSpawn* what);

// Remove a body with its subtree and everything that refers to it.  0, or -1 after an error; it may
// then be missing from s.
MJAPI int eng_despawn(mjSpec* s, mjModel* m, mjData* d, mjsBody* body);

// Move a body with its subtree to another parent (NULL: the world) outside of that subtree.  Its
// pose in the world and its joints are preserved.  A free joint is removed if the parent is not the
// world; a body without joints that moves to the world gets a free joint with the body's name and
// present velocity: a gripper grasps and releases.  0, or -1 after an error; s is then unchanged.
MJAPI int eng_reparent(mjSpec* s, mjModel* m, mjData* d, mjsBody* body, mjsBody* parent);

#ifdef __cplusplus
}  // extern "C"
#endif
