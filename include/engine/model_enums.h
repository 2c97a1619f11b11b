// Enumerations of the model: what its integers and flags mean.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// Disable flags: features that can be switched off.
typedef enum mjtDisableBit_ {
  mjDSBL_CONSTRAINT = 1,       // the entire constraint solver
  mjDSBL_EQUALITY = 2,         // equality constraints
  mjDSBL_FRICTIONLOSS = 4,     // dry friction of joints and tendons
  mjDSBL_LIMIT = 8,            // limits of joints and tendons
  mjDSBL_CONTACT = 16,         // contacts: collision detection is skipped
  mjDSBL_SPRING = 32,          // passive springs
  mjDSBL_DAMPER = 64,          // passive dampers
  mjDSBL_GRAVITY = 128,        // gravity
  mjDSBL_CLAMPCTRL = 256,      // clamping of controls to their ranges
  mjDSBL_WARMSTART = 512,      // warm start of the solver from the last solution
  mjDSBL_FILTERPARENT = 1024,  // filtering of contacts between a body and its parent
  mjDSBL_ACTUATION = 2048,     // actuator forces
  mjDSBL_REFSAFE = 4096,       // raising the time constant of solref to at least two time steps
  mjDSBL_SENSOR = 8192,        // sensors
  mjDSBL_MIDPHASE = 16384,     // mid-phase collision: bounding volume trees within a body
  mjDSBL_EULERDAMP = 32768,    // implicit joint damping in Euler's method
  mjDSBL_AUTORESET = 65536,    // automatic reset of an unstable simulation
  mjDSBL_NATIVECCD = 131072,   // the library's own convex collider: libccd is used instead
  mjDSBL_ISLAND = 262144,      // separate solution of islands, which constraints do not connect
  mjNDISABLE = 19,             // number of disable flags
} mjtDisableBit;

// Enable flags: optional features that can be switched on.
typedef enum mjtEnableBit_ {
  mjENBL_OVERRIDE = 1,     // contact parameters are replaced by the o_ members of mjOption
  mjENBL_ENERGY = 2,       // energy is computed
  mjENBL_FWDINV = 4,       // forward and inverse dynamics are compared (solver_fwdinv)
  mjENBL_INVDISCRETE = 8,  // inverse dynamics in discrete time
  mjENBL_MULTICCD = 16,    // several contact points between two convex shapes
  mjNENABLE = 5,           // number of enable flags
} mjtEnableBit;

// Joint types.
typedef enum mjtJoint_ {
  mjJNT_FREE = 0,   // all six degrees of freedom: a position and a quaternion
  mjJNT_BALL = 1,   // three rotations: a quaternion
  mjJNT_SLIDE = 2,  // translation along an axis
  mjJNT_HINGE = 3,  // rotation about an axis
} mjtJoint;

// Geom types: first the types of models; from 100 on, types used only in scenes.
typedef enum mjtGeom_ {
  mjGEOM_PLANE = 0,       // a plane; the side z > 0 is free space
  mjGEOM_HFIELD = 1,      // a height field
  mjGEOM_SPHERE = 2,      // a sphere
  mjGEOM_CAPSULE = 3,     // a cylinder with half spheres at its ends
  mjGEOM_ELLIPSOID = 4,   // an ellipsoid
  mjGEOM_CYLINDER = 5,    // a cylinder
  mjGEOM_BOX = 6,         // a box
  mjGEOM_MESH = 7,        // a triangle mesh
  mjGEOM_SDF = 8,         // a surface given by a signed distance function
  mjNGEOMTYPES = 9,       // number of geom types of models
  mjGEOM_ARROW = 100,     // an arrow
  mjGEOM_ARROW1 = 101,    // an arrow without its base
  mjGEOM_ARROW2 = 102,    // an arrow with a head at both ends
  mjGEOM_LINE = 103,      // a line
  mjGEOM_LINEBOX = 104,   // the edges of a box
  mjGEOM_FLEX = 105,      // a flex
  mjGEOM_SKIN = 106,      // a skin
  mjGEOM_LABEL = 107,     // a text label only
  mjGEOM_TRIANGLE = 108,  // a triangle
  mjGEOM_NONE = 1001,     // type not yet set
} mjtGeom;

