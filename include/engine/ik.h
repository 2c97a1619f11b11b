// Inverse kinematics: configurations that bring parts of a model to target poses.
#pragma once

#include <engine/base_types.h>
#include <engine/data_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// What a target prescribes, as bits; orientation and axis exclude each other.
typedef enum engIkWhat_ {
  engIK_POSITION = 1,     // a point of the object is at pos
  engIK_ORIENTATION = 2,  // its frame has the orientation quat
  engIK_AXIS = 4          // an axis of it points along direction
} engIkWhat;

// A target for a body (mjOBJ_BODY: its inertial frame, mjOBJ_XBODY: its body frame), geom, site or
// camera that is fixed to its body.
typedef struct engIkTarget_ {
  int what;             // bits of engIkWhat
  int objtype;          // mjtObj
  int objid;            // which one
  mjtNum point[3];      // in the frame of the object; {0, 0, 0} is its centre
  mjtNum pos[3];        // target position of the point, in the world
  mjtNum quat[4];       // target orientation of the frame, in the world; any length but 0
  mjtNum axis[3];       // in the frame of the object
  mjtNum direction[3];  // target direction of the axis, in the world; both of any length but 0
  mjtNum weight;        // of the squared distance in metres; 0: the target is ignored
  mjtNum
      turn_weight;  // of the squared angle in radians, or of the squared chord between directions
} engIkTarget;

// How a search ended.
typedef enum engIkStatus_ {
  engIK_UNFINISHED = 0,  // out of iterations
  engIK_NEAREST = 1,     // no step reduces the errors, but some exceed the tolerance
  engIK_FOUND = 2        // every error is within tolerance
} engIkStatus;

// The result of a search.
typedef struct engIkResult_ {
  int status;       // how the search ended (engIkStatus)
  int niter;        // iterations, those of all draws together
  int ndraw;        // configurations drawn at random that were tried
  int unused;       // always 0, so that results can be compared as bytes
  mjtNum distance;  // largest distance of a point to its pos
  mjtNum angle;     // largest angle error of an orientation or axis (rad)
  mjtNum cost;      // half the weighted sum of squares
} engIkResult;

// Input and output of eng_ik.
typedef struct engIk_ {
  int ntarget;                // number of targets
  const engIkTarget* target;  // the list of them
  int nstart;                 // number of searches
  const mjtNum* start;        // initial configurations: nstart x nq; NULL: all at the qpos of d[0]
  const mjtByte* hold;        // dofs that are fixed: nv, or NULL
  const mjtNum* posture;  // preferred posture (nq): the nearest solution to it is sought; or NULL
  const mjtNum*
      posture_weight;   // weights of its squared differences: nv, not negative; NULL: all 1
  int maxdraw;          // maximum number of random restarts of a search
  uint64_t seed;        // of the random restarts
  int maxiter;          // maximum iterations of a search including restarts; 0: 200 each
  mjtNum tolerance;     // of distances and angles; 0: 1e-6
  mjtNum* qpos;         // out: nstart x nq, or NULL
  engIkResult* result;  // out: nstart, or NULL
  int* best;            // out: index of the best search: found, else with the least cost
} engIk;

// Search from every start.  Steps are damped least squares, with second derivatives where that
// converges slowly; the damping increases with the errors and near singularities.  Limits of
// hinges, slides and ball joints are respected (unless mjDSBL_LIMIT); a start outside is first
// moved inside.  If a search gets stuck, random configurations within the limits are tried until
// one leads to the targets; otherwise the best configuration found is refined and returned.  With a
// posture, the search continues among the configurations that reach the targets, towards the
// nearest to the posture.  Equality constraints, tendons and contacts are ignored.
// d are nd data of m to work in, shared over a pool as in eng_rollout; mocap bodies are where d[0]
// d are nd mjData of m for scratch, shared over a pool as in eng_rollout; mocap bodies are as in
// d[0].  Every search gives the same bits whatever nd and the pool.  On return d[0] has the best
// qpos, and the poses of bodies, geoms and sites and cdof as mj_kinematics and mj_comPos compute
// them; velocities are unchanged.  Scratch is on the stacks of the data; nothing is allocated.
// Returns the number of searches that reached their targets; -1 for invalid arguments: negative
// counts, no data, an object that does not exist or is not fixed to its body, no target, a
// direction or quaternion of length 0, a negative weight, or a number that is not finite.
MJAPI int eng_ik(const mjModel* m, mjData* const* d, int nd, mjThreadPool* pool, const engIk* r);

#ifdef __cplusplus
}  // extern "C"
#endif
