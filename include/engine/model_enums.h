// Enumerations of the model: what its integers and flags mean.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// What can be switched off.
typedef enum mjtDisableBit_ {
  mjDSBL_CONSTRAINT = 1,       // all of the constraint solver
  mjDSBL_EQUALITY = 2,         // equality constraints
  mjDSBL_FRICTIONLOSS = 4,     // dry friction of joints and tendons
  mjDSBL_LIMIT = 8,            // limits of joints and tendons
  mjDSBL_CONTACT = 16,         // contacts: none are looked for
  mjDSBL_SPRING = 32,          // passive springs
  mjDSBL_DAMPER = 64,          // passive dampers
  mjDSBL_GRAVITY = 128,        // gravity
  mjDSBL_CLAMPCTRL = 256,      // clamping of controls to their ranges
  mjDSBL_WARMSTART = 512,      // starting the solver at the last solution
  mjDSBL_FILTERPARENT = 1024,  // leaving out contacts of a body with its parent
  mjDSBL_ACTUATION = 2048,     // forces of actuators
  mjDSBL_REFSAFE = 4096,       // making solref at least two time steps long
  mjDSBL_SENSOR = 8192,        // sensors
  mjDSBL_MIDPHASE = 16384,     // trees of bounding volumes within a body
  mjDSBL_EULERDAMP = 32768,    // implicit damping of joints in Euler's method
  mjDSBL_AUTORESET = 65536,    // resetting a simulation that has become unstable
  mjDSBL_NATIVECCD = 131072,   // the collision search of our own: libccd is used
  mjDSBL_ISLAND = 262144,      // solving apart what constraints do not connect
  mjNDISABLE = 19,             // number of these bits
} mjtDisableBit;

// What can be switched on.
typedef enum mjtEnableBit_ {
  mjENBL_OVERRIDE = 1,     // mjOption's o_ members take the place of those of contacts
  mjENBL_ENERGY = 2,       // energy is computed
  mjENBL_FWDINV = 4,       // forward and inverse dynamics are compared (solver_fwdinv)
  mjENBL_INVDISCRETE = 8,  // inverse dynamics in discrete time
  mjENBL_MULTICCD = 16,    // several contacts between two convex shapes
  mjNENABLE = 5,           // number of these bits
} mjtEnableBit;

// Kinds of joints.
typedef enum mjtJoint_ {
  mjJNT_FREE = 0,   // all six ways: a position and a quaternion
  mjJNT_BALL = 1,   // any rotation: a quaternion
  mjJNT_SLIDE = 2,  // along an axis
  mjJNT_HINGE = 3,  // about an axis
} mjtJoint;

// Shapes: first those of models, from 100 on those of scenes only.
typedef enum mjtGeom_ {
  mjGEOM_PLANE = 0,       // z > 0 is free
  mjGEOM_HFIELD = 1,      // a height field
  mjGEOM_SPHERE = 2,      // a sphere
  mjGEOM_CAPSULE = 3,     // a cylinder with half spheres at its ends
  mjGEOM_ELLIPSOID = 4,   // an ellipsoid
  mjGEOM_CYLINDER = 5,    // a cylinder
  mjGEOM_BOX = 6,         // a box
  mjGEOM_MESH = 7,        // triangles
  mjGEOM_SDF = 8,         // the surface of a signed distance
  mjNGEOMTYPES = 9,       // number of shapes of models
  mjGEOM_ARROW = 100,     // an arrow
  mjGEOM_ARROW1 = 101,    // an arrow without its foot
  mjGEOM_ARROW2 = 102,    // an arrow with a head at both ends
  mjGEOM_LINE = 103,      // a line
  mjGEOM_LINEBOX = 104,   // the edges of a box
  mjGEOM_FLEX = 105,      // a flex
  mjGEOM_SKIN = 106,      // a skin
  mjGEOM_LABEL = 107,     // a text alone
  mjGEOM_TRIANGLE = 108,  // a triangle
  mjGEOM_NONE = 1001,     // no shape yet
} mjtGeom;

