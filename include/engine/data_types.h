// The mutable state of a simulation: mjData and its parts; callback types.
#pragma once

#include <engine/model_types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define mjNSOLVER      200
#define mjNISLAND      20
#define mjMAXTHREAD    128
#define mjMAXCONPAIR   50
#define mjMAXTREEDEPTH 50
#define mjMAXFLEXNODES 27

// Status of a task.
typedef enum mjtTaskStatus_ {
  mjTASK_NEW = 0,        // created, not yet given to a thread pool
  mjTASK_QUEUED = 1,     // given to a thread pool: waiting or running
  mjTASK_COMPLETED = 2,  // finished
} mjtTaskStatus;

// Components of the simulation state, as bits, and combinations of these bits.
typedef enum mjtState_ {
  mjSTATE_TIME = 1,            // time
  mjSTATE_QPOS = 2,            // positions
  mjSTATE_QVEL = 4,            // velocities
  mjSTATE_ACT = 8,             // actuator activations
  mjSTATE_WARMSTART = 16,      // accelerations from which the solver starts
  mjSTATE_CTRL = 32,           // controls
  mjSTATE_QFRC_APPLIED = 64,   // generalised forces applied by the user
  mjSTATE_XFRC_APPLIED = 128,  // Cartesian forces on bodies applied by the user
  mjSTATE_EQ_ACTIVE = 256,     // which equality constraints are active
  mjSTATE_MOCAP_POS = 512,     // positions of mocap bodies
  mjSTATE_MOCAP_QUAT = 1024,   // orientations of mocap bodies
  mjSTATE_USERDATA = 2048,     // user data
  mjSTATE_PLUGIN = 4096,       // plugin state
  mjNSTATE = 13,               // number of single bits
  mjSTATE_PHYSICS = 14,        // positions, velocities, activations
  mjSTATE_FULLPHYSICS = 4111,  // PHYSICS plus time and plugin state
  mjSTATE_USER = 4064,         // all inputs that the user sets
  mjSTATE_INTEGRATION = 8191,  // everything that the result of a step depends on
} mjtState;

// Types of constraint rows.
typedef enum mjtConstraint_ {
  mjCNSTR_EQUALITY = 0,              // row of an equality constraint
  mjCNSTR_FRICTION_DOF = 1,          // dry friction of a joint
  mjCNSTR_FRICTION_TENDON = 2,       // dry friction of a tendon
  mjCNSTR_LIMIT_JOINT = 3,           // joint limit
  mjCNSTR_LIMIT_TENDON = 4,          // tendon limit
  mjCNSTR_CONTACT_FRICTIONLESS = 5,  // contact without friction: normal direction only
  mjCNSTR_CONTACT_PYRAMIDAL = 6,     // edge of the friction pyramid of a contact
  mjCNSTR_CONTACT_ELLIPTIC = 7,      // direction of a contact with an elliptic friction cone
} mjtConstraint;

// Zone of the cost function in which a constraint row currently is.
typedef enum mjtConstraintState_ {
  mjCNSTRSTATE_SATISFIED = 0,  // constraint satisfied: no force
  mjCNSTRSTATE_QUADRATIC = 1,  // quadratic cost: force proportional to the violation
  mjCNSTRSTATE_LINEARNEG = 2,  // linear cost: friction force at its lower bound
  mjCNSTRSTATE_LINEARPOS = 3,  // linear cost: friction force at its upper bound
  mjCNSTRSTATE_CONE = 4,       // force on the surface of the friction cone: the contact slides
} mjtConstraintState;

// Warnings raised during simulation.
typedef enum mjtWarning_ {
  mjWARN_INERTIA = 0,      // the inertia matrix is nearly singular
  mjWARN_CONTACTFULL = 1,  // no memory left for contacts
  mjWARN_CNSTRFULL = 2,    // no memory left for constraints
  mjWARN_VGEOMFULL = 3,    // no memory left for geoms of a scene
  mjWARN_BADQPOS = 4,      // a position is too large or not finite
  mjWARN_BADQVEL = 5,      // a velocity is too large or not finite
  mjWARN_BADQACC = 6,      // an acceleration is too large or not finite
  mjWARN_BADCTRL = 7,      // a control is too large or not finite
  mjNWARNING = 8,          // number of warnings
} mjtWarning;

