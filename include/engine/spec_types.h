// The editable specification: mjSpec and its elements.
#pragma once

#include <engine/model_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// Where the mass of a geom is.
typedef enum mjtGeomInertia_ {
  mjINERTIA_VOLUME = 0,  // in all of the shape
  mjINERTIA_SHELL = 1,   // in its surface
} mjtGeomInertia;

// How the inertia of a mesh is found.
typedef enum mjtMeshInertia_ {
  mjMESH_INERTIA_CONVEX = 0,  // of the convex hull
  mjMESH_INERTIA_EXACT = 1,   // of the faces, which must be closed
  mjMESH_INERTIA_LEGACY = 2,  // of the faces, as older versions did
  mjMESH_INERTIA_SHELL = 3,   // of the surface
} mjtMeshInertia;

// Meshes made by formulas.
typedef enum mjtMeshBuiltin_ {
  mjMESH_BUILTIN_NONE = 0,         // no formula
  mjMESH_BUILTIN_SPHERE = 1,       // a sphere of nearly equal triangles
  mjMESH_BUILTIN_HEMISPHERE = 2,   // the upper half of a sphere
  mjMESH_BUILTIN_CONE = 3,         // a cone, or what is left of one that was cut
  mjMESH_BUILTIN_SUPERSPHERE = 4,  // between a sphere, a box and an octahedron
  mjMESH_BUILTIN_SUPERTORUS = 5,   // a ring whose section is such a shape
  mjMESH_BUILTIN_WEDGE = 6,        // a patch of a sphere
  mjMESH_BUILTIN_PLATE = 7,        // a flat grid
} mjtMeshBuiltin;

// Patterns of built-in textures.
typedef enum mjtBuiltin_ {
  mjBUILTIN_NONE = 0,      // no pattern
  mjBUILTIN_GRADIENT = 1,  // from one colour to another
  mjBUILTIN_CHECKER = 2,   // squares of two colours
  mjBUILTIN_FLAT = 3,      // one colour
} mjtBuiltin;

// Marks on them.
typedef enum mjtMark_ {
  mjMARK_NONE = 0,    // none
  mjMARK_EDGE = 1,    // lines at the edges
  mjMARK_CROSS = 2,   // lines through the middle
  mjMARK_RANDOM = 3,  // pixels here and there
} mjtMark;

// Limits: no, yes, where a range is given.
typedef enum mjtLimited_ {
  mjLIMITED_FALSE = 0,  // no
  mjLIMITED_TRUE = 1,   // yes
  mjLIMITED_AUTO = 2,   // when there is a range
} mjtLimited;

// Alignment of free joints: no, yes, as the compiler says.
typedef enum mjtAlignFree_ {
  mjALIGNFREE_FALSE = 0,  // no
  mjALIGNFREE_TRUE = 1,   // yes
  mjALIGNFREE_AUTO = 2,   // as the compiler's alignfree says
} mjtAlignFree;

// Inertia from geoms: no, yes, where none is given.
typedef enum mjtInertiaFromGeom_ {
  mjINERTIAFROMGEOM_FALSE = 0,  // never
  mjINERTIAFROMGEOM_TRUE = 1,   // always
  mjINERTIAFROMGEOM_AUTO = 2,   // where the body has no inertial
} mjtInertiaFromGeom;

// Ways to say an orientation.
typedef enum mjtOrientation_ {
  mjORIENTATION_QUAT = 0,       // the quaternion
  mjORIENTATION_AXISANGLE = 1,  // an axis and an angle
  mjORIENTATION_XYAXES = 2,     // x and y axes
  mjORIENTATION_ZAXIS = 3,      // the z axis
  mjORIENTATION_EULER = 4,      // three angles
} mjtOrientation;