// How a camera or light moves.
typedef enum mjtCamLight_ {
  mjCAMLIGHT_FIXED = 0,          // fixed to its body
  mjCAMLIGHT_TRACK = 1,          // follows its body, keeps its orientation
  mjCAMLIGHT_TRACKCOM = 2,       // follows the centre of mass below its body, keeps its orientation
  mjCAMLIGHT_TARGETBODY = 3,     // fixed to its body, looks at a target
  mjCAMLIGHT_TARGETBODYCOM = 4,  // the same, at the centre of mass of the tree below the target
} mjtCamLight;

// Kinds of lights.
typedef enum mjtLightType_ {
  mjLIGHT_SPOT = 0,         // a cone from a point
  mjLIGHT_DIRECTIONAL = 1,  // parallel rays
  mjLIGHT_POINT = 2,        // from a point to all sides
  mjLIGHT_IMAGE = 3,        // from a picture all around
} mjtLightType;

// Kinds of textures.
typedef enum mjtTexture_ {
  mjTEXTURE_2D = 0,      // laid onto surfaces
  mjTEXTURE_CUBE = 1,    // projected from six sides
  mjTEXTURE_SKYBOX = 2,  // the background
} mjtTexture;

// What a texture does in a material.
typedef enum mjtTextureRole_ {
  mjTEXROLE_USER = 0,       // unspecified
  mjTEXROLE_RGB = 1,        // colour
  mjTEXROLE_OCCLUSION = 2,  // how much light of the surroundings arrives
  mjTEXROLE_ROUGHNESS = 3,  // roughness
  mjTEXROLE_METALLIC = 4,   // how much it is a metal
  mjTEXROLE_NORMAL = 5,     // normals, in the frame of the surface
  mjTEXROLE_OPACITY = 6,    // opacity
  mjTEXROLE_EMISSIVE = 7,   // light that it sends out
  mjTEXROLE_RGBA = 8,       // colour and opacity
  mjTEXROLE_ORM = 9,        // occlusion, roughness, metallic, a channel each
  mjNTEXROLE = 10,          // number of roles
} mjtTextureRole;

// Encoding of colours.
typedef enum mjtColorSpace_ {
  mjCOLORSPACE_AUTO = 0,    // as the file says, else linear
  mjCOLORSPACE_LINEAR = 1,  // numbers are proportional to light
  mjCOLORSPACE_SRGB = 2,    // numbers are as screens take them
} mjtColorSpace;

// Integrators.
typedef enum mjtIntegrator_ {
  mjINT_EULER = 0,         // Euler's method, semi-implicit, damping of joints implicit
  mjINT_RK4 = 1,           // Runge and Kutta's method of fourth order
  mjINT_IMPLICIT = 2,      // implicit in velocity
  mjINT_IMPLICITFAST = 3,  // the same without the terms of Coriolis forces: a symmetric matrix
} mjtIntegrator;

// Friction cones.
typedef enum mjtCone_ {
  mjCONE_PYRAMIDAL = 0,  // a pyramid within the cone: linear
  mjCONE_ELLIPTIC = 1,   // the cone itself
} mjtCone;

// Layouts of the constraint Jacobian.
typedef enum mjtJacobian_ {
  mjJAC_DENSE = 0,   // every entry
  mjJAC_SPARSE = 1,  // entries of the dofs that take part
  mjJAC_AUTO = 2,    // sparse from 60 dofs on
} mjtJacobian;

// Constraint solvers.
typedef enum mjtSolver_ {
  mjSOL_PGS = 0,     // sweeps over forces (projected Gauss-Seidel)
  mjSOL_CG = 1,      // conjugate gradients over accelerations
  mjSOL_NEWTON = 2,  // Newton's method over accelerations
} mjtSolver;

// Equality constraints.
typedef enum mjtEq_ {
  mjEQ_CONNECT = 0,   // two points are one: a ball joint
  mjEQ_WELD = 1,      // two frames are one
  mjEQ_JOINT = 2,     // a joint's position is a polynomial of another's
  mjEQ_TENDON = 3,    // a tendon's length is a polynomial of another's
  mjEQ_FLEX = 4,      // the edges of a flex keep their lengths
  mjEQ_DISTANCE = 5,  // no longer there
} mjtEq;

