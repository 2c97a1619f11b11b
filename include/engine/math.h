// Vectors, rotations, factorisations and small solvers; pure functions.
//
// Matrices are row-major, quaternions are (w, x, y, z).  In functions of fixed size and elementwise
// functions of n numbers, an output may be the same array as an input; in matrix products it may
// not. No function allocates memory, except mju_boxQPmalloc, and none keeps state, except
// mju_standardNormal.
#pragma once

#include <math.h>

#include <engine/scalar.h>

// Functions of mjtNum.
#define mju_abs   fabs
#define mju_acos  acos
#define mju_asin  asin
#define mju_atan2 atan2
#define mju_ceil  ceil
#define mju_cos   cos
#define mju_exp   exp
#define mju_floor floor
#define mju_log   log
#define mju_log10 log10
#define mju_pow   pow
#define mju_sin   sin
#define mju_sqrt  sqrt
#define mju_tan   tan
#define mju_tanh  tanh

#ifdef __cplusplus
extern "C" {
#endif

// --- vectors of 3 -------------------------------------------------------------------------------

// res = 0, res = data, res = vec * scl, res = vec1 + vec2, res = vec1 - vec2
MJAPI void mju_zero3(mjtNum res[3]);
MJAPI void mju_copy3(mjtNum res[3], const mjtNum data[3]);
MJAPI void mju_scl3(mjtNum res[3], const mjtNum vec[3], mjtNum scl);
MJAPI void mju_add3(mjtNum res[3], const mjtNum vec1[3], const mjtNum vec2[3]);
MJAPI void mju_sub3(mjtNum res[3], const mjtNum vec1[3], const mjtNum vec2[3]);

// res += vec, res -= vec, res += vec * scl, res = vec1 + vec2 * scl
MJAPI void mju_addTo3(mjtNum res[3], const mjtNum vec[3]);
MJAPI void mju_subFrom3(mjtNum res[3], const mjtNum vec[3]);
MJAPI void mju_addToScl3(mjtNum res[3], const mjtNum vec[3], mjtNum scl);
MJAPI void mju_addScl3(mjtNum res[3], const mjtNum vec1[3], const mjtNum vec2[3], mjtNum scl);

// Scale to length 1 and return the previous length; a vector shorter than mjMINVAL becomes
// (1, 0, 0).
MJAPI mjtNum mju_normalize3(mjtNum vec[3]);

// Length, inner product, distance.
MJAPI mjtNum mju_norm3(const mjtNum vec[3]);
MJAPI mjtNum mju_dot3(const mjtNum vec1[3], const mjtNum vec2[3]);
MJAPI mjtNum mju_dist3(const mjtNum pos1[3], const mjtNum pos2[3]);

// res = mat vec, res = mat' vec, res = a x b
MJAPI void mju_mulMatVec3(mjtNum res[3], const mjtNum mat[9], const mjtNum vec[3]);
MJAPI void mju_mulMatTVec3(mjtNum res[3], const mjtNum mat[9], const mjtNum vec[3]);
MJAPI void mju_cross(mjtNum res[3], const mjtNum a[3], const mjtNum b[3]);

// --- vectors of 4 -------------------------------------------------------------------------------

// res = 0, res = (1, 0, 0, 0), res = data
MJAPI void mju_zero4(mjtNum res[4]);
MJAPI void mju_unit4(mjtNum res[4]);
MJAPI void mju_copy4(mjtNum res[4], const mjtNum data[4]);

// Scale to length 1 and return the previous length.  A vector shorter than mjMINVAL becomes
// (1, 0, 0, 0); one whose length is within mjMINVAL of 1 is not changed, bit for bit.
MJAPI mjtNum mju_normalize4(mjtNum vec[4]);

// --- vectors of n -------------------------------------------------------------------------------

// res = 0, res = val, res = vec
MJAPI void mju_zero(mjtNum* res, int n);
MJAPI void mju_fill(mjtNum* res, mjtNum val, int n);
MJAPI void mju_copy(mjtNum* res, const mjtNum* vec, int n);

// Sum of the elements, sum of their magnitudes.
MJAPI mjtNum mju_sum(const mjtNum* vec, int n);
MJAPI mjtNum mju_L1(const mjtNum* vec, int n);

// res = vec * scl, res = vec1 + vec2, res = vec1 - vec2
MJAPI void mju_scl(mjtNum* res, const mjtNum* vec, mjtNum scl, int n);
MJAPI void mju_add(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, int n);
MJAPI void mju_sub(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, int n);

// res += vec, res -= vec, res += vec * scl, res = vec1 + vec2 * scl
MJAPI void mju_addTo(mjtNum* res, const mjtNum* vec, int n);
MJAPI void mju_subFrom(mjtNum* res, const mjtNum* vec, int n);
MJAPI void mju_addToScl(mjtNum* res, const mjtNum* vec, mjtNum scl, int n);
MJAPI void mju_addScl(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, mjtNum scl, int n);

// Scale to length 1 and return the previous length; a vector shorter than mjMINVAL becomes
// (1, 0, ..., 0).
MJAPI mjtNum mju_normalize(mjtNum* res, int n);

// Length, inner product.
MJAPI mjtNum mju_norm(const mjtNum* res, int n);
MJAPI mjtNum mju_dot(const mjtNum* vec1, const mjtNum* vec2, int n);

// --- dense matrices -----------------------------------------------------------------------------

// res = mat vec, res = mat' vec; mat is nr x nc.  mju_mulMatTVec does not read the rows of mat for
// which the element of vec is 0.
MJAPI void mju_mulMatVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, int nc);
MJAPI void mju_mulMatTVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, int nc);