// Tracking modes of cameras and lights.
typedef enum mjtCamLight_ {
  mjCAMLIGHT_FIXED = 0,          // fixed to its body
  mjCAMLIGHT_TRACK = 1,          // follows its body, keeps its orientation in the world
  mjCAMLIGHT_TRACKCOM = 2,       // follows the centre of mass of its subtree, keeps its orientation
  mjCAMLIGHT_TARGETBODY = 3,     // fixed to its body, points at the target body
  mjCAMLIGHT_TARGETBODYCOM = 4,  // fixed to its body, points at the target subtree's centre of mass
} mjtCamLight;

// Light types.
typedef enum mjtLightType_ {
  mjLIGHT_SPOT = 0,         // spot: a cone of light from a point
  mjLIGHT_DIRECTIONAL = 1,  // parallel rays
  mjLIGHT_POINT = 2,        // light from a point in all directions
  mjLIGHT_IMAGE = 3,        // light from an image that surrounds the scene
} mjtLightType;

// Texture types.
typedef enum mjtTexture_ {
  mjTEXTURE_2D = 0,      // mapped onto surfaces
  mjTEXTURE_CUBE = 1,    // cube map, projected from six sides
  mjTEXTURE_SKYBOX = 2,  // cube map of the background
} mjtTexture;

// Role of a texture in a material.
typedef enum mjtTextureRole_ {
  mjTEXROLE_USER = 0,       // unspecified
  mjTEXROLE_RGB = 1,        // colour
  mjTEXROLE_OCCLUSION = 2,  // ambient occlusion: fraction of ambient light that arrives
  mjTEXROLE_ROUGHNESS = 3,  // roughness
  mjTEXROLE_METALLIC = 4,   // metallic coefficient
  mjTEXROLE_NORMAL = 5,     // normals, in the frame of the surface
  mjTEXROLE_OPACITY = 6,    // opacity
  mjTEXROLE_EMISSIVE = 7,   // emitted light
  mjTEXROLE_RGBA = 8,       // colour and opacity
  mjTEXROLE_ORM = 9,        // occlusion, roughness, metallic, one channel each
  mjNTEXROLE = 10,          // number of roles
} mjtTextureRole;

// Colour space of a texture.
typedef enum mjtColorSpace_ {
  mjCOLORSPACE_AUTO = 0,    // as given in the file, otherwise linear
  mjCOLORSPACE_LINEAR = 1,  // values are proportional to light intensity
  mjCOLORSPACE_SRGB = 2,    // values are sRGB-encoded, as for screens
} mjtColorSpace;

// Integrators.
typedef enum mjtIntegrator_ {
  mjINT_EULER = 0,         // semi-implicit Euler, with implicit joint damping
  mjINT_RK4 = 1,           // fourth-order Runge-Kutta
  mjINT_IMPLICIT = 2,      // implicit in velocity
  mjINT_IMPLICITFAST = 3,  // implicit in velocity without Coriolis terms: a symmetric matrix
} mjtIntegrator;

// Friction cones.
typedef enum mjtCone_ {
  mjCONE_PYRAMIDAL = 0,  // a pyramid inside the cone: linear constraints
  mjCONE_ELLIPTIC = 1,   // the exact elliptic cone
} mjtCone;

// Layouts of the constraint Jacobian.
typedef enum mjtJacobian_ {
  mjJAC_DENSE = 0,   // dense: all entries
  mjJAC_SPARSE = 1,  // sparse: only entries of the dofs involved
  mjJAC_AUTO = 2,    // sparse for 60 dofs or more, otherwise dense
} mjtJacobian;

// Constraint solvers.
typedef enum mjtSolver_ {
  mjSOL_PGS = 0,     // projected Gauss-Seidel over constraint forces
  mjSOL_CG = 1,      // conjugate gradient method over accelerations
  mjSOL_NEWTON = 2,  // Newton's method over accelerations
} mjtSolver;