// Objects on a tendon path.
typedef enum mjtWrap_ {
  mjWRAP_NONE = 0,      // nothing
  mjWRAP_JOINT = 1,     // a joint, of a fixed tendon
  mjWRAP_PULLEY = 2,    // a pulley, which divides the branches after it
  mjWRAP_SITE = 3,      // through a site
  mjWRAP_SPHERE = 4,    // around a sphere
  mjWRAP_CYLINDER = 5,  // around a cylinder
} mjtWrap;

// What an actuator acts on.
typedef enum mjtTrn_ {
  mjTRN_JOINT = 0,          // a force on a joint
  mjTRN_JOINTINPARENT = 1,  // the same; of balls and free joints in the frame of the parent
  mjTRN_SLIDERCRANK = 2,    // a force through a slider-crank
  mjTRN_TENDON = 3,         // a force on a tendon
  mjTRN_SITE = 4,           // a force and torque on a site
  mjTRN_BODY = 5,           // adhesion of the contacts of a body
  mjTRN_SO3 = 6,            // all of an orientation: 3.11
  mjTRN_UNDEFINED = 1000,   // nothing yet
} mjtTrn;

// Activation dynamics.
typedef enum mjtDyn_ {
  mjDYN_NONE = 0,         // no activation: the control acts at once
  mjDYN_INTEGRATOR = 1,   // the integral of the control
  mjDYN_FILTER = 2,       // the control through a filter of first order
  mjDYN_FILTEREXACT = 3,  // the same, integrated exactly
  mjDYN_MUSCLE = 4,       // activation of a muscle, with two time constants
  mjDYN_USER = 5,         // as mjcb_act_dyn says
  mjDYN_DCMOTOR = 6,      // what is newer follows, so that the numbers before stay: 3.7
  mjDYN_PID = 7,          // 3.12
} mjtDyn;

// Gains.
typedef enum mjtGain_ {
  mjGAIN_FIXED = 0,    // gainprm[0]
  mjGAIN_AFFINE = 1,   // gainprm[0] + gainprm[1] length + gainprm[2] velocity
  mjGAIN_MUSCLE = 2,   // curves of force over length and velocity
  mjGAIN_USER = 3,     // as mjcb_act_gain says
  mjGAIN_DCMOTOR = 4,  // of a direct-current motor
  mjGAIN_SO3 = 5,      // of a servo for orientations
  mjGAIN_PID = 6,      // of a servo for position, velocity and a force on top
} mjtGain;

// Biases.
typedef enum mjtBias_ {
  mjBIAS_NONE = 0,     // no bias
  mjBIAS_AFFINE = 1,   // biasprm[0] + biasprm[1] length + biasprm[2] velocity
  mjBIAS_MUSCLE = 2,   // passive force of a muscle
  mjBIAS_USER = 3,     // as mjcb_act_bias says
  mjBIAS_DCMOTOR = 4,  // of a direct-current motor
  mjBIAS_SO3 = 5,      // of a servo for orientations
} mjtBias;