// vec1' mat vec2; mat is n x n.
MJAPI mjtNum mju_mulVecMatVec(const mjtNum* vec1, const mjtNum* mat, const mjtNum* vec2, int n);

// res = mat', nc x nr; mat is nr x nc.
MJAPI void mju_transpose(mjtNum* res, const mjtNum* mat, int nr, int nc);

// res = (mat + mat') / 2, n x n; res may be mat.
MJAPI void mju_symmetrize(mjtNum* res, const mjtNum* mat, int n);

// mat = identity, n x n.
MJAPI void mju_eye(mjtNum* mat, int n);

// mat1 is r1 x c1.  res = mat1 mat2 with mat2 c1 x c2; res = mat1 mat2' with mat2 r2 x c1;
// res = mat1' mat2 with mat2 r1 x c2.
MJAPI void mju_mulMatMat(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1,
                         int c2);
MJAPI void mju_mulMatMatT(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1,
                          int r2);
MJAPI void mju_mulMatTMat(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1,
                          int c2);

// res = mat' diag mat, nc x nc; mat is nr x nc, diag has nr numbers (NULL: all ones).
MJAPI void mju_sqrMatTD(mjtNum* res, const mjtNum* mat, const mjtNum* diag, int nr, int nc);

// res = the spatial vector vec (rotational, translational), moved from the reference point oldpos
// to newpos and rotated from the old to the new frame.  vec is a force (torque, force) if flg_force
// is set, else a motion.  rotnew2old NULL: same axes.
MJAPI void mju_transformSpatial(mjtNum res[6], const mjtNum vec[6], int flg_force,
                                const mjtNum newpos[3], const mjtNum oldpos[3],
                                const mjtNum rotnew2old[9]);

// Print to stdout: mju_printMat prints rows of numbers, mju_printMatSparse one
// "(row column): value" per line.
MJAPI void mju_printMat(const mjtNum* mat, int nr, int nc);
MJAPI void mju_printMatSparse(const mjtNum* mat, int nr, const int* rownnz, const int* rowadr,
                              const int* colind);

// --- sparse matrices ----------------------------------------------------------------------------

// Store the non-zeros of mat (nr x nc) as packed sparse rows, with room for nnz non-zeros.  Returns
// 0; or 1 when there is not enough room, after writing those that fit.
MJAPI int mju_dense2sparse(mjtNum* res, const mjtNum* mat, int nr, int nc, int* rownnz, int* rowadr,
                           int* colind, int nnz);

// res (nr x nc) = the dense matrix given by sparse rows, with zeros elsewhere.
MJAPI void mju_sparse2dense(mjtNum* res, const mjtNum* mat, int nr, int nc, const int* rownnz,
                            const int* rowadr, const int* colind);

// --- quaternions --------------------------------------------------------------------------------

// Rotate vec by a unit quaternion.
MJAPI void mju_rotVecQuat(mjtNum res[3], const mjtNum vec[3], const mjtNum quat[4]);

// Conjugate; product; product with the quaternion (0, axis).  Results are not normalised.
MJAPI void mju_negQuat(mjtNum res[4], const mjtNum quat[4]);
MJAPI void mju_mulQuat(mjtNum res[4], const mjtNum quat1[4], const mjtNum quat2[4]);
MJAPI void mju_mulQuatAxis(mjtNum res[4], const mjtNum quat[4], const mjtNum axis[3]);

// Rotation by angle about a unit axis.
MJAPI void mju_axisAngle2Quat(mjtNum res[4], const mjtNum axis[3], mjtNum angle);

// The angular velocity that produces the rotation quat in time dt, with the smaller of the two
// possible angles.
MJAPI void mju_quat2Vel(mjtNum res[3], const mjtNum quat[4], mjtNum dt);

// The rotation vector from qb to qa in the frame of qb: qb exp(res) = qa.
MJAPI void mju_subQuat(mjtNum res[3], const mjtNum qa[4], const mjtNum qb[4]);