// Types of equality constraints.
typedef enum mjtEq_ {
  mjEQ_CONNECT = 0,   // two points coincide: a ball joint
  mjEQ_WELD = 1,      // two frames coincide: a rigid connection
  mjEQ_JOINT = 2,     // a joint position is a polynomial of another joint position
  mjEQ_TENDON = 3,    // a tendon length is a polynomial of another tendon length
  mjEQ_FLEX = 4,      // the edges of a flex keep their lengths
  mjEQ_DISTANCE = 5,  // removed, no longer supported
} mjtEq;

// Types of objects on a tendon path.
typedef enum mjtWrap_ {
  mjWRAP_NONE = 0,      // nothing
  mjWRAP_JOINT = 1,     // a joint, on a fixed tendon
  mjWRAP_PULLEY = 2,    // a pulley, whose divisor applies to the branches after it
  mjWRAP_SITE = 3,      // the tendon passes through a site
  mjWRAP_SPHERE = 4,    // the tendon wraps around a sphere
  mjWRAP_CYLINDER = 5,  // the tendon wraps around a cylinder
} mjtWrap;

// Transmission types: what an actuator acts on.
typedef enum mjtTrn_ {
  mjTRN_JOINT = 0,          // a force on a joint
  mjTRN_JOINTINPARENT = 1,  // as JOINT; for ball and free joints in the parent frame
  mjTRN_SLIDERCRANK = 2,    // a force through a slider-crank mechanism
  mjTRN_TENDON = 3,         // a force on a tendon
  mjTRN_SITE = 4,           // a force and a torque on a site
  mjTRN_BODY = 5,           // adhesion of a body's contacts
  mjTRN_SO3 = 6,            // the full orientation (3.11)
  mjTRN_UNDEFINED = 1000,   // type not yet set
} mjtTrn;

// Types of activation dynamics.
typedef enum mjtDyn_ {
  mjDYN_NONE = 0,         // no activation: the control acts directly
  mjDYN_INTEGRATOR = 1,   // integral of the control
  mjDYN_FILTER = 2,       // first-order filter of the control
  mjDYN_FILTEREXACT = 3,  // first-order filter of the control, integrated exactly
  mjDYN_MUSCLE = 4,       // muscle activation with two time constants
  mjDYN_USER = 5,         // computed by the callback mjcb_act_dyn
  mjDYN_DCMOTOR = 6,      // direct-current motor (3.7); newer types follow, so numbers above stay
  mjDYN_PID = 7,          // PID controller (3.12)
} mjtDyn;

// Actuator gain types.
typedef enum mjtGain_ {
  mjGAIN_FIXED = 0,    // gainprm[0]
  mjGAIN_AFFINE = 1,   // gainprm[0] + gainprm[1] length + gainprm[2] velocity
  mjGAIN_MUSCLE = 2,   // muscle force-length-velocity curves
  mjGAIN_USER = 3,     // computed by the callback mjcb_act_gain
  mjGAIN_DCMOTOR = 4,  // direct-current motor
  mjGAIN_SO3 = 5,      // orientation servo
  mjGAIN_PID = 6,      // servo with position, velocity and feedforward force
} mjtGain;

// Actuator bias types.
typedef enum mjtBias_ {
  mjBIAS_NONE = 0,     // no bias
  mjBIAS_AFFINE = 1,   // biasprm[0] + biasprm[1] length + biasprm[2] velocity
  mjBIAS_MUSCLE = 2,   // passive muscle force
  mjBIAS_USER = 3,     // computed by the callback mjcb_act_bias
  mjBIAS_DCMOTOR = 4,  // direct-current motor
  mjBIAS_SO3 = 5,      // orientation servo
} mjtBias;

// Object types.
typedef enum mjtObj_ {
  mjOBJ_UNKNOWN = 0,    // unknown type
  mjOBJ_BODY = 1,       // body; its pose is that of the inertial frame
  mjOBJ_XBODY = 2,      // body; its pose is that of the body frame
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
  mjOBJ_PAIR = 15,      // predefined contact pair of geoms
  mjOBJ_EXCLUDE = 16,   // pair of bodies excluded from collision
  mjOBJ_EQUALITY = 17,  // equality constraint
  mjOBJ_TENDON = 18,    // tendon
  mjOBJ_ACTUATOR = 19,  // actuator
  mjOBJ_SENSOR = 20,    // sensor
  mjOBJ_NUMERIC = 21,   // custom numeric field
  mjOBJ_TEXT = 22,      // custom text field
  mjOBJ_TUPLE = 23,     // custom tuple of objects
  mjOBJ_KEY = 24,       // keyframe
  mjOBJ_PLUGIN = 25,    // plugin instance
  mjNOBJECT = 26,       // number of object types in models
  mjOBJ_FRAME = 100,    // frame, only in specifications
  mjOBJ_DEFAULT = 101,  // default class, only in specifications
  mjOBJ_MODEL = 102,    // model, only in specifications
} mjtObj;

