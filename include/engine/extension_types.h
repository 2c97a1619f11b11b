// The extension block: what came after version 3.3.7 of the API.  Structs keep the layout of that
// version; what is newer follows their last member, in memory that only the library allocates.
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

// A level is the version whose results are asked for, as major * 1000 + minor.  What changes the
// results of models that 3.3.7 knows hangs on a bit each; a level has the bits of its version.
enum { engLEVEL_BASE = 3003, engLEVEL_NEWEST = 3014 };

// Bits of engOption.levelbits.
typedef enum engtLevel_ {
  engLEVEL_MARGINSUM = 1 << 0,   // 3.5: margins and gaps of two geoms add up, 3.3.7: the larger
  engLEVEL_DERIVATIVE = 1 << 1,  // 3.5: clamped forces and controls in velocity derivatives
  engLEVEL_JDOTV = 1 << 2,       // 3.7: acceleration of the Jacobian in connect and weld
  engLEVEL_GAP = 1 << 3,         // 3.9: detect below margin + gap, push below margin
  engLEVEL_TACTILE = 1 << 4,     // 3.9: tactile sensors tell depth, not pressure
  engLEVEL_PGS = 1 << 5,         // 3.11: PGS with islands, shuffled sweeps, momentum
  engLEVEL_SOLVEREXIT = 1 << 6,  // 3.11: no iteration where there is nothing left to gain; CG after
                                 // Hager and Zhang
  engLEVEL_GYROSCOPIC = 1 << 7,  // 3.11: gyroscopic term of free bodies in implicitfast
  engLEVEL_CIRCLE = 1 << 8,      // 3.11: rotational setpoints are taken on the circle
  engLEVEL_BOXBOX = 1 << 9,      // 3.12: contacts of two boxes
  engLEVEL_MOCAP = 1 << 10,      // 3.12: a mocap body is a weld group of its own
  engLEVEL_MANIFOLD = 1 << 11,   // 3.13: contacts of cylinders and meshes in one go
  engLEVEL_TENDONFORCE = 1 << 12,  // 3.14: force and torque sensors feel tendons
  engLEVEL_TENDONLIMIT = 1 << 13,  // 3.14: a tendon's actuatorfrcrange is a limit by itself
  engLEVEL_INERTIA = 1 << 14,      // 3.14: principal axes of bodies to rounding, of
                                   // meshes to 1e-7 of their inertia
  engLEVEL_RAYCAMERA = 1 << 15,  // 3.5: pixels of camera rangefinders as the reference places them
  engLEVEL_CYLINDERBIAS = 1 << 16,  // 3.12: all numbers of a cylinder's bias, not the first alone
  engLEVEL_FLEX = 1 << 17,  // 3.13: elasticity and passive contacts of flexes are implicit with the
                            // integrator discrete, and with no other; 3.4: triangles meet boxes at
                            // corners of both
  engNLEVEL = 18,           // number of levels
} engtLevel;

// Parameters of the solvers of hard contact (hard.h).  In <custom> they are the numeric eng_hard,
// in this order.
typedef struct engHard_ {
  mjtNum erpequality;  // part of a violation of equalities that a step corrects, 0 to 1; negative:
                       // what the solref of the row amounts to
  mjtNum erplimit;     // of limits
  mjtNum erpcontact;   // of contacts
  mjtNum penetration;  // depth of contacts that is not corrected (m); negative: distance to keep
  mjtNum maxvelocity;  // of corrections (m/s, rad/s)
  mjtNum restitution;  // of contacts, 0 to 1; negative: what their solref amounts to
  mjtNum bouncevelocity;  // contacts that are slower do not bounce (m/s); negative: twice the
                          // velocity that gravity gives in a step
  mjtNum compliance;      // times the softness of the soft model, 0: hard
  mjtNum rmin;      // softness, relative to the diagonal, of equalities and in the barrier model of
                    // all rows; negative: 1e-6, and 1e-3 with the barrier
  mjtNum proximal;  // ADMM: weight of the proximal term
  mjtNum rho;       // ADMM: penalty to start with
  int rhorule;      // ADMM: how the penalty is adapted (engRho)
  int reserved;     // 0
  mjtNum relaxation;     // sweeps: how far impulses move at the beginning, 0 to 1
  mjtNum decay;          // sweeps: factor of the relaxation where they do not converge
  mjtNum minrelaxation;  // sweeps: the least relaxation
  mjtNum kappa;          // barrier: its weight (J)
} engHard;