// Rotation matrix of a unit quaternion, and back.
MJAPI void mju_quat2Mat(mjtNum res[9], const mjtNum quat[4]);
MJAPI void mju_mat2Quat(mjtNum quat[4], const mjtNum mat[9]);

// Time derivative of quat for the angular velocity vel in the world frame.
MJAPI void mju_derivQuat(mjtNum res[4], const mjtNum quat[4], const mjtNum vel[3]);

// Integrate quat in place: rotate it with angular velocity vel, in the local frame, for time scale.
MJAPI void mju_quatIntegrate(mjtNum quat[4], const mjtNum vel[3], mjtNum scale);

// The smallest rotation that turns the z axis to the direction of vec; the identity if vec is
// nearly zero.
MJAPI void mju_quatZ2Vec(mjtNum quat[4], const mjtNum vec[3]);

// The rotation nearest to a general 3x3 matrix.  quat is the start of the iteration and the result.
// Returns the number of iterations, at most 500.
MJAPI int mju_mat2Rot(mjtNum quat[4], const mjtNum mat[9]);

// Rotation by three angles (radians) about the axes in seq, three characters of "xyzXYZ".  A lower
// case axis rotates with the body, an upper case axis is fixed in the world.
MJAPI void mju_euler2Quat(mjtNum quat[4], const mjtNum euler[3], const char* seq);

// Derivatives of mju_subQuat with respect to small rotations of qa (Da) and qb (Db), each in its
// own frame.  Da and Db may be NULL.
MJAPI void mjd_subQuat(const mjtNum qa[4], const mjtNum qb[4], mjtNum Da[9], mjtNum Db[9]);

// Derivatives of mju_quatIntegrate, as small rotations in the frame of the result, with respect to
// a small rotation of the start (Dquat), the scaled velocity vel * scale (Dvel) and scale (Dscale).
// Each output may be NULL.
MJAPI void mjd_quatIntegrate(const mjtNum vel[3], mjtNum scale, mjtNum Dquat[9], mjtNum Dvel[9],
                             mjtNum Dscale[3]);

// --- poses --------------------------------------------------------------------------------------

// Compose two poses: pose 2 is given in the frame of pose 1; the result is pose 2 in the reference
// frame of pose 1.
MJAPI void mju_mulPose(mjtNum posres[3], mjtNum quatres[4], const mjtNum pos1[3],
                       const mjtNum quat1[4], const mjtNum pos2[3], const mjtNum quat2[4]);

// The inverse pose.
MJAPI void mju_negPose(mjtNum posres[3], mjtNum quatres[4], const mjtNum pos[3],
                       const mjtNum quat[4]);

// Transform a point from the frame of a pose to the reference frame of this pose.
MJAPI void mju_trnVecPose(mjtNum res[3], const mjtNum pos[3], const mjtNum quat[4],
                          const mjtNum vec[3]);

// --- factorisations -----------------------------------------------------------------------------

// Cholesky factorisation in place: the lower part of mat (n x n) becomes L with mat = L L';
// elements above the diagonal are not touched.  Squared pivots below mindiag are replaced by
// mindiag. Returns the number of pivots that were not replaced.
MJAPI int mju_cholFactor(mjtNum* mat, int n, mjtNum mindiag);

// res = (L L')^-1 vec, where mat is the factor L of mju_cholFactor; res may be vec.
MJAPI void mju_cholSolve(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int n);

// Update the factor L in mat: L L' += x x' if flg_plus is set, else L L' -= x x'.  x is destroyed.
// Squared pivots below mjMINVAL are replaced by mjMINVAL.  Returns the number of pivots that were
// not replaced.
MJAPI int mju_cholUpdate(mjtNum* mat, mjtNum* x, int n, int flg_plus);

// Band-and-arrow matrices are symmetric.  The lower part is stored: first ntotal - ndense rows of
// nband numbers, the last number of each row on the diagonal, then ndense full rows of ntotal
// numbers.
//
// Cholesky factorisation in place of mat + diagadd * identity + diagmul * diagonal of mat.  Returns
// the smallest squared pivot; or 0 if it stopped at a squared pivot below mjMINVAL.
MJAPI mjtNum mju_cholFactorBand(mjtNum* mat, int ntotal, int nband, int ndense, mjtNum diagadd,
                                mjtNum diagmul);

// res = inverse of the factored matrix times vec; res may be vec.
MJAPI void mju_cholSolveBand(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int ntotal,
                             int nband, int ndense);

// mju_band2Dense converts to a dense ntotal x ntotal matrix; its upper part is mirrored if flg_sym
// is set, else 0.  mju_dense2Band converts the lower part of a dense matrix.
MJAPI void mju_band2Dense(mjtNum* res, const mjtNum* mat, int ntotal, int nband, int ndense,
                          mjtByte flg_sym);