// Types of objects.
typedef enum mjtObj_ {
  mjOBJ_UNKNOWN = 0,    // no kind
  mjOBJ_BODY = 1,       // body, in its inertial frame where a pose is asked for
  mjOBJ_XBODY = 2,      // body, in its own frame
  mjOBJ_JOINT = 3,      // joint
  mjOBJ_DOF = 4,        // degree of freedom
  mjOBJ_GEOM = 5,       // geom
  mjOBJ_SITE = 6,       // site
  mjOBJ_CAMERA = 7,     // camera
  mjOBJ_LIGHT = 8,      // light
  mjOBJ_FLEX = 9,       // flex
  mjOBJ_MESH = 10,      // mesh
  mjOBJ_SKIN = 11,      // skin
  mjOBJ_HFIELD = 12,    // height field
  mjOBJ_TEXTURE = 13,   // texture
  mjOBJ_MATERIAL = 14,  // material
  mjOBJ_PAIR = 15,      // pair of geoms that collide
  mjOBJ_EXCLUDE = 16,   // pair of bodies that do not
  mjOBJ_EQUALITY = 17,  // equality constraint
  mjOBJ_TENDON = 18,    // tendon
  mjOBJ_ACTUATOR = 19,  // actuator
  mjOBJ_SENSOR = 20,    // sensor
  mjOBJ_NUMERIC = 21,   // numbers of the user
  mjOBJ_TEXT = 22,      // text of the user
  mjOBJ_TUPLE = 23,     // tuple of objects
  mjOBJ_KEY = 24,       // keyframe
  mjOBJ_PLUGIN = 25,    // instance of a plugin
  mjNOBJECT = 26,       // number of kinds in models
  mjOBJ_FRAME = 100,    // frame, of specifications
  mjOBJ_DEFAULT = 101,  // default class, of specifications
  mjOBJ_MODEL = 102,    // model, of specifications
} mjtObj;

// Sensors, in the order of their numbers.
typedef enum mjtSensor_ {
  mjSENS_TOUCH = 0,            // sum of the normal forces of contacts within a site (N)
  mjSENS_ACCELEROMETER = 1,    // acceleration without gravity, in the frame of a site (m/s^2)
  mjSENS_VELOCIMETER = 2,      // linear velocity, in the frame of a site (m/s)
  mjSENS_GYRO = 3,             // angular velocity, in the frame of a site (rad/s)
  mjSENS_FORCE = 4,            // force between the body of a site and its parent (N)
  mjSENS_TORQUE = 5,           // torque between the body of a site and its parent (N m)
  mjSENS_MAGNETOMETER = 6,     // magnetic field, in the frame of a site
  mjSENS_RANGEFINDER = 7,      // distance to the nearest geom along z of a site; -1: none (m)
  mjSENS_CAMPROJECTION = 8,    // where a site is in the picture of a camera (pixels)
  mjSENS_JOINTPOS = 9,         // position of a hinge or slide
  mjSENS_JOINTVEL = 10,        // velocity of a hinge or slide
  mjSENS_TENDONPOS = 11,       // length of a tendon
  mjSENS_TENDONVEL = 12,       // its derivative
  mjSENS_ACTUATORPOS = 13,     // length of an actuator
  mjSENS_ACTUATORVEL = 14,     // its derivative
  mjSENS_ACTUATORFRC = 15,     // scalar force of an actuator
  mjSENS_JOINTACTFRC = 16,     // force of all actuators on a joint
  mjSENS_TENDONACTFRC = 17,    // force of all actuators on a tendon
  mjSENS_BALLQUAT = 18,        // orientation of a ball
  mjSENS_BALLANGVEL = 19,      // angular velocity of a ball
  mjSENS_JOINTLIMITPOS = 20,   // distance from the limit of a joint, less the margin
  mjSENS_JOINTLIMITVEL = 21,   // its derivative
  mjSENS_JOINTLIMITFRC = 22,   // force of the limit
  mjSENS_TENDONLIMITPOS = 23,  // distance from the limit of a tendon, less the margin
  mjSENS_TENDONLIMITVEL = 24,  // its derivative
  mjSENS_TENDONLIMITFRC = 25,  // force of the limit
  mjSENS_FRAMEPOS = 26,        // position
  mjSENS_FRAMEQUAT = 27,       // orientation
  mjSENS_FRAMEXAXIS = 28,      // x axis
  mjSENS_FRAMEYAXIS = 29,      // y axis
  mjSENS_FRAMEZAXIS = 30,      // z axis
  mjSENS_FRAMELINVEL = 31,     // linear velocity
  mjSENS_FRAMEANGVEL = 32,     // angular velocity
  mjSENS_FRAMELINACC = 33,     // linear acceleration
  mjSENS_FRAMEANGACC = 34,     // angular acceleration
  mjSENS_SUBTREECOM = 35,      // centre of mass of a body and what hangs on it
  mjSENS_SUBTREELINVEL = 36,   // its velocity
  mjSENS_SUBTREEANGMOM = 37,   // angular momentum about it
  mjSENS_INSIDESITE = 38,      // 1 when an object is within a site
  mjSENS_GEOMDIST = 39,        // distance of two geoms or bodies
  mjSENS_GEOMNORMAL = 40,      // direction from the first to the second
  mjSENS_GEOMFROMTO = 41,      // the nearest points of both
  mjSENS_CONTACT = 42,         // what contacts have, of geoms, bodies or sites
  mjSENS_E_POTENTIAL = 43,     // potential energy (J)
  mjSENS_E_KINETIC = 44,       // kinetic energy (J)
  mjSENS_CLOCK = 45,           // time of the simulation (s)
  mjSENS_TACTILE = 46,         // pressure and slip at the vertices of a mesh
  mjSENS_PLUGIN = 47,          // as a plugin says
  mjSENS_USER = 48,            // as mjcb_sensor says
} mjtSensor;