// How ADMM adapts its penalty: not, by the ratio of its residuals, by that and the spectrum.
typedef enum engRho_ { engRHO_FIXED, engRHO_LINEAR, engRHO_SPECTRAL } engRho;

// Options that mjOption has no room for.
typedef struct engOption_ {
  int level;               // version whose results were asked for; engLEVEL_BASE: those of 3.3.7
  int levelbits;           // which of its results are in force (bits of engtLevel)
  mjtNum sleep_tolerance;  // a tree may fall asleep when it is slower than this (m/s)
  engHard hard;            // of hard contact
} engOption;

// Bits of mjOption.enableflags that follow those of mjtEnableBit, numbered as in 3.4 to 3.7.
enum { mjENBL_SLEEP = 1 << 5 };  // trees at rest fall asleep

// Whether a tree may fall asleep.
typedef enum mjtSleepPolicy_ {
  mjSLEEP_AUTO = 0,          // to be found by the compiler, which leaves one of those below
  mjSLEEP_AUTO_NEVER = 1,    // no: something acts on it
  mjSLEEP_AUTO_ALLOWED = 2,  // yes
  mjSLEEP_NEVER = 3,         // no, by the user
  mjSLEEP_ALLOWED = 4,       // yes, by the user
  mjSLEEP_INIT = 5,          // yes, and it sleeps from the beginning
} mjtSleepPolicy;

// Of bodies (mjData.body_awake), and of what belongs to them.
typedef enum mjtSleepState_ {
  mjS_STATIC = -1,  // it never moves
  mjS_ASLEEP = 0,   // it rests, and is not computed
  mjS_AWAKE = 1,    // it is computed
} mjtSleepState;

// A tree falls asleep after so many quiet steps.
enum { mjMINAWAKE = 10 };

// Bodies awake whose ids follow each other, with their joints, dofs, geoms and sites; `end` is one
// past the last.
typedef struct engSpan_ {
  int body, bodyend;  // bodies, from the first to before the end; as all below
  int jnt, jntend;    // joints
  int dof, dofend;    // degrees of freedom
  int geom, geomend;  // geoms
  int site, siteend;  // sites
} engSpan;

// What the compiler takes time for (mjs_getTimer): the first two as they pass, the others by all
// processors together.
typedef enum mjtCTimer_ {
  mjCTIMER_TOTAL = 0,         // all of it
  mjCTIMER_ASSETS = 1,        // all assets
  mjCTIMER_TEXTURE = 2,       // textures
  mjCTIMER_MESH_LOAD = 3,     // files of meshes
  mjCTIMER_MESH_HULL = 4,     // their hulls
  mjCTIMER_MESH_POLYGON = 5,  // polygons of these
  mjCTIMER_MESH_INERTIA = 6,  // their frames and inertias
  mjCTIMER_MESH_BVH = 7,      // their trees of boxes
  mjCTIMER_MESH_OCTREE = 8,   // their signed distances
  mjNCTIMER = 9,              // how many there are
} mjtCTimer;

// Options that differ when one specification is attached to another (3.10): the parent's are kept
// and the difference is told; they are merged by the smaller or larger value or else refused;
// refused where both were given.
typedef enum mjtConflict_ {
  mjCONFLICT_WARNING = 0,  // the parent's is kept
  mjCONFLICT_MERGE = 1,    // the smaller or larger one is kept
  mjCONFLICT_ERROR = 2,    // refuse
} mjtConflict;

