// The mutable state of a simulation: mjData and what it is made of; callback types.
#pragma once

#include <engine/model_types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define mjNSOLVER 200
#define mjNISLAND 20
#define mjMAXTHREAD 128
#define mjMAXCONPAIR 50
#define mjMAXTREEDEPTH 50
#define mjMAXFLEXNODES 27

typedef enum mjtTaskStatus_ {
  mjTASK_NEW = 0,
  mjTASK_QUEUED = 1,
  mjTASK_COMPLETED = 2,
} mjtTaskStatus;

typedef enum mjtState_ {
  mjSTATE_TIME = 1,
  mjSTATE_QPOS = 2,
  mjSTATE_QVEL = 4,
  mjSTATE_ACT = 8,
  mjSTATE_WARMSTART = 16,
  mjSTATE_CTRL = 32,
  mjSTATE_QFRC_APPLIED = 64,
  mjSTATE_XFRC_APPLIED = 128,
  mjSTATE_EQ_ACTIVE = 256,
  mjSTATE_MOCAP_POS = 512,
  mjSTATE_MOCAP_QUAT = 1024,
  mjSTATE_USERDATA = 2048,
  mjSTATE_PLUGIN = 4096,
  mjNSTATE = 13,
  mjSTATE_PHYSICS = 14,
  mjSTATE_FULLPHYSICS = 4111,
  mjSTATE_USER = 4064,
  mjSTATE_INTEGRATION = 8191,
} mjtState;

typedef enum mjtConstraint_ {
  mjCNSTR_EQUALITY = 0,
  mjCNSTR_FRICTION_DOF = 1,
  mjCNSTR_FRICTION_TENDON = 2,
  mjCNSTR_LIMIT_JOINT = 3,
  mjCNSTR_LIMIT_TENDON = 4,
  mjCNSTR_CONTACT_FRICTIONLESS = 5,
  mjCNSTR_CONTACT_PYRAMIDAL = 6,
  mjCNSTR_CONTACT_ELLIPTIC = 7,
} mjtConstraint;

typedef enum mjtConstraintState_ {
  mjCNSTRSTATE_SATISFIED = 0,
  mjCNSTRSTATE_QUADRATIC = 1,
  mjCNSTRSTATE_LINEARNEG = 2,
  mjCNSTRSTATE_LINEARPOS = 3,
  mjCNSTRSTATE_CONE = 4,
} mjtConstraintState;

typedef enum mjtWarning_ {
  mjWARN_INERTIA = 0,
  mjWARN_CONTACTFULL = 1,
  mjWARN_CNSTRFULL = 2,
  mjWARN_VGEOMFULL = 3,
  mjWARN_BADQPOS = 4,
  mjWARN_BADQVEL = 5,
  mjWARN_BADQACC = 6,
  mjWARN_BADCTRL = 7,
  mjNWARNING = 8,
} mjtWarning;

typedef enum mjtTimer_ {
  mjTIMER_STEP = 0,
  mjTIMER_FORWARD = 1,
  mjTIMER_INVERSE = 2,
  mjTIMER_POSITION = 3,
  mjTIMER_VELOCITY = 4,
  mjTIMER_ACTUATION = 5,
  mjTIMER_CONSTRAINT = 6,
  mjTIMER_ADVANCE = 7,
  mjTIMER_POS_KINEMATICS = 8,
  mjTIMER_POS_INERTIA = 9,
  mjTIMER_POS_COLLISION = 10,
  mjTIMER_POS_MAKE = 11,
  mjTIMER_POS_PROJECT = 12,
  mjTIMER_COL_BROAD = 13,
  mjTIMER_COL_NARROW = 14,
  mjNTIMER = 15,
} mjtTimer;

typedef struct mjContact_ {
  mjtNum dist;
  mjtNum pos[3];
  mjtNum frame[9];
  mjtNum includemargin;
  mjtNum friction[5];
  mjtNum solref[mjNREF];
  mjtNum solreffriction[mjNREF];
  mjtNum solimp[mjNIMP];
  mjtNum mu;
  mjtNum H[36];
  int dim;
  int geom1;
  int geom2;
  int geom[2];
  int flex[2];
  int elem[2];
  int vert[2];
  int exclude;
  int efc_address;
} mjContact;

typedef struct mjWarningStat_ {
  int lastinfo;
  int number;
} mjWarningStat;

typedef struct mjTimerStat_ {
  mjtNum duration;
  int number;
} mjTimerStat;

typedef struct mjSolverStat_ {
  mjtNum improvement;
  mjtNum gradient;
  mjtNum lineslope;
  int nactive;
  int nchange;
  int neval;
  int nupdate;
} mjSolverStat;

