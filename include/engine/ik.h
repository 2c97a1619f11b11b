// Inverse kinematics: configurations that bring parts of a model to where they are wanted.
#pragma once

#include <engine/base_types.h>
#include <engine/data_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// What a target asks of its object; bits, of which orientation and axis exclude each other.
typedef enum engIkWhat_ {
  engIK_POSITION = 1,     // a point of it is at pos
  engIK_ORIENTATION = 2,  // its frame has the orientation quat
  engIK_AXIS = 4          // an axis of it points along direction
} engIkWhat;

// A target: for a body (mjOBJ_BODY: its inertial frame, mjOBJ_XBODY: its own), geom, site or camera
// that is fixed to its body.
typedef struct engIkTarget_ {
  int what;             // bits of engIkWhat
  int objtype;          // mjtObj
  int objid;            // which one
  mjtNum point[3];      // in the frame of the object; {0, 0, 0} is its centre
  mjtNum pos[3];        // where the point is to be, in the world
  mjtNum quat[4];       // the orientation its frame is to have in the world; of any length but 0
  mjtNum axis[3];       // in the frame of the object
  mjtNum direction[3];  // where the axis is to point, in the world; both of any length but 0
  mjtNum weight;        // of the square of a distance in metres; 0: the target is ignored
  mjtNum turn_weight;   // of the square of an angle in radians, or of the chord between directions
} engIkTarget;

// How a search ended.
typedef enum engIkStatus_ {
  engIK_UNFINISHED = 0,  // out of iterations
  engIK_NEAREST = 1,     // no step makes the errors smaller, but some are larger than tolerance
  engIK_FOUND = 2        // every error is within tolerance
} engIkStatus;

// What a search came to.
typedef struct engIkResult_ {
  int status;       // engIkStatus
  int niter;        // iterations, those of all draws together
  int ndraw;        // configurations drawn at random that were tried
  int unused;       // 0: results are the same to the byte
  mjtNum distance;  // largest distance of a point to its pos
  mjtNum angle;     // largest angle of an orientation or axis to what it should be (rad)
  mjtNum cost;      // half the weighted sum of squares
} engIkResult;

// What is asked for, and where the answer goes.
typedef struct engIk_ {
  int ntarget;                // targets
  const engIkTarget* target;  // these
  int nstart;                 // searches
  const mjtNum* start;        // where they begin: nstart x nq; NULL: all at the qpos of d[0]
  const mjtByte* hold;        // dofs that stay as they are: nv, or NULL
  const mjtNum* posture;      // of all configurations that reach: the nearest to this (nq), or NULL
  const mjtNum* posture_weight;  // of the square of a dof's distance: nv, not negative; NULL: all 1
  int maxdraw;                   // configurations a search may draw where its start does not lead
  uint64_t seed;                 // of the draws
  int maxiter;                   // iterations of a search, draws included; 0: 200 for each of them
  mjtNum tolerance;              // of distances and angles; 0: 1e-6
  mjtNum* qpos;                  // out: nstart x nq, or NULL
  engIkResult* result;           // out: nstart, or NULL
  int* best;                     // out: the search with the best end: found, else the least cost
} engIk;

// Search from every start.  Each step is one of damped least squares, with the curvature of the
// problem where that alone is slow; the damping grows with the errors and as the manipulability of
// a target falls.  Limits of hinges, slides and balls are kept (unless mjDSBL_LIMIT); what begins
// outside is brought in first.  Where a start gets stuck, configurations drawn within the limits
// are tried until one leads to the targets; without one, the nearest that was met is refined and
// returned.  With a posture, the search goes on along the configurations that reach until none
// beside is nearer to it.  Equality constraints, tendons and contacts do not matter.
//
// d are nd data of m to work in, shared over a pool as in eng_rollout; mocap bodies are where d[0]
// has them.  Every search gives the same bits whatever nd and the pool are.  The poses of bodies,
// geoms and sites and cdof of d[0] are left as mj_kinematics and mj_comPos make them at the best
// end, its qpos too; velocities are not touched.  Scratch comes from the stacks of the data,
// nothing is allocated.  Returns how many searches found their targets; -1 when an argument is
// wrong: a count that is negative, no data, an object that is not there or not fixed to its body,
// no target, a direction or quaternion without length, a weight that is negative, or a number that
// is not finite.
MJAPI int eng_ik(const mjModel* m, mjData* const* d, int nd, mjThreadPool* pool, const engIk* r);

#ifdef __cplusplus
}  // extern "C"
#endif