// Which options the text of a model gives, a bit for each: by the place of the field in its struct,
// of flags and groups of actuators by their own bit.  What was set by code counts where it differs
// from the default.
typedef struct mjsAuthored_ {
  uint64_t option;            // as mjOption of 3.12 has its fields
  int disableflags;           // of mjtDisableBit
  int enableflags;            // of mjtEnableBit
  int disableactuator;        // groups of actuators
  uint64_t visual_global;     // fields of mjVisual.global
  uint64_t visual_quality;    // of mjVisual.quality
  uint64_t visual_headlight;  // of mjVisual.headlight
  uint64_t visual_map;        // of mjVisual.map
  uint64_t visual_scale;      // of mjVisual.scale
  uint64_t visual_rgba;       // of mjVisual.rgba
  uint64_t compiler;          // as mjsCompiler of 3.12 has its fields, conflict after alignfree
} mjsAuthored;

// What newer versions know of a body.
typedef struct engsBody_ {
  int sleep;   // mjtSleepPolicy; of the first body of a tree only
  int simple;  // 0: all of its rows of M are full, so that its inertia and joints may be changed
               // later; 1: as the compiler finds
} engsBody;

// Integrators and flags that follow those of mjtIntegrator and mjtEnableBit.
enum { mjINT_DISCRETE = 4 };         // 3.13: forces and constraints as at the end of the step
enum { mjENBL_DIAGEXACT = 1 << 6 };  // 3.9: softness by the exact diagonal of J M^-1 J'

// What newer versions know of a geom.
typedef struct engsGeom_ {
  double
      surfacevel[6];  // velocity of the surface in the geom's frame: linear, angular (m/s, rad/s)
  double adhesion;    // force that holds it to what it touches, of each contact (N)
} engsGeom;

// What newer versions know of a joint and of a tendon: coefficients of springs and dampers beyond
// the constant one.
typedef struct engsJoint_ {
  double stiffnesspoly[2];  // of displacement and its square (N/m^2, N/m^3 or the like)
  double dampingpoly[2];    // of speed and its square
} engsJoint;
typedef struct engsTendon_ {
  double stiffnesspoly[2];  // of the length beyond springlength and its square
  double dampingpoly[2];    // of speed and its square
  int actfrcgiven;  // 1: actfrclimited is meant as it is; 0: since 3.14 (engLEVEL_TENDONLIMIT) a
                    // range is a limit by itself
  int reserved;     // 0
} engsTendon;

// Inputs of an actuator that can have several, in the order of its controls.
typedef enum engtInput_ {
  engINPUT_POS = 1,      // a position
  engINPUT_VEL = 2,      // a velocity
  engINPUT_FF = 4,       // a force on top
  engINPUT_VOLTAGE = 8,  // a voltage
  engINPUT_NONE = 16,    // no control at all
  engINPUT_EXPMAP = 32,  // of an orientation: a rotation vector
  engINPUT_QUAT = 64,    // or a quaternion
} engtInput;

// The controls of an orientation actuator.
typedef enum engtChart_ {
  engCHART_EXPMAP = 1,  // a rotation vector
  engCHART_QUAT = 2,    // a quaternion
} engtChart;

// Bits of a state vector that follow those of mjtState.
enum { mjSTATE_HISTORY = 1 << 13, engNSTATE = 14 };

// How a history is read between its samples.
typedef enum engtInterp_ {
  engINTERP_ZOH = 0,     // the sample before
  engINTERP_LINEAR = 1,  // on the line from it to the next
  engINTERP_CUBIC = 2,   // on a curve through both that is smooth at samples
} engtInterp;