// Stages of a step whose computing time is measured.
typedef enum mjtTimer_ {
  mjTIMER_STEP = 0,            // mj_step
  mjTIMER_FORWARD = 1,         // mj_forward within mj_step
  mjTIMER_INVERSE = 2,         // mj_inverse
  mjTIMER_POSITION = 3,        // position stage: quantities that depend on positions
  mjTIMER_VELOCITY = 4,        // velocity stage: quantities that depend on velocities
  mjTIMER_ACTUATION = 5,       // actuator forces
  mjTIMER_CONSTRAINT = 6,      // constraint solver
  mjTIMER_ADVANCE = 7,         // integrator
  mjTIMER_POS_KINEMATICS = 8,  // position stage: poses, tendons, flexes
  mjTIMER_POS_INERTIA = 9,     // position stage: inertia matrix
  mjTIMER_POS_COLLISION = 10,  // position stage: collision detection
  mjTIMER_POS_MAKE = 11,       // position stage: assembly of the constraint rows
  mjTIMER_POS_PROJECT = 12,    // position stage: constraint-space matrix AR, for PGS and noslip
  mjTIMER_COL_BROAD = 13,      // broad phase of collision: pairs that may touch
  mjTIMER_COL_NARROW = 14,     // narrow phase of collision: contact points of these pairs
  mjNTIMER = 15,               // number of timers
} mjtTimer;

// A contact point, in world coordinates.
typedef struct mjContact_ {
  mjtNum dist;                    // distance between the surfaces; negative: penetration (m)
  mjtNum pos[3];                  // contact point, midway between the surfaces (m)
  mjtNum frame[9];                // rows: normal from the first geom to the second, two tangents
  mjtNum includemargin;           // the contact exerts force below this distance: margin - gap (m)
  mjtNum friction[5];             // two sliding, torsional, two rolling frictions
  mjtNum solref[mjNREF];          // solver reference, normal direction
  mjtNum solreffriction[mjNREF];  // solver reference, friction directions
  mjtNum solimp[mjNIMP];          // solver impedance
  mjtNum mu;        // friction of the regularised elliptic cone, computed by the solver
  mjtNum H[36];     // Hessian of the elliptic cone, computed by the solver
  int dim;          // number of constraint rows: 1, 3, 4 or 6
  int geom1;        // the same as geom[0]
  int geom2;        // the same as geom[1]
  int geom[2];      // ids of the two geoms; -1: flex
  int flex[2];      // ids of the two flexes; -1: geom
  int elem[2];      // element ids of the flexes; -1: geom or vertex
  int vert[2];      // vertex ids of the flexes; -1: geom or element
  int exclude;      // 0: included; else reason: 1 in gap, 2 fused, 3 no dofs, 4 passive
  int efc_address;  // first row in efc arrays; -1: none
  ENGINE_NEWER_mjContact
} mjContact;

// Count of one kind of warning.
typedef struct mjWarningStat_ {
  int lastinfo;  // index or size reported with the last warning
  int number;    // number of warnings since the last reset
} mjWarningStat;

// Computing time of one stage.
typedef struct mjTimerStat_ {
  mjtNum duration;  // total time, in the units of mjcb_time
  int number;       // number of runs
} mjTimerStat;

// One iteration of a constraint solver.
typedef struct mjSolverStat_ {
  mjtNum improvement;  // decrease of the cost, scaled by 1/trace(M)
  mjtNum gradient;     // norm of the gradient, scaled by 1/trace(M) (primal solvers)
  mjtNum lineslope;    // slope at the end of the line search
  int nactive;         // number of rows in their quadratic or linear zone
  int nchange;         // number of rows that changed zone
  int neval;           // number of line search evaluations
  int nupdate;         // number of rank-one updates of the Hessian's factor
} mjSolverStat;

