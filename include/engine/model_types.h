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
  int useexisting;   // keep a length range that is given
  int uselimit;      // take it from the limits of joint or tendon where there are any
  mjtNum accel;      // target acceleration of the pulling force (1/s^2)
  mjtNum maxforce;   // largest pulling force; 0: no limit (N)
  mjtNum timeconst;  // time constant that brings velocities to rest (s)
  mjtNum timestep;   // step of the internal simulation (s)
  mjtNum inttotal;   // simulated time in each direction (s)
  mjtNum interval;   // final part of it that is measured (s)
  mjtNum tolrange;   // how much the length may vary in that part, relative to the range
} mjLROpt;

// What the user may change between steps.
typedef struct mjOption_ {
  mjtNum timestep;          // simulation time step h (s)
  mjtNum impratio;          // ratio of frictional to normal impedance of elliptic contacts
  mjtNum tolerance;         // the main solver stops below this relative improvement
  mjtNum ls_tolerance;      // the line search stops below this relative gradient
  mjtNum noslip_tolerance;  // the noslip solver stops below this improvement
  mjtNum ccd_tolerance;     // the convex collider stops below this distance (m)
  mjtNum gravity[3];        // acceleration of gravity, world frame (m/s^2)
  mjtNum wind[3];           // velocity of the medium, world frame (m/s)
  mjtNum magnetic[3];       // magnetic flux, world frame (what magnetometers read)
  mjtNum density;           // density of the medium (kg/m^3)
  mjtNum viscosity;         // viscosity of the medium (Pa s)
  mjtNum o_margin;          // contact margin under the override flag (m)
  mjtNum o_solref[mjNREF];  // contact reference under the override flag
  mjtNum o_solimp[mjNIMP];  // contact impedance under the override flag
  mjtNum o_friction[5];     // contact friction under the override flag
  int integrator;           // mjtIntegrator
  int cone;                 // friction cone (mjtCone)
  int jacobian;             // dense, sparse or by size (mjtJacobian)
  int solver;               // mjtSolver
  int iterations;           // most iterations of the main solver
  int ls_iterations;        // most iterations of its line search
  int noslip_iterations;    // sweeps of the noslip solver after it; 0: off
  int ccd_iterations;       // most iterations of the convex collider
  int disableflags;         // bits of mjtDisableBit
  int enableflags;          // bits of mjtEnableBit
  int disableactuator;      // bit g disables the actuators of group g
  int sdf_initpoints;       // starting points of signed-distance collision
  int sdf_iterations;       // gradient steps from each of them
  ENGINE_NEWER_mjOption
} mjOption;

