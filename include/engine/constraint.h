// Constraint rows, islands, solvers, and the inverse.
//
// A row is one scalar constraint: equalities come first (ne), then friction losses (nf), limits
// (nl), and contacts up to nefc.  Everything about row i stands at index i of the efc_* arrays, its
// gradient over the dofs in efc_J: dense, nefc x nv, or sparse (mj_isSparse).
#pragma once

#include <engine/data_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// --- position stage -----------------------------------------------------------------------------

// Make all rows of this moment, with their softness.  In: poses, Jacobians of tendons, contacts.
// Out: ne nf nl nefc nJ, efc_type ... efc_R, tendon_efcadr, and efc_address, exclude and mu of
// contacts.  A full arena is mjWARN_CNSTRFULL and no rows.
MJAPI void mj_makeConstraint(const mjModel* m, mjData* d);

// Find the islands: kinematic trees tied together by rows.  In: rows, M and its factor.
// Out: nisland, nidof, island_*, map_*, dof_island, efc_island, and copies in island order of
// inertia (iM*, iLD*) and rows (iefc_*).  A full arena is mjWARN_CNSTRFULL and no rows.
MJAPI void mj_island(const mjModel* m, mjData* d);

// For dual solvers (mj_isDual) only: efc_AR = J M^-1 J' + diag(efc_R), dense or sparse (CSR, both
// triangles), and nA.  No solver needs it, and forward dynamics make it for up to 256 rows only. It
// stays NULL when the arena is full.
MJAPI void mj_projectConstraint(const mjModel* m, mjData* d);

// --- velocity stage -----------------------------------------------------------------------------

// Velocities of the rows and their reference accelerations: efc_vel, efc_aref.
MJAPI void mj_referenceConstraint(const mjModel* m, mjData* d);

// --- acceleration stage -------------------------------------------------------------------------

// Solve for qacc, efc_force, efc_state and qfrc_constraint with the solver of opt, from
// qacc_warmstart or qacc_smooth.  In: rows, qfrc_smooth, qacc_smooth, M and its factor.
// Also out: efc_b, solver, solver_niter, solver_nnz.
MJAPI void mj_fwdConstraint(const mjModel* m, mjData* d);

// efc_force, efc_state and qfrc_constraint that belong to the acceleration qacc; no iteration.
MJAPI void mj_invConstraint(const mjModel* m, mjData* d);

// The same for given row accelerations less their references: jar = J qacc - aref, nefc numbers.
// cost (nullable) becomes the cost of the constraints.  With flg_coneHessian, contact.H of each
// elliptic contact in the state CONE becomes the second derivative of its cost (dim x dim).
MJAPI void mj_constraintUpdate(const mjModel* m, mjData* d, const mjtNum* jar, mjtNum cost[1],
                               int flg_coneHessian);

// --- Jacobian and forces ------------------------------------------------------------------------

// res = J vec: nefc numbers from nv.  Without rows res is not touched.
MJAPI void mj_mulJacVec(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);

// res = J' vec: nv numbers from nefc.  Without rows res is not touched.
MJAPI void mj_mulJacTVec(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);

// Force of a contact in its frame: normal, two tangents, torques about the same axes; of the side
// of geom[0] on that of geom[1].  Zeros when id is no contact or the contact has no rows.
MJAPI void mj_contactForce(const mjModel* m, const mjData* d, int id, mjtNum result[6]);

#ifdef __cplusplus
}  // extern "C"
#endif