// The state of a simulation and everything computed from it.
typedef struct mjData_ {
  // --- sizes
  mjtSize narena;  // bytes of the arena

  // --- memory
  mjtSize nbuffer;  // bytes of buffer

  // --- plugins
  int nplugin;  // number of plugin instances

  // --- stack and arena
  size_t pstack;                            // bytes of stack in use
  size_t pbase;                             // start of the current stack frame
  size_t parena;                            // bytes of arena used by arrays
  mjtSize maxuse_stack;                     // maximum stack use so far (bytes)
  mjtSize maxuse_threadstack[mjMAXTHREAD];  // maximum stack use of each worker thread (bytes)
  mjtSize maxuse_arena;  // maximum arena use so far, stack and arrays together (bytes)
  int maxuse_con;        // maximum number of contacts so far
  int maxuse_efc;        // maximum number of constraint rows so far

  // --- solver, warnings, timers
  mjSolverStat solver[mjNISLAND * mjNSOLVER];  // solver statistics, by island and iteration
  int solver_niter[mjNISLAND];                 // number of solver iterations, by island
  int solver_nnz[mjNISLAND];                   // nonzeros of the Hessian or of AR, by island
  mjtNum solver_fwdinv[2];  // forward/inverse comparison: constraint forces, applied forces
  mjWarningStat warning[mjNWARNING];  // warning counts, by mjtWarning
  mjTimerStat timer[mjNTIMER];        // computing times, by mjtTimer

  // --- counts
  int ncon;     // number of contacts
  int ne;       // number of equality rows; they come first
  int nf;       // number of friction rows, after the equality rows
  int nl;       // number of limit rows, after the friction rows
  int nefc;     // total number of constraint rows
  int nJ;       // number of entries of the constraint Jacobian
  int nA;       // number of entries of AR
  int nisland;  // number of islands
  int nidof;    // number of dofs in islands

  // --- time and energy
  mjtNum time;       // simulated time (s)
  mjtNum energy[2];  // potential energy, kinetic energy (J)
  void* buffer;      // memory block that holds the arrays
  void* arena;       // memory block for the stack, contacts and constraint rows

  // --- state
  mjtNum* qpos;            // positions [nq]
  mjtNum* qvel;            // velocities [nv]
  mjtNum* act;             // activations [na]
  mjtNum* qacc_warmstart;  // accelerations from which the solver starts [nv]
  mjtNum* plugin_state;    // plugin state [npluginstate]

  // --- inputs
  mjtNum* ctrl;          // controls [nu]
  mjtNum* qfrc_applied;  // generalised forces applied by the user [nv]
  mjtNum* xfrc_applied;  // force, torque on each body at its centre of mass, world axes [nbody x 6]
  mjtByte* eq_active;    // 1: the equality constraint is active [neq]
  mjtNum* mocap_pos;     // positions of mocap bodies (m) [nmocap x 3]
  mjtNum* mocap_quat;    // orientations of mocap bodies [nmocap x 4]

  // --- results of a step
  mjtNum* qacc;            // accelerations [nv]
  mjtNum* act_dot;         // time derivatives of the activations [na]
  mjtNum* userdata;        // user data, never changed by the library [nuserdata]
  mjtNum* sensordata;      // sensor values [nsensordata]
  int* plugin;             // registry slot of the instance, needed to destroy it [nplugin]
  uintptr_t* plugin_data;  // data owned by the plugin [nplugin]

  // --- computed from positions
  mjtNum* xpos;         // origin of the body frame (m) [nbody x 3]
  mjtNum* xquat;        // orientation of the body frame [nbody x 4]
  mjtNum* xmat;         // orientation of the body frame, as a matrix [nbody x 9]
  mjtNum* xipos;        // centre of mass (m) [nbody x 3]
  mjtNum* ximat;        // principal axes of inertia, world frame [nbody x 9]
  mjtNum* xanchor;      // anchor point of the joint (m) [njnt x 3]
  mjtNum* xaxis;        // axis of the joint [njnt x 3]
  mjtNum* geom_xpos;    // position of the geom (m) [ngeom x 3]
  mjtNum* geom_xmat;    // orientation of the geom [ngeom x 9]
  mjtNum* site_xpos;    // position of the site (m) [nsite x 3]
  mjtNum* site_xmat;    // orientation of the site [nsite x 9]
  mjtNum* cam_xpos;     // position of the camera (m) [ncam x 3]
  mjtNum* cam_xmat;     // orientation of the camera [ncam x 9]
  mjtNum* light_xpos;   // position of the light (m) [nlight x 3]
  mjtNum* light_xdir;   // direction of the light [nlight x 3]
  mjtNum* subtree_com;  // centre of mass of the body and its descendants (m) [nbody x 3]
  mjtNum* cdof;         // dof motion axis at tree's centre of mass: rotation, translation [nv x 6]
  mjtNum* cinert;       // body inertia about the tree's centre of mass [nbody x 10]
  mjtNum* flexvert_xpos;    // position of the vertex (m) [nflexvert x 3]
  mjtNum* flexelem_aabb;    // bounding box of the element: centre, half sizes (m) [nflexelem x 6]
  int* flexedge_J_rownnz;   // nonzeros in the Jacobian row of an edge [nflexedge]
  int* flexedge_J_rowadr;   // index of the row's first nonzero [nflexedge]
  int* flexedge_J_colind;   // column of each nonzero [nflexedge x nv]
  mjtNum* flexedge_J;       // Jacobian of the edge lengths [nflexedge x nv]
  mjtNum* flexedge_length;  // length of the edge (m) [nflexedge]
  mjtNum* bvh_aabb_dyn;     // boxes of the dynamic bounding volumes [nbvhdynamic x 6]
  int* ten_wrapadr;         // first point of the tendon's path [ntendon]
  int* ten_wrapnum;         // number of points on the tendon's path [ntendon]
  int* ten_J_rownnz;        // nonzeros in the Jacobian row of a tendon [ntendon]
  int* ten_J_rowadr;        // index of the row's first nonzero [ntendon]
  int* ten_J_colind;        // column of each nonzero [ntendon x nv]
  mjtNum* ten_J;            // Jacobian of the tendon lengths [ntendon x nv]
  mjtNum* ten_length;       // length of the tendon [ntendon]
  int* wrap_obj;            // geom of each path point; -1: site, -2: pulley [nwrap x 2]
  mjtNum* wrap_xpos;        // path points, two per object (m) [nwrap x 6]
  mjtNum* actuator_length;  // length of the actuator's transmission [nu]
  int* moment_rownnz;       // nonzeros in the moment row of an actuator [nu]
  int* moment_rowadr;       // index of the row's first nonzero [nu]
  int* moment_colind;       // column of each nonzero [nJmom]
  mjtNum* actuator_moment;  // actuator moments: gradient of the actuator length [nJmom]
  mjtNum* crb;              // composite inertia about the tree's centre of mass [nbody x 10]
  mjtNum* qM;               // joint-space inertia, legacy layout [nM]
  mjtNum* M;                // joint-space inertia, compressed rows [nC]
  mjtNum* qLD;              // factors L'DL of M, with the sparsity of M [nC]
  mjtNum* qLDiagInv;        // inverse diagonal 1/D of these factors [nv]
  mjtByte* bvh_active;      // 1: the bounding volume was visited [nbvh]

  // --- computed from positions and velocities
  mjtNum* flexedge_velocity;  // time derivative of the edge length [nflexedge]
  mjtNum* ten_velocity;       // time derivative of the tendon length [ntendon]
  mjtNum* actuator_velocity;  // time derivative of the actuator length [nu]
  mjtNum* cvel;       // velocity about the tree's centre of mass: rotation, translation [nbody x 6]
  mjtNum* cdof_dot;   // time derivative of cdof [nv x 6]
  mjtNum* qfrc_bias;  // Coriolis, centrifugal and gravitational forces [nv]
  mjtNum* qfrc_spring;     // spring forces [nv]
  mjtNum* qfrc_damper;     // damper forces [nv]
  mjtNum* qfrc_gravcomp;   // gravity compensation forces [nv]
  mjtNum* qfrc_fluid;      // forces of the fluid medium [nv]
  mjtNum* qfrc_passive;    // sum of all passive forces [nv]
  mjtNum* subtree_linvel;  // velocity of the subtree's centre of mass (m/s) [nbody x 3]
  mjtNum* subtree_angmom;  // angular momentum of the subtree about its centre of mass [nbody x 3]
  mjtNum* qH;              // factors of the implicit matrix, with the sparsity of M [nC]
  mjtNum* qHDiagInv;       // inverse diagonal 1/D of these factors [nv]
  mjtNum* qDeriv;          // derivative of smooth forces by velocity, with the sparsity of D [nD]
  mjtNum* qLU;             // factors of M - h qDeriv [nD]

  // --- computed from positions, velocities and controls
  mjtNum* actuator_force;   // scalar actuator force [nu]
  mjtNum* qfrc_actuator;    // sum of all actuator forces, generalised [nv]
  mjtNum* qfrc_smooth;      // sum of all forces except constraint forces [nv]
  mjtNum* qacc_smooth;      // accelerations that qfrc_smooth would cause alone [nv]
  mjtNum* qfrc_constraint;  // constraint forces, generalised [nv]
  mjtNum* qfrc_inverse;     // result of inverse dynamics [nv]
  mjtNum* cacc;      // acceleration about the tree's centre of mass, computed on demand [nbody x 6]
  mjtNum* cfrc_int;  // force and torque exerted by the parent, computed on demand [nbody x 6]
  mjtNum* cfrc_ext;  // external force and torque, computed on demand [nbody x 6]

  // --- contacts, in the arena
  mjContact* contact;  // contacts [ncon]

  // --- constraint rows, in the arena
  int* efc_type;             // type of the row (mjtConstraint) [nefc]
  int* efc_id;               // id of the object that the row constrains [nefc]
  int* efc_J_rownnz;         // number of nonzeros in the row [nefc]
  int* efc_J_rowadr;         // index of the first one [nefc]
  int* efc_J_rowsuper;       // number of following rows with the same columns [nefc]
  int* efc_J_colind;         // column of each nonzero [nJ]
  mjtNum* efc_J;             // constraint Jacobian, dense or sparse [nJ]
  mjtNum* efc_pos;           // constraint position: distance or error [nefc]
  mjtNum* efc_margin;        // position at which the constraint becomes active [nefc]
  mjtNum* efc_frictionloss;  // friction loss [nefc]
  mjtNum* efc_diagApprox;    // approximate diagonal of A [nefc]
  mjtNum* efc_KBIP;    // stiffness, damping, impedance, derivative of the impedance [nefc x 4]
  mjtNum* efc_D;       // inverse of efc_R [nefc]
  mjtNum* efc_R;       // regularisation: diagonal added to A [nefc]
  int* tendon_efcadr;  // index of the tendon's first limit or friction row; -1: none [ntendon]

  // --- islands, in the arena
  int* dof_island;            // island that contains the dof; -1: none [nv]
  int* island_nv;             // number of dofs in the island [nisland]
  int* island_idofadr;        // index of the island's first dof, in island order [nisland]
  int* island_dofadr;         // index of the island's first dof, in model order [nisland]
  int* map_dof2idof;          // maps model order of dofs to island order [nv]
  int* map_idof2dof;          // maps island order of dofs to model order [nv]
  mjtNum* ifrc_smooth;        // qfrc_smooth in island order [nidof]
  mjtNum* iacc_smooth;        // qacc_smooth in island order [nidof]
  int* iM_rownnz;             // number of entries in a row of M, in island order [nidof]
  int* iM_rowadr;             // index of the first one [nidof]
  int* iM_colind;             // column of each nonzero [nC]
  mjtNum* iM;                 // M in island order [nC]
  mjtNum* iLD;                // factors L'DL of iM [nC]
  mjtNum* iLDiagInv;          // inverse diagonal 1/D of these factors [nidof]
  mjtNum* iacc;               // qacc in island order [nidof]
  int* efc_island;            // island that contains the row [nefc]
  int* island_ne;             // number of equality rows in the island [nisland]
  int* island_nf;             // number of friction rows in the island [nisland]
  int* island_nefc;           // total number of rows in the island [nisland]
  int* island_iefcadr;        // index of the island's first row, in island order [nisland]
  int* map_efc2iefc;          // maps the common order of rows to island order [nefc]
  int* map_iefc2efc;          // maps island order of rows to the common order [nefc]
  int* iefc_type;             // efc_type in island order [nefc]
  int* iefc_id;               // efc_id in island order [nefc]
  int* iefc_J_rownnz;         // number of nonzeros in the row [nefc]
  int* iefc_J_rowadr;         // index of the first one [nefc]
  int* iefc_J_rowsuper;       // number of following rows with the same columns [nefc]
  int* iefc_J_colind;         // column of each nonzero [nJ]
  mjtNum* iefc_J;             // constraint Jacobian in island order [nJ]
  mjtNum* iefc_frictionloss;  // friction loss in island order [nefc]
  mjtNum* iefc_D;             // efc_D in island order [nefc]
  mjtNum* iefc_R;             // efc_R in island order [nefc]

  // --- constraint space
  int* efc_AR_rownnz;       // number of nonzeros in a row of AR [nefc]
  int* efc_AR_rowadr;       // index of the first one [nefc]
  int* efc_AR_colind;       // column of each nonzero [nA]
  mjtNum* efc_AR;           // AR = J inv(M) J' + R, for the dual solvers [nA]
  mjtNum* efc_vel;          // constraint velocity: J qvel [nefc]
  mjtNum* efc_aref;         // reference acceleration [nefc]
  mjtNum* efc_b;            // efc_b = J qacc_smooth - aref [nefc]
  mjtNum* iefc_aref;        // efc_aref in island order [nefc]
  int* iefc_state;          // efc_state in island order [nefc]
  mjtNum* iefc_force;       // efc_force in island order [nefc]
  int* efc_state;           // cost zone of the row (mjtConstraintState) [nefc]
  mjtNum* efc_force;        // constraint force of the row [nefc]
  mjtNum* ifrc_constraint;  // qfrc_constraint in island order [nidof]

  // --- threads and compilation
  uintptr_t threadpool;  // thread pool bound to this mjData; 0: none
  uint64_t signature;    // signature of the model

  // --- extension block: arrays of newer versions
  mjtNum* qfrc_adhesion;  // passive forces of adhesive contacts [nv]
  mjtNum* history;        // stored controls and sensor values, see mj_readCtrl [nhistory]

  // --- extension block: sleep state.  Everything derived from tree_asleep is updated when a tree
  // wakes up or falls asleep.  In each list only the first n entries are valid.
  int* tree_asleep;  // below 0: awake, -1: ready to fall asleep, -11: not quiet; otherwise asleep:
                     // id of the next tree in the cycle of trees that sleep together [ntree]
  int* tree_awake;   // 1: the tree is awake [ntree]
  int* body_awake;   // sleep state of the body (mjtSleepState) [nbody]
  int* body_awake_ind;    // ids of awake and static bodies, ascending [nbody]
  int* parent_awake_ind;  // ids of bodies whose parent is awake or static, ascending [nbody]
  int* dof_awake_ind;     // ids of awake dofs, ascending [nv]
  int* tree_island;       // island that contains the tree; -1: none [ntree]
  int* island_ntree;      // number of trees in the island [ntree, the first nisland]
  int* island_itreeadr;   // index of first tree in map_itree2tree [ntree, the first nisland]
  int* map_itree2tree;    // tree ids ordered by island, then the trees without island [ntree]
  int* awake_span;        // ranges of awake bodies (engSpan) [nbody x 10, the first nspan_awake]
  mjtNum* qpos_asleep;    // positions at which sleeping trees rest [nq]

  // --- extension block: terms that the integrator "discrete" (3.13) adds: s to the inertia, k to
  // the forces
  mjtNum* efm_diag;   // s of springs and dampers of single dofs, added to the inertia [nv]
  mjtNum* efm_ck;     // k of springs and dampers of single dofs: force -k qvel [nv]
  mjtNum* efm_c;      // added force of springs and tendons [nv]
  mjtNum* efm_ca;     // added force of actuators [nv]
  mjtNum* efm_sdiag;  // sum of all terms added to the diagonal of the inertia [nv]
  int* efm_aid;       // ids of actuators with terms [nactuator, the first nefmA]
  mjtNum* efm_ak;     // their k, the same for all outputs [nactuator, the first nefmA]
  mjtNum* efm_as;     // their s [nactuator, the first nefmA]
  int* efm_tid;       // ids of tendons with springs or dampers [ntendon, the first nefmT]
  mjtNum* efm_tk;     // their k [ntendon, the first nefmT]
  mjtNum* efm_ts;     // their s [ntendon, the first nefmT]
  mjtNum* efm_fluid;  // fluid terms added to M [nC]

  // --- extension block: counts and flags of newer versions
  int ntree_awake;      // number of awake trees
  int nbody_awake;      // number of awake and static bodies
  int nparent_awake;    // number of bodies whose parent is awake or static
  int nv_awake;         // number of awake dofs
  int nspan_awake;      // number of ranges in awake_span
  int nactuator_awake;  // number of actuators that do not act on sleeping trees
  int flg_awake;   // 1: the set of awake trees has changed since the constraints were last solved
  int efm_active;  // 1: accelerations are evaluated at the end of the step
  int nefmA;       // number of actuators with terms
  int nefmT;       // number of tendons with terms
  int efm_rows;    // for which integrator the rows were regularised (constraint/discrete.h)
  int nY;          // number of entries of efc_Y

  // --- extension block: J inv(M) J' = Y Y', with mjENBL_DIAGEXACT (3.9), in the arena
  int* efc_Y_rownnz;  // number of nonzeros in a row of Y [nefc]
  int* efc_Y_rowadr;  // index of the row's first nonzero [nefc]
  int* efc_Y_colind;  // column of each nonzero [nY]
  mjtNum* efc_Y;      // entries of Y; with a dense Jacobian nefc x nv [nY]

  // --- extension block: stacks of the worker threads of a pool
  void* threadstack;    // memory of all stacks, one after another
  size_t nthreadstack;  // size of each stack (bytes)
  int nthread;          // number of stacks
  ENGINE_NEWER_mjData
} mjData;

// User callbacks: mjfGeneric returns nothing; mjfConFilt returns 1 if two geoms must not collide;
// mjfSensor computes the sensors of a stage (mjtStage); mjfTime reads a clock; mjfAct returns a
// number for an actuator. mjfCollision collides two geoms: it writes contacts to con and returns
// their number.
typedef void (*mjfGeneric)(const mjModel* m, mjData* d);
typedef int (*mjfConFilt)(const mjModel* m, mjData* d, int geom1, int geom2);
typedef void (*mjfSensor)(const mjModel* m, mjData* d, int stage);
typedef mjtNum (*mjfTime)(void);
typedef mjtNum (*mjfAct)(const mjModel* m, const mjData* d, int id);
typedef int (*mjfCollision)(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                            mjtNum margin);

#define mjDISABLED(x)         (m->opt.disableflags & (x))
#define mjENABLED(x)          (m->opt.enableflags & (x))
#define mjACTUATORDISABLED(i) (m->opt.disableactuator & (1 << m->actuator_group[i]))

#ifdef __cplusplus
}  // extern "C"
#endif