// Stages of the pipeline.
typedef enum mjtStage_ {
  mjSTAGE_NONE = 0,  // before everything
  mjSTAGE_POS = 1,   // what depends on positions is known
  mjSTAGE_VEL = 2,   // and what depends on velocities
  mjSTAGE_ACC = 3,   // and accelerations and forces
} mjtStage;

// What kind of numbers a sensor returns.
typedef enum mjtDataType_ {
  mjDATATYPE_REAL = 0,        // any numbers
  mjDATATYPE_POSITIVE = 1,    // not negative
  mjDATATYPE_AXIS = 2,        // a vector of length 1
  mjDATATYPE_QUATERNION = 3,  // a quaternion of length 1
} mjtDataType;

// Fields a contact sensor can return, in their order.
typedef enum mjtConDataField_ {
  mjCONDATA_FOUND = 0,    // how many matched
  mjCONDATA_FORCE = 1,    // force, in the frame of the contact
  mjCONDATA_TORQUE = 2,   // torque, in the frame of the contact
  mjCONDATA_DIST = 3,     // distance; negative: depth
  mjCONDATA_POS = 4,      // position
  mjCONDATA_NORMAL = 5,   // normal
  mjCONDATA_TANGENT = 6,  // first tangent
  mjNCONDATA = 7,         // number of these
} mjtConDataField;

// Which frame of its body an object coincides with.
typedef enum mjtSameFrame_ {
  mjSAMEFRAME_NONE = 0,        // another
  mjSAMEFRAME_BODY = 1,        // that of the body
  mjSAMEFRAME_INERTIA = 2,     // the inertial one
  mjSAMEFRAME_BODYROT = 3,     // of the body's orientation
  mjSAMEFRAME_INERTIAROT = 4,  // of the inertial orientation
} mjtSameFrame;

// Actuators that get a length range.
typedef enum mjtLRMode_ {
  mjLRMODE_NONE = 0,        // of none
  mjLRMODE_MUSCLE = 1,      // of muscles
  mjLRMODE_MUSCLEUSER = 2,  // of muscles and those with gain or bias of the user
  mjLRMODE_ALL = 3,         // of all
} mjtLRMode;

// How a flex collides with itself.
typedef enum mjtFlexSelf_ {
  mjFLEXSELF_NONE = 0,    // it does not
  mjFLEXSELF_NARROW = 1,  // every pair is looked at
  mjFLEXSELF_BVH = 2,     // by a tree of bounding volumes
  mjFLEXSELF_SAP = 3,     // by sweep and prune
  mjFLEXSELF_AUTO = 4,    // sweep and prune for lines and triangles, the tree for tetrahedra
} mjtFlexSelf;

// How signed-distance shapes are combined.
typedef enum mjtSDFType_ {
  mjSDFTYPE_SINGLE = 0,        // one shape
  mjSDFTYPE_INTERSECTION = 1,  // where both are
  mjSDFTYPE_MIDSURFACE = 2,    // the surface between both
  mjSDFTYPE_COLLISION = 3,     // the depth of both in each other
} mjtSDFType;

#ifdef __cplusplus
}  // extern "C"
#endif
