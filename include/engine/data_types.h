// The mutable state of a simulation: mjData and what it is made of; callback types.
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

// Life of a task.
typedef enum mjtTaskStatus_ {
  mjTASK_NEW = 0,        // not given to a pool
  mjTASK_QUEUED = 1,     // given to a pool
  mjTASK_COMPLETED = 2,  // done
} mjtTaskStatus;

// Parts of the state, as bits, and unions of them.
typedef enum mjtState_ {
  mjSTATE_TIME = 1,            // time
  mjSTATE_QPOS = 2,            // positions
  mjSTATE_QVEL = 4,            // velocities
  mjSTATE_ACT = 8,             // activations
  mjSTATE_WARMSTART = 16,      // accelerations that the solver begins with
  mjSTATE_CTRL = 32,           // controls
  mjSTATE_QFRC_APPLIED = 64,   // forces on dofs that the program applies
  mjSTATE_XFRC_APPLIED = 128,  // forces on bodies that the program applies
  mjSTATE_EQ_ACTIVE = 256,     // which equality constraints are on
  mjSTATE_MOCAP_POS = 512,     // positions of mocap bodies
  mjSTATE_MOCAP_QUAT = 1024,   // orientations of mocap bodies
  mjSTATE_USERDATA = 2048,     // data of the user
  mjSTATE_PLUGIN = 4096,       // state of plugins
  mjNSTATE = 13,               // number of bits
  mjSTATE_PHYSICS = 14,        // positions, velocities, activations
  mjSTATE_FULLPHYSICS = 4111,  // and time and plugins
  mjSTATE_USER = 4064,         // what the program sets
  mjSTATE_INTEGRATION = 8191,  // all that a step depends on
} mjtState;

// Kinds of constraint rows.
typedef enum mjtConstraint_ {
  mjCNSTR_EQUALITY = 0,              // of an equality constraint
  mjCNSTR_FRICTION_DOF = 1,          // dry friction of a joint
  mjCNSTR_FRICTION_TENDON = 2,       // dry friction of a tendon
  mjCNSTR_LIMIT_JOINT = 3,           // a limit of a joint
  mjCNSTR_LIMIT_TENDON = 4,          // a limit of a tendon
  mjCNSTR_CONTACT_FRICTIONLESS = 5,  // a contact along its normal alone
  mjCNSTR_CONTACT_PYRAMIDAL = 6,     // an edge of the pyramid of a contact
  mjCNSTR_CONTACT_ELLIPTIC = 7,      // a direction of a contact with an elliptic cone
} mjtConstraint;

// Zone of its cost a row is in.
typedef enum mjtConstraintState_ {
  mjCNSTRSTATE_SATISFIED = 0,  // no force: nothing to correct
  mjCNSTRSTATE_QUADRATIC = 1,  // force in proportion to the violation
  mjCNSTRSTATE_LINEARNEG = 2,  // friction at its lower bound
  mjCNSTRSTATE_LINEARPOS = 3,  // friction at its upper bound
  mjCNSTRSTATE_CONE = 4,       // on the surface of the cone: it slides
} mjtConstraintState;

// Warnings of a simulation.
typedef enum mjtWarning_ {
  mjWARN_INERTIA = 0,      // the inertia matrix is nearly singular
  mjWARN_CONTACTFULL = 1,  // no room for contacts
  mjWARN_CNSTRFULL = 2,    // no room for constraints
  mjWARN_VGEOMFULL = 3,    // no room for shapes of a scene
  mjWARN_BADQPOS = 4,      // a position is not finite or too large
  mjWARN_BADQVEL = 5,      // a velocity is
  mjWARN_BADQACC = 6,      // an acceleration is
  mjWARN_BADCTRL = 7,      // a control is
  mjNWARNING = 8,          // number of kinds
} mjtWarning;