// Sensor types, in numerical order.
typedef enum mjtSensor_ {
  mjSENS_TOUCH = 0,          // sum of the normal forces of contacts within a site (N)
  mjSENS_ACCELEROMETER = 1,  // acceleration without gravity, in the frame of a site (m/s^2)
  mjSENS_VELOCIMETER = 2,    // linear velocity, in the frame of a site (m/s)
  mjSENS_GYRO = 3,           // angular velocity, in the frame of a site (rad/s)
  mjSENS_FORCE = 4,          // force between the body of a site and its parent (N)
  mjSENS_TORQUE = 5,         // torque between the body of a site and its parent (N m)
  mjSENS_MAGNETOMETER = 6,   // magnetic field, in the frame of a site
  mjSENS_RANGEFINDER = 7,  // distance to the nearest geom along the z axis of a site; -1: none (m)
  mjSENS_CAMPROJECTION = 8,    // position of a site in the image of a camera (pixels)
  mjSENS_JOINTPOS = 9,         // position of a hinge or slide joint
  mjSENS_JOINTVEL = 10,        // velocity of a hinge or slide joint
  mjSENS_TENDONPOS = 11,       // length of a tendon
  mjSENS_TENDONVEL = 12,       // time derivative of the tendon length
  mjSENS_ACTUATORPOS = 13,     // length of an actuator
  mjSENS_ACTUATORVEL = 14,     // time derivative of the actuator length
  mjSENS_ACTUATORFRC = 15,     // scalar force of an actuator
  mjSENS_JOINTACTFRC = 16,     // sum of all actuator forces on a joint
  mjSENS_TENDONACTFRC = 17,    // sum of all actuator forces on a tendon
  mjSENS_BALLQUAT = 18,        // orientation of a ball joint
  mjSENS_BALLANGVEL = 19,      // angular velocity of a ball joint
  mjSENS_JOINTLIMITPOS = 20,   // distance to the joint limit, minus the margin
  mjSENS_JOINTLIMITVEL = 21,   // time derivative of the distance to the joint limit
  mjSENS_JOINTLIMITFRC = 22,   // force of the joint limit
  mjSENS_TENDONLIMITPOS = 23,  // distance to the tendon limit, minus the margin
  mjSENS_TENDONLIMITVEL = 24,  // time derivative of the distance to the tendon limit
  mjSENS_TENDONLIMITFRC = 25,  // force of the tendon limit
  mjSENS_FRAMEPOS = 26,        // position of an object's frame
  mjSENS_FRAMEQUAT = 27,       // orientation of an object's frame
  mjSENS_FRAMEXAXIS = 28,      // x axis of an object's frame
  mjSENS_FRAMEYAXIS = 29,      // y axis of an object's frame
  mjSENS_FRAMEZAXIS = 30,      // z axis of an object's frame
  mjSENS_FRAMELINVEL = 31,     // linear velocity of an object's frame
  mjSENS_FRAMEANGVEL = 32,     // angular velocity of an object's frame
  mjSENS_FRAMELINACC = 33,     // linear acceleration of an object's frame
  mjSENS_FRAMEANGACC = 34,     // angular acceleration of an object's frame
  mjSENS_SUBTREECOM = 35,      // centre of mass of a body and its descendants
  mjSENS_SUBTREELINVEL = 36,   // linear velocity of the subtree's centre of mass
  mjSENS_SUBTREEANGMOM = 37,   // angular momentum about the subtree's centre of mass
  mjSENS_INSIDESITE = 38,      // 1 if an object is inside a site
  mjSENS_GEOMDIST = 39,        // distance between two geoms or bodies
  mjSENS_GEOMNORMAL = 40,      // direction from the first geom or body to the second
  mjSENS_GEOMFROMTO = 41,      // the nearest points on both geoms or bodies
  mjSENS_CONTACT = 42,         // selected data of contacts of geoms, bodies or sites
  mjSENS_E_POTENTIAL = 43,     // potential energy (J)
  mjSENS_E_KINETIC = 44,       // kinetic energy (J)
  mjSENS_CLOCK = 45,           // simulation time (s)
  mjSENS_TACTILE = 46,         // pressure and slip at the vertices of a mesh
  mjSENS_PLUGIN = 47,          // computed by a plugin
  mjSENS_USER = 48,            // computed by the callback mjcb_sensor
} mjtSensor;

