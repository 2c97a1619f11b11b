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

// Make all constraint rows and their impedance.  In: poses, Jacobians of tendons, contacts.  Out:
// ne nf nl nefc nJ, efc_type ... efc_R, tendon_efcadr, and efc_address, exclude and mu of contacts.
// A full arena causes mjWARN_CNSTRFULL and no rows.
MJAPI void mj_makeConstraint(const mjModel* m, mjData* d);

// Find the islands: kinematic trees coupled by constraint rows.  In: rows, M and its factor.  Out:
// nisland, nidof, island_*, map_*, dof_island, efc_island, and copies in island order of inertia
// (iM*, iLD*) and rows (iefc_*).  A full arena causes mjWARN_CNSTRFULL and no rows.
MJAPI void mj_island(const mjModel* m, mjData* d);

// For dual solvers (mj_isDual) only: efc_AR = J M^-1 J' + diag(efc_R), dense or sparse (CSR, both
// triangles), and nA.  No solver requires it, and forward dynamics makes it for at most 256 rows.
// It stays NULL when the arena is full.
MJAPI void mj_projectConstraint(const mjModel* m, mjData* d);

// --- velocity stage -----------------------------------------------------------------------------

// Velocities of the rows and their reference accelerations: efc_vel, efc_aref.
MJAPI void mj_referenceConstraint(const mjModel* m, mjData* d);

// --- acceleration stage -------------------------------------------------------------------------

// Solve for qacc, efc_force, efc_state and qfrc_constraint with the solver of opt, from
// qacc_warmstart or qacc_smooth.  In: rows, qfrc_smooth, qacc_smooth, M and its factor.
// Also out: efc_b, solver, solver_niter, solver_nnz.
MJAPI void mj_fwdConstraint(const mjModel* m, mjData* d);

// efc_force, efc_state and qfrc_constraint for the acceleration qacc, in closed form.
MJAPI void mj_invConstraint(const mjModel* m, mjData* d);

// The same for given jar = J qacc - aref (nefc numbers).  cost (may be NULL) receives the
// constraint cost.  With flg_coneHessian, contact.H of each elliptic contact in state CONE receives
// the Hessian of its cost (dim x dim).
MJAPI void mj_constraintUpdate(const mjModel* m, mjData* d, const mjtNum* jar, mjtNum cost[1],
                               int flg_coneHessian);

// --- Jacobian and forces ------------------------------------------------------------------------

// res = J vec: nefc numbers from nv.  Without rows res is not written.
MJAPI void mj_mulJacVec(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);

// res = J' vec: nv numbers from nefc.  Without rows res is not written.
MJAPI void mj_mulJacTVec(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);

// Force of a contact in its frame: normal, two tangents, torques about the same axes; of the side
// of geom[0] on that of geom[1].  Zeros when id is no contact or the contact has no rows.
MJAPI void mj_contactForce(const mjModel* m, const mjData* d, int id, mjtNum result[6]);

#ifdef __cplusplus
}  // extern "C"
#endif