// Text and vectors that elements own: they are written by the mjs_set* and mjs_append* functions
// and read by mjs_getString and mjs_getDouble.  A handle belongs to the field it was found in and
// lives as long as the specification.  In C they are opaque; in C++ they are types that behave as
// std::string and std::vector do, inline (spec_cpp.h), so that both languages use one library.
#ifdef __cplusplus
struct mjString;
struct mjStringVec;
struct mjIntVec;
struct mjIntVecVec;
struct mjFloatVec;
struct mjFloatVecVec;
struct mjDoubleVec;
struct mjByteVec;
#else
typedef void mjString;
typedef void mjStringVec;
typedef void mjIntVec;
typedef void mjIntVecVec;
typedef void mjFloatVec;
typedef void mjFloatVecVec;
typedef void mjDoubleVec;
typedef void mjByteVec;
#endif

// A text or vector of a program's own (eng_vecMake): its words are the library's alone.
typedef struct engVec_ {
  void* words[3];
} engVec;

// Handle of any element.
typedef struct mjsElement_ {
  mjtObj elemtype;     // mjtObj
  uint64_t signature;  // structure of the tree under it
} mjsElement;

// How elements of this specification are compiled.
typedef struct mjsCompiler_ {
  mjtByte autolimits;        // limited where a range is given
  double boundmass;          // least mass of a body (kg)
  double boundinertia;       // least moment of inertia (kg m^2)
  double settotalmass;       // scale masses to this total; negative: off (kg)
  mjtByte balanceinertia;    // mend inertias that no body can have
  mjtByte fitaabb;           // fit primitives to a mesh's box instead of its inertia
  mjtByte degree;            // angles are in degrees
  char eulerseq[3];          // axes of Euler angles
  mjtByte discardvisual;     // drop what only drawing needs
  mjtByte usethread;         // compile assets on several threads
  mjtByte fusestatic;        // fuse static bodies with their parents
  int inertiafromgeom;       // mjtInertiaFromGeom
  int inertiagrouprange[2];  // groups of geoms that count for inertia
  mjtByte saveinertial;      // write inertias when saving
  int alignfree;             // align free bodies with their inertia (mjtAlignFree)
  mjLROpt LRopt;             // length ranges
  mjString* meshdir;         // folder of meshes and height fields
  mjString* texturedir;      // folder of textures
  ENGINE_NEWER_mjsCompiler
} mjsCompiler;

// The editable model.
typedef struct mjSpec_ {
  mjsElement* element;            // handle
  mjString* modelname;            // name of the model
  mjsCompiler compiler;           // compiler options
  mjtByte strippath;              // drop folders from asset file names
  mjOption option;                // physics options
  mjVisual visual;                // visual options
  mjStatistic stat;               // statistics; NaN: computed
  mjtSize memory;                 // bytes of the arena; -1: automatic
  int nemax;                      // reserved
  int nuserdata;                  // numbers in userdata
  int nuser_body;                 // user numbers per body; -1: the most that one has
  int nuser_jnt;                  // the same per joint
  int nuser_geom;                 // per geom
  int nuser_site;                 // per site
  int nuser_cam;                  // per camera
  int nuser_tendon;               // per tendon
  int nuser_actuator;             // per actuator
  int nuser_sensor;               // per sensor
  int nkey;                       // least number of keyframes
  int njmax;                      // constraint rows asked for; -1: automatic
  int nconmax;                    // contacts asked for; -1: automatic
  mjtSize nstack;                 // numbers of stack asked for; -1: automatic
  mjString* comment;              // comment at the top of the file
  mjString* modelfiledir;         // folder of the model file
  mjtByte hasImplicitPluginElem;  // has plugin instances without a name

  // --- extension block (extension_types.h); mjs_defaultSpec leaves it alone
  engOption ext;         // options that mjOption has no room for
  mjtConflict conflict;  // what becomes of options that differ when another is attached
  mjsAuthored authored;  // which options were given
} mjSpec;

// An orientation that is not a quaternion.
typedef struct mjsOrientation_ {
  mjtOrientation type;  // which one (mjtOrientation)
  double axisangle[4];  // axis, angle
  double xyaxes[6];     // x axis, y axis
  double zaxis[3];      // z axis
  double euler[3];      // Euler angles
} mjsOrientation;

