// The extension block: additions after version 3.3.7 of the API.  Structs keep the layout of
// version 3.3.7; newer members follow the last old member, in memory that only the library
// allocates.
//
//   mjModel, mjData, mjSpec   more members at the end; arrays in MJMODEL_POINTERS_MORE and
//                             MJDATA_POINTERS_MORE of fields.h, sizes in MJMODEL_INTS_MORE
//   mjOption                  engOption, found as m->ext and spec->ext
//   mjsGeom, mjsPair, ...     engsGeom, engsPair, ...: behind the public struct of an element that
//                             the library made, found by eng_geom, eng_pair, ... (extension.h)
#pragma once

#include <engine/scalar.h>

#ifdef __cplusplus
extern "C" {
#endif

// A level is the version whose results are requested, as major * 1000 + minor.  Each change that
// affects the results of models valid in 3.3.7 has its own bit; a level sets all bits up to its
// version.
enum { engLEVEL_BASE = 3003, engLEVEL_NEWEST = 3014 };

// Bits of engOption.levelbits. engLEVEL_FLEX means: since 3.13, elasticity and passive contacts of
// flexes are implicit only with the integrator discrete; since 3.4, triangles contact boxes at the
// corners of both shapes.
typedef enum engtLevel_ {
  engLEVEL_MARGINSUM = 1 << 0,   // 3.5: margins and gaps of two geoms add up; 3.3.7: larger one
  engLEVEL_DERIVATIVE = 1 << 1,  // 3.5: velocity derivatives consider clamped forces and controls
  engLEVEL_JDOTV = 1 << 2,  // 3.7: connect and weld include the time derivative of the Jacobian
  engLEVEL_GAP = 1 << 3,  // 3.9: contacts are detected below margin + gap, exert force below margin
  engLEVEL_TACTILE = 1 << 4,     // 3.9: tactile sensors return depth, not pressure
  engLEVEL_PGS = 1 << 5,         // 3.11: PGS with islands, random order of sweeps, momentum
  engLEVEL_SOLVEREXIT = 1 << 6,  // 3.11: the solver stops when no further improvement is possible;
                                 // CG uses the formula of Hager and Zhang
  engLEVEL_GYROSCOPIC = 1 << 7,  // 3.11: implicitfast includes the gyroscopic term of free bodies
  engLEVEL_CIRCLE = 1 << 8,      // 3.11: rotational setpoints wrap around at a full turn
  engLEVEL_BOXBOX = 1 << 9,      // 3.12: other contact points between two boxes
  engLEVEL_MOCAP = 1 << 10,      // 3.12: each mocap body is its own weld group
  engLEVEL_MANIFOLD = 1 << 11,   // 3.13: all contacts of cylinders and meshes in one computation
  engLEVEL_TENDONFORCE = 1 << 12,  // 3.14: force and torque sensors include tendon forces
  engLEVEL_TENDONLIMIT = 1 << 13,  // 3.14: a tendon's actuatorfrcrange alone limits its force
  engLEVEL_INERTIA = 1 << 14,      // 3.14: principal axes of bodies exact to rounding, of meshes to
                                   // 1e-7 of their inertia
  engLEVEL_RAYCAMERA = 1 << 15,    // 3.5: camera rangefinders place pixels like the reference
  engLEVEL_CYLINDERBIAS = 1 << 16,  // 3.12: cylinders use all bias parameters, not only the first
  engLEVEL_FLEX = 1 << 17,          // 3.13 and 3.4: elasticity and contacts of flexes, see above
  engNLEVEL = 18,                   // number of levels
} engtLevel;

// Parameters of the hard contact solvers (hard.h).  In a model file they are given as the <custom>
// numeric eng_hard, in this order.
typedef struct engHard_ {
  mjtNum erpequality;  // fraction of the error of equality constraints corrected per step, 0 to 1;
                       // negative: derived from the solref of the row
  mjtNum erplimit;     // same fraction for limits
  mjtNum erpcontact;   // same fraction for contacts
  mjtNum penetration;  // contact depth that is not corrected (m); negative: distance to keep
  mjtNum maxvelocity;  // maximum velocity of corrections (m/s, rad/s)
  mjtNum restitution;  // coefficient of restitution of contacts, 0 to 1; negative: derived from
                       // their solref
  mjtNum bouncevelocity;  // contacts below this velocity do not bounce (m/s); negative: twice the
                          // velocity that gravity adds in one step
  mjtNum compliance;      // factor on the softness of the soft contact model; 0: hard
  mjtNum rmin;  // softness relative to the diagonal, for equality rows and, in the barrier model,
                // for all rows; negative: 1e-6, or 1e-3 with the barrier
  mjtNum proximal;       // ADMM: weight of the proximal term
  mjtNum rho;            // ADMM: initial penalty
  int rhorule;           // ADMM: rule that adapts the penalty (engRho)
  int reserved;          // unused: 0
  mjtNum relaxation;     // sweeps: initial relaxation of the impulses, 0 to 1
  mjtNum decay;          // sweeps: factor on the relaxation when they do not converge
  mjtNum minrelaxation;  // sweeps: minimum relaxation
  mjtNum kappa;          // barrier: weight (J)
} engHard;

// How ADMM adapts its penalty: not at all; by the ratio of its residuals; by this ratio and the
// spectrum.
typedef enum engRho_ { engRHO_FIXED, engRHO_LINEAR, engRHO_SPECTRAL } engRho;

// Options that do not fit into mjOption.
typedef struct engOption_ {
  int level;               // version whose results were requested; engLEVEL_BASE: 3.3.7
  int levelbits;           // result changes that are active (bits of engtLevel)
  mjtNum sleep_tolerance;  // a tree slower than this may fall asleep (m/s)
  engHard hard;            // parameters of hard contact
} engOption;

// Bits of mjOption.enableflags that continue mjtEnableBit, numbered as in 3.4 to 3.7.
enum { mjENBL_SLEEP = 1 << 5 };  // trees at rest fall asleep

// Whether a tree may fall asleep.
typedef enum mjtSleepPolicy_ {
  mjSLEEP_AUTO = 0,          // the compiler decides: it stores AUTO_NEVER or AUTO_ALLOWED
  mjSLEEP_AUTO_NEVER = 1,    // compiler: must not sleep, something acts on the tree
  mjSLEEP_AUTO_ALLOWED = 2,  // compiler: may sleep
  mjSLEEP_NEVER = 3,         // user: must not sleep
  mjSLEEP_ALLOWED = 4,       // user: may sleep
  mjSLEEP_INIT = 5,          // user: may sleep, and is asleep at the start
} mjtSleepPolicy;

// Sleep state of a body (mjData.body_awake) and of its joints, geoms and so on.
typedef enum mjtSleepState_ {
  mjS_STATIC = -1,  // static: it never moves
  mjS_ASLEEP = 0,   // asleep: at rest, not computed
  mjS_AWAKE = 1,    // awake: computed
} mjtSleepState;

// Number of quiet steps after which a tree falls asleep.
enum { mjMINAWAKE = 10 };

// A range of awake bodies with consecutive ids, with their joints, dofs, geoms and sites; each
// `end` is one past the last id.
typedef struct engSpan_ {
  int body, bodyend;  // bodies, from the first to before the end; as all below
  int jnt, jntend;    // joints
  int dof, dofend;    // degrees of freedom
  int geom, geomend;  // geoms
  int site, siteend;  // sites
} engSpan;

// Parts of compilation whose time is measured (mjs_getTimer): the first two in elapsed time, the
// others in processor time, summed over all threads.
typedef enum mjtCTimer_ {
  mjCTIMER_TOTAL = 0,         // whole compilation
  mjCTIMER_ASSETS = 1,        // all assets
  mjCTIMER_TEXTURE = 2,       // textures
  mjCTIMER_MESH_LOAD = 3,     // loading of mesh files
  mjCTIMER_MESH_HULL = 4,     // convex hulls of meshes
  mjCTIMER_MESH_POLYGON = 5,  // polygons of the hulls
  mjCTIMER_MESH_INERTIA = 6,  // frames and inertias of meshes
  mjCTIMER_MESH_BVH = 7,      // bounding volume trees of meshes
  mjCTIMER_MESH_OCTREE = 8,   // signed distances of meshes
  mjNCTIMER = 9,              // number of timers
} mjtCTimer;

// What to do with options that differ when one specification is attached to another (3.10). WARNING
// keeps the parent's value and warns.  MERGE takes the smaller or larger value, and is an error
// where this is not possible.  ERROR refuses options that both specifications give.
typedef enum mjtConflict_ {
  mjCONFLICT_WARNING = 0,  // keep the parent's value and warn
  mjCONFLICT_MERGE = 1,    // keep the smaller or larger value
  mjCONFLICT_ERROR = 2,    // report an error
} mjtConflict;

// Which options a model file gives explicitly, one bit each.  The bit number is the index of the
// field in its struct; flags and actuator groups use their own bits.  An option set by code counts
// as given if it differs from the default.
typedef struct mjsAuthored_ {
  uint64_t option;            // fields of mjOption, in the order of 3.12
  int disableflags;           // bits of mjtDisableBit
  int enableflags;            // bits of mjtEnableBit
  int disableactuator;        // bits of actuator groups
  uint64_t visual_global;     // fields of mjVisual.global
  uint64_t visual_quality;    // fields of mjVisual.quality
  uint64_t visual_headlight;  // fields of mjVisual.headlight
  uint64_t visual_map;        // fields of mjVisual.map
  uint64_t visual_scale;      // fields of mjVisual.scale
  uint64_t visual_rgba;       // fields of mjVisual.rgba
  uint64_t compiler;  // fields of mjsCompiler, in the order of 3.12, conflict after alignfree
} mjsAuthored;

// Body attributes of newer versions.
typedef struct engsBody_ {
  int sleep;   // sleep policy (mjtSleepPolicy); only used on the first body of a tree
  int simple;  // 0: all its rows of M are stored in full, so that inertia and joints may be changed
               // later; 1: the compiler decides
} engsBody;

// Integrators and flags that continue mjtIntegrator and mjtEnableBit.
enum { mjINT_DISCRETE = 4 };  // 3.13: forces and constraints are evaluated at the end of the step
enum { mjENBL_DIAGEXACT = 1 << 6 };  // 3.9: softness from the exact diagonal of J M^-1 J'

// Geom attributes of newer versions.
typedef struct engsGeom_ {
  double surfacevel[6];  // surface velocity in the geom's frame: linear, angular (m/s, rad/s)
  double adhesion;       // adhesive force of each contact (N)
} engsGeom;

// Joint and tendon attributes of newer versions: coefficients of springs and dampers beyond the
// constant term.
typedef struct engsJoint_ {
  double stiffnesspoly[2];  // coefficients of displacement and its square (N/m^2, N/m^3 or similar)
  double dampingpoly[2];    // coefficients of speed and its square
} engsJoint;
typedef struct engsTendon_ {
  double stiffnesspoly[2];  // coefficients of the length beyond springlength and its square
  double dampingpoly[2];    // coefficients of speed and its square
  int actfrcgiven;  // 1: use actfrclimited as it is; 0: since 3.14 (engLEVEL_TENDONLIMIT) giving a
                    // range sets the limit
  int reserved;     // unused: 0
} engsTendon;

// Inputs of an actuator that can have several, in the order of its controls.
typedef enum engtInput_ {
  engINPUT_POS = 1,      // a position
  engINPUT_VEL = 2,      // a velocity
  engINPUT_FF = 4,       // an additional feedforward force
  engINPUT_VOLTAGE = 8,  // a voltage
  engINPUT_NONE = 16,    // no control input
  engINPUT_EXPMAP = 32,  // an orientation as a rotation vector
  engINPUT_QUAT = 64,    // an orientation as a quaternion
} engtInput;

// How the controls of an orientation actuator represent the orientation.
typedef enum engtChart_ {
  engCHART_EXPMAP = 1,  // a rotation vector
  engCHART_QUAT = 2,    // a quaternion
} engtChart;

// State bits that continue mjtState.
enum { mjSTATE_HISTORY = 1 << 13, engNSTATE = 14 };

// Interpolation between the samples of a history.
typedef enum engtInterp_ {
  engINTERP_ZOH = 0,     // zero-order hold: the previous sample
  engINTERP_LINEAR = 1,  // linear between the previous and the next sample
  engINTERP_CUBIC = 2,   // cubic through both samples, with continuous slope
} engtInterp;

// Actuator attributes of newer versions.
typedef struct engsActuator_ {
  double damping[3];   // damping of the target: constant, times speed, speed^2; scaled by gear^2
  double armature;     // armature added to the target, scaled by gear^2
  double delay;        // delay of the controls (s)
  double velrange[2];  // range of velocity inputs; empty: not limited
  double ffrange[2];   // range of feedforward inputs; empty: not limited
  int nsample;         // number of controls stored in the history
  int interp;          // interpolation between samples (engtInterp)
  int input;           // inputs (bits of engtInput); 0: those of the actuator type
  int reserved;        // unused: 0
  double cylinderbias[2][2];  // of a cylinder: bias per length and per velocity, before 3.12; since
} engsActuator;

// Sensor attributes of newer versions.
typedef struct engsSensor_ {
  double delay;        // delay of the sensor values (s)
  double interval[2];  // time between values, time of the first value (s)
  int nsample;         // number of values stored in the history
  int interp;          // interpolation between samples (engtInterp)
} engsSensor;

// Collision shape of a geom of type mesh.
typedef enum engtMeshCollision_ {
  engCOLLISION_CONVEX = 0,     // convex hull of the mesh
  engCOLLISION_DECOMPOSE = 1,  // decomposition into convex parts (parts.h)
  engCOLLISION_SDF = 2,        // exact surface, by signed distances, like a geom of type sdf
} engtMeshCollision;

// Mesh attributes of this library.
typedef struct engsMesh_ {
  double volumeerror;  // maximum excess volume of the parts, relative to the volume of the mesh
  double hullwarning;  // fraction of its hull a mesh may leave empty without a warning; 0: any
  int collision;       // collision shape (engtMeshCollision)
  int maxpart;         // maximum number of parts, whatever the error
} engsMesh;

// Values a rangefinder returns for each ray, in this order.  They are selected by the first
// sensor_intprm of the sensor in mjModel: bits 1 << engtRayData; 0: only the distance.
typedef enum engtRayData_ {
  engRAYDATA_DIST = 0,    // distance along the ray to the hit surface (m); -1: no hit
  engRAYDATA_DIR = 1,     // direction of the ray, unit length; zeros: no hit
  engRAYDATA_ORIGIN = 2,  // start point of the ray (m)
  engRAYDATA_POINT = 3,   // hit point (m)
  engRAYDATA_NORMAL = 4,  // outward normal of the hit surface
  engRAYDATA_DEPTH = 5,   // camera: depth along the view axis (m); site: length of the ray
  engNRAYDATA = 6,        // number of fields
} engtRayData;

// Images requested from a camera (engsCamera.output, mjModel.cam_output).
typedef enum engtCamOutput_ {
  engCAMOUT_RGB = 1,            // colour image
  engCAMOUT_DEPTH = 2,          // depth along the view axis
  engCAMOUT_DISTANCE = 4,       // distance from the camera
  engCAMOUT_NORMAL = 8,         // surface normals
  engCAMOUT_SEGMENTATION = 16,  // id of the visible object
} engtCamOutput;

// Camera attributes of newer versions.
typedef struct engsCamera_ {
  int output;    // bits of engtCamOutput; 0: not given, means colour
  int reserved;  // unused: 0
} engsCamera;

// Light attributes of newer versions.
typedef struct engsLight_ {
  float softness;  // fraction of the cone over which the light fades out; negative: not given
  int reserved;    // unused: 0
} engsLight;

// Flex attributes of newer versions.
typedef struct engsFlex_ {
  double size[3];    // half sizes of the bounding box of its vertices at rest; 0: computed (m)
  int cellcount[3];  // number of cells of an interpolated flex along each axis
  int order;         // interpolation order; 0: 1 if the flex has nodes
} engsFlex;

// Equality types that continue mjtEq.  FLEXVERT (3.5): two rows per vertex of a flex, which
// preserve the strain invariants of the triangles around the vertex.  FLEXSTRAIN (3.6): rows for
// the strains of each cell of an interpolated flex.
enum { mjEQ_FLEXVERT = 6, mjEQ_FLEXSTRAIN = 7 };

// Attributes of explicit contact pairs in newer versions.
typedef struct engsPair_ {
  double adhesion;  // adhesive force of each contact of the pair (N)
} engsPair;

#ifdef __cplusplus
}  // extern "C"
#endif
