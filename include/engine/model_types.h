// The constant model: options, visual settings, statistics, mjModel.
#pragma once

#include <engine/extension_types.h>
#include <engine/model_enums.h>
#include <engine/scalar.h>

#ifdef __cplusplus
extern "C" {
#endif

// How the compiler finds actuator length ranges by simulation.
typedef struct mjLROpt_ {
  int mode;          // which actuators get one (mjtLRMode)
  int useexisting;   // 1: keep a length range that is already given
  int uselimit;      // 1: use the limits of the joint or tendon if it has any
  mjtNum accel;      // target acceleration of the pulling force (1/s^2)
  mjtNum maxforce;   // largest pulling force; 0: no limit (N)
  mjtNum timeconst;  // time constant of the damping that brings velocities to rest (s)
  mjtNum timestep;   // step of the internal simulation (s)
  mjtNum inttotal;   // simulated time in each direction (s)
  mjtNum interval;   // final part of this time during which the length is measured (s)
  mjtNum tolrange;   // allowed variation of the length in that part, relative to the range
} mjLROpt;

// Simulation options; the user may change them between steps.
typedef struct mjOption_ {
  mjtNum timestep;          // simulation time step h (s)
  mjtNum impratio;          // ratio of frictional to normal impedance of elliptic contacts
  mjtNum tolerance;         // the main solver stops when the relative improvement is below this
  mjtNum ls_tolerance;      // the line search stops when the relative gradient is below this
  mjtNum noslip_tolerance;  // the noslip solver stops when the improvement is below this
  mjtNum ccd_tolerance;     // the convex collider stops below this distance tolerance (m)
  mjtNum gravity[3];        // acceleration of gravity, world frame (m/s^2)
  mjtNum wind[3];           // velocity of the medium, world frame (m/s)
  mjtNum magnetic[3];       // magnetic flux, world frame (measured by magnetometers)
  mjtNum density;           // density of the medium (kg/m^3)
  mjtNum viscosity;         // viscosity of the medium (Pa s)
  mjtNum o_margin;          // contact margin if the override flag is set (m)
  mjtNum o_solref[mjNREF];  // contact reference if the override flag is set
  mjtNum o_solimp[mjNIMP];  // contact impedance if the override flag is set
  mjtNum o_friction[5];     // contact friction if the override flag is set
  int integrator;           // integrator (mjtIntegrator)
  int cone;                 // friction cone (mjtCone)
  int jacobian;             // dense, sparse or automatic (mjtJacobian)
  int solver;               // constraint solver (mjtSolver)
  int iterations;           // maximum iterations of the main solver
  int ls_iterations;        // maximum iterations of the line search
  int noslip_iterations;  // maximum iterations of the noslip solver, after the main solver; 0: off
  int ccd_iterations;     // maximum iterations of the convex collider
  int disableflags;       // bits of mjtDisableBit
  int enableflags;        // bits of mjtEnableBit
  int disableactuator;    // bit g: disable the actuators of group g
  int sdf_initpoints;     // number of starting points of signed-distance collision
  int sdf_iterations;     // number of gradient steps from each starting point
  ENGINE_NEWER_mjOption
} mjOption;

// Visualisation options: what a viewer shows, and in what size; never used by the physics.
typedef struct mjVisual_ {
  // scene-wide settings
  struct {
    int cameraid;      // id of the initial camera; -1: free camera
    int orthographic;  // 1: the free camera is orthographic
    float fovy;  // vertical field of view of the free camera (degrees, or length when orthographic)
    float ipd;   // inter-pupillary distance of the free camera (m)
    float azimuth;         // initial azimuth of the free camera (degrees)
    float elevation;       // initial elevation of the free camera (degrees)
    float linewidth;       // width of drawn lines (pixels)
    float glow;            // glow of the selected body
    float realtime;        // desired ratio of simulated to real time
    int offwidth;          // width of the offscreen buffer (pixels)
    int offheight;         // height of the offscreen buffer (pixels)
    int ellipsoidinertia;  // 1: draw inertias as ellipsoids, 0: as boxes
    int bvactive;          // mark the bounding volumes that collision and rays visit
  } global;
  // rendering quality
  struct {
    int shadowsize;  // side length of the shadow texture (pixels)
    int offsamples;  // samples per pixel of the offscreen buffer
    int numslices;   // number of slices around a built-in round shape
    int numstacks;   // number of stacks along a built-in round shape
    int numquads;    // number of quads that a plane or box side is split into
  } quality;
  // headlight: the light that moves with the camera
  struct {
    float ambient[3];   // ambient colour
    float diffuse[3];   // diffuse colour
    float specular[3];  // specular colour
    int active;         // 1: the headlight is on
  } headlight;
  // scaling of physical quantities to drawn lengths and colours
  struct {
    float stiffness;     // mouse perturbation: force per displacement
    float stiffnessrot;  // mouse perturbation: torque per angle
    float force;         // drawn length per force
    float torque;        // drawn length per torque
    float alpha;         // opacity of geoms that are drawn transparent
    float fogstart;      // distance at which fog starts, as multiple of the extent
    float fogend;        // distance at which fog is complete, as multiple of the extent
    float znear;         // distance of the near plane, as multiple of the extent
    float zfar;          // distance of the far plane, as multiple of the extent
    float haze;          // share of the horizon under haze
    float shadowclip;   // half side of a directional light's shadow area, as multiple of the extent
    float shadowscale;  // fraction of a spot light's cutoff angle that casts shadows
    float actuatortendon;  // width of actuated tendons, as multiple of the tendon width
  } map;
  // sizes of decorations, as multiples of the mean size
  struct {
    float forcewidth;      // force arrows
    float contactwidth;    // contact discs: radius
    float contactheight;   // contact discs: height
    float connect;         // lines that show the kinematic tree
    float com;             // centre-of-mass spheres
    float camera;          // camera bodies
    float light;           // light bodies
    float selectpoint;     // the selected point
    float jointlength;     // joint arrows: length
    float jointwidth;      // joint arrows: width
    float actuatorlength;  // actuator arrows: length
    float actuatorwidth;   // actuator arrows: width
    float framelength;     // frame axes: length
    float framewidth;      // frame axes: width
    float constraint;      // equality constraint lines
    float slidercrank;     // slider-crank rods
    float frustum;         // camera frustums
  } scale;
  // colours of decorations
  struct {
    float fog[4];               // fog
    float haze[4];              // haze at the horizon
    float force[4];             // external forces
    float inertia[4];           // inertia boxes
    float joint[4];             // joints
    float actuator[4];          // actuators at rest
    float actuatornegative[4];  // actuators at their lower limit
    float actuatorpositive[4];  // actuators at their upper limit
    float com[4];               // centres of mass
    float camera[4];            // camera bodies
    float light[4];             // light bodies
    float selectpoint[4];       // the selected point
    float connect[4];           // lines of the kinematic tree
    float contactpoint[4];      // contact discs
    float contactforce[4];      // contact forces
    float contactfriction[4];   // the frictional part of contact forces
    float contacttorque[4];     // contact torques
    float contactgap[4];        // contacts within margin and gap, without force
    float rangefinder[4];       // rays of rangefinders
    float constraint[4];        // errors of equality constraints
    float slidercrank[4];       // slider-crank rods
    float crankbroken[4];       // the crank when the rod cannot reach
    float frustum[4];           // camera frustums
    float bv[4];                // bounding volumes
    float bvactive[4];          // visited bounding volumes
  } rgba;
} mjVisual;

// Statistics that the compiler computes in the reference configuration.
typedef struct mjStatistic_ {
  mjtNum meaninertia;  // mean of the diagonal of M
  mjtNum meanmass;     // mean mass of the bodies (kg)
  mjtNum meansize;     // mean size of the geoms (m)
  mjtNum extent;       // half the size of the model's bounding box (m)
  mjtNum center[3];    // centre of that bounding box, world frame (m)
} mjStatistic;

// The compiled model: constant while it is simulated.
typedef struct mjModel_ {
  // --- sizes
  int nq;              // number of positions (length of qpos)
  int nv;              // number of degrees of freedom (length of qvel)
  int nu;              // actuators and controls
  int na;              // activations
  int nbody;           // bodies, the world included
  int nbvh;            // bounding volumes of all hierarchies: nbvhstatic + nbvhdynamic
  int nbvhstatic;      // bounding volumes of bodies and meshes, which never change
  int nbvhdynamic;     // bounding volumes of flexes, refitted each step
  int noct;            // octree cells of all meshes
  int njnt;            // joints
  int ntree;           // kinematic trees
  int nM;              // entries of qM, the inertia in the legacy layout
  int nB;              // entries of the body-dof sparsity B
  int nC;              // entries of M, the inertia in compressed rows
  int nD;              // entries of the dof-dof sparsity D
  int ngeom;           // geoms
  int nsite;           // sites
  int ncam;            // cameras
  int nlight;          // lights
  int nflex;           // flexes
  int nflexnode;       // flex control nodes
  int nflexvert;       // flex vertices
  int nflexedge;       // flex edges
  int nflexelem;       // flex elements
  int nflexelemdata;   // vertex ids of all flex elements
  int nflexelemedge;   // edge ids of all flex elements
  int nflexshelldata;  // vertex ids of all shell fragments
  int nflexevpair;     // element-vertex pairs that may collide
  int nflextexcoord;   // flex texture coordinates
  int nmesh;           // meshes
  int nmeshvert;       // mesh vertices
  int nmeshnormal;     // mesh normals
  int nmeshtexcoord;   // mesh texture coordinates
  int nmeshface;       // mesh triangles
  int nmeshgraph;      // ints of the convex hull graphs
  int nmeshpoly;       // hull polygons
  int nmeshpolyvert;   // vertex ids of the hull polygons
  int nmeshpolymap;    // polygon ids of the hull vertices
  int nskin;           // skins
  int nskinvert;       // skin vertices
  int nskintexvert;    // skin texture coordinates
  int nskinface;       // skin triangles
  int nskinbone;       // skin bones
  int nskinbonevert;   // vertex ids of all skin bones
  int nhfield;         // height fields
  int nhfielddata;     // height field samples
  int ntex;            // textures
  int ntexdata;        // bytes of all textures
  int nmat;            // materials
  int npair;           // predefined contact pairs
  int nexclude;        // excluded body pairs
  int neq;             // equality constraints
  int ntendon;         // tendons
  int nwrap;           // objects on all tendon paths
  int nsensor;         // sensors
  int nnumeric;        // custom numeric fields
  int nnumericdata;    // numbers in all numeric fields
  int ntext;           // custom text fields
  int ntextdata;       // characters in all text fields
  int ntuple;          // custom tuples
  int ntupledata;      // objects in all tuples
  int nkey;            // keyframes
  int nmocap;          // mocap bodies

  // --- plugin instances
  int nplugin;         // plugin instances
  int npluginattr;     // characters of all plugin configurations
  int nuser_body;      // user numbers per body
  int nuser_jnt;       // user numbers per joint
  int nuser_geom;      // user numbers per geom
  int nuser_site;      // user numbers per site
  int nuser_cam;       // user numbers per camera
  int nuser_tendon;    // user numbers per tendon
  int nuser_actuator;  // user numbers per actuator
  int nuser_sensor;    // user numbers per sensor
  int nnames;          // characters of all names
  int npaths;          // characters of all asset paths
  int nnames_map;      // slots of the name hash tables
  int nJmom;           // entries of the actuator moments
  int ngravcomp;       // bodies with gravity compensation
  int nemax;           // equality rows that can be active at once
  int njmax;           // requested number of constraint rows; -1: set by memory
  int nconmax;         // requested number of contacts; -1: set by memory
  int nuserdata;       // numbers in mjData.userdata
  int nsensordata;     // numbers in mjData.sensordata
  int npluginstate;    // numbers in mjData.plugin_state
  mjtSize narena;      // bytes of the arena of mjData

  // --- arrays: in brackets the dimensions
  mjtSize nbuffer;  // bytes of buffer

  // --- options and statistics
  mjOption opt;         // simulation options
  mjVisual vis;         // visualisation options
  mjStatistic stat;     // statistics of the reference configuration
  void* buffer;         // memory block that holds all arrays
  mjtNum* qpos0;        // positions of the reference configuration [nq]
  mjtNum* qpos_spring;  // positions at which joint springs are at rest [nq]

  // --- bodies
  int* body_parentid;        // id of the parent body [nbody]
  int* body_rootid;          // id of the ancestor that is a child of the world; world: 0 [nbody]
  int* body_weldid;          // id of the top body of a group of bodies welded together [nbody]
  int* body_mocapid;         // index in the mocap arrays; -1: none [nbody]
  int* body_jntnum;          // number of joints of the body [nbody]
  int* body_jntadr;          // index of the body's first joint; -1: none [nbody]
  int* body_dofnum;          // number of degrees of freedom of the body [nbody]
  int* body_dofadr;          // index of the body's first degree of freedom; -1: none [nbody]
  int* body_treeid;          // id of the kinematic tree; -1: static [nbody]
  int* body_geomnum;         // number of geoms of the body [nbody]
  int* body_geomadr;         // index of the body's first geom; -1: none [nbody]
  mjtByte* body_simple;      // 1: diagonal part of M; 2: also only slide joints; 0: neither [nbody]
  mjtByte* body_sameframe;   // inertial frame equals the body frame (mjtSameFrame) [nbody]
  mjtNum* body_pos;          // position in the parent's frame (m) [nbody x 3]
  mjtNum* body_quat;         // orientation in the parent's frame [nbody x 4]
  mjtNum* body_ipos;         // centre of mass in the body frame (m) [nbody x 3]
  mjtNum* body_iquat;        // principal axes of inertia in the body frame [nbody x 4]
  mjtNum* body_mass;         // mass (kg) [nbody]
  mjtNum* body_subtreemass;  // mass of the subtree: body and its descendants (kg) [nbody]
  mjtNum* body_inertia;      // principal moments of inertia (kg m^2) [nbody x 3]
  mjtNum* body_invweight0;   // mean inverse inertia at centre, qpos0: linear, angular [nbody x 2]
  mjtNum* body_gravcomp;     // fraction of the body's weight that is compensated [nbody]
  mjtNum* body_margin;       // largest margin of the body's geoms (m) [nbody]
  mjtNum* body_user;         // user data [nbody x nuser_body]
  int* body_plugin;          // id of the plugin instance; -1: none [nbody]
  int* body_contype;         // bitwise or of the contype of its geoms [nbody]
  int* body_conaffinity;     // bitwise or of the conaffinity of its geoms [nbody]
  int* body_bvhadr;          // index of the root bounding volume; -1: none [nbody]
  int* body_bvhnum;          // number of bounding volumes [nbody]

  // --- bounding volume hierarchies
  int* bvh_depth;    // depth of the node in its hierarchy [nbvh]
  int* bvh_child;    // ids of the two children; -1: leaf [nbvh x 2]
  int* bvh_nodeid;   // id of the leaf's geom or element; -1: inner node [nbvh]
  mjtNum* bvh_aabb;  // bounding box: centre, half sizes (m) [nbvhstatic x 6]

  // --- octrees of signed distances
  int* oct_depth;     // depth of the cell in its octree [noct]
  int* oct_child;     // ids of the eight children; -1: none [noct x 8]
  mjtNum* oct_aabb;   // box of the cell: centre, half sizes (m) [noct x 6]
  mjtNum* oct_coeff;  // signed distances at the cell corners, for interpolation (m) [noct x 8]

  // --- joints
  int* jnt_type;               // joint type (mjtJoint) [njnt]
  int* jnt_qposadr;            // index of the joint's first position in qpos [njnt]
  int* jnt_dofadr;             // index of the joint's first degree of freedom in qvel [njnt]
  int* jnt_bodyid;             // id of the body that the joint moves [njnt]
  int* jnt_group;              // group for drawing [njnt]
  mjtByte* jnt_limited;        // 1: the joint has limits [njnt]
  mjtByte* jnt_actfrclimited;  // 1: the total actuator force on the joint is limited [njnt]
  mjtByte* jnt_actgravcomp;    // 1: gravity compensation counts as actuator force [njnt]
  mjtNum* jnt_solref;          // solver reference of the joint limit [njnt x mjNREF]
  mjtNum* jnt_solimp;          // solver impedance of the joint limit [njnt x mjNIMP]
  mjtNum* jnt_pos;             // anchor in the body frame (m) [njnt x 3]
  mjtNum* jnt_axis;            // axis in the body frame [njnt x 3]
  mjtNum* jnt_stiffness;       // spring stiffness [njnt]
  mjtNum* jnt_range;           // limits (m or rad) [njnt x 2]
  mjtNum* jnt_actfrcrange;     // limits of the total actuator force [njnt x 2]
  mjtNum* jnt_margin;          // distance at which limits become active [njnt]
  mjtNum* jnt_user;            // user data [njnt x nuser_jnt]

  // --- degrees of freedom
  int* dof_bodyid;           // id of the body [nv]
  int* dof_jntid;            // id of the joint [nv]
  int* dof_parentid;         // id of the previous dof towards the root; -1: none [nv]
  int* dof_treeid;           // id of the kinematic tree [nv]
  int* dof_Madr;             // index of the dof's diagonal entry in qM [nv]
  int* dof_simplenum;        // number of consecutive simple dofs that start here [nv]
  mjtNum* dof_solref;        // solver reference of the friction loss [nv x mjNREF]
  mjtNum* dof_solimp;        // solver impedance of the friction loss [nv x mjNIMP]
  mjtNum* dof_frictionloss;  // friction loss: dry friction force or torque (N or N m) [nv]
  mjtNum* dof_armature;      // inertia added to the diagonal of M [nv]
  mjtNum* dof_damping;       // damping coefficient [nv]
  mjtNum* dof_invweight0;    // diagonal of the inverse inertia in qpos0 [nv]
  mjtNum* dof_M0;            // diagonal of M in qpos0 [nv]

  // --- geoms
  int* geom_type;         // geom type (mjtGeom) [ngeom]
  int* geom_contype;      // bits: collision types of the geom [ngeom]
  int* geom_conaffinity;  // bits: collision types that it can collide with [ngeom]
  int* geom_condim;       // dimension of its contacts: 1, 3, 4, 6 [ngeom]
  int* geom_bodyid;       // id of the body [ngeom]
  int* geom_dataid;       // id of the mesh or height field; -1: none [ngeom]
  int* geom_matid;        // id of the material; -1: none [ngeom]
  int* geom_group;        // group for drawing and filters [ngeom]
  int* geom_priority;     // contact parameters of the object with higher priority are used [ngeom]
  int* geom_plugin;       // id of the plugin instance; -1: none [ngeom]
  mjtByte* geom_sameframe;  // geom frame equals the body frame (mjtSameFrame) [ngeom]
  mjtNum* geom_solmix;      // weight for averaging contact parameters [ngeom]
  mjtNum* geom_solref;      // solver reference of its contacts [ngeom x mjNREF]
  mjtNum* geom_solimp;      // solver impedance of its contacts [ngeom x mjNIMP]
  mjtNum* geom_size;        // sizes, meaning depends on the type (m) [ngeom x 3]
  mjtNum* geom_aabb;        // bounding box in the geom frame: centre, half sizes (m) [ngeom x 6]
  mjtNum* geom_rbound;      // radius of the bounding sphere; planes: 0 (m) [ngeom]
  mjtNum* geom_pos;         // position in the body frame (m) [ngeom x 3]
  mjtNum* geom_quat;        // orientation in the body frame [ngeom x 4]
  mjtNum* geom_friction;    // sliding, torsional, rolling friction [ngeom x 3]
  mjtNum* geom_margin;      // distance below which contacts are detected (m) [ngeom]
  mjtNum* geom_gap;         // part of the margin in which contacts exert no force (m) [ngeom]
  mjtNum* geom_fluid;       // coefficients of the ellipsoid fluid model [ngeom x mjNFLUID]
  mjtNum* geom_user;        // user data [ngeom x nuser_geom]
  float* geom_rgba;         // colour, used if there is no material [ngeom x 4]

  // --- sites
  int* site_type;           // shape for drawing and for volume tests (mjtGeom) [nsite]
  int* site_bodyid;         // id of the body [nsite]
  int* site_matid;          // id of the material; -1: none [nsite]
  int* site_group;          // group for drawing [nsite]
  mjtByte* site_sameframe;  // site frame equals the body frame (mjtSameFrame) [nsite]
  mjtNum* site_size;        // sizes, meaning depends on the type (m) [nsite x 3]
  mjtNum* site_pos;         // position in the body frame (m) [nsite x 3]
  mjtNum* site_quat;        // orientation in the body frame [nsite x 4]
  mjtNum* site_user;        // user data [nsite x nuser_site]
  float* site_rgba;         // colour, used if there is no material [nsite x 4]

  // --- cameras
  int* cam_mode;          // tracking mode (mjtCamLight) [ncam]
  int* cam_bodyid;        // id of the body [ncam]
  int* cam_targetbodyid;  // id of the target body; -1: none [ncam]
  mjtNum* cam_pos;        // position in the body frame (m) [ncam x 3]
  mjtNum* cam_quat;       // orientation in the body frame [ncam x 4]
  mjtNum* cam_poscom0;    // position from the subtree's centre of mass, in qpos0 (m) [ncam x 3]
  mjtNum* cam_pos0;       // position from the body, world axes, in qpos0 (m) [ncam x 3]
  mjtNum* cam_mat0;       // orientation in the world, in qpos0 [ncam x 9]
  int* cam_orthographic;  // 1: orthographic projection [ncam]
  mjtNum* cam_fovy;       // vertical field of view (degrees, or m when orthographic) [ncam]
  mjtNum* cam_ipd;        // inter-pupillary distance (m) [ncam]
  int* cam_resolution;    // width, height (pixels) [ncam x 2]
  float* cam_sensorsize;  // width, height of the sensor (m) [ncam x 2]
  float* cam_intrinsic;   // focal lengths, principal point (m) [ncam x 4]
  mjtNum* cam_user;       // user data [ncam x nuser_cam]

  // --- lights
  int* light_mode;            // tracking mode (mjtCamLight) [nlight]
  int* light_bodyid;          // id of the body [nlight]
  int* light_targetbodyid;    // id of the target body; -1: none [nlight]
  int* light_type;            // mjtLightType [nlight]
  int* light_texid;           // id of the texture of an image light; -1: none [nlight]
  mjtByte* light_castshadow;  // 1: the light casts shadows [nlight]
  float* light_bulbradius;    // radius of the bulb, for soft shadows (m) [nlight]
  float* light_intensity;     // intensity (candela) [nlight]
  float* light_range;         // maximum distance that the light reaches (m) [nlight]
  mjtByte* light_active;      // 1: the light is on [nlight]
  mjtNum* light_pos;          // position in the body frame (m) [nlight x 3]
  mjtNum* light_dir;          // direction in the body frame [nlight x 3]
  mjtNum* light_poscom0;  // position from the subtree's centre of mass, in qpos0 (m) [nlight x 3]
  mjtNum* light_pos0;     // position from the body, world axes, in qpos0 (m) [nlight x 3]
  mjtNum* light_dir0;     // direction in the world, in qpos0 [nlight x 3]
  float* light_attenuation;  // constant, linear, quadratic attenuation [nlight x 3]
  float* light_cutoff;       // half angle of a spot (degrees) [nlight]
  float* light_exponent;     // decrease of a spot's intensity towards its border [nlight]
  float* light_ambient;      // ambient colour [nlight x 3]
  float* light_diffuse;      // diffuse colour [nlight x 3]
  float* light_specular;     // specular colour [nlight x 3]

  // --- flexes
  int* flex_contype;       // bits: collision types of the flex [nflex]
  int* flex_conaffinity;   // bits: collision types that it can collide with [nflex]
  int* flex_condim;        // dimension of its contacts [nflex]
  int* flex_priority;      // contact parameters of the object with higher priority are used [nflex]
  mjtNum* flex_solmix;     // weight for averaging contact parameters [nflex]
  mjtNum* flex_solref;     // solver reference of its contacts [nflex x mjNREF]
  mjtNum* flex_solimp;     // solver impedance of its contacts [nflex x mjNIMP]
  mjtNum* flex_friction;   // sliding, torsional, rolling friction [nflex x 3]
  mjtNum* flex_margin;     // distance below which contacts are detected (m) [nflex]
  mjtNum* flex_gap;        // part of the margin in which contacts exert no force (m) [nflex]
  mjtByte* flex_internal;  // 1: neighbouring elements collide [nflex]
  int* flex_selfcollide;   // self-collision mode (mjtFlexSelf) [nflex]
  int* flex_activelayers;  // number of outer element layers that collide [nflex]
  int* flex_passive;       // 1: contacts of the flex are passive forces [nflex]
  int* flex_dim;           // 1: lines, 2: triangles, 3: tetrahedra [nflex]
  int* flex_matid;         // id of the material; -1: none [nflex]
  int* flex_group;         // group for drawing [nflex]
  int* flex_interp;        // order of interpolation; 0: vertices move independently [nflex]
  int* flex_nodeadr;       // index of the first node [nflex]
  int* flex_nodenum;       // number of nodes [nflex]
  int* flex_vertadr;       // index of the first vertex [nflex]
  int* flex_vertnum;       // number of vertices [nflex]
  int* flex_edgeadr;       // index of the first edge [nflex]
  int* flex_edgenum;       // number of edges [nflex]
  int* flex_elemadr;       // index of the first element [nflex]
  int* flex_elemnum;       // number of elements [nflex]
  int* flex_elemdataadr;   // index of the first vertex id of its elements [nflex]
  int* flex_elemedgeadr;   // index of the first edge id of its elements [nflex]
  int* flex_shellnum;      // number of shell fragments [nflex]
  int* flex_shelldataadr;  // index of the first vertex id of its shell [nflex]
  int* flex_evpairadr;     // index of the first element-vertex pair [nflex]
  int* flex_evpairnum;     // number of element-vertex pairs [nflex]
  int* flex_texcoordadr;   // index of the first texture coordinate; -1: none [nflex]
  int* flex_nodebodyid;    // id of the node's body [nflexnode]
  int* flex_vertbodyid;    // id of the vertex's body [nflexvert]
  int* flex_edge;          // the two vertex ids of the edge [nflexedge x 2]
  int* flex_edgeflap;      // the two vertices opposite to the edge; -1: none [nflexedge x 2]
  int* flex_elem;          // vertex ids, dim + 1 per element [nflexelemdata]
  int* flex_elemtexcoord;  // texture coordinate ids, dim + 1 per element [nflexelemdata]
  int* flex_elemedge;      // edge ids of the elements [nflexelemedge]
  int* flex_elemlayer;  // layer of the element, counted from the surface; 0: outermost [nflexelem]
  int* flex_shell;      // vertex ids, dim per shell fragment [nflexshelldata]
  int* flex_evpair;     // element id, vertex id [nflexevpair x 2]
  mjtNum* flex_vert;    // vertex position in its body's frame (m) [nflexvert x 3]
  mjtNum* flex_vert0;   // vertex position in qpos0, 0 to 1 within the flex's box [nflexvert x 3]
  mjtNum* flex_node;    // node position in its body's frame (m) [nflexnode x 3]
  mjtNum* flex_node0;   // node position in qpos0 (m) [nflexnode x 3]
  mjtNum* flexedge_length0;     // edge length in qpos0 (m) [nflexedge]
  mjtNum* flexedge_invweight0;  // inverse inertia of the edge length in qpos0 [nflexedge]
  mjtNum* flex_radius;          // collision radius around its elements (m) [nflex]
  mjtNum* flex_stiffness;       // elastic matrix of an element [nflexelem x 21]
  mjtNum* flex_bending;         // bending matrix of an edge [nflexedge x 17]
  mjtNum* flex_damping;         // Rayleigh damping [nflex]
  mjtNum* flex_edgestiffness;   // spring stiffness of the edges [nflex]
  mjtNum* flex_edgedamping;     // damping of the edges [nflex]
  mjtByte* flex_edgeequality;   // 1: the edges are equality constraints [nflex]
  mjtByte* flex_rigid;          // 1: all vertices belong to the same body [nflex]
  mjtByte* flexedge_rigid;      // 1: both vertices of the edge belong to the same body [nflexedge]
  mjtByte* flex_centered;       // 1: all vertices are at the origin of their body [nflex]
  mjtByte* flex_flatskin;       // 1: draw without smoothing [nflex]
  int* flex_bvhadr;             // index of the root bounding volume; -1: none [nflex]
  int* flex_bvhnum;             // number of bounding volumes [nflex]
  float* flex_rgba;             // colour, used if there is no material [nflex x 4]
  float* flex_texcoord;         // texture coordinates [nflextexcoord x 2]

  // --- meshes
  int* mesh_vertadr;        // first vertex [nmesh]
  int* mesh_vertnum;        // number of vertices [nmesh]
  int* mesh_faceadr;        // first triangle [nmesh]
  int* mesh_facenum;        // number of triangles [nmesh]
  int* mesh_bvhadr;         // index of the root bounding volume [nmesh]
  int* mesh_bvhnum;         // number of bounding volumes [nmesh]
  int* mesh_octadr;         // index of the root octree cell; -1: none [nmesh]
  int* mesh_octnum;         // number of octree cells [nmesh]
  int* mesh_normaladr;      // first normal [nmesh]
  int* mesh_normalnum;      // number of normals [nmesh]
  int* mesh_texcoordadr;    // first texture coordinate; -1: none [nmesh]
  int* mesh_texcoordnum;    // number of texture coordinates [nmesh]
  int* mesh_graphadr;       // index of the first int of its hull graph; -1: none [nmesh]
  float* mesh_vert;         // vertices in the mesh frame (m) [nmeshvert x 3]
  float* mesh_normal;       // normals [nmeshnormal x 3]
  float* mesh_texcoord;     // texture coordinates [nmeshtexcoord x 2]
  int* mesh_face;           // the three vertex ids of a triangle [nmeshface x 3]
  int* mesh_facenormal;     // the three normal ids of a triangle [nmeshface x 3]
  int* mesh_facetexcoord;   // the three texture coordinate ids of a triangle [nmeshface x 3]
  int* mesh_graph;          // hull graphs: counts, vertex and edge tables [nmeshgraph]
  mjtNum* mesh_scale;       // scale applied to the file's vertices [nmesh x 3]
  mjtNum* mesh_pos;         // offset of the mesh frame from the file's frame (m) [nmesh x 3]
  mjtNum* mesh_quat;        // rotation of the mesh frame from the file's frame [nmesh x 4]
  int* mesh_pathadr;        // index of the file name in paths; -1: none [nmesh]
  int* mesh_polynum;        // number of hull polygons [nmesh]
  int* mesh_polyadr;        // first hull polygon [nmesh]
  mjtNum* mesh_polynormal;  // normal of a polygon [nmeshpoly x 3]
  int* mesh_polyvertadr;    // index of the polygon's first vertex id [nmeshpoly]
  int* mesh_polyvertnum;    // number of vertices of the polygon [nmeshpoly]
  int* mesh_polyvert;       // vertex ids of the polygons [nmeshpolyvert]
  int* mesh_polymapadr;     // index of the vertex's first polygon id [nmeshvert]
  int* mesh_polymapnum;     // number of polygons at the vertex [nmeshvert]
  int* mesh_polymap;        // polygon ids of the vertices [nmeshpolymap]

  // --- skins
  int* skin_matid;             // id of the material; -1: none [nskin]
  int* skin_group;             // group for drawing [nskin]
  float* skin_rgba;            // colour, used if there is no material [nskin x 4]
  float* skin_inflate;         // outward offset of the vertices (m) [nskin]
  int* skin_vertadr;           // first vertex [nskin]
  int* skin_vertnum;           // number of vertices [nskin]
  int* skin_texcoordadr;       // first texture coordinate; -1: none [nskin]
  int* skin_faceadr;           // first triangle [nskin]
  int* skin_facenum;           // number of triangles [nskin]
  int* skin_boneadr;           // first bone [nskin]
  int* skin_bonenum;           // number of bones [nskin]
  float* skin_vert;            // vertices in bind pose (m) [nskinvert x 3]
  float* skin_texcoord;        // texture coordinates [nskintexvert x 2]
  int* skin_face;              // the three vertex ids of a triangle [nskinface x 3]
  int* skin_bonevertadr;       // index of the bone's first vertex [nskinbone]
  int* skin_bonevertnum;       // number of vertices bound to the bone [nskinbone]
  float* skin_bonebindpos;     // bone position in bind pose (m) [nskinbone x 3]
  float* skin_bonebindquat;    // bone orientation in bind pose [nskinbone x 4]
  int* skin_bonebodyid;        // id of the bone's body [nskinbone]
  int* skin_bonevertid;        // ids of the bound vertices [nskinbonevert]
  float* skin_bonevertweight;  // weights of the bound vertices [nskinbonevert]
  int* skin_pathadr;           // index of the file name in paths; -1: none [nskin]

  // --- height fields
  mjtNum* hfield_size;  // half width, half depth, height, thickness of the base (m) [nhfield x 4]
  int* hfield_nrow;     // number of rows [nhfield]
  int* hfield_ncol;     // number of columns [nhfield]
  int* hfield_adr;      // index of the first sample [nhfield]
  float* hfield_data;   // height samples, 0 to 1 [nhfielddata]
  int* hfield_pathadr;  // index of the file name in paths; -1: none [nhfield]

  // --- textures
  int* tex_type;        // texture type (mjtTexture) [ntex]
  int* tex_colorspace;  // colour space (mjtColorSpace) [ntex]
  int* tex_height;      // number of rows (pixels) [ntex]
  int* tex_width;       // number of columns (pixels) [ntex]
  int* tex_nchannel;    // bytes per pixel [ntex]
  int* tex_adr;         // index of the first byte in tex_data [ntex]
  mjtByte* tex_data;    // pixels [ntexdata]
  int* tex_pathadr;     // index of the file name in paths; -1: none [ntex]

  // --- materials
  int* mat_texid;           // texture id per role (mjtTextureRole); -1: none [nmat x mjNTEXROLE]
  mjtByte* mat_texuniform;  // 1: texture size relative to the world, 0: to the object [nmat]
  float* mat_texrepeat;     // number of texture repetitions [nmat x 2]
  float* mat_emission;      // emission [nmat]
  float* mat_specular;      // specularity [nmat]
  float* mat_shininess;     // shininess [nmat]
  float* mat_reflectance;   // reflectance; 0: off [nmat]
  float* mat_metallic;      // metallic coefficient [nmat]
  float* mat_roughness;     // roughness [nmat]
  float* mat_rgba;          // colour [nmat x 4]

  // --- predefined contact pairs
  int* pair_dim;                // dimension of its contacts [npair]
  int* pair_geom1;              // id of the first geom [npair]
  int* pair_geom2;              // id of the second geom [npair]
  int* pair_signature;          // (body1 << 16) + body2 [npair]
  mjtNum* pair_solref;          // solver reference, normal direction [npair x mjNREF]
  mjtNum* pair_solreffriction;  // solver reference, friction directions [npair x mjNREF]
  mjtNum* pair_solimp;          // solver impedance [npair x mjNIMP]
  mjtNum* pair_margin;          // distance below which contacts are detected (m) [npair]
  mjtNum* pair_gap;             // part of the margin in which contacts exert no force (m) [npair]
  mjtNum* pair_friction;        // two sliding, torsional, two rolling frictions [npair x 5]

  // --- excluded body pairs
  int* exclude_signature;  // (body1 << 16) + body2 [nexclude]

  // --- equality constraints
  int* eq_type;         // constraint type (mjtEq) [neq]
  int* eq_obj1id;       // id of the first object [neq]
  int* eq_obj2id;       // id of the second object; -1: none or the world [neq]
  int* eq_objtype;      // type of both objects (mjtObj) [neq]
  mjtByte* eq_active0;  // 1: active after a reset [neq]
  mjtNum* eq_solref;    // solver reference [neq x mjNREF]
  mjtNum* eq_solimp;    // solver impedance [neq x mjNIMP]
  mjtNum* eq_data;      // parameters, meaning depends on the type [neq x mjNEQDATA]

  // --- tendons
  int* tendon_adr;                // index of the first object of its path [ntendon]
  int* tendon_num;                // number of objects on its path [ntendon]
  int* tendon_matid;              // id of the material; -1: none [ntendon]
  int* tendon_group;              // group for drawing [ntendon]
  mjtByte* tendon_limited;        // 1: the length is limited [ntendon]
  mjtByte* tendon_actfrclimited;  // 1: the total actuator force on the tendon is limited [ntendon]
  mjtNum* tendon_width;           // width for drawing (m) [ntendon]
  mjtNum* tendon_solref_lim;      // solver reference of the length limit [ntendon x mjNREF]
  mjtNum* tendon_solimp_lim;      // solver impedance of the length limit [ntendon x mjNIMP]
  mjtNum* tendon_solref_fri;      // solver reference of the friction loss [ntendon x mjNREF]
  mjtNum* tendon_solimp_fri;      // solver impedance of the friction loss [ntendon x mjNIMP]
  mjtNum* tendon_range;           // length limits [ntendon x 2]
  mjtNum* tendon_actfrcrange;     // limits of the total actuator force [ntendon x 2]
  mjtNum* tendon_margin;          // distance at which limits become active [ntendon]
  mjtNum* tendon_stiffness;       // spring stiffness [ntendon]
  mjtNum* tendon_damping;         // damping [ntendon]
  mjtNum* tendon_armature;        // armature: inertia along the tendon length [ntendon]
  mjtNum* tendon_frictionloss;    // friction loss [ntendon]
  mjtNum* tendon_lengthspring;    // range of lengths at which the spring is at rest [ntendon x 2]
  mjtNum* tendon_length0;         // length in qpos0 [ntendon]
  mjtNum* tendon_invweight0;      // inverse inertia in qpos0 [ntendon]
  mjtNum* tendon_user;            // user data [ntendon x nuser_tendon]
  float* tendon_rgba;             // colour, used if there is no material [ntendon x 4]

  // --- tendon paths
  int* wrap_type;    // type of the path object (mjtWrap) [nwrap]
  int* wrap_objid;   // id of the joint, site or geom; -1: pulley [nwrap]
  mjtNum* wrap_prm;  // pulley divisor, joint coefficient or id of the side site [nwrap]

  // --- actuators
  int* actuator_trntype;   // transmission type (mjtTrn) [nu]
  int* actuator_dyntype;   // type of activation dynamics (mjtDyn) [nu]
  int* actuator_gaintype;  // gain type (mjtGain) [nu]
  int* actuator_biastype;  // bias type (mjtBias) [nu]
  int* actuator_trnid;  // id of joint, tendon, site or body; second id depends on the type [nu x 2]
  int* actuator_actadr;            // index of the first activation; -1: stateless [nu]
  int* actuator_actnum;            // number of activations [nu]
  int* actuator_group;             // group for drawing and disabling [nu]
  mjtByte* actuator_ctrllimited;   // 1: the control is clamped [nu]
  mjtByte* actuator_forcelimited;  // 1: the force is clamped [nu]
  mjtByte* actuator_actlimited;    // 1: the activation is clamped [nu]
  mjtNum* actuator_dynprm;         // parameters of the dynamics [nu x mjNDYN]
  mjtNum* actuator_gainprm;        // parameters of the gain [nu x mjNGAIN]
  mjtNum* actuator_biasprm;        // parameters of the bias [nu x mjNBIAS]
  mjtByte* actuator_actearly;      // 1: the force is computed from the next activation [nu]
  mjtNum* actuator_ctrlrange;      // limits of the control [nu x 2]
  mjtNum* actuator_forcerange;     // limits of the force [nu x 2]
  mjtNum* actuator_actrange;       // limits of the activation [nu x 2]
  mjtNum* actuator_gear;           // factors on length and transmitted force [nu x 6]
  mjtNum* actuator_cranklength;    // rod length of a slider-crank (m) [nu]
  mjtNum* actuator_acc0;           // norm of the acceleration caused by a unit force in qpos0 [nu]
  mjtNum* actuator_length0;        // length in qpos0 [nu]
  mjtNum* actuator_lengthrange;    // range of feasible lengths [nu x 2]
  mjtNum* actuator_user;           // user data [nu x nuser_actuator]
  int* actuator_plugin;            // id of the plugin instance; -1: none [nu]

  // --- sensors
  int* sensor_type;       // sensor type (mjtSensor) [nsensor]
  int* sensor_datatype;   // type of the returned numbers (mjtDataType) [nsensor]
  int* sensor_needstage;  // stage at which it is computed (mjtStage) [nsensor]
  int* sensor_objtype;    // type of the measured object (mjtObj) [nsensor]
  int* sensor_objid;      // id of the measured object [nsensor]
  int* sensor_reftype;    // type of the reference object [nsensor]
  int* sensor_refid;      // id of the reference object; -1: the world [nsensor]
  int* sensor_intprm;     // parameters [nsensor x mjNSENS]
  int* sensor_dim;        // number of values that the sensor returns [nsensor]
  int* sensor_adr;        // index of the first value in sensordata [nsensor]
  mjtNum* sensor_cutoff;  // limit to which the values are clipped; 0: off [nsensor]
  mjtNum* sensor_noise;   // standard deviation of noise; stored, not applied [nsensor]
  mjtNum* sensor_user;    // user data [nsensor x nuser_sensor]
  int* sensor_plugin;     // id of the plugin instance; -1: none [nsensor]
  int* plugin;            // slot in the plugin registry [nplugin]
  int* plugin_stateadr;   // index of the first number of its state [nplugin]
  int* plugin_statenum;   // number of numbers in its state [nplugin]
  char* plugin_attr;      // configuration values of all instances, NUL-terminated [npluginattr]
  int* plugin_attradr;    // index of the first character of its configuration [nplugin]

  // --- custom data
  int* numeric_adr;      // index of the first number [nnumeric]
  int* numeric_size;     // number of numbers [nnumeric]
  mjtNum* numeric_data;  // all numbers [nnumericdata]
  int* text_adr;         // index of the first character [ntext]
  int* text_size;        // number of characters, terminator included [ntext]
  char* text_data;       // all texts [ntextdata]
  int* tuple_adr;        // index of the first object [ntuple]
  int* tuple_size;       // number of objects [ntuple]
  int* tuple_objtype;    // object types (mjtObj) [ntupledata]
  int* tuple_objid;      // object ids [ntupledata]
  mjtNum* tuple_objprm;  // object parameters [ntupledata]

  // --- keyframes
  mjtNum* key_time;   // time (s) [nkey]
  mjtNum* key_qpos;   // positions [nkey x nq]
  mjtNum* key_qvel;   // velocities [nkey x nv]
  mjtNum* key_act;    // activations [nkey x na]
  mjtNum* key_mpos;   // mocap positions [nkey x nmocap*3]
  mjtNum* key_mquat;  // mocap orientations [nkey x nmocap*4]
  mjtNum* key_ctrl;   // controls [nkey x nu]

  // --- names and paths
  int* name_bodyadr;      // index of its name in names [nbody]
  int* name_jntadr;       // index of its name in names [njnt]
  int* name_geomadr;      // index of its name in names [ngeom]
  int* name_siteadr;      // index of its name in names [nsite]
  int* name_camadr;       // index of its name in names [ncam]
  int* name_lightadr;     // index of its name in names [nlight]
  int* name_flexadr;      // index of its name in names [nflex]
  int* name_meshadr;      // index of its name in names [nmesh]
  int* name_skinadr;      // index of its name in names [nskin]
  int* name_hfieldadr;    // index of its name in names [nhfield]
  int* name_texadr;       // index of its name in names [ntex]
  int* name_matadr;       // index of its name in names [nmat]
  int* name_pairadr;      // index of its name in names [npair]
  int* name_excludeadr;   // index of its name in names [nexclude]
  int* name_eqadr;        // index of its name in names [neq]
  int* name_tendonadr;    // index of its name in names [ntendon]
  int* name_actuatoradr;  // index of its name in names [nu]
  int* name_sensoradr;    // index of its name in names [nsensor]
  int* name_numericadr;   // index of its name in names [nnumeric]
  int* name_textadr;      // index of its name in names [ntext]
  int* name_tupleadr;     // index of its name in names [ntuple]
  int* name_keyadr;       // index of its name in names [nkey]
  int* name_pluginadr;    // index of its name in names [nplugin]
  char* names;            // the model's name, then all names, NUL-terminated [nnames]
  int* names_map;         // hash tables from names to ids, one per object type [nnames_map]
  char* paths;            // file names of assets, NUL-terminated [npaths]

  // --- sparsity patterns
  int* B_rownnz;  // number of dofs on the body's chains, to the root and to the leaves [nbody]
  int* B_rowadr;  // index of the row's first dof [nbody]
  int* B_colind;  // dof ids, ascending [nB]
  int* M_rownnz;  // number of entries in a row of M: ancestors, diagonal last [nv]
  int* M_rowadr;  // index of the row's first entry [nv]
  int* M_colind;  // column of each entry [nC]
  int* mapM2M;    // index of the entry of qM that corresponds to an entry of M [nC]
  int* D_rownnz;  // number of entries in a row of D: ancestors and descendants [nv]
  int* D_rowadr;  // index of the row's first entry [nv]
  int* D_diag;    // index of the diagonal within its row [nv]
  int* D_colind;  // column of each entry [nD]
  int* mapM2D;    // index of the entry of M for each entry of D; -1: none [nD]
  int* mapD2M;    // index of the entry of D for each entry of M [nC]

  // --- compilation
  uint64_t signature;  // hash of the structure from which the model was compiled

  // --- extension block: options, sizes and arrays of newer versions (extension_types.h)
  engOption ext;       // options that do not fit into mjOption
  int flg_surfacevel;  // 1: at least one geom has a surface velocity
  int flg_adhesion;    // 1: at least one geom or pair has adhesion
  int flg_dofdamping;  // 1: dof damping has terms besides dof_damping
  int nactuator;       // number of actuators
  int nhistory;        // total number of values in all histories
  int nout;            // number of actuator outputs: lengths, velocities, forces, rows of moments
  int nflexcelldata;   // number of entries of flex_celldata
  int nflexvertedge;   // number of entries of flex_vertedge
  mjtNum* geom_surfacevel;    // surface velocity in the geom's frame [ngeom x 6]
  mjtNum* geom_adhesion;      // adhesive force of each contact of the geom (N) [ngeom]
  mjtNum* pair_adhesion;      // adhesive force of each contact of an explicit pair (N) [npair]
  mjtNum* jnt_stiffnesspoly;  // stiffness coefficients of displacement, its square [njnt x 2]
  int* jnt_actuatorid;      // id of the actuator that adds damping or armature; -2: several [njnt]
  mjtNum* dof_dampingpoly;  // damping coefficients of speed and its square [nv x 2]
  mjtNum* tendon_stiffnesspoly;  // stiffness coefficients of displacement, its square [ntendon x 2]
  mjtNum* tendon_dampingpoly;    // damping coefficients of speed and its square [ntendon x 2]
  int* tendon_actuatorid;        // id of actuator adding damping or armature; -2: several [ntendon]
  mjtNum* actuator_damping;      // damping added to the target, before scaling by gear^2 [nu]
  mjtNum* actuator_dampingpoly;  // coefficients of speed and its square, before scaling [nu x 2]
  mjtNum* actuator_armature;     // armature added to the target, before scaling by gear^2 [nu]
  int* actuator_history;         // number of stored samples, interpolation (engtInterp) [nu x 2]
  int* actuator_historyadr;      // index of the first number of its history; -1: none [nu]
  mjtNum* actuator_delay;        // delay of the controls (s) [nu]
  int* sensor_history;      // number of stored samples, interpolation (engtInterp) [nsensor x 2]
  int* sensor_historyadr;   // index of the first number of its history; -1: none [nsensor]
  mjtNum* sensor_delay;     // delay of the sensor values (s) [nsensor]
  mjtNum* sensor_interval;  // time between values, time of the first value (s) [nsensor x 2]
  int* actuator_ctrladr;    // index of the actuator's first control [nu]
  int* actuator_ctrlnum;    // number of controls [nu]
  int* actuator_ctrlspec;   // types of the controls (bits of engtInput); 0: one control [nu]
  int* actuator_outadr;     // index of the actuator's first output [nu]
  int* actuator_outnum;     // number of outputs [nu]
  int* tree_bodyadr;        // id of the tree's first body [ntree]
  int* tree_bodynum;        // number of bodies in the tree, consecutive [ntree]
  int* tree_dofadr;         // id of the tree's first dof [ntree]
  int* tree_dofnum;         // number of dofs in the tree, consecutive [ntree]
  int* tree_sleep_policy;   // sleep policy (mjtSleepPolicy) [ntree]
  mjtNum* dof_length;       // factor from dof velocity to m/s: rotation: body length; else 1 [nv]
  int* tendon_treenum;      // number of trees along the path [ntendon]
  int* tendon_treeid;       // ids of the first two trees; -1: none [ntendon x 2]
  int* mesh_partadr;        // id of the first mesh that is one of its convex parts [nmesh]
  int* mesh_partnum;        // number of convex parts, consecutive; 0: collides as its hull [nmesh]
  int* cam_output;          // requested images (bits of engtCamOutput); 0: colour [ncam]
  int* site_dataid;         // mesh id of a site of type mesh; -1: none [nsite]
  float* light_softness;  // fraction of the cone over which light fades out; 0: not given [nlight]
  int* flex_cellnum;  // number of cells of an interpolated flex along each axis; 0: one [nflex x 3]
  mjtNum* flex_size;  // half sizes of the vertices' bounding box at rest (m) [nflex x 3]
  int* flex_celladr;  // index of the first number of its cells in flex_celldata; -1: none [nflex]
  mjtNum* flex_celldata;    // stiffness or strain modes of each cell [nflexcelldata]
  int* flex_vertedgeadr;    // index of the vertex's first edge in flex_vertedge [nflexvert]
  int* flex_vertedgenum;    // edges of the vertex; filled for vertex equalities only [nflexvert]
  int* flex_vertedge;       // ids of the vertices' edges, within their flex [nflexvertedge]
  mjtNum* flex_vertmetric;  // inverse metric of a vertex's edges at rest [nflexvert x 4]
  ENGINE_NEWER_mjModel
} mjModel;

#ifdef __cplusplus
}  // extern "C"
#endif