// Stages whose cost is measured.
typedef enum mjtTimer_ {
  mjTIMER_STEP = 0,            // mj_step
  mjTIMER_FORWARD = 1,         // mj_forward within it
  mjTIMER_INVERSE = 2,         // mj_inverse
  mjTIMER_POSITION = 3,        // what depends on positions
  mjTIMER_VELOCITY = 4,        // what depends on velocities
  mjTIMER_ACTUATION = 5,       // forces of actuators
  mjTIMER_CONSTRAINT = 6,      // the constraint solver
  mjTIMER_ADVANCE = 7,         // the integrator
  mjTIMER_POS_KINEMATICS = 8,  // of the position stage: poses, tendons, flexes
  mjTIMER_POS_INERTIA = 9,     // the inertia matrix
  mjTIMER_POS_COLLISION = 10,  // contacts
  mjTIMER_POS_MAKE = 11,       // rows of constraints
  mjTIMER_POS_PROJECT = 12,    // their matrix, for PGS and noslip
  mjTIMER_COL_BROAD = 13,      // of collision: pairs that may touch
  mjTIMER_COL_NARROW = 14,     // and whether and where they do
  mjNTIMER = 15,               // number of timers
} mjtTimer;

// A contact point, in world coordinates.
typedef struct mjContact_ {
  mjtNum dist;                    // distance of the surfaces; negative: penetration (m)
  mjtNum pos[3];                  // midway between the surfaces (m)
  mjtNum frame[9];                // rows: normal from the first geom to the second, two tangents
  mjtNum includemargin;           // exerts force below this distance: margin - gap (m)
  mjtNum friction[5];             // two sliding, torsional, two rolling frictions
  mjtNum solref[mjNREF];          // reference, normal direction
  mjtNum solreffriction[mjNREF];  // reference, friction directions
  mjtNum solimp[mjNIMP];          // impedance
  mjtNum mu;                      // friction of the regularised elliptic cone, set by the solver
  mjtNum H[36];                   // Hessian of the elliptic cone, set by the solver
  int dim;                        // rows it makes: 1, 3, 4 or 6
  int geom1;                      // the same as geom[0]
  int geom2;                      // the same as geom[1]
  int geom[2];                    // the two geoms; -1: flex
  int flex[2];                    // the two flexes; -1: geom
  int elem[2];                    // elements of the flexes; -1: geom or vertex
  int vert[2];                    // vertices of the flexes; -1: geom or element
  int exclude;      // 0: included; otherwise why not: 1 in gap, 2 fused, 3 no dofs, 4 passive
  int efc_address;  // first row in efc arrays; -1: none
  ENGINE_NEWER_mjContact
} mjContact;

// How often something was warned about.
typedef struct mjWarningStat_ {
  int lastinfo;  // index or size that came with the last one
  int number;    // times since the last reset
} mjWarningStat;

// What a stage has cost.
typedef struct mjTimerStat_ {
  mjtNum duration;  // total time, in the units of mjcb_time
  int number;       // runs
} mjTimerStat;

// One iteration of a constraint solver.
typedef struct mjSolverStat_ {
  mjtNum improvement;  // decrease of the cost, scaled by 1/trace(M)
  mjtNum gradient;     // norm of the gradient, scaled likewise (primal solvers)
  mjtNum lineslope;    // slope the line search ended with
  int nactive;         // rows in their quadratic or linear zone
  int nchange;         // rows that changed zone
  int neval;           // evaluations of the line search
  int nupdate;         // rank-one updates of the Hessian's factor
} mjSolverStat;