// A plugin instance, or the use of one.
typedef struct mjsPlugin_ {
  mjsElement* element;    // handle
  mjString* name;         // name of the instance
  mjString* plugin_name;  // name of the plugin
  mjtByte active;         // is it used
  mjString* info;         // where it is defined, for errors
} mjsPlugin;

// A body.
typedef struct mjsBody_ {
  mjsElement* element;       // handle
  mjString* childclass;      // default class of what is in it
  double pos[3];             // position in the parent's frame (m)
  double quat[4];            // orientation in the parent's frame
  mjsOrientation alt;        // orientation otherwise
  double mass;               // mass (kg)
  double ipos[3];            // centre of mass; NaN: not given (m)
  double iquat[4];           // principal axes
  double inertia[3];         // principal moments (kg m^2)
  mjsOrientation ialt;       // principal axes otherwise
  double fullinertia[6];     // inertia matrix xx yy zz xy xz yz; NaN: not given
  mjtByte mocap;             // is it moved by the user
  double gravcomp;           // share of its weight that is compensated
  mjDoubleVec* userdata;     // user data
  mjtByte explicitinertial;  // write the inertia when saving
  mjsPlugin plugin;          // passive force plugin
  mjString* info;            // where it is defined, for errors
  ENGINE_NEWER_mjsBody
} mjsBody;

// A transformation of what is in it.
typedef struct mjsFrame_ {
  mjsElement* element;   // handle
  mjString* childclass;  // default class of what is in it
  double pos[3];         // position (m)
  double quat[4];        // orientation
  mjsOrientation alt;    // orientation otherwise
  mjString* info;        // where it is defined, for errors
} mjsFrame;

// A joint.
typedef struct mjsJoint_ {
  mjsElement* element;                // handle
  mjtJoint type;                      // mjtJoint
  double pos[3];                      // anchor (m)
  double axis[3];                     // axis
  double ref;                         // value in the reference configuration (m or angle)
  int align;                          // align a free joint (mjtAlignFree)
  double ENGINE_CONSTANT(stiffness);  // spring stiffness
  double springref;                   // value at which the spring rests
  double springdamper[2];             // time constant and damping ratio of the spring
  int limited;                        // has limits (mjtLimited)
  double range[2];                    // limits (m or angle)
  double margin;                      // distance at which limits become active
  mjtNum solref_limit[2];             // reference of the limit
  mjtNum solimp_limit[5];             // impedance of the limit
  int actfrclimited;                  // limit the actuator force (mjtLimited)
  double actfrcrange[2];              // its limits
  double armature;                    // inertia added to the dofs
  double ENGINE_CONSTANT(damping);    // damping
  double frictionloss;                // friction loss
  mjtNum solref_friction[2];          // reference of the friction loss
  mjtNum solimp_friction[5];          // impedance of the friction loss
  int group;                          // group for drawing
  mjtByte actgravcomp;                // gravity compensation counts as actuation
  mjDoubleVec* userdata;              // user data
  mjString* info;                     // where it is defined, for errors
  ENGINE_NEWER_mjsJoint
} mjsJoint;

// A geom.
typedef struct mjsGeom_ {
  mjsElement* element;         // handle
  mjtGeom type;                // mjtGeom
  double pos[3];               // position (m)
  double quat[4];              // orientation
  mjsOrientation alt;          // orientation otherwise
  double fromto[6];            // end points instead; NaN: not given (m)
  double size[3];              // sizes by type (m)
  int contype;                 // bits of what it is for collision
  int conaffinity;             // bits of what it collides with
  int condim;                  // dimension of its contacts
  int priority;                // whose contact parameters win
  double friction[3];          // sliding, torsional, rolling friction
  double solmix;               // weight when parameters are mixed
  mjtNum solref[2];            // reference of its contacts
  mjtNum solimp[5];            // impedance of its contacts
  double margin;               // distance at which contacts are found (m)
  double gap;                  // part of the margin without force (m)
  double mass;                 // mass; NaN: by density (kg)
  double density;              // density (kg/m^3)
  mjtGeomInertia typeinertia;  // solid or shell (mjtGeomInertia)
  mjtNum fluid_ellipsoid;      // use the ellipsoid fluid model
  mjtNum fluid_coefs[5];       // its coefficients
  mjString* material;          // name of the material
  float rgba[4];               // colour
  int group;                   // group for drawing and filters
  mjString* hfieldname;        // name of the height field
  mjString* meshname;          // name of the mesh
  double fitscale;             // scale of a primitive fitted to a mesh
  mjDoubleVec* userdata;       // user data
  mjsPlugin plugin;            // signed-distance plugin
  mjString* info;              // where it is defined, for errors
  ENGINE_NEWER_mjsGeom
} mjsGeom;

