// The joint types: numbers of coordinates and degrees of freedom.
#pragma once

#include <stdbool.h>
#include <engine/model_types.h>

// X(type, MJCF keyword, nq, nv), in the order of mjtJoint.
#define JOINT_TYPES(X)  \
  X(FREE, free, 7, 6)   \
  X(BALL, ball, 4, 3)   \
  X(SLIDE, slide, 1, 1) \
  X(HINGE, hinge, 1, 1)

#define JOINT_NQ(type, word, nq, nv)    nq,
#define JOINT_NV(type, word, nq, nv)    nv,
#define JOINT_COUNT(type, word, nq, nv) +1
static inline bool joint_type_exists(int type) {
  return type >= 0 && type < JOINT_TYPES(JOINT_COUNT);
}

// Coordinates and dofs of a joint type; 1 for an invalid type, which the compiler rejects.
static inline int joint_nq(int type) {
  static const signed char of[] = {JOINT_TYPES(JOINT_NQ)};
  return joint_type_exists(type) ? of[type] : 1;
}
static inline int joint_nv(int type) {
  static const signed char of[] = {JOINT_TYPES(JOINT_NV)};
  return joint_type_exists(type) ? of[type] : 1;
}

// Index of a joint's quaternion among its coordinates, which is also that of its three rotations
// among its dofs; those before are translations.  NO_QUAT for hinges and slides.  Called in inner
// loops: two comparisons.
enum { NO_QUAT = -1 };  // negative
#define JOINT_QUAT(name, word, nq, nv) type == mjJNT_##name ? ((nq) == (nv) ? NO_QUAT : (nv)-3):
static inline int joint_quat(int type) { return JOINT_TYPES(JOINT_QUAT) NO_QUAT; }
static inline bool joint_is_ball(int type) { return joint_quat(type) == 0; }

// Whether the type has one coordinate, as limits, springs, actuators and equalities need.  Called
// in inner loops: a bit mask by type.
#define JOINT_SCALAR(type, word, nq, nv) | (unsigned)((nq) == 1) << mjJNT_##type
static inline bool joint_is_scalar(int type) {
  return joint_type_exists(type) && (0u JOINT_TYPES(JOINT_SCALAR)) >> type & 1;
}