// The state of a simulation and everything computed from it.
typedef struct mjData_ {
  // --- sizes
  mjtSize narena;  // bytes of the arena

  // --- memory
  mjtSize nbuffer;  // bytes of buffer

  // --- plugins
  int nplugin;  // plugin instances

  // --- stack and arena
  size_t pstack;                            // bytes the stack uses
  size_t pbase;                             // current frame of the stack
  size_t parena;                            // bytes the arena's arrays use
  mjtSize maxuse_stack;                     // most bytes the stack has used
  mjtSize maxuse_threadstack[mjMAXTHREAD];  // most bytes each worker's stack has used
  mjtSize maxuse_arena;                     // most bytes stack and arrays have used together
  int maxuse_con;                           // most contacts
  int maxuse_efc;                           // most constraint rows

  // --- solver, warnings, timers
  mjSolverStat solver[mjNISLAND * mjNSOLVER];  // solver statistics by island and iteration
  int solver_niter[mjNISLAND];                 // iterations by island
  int solver_nnz[mjNISLAND];                   // nonzeros of the Hessian or of AR, by island
  mjtNum solver_fwdinv[2];            // forward against inverse: constraint forces, applied forces
  mjWarningStat warning[mjNWARNING];  // warnings (mjtWarning)
  mjTimerStat timer[mjNTIMER];        // costs of the stages (mjtTimer)

  // --- counts
  int ncon;     // contacts
  int ne;       // equality rows, the first ones
  int nf;       // friction rows, after them
  int nl;       // limit rows, after them
  int nefc;     // all rows
  int nJ;       // entries of the constraint Jacobian
  int nA;       // entries of AR
  int nisland;  // islands
  int nidof;    // dofs in islands

  // --- time and energy
  mjtNum time;       // simulated time (s)
  mjtNum energy[2];  // potential, kinetic (J)
  void* buffer;      // the block of memory the arrays live in
  void* arena;       // memory of the stack, contacts and rows

  // --- state
  mjtNum* qpos;            // positions [nq]
  mjtNum* qvel;            // velocities [nv]
  mjtNum* act;             // activations [na]
  mjtNum* qacc_warmstart;  // accelerations the solver starts from [nv]
  mjtNum* plugin_state;    // state of plugins [npluginstate]

  // --- inputs
  mjtNum* ctrl;          // controls [nu]
  mjtNum* qfrc_applied;  // generalised forces applied by the user [nv]
  mjtNum*
      xfrc_applied;  // force and torque on each body at its centre of mass, world axes [nbody x 6]
  mjtByte* eq_active;  // is the constraint active [neq]
  mjtNum* mocap_pos;   // positions of mocap bodies (m) [nmocap x 3]
  mjtNum* mocap_quat;  // orientations of mocap bodies [nmocap x 4]

  // --- results of a step
  mjtNum* qacc;            // accelerations [nv]
  mjtNum* act_dot;         // rates of the activations [na]
  mjtNum* userdata;        // of the user, never touched [nuserdata]
  mjtNum* sensordata;      // what the sensors read [nsensordata]
  int* plugin;             // slot of an instance, for its destruction [nplugin]
  uintptr_t* plugin_data;  // of the plugin [nplugin]

  // --- computed from positions
  mjtNum* xpos;         // origin of the body frame (m) [nbody x 3]
  mjtNum* xquat;        // orientation of the body frame [nbody x 4]
  mjtNum* xmat;         // the same as a matrix [nbody x 9]
  mjtNum* xipos;        // centre of mass (m) [nbody x 3]
  mjtNum* ximat;        // principal axes of inertia [nbody x 9]
  mjtNum* xanchor;      // anchor of the joint (m) [njnt x 3]
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
  mjtNum* cdof;    // motion axis of the dof about its tree's centre of mass: rotation, translation
                   // [nv x 6]
  mjtNum* cinert;  // inertia about the tree's centre of mass [nbody x 10]
  mjtNum* flexvert_xpos;    // position of the vertex (m) [nflexvert x 3]
  mjtNum* flexelem_aabb;    // box of the element: centre, half sizes (m) [nflexelem x 6]
  int* flexedge_J_rownnz;   // nonzeros of an edge's Jacobian [nflexedge]
  int* flexedge_J_rowadr;   // first of them [nflexedge]
  int* flexedge_J_colind;   // their columns [nflexedge x nv]
  mjtNum* flexedge_J;       // Jacobian of the edge lengths [nflexedge x nv]
  mjtNum* flexedge_length;  // length of the edge (m) [nflexedge]
  mjtNum* bvh_aabb_dyn;     // boxes of the dynamic bounding volumes [nbvhdynamic x 6]
  int* ten_wrapadr;         // first point of the tendon's path [ntendon]
  int* ten_wrapnum;         // points on it [ntendon]
  int* ten_J_rownnz;        // nonzeros of a tendon's Jacobian [ntendon]
  int* ten_J_rowadr;        // first of them [ntendon]
  int* ten_J_colind;        // their columns [ntendon x nv]
  mjtNum* ten_J;            // Jacobian of the tendon lengths [ntendon x nv]
  mjtNum* ten_length;       // length of the tendon [ntendon]
  int* wrap_obj;            // geom a path point is on; -1: site, -2: pulley [nwrap x 2]
  mjtNum* wrap_xpos;        // path points, two an object (m) [nwrap x 6]
  mjtNum* actuator_length;  // length the actuator acts on [nu]
  int* moment_rownnz;       // nonzeros of an actuator's moment [nu]
  int* moment_rowadr;       // first of them [nu]
  int* moment_colind;       // their columns [nJmom]
  mjtNum* actuator_moment;  // moment of the actuator: gradient of its length [nJmom]
  mjtNum* crb;              // composite inertia about the tree's centre of mass [nbody x 10]
  mjtNum* qM;               // joint-space inertia, legacy layout [nM]
  mjtNum* M;                // joint-space inertia, compressed rows [nC]
  mjtNum* qLD;              // its factors L'DL, on the pattern of M [nC]
  mjtNum* qLDiagInv;        // 1/D [nv]
  mjtByte* bvh_active;      // was the bounding volume visited [nbvh]

  // --- computed from positions and velocities
  mjtNum* flexedge_velocity;  // rate of the edge's length [nflexedge]
  mjtNum* ten_velocity;       // rate of the tendon's length [ntendon]
  mjtNum* actuator_velocity;  // rate of the actuator's length [nu]
  mjtNum* cvel;       // velocity about the tree's centre of mass: rotation, translation [nbody x 6]
  mjtNum* cdof_dot;   // rate of cdof [nv x 6]
  mjtNum* qfrc_bias;  // Coriolis, centrifugal and gravitational forces [nv]
  mjtNum* qfrc_spring;     // spring forces [nv]
  mjtNum* qfrc_damper;     // damper forces [nv]
  mjtNum* qfrc_gravcomp;   // gravity compensation [nv]
  mjtNum* qfrc_fluid;      // forces of the medium [nv]
  mjtNum* qfrc_passive;    // all passive forces [nv]
  mjtNum* subtree_linvel;  // velocity of the subtree's centre of mass (m/s) [nbody x 3]
  mjtNum* subtree_angmom;  // angular momentum of the subtree about it [nbody x 3]
  mjtNum* qH;              // factors of the implicit matrix, on the pattern of M [nC]
  mjtNum* qHDiagInv;       // 1/D of them [nv]
  mjtNum* qDeriv;          // derivative of smooth forces by velocity, on the pattern of D [nD]
  mjtNum* qLU;             // factors of M - h qDeriv [nD]

  // --- computed from positions, velocities and controls
  mjtNum* actuator_force;   // force of the actuator [nu]
  mjtNum* qfrc_actuator;    // all actuator forces [nv]
  mjtNum* qfrc_smooth;      // all forces but those of constraints [nv]
  mjtNum* qacc_smooth;      // accelerations they would cause [nv]
  mjtNum* qfrc_constraint;  // forces of constraints [nv]
  mjtNum* qfrc_inverse;     // result of inverse dynamics [nv]
  mjtNum* cacc;             // acceleration about the tree's centre of mass, on demand [nbody x 6]
  mjtNum* cfrc_int;         // force and torque the parent exerts, on demand [nbody x 6]
  mjtNum* cfrc_ext;         // external force and torque, on demand [nbody x 6]

  // --- contacts, in the arena
  mjContact* contact;  // the contacts [ncon]

  // --- constraint rows, in the arena
  int* efc_type;             // kind of the row (mjtConstraint) [nefc]
  int* efc_id;               // object behind the row [nefc]
  int* efc_J_rownnz;         // nonzeros of a row [nefc]
  int* efc_J_rowadr;         // first of them [nefc]
  int* efc_J_rowsuper;       // rows that follow with the same columns [nefc]
  int* efc_J_colind;         // their columns [nJ]
  mjtNum* efc_J;             // constraint Jacobian, dense or sparse [nJ]
  mjtNum* efc_pos;           // position of the constraint: distance, error [nefc]
  mjtNum* efc_margin;        // where it becomes active [nefc]
  mjtNum* efc_frictionloss;  // friction loss [nefc]
  mjtNum* efc_diagApprox;    // approximate diagonal of A [nefc]
  mjtNum* efc_KBIP;          // stiffness, damping, impedance, its derivative [nefc x 4]
  mjtNum* efc_D;             // inverse of R [nefc]
  mjtNum* efc_R;             // regularisation [nefc]
  int* tendon_efcadr;        // first limit or friction row of the tendon; -1: none [ntendon]

  // --- islands, in the arena
  int* dof_island;            // island of the dof; -1: none [nv]
  int* island_nv;             // dofs of the island [nisland]
  int* island_idofadr;        // first of them in island order [nisland]
  int* island_dofadr;         // first of them in the model's order [nisland]
  int* map_dof2idof;          // from the model's order to the islands' [nv]
  int* map_idof2dof;          // and back [nv]
  mjtNum* ifrc_smooth;        // qfrc_smooth in island order [nidof]
  mjtNum* iacc_smooth;        // qacc_smooth in island order [nidof]
  int* iM_rownnz;             // entries of a row of M in island order [nidof]
  int* iM_rowadr;             // first of them [nidof]
  int* iM_colind;             // their columns [nC]
  mjtNum* iM;                 // M in island order [nC]
  mjtNum* iLD;                // its factors [nC]
  mjtNum* iLDiagInv;          // 1/D of them [nidof]
  mjtNum* iacc;               // qacc in island order [nidof]
  int* efc_island;            // island of the row [nefc]
  int* island_ne;             // equality rows of the island [nisland]
  int* island_nf;             // friction rows of the island [nisland]
  int* island_nefc;           // all rows of the island [nisland]
  int* island_iefcadr;        // first of them in island order [nisland]
  int* map_efc2iefc;          // from the common order to the islands' [nefc]
  int* map_iefc2efc;          // and back [nefc]
  int* iefc_type;             // efc_type in island order [nefc]
  int* iefc_id;               // efc_id in island order [nefc]
  int* iefc_J_rownnz;         // nonzeros of a row [nefc]
  int* iefc_J_rowadr;         // first of them [nefc]
  int* iefc_J_rowsuper;       // rows that follow with the same columns [nefc]
  int* iefc_J_colind;         // their columns [nJ]
  mjtNum* iefc_J;             // Jacobian in island order [nJ]
  mjtNum* iefc_frictionloss;  // friction loss in island order [nefc]
  mjtNum* iefc_D;             // efc_D in island order [nefc]
  mjtNum* iefc_R;             // efc_R in island order [nefc]

  // --- constraint space
  int* efc_AR_rownnz;       // nonzeros of a row of AR [nefc]
  int* efc_AR_rowadr;       // first of them [nefc]
  int* efc_AR_colind;       // their columns [nA]
  mjtNum* efc_AR;           // J inv(M) J' + R, for the dual solvers [nA]
  mjtNum* efc_vel;          // velocity of the constraint: J qvel [nefc]
  mjtNum* efc_aref;         // reference acceleration [nefc]
  mjtNum* efc_b;            // J qacc_smooth - aref [nefc]
  mjtNum* iefc_aref;        // efc_aref in island order [nefc]
  int* iefc_state;          // efc_state in island order [nefc]
  mjtNum* iefc_force;       // efc_force in island order [nefc]
  int* efc_state;           // zone of the row (mjtConstraintState) [nefc]
  mjtNum* efc_force;        // force of the row [nefc]
  mjtNum* ifrc_constraint;  // qfrc_constraint in island order [nidof]

  // --- threads and compilation
  uintptr_t threadpool;  // pool bound to these data; 0: none
  uint64_t signature;    // that of the model

  // --- extension block: arrays of newer versions
  mjtNum* qfrc_adhesion;  // passive force of adhesive contacts [nv]
  mjtNum* history;        // controls and sensor values that are kept, see mj_readCtrl [nhistory]

  // --- extension block: who is awake.  What follows from tree_asleep is brought up to date when a
  // tree wakes or falls asleep; of the lists only the first n count.
  int* tree_asleep;  // below 0: awake, -1: ready to fall asleep, -11: not quiet; else asleep: the
                     // next tree of those that sleep together [ntree]
  int* tree_awake;   // whether it is awake [ntree]
  int* body_awake;   // mjtSleepState [nbody]
  int* body_awake_ind;    // bodies awake or static, ascending [nbody]
  int* parent_awake_ind;  // bodies whose parent is awake or static, ascending [nbody]
  int* dof_awake_ind;     // dofs awake, ascending [nv]
  int* tree_island;       // island of a tree; -1: none [ntree]
  int* island_ntree;      // trees of an island [ntree, the first nisland]
  int* island_itreeadr;   // first of them in map_itree2tree [ntree, the first nisland]
  int* map_itree2tree;    // trees by island, then those in none [ntree]
  int* awake_span;        // runs of bodies awake, as engSpan [nbody x 10, the first nspan_awake]
  mjtNum* qpos_asleep;    // of trees that sleep: the positions they sleep at [nq]

  // --- extension block: the integrator "discrete" (3.13): what it adds to inertia and to forces
  mjtNum* efm_diag;   // s of springs and dampers of single dofs [nv]
  mjtNum* efm_ck;     // and k: the force -k qvel [nv]
  mjtNum* efm_c;      // force of springs and tendons [nv]
  mjtNum* efm_ca;     // force of actuators [nv]
  mjtNum* efm_sdiag;  // all that is added to the diagonal of the inertia [nv]
  mjtNum* efm_ak;     // k of actuators, along their outputs [nout]
  mjtNum* efm_as;     // and s [nout]
  mjtNum* efm_tk;     // k of tendons [ntendon]
  mjtNum* efm_ts;     // and s [ntendon]
  mjtNum* efm_fluid;  // what the medium adds to M [nC]

  // --- extension block: numbers of newer versions
  int ntree_awake;      // trees awake
  int nbody_awake;      // bodies awake or static
  int nparent_awake;    // bodies whose parent is awake or static
  int nv_awake;         // dofs awake
  int nspan_awake;      // runs of bodies awake
  int nactuator_awake;  // actuators that do not act on what sleeps
  int flg_awake;        // whether that has changed since constraints were solved last
  int efm_active;       // whether accelerations are those of the end of the step
  int efm_rows;         // for what the softness of rows is (constraint/discrete.h)
  int nY;               // numbers in efc_Y

  // --- extension block: J inv(M) J' = Y Y', with mjENBL_DIAGEXACT (3.9), in the arena
  int* efc_Y_rownnz;  // nonzeros of a row of Y [nefc]
  int* efc_Y_rowadr;  // first of them [nefc]
  int* efc_Y_colind;  // their columns [nY]
  mjtNum* efc_Y;      // with a dense Jacobian nefc x nv [nY]

  // --- extension block: the stacks of the workers of a pool
  void* threadstack;    // one after the other
  size_t nthreadstack;  // bytes of each
  int nthread;          // how many there are
  ENGINE_NEWER_mjData
} mjData;

// Functions of the user: a callback without result; whether two geoms do not collide; sensors of a
// stage (mjtStage); a clock; a number for an actuator.  Then what collides two geoms: contacts go
// to con, how many is returned.
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