// A site.
typedef struct mjsSite_ {
  mjsElement* element;    // handle
  double pos[3];          // position (m)
  double quat[4];         // orientation
  mjsOrientation alt;     // orientation otherwise
  double fromto[6];       // end points instead; NaN: not given (m)
  double size[3];         // sizes by type (m)
  mjtGeom type;           // mjtGeom
  mjString* material;     // name of the material
  int group;              // group for drawing
  float rgba[4];          // colour
  mjDoubleVec* userdata;  // user data
  mjString* info;         // where it is defined, for errors
  ENGINE_NEWER_mjsSite
} mjsSite;

// What newer versions know of a site.
typedef struct engsSite_ {
  mjString* meshname;  // of type mesh: the mesh whose convex hull it is
} engsSite;

// A camera.
typedef struct mjsCamera_ {
  mjsElement* element;        // handle
  double pos[3];              // position (m)
  double quat[4];             // orientation
  mjsOrientation alt;         // orientation otherwise
  mjtCamLight mode;           // how it moves (mjtCamLight)
  mjString* targetbody;       // name of the body it looks at
  int orthographic;           // is it orthographic
  double fovy;                // vertical field of view (degrees or m)
  double ipd;                 // distance between the eyes (m)
  float intrinsic[4];         // intrinsics (m)
  float sensor_size[2];       // size of the sensor (m)
  float resolution[2];        // width, height (pixels)
  float focal_length[2];      // focal lengths (m)
  float focal_pixel[2];       // focal lengths (pixels)
  float principal_length[2];  // principal point (m)
  float principal_pixel[2];   // principal point (pixels)
  mjDoubleVec* userdata;      // user data
  mjString* info;             // where it is defined, for errors
  ENGINE_NEWER_mjsCamera
} mjsCamera;

// A light.
typedef struct mjsLight_ {
  mjsElement* element;   // handle
  double pos[3];         // position (m)
  double dir[3];         // direction
  mjtCamLight mode;      // how it moves (mjtCamLight)
  mjString* targetbody;  // name of the body it points at
  mjtByte active;        // is it on
  mjtLightType type;     // mjtLightType
  mjString* texture;     // name of the texture of an image light
  mjtByte castshadow;    // casts shadows
  float bulbradius;      // radius of the bulb (m)
  float intensity;       // intensity (candela)
  float range;           // how far it reaches (m)
  float attenuation[3];  // constant, linear, quadratic
  float cutoff;          // half angle of a spot (degrees)
  float exponent;        // how a spot fades
  float ambient[3];      // ambient colour
  float diffuse[3];      // diffuse colour
  float specular[3];     // specular colour
  mjString* info;        // where it is defined, for errors
  ENGINE_NEWER_mjsLight
} mjsLight;