// Stages of the computation: up to which stage results are known.
typedef enum mjtStage_ {
  mjSTAGE_NONE = 0,  // nothing computed yet
  mjSTAGE_POS = 1,   // results that depend on positions are known
  mjSTAGE_VEL = 2,   // results that depend on velocities are known too
  mjSTAGE_ACC = 3,   // accelerations and forces are known too
} mjtStage;

// Type of the numbers that a sensor returns.
typedef enum mjtDataType_ {
  mjDATATYPE_REAL = 0,        // real numbers
  mjDATATYPE_POSITIVE = 1,    // nonnegative numbers
  mjDATATYPE_AXIS = 2,        // a unit vector
  mjDATATYPE_QUATERNION = 3,  // a unit quaternion
} mjtDataType;

// Fields that a contact sensor can return, in this order.
typedef enum mjtConDataField_ {
  mjCONDATA_FOUND = 0,    // number of matching contacts
  mjCONDATA_FORCE = 1,    // force, in the contact frame
  mjCONDATA_TORQUE = 2,   // torque, in the contact frame
  mjCONDATA_DIST = 3,     // distance; negative: penetration depth
  mjCONDATA_POS = 4,      // contact position
  mjCONDATA_NORMAL = 5,   // contact normal
  mjCONDATA_TANGENT = 6,  // first contact tangent
  mjNCONDATA = 7,         // number of fields
} mjtConDataField;

// Which frame of its body an object's frame coincides with.
typedef enum mjtSameFrame_ {
  mjSAMEFRAME_NONE = 0,        // neither frame
  mjSAMEFRAME_BODY = 1,        // the body frame
  mjSAMEFRAME_INERTIA = 2,     // the inertial frame
  mjSAMEFRAME_BODYROT = 3,     // same orientation as the body frame
  mjSAMEFRAME_INERTIAROT = 4,  // same orientation as the inertial frame
} mjtSameFrame;

// For which actuators length ranges are computed.
typedef enum mjtLRMode_ {
  mjLRMODE_NONE = 0,        // none
  mjLRMODE_MUSCLE = 1,      // muscles
  mjLRMODE_MUSCLEUSER = 2,  // muscles, and actuators with user-defined gain or bias
  mjLRMODE_ALL = 3,         // all actuators
} mjtLRMode;

// Self-collision modes of a flex.
typedef enum mjtFlexSelf_ {
  mjFLEXSELF_NONE = 0,    // no self-collision
  mjFLEXSELF_NARROW = 1,  // all pairs of elements are tested
  mjFLEXSELF_BVH = 2,     // candidate pairs from a bounding volume tree
  mjFLEXSELF_SAP = 3,     // candidate pairs by sweep and prune
  mjFLEXSELF_AUTO = 4,    // sweep and prune for lines and triangles, tree for tetrahedra
} mjtFlexSelf;

// How two signed-distance shapes are combined.
typedef enum mjtSDFType_ {
  mjSDFTYPE_SINGLE = 0,        // a single shape
  mjSDFTYPE_INTERSECTION = 1,  // intersection of both shapes
  mjSDFTYPE_MIDSURFACE = 2,    // surface midway between both shapes
  mjSDFTYPE_COLLISION = 3,     // penetration depth of the shapes in each other
} mjtSDFType;

#ifdef __cplusplus
}  // extern "C"
#endif