// What a viewer should show, and how large; never used by the physics.
typedef struct mjVisual_ {
  // scene-wide settings
  struct {
    int cameraid;      // camera to start with; -1: free
    int orthographic;  // is the free camera orthographic
    float fovy;  // vertical field of view of the free camera (degrees, or length when orthographic)
    float ipd;   // distance between the eyes of the free camera (m)
    float azimuth;         // azimuth the free camera starts at (degrees)
    float elevation;       // elevation it starts at (degrees)
    float linewidth;       // width of drawn lines (pixels)
    float glow;            // glow of the selected body
    float realtime;        // wanted ratio of simulated to real time
    int offwidth;          // width of the offscreen buffer (pixels)
    int offheight;         // its height (pixels)
    int ellipsoidinertia;  // draw inertias as ellipsoids instead of boxes
    int bvactive;          // mark the bounding volumes that collision and rays visit
  } global;
  // cost against beauty
  struct {
    int shadowsize;  // side of the shadow texture (pixels)
    int offsamples;  // samples per pixel of the offscreen buffer
    int numslices;   // slices around a built-in round shape
    int numstacks;   // stacks along it
    int numquads;    // quads a box or plane side is split into
  } quality;
  // the light that moves with the camera
  struct {
    float ambient[3];   // ambient colour
    float diffuse[3];   // diffuse colour
    float specular[3];  // specular colour
    int active;         // is it on
  } headlight;
  // from quantities to lengths and colours
  struct {
    float stiffness;       // mouse perturbation: force per length
    float stiffnessrot;    // mouse perturbation: torque per angle
    float force;           // drawn length per force
    float torque;          // drawn length per torque
    float alpha;           // opacity of geoms drawn as transparent
    float fogstart;        // fog starts at this times the extent
    float fogend;          // fog is complete at this times the extent
    float znear;           // near plane, times the extent
    float zfar;            // far plane, times the extent
    float haze;            // share of the horizon under haze
    float shadowclip;      // half side of a directional light's shadow, times the extent
    float shadowscale;     // share of a spot light's cutoff that casts shadows
    float actuatortendon;  // width of actuated tendons, times the tendon's
  } map;
  // sizes of decorations, times the mean size
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

// What the compiler measures in the reference configuration.
typedef struct mjStatistic_ {
  mjtNum meaninertia;  // mean of the diagonal of M
  mjtNum meanmass;     // mean mass of the bodies (kg)
  mjtNum meansize;     // mean size of the geoms (m)
  mjtNum extent;       // half the size of the model's box (m)
  mjtNum center[3];    // centre of that box, world frame (m)
} mjStatistic;

// The compiled model: constant while it is simulated.
typedef struct mjModel_ {
  // --- sizes
  int nq;              // positions (qpos)
  int nv;              // degrees of freedom (qvel)
  int nu;              // actuators and controls
  int na;              // activations
  int nbody;           // bodies, the world included
  int nbvh;            // bounding volumes of all hierarchies
  int nbvhstatic;      // those of bodies and meshes, which never change
  int nbvhdynamic;     // those of flexes, refitted each step
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
  int nskinbonevert;   // vertices bound to bones
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
  int nnumericdata;    // numbers in them
  int ntext;           // custom text fields
  int ntextdata;       // characters in them
  int ntuple;          // custom tuples
  int ntupledata;      // objects in them
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
  int njmax;           // constraint rows asked for; -1: by memory
  int nconmax;         // contacts asked for; -1: by memory
  int nuserdata;       // numbers in mjData.userdata
  int nsensordata;     // numbers in mjData.sensordata
  int npluginstate;    // numbers in mjData.plugin_state
  mjtSize narena;      // bytes of the arena of mjData

  // --- arrays: in brackets the dimensions
  mjtSize nbuffer;  // bytes of buffer

  // --- options and statistics
  mjOption opt;         // what the user may change between steps
  mjVisual vis;         // what a viewer should show
  mjStatistic stat;     // measured in the reference configuration
  void* buffer;         // the block of memory all arrays live in
  mjtNum* qpos0;        // positions of the reference configuration [nq]
  mjtNum* qpos_spring;  // positions at which joint springs rest [nq]

  // --- bodies
  int* body_parentid;        // parent body [nbody]
  int* body_rootid;          // ancestor that is a child of the world; world: 0 [nbody]
  int* body_weldid;          // top of the chain of bodies welded together [nbody]
  int* body_mocapid;         // index in the mocap arrays; -1: none [nbody]
  int* body_jntnum;          // joints of the body [nbody]
  int* body_jntadr;          // first of them; -1: none [nbody]
  int* body_dofnum;          // degrees of freedom of the body [nbody]
  int* body_dofadr;          // first of them; -1: none [nbody]
  int* body_treeid;          // kinematic tree; -1: static [nbody]
  int* body_geomnum;         // geoms of the body [nbody]
  int* body_geomadr;         // first of them; -1: none [nbody]
  mjtByte* body_simple;      // 1: diagonal M; 2: moreover sliders only; 0: neither [nbody]
  mjtByte* body_sameframe;   // is the inertial frame the body's (mjtSameFrame) [nbody]
  mjtNum* body_pos;          // position in the parent's frame (m) [nbody x 3]
  mjtNum* body_quat;         // orientation in the parent's frame [nbody x 4]
  mjtNum* body_ipos;         // centre of mass in the body frame (m) [nbody x 3]
  mjtNum* body_iquat;        // principal axes of inertia in the body frame [nbody x 4]
  mjtNum* body_mass;         // mass (kg) [nbody]
  mjtNum* body_subtreemass;  // mass of the body and its descendants (kg) [nbody]
  mjtNum* body_inertia;      // principal moments of inertia (kg m^2) [nbody x 3]
  mjtNum* body_invweight0;   // mean inverse inertia at the centre in qpos0: translation, rotation
                             // [nbody x 2]
  mjtNum* body_gravcomp;     // share of its weight that is compensated [nbody]
  mjtNum* body_margin;       // largest margin of its geoms (m) [nbody]
  mjtNum* body_user;         // user data [nbody x nuser_body]
  int* body_plugin;          // plugin instance; -1: none [nbody]
  int* body_contype;         // contype of its geoms, or-ed [nbody]
  int* body_conaffinity;     // conaffinity of its geoms, or-ed [nbody]
  int* body_bvhadr;          // root of its bounding volumes; -1: none [nbody]
  int* body_bvhnum;          // how many there are [nbody]

  // --- bounding volume hierarchies
  int* bvh_depth;    // depth in its hierarchy [nbvh]
  int* bvh_child;    // the two children; -1: a leaf [nbvh x 2]
  int* bvh_nodeid;   // geom or element of a leaf; -1: inner node [nbvh]
  mjtNum* bvh_aabb;  // box: centre, half sizes (m) [nbvhstatic x 6]

  // --- octrees of distances
  int* oct_depth;     // depth in its octree [noct]
  int* oct_child;     // the eight children; -1: none [noct x 8]
  mjtNum* oct_aabb;   // box: centre, half sizes (m) [noct x 6]
  mjtNum* oct_coeff;  // distances at the corners, to interpolate (m) [noct x 8]

  // --- joints
  int* jnt_type;               // mjtJoint [njnt]
  int* jnt_qposadr;            // first position in qpos [njnt]
  int* jnt_dofadr;             // first degree of freedom in qvel [njnt]
  int* jnt_bodyid;             // body that it moves [njnt]
  int* jnt_group;              // group for drawing [njnt]
  mjtByte* jnt_limited;        // has limits [njnt]
  mjtByte* jnt_actfrclimited;  // is the actuator force on it limited [njnt]
  mjtByte* jnt_actgravcomp;    // does gravity compensation count as actuation [njnt]
  mjtNum* jnt_solref;          // reference of its limit [njnt x mjNREF]
  mjtNum* jnt_solimp;          // impedance of its limit [njnt x mjNIMP]
  mjtNum* jnt_pos;             // anchor in the body frame (m) [njnt x 3]
  mjtNum* jnt_axis;            // axis in the body frame [njnt x 3]
  mjtNum* jnt_stiffness;       // spring stiffness [njnt]
  mjtNum* jnt_range;           // limits (m or rad) [njnt x 2]
  mjtNum* jnt_actfrcrange;     // limits of the total actuator force [njnt x 2]
  mjtNum* jnt_margin;          // distance at which limits become active [njnt]
  mjtNum* jnt_user;            // user data [njnt x nuser_jnt]

  // --- degrees of freedom
  int* dof_bodyid;           // body [nv]
  int* dof_jntid;            // joint [nv]
  int* dof_parentid;         // previous dof on the way to the root; -1: none [nv]
  int* dof_treeid;           // kinematic tree [nv]
  int* dof_Madr;             // its diagonal entry in qM [nv]
  int* dof_simplenum;        // simple dofs that follow in a row, itself included [nv]
  mjtNum* dof_solref;        // reference of its friction loss [nv x mjNREF]
  mjtNum* dof_solimp;        // impedance of its friction loss [nv x mjNIMP]
  mjtNum* dof_frictionloss;  // friction loss (N or N m) [nv]
  mjtNum* dof_armature;      // inertia added to the diagonal of M [nv]
  mjtNum* dof_damping;       // damping [nv]
  mjtNum* dof_invweight0;    // diagonal of the inverse inertia in qpos0 [nv]
  mjtNum* dof_M0;            // diagonal of M in qpos0 [nv]

  // --- geoms
  int* geom_type;           // mjtGeom [ngeom]
  int* geom_contype;        // bits of what it is for collision [ngeom]
  int* geom_conaffinity;    // bits of what it collides with [ngeom]
  int* geom_condim;         // dimension of its contacts: 1, 3, 4, 6 [ngeom]
  int* geom_bodyid;         // body [ngeom]
  int* geom_dataid;         // mesh or height field; -1: none [ngeom]
  int* geom_matid;          // material; -1: none [ngeom]
  int* geom_group;          // group for drawing and filters [ngeom]
  int* geom_priority;       // whose contact parameters win [ngeom]
  int* geom_plugin;         // plugin instance; -1: none [ngeom]
  mjtByte* geom_sameframe;  // is its frame the body's (mjtSameFrame) [ngeom]
  mjtNum* geom_solmix;      // weight when contact parameters are mixed [ngeom]
  mjtNum* geom_solref;      // reference of its contacts [ngeom x mjNREF]
  mjtNum* geom_solimp;      // impedance of its contacts [ngeom x mjNIMP]
  mjtNum* geom_size;        // sizes by type (m) [ngeom x 3]
  mjtNum* geom_aabb;        // box in its frame: centre, half sizes (m) [ngeom x 6]
  mjtNum* geom_rbound;      // radius of the bounding sphere; planes: 0 (m) [ngeom]
  mjtNum* geom_pos;         // position in the body frame (m) [ngeom x 3]
  mjtNum* geom_quat;        // orientation in the body frame [ngeom x 4]
  mjtNum* geom_friction;    // sliding, torsional, rolling friction [ngeom x 3]
  mjtNum* geom_margin;      // distance at which contacts are found (m) [ngeom]
  mjtNum* geom_gap;         // part of the margin without force (m) [ngeom]
  mjtNum* geom_fluid;       // coefficients of the ellipsoid fluid model [ngeom x mjNFLUID]
  mjtNum* geom_user;        // user data [ngeom x nuser_geom]
  float* geom_rgba;         // colour when there is no material [ngeom x 4]

  // --- sites
  int* site_type;           // shape for drawing and volume (mjtGeom) [nsite]
  int* site_bodyid;         // body [nsite]
  int* site_matid;          // material; -1: none [nsite]
  int* site_group;          // group for drawing [nsite]
  mjtByte* site_sameframe;  // is its frame the body's (mjtSameFrame) [nsite]
  mjtNum* site_size;        // sizes by type (m) [nsite x 3]
  mjtNum* site_pos;         // position in the body frame (m) [nsite x 3]
  mjtNum* site_quat;        // orientation in the body frame [nsite x 4]
  mjtNum* site_user;        // user data [nsite x nuser_site]
  float* site_rgba;         // colour when there is no material [nsite x 4]

  // --- cameras
  int* cam_mode;          // how it moves (mjtCamLight) [ncam]
  int* cam_bodyid;        // body [ncam]
  int* cam_targetbodyid;  // body it looks at; -1: none [ncam]
  mjtNum* cam_pos;        // position in the body frame (m) [ncam x 3]
  mjtNum* cam_quat;       // orientation in the body frame [ncam x 4]
  mjtNum* cam_poscom0;    // position from the subtree's centre of mass, in qpos0 (m) [ncam x 3]
  mjtNum* cam_pos0;       // position from the body, world axes, in qpos0 (m) [ncam x 3]
  mjtNum* cam_mat0;       // orientation in the world, in qpos0 [ncam x 9]
  int* cam_orthographic;  // is it orthographic [ncam]
  mjtNum* cam_fovy;       // vertical field of view (degrees, or m when orthographic) [ncam]
  mjtNum* cam_ipd;        // distance between the eyes (m) [ncam]
  int* cam_resolution;    // width, height (pixels) [ncam x 2]
  float* cam_sensorsize;  // width, height of the sensor (m) [ncam x 2]
  float* cam_intrinsic;   // focal lengths, principal point (m) [ncam x 4]
  mjtNum* cam_user;       // user data [ncam x nuser_cam]

  // --- lights
  int* light_mode;            // how it moves (mjtCamLight) [nlight]
  int* light_bodyid;          // body [nlight]
  int* light_targetbodyid;    // body it points at; -1: none [nlight]
  int* light_type;            // mjtLightType [nlight]
  int* light_texid;           // texture of an image light; -1: none [nlight]
  mjtByte* light_castshadow;  // does it cast shadows [nlight]
  float* light_bulbradius;    // radius of the bulb, for soft shadows (m) [nlight]
  float* light_intensity;     // intensity (candela) [nlight]
  float* light_range;         // how far it reaches (m) [nlight]
  mjtByte* light_active;      // is it on [nlight]
  mjtNum* light_pos;          // position in the body frame (m) [nlight x 3]
  mjtNum* light_dir;          // direction in the body frame [nlight x 3]
  mjtNum* light_poscom0;  // position from the subtree's centre of mass, in qpos0 (m) [nlight x 3]
  mjtNum* light_pos0;     // position from the body, world axes, in qpos0 (m) [nlight x 3]
  mjtNum* light_dir0;     // direction in the world, in qpos0 [nlight x 3]
  float* light_attenuation;  // constant, linear, quadratic attenuation [nlight x 3]
  float* light_cutoff;       // half angle of a spot (degrees) [nlight]
  float* light_exponent;     // how a spot fades to its border [nlight]
  float* light_ambient;      // ambient colour [nlight x 3]
  float* light_diffuse;      // diffuse colour [nlight x 3]
  float* light_specular;     // specular colour [nlight x 3]

  // --- flexes
  int* flex_contype;            // bits of what it is for collision [nflex]
  int* flex_conaffinity;        // bits of what it collides with [nflex]
  int* flex_condim;             // dimension of its contacts [nflex]
  int* flex_priority;           // whose contact parameters win [nflex]
  mjtNum* flex_solmix;          // weight when contact parameters are mixed [nflex]
  mjtNum* flex_solref;          // reference of its contacts [nflex x mjNREF]
  mjtNum* flex_solimp;          // impedance of its contacts [nflex x mjNIMP]
  mjtNum* flex_friction;        // sliding, torsional, rolling friction [nflex x 3]
  mjtNum* flex_margin;          // distance at which contacts are found (m) [nflex]
  mjtNum* flex_gap;             // part of the margin without force (m) [nflex]
  mjtByte* flex_internal;       // do neighbouring elements collide [nflex]
  int* flex_selfcollide;        // how it collides with itself (mjtFlexSelf) [nflex]
  int* flex_activelayers;       // outer element layers that collide [nflex]
  int* flex_passive;            // are its contacts passive forces [nflex]
  int* flex_dim;                // 1: lines, 2: triangles, 3: tetrahedra [nflex]
  int* flex_matid;              // material; -1: none [nflex]
  int* flex_group;              // group for drawing [nflex]
  int* flex_interp;             // order of interpolation; 0: vertices move alone [nflex]
  int* flex_nodeadr;            // first node [nflex]
  int* flex_nodenum;            // nodes [nflex]
  int* flex_vertadr;            // first vertex [nflex]
  int* flex_vertnum;            // vertices [nflex]
  int* flex_edgeadr;            // first edge [nflex]
  int* flex_edgenum;            // edges [nflex]
  int* flex_elemadr;            // first element [nflex]
  int* flex_elemnum;            // elements [nflex]
  int* flex_elemdataadr;        // first vertex id of its elements [nflex]
  int* flex_elemedgeadr;        // first edge id of its elements [nflex]
  int* flex_shellnum;           // shell fragments [nflex]
  int* flex_shelldataadr;       // first vertex id of its shell [nflex]
  int* flex_evpairadr;          // first element-vertex pair [nflex]
  int* flex_evpairnum;          // element-vertex pairs [nflex]
  int* flex_texcoordadr;        // first texture coordinate; -1: none [nflex]
  int* flex_nodebodyid;         // body of the node [nflexnode]
  int* flex_vertbodyid;         // body of the vertex [nflexvert]
  int* flex_edge;               // its two vertices [nflexedge x 2]
  int* flex_edgeflap;           // vertices opposite to it; -1: none [nflexedge x 2]
  int* flex_elem;               // dim + 1 vertices per element [nflexelemdata]
  int* flex_elemtexcoord;       // dim + 1 texture coordinates per element [nflexelemdata]
  int* flex_elemedge;           // edges of the elements [nflexelemedge]
  int* flex_elemlayer;          // layer of the element from the surface; 0: outermost [nflexelem]
  int* flex_shell;              // dim vertices per fragment [nflexshelldata]
  int* flex_evpair;             // element, vertex [nflexevpair x 2]
  mjtNum* flex_vert;            // position in its body's frame (m) [nflexvert x 3]
  mjtNum* flex_vert0;           // position in qpos0, from 0 to 1 of the flex's box [nflexvert x 3]
  mjtNum* flex_node;            // position in its body's frame (m) [nflexnode x 3]
  mjtNum* flex_node0;           // position of nodes in qpos0 (m) [nflexnode x 3]
  mjtNum* flexedge_length0;     // length in qpos0 (m) [nflexedge]
  mjtNum* flexedge_invweight0;  // inverse inertia in qpos0 [nflexedge]
  mjtNum* flex_radius;          // radius around its elements (m) [nflex]
  mjtNum* flex_stiffness;       // elastic matrix of an element [nflexelem x 21]
  mjtNum* flex_bending;         // bending matrix of an edge [nflexedge x 17]
  mjtNum* flex_damping;         // Rayleigh damping [nflex]
  mjtNum* flex_edgestiffness;   // stiffness of its edges as springs [nflex]
  mjtNum* flex_edgedamping;     // damping of its edges [nflex]
  mjtByte* flex_edgeequality;   // are its edges equality constraints [nflex]
  mjtByte* flex_rigid;          // do all its vertices share a body [nflex]
  mjtByte* flexedge_rigid;      // do both its vertices share a body [nflexedge]
  mjtByte* flex_centered;       // are its vertices at their bodies' origins [nflex]
  mjtByte* flex_flatskin;       // draw without smoothing [nflex]
  int* flex_bvhadr;             // root of its bounding volumes; -1: none [nflex]
  int* flex_bvhnum;             // how many there are [nflex]
  float* flex_rgba;             // colour when there is no material [nflex x 4]
  float* flex_texcoord;         // texture coordinates [nflextexcoord x 2]

  // --- meshes
  int* mesh_vertadr;        // first vertex [nmesh]
  int* mesh_vertnum;        // vertices [nmesh]
  int* mesh_faceadr;        // first triangle [nmesh]
  int* mesh_facenum;        // triangles [nmesh]
  int* mesh_bvhadr;         // root of its bounding volumes [nmesh]
  int* mesh_bvhnum;         // how many there are [nmesh]
  int* mesh_octadr;         // root of its octree; -1: none [nmesh]
  int* mesh_octnum;         // octree cells [nmesh]
  int* mesh_normaladr;      // first normal [nmesh]
  int* mesh_normalnum;      // normals [nmesh]
  int* mesh_texcoordadr;    // first texture coordinate; -1: none [nmesh]
  int* mesh_texcoordnum;    // texture coordinates [nmesh]
  int* mesh_graphadr;       // first int of its hull graph; -1: none [nmesh]
  float* mesh_vert;         // vertices in the mesh frame (m) [nmeshvert x 3]
  float* mesh_normal;       // normals [nmeshnormal x 3]
  float* mesh_texcoord;     // texture coordinates [nmeshtexcoord x 2]
  int* mesh_face;           // vertices of a triangle [nmeshface x 3]
  int* mesh_facenormal;     // normals of a triangle [nmeshface x 3]
  int* mesh_facetexcoord;   // texture coordinates of a triangle [nmeshface x 3]
  int* mesh_graph;          // hull graphs: counts, vertex and edge tables [nmeshgraph]
  mjtNum* mesh_scale;       // scale applied to the file's vertices [nmesh x 3]
  mjtNum* mesh_pos;         // offset of the mesh frame from the file's (m) [nmesh x 3]
  mjtNum* mesh_quat;        // rotation of the mesh frame from the file's [nmesh x 4]
  int* mesh_pathadr;        // name of its file; -1: none [nmesh]
  int* mesh_polynum;        // hull polygons [nmesh]
  int* mesh_polyadr;        // first hull polygon [nmesh]
  mjtNum* mesh_polynormal;  // normal of a polygon [nmeshpoly x 3]
  int* mesh_polyvertadr;    // first vertex id of a polygon [nmeshpoly]
  int* mesh_polyvertnum;    // vertices of a polygon [nmeshpoly]
  int* mesh_polyvert;       // vertex ids of the polygons [nmeshpolyvert]
  int* mesh_polymapadr;     // first polygon id of a vertex [nmeshvert]
  int* mesh_polymapnum;     // polygons of a vertex [nmeshvert]
  int* mesh_polymap;        // polygon ids of the vertices [nmeshpolymap]

  // --- skins
  int* skin_matid;             // material; -1: none [nskin]
  int* skin_group;             // group for drawing [nskin]
  float* skin_rgba;            // colour when there is no material [nskin x 4]
  float* skin_inflate;         // moves vertices outwards (m) [nskin]
  int* skin_vertadr;           // first vertex [nskin]
  int* skin_vertnum;           // vertices [nskin]
  int* skin_texcoordadr;       // first texture coordinate; -1: none [nskin]
  int* skin_faceadr;           // first triangle [nskin]
  int* skin_facenum;           // triangles [nskin]
  int* skin_boneadr;           // first bone [nskin]
  int* skin_bonenum;           // bones [nskin]
  float* skin_vert;            // vertices in bind pose (m) [nskinvert x 3]
  float* skin_texcoord;        // texture coordinates [nskintexvert x 2]
  int* skin_face;              // vertices of a triangle [nskinface x 3]
  int* skin_bonevertadr;       // first bound vertex of a bone [nskinbone]
  int* skin_bonevertnum;       // bound vertices of a bone [nskinbone]
  float* skin_bonebindpos;     // bone position in bind pose (m) [nskinbone x 3]
  float* skin_bonebindquat;    // bone orientation in bind pose [nskinbone x 4]
  int* skin_bonebodyid;        // body of a bone [nskinbone]
  int* skin_bonevertid;        // bound vertices [nskinbonevert]
  float* skin_bonevertweight;  // their weights [nskinbonevert]
  int* skin_pathadr;           // name of its file; -1: none [nskin]

  // --- height fields
  mjtNum* hfield_size;  // half width, half depth, height, thickness of the base (m) [nhfield x 4]
  int* hfield_nrow;     // rows [nhfield]
  int* hfield_ncol;     // columns [nhfield]
  int* hfield_adr;      // first sample [nhfield]
  float* hfield_data;   // heights, 0 to 1 [nhfielddata]
  int* hfield_pathadr;  // name of its file; -1: none [nhfield]

  // --- textures
  int* tex_type;        // mjtTexture [ntex]
  int* tex_colorspace;  // mjtColorSpace [ntex]
  int* tex_height;      // rows (pixels) [ntex]
  int* tex_width;       // columns (pixels) [ntex]
  int* tex_nchannel;    // bytes per pixel [ntex]
  int* tex_adr;         // first byte [ntex]
  mjtByte* tex_data;    // pixels [ntexdata]
  int* tex_pathadr;     // name of its file; -1: none [ntex]

  // --- materials
  int* mat_texid;           // texture per role (mjtTextureRole); -1: none [nmat x mjNTEXROLE]
  mjtByte* mat_texuniform;  // is the texture scaled to the world, not the object [nmat]
  float* mat_texrepeat;     // repetitions of the texture [nmat x 2]
  float* mat_emission;      // emission [nmat]
  float* mat_specular;      // specularity [nmat]
  float* mat_shininess;     // shininess [nmat]
  float* mat_reflectance;   // reflectance; 0: off [nmat]
  float* mat_metallic;      // how metallic [nmat]
  float* mat_roughness;     // how rough [nmat]
  float* mat_rgba;          // colour [nmat x 4]

  // --- predefined contact pairs
  int* pair_dim;                // dimension of its contacts [npair]
  int* pair_geom1;              // first geom [npair]
  int* pair_geom2;              // second geom [npair]
  int* pair_signature;          // (body1 << 16) + body2 [npair]
  mjtNum* pair_solref;          // reference, normal direction [npair x mjNREF]
  mjtNum* pair_solreffriction;  // reference, friction directions [npair x mjNREF]
  mjtNum* pair_solimp;          // impedance [npair x mjNIMP]
  mjtNum* pair_margin;          // distance at which contacts are found (m) [npair]
  mjtNum* pair_gap;             // part of the margin without force (m) [npair]
  mjtNum* pair_friction;        // two sliding, torsional, two rolling frictions [npair x 5]

  // --- excluded body pairs
  int* exclude_signature;  // (body1 << 16) + body2 [nexclude]

  // --- equality constraints
  int* eq_type;         // mjtEq [neq]
  int* eq_obj1id;       // first object [neq]
  int* eq_obj2id;       // second object; -1: none or the world [neq]
  int* eq_objtype;      // type of both (mjtObj) [neq]
  mjtByte* eq_active0;  // is it active after a reset [neq]
  mjtNum* eq_solref;    // reference [neq x mjNREF]
  mjtNum* eq_solimp;    // impedance [neq x mjNIMP]
  mjtNum* eq_data;      // numbers by type [neq x mjNEQDATA]

  // --- tendons
  int* tendon_adr;                // first object of its path [ntendon]
  int* tendon_num;                // objects on its path [ntendon]
  int* tendon_matid;              // material; -1: none [ntendon]
  int* tendon_group;              // group for drawing [ntendon]
  mjtByte* tendon_limited;        // has length limits [ntendon]
  mjtByte* tendon_actfrclimited;  // is the actuator force on it limited [ntendon]
  mjtNum* tendon_width;           // width for drawing (m) [ntendon]
  mjtNum* tendon_solref_lim;      // reference of its limit [ntendon x mjNREF]
  mjtNum* tendon_solimp_lim;      // impedance of its limit [ntendon x mjNIMP]
  mjtNum* tendon_solref_fri;      // reference of its friction loss [ntendon x mjNREF]
  mjtNum* tendon_solimp_fri;      // impedance of its friction loss [ntendon x mjNIMP]
  mjtNum* tendon_range;           // length limits [ntendon x 2]
  mjtNum* tendon_actfrcrange;     // limits of the total actuator force [ntendon x 2]
  mjtNum* tendon_margin;          // distance at which limits become active [ntendon]
  mjtNum* tendon_stiffness;       // spring stiffness [ntendon]
  mjtNum* tendon_damping;         // damping [ntendon]
  mjtNum* tendon_armature;        // inertia along its length [ntendon]
  mjtNum* tendon_frictionloss;    // friction loss [ntendon]
  mjtNum* tendon_lengthspring;    // range of lengths at which the spring rests [ntendon x 2]
  mjtNum* tendon_length0;         // length in qpos0 [ntendon]
  mjtNum* tendon_invweight0;      // inverse inertia in qpos0 [ntendon]
  mjtNum* tendon_user;            // user data [ntendon x nuser_tendon]
  float* tendon_rgba;             // colour when there is no material [ntendon x 4]

  // --- tendon paths
  int* wrap_type;    // mjtWrap [nwrap]
  int* wrap_objid;   // joint, site or geom; -1: pulley [nwrap]
  mjtNum* wrap_prm;  // divisor, joint coefficient or side site [nwrap]

  // --- actuators
  int* actuator_trntype;           // what it acts on (mjtTrn) [nu]
  int* actuator_dyntype;           // its activation dynamics (mjtDyn) [nu]
  int* actuator_gaintype;          // its gain (mjtGain) [nu]
  int* actuator_biastype;          // its bias (mjtBias) [nu]
  int* actuator_trnid;             // joint, tendon, site or body; second one by type [nu x 2]
  int* actuator_actadr;            // first activation; -1: stateless [nu]
  int* actuator_actnum;            // activations [nu]
  int* actuator_group;             // group for drawing and disabling [nu]
  mjtByte* actuator_ctrllimited;   // is its control clamped [nu]
  mjtByte* actuator_forcelimited;  // is its force clamped [nu]
  mjtByte* actuator_actlimited;    // is its activation clamped [nu]
  mjtNum* actuator_dynprm;         // parameters of the dynamics [nu x mjNDYN]
  mjtNum* actuator_gainprm;        // parameters of the gain [nu x mjNGAIN]
  mjtNum* actuator_biasprm;        // parameters of the bias [nu x mjNBIAS]
  mjtByte* actuator_actearly;      // does the force use the next activation [nu]
  mjtNum* actuator_ctrlrange;      // limits of the control [nu x 2]
  mjtNum* actuator_forcerange;     // limits of the force [nu x 2]
  mjtNum* actuator_actrange;       // limits of the activation [nu x 2]
  mjtNum* actuator_gear;           // scales length and transmitted force [nu x 6]
  mjtNum* actuator_cranklength;    // rod length of a slider-crank (m) [nu]
  mjtNum* actuator_acc0;           // norm of the acceleration by unit force in qpos0 [nu]
  mjtNum* actuator_length0;        // length in qpos0 [nu]
  mjtNum* actuator_lengthrange;    // range of feasible lengths [nu x 2]
  mjtNum* actuator_user;           // user data [nu x nuser_actuator]
  int* actuator_plugin;            // plugin instance; -1: none [nu]

  // --- sensors
  int* sensor_type;       // mjtSensor [nsensor]
  int* sensor_datatype;   // mjtDataType [nsensor]
  int* sensor_needstage;  // stage that computes it (mjtStage) [nsensor]
  int* sensor_objtype;    // type of the object it is on (mjtObj) [nsensor]
  int* sensor_objid;      // that object [nsensor]
  int* sensor_reftype;    // type of the reference object [nsensor]
  int* sensor_refid;      // reference object; -1: the world [nsensor]
  int* sensor_intprm;     // parameters [nsensor x mjNSENS]
  int* sensor_dim;        // numbers it returns [nsensor]
  int* sensor_adr;        // first of them in sensordata [nsensor]
  mjtNum* sensor_cutoff;  // clips what it returns; 0: off [nsensor]
  mjtNum* sensor_noise;   // standard deviation of noise; stored, not applied [nsensor]
  mjtNum* sensor_user;    // user data [nsensor x nuser_sensor]
  int* sensor_plugin;     // plugin instance; -1: none [nsensor]
  int* plugin;            // slot in the registry [nplugin]
  int* plugin_stateadr;   // first number of its state [nplugin]
  int* plugin_statenum;   // numbers of its state [nplugin]
  char* plugin_attr;      // configuration values of all instances, NUL-terminated [npluginattr]
  int* plugin_attradr;    // first character of its configuration [nplugin]

  // --- custom data
  int* numeric_adr;      // first number [nnumeric]
  int* numeric_size;     // numbers [nnumeric]
  mjtNum* numeric_data;  // all numbers [nnumericdata]
  int* text_adr;         // first character [ntext]
  int* text_size;        // characters, terminator included [ntext]
  char* text_data;       // all texts [ntextdata]
  int* tuple_adr;        // first object [ntuple]
  int* tuple_size;       // objects [ntuple]
  int* tuple_objtype;    // object types (mjtObj) [ntupledata]
  int* tuple_objid;      // objects [ntupledata]
  mjtNum* tuple_objprm;  // their parameters [ntupledata]

  // --- keyframes
  mjtNum* key_time;   // time (s) [nkey]
  mjtNum* key_qpos;   // positions [nkey x nq]
  mjtNum* key_qvel;   // velocities [nkey x nv]
  mjtNum* key_act;    // activations [nkey x na]
  mjtNum* key_mpos;   // mocap positions [nkey x nmocap*3]
  mjtNum* key_mquat;  // mocap orientations [nkey x nmocap*4]
  mjtNum* key_ctrl;   // controls [nkey x nu]

  // --- names and paths
  int* name_bodyadr;      // its name in names [nbody]
  int* name_jntadr;       // its name in names [njnt]
  int* name_geomadr;      // its name in names [ngeom]
  int* name_siteadr;      // its name in names [nsite]
  int* name_camadr;       // its name in names [ncam]
  int* name_lightadr;     // its name in names [nlight]
  int* name_flexadr;      // its name in names [nflex]
  int* name_meshadr;      // its name in names [nmesh]
  int* name_skinadr;      // its name in names [nskin]
  int* name_hfieldadr;    // its name in names [nhfield]
  int* name_texadr;       // its name in names [ntex]
  int* name_matadr;       // its name in names [nmat]
  int* name_pairadr;      // its name in names [npair]
  int* name_excludeadr;   // its name in names [nexclude]
  int* name_eqadr;        // its name in names [neq]
  int* name_tendonadr;    // its name in names [ntendon]
  int* name_actuatoradr;  // its name in names [nu]
  int* name_sensoradr;    // its name in names [nsensor]
  int* name_numericadr;   // its name in names [nnumeric]
  int* name_textadr;      // its name in names [ntext]
  int* name_tupleadr;     // its name in names [ntuple]
  int* name_keyadr;       // its name in names [nkey]
  int* name_pluginadr;    // its name in names [nplugin]
  char* names;            // the model's name, then all names, NUL-terminated [nnames]
  int* names_map;         // hash tables from names to ids, one a type [nnames_map]
  char* paths;            // file names of assets, NUL-terminated [npaths]

  // --- sparsity patterns
  int* B_rownnz;  // dofs on the body's chains, up and down [nbody]
  int* B_rowadr;  // first of them [nbody]
  int* B_colind;  // the dofs, ascending [nB]
  int* M_rownnz;  // entries of a row of M: ancestors, diagonal last [nv]
  int* M_rowadr;  // first entry of a row [nv]
  int* M_colind;  // column of an entry [nC]
  int* mapM2M;    // entry of qM behind an entry of M [nC]
  int* D_rownnz;  // entries of a row of D: ancestors and descendants [nv]
  int* D_rowadr;  // first entry of a row [nv]
  int* D_diag;    // place of the diagonal within a row [nv]
  int* D_colind;  // column of an entry [nD]
  int* mapM2D;    // entry of M behind an entry of D; -1: none [nD]
  int* mapD2M;    // entry of D behind an entry of M [nC]

  // --- compilation
  uint64_t signature;  // hash of the structure the model was compiled from

  // --- extension block: options, sizes and arrays of newer versions (extension_types.h)
  engOption ext;                 // options that mjOption has no room for
  int flg_surfacevel;            // whether any geom has one
  int flg_adhesion;              // whether any geom or pair has some
  int flg_dofdamping;            // whether damping of a dof has more to it than dof_damping
  int nactuator;                 // actuators
  int nhistory;                  // numbers of all histories
  int nout;                      // their outputs: lengths, velocities, forces, rows of moments
  int nflexcelldata;             // numbers in flex_celldata
  int nflexvertedge;             // numbers in flex_vertedge
  mjtNum* geom_surfacevel;       // velocity of the surface, in the geom's frame [ngeom x 6]
  mjtNum* geom_adhesion;         // force that holds to what is touched (N) [ngeom]
  mjtNum* pair_adhesion;         // the same of an explicit pair (N) [npair]
  mjtNum* jnt_stiffnesspoly;     // of displacement and its square [njnt x 2]
  int* jnt_actuatorid;           // actuator that adds damping or armature; -2: several [njnt]
  mjtNum* dof_dampingpoly;       // of speed and its square [nv x 2]
  mjtNum* tendon_stiffnesspoly;  // of displacement and its square [ntendon x 2]
  mjtNum* tendon_dampingpoly;    // of speed and its square [ntendon x 2]
  int* tendon_actuatorid;        // as jnt_actuatorid [ntendon]
  mjtNum* actuator_damping;      // of what it acts on, to be scaled by gear^2 [nu]
  mjtNum* actuator_dampingpoly;  // the same times speed and its square [nu x 2]
  mjtNum* actuator_armature;     // of what it acts on, to be scaled by gear^2 [nu]
  int* actuator_history;         // samples kept, how they are read between (engtInterp) [nu x 2]
  int* actuator_historyadr;      // first number of its history; -1: none [nu]
  mjtNum* actuator_delay;        // of its controls (s) [nu]
  int* sensor_history;      // samples kept, how they are read between (engtInterp) [nsensor x 2]
  int* sensor_historyadr;   // first number of its history; -1: none [nsensor]
  mjtNum* sensor_delay;     // of its values (s) [nsensor]
  mjtNum* sensor_interval;  // time between values, of the first (s) [nsensor x 2]
  int* actuator_ctrladr;    // first of its controls [nu]
  int* actuator_ctrlnum;    // how many it has [nu]
  int* actuator_ctrlspec;   // which they are (bits of engtInput); 0: the one control [nu]
  int* actuator_outadr;     // first of its outputs [nu]
  int* actuator_outnum;     // how many it has [nu]
  int* tree_bodyadr;        // first body of a tree [ntree]
  int* tree_bodynum;        // how many it has, one after another [ntree]
  int* tree_dofadr;         // first dof of a tree [ntree]
  int* tree_dofnum;         // how many it has, one after another [ntree]
  int* tree_sleep_policy;   // mjtSleepPolicy [ntree]
  mjtNum* dof_length;   // what makes a velocity of a rotation: the length of the body, else 1 [nv]
  int* tendon_treenum;  // trees along the path [ntendon]
  int* tendon_treeid;   // the first two of them; -1: none [ntendon x 2]
  int* mesh_partadr;    // first of the meshes that are its convex parts [nmesh]
  int* mesh_partnum;    // how many it has, one after another; 0: it collides as its hull [nmesh]
  int* cam_output;      // pictures that are wanted (engtCamOutput); 0: colours [ncam]
  int* site_dataid;     // the mesh of a site of type mesh; -1: none [nsite]
  float* light_softness;  // part of the cone over which light falls off; 0: not given [nlight]
  int* flex_cellnum;      // cells of an interpolated flex along its axes; 0: one [nflex x 3]
  mjtNum* flex_size;      // half the size of the box round its vertices at rest (m) [nflex x 3]
  int* flex_celladr;      // first number of its cells in flex_celldata; -1: none [nflex]
  mjtNum* flex_celldata;  // stiffness of each cell, or its modes of strain [nflexcelldata]
  int* flex_vertedgeadr;  // first of the edges of a vertex in flex_vertedge [nflexvert]
  int* flex_vertedgenum;  // how many there are, with equalities of vertices alone [nflexvert]
  int* flex_vertedge;     // edges of the vertices, within their flex [nflexvertedge]
  mjtNum*
      flex_vertmetric;  // of a vertex: inverse of the metric of its edges at rest [nflexvert x 4]
  ENGINE_NEWER_mjModel
} mjModel;

#ifdef __cplusplus
}  // extern "C"
#endif
