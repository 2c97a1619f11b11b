// Rotations and frames for the compiler: user input is checked for degenerate values and
// normalised, but values that are already of unit length keep their bits.
#pragma once

#include <stdbool.h>

#include "math/quat.h"

// The compiler treats smaller lengths and extents as zero.
#define COMPILE_EPS     1e-14

#define ZERO_QUATERNION "zero quaternion is not allowed; no rotation is '1 0 0 0'"

// Normalise v (n numbers) and return its previous length.  If the *square* of the length is below
// COMPILE_EPS, v is unchanged and 0 is returned.
double pose_unit(double* v, int n);

// r = a b, normalised; in place.
void pose_quat_mul(double r[4], const double a[4], const double b[4]);

// The smallest rotation that maps +z to the direction of v (not 0).
void pose_quat_from_z(double q[4], const double v[3]);

// The rotation with the columns x, y, z (orthonormal).
void pose_quat_from_axes(double q[4], const double x[3], const double y[3], const double z[3]);

// Transform the pose (pos, quat), given in the frame (fpos, fquat), to the frame in which that
// frame is given.
void pose_enter(double pos[3], double quat[4], const double fpos[3], const double fquat[4]);

// (rpos, rquat): the inverse of the pose (pos, quat); not in place.
void pose_inverse(double rpos[3], double rquat[4], const double pos[3], const double quat[4]);

// Whether positions agree to 1e-6 per coordinate; rotations to 1e-6 per component, up to sign.
bool pose_same_pos(const double a[3], const double b[3]);
bool pose_same_quat(const double a[4], const double b[4]);

// The mjtSameFrame of a pose: which frame of its body (inertial pose ipos, iquat) it coincides
// with.
int pose_sameframe(const double pos[3], const double quat[4], const double ipos[3],
                   const double iquat[4]);
