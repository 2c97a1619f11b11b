// Rotations and frames as the compiler needs them: written by people, so checked for degenerate
// input and brought to unit length, but left to the bit where they have it already.
#pragma once

#include <stdbool.h>

#include "math/quat.h"

// Lengths and extents below this are zero to the compiler.
#define COMPILE_EPS 1e-14

// Bring v, of n numbers, to unit length and return the length it had.  When its *square* is below
// COMPILE_EPS the vector is left alone and 0 is returned.
double pose_unit(double* v, int n);

// r = a b, brought to unit length; in place.
void pose_quat_mul(double r[4], const double a[4], const double b[4]);

// The smallest rotation that takes +z to the direction of v (not 0).
void pose_quat_from_z(double q[4], const double v[3]);

// The rotation with the columns x, y, z (orthonormal).
void pose_quat_from_axes(double q[4], const double x[3], const double y[3], const double z[3]);

// (pos, quat) becomes the pose, in the frame F, of what has the pose (pos, quat) in the frame
// (fpos, fquat) of F.
void pose_enter(double pos[3], double quat[4], const double fpos[3], const double fquat[4]);

// (rpos, rquat): the inverse of the frame (pos, quat); not in place.
void pose_inverse(double rpos[3], double rquat[4], const double pos[3], const double quat[4]);

// Same position to 1e-6 in each coordinate; same rotation to 1e-6 in each number, of either sign.
bool pose_same_pos(const double a[3], const double b[3]);
bool pose_same_quat(const double a[4], const double b[4]);

// Which frame of its body (inertial pose ipos, iquat) an attached pose shares: an mjtSameFrame.
int pose_sameframe(const double pos[3], const double quat[4], const double ipos[3],
                   const double iquat[4]);