// A deformable.
typedef struct mjsFlex_ {
  mjsElement* element;     // handle
  int contype;             // bits of what it is for collision
  int conaffinity;         // bits of what it collides with
  int condim;              // dimension of its contacts
  int priority;            // whose contact parameters win
  double friction[3];      // sliding, torsional, rolling friction
  double solmix;           // weight when parameters are mixed
  mjtNum solref[2];        // reference of its contacts
  mjtNum solimp[5];        // impedance of its contacts
  double margin;           // distance at which contacts are found (m)
  double gap;              // part of the margin without force (m)
  int dim;                 // 1: lines, 2: triangles, 3: tetrahedra
  double radius;           // radius around its elements (m)
  mjtByte internal;        // do neighbouring elements collide
  mjtByte flatskin;        // draw without smoothing
  int selfcollide;         // mjtFlexSelf
  int vertcollide;         // only vertices collide, as spheres
  int passive;             // contacts as passive forces
  int activelayers;        // outer element layers that collide
  int group;               // group for drawing
  double edgestiffness;    // stiffness of the edges
  double edgedamping;      // damping of the edges
  float rgba[4];           // colour
  mjString* material;      // name of the material
  double young;            // Young's modulus (Pa)
  double poisson;          // Poisson's ratio
  double damping;          // Rayleigh damping
  double thickness;        // thickness of a shell (m)
  int elastic2d;           // 2D elasticity: 0 none, 1 bending, 2 stretching, 3 both
  mjStringVec* nodebody;   // names of the bodies of the nodes
  mjStringVec* vertbody;   // names of the bodies of the vertices
  mjDoubleVec* node;       // positions of the nodes (m)
  mjDoubleVec* vert;       // positions of the vertices (m)
  mjIntVec* elem;          // vertices of the elements
  mjFloatVec* texcoord;    // texture coordinates
  mjIntVec* elemtexcoord;  // texture coordinates of the elements
  mjString* info;          // where it is defined, for errors
  ENGINE_NEWER_mjsFlex
} mjsFlex;

// A mesh.
typedef struct mjsMesh_ {
  mjsElement* element;         // handle
  mjString* content_type;      // type of the file
  mjString* file;              // name of the file
  double refpos[3];            // subtracted from the vertices (m)
  double refquat[4];           // rotation undone
  double scale[3];             // scale
  mjtMeshInertia inertia;      // how mass is distributed (mjtMeshInertia)
  mjtByte smoothnormal;        // ignore faces when averaging normals
  mjtByte needsdf;             // needs an octree of distances
  int maxhullvert;             // most vertices of the hull; -1: no limit
  mjFloatVec* uservert;        // vertices
  mjFloatVec* usernormal;      // normals
  mjFloatVec* usertexcoord;    // texture coordinates
  mjIntVec* userface;          // triangles
  mjIntVec* userfacenormal;    // normals of the triangles
  mjIntVec* userfacetexcoord;  // texture coordinates of the triangles
  mjsPlugin plugin;            // signed-distance plugin
  mjString* material;          // name of the material
  mjString* info;              // where it is defined, for errors
  ENGINE_NEWER_mjsMesh
} mjsMesh;

// A height field.
typedef struct mjsHField_ {
  mjsElement* element;     // handle
  mjString* content_type;  // type of the file
  mjString* file;          // name of the file
  double size[4];          // half width, half depth, height, base (m)
  int nrow;                // rows
  int ncol;                // columns
  mjFloatVec* userdata;    // heights
  mjString* info;          // where it is defined, for errors
} mjsHField;

// A skin.
typedef struct mjsSkin_ {
  mjsElement* element;        // handle
  mjString* file;             // name of the file
  mjString* material;         // name of the material
  float rgba[4];              // colour
  float inflate;              // moves vertices outwards (m)
  int group;                  // group for drawing
  mjFloatVec* vert;           // vertices (m)
  mjFloatVec* texcoord;       // texture coordinates
  mjIntVec* face;             // triangles
  mjStringVec* bodyname;      // names of the bones' bodies
  mjFloatVec* bindpos;        // positions in bind pose (m)
  mjFloatVec* bindquat;       // orientations in bind pose
  mjIntVecVec* vertid;        // vertices bound to each bone
  mjFloatVecVec* vertweight;  // their weights
  mjString* info;             // where it is defined, for errors
} mjsSkin;