MJAPI void mju_dense2Band(mjtNum* res, const mjtNum* mat, int ntotal, int nband, int ndense);

// res = mat vec for nvec vectors stored one after another.  mat is the symmetric matrix if flg_sym
// is set, else only its lower part.
MJAPI void mju_bandMulMatVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int ntotal,
                             int nband, int ndense, int nvec, mjtByte flg_sym);

// Index of the i-th diagonal element in the band matrix.
MJAPI int mju_bandDiag(int i, int ntotal, int nband, int ndense);

// Eigenvalues of a symmetric 3x3 matrix, in decreasing order.  The eigenvectors are the columns of
// the rotation matrix eigvec; quat is the same rotation.  Returns the number of iterations.
MJAPI int mju_eig3(mjtNum eigval[3], mjtNum eigvec[9], mjtNum quat[4], const mjtNum mat[9]);

// --- box-constrained quadratic program ----------------------------------------------------------

// Minimise x'H x / 2 + g'x subject to lower <= x <= upper.  H is n x n and symmetric, positive
// definite on the free subspace.  res is the initial guess on input and the solution on output.  R
// (n (n + 7) numbers) receives the Cholesky factor of the free part of H; index (n ints, may be
// NULL) receives the free dimensions.  lower and upper may be NULL.  Returns the number of free
// dimensions, -1 on failure.
MJAPI int mju_boxQP(mjtNum* res, mjtNum* R, int* index, const mjtNum* H, const mjtNum* g, int n,
                    const mjtNum* lower, const mjtNum* upper);

// Allocate the arguments of mju_boxQP; index, lower and upper may be NULL.  The caller frees each
// array with mju_free.
MJAPI void mju_boxQPmalloc(mjtNum** res, mjtNum** R, int** index, mjtNum** H, mjtNum** g, int n,
                           mjtNum** lower, mjtNum** upper);

// --- scalars ------------------------------------------------------------------------------------

// Minimum; maximum; x clamped to [min, max]; sign as -1, 0 or 1.
MJAPI mjtNum mju_min(mjtNum a, mjtNum b);
MJAPI mjtNum mju_max(mjtNum a, mjtNum b);
MJAPI mjtNum mju_clip(mjtNum x, mjtNum min, mjtNum max);
MJAPI mjtNum mju_sign(mjtNum x);

// The nearest integer; halves round up.  Values outside the range of int give the nearest int, NaN
// gives 0.
MJAPI int mju_round(mjtNum x);

// 1 if x is NaN or larger than mjMAXVAL in magnitude, else 0.
MJAPI int mju_isBad(mjtNum x);

// 1 if all elements are exactly 0, else 0.
MJAPI int mju_isZero(const mjtNum* vec, int n);

// Position at time dt of x'' = -Kp x - Kv x' from pos0, vel0.
MJAPI mjtNum mju_springDamper(mjtNum pos0, mjtNum vel0, mjtNum Kp, mjtNum Kv, mjtNum dt);

// Smooth step, with two continuous derivatives, from 0 at 0 to 1 at 1.
MJAPI mjtNum mju_sigmoid(mjtNum x);

// --- sequences and lists ------------------------------------------------------------------------

// A standard normal random number; a second, independent one in num2 (may be NULL).  Uses rand().
MJAPI mjtNum mju_standardNormal(mjtNum* num2);

// Halton sequence: the digits of index in this base, mirrored at the point; a number in [0, 1).
MJAPI mjtNum mju_Halton(int index, int base);

// Sort in place, in ascending order; equal elements keep their order.
MJAPI void mju_insertionSort(mjtNum* list, int n);
MJAPI void mju_insertionSortInt(int* list, int n);

// Convert arrays between float, double and mjtNum.
MJAPI void mju_f2n(mjtNum* res, const float* vec, int n);
MJAPI void mju_n2f(float* res, const mjtNum* vec, int n);
MJAPI void mju_d2n(mjtNum* res, const double* vec, int n);
MJAPI void mju_n2d(double* res, const mjtNum* vec, int n);

// --- friction pyramids --------------------------------------------------------------------------

// mju_encodePyramid converts a contact force (normal, then dim - 1 frictional components, dim >= 2)
// to 2 (dim - 1) non-negative forces along the edges of the pyramid with friction coefficients mu;
// frictional components are clipped to the pyramid.  mju_decodePyramid is the inverse; for dim 1 it
// copies.
MJAPI void mju_encodePyramid(mjtNum* pyramid, const mjtNum* force, const mjtNum* mu, int dim);
MJAPI void mju_decodePyramid(mjtNum* force, const mjtNum* pyramid, const mjtNum* mu, int dim);

#ifdef __cplusplus
}  // extern "C"
#endif