// What newer versions know of an actuator.
typedef struct engsActuator_ {
  double
      damping[3];   // of what it acts on: constant, times speed, times its square; scaled by gear^2
  double armature;  // of what it acts on, scaled by gear^2
  double delay;     // of its controls (s)
  double velrange[2];  // range of velocity inputs; empty: not limited
  double ffrange[2];   // range of feedforward inputs; empty: not limited
  int nsample;         // controls kept in its history
  int interp;          // how they are read between samples (engtInterp)
  int input;           // which inputs it has (bits of engtInput); 0: those of its kind
  int reserved;        // 0
} engsActuator;

// What newer versions know of a sensor.
typedef struct engsSensor_ {
  double delay;        // of its values (s)
  double interval[2];  // time between values, and of the first one (s)
  int nsample;         // values kept in its history
  int interp;          // how they are read between samples (engtInterp)
} engsSensor;

// What a geom of type mesh collides as.
typedef enum engtMeshCollision_ {
  engCOLLISION_CONVEX = 0,     // the convex hull of its mesh
  engCOLLISION_DECOMPOSE = 1,  // convex parts (parts.h)
  engCOLLISION_SDF = 2,        // the surface itself, by signed distances, as a geom of type sdf
} engtMeshCollision;

// What this library knows of a mesh.
typedef struct engsMesh_ {
  double volumeerror;  // volume of the parts beyond that of the mesh, over it, at most
  double hullwarning;  // share of its hull that a mesh may leave empty without a warning; 0: any
  int collision;       // engtMeshCollision
  int maxpart;         // at most so many parts, whatever the error
} engsMesh;

// What a rangefinder tells of each of its rays, in this order (mjModel.sensor_intprm, the first of
// a sensor: bits 1 << engtRayData; 0: the distance alone).
typedef enum engtRayData_ {
  engRAYDATA_DIST = 0,    // length of the ray up to what is hit (m); -1: nothing is
  engRAYDATA_DIR = 1,     // its direction, of unit length; zeros: nothing is hit
  engRAYDATA_ORIGIN = 2,  // where it starts (m)
  engRAYDATA_POINT = 3,   // where it hits (m)
  engRAYDATA_NORMAL = 4,  // of what is hit, out of it
  engRAYDATA_DEPTH = 5,   // of a camera: the distance along its view (m); of a site: the length
  engNRAYDATA = 6,        // number of these
} engtRayData;

// What pictures of a camera are wanted (engsCamera.output, mjModel.cam_output).
typedef enum engtCamOutput_ {
  engCAMOUT_RGB = 1,            // colours
  engCAMOUT_DEPTH = 2,          // depth along the view
  engCAMOUT_DISTANCE = 4,       // distance from the camera
  engCAMOUT_NORMAL = 8,         // normals of surfaces
  engCAMOUT_SEGMENTATION = 16,  // what is seen
} engtCamOutput;

// What newer versions know of a camera.
typedef struct engsCamera_ {
  int output;    // bits of engtCamOutput; 0: nothing was said, colours are meant
  int reserved;  // 0
} engsCamera;

// What newer versions know of a light.
typedef struct engsLight_ {
  float softness;  // part of the cone over which its light falls off; negative: not given
  int reserved;    // 0
} engsLight;

// What newer versions know of a flex.
typedef struct engsFlex_ {
  double size[3];    // half the size of the box round its vertices at rest; 0: computed (m)
  int cellcount[3];  // cells of an interpolated flex along its axes
  int order;         // of the interpolation; 0: 1 where there are nodes
} engsFlex;

// Equalities that follow those of mjtEq: two rows for each vertex of a flex keep what its edges
// span (3.5), and rows for the strains of a cell of an interpolated one (3.6).
enum { mjEQ_FLEXVERT = 6, mjEQ_FLEXSTRAIN = 7 };

// What newer versions know of an explicit pair.
typedef struct engsPair_ {
  double adhesion;  // force that holds the two together, of each contact (N)
} engsPair;

#ifdef __cplusplus
}  // extern "C"
#endif