// A texture.
typedef struct mjsTexture_ {
  mjsElement* element;       // handle
  mjtTexture type;           // mjtTexture
  mjtColorSpace colorspace;  // mjtColorSpace
  int builtin;               // pattern (mjtBuiltin)
  int mark;                  // marks on the pattern (mjtMark)
  double rgb1[3];            // first colour
  double rgb2[3];            // second colour
  double markrgb[3];         // colour of the marks
  double random;             // probability of random dots
  int height;                // rows (pixels)
  int width;                 // columns (pixels)
  int nchannel;              // bytes per pixel
  mjString* content_type;    // type of the file
  mjString* file;            // name of the file
  int gridsize[2];           // grid of a composite image
  char gridlayout[13];       // which cell is which side
  mjStringVec* cubefiles;    // files of the six sides
  mjByteVec* data;           // pixels
  mjtByte hflip;             // mirror left and right
  mjtByte vflip;             // mirror up and down
  mjString* info;            // where it is defined, for errors
} mjsTexture;

// A material.
typedef struct mjsMaterial_ {
  mjsElement* element;    // handle
  mjStringVec* textures;  // names of the textures by role
  mjtByte texuniform;     // scale the texture to the world
  float texrepeat[2];     // repetitions of the texture
  float emission;         // emission
  float specular;         // specularity
  float shininess;        // shininess
  float reflectance;      // reflectance
  float metallic;         // how metallic
  float roughness;        // how rough
  float rgba[4];          // colour
  mjString* info;         // where it is defined, for errors
} mjsMaterial;

// A predefined contact pair.
typedef struct mjsPair_ {
  mjsElement* element;       // handle
  mjString* geomname1;       // first geom
  mjString* geomname2;       // second geom
  int condim;                // dimension of its contacts
  mjtNum solref[2];          // reference, normal
  mjtNum solreffriction[2];  // reference, friction
  mjtNum solimp[5];          // impedance
  double margin;             // distance at which contacts are found (m)
  double gap;                // part of the margin without force (m)
  double friction[5];        // five frictions
  mjString* info;            // where it is defined, for errors
  ENGINE_NEWER_mjsPair
} mjsPair;

// Two bodies that do not collide.
typedef struct mjsExclude_ {
  mjsElement* element;  // handle
  mjString* bodyname1;  // first body
  mjString* bodyname2;  // second body
  mjString* info;       // where it is defined, for errors
} mjsExclude;

// An equality constraint.
typedef struct mjsEquality_ {
  mjsElement* element;  // handle
  mjtEq type;           // mjtEq
  double data[11];      // numbers by type
  mjtByte active;       // is it active after a reset
  mjString* name1;      // first object
  mjString* name2;      // second object
  mjtObj objtype;       // type of both (mjtObj)
  mjtNum solref[2];     // reference
  mjtNum solimp[5];     // impedance
  mjString* info;       // where it is defined, for errors
} mjsEquality;

// A tendon.
typedef struct mjsTendon_ {
  mjsElement* element;                // handle
  double ENGINE_CONSTANT(stiffness);  // spring stiffness
  double springlength[2];             // lengths at which the spring rests; -1: in qpos0
  double ENGINE_CONSTANT(damping);    // damping
  double frictionloss;                // friction loss
  mjtNum solref_friction[2];          // reference of the friction loss
  mjtNum solimp_friction[5];          // impedance of the friction loss
  double armature;                    // inertia along its length
  int limited;                        // has length limits (mjtLimited)
  int actfrclimited;                  // limit the actuator force (mjtLimited)
  double range[2];                    // length limits
  double actfrcrange[2];              // limits of the actuator force
  double margin;                      // distance at which limits become active
  mjtNum solref_limit[2];             // reference of the limit
  mjtNum solimp_limit[5];             // impedance of the limit
  mjString* material;                 // name of the material
  double width;                       // width for drawing (m)
  float rgba[4];                      // colour
  int group;                          // group for drawing
  mjDoubleVec* userdata;              // user data
  mjString* info;                     // where it is defined, for errors
  ENGINE_NEWER_mjsTendon
} mjsTendon;

// An object on a tendon's path.
typedef struct mjsWrap_ {
  mjsElement* element;  // handle
  mjString* info;       // where it is defined, for errors
  ENGINE_NEWER_mjsWrap
} mjsWrap;