typedef struct mjData_ {
  mjtSize narena;
  mjtSize nbuffer;
  int nplugin;
  size_t pstack;
  size_t pbase;
  size_t parena;
  mjtSize maxuse_stack;
  mjtSize maxuse_threadstack[mjMAXTHREAD];
  mjtSize maxuse_arena;
  int maxuse_con;
  int maxuse_efc;
  mjSolverStat solver[mjNISLAND * mjNSOLVER];
  int solver_niter[mjNISLAND];
  int solver_nnz[mjNISLAND];
  mjtNum solver_fwdinv[2];
  mjWarningStat warning[mjNWARNING];
  mjTimerStat timer[mjNTIMER];
  int ncon;
  int ne;
  int nf;
  int nl;
  int nefc;
  int nJ;
  int nA;
  int nisland;
  int nidof;
  mjtNum time;
  mjtNum energy[2];
  void* buffer;
  void* arena;
  mjtNum* qpos;  // nq
  mjtNum* qvel;  // nv
  mjtNum* act;  // na
  mjtNum* qacc_warmstart;  // nv
  mjtNum* plugin_state;  // npluginstate
  mjtNum* ctrl;  // nu
  mjtNum* qfrc_applied;  // nv
  mjtNum* xfrc_applied;  // nbody x 6
  mjtByte* eq_active;  // neq
  mjtNum* mocap_pos;  // nmocap x 3
  mjtNum* mocap_quat;  // nmocap x 4
  mjtNum* qacc;  // nv
  mjtNum* act_dot;  // na
  mjtNum* userdata;  // nuserdata
  mjtNum* sensordata;  // nsensordata
  int* plugin;  // nplugin
  uintptr_t* plugin_data;  // nplugin
  mjtNum* xpos;  // nbody x 3
  mjtNum* xquat;  // nbody x 4
  mjtNum* xmat;  // nbody x 9
  mjtNum* xipos;  // nbody x 3
  mjtNum* ximat;  // nbody x 9
  mjtNum* xanchor;  // njnt x 3
  mjtNum* xaxis;  // njnt x 3
  mjtNum* geom_xpos;  // ngeom x 3
  mjtNum* geom_xmat;  // ngeom x 9
  mjtNum* site_xpos;  // nsite x 3
  mjtNum* site_xmat;  // nsite x 9
  mjtNum* cam_xpos;  // ncam x 3
  mjtNum* cam_xmat;  // ncam x 9
  mjtNum* light_xpos;  // nlight x 3
  mjtNum* light_xdir;  // nlight x 3
  mjtNum* subtree_com;  // nbody x 3
  mjtNum* cdof;  // nv x 6
  mjtNum* cinert;  // nbody x 10
  mjtNum* flexvert_xpos;  // nflexvert x 3
  mjtNum* flexelem_aabb;  // nflexelem x 6
  int* flexedge_J_rownnz;  // nflexedge
  int* flexedge_J_rowadr;  // nflexedge
  int* flexedge_J_colind;  // nflexedge x nv
  mjtNum* flexedge_J;  // nflexedge x nv
  mjtNum* flexedge_length;  // nflexedge
  mjtNum* bvh_aabb_dyn;  // nbvhdynamic x 6
  int* ten_wrapadr;  // ntendon
  int* ten_wrapnum;  // ntendon
  int* ten_J_rownnz;  // ntendon
  int* ten_J_rowadr;  // ntendon
  int* ten_J_colind;  // ntendon x nv
  mjtNum* ten_J;  // ntendon x nv
  mjtNum* ten_length;  // ntendon
  int* wrap_obj;  // nwrap x 2
  mjtNum* wrap_xpos;  // nwrap x 6
  mjtNum* actuator_length;  // nu
  int* moment_rownnz;  // nu
  int* moment_rowadr;  // nu
  int* moment_colind;  // nJmom
  mjtNum* actuator_moment;  // nJmom
  mjtNum* crb;  // nbody x 10
  mjtNum* qM;  // nM
  mjtNum* M;  // nC
  mjtNum* qLD;  // nC
  mjtNum* qLDiagInv;  // nv
  mjtByte* bvh_active;  // nbvh
  mjtNum* flexedge_velocity;  // nflexedge
  mjtNum* ten_velocity;  // ntendon
  mjtNum* actuator_velocity;  // nu
  mjtNum* cvel;  // nbody x 6
  mjtNum* cdof_dot;  // nv x 6
  mjtNum* qfrc_bias;  // nv
  mjtNum* qfrc_spring;  // nv
  mjtNum* qfrc_damper;  // nv
  mjtNum* qfrc_gravcomp;  // nv
  mjtNum* qfrc_fluid;  // nv
  mjtNum* qfrc_passive;  // nv
  mjtNum* subtree_linvel;  // nbody x 3
  mjtNum* subtree_angmom;  // nbody x 3
  mjtNum* qH;  // nC
  mjtNum* qHDiagInv;  // nv
  mjtNum* qDeriv;  // nD
  mjtNum* qLU;  // nD
  mjtNum* actuator_force;  // nu
  mjtNum* qfrc_actuator;  // nv
  mjtNum* qfrc_smooth;  // nv
  mjtNum* qacc_smooth;  // nv
  mjtNum* qfrc_constraint;  // nv
  mjtNum* qfrc_inverse;  // nv
  mjtNum* cacc;  // nbody x 6
  mjtNum* cfrc_int;  // nbody x 6
  mjtNum* cfrc_ext;  // nbody x 6
  mjContact* contact;  // ncon
  int* efc_type;  // nefc
  int* efc_id;  // nefc
  int* efc_J_rownnz;  // nefc
  int* efc_J_rowadr;  // nefc
  int* efc_J_rowsuper;  // nefc
  int* efc_J_colind;  // nJ
  mjtNum* efc_J;  // nJ
  mjtNum* efc_pos;  // nefc
  mjtNum* efc_margin;  // nefc
  mjtNum* efc_frictionloss;  // nefc
  mjtNum* efc_diagApprox;  // nefc
  mjtNum* efc_KBIP;  // nefc x 4
  mjtNum* efc_D;  // nefc
  mjtNum* efc_R;  // nefc
  int* tendon_efcadr;  // ntendon
  int* dof_island;  // nv
  int* island_nv;  // nisland
  int* island_idofadr;  // nisland
  int* island_dofadr;  // nisland
  int* map_dof2idof;  // nv
  int* map_idof2dof;  // nv
  mjtNum* ifrc_smooth;  // nidof
  mjtNum* iacc_smooth;  // nidof
  int* iM_rownnz;  // nidof
  int* iM_rowadr;  // nidof
  int* iM_colind;  // nC
  mjtNum* iM;  // nC
  mjtNum* iLD;  // nC
  mjtNum* iLDiagInv;  // nidof
  mjtNum* iacc;  // nidof
  int* efc_island;  // nefc
  int* island_ne;  // nisland
  int* island_nf;  // nisland
  int* island_nefc;  // nisland
  int* island_iefcadr;  // nisland
  int* map_efc2iefc;  // nefc
  int* map_iefc2efc;  // nefc
  int* iefc_type;  // nefc
  int* iefc_id;  // nefc
  int* iefc_J_rownnz;  // nefc
  int* iefc_J_rowadr;  // nefc
  int* iefc_J_rowsuper;  // nefc
  int* iefc_J_colind;  // nJ
  mjtNum* iefc_J;  // nJ
  mjtNum* iefc_frictionloss;  // nefc
  mjtNum* iefc_D;  // nefc
  mjtNum* iefc_R;  // nefc
  int* efc_AR_rownnz;  // nefc
  int* efc_AR_rowadr;  // nefc
  int* efc_AR_colind;  // nA
  mjtNum* efc_AR;  // nA
  mjtNum* efc_vel;  // nefc
  mjtNum* efc_aref;  // nefc
  mjtNum* efc_b;  // nefc
  mjtNum* iefc_aref;  // nefc
  int* iefc_state;  // nefc
  mjtNum* iefc_force;  // nefc
  int* efc_state;  // nefc
  mjtNum* efc_force;  // nefc
  mjtNum* ifrc_constraint;  // nidof
  uintptr_t threadpool;
  uint64_t signature;
} mjData;

typedef void (*mjfGeneric)(const mjModel* m, mjData* d);
typedef int (*mjfConFilt)(const mjModel* m, mjData* d, int geom1, int geom2);
typedef void (*mjfSensor)(const mjModel* m, mjData* d, int stage);
typedef mjtNum (*mjfTime)(void);
typedef mjtNum (*mjfAct)(const mjModel* m, const mjData* d, int id);
typedef int (*mjfCollision)(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2, mjtNum margin);

#define mjDISABLED(x) (m->opt.disableflags & (x))
#define mjENABLED(x) (m->opt.enableflags & (x))
#define mjACTUATORDISABLED(i) (m->opt.disableactuator & (1 << m->actuator_group[i]))

#ifdef __cplusplus
}  // extern "C"
#endif