// An actuator.
typedef struct mjsActuator_ {
  mjsElement* element;    // handle
  mjtGain gaintype;       // mjtGain
  double gainprm[10];     // its parameters
  mjtBias biastype;       // mjtBias
  double biasprm[10];     // its parameters
  mjtDyn dyntype;         // mjtDyn
  double dynprm[10];      // its parameters
  int actdim;             // activations; -1: by type
  mjtByte actearly;       // force uses the next activation
  mjtTrn trntype;         // mjtTrn
  double gear[6];         // scales length and transmitted force
  mjString* target;       // name of what it acts on
  mjString* refsite;      // name of the reference site
  mjString* slidersite;   // name of the slider site
  double cranklength;     // rod length of a slider-crank (m)
  double lengthrange[2];  // range of lengths
  double inheritrange;    // take the control range from the target's, scaled
  int ctrllimited;        // clamp the control (mjtLimited)
  double ctrlrange[2];    // its limits
  int forcelimited;       // clamp the force (mjtLimited)
  double forcerange[2];   // its limits
  int actlimited;         // clamp the activation (mjtLimited)
  double actrange[2];     // its limits
  int group;              // group for drawing and disabling
  mjDoubleVec* userdata;  // user data
  mjsPlugin plugin;       // actuator plugin
  mjString* info;         // where it is defined, for errors
  ENGINE_NEWER_mjsActuator
} mjsActuator;

// A sensor.
typedef struct mjsSensor_ {
  mjsElement* element;    // handle
  mjtSensor type;         // mjtSensor
  mjtObj objtype;         // type of the object (mjtObj)
  mjString* objname;      // name of the object
  mjtObj reftype;         // type of the reference
  mjString* refname;      // name of the reference
  int intprm[3];          // parameters
  mjtDataType datatype;   // mjtDataType
  mjtStage needstage;     // mjtStage
  int dim;                // numbers it returns
  double cutoff;          // clips what it returns; 0: off
  double noise;           // standard deviation of noise
  mjDoubleVec* userdata;  // user data
  mjsPlugin plugin;       // sensor plugin
  mjString* info;         // where it is defined, for errors
  ENGINE_NEWER_mjsSensor
} mjsSensor;

// A custom numeric field.
typedef struct mjsNumeric_ {
  mjsElement* element;  // handle
  mjDoubleVec* data;    // numbers
  int size;             // how many
  mjString* info;       // where it is defined, for errors
} mjsNumeric;

// A custom text field.
typedef struct mjsText_ {
  mjsElement* element;  // handle
  mjString* data;       // text
  mjString* info;       // where it is defined, for errors
} mjsText;

// A custom tuple.
typedef struct mjsTuple_ {
  mjsElement* element;   // handle
  mjIntVec* objtype;     // types of the objects
  mjStringVec* objname;  // names of the objects
  mjDoubleVec* objprm;   // their parameters
  mjString* info;        // where it is defined, for errors
} mjsTuple;

// A keyframe.
typedef struct mjsKey_ {
  mjsElement* element;  // handle
  double time;          // time (s)
  mjDoubleVec* qpos;    // positions
  mjDoubleVec* qvel;    // velocities
  mjDoubleVec* act;     // activations
  mjDoubleVec* mpos;    // mocap positions
  mjDoubleVec* mquat;   // mocap orientations
  mjDoubleVec* ctrl;    // controls
  mjString* info;       // where it is defined, for errors
} mjsKey;

// A default class: one full set of values a type.
typedef struct mjsDefault_ {
  mjsElement* element;    // handle
  mjsJoint* joint;        // joints
  mjsGeom* geom;          // geoms
  mjsSite* site;          // sites
  mjsCamera* camera;      // cameras
  mjsLight* light;        // lights
  mjsFlex* flex;          // flexes
  mjsMesh* mesh;          // meshes
  mjsMaterial* material;  // materials
  mjsPair* pair;          // contact pairs
  mjsEquality* equality;  // equality constraints
  mjsTendon* tendon;      // tendons
  mjsActuator* actuator;  // actuators
} mjsDefault;

#ifdef __cplusplus
}  // extern "C"
#endif
