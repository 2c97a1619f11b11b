// The constant model: options, visual settings, statistics, mjModel.
#pragma once

#include <engine/scalar.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum mjtDisableBit_ {
  mjDSBL_CONSTRAINT = 1,
  mjDSBL_EQUALITY = 2,
  mjDSBL_FRICTIONLOSS = 4,
  mjDSBL_LIMIT = 8,
  mjDSBL_CONTACT = 16,
  mjDSBL_SPRING = 32,
  mjDSBL_DAMPER = 64,
  mjDSBL_GRAVITY = 128,
  mjDSBL_CLAMPCTRL = 256,
  mjDSBL_WARMSTART = 512,
  mjDSBL_FILTERPARENT = 1024,
  mjDSBL_ACTUATION = 2048,
  mjDSBL_REFSAFE = 4096,
  mjDSBL_SENSOR = 8192,
  mjDSBL_MIDPHASE = 16384,
  mjDSBL_EULERDAMP = 32768,
  mjDSBL_AUTORESET = 65536,
  mjDSBL_NATIVECCD = 131072,
  mjDSBL_ISLAND = 262144,
  mjNDISABLE = 19,
} mjtDisableBit;

typedef enum mjtEnableBit_ {
  mjENBL_OVERRIDE = 1,
  mjENBL_ENERGY = 2,
  mjENBL_FWDINV = 4,
  mjENBL_INVDISCRETE = 8,
  mjENBL_MULTICCD = 16,
  mjNENABLE = 5,
} mjtEnableBit;

typedef enum mjtJoint_ {
  mjJNT_FREE = 0,
  mjJNT_BALL = 1,
  mjJNT_SLIDE = 2,
  mjJNT_HINGE = 3,
} mjtJoint;

typedef enum mjtGeom_ {
  mjGEOM_PLANE = 0,
  mjGEOM_HFIELD = 1,
  mjGEOM_SPHERE = 2,
  mjGEOM_CAPSULE = 3,
  mjGEOM_ELLIPSOID = 4,
  mjGEOM_CYLINDER = 5,
  mjGEOM_BOX = 6,
  mjGEOM_MESH = 7,
  mjGEOM_SDF = 8,
  mjNGEOMTYPES = 9,
  mjGEOM_ARROW = 100,
  mjGEOM_ARROW1 = 101,
  mjGEOM_ARROW2 = 102,
  mjGEOM_LINE = 103,
  mjGEOM_LINEBOX = 104,
  mjGEOM_FLEX = 105,
  mjGEOM_SKIN = 106,
  mjGEOM_LABEL = 107,
  mjGEOM_TRIANGLE = 108,
  mjGEOM_NONE = 1001,
} mjtGeom;

typedef enum mjtCamLight_ {
  mjCAMLIGHT_FIXED = 0,
  mjCAMLIGHT_TRACK = 1,
  mjCAMLIGHT_TRACKCOM = 2,
  mjCAMLIGHT_TARGETBODY = 3,
  mjCAMLIGHT_TARGETBODYCOM = 4,
} mjtCamLight;

typedef enum mjtLightType_ {
  mjLIGHT_SPOT = 0,
  mjLIGHT_DIRECTIONAL = 1,
  mjLIGHT_POINT = 2,
  mjLIGHT_IMAGE = 3,
} mjtLightType;

typedef enum mjtTexture_ {
  mjTEXTURE_2D = 0,
  mjTEXTURE_CUBE = 1,
  mjTEXTURE_SKYBOX = 2,
} mjtTexture;

typedef enum mjtTextureRole_ {
  mjTEXROLE_USER = 0,
  mjTEXROLE_RGB = 1,
  mjTEXROLE_OCCLUSION = 2,
  mjTEXROLE_ROUGHNESS = 3,
  mjTEXROLE_METALLIC = 4,
  mjTEXROLE_NORMAL = 5,
  mjTEXROLE_OPACITY = 6,
  mjTEXROLE_EMISSIVE = 7,
  mjTEXROLE_RGBA = 8,
  mjTEXROLE_ORM = 9,
  mjNTEXROLE = 10,
} mjtTextureRole;

typedef enum mjtColorSpace_ {
  mjCOLORSPACE_AUTO = 0,
  mjCOLORSPACE_LINEAR = 1,
  mjCOLORSPACE_SRGB = 2,
} mjtColorSpace;

typedef enum mjtIntegrator_ {
  mjINT_EULER = 0,
  mjINT_RK4 = 1,
  mjINT_IMPLICIT = 2,
  mjINT_IMPLICITFAST = 3,
} mjtIntegrator;

typedef enum mjtCone_ {
  mjCONE_PYRAMIDAL = 0,
  mjCONE_ELLIPTIC = 1,
} mjtCone;

typedef enum mjtJacobian_ {
  mjJAC_DENSE = 0,
  mjJAC_SPARSE = 1,
  mjJAC_AUTO = 2,
} mjtJacobian;

typedef enum mjtSolver_ {
  mjSOL_PGS = 0,
  mjSOL_CG = 1,
  mjSOL_NEWTON = 2,
} mjtSolver;

typedef enum mjtEq_ {
  mjEQ_CONNECT = 0,
  mjEQ_WELD = 1,
  mjEQ_JOINT = 2,
  mjEQ_TENDON = 3,
  mjEQ_FLEX = 4,
  mjEQ_DISTANCE = 5,
} mjtEq;

typedef enum mjtWrap_ {
  mjWRAP_NONE = 0,
  mjWRAP_JOINT = 1,
  mjWRAP_PULLEY = 2,
  mjWRAP_SITE = 3,
  mjWRAP_SPHERE = 4,
  mjWRAP_CYLINDER = 5,
} mjtWrap;

typedef enum mjtTrn_ {
  mjTRN_JOINT = 0,
  mjTRN_JOINTINPARENT = 1,
  mjTRN_SLIDERCRANK = 2,
  mjTRN_TENDON = 3,
  mjTRN_SITE = 4,
  mjTRN_BODY = 5,
  mjTRN_UNDEFINED = 1000,
} mjtTrn;

typedef enum mjtDyn_ {
  mjDYN_NONE = 0,
  mjDYN_INTEGRATOR = 1,
  mjDYN_FILTER = 2,
  mjDYN_FILTEREXACT = 3,
  mjDYN_MUSCLE = 4,
  mjDYN_USER = 5,
} mjtDyn;

typedef enum mjtGain_ {
  mjGAIN_FIXED = 0,
  mjGAIN_AFFINE = 1,
  mjGAIN_MUSCLE = 2,
  mjGAIN_USER = 3,
} mjtGain;

typedef enum mjtBias_ {
  mjBIAS_NONE = 0,
  mjBIAS_AFFINE = 1,
  mjBIAS_MUSCLE = 2,
  mjBIAS_USER = 3,
} mjtBias;

typedef enum mjtObj_ {
  mjOBJ_UNKNOWN = 0,
  mjOBJ_BODY = 1,
  mjOBJ_XBODY = 2,
  mjOBJ_JOINT = 3,
  mjOBJ_DOF = 4,
  mjOBJ_GEOM = 5,
  mjOBJ_SITE = 6,
  mjOBJ_CAMERA = 7,
  mjOBJ_LIGHT = 8,
  mjOBJ_FLEX = 9,
  mjOBJ_MESH = 10,
  mjOBJ_SKIN = 11,
  mjOBJ_HFIELD = 12,
  mjOBJ_TEXTURE = 13,
  mjOBJ_MATERIAL = 14,
  mjOBJ_PAIR = 15,
  mjOBJ_EXCLUDE = 16,
  mjOBJ_EQUALITY = 17,
  mjOBJ_TENDON = 18,
  mjOBJ_ACTUATOR = 19,
  mjOBJ_SENSOR = 20,
  mjOBJ_NUMERIC = 21,
  mjOBJ_TEXT = 22,
  mjOBJ_TUPLE = 23,
  mjOBJ_KEY = 24,
  mjOBJ_PLUGIN = 25,
  mjNOBJECT = 26,
  mjOBJ_FRAME = 100,
  mjOBJ_DEFAULT = 101,
  mjOBJ_MODEL = 102,
} mjtObj;

typedef enum mjtSensor_ {
  mjSENS_TOUCH = 0,
  mjSENS_ACCELEROMETER = 1,
  mjSENS_VELOCIMETER = 2,
  mjSENS_GYRO = 3,
  mjSENS_FORCE = 4,
  mjSENS_TORQUE = 5,
  mjSENS_MAGNETOMETER = 6,
  mjSENS_RANGEFINDER = 7,
  mjSENS_CAMPROJECTION = 8,
  mjSENS_JOINTPOS = 9,
  mjSENS_JOINTVEL = 10,
  mjSENS_TENDONPOS = 11,
  mjSENS_TENDONVEL = 12,
  mjSENS_ACTUATORPOS = 13,
  mjSENS_ACTUATORVEL = 14,
  mjSENS_ACTUATORFRC = 15,
  mjSENS_JOINTACTFRC = 16,
  mjSENS_TENDONACTFRC = 17,
  mjSENS_BALLQUAT = 18,
  mjSENS_BALLANGVEL = 19,
  mjSENS_JOINTLIMITPOS = 20,
  mjSENS_JOINTLIMITVEL = 21,
  mjSENS_JOINTLIMITFRC = 22,
  mjSENS_TENDONLIMITPOS = 23,
  mjSENS_TENDONLIMITVEL = 24,
  mjSENS_TENDONLIMITFRC = 25,
  mjSENS_FRAMEPOS = 26,
  mjSENS_FRAMEQUAT = 27,
  mjSENS_FRAMEXAXIS = 28,
  mjSENS_FRAMEYAXIS = 29,
  mjSENS_FRAMEZAXIS = 30,
  mjSENS_FRAMELINVEL = 31,
  mjSENS_FRAMEANGVEL = 32,
  mjSENS_FRAMELINACC = 33,
  mjSENS_FRAMEANGACC = 34,
  mjSENS_SUBTREECOM = 35,
  mjSENS_SUBTREELINVEL = 36,
  mjSENS_SUBTREEANGMOM = 37,
  mjSENS_INSIDESITE = 38,
  mjSENS_GEOMDIST = 39,
  mjSENS_GEOMNORMAL = 40,
  mjSENS_GEOMFROMTO = 41,
  mjSENS_CONTACT = 42,
  mjSENS_E_POTENTIAL = 43,
  mjSENS_E_KINETIC = 44,
  mjSENS_CLOCK = 45,
  mjSENS_TACTILE = 46,
  mjSENS_PLUGIN = 47,
  mjSENS_USER = 48,
} mjtSensor;

typedef enum mjtStage_ {
  mjSTAGE_NONE = 0,
  mjSTAGE_POS = 1,
  mjSTAGE_VEL = 2,
  mjSTAGE_ACC = 3,
} mjtStage;

typedef enum mjtDataType_ {
  mjDATATYPE_REAL = 0,
  mjDATATYPE_POSITIVE = 1,
  mjDATATYPE_AXIS = 2,
  mjDATATYPE_QUATERNION = 3,
} mjtDataType;

typedef enum mjtConDataField_ {
  mjCONDATA_FOUND = 0,
  mjCONDATA_FORCE = 1,
  mjCONDATA_TORQUE = 2,
  mjCONDATA_DIST = 3,
  mjCONDATA_POS = 4,
  mjCONDATA_NORMAL = 5,
  mjCONDATA_TANGENT = 6,
  mjNCONDATA = 7,
} mjtConDataField;

typedef enum mjtSameFrame_ {
  mjSAMEFRAME_NONE = 0,
  mjSAMEFRAME_BODY = 1,
  mjSAMEFRAME_INERTIA = 2,
  mjSAMEFRAME_BODYROT = 3,
  mjSAMEFRAME_INERTIAROT = 4,
} mjtSameFrame;

typedef enum mjtLRMode_ {
  mjLRMODE_NONE = 0,
  mjLRMODE_MUSCLE = 1,
  mjLRMODE_MUSCLEUSER = 2,
  mjLRMODE_ALL = 3,
} mjtLRMode;

typedef enum mjtFlexSelf_ {
  mjFLEXSELF_NONE = 0,
  mjFLEXSELF_NARROW = 1,
  mjFLEXSELF_BVH = 2,
  mjFLEXSELF_SAP = 3,
  mjFLEXSELF_AUTO = 4,
} mjtFlexSelf;

typedef enum mjtSDFType_ {
  mjSDFTYPE_SINGLE = 0,
  mjSDFTYPE_INTERSECTION = 1,
  mjSDFTYPE_MIDSURFACE = 2,
  mjSDFTYPE_COLLISION = 3,
} mjtSDFType;

typedef struct mjLROpt_ {
  int mode;
  int useexisting;
  int uselimit;
  mjtNum accel;
  mjtNum maxforce;
  mjtNum timeconst;
  mjtNum timestep;
  mjtNum inttotal;
  mjtNum interval;
  mjtNum tolrange;
} mjLROpt;

typedef struct mjOption_ {
  mjtNum timestep;
  mjtNum impratio;
  mjtNum tolerance;
  mjtNum ls_tolerance;
  mjtNum noslip_tolerance;
  mjtNum ccd_tolerance;
  mjtNum gravity[3];
  mjtNum wind[3];
  mjtNum magnetic[3];
  mjtNum density;
  mjtNum viscosity;
  mjtNum o_margin;
  mjtNum o_solref[mjNREF];
  mjtNum o_solimp[mjNIMP];
  mjtNum o_friction[5];
  int integrator;
  int cone;
  int jacobian;
  int solver;
  int iterations;
  int ls_iterations;
  int noslip_iterations;
  int ccd_iterations;
  int disableflags;
  int enableflags;
  int disableactuator;
  int sdf_initpoints;
  int sdf_iterations;
} mjOption;

typedef struct mjVisual_ {
  struct {
    int cameraid;
    int orthographic;
    float fovy;
    float ipd;
    float azimuth;
    float elevation;
    float linewidth;
    float glow;
    float realtime;
    int offwidth;
    int offheight;
    int ellipsoidinertia;
    int bvactive;
  } global;
  struct {
    int shadowsize;
    int offsamples;
    int numslices;
    int numstacks;
    int numquads;
  } quality;
  struct {
    float ambient[3];
    float diffuse[3];
    float specular[3];
    int active;
  } headlight;
  struct {
    float stiffness;
    float stiffnessrot;
    float force;
    float torque;
    float alpha;
    float fogstart;
    float fogend;
    float znear;
    float zfar;
    float haze;
    float shadowclip;
    float shadowscale;
    float actuatortendon;
  } map;
  struct {
    float forcewidth;
    float contactwidth;
    float contactheight;
    float connect;
    float com;
    float camera;
    float light;
    float selectpoint;
    float jointlength;
    float jointwidth;
    float actuatorlength;
    float actuatorwidth;
    float framelength;
    float framewidth;
    float constraint;
    float slidercrank;
    float frustum;
  } scale;
  struct {
    float fog[4];
    float haze[4];
    float force[4];
    float inertia[4];
    float joint[4];
    float actuator[4];
    float actuatornegative[4];
    float actuatorpositive[4];
    float com[4];
    float camera[4];
    float light[4];
    float selectpoint[4];
    float connect[4];
    float contactpoint[4];
    float contactforce[4];
    float contactfriction[4];
    float contacttorque[4];
    float contactgap[4];
    float rangefinder[4];
    float constraint[4];
    float slidercrank[4];
    float crankbroken[4];
    float frustum[4];
    float bv[4];
    float bvactive[4];
  } rgba;
} mjVisual;

typedef struct mjStatistic_ {
  mjtNum meaninertia;
  mjtNum meanmass;
  mjtNum meansize;
  mjtNum extent;
  mjtNum center[3];
} mjStatistic;

typedef struct mjModel_ {
  int nq;
  int nv;
  int nu;
  int na;
  int nbody;
  int nbvh;
  int nbvhstatic;
  int nbvhdynamic;
  int noct;
  int njnt;
  int ntree;
  int nM;
  int nB;
  int nC;
  int nD;
  int ngeom;
  int nsite;
  int ncam;
  int nlight;
  int nflex;
  int nflexnode;
  int nflexvert;
  int nflexedge;
  int nflexelem;
  int nflexelemdata;
  int nflexelemedge;
  int nflexshelldata;
  int nflexevpair;
  int nflextexcoord;
  int nmesh;
  int nmeshvert;
  int nmeshnormal;
  int nmeshtexcoord;
  int nmeshface;
  int nmeshgraph;
  int nmeshpoly;
  int nmeshpolyvert;
  int nmeshpolymap;
  int nskin;
  int nskinvert;
  int nskintexvert;
  int nskinface;
  int nskinbone;
  int nskinbonevert;
  int nhfield;
  int nhfielddata;
  int ntex;
  int ntexdata;
  int nmat;
  int npair;
  int nexclude;
  int neq;
  int ntendon;
  int nwrap;
  int nsensor;
  int nnumeric;
  int nnumericdata;
  int ntext;
  int ntextdata;
  int ntuple;
  int ntupledata;
  int nkey;
  int nmocap;
  int nplugin;
  int npluginattr;
  int nuser_body;
  int nuser_jnt;
  int nuser_geom;
  int nuser_site;
  int nuser_cam;
  int nuser_tendon;
  int nuser_actuator;
  int nuser_sensor;
  int nnames;
  int npaths;
  int nnames_map;
  int nJmom;
  int ngravcomp;
  int nemax;
  int njmax;
  int nconmax;
  int nuserdata;
  int nsensordata;
  int npluginstate;
  mjtSize narena;
  mjtSize nbuffer;
  mjOption opt;
  mjVisual vis;
  mjStatistic stat;
  void* buffer;
  mjtNum* qpos0;  // nq
  mjtNum* qpos_spring;  // nq
  int* body_parentid;  // nbody
  int* body_rootid;  // nbody
  int* body_weldid;  // nbody
  int* body_mocapid;  // nbody
  int* body_jntnum;  // nbody
  int* body_jntadr;  // nbody
  int* body_dofnum;  // nbody
  int* body_dofadr;  // nbody
  int* body_treeid;  // nbody
  int* body_geomnum;  // nbody
  int* body_geomadr;  // nbody
  mjtByte* body_simple;  // nbody
  mjtByte* body_sameframe;  // nbody
  mjtNum* body_pos;  // nbody x 3
  mjtNum* body_quat;  // nbody x 4
  mjtNum* body_ipos;  // nbody x 3
  mjtNum* body_iquat;  // nbody x 4
  mjtNum* body_mass;  // nbody
  mjtNum* body_subtreemass;  // nbody
  mjtNum* body_inertia;  // nbody x 3
  mjtNum* body_invweight0;  // nbody x 2
  mjtNum* body_gravcomp;  // nbody
  mjtNum* body_margin;  // nbody
  mjtNum* body_user;  // nbody x nuser_body
  int* body_plugin;  // nbody
  int* body_contype;  // nbody
  int* body_conaffinity;  // nbody
  int* body_bvhadr;  // nbody
  int* body_bvhnum;  // nbody
  int* bvh_depth;  // nbvh
  int* bvh_child;  // nbvh x 2
  int* bvh_nodeid;  // nbvh
  mjtNum* bvh_aabb;  // nbvhstatic x 6
  int* oct_depth;  // noct
  int* oct_child;  // noct x 8
  mjtNum* oct_aabb;  // noct x 6
  mjtNum* oct_coeff;  // noct x 8
  int* jnt_type;  // njnt
  int* jnt_qposadr;  // njnt
  int* jnt_dofadr;  // njnt
  int* jnt_bodyid;  // njnt
  int* jnt_group;  // njnt
  mjtByte* jnt_limited;  // njnt
  mjtByte* jnt_actfrclimited;  // njnt
  mjtByte* jnt_actgravcomp;  // njnt
  mjtNum* jnt_solref;  // njnt x mjNREF
  mjtNum* jnt_solimp;  // njnt x mjNIMP
  mjtNum* jnt_pos;  // njnt x 3
  mjtNum* jnt_axis;  // njnt x 3
  mjtNum* jnt_stiffness;  // njnt
  mjtNum* jnt_range;  // njnt x 2
  mjtNum* jnt_actfrcrange;  // njnt x 2
  mjtNum* jnt_margin;  // njnt
  mjtNum* jnt_user;  // njnt x nuser_jnt
  int* dof_bodyid;  // nv
  int* dof_jntid;  // nv
  int* dof_parentid;  // nv
  int* dof_treeid;  // nv
  int* dof_Madr;  // nv
  int* dof_simplenum;  // nv
  mjtNum* dof_solref;  // nv x mjNREF
  mjtNum* dof_solimp;  // nv x mjNIMP
  mjtNum* dof_frictionloss;  // nv
  mjtNum* dof_armature;  // nv
  mjtNum* dof_damping;  // nv
  mjtNum* dof_invweight0;  // nv
  mjtNum* dof_M0;  // nv
  int* geom_type;  // ngeom
  int* geom_contype;  // ngeom
  int* geom_conaffinity;  // ngeom
  int* geom_condim;  // ngeom
  int* geom_bodyid;  // ngeom
  int* geom_dataid;  // ngeom
  int* geom_matid;  // ngeom
  int* geom_group;  // ngeom
  int* geom_priority;  // ngeom
  int* geom_plugin;  // ngeom
  mjtByte* geom_sameframe;  // ngeom
  mjtNum* geom_solmix;  // ngeom
  mjtNum* geom_solref;  // ngeom x mjNREF
  mjtNum* geom_solimp;  // ngeom x mjNIMP
  mjtNum* geom_size;  // ngeom x 3
  mjtNum* geom_aabb;  // ngeom x 6
  mjtNum* geom_rbound;  // ngeom
  mjtNum* geom_pos;  // ngeom x 3
  mjtNum* geom_quat;  // ngeom x 4
  mjtNum* geom_friction;  // ngeom x 3
  mjtNum* geom_margin;  // ngeom
  mjtNum* geom_gap;  // ngeom
  mjtNum* geom_fluid;  // ngeom x mjNFLUID
  mjtNum* geom_user;  // ngeom x nuser_geom
  float* geom_rgba;  // ngeom x 4
  int* site_type;  // nsite
  int* site_bodyid;  // nsite
  int* site_matid;  // nsite
  int* site_group;  // nsite
  mjtByte* site_sameframe;  // nsite
  mjtNum* site_size;  // nsite x 3
  mjtNum* site_pos;  // nsite x 3
  mjtNum* site_quat;  // nsite x 4
  mjtNum* site_user;  // nsite x nuser_site
  float* site_rgba;  // nsite x 4
  int* cam_mode;  // ncam
  int* cam_bodyid;  // ncam
  int* cam_targetbodyid;  // ncam
  mjtNum* cam_pos;  // ncam x 3
  mjtNum* cam_quat;  // ncam x 4
  mjtNum* cam_poscom0;  // ncam x 3
  mjtNum* cam_pos0;  // ncam x 3
  mjtNum* cam_mat0;  // ncam x 9
  int* cam_orthographic;  // ncam
  mjtNum* cam_fovy;  // ncam
  mjtNum* cam_ipd;  // ncam
  int* cam_resolution;  // ncam x 2
  float* cam_sensorsize;  // ncam x 2
  float* cam_intrinsic;  // ncam x 4
  mjtNum* cam_user;  // ncam x nuser_cam
  int* light_mode;  // nlight
  int* light_bodyid;  // nlight
  int* light_targetbodyid;  // nlight
  int* light_type;  // nlight
  int* light_texid;  // nlight
  mjtByte* light_castshadow;  // nlight
  float* light_bulbradius;  // nlight
  float* light_intensity;  // nlight
  float* light_range;  // nlight
  mjtByte* light_active;  // nlight
  mjtNum* light_pos;  // nlight x 3
  mjtNum* light_dir;  // nlight x 3
  mjtNum* light_poscom0;  // nlight x 3
  mjtNum* light_pos0;  // nlight x 3
  mjtNum* light_dir0;  // nlight x 3
  float* light_attenuation;  // nlight x 3
  float* light_cutoff;  // nlight
  float* light_exponent;  // nlight
  float* light_ambient;  // nlight x 3
  float* light_diffuse;  // nlight x 3
  float* light_specular;  // nlight x 3
  int* flex_contype;  // nflex
  int* flex_conaffinity;  // nflex
  int* flex_condim;  // nflex
  int* flex_priority;  // nflex
  mjtNum* flex_solmix;  // nflex
  mjtNum* flex_solref;  // nflex x mjNREF
  mjtNum* flex_solimp;  // nflex x mjNIMP
  mjtNum* flex_friction;  // nflex x 3
  mjtNum* flex_margin;  // nflex
  mjtNum* flex_gap;  // nflex
  mjtByte* flex_internal;  // nflex
  int* flex_selfcollide;  // nflex
  int* flex_activelayers;  // nflex
  int* flex_passive;  // nflex
  int* flex_dim;  // nflex
  int* flex_matid;  // nflex
  int* flex_group;  // nflex
  int* flex_interp;  // nflex
  int* flex_nodeadr;  // nflex
  int* flex_nodenum;  // nflex
  int* flex_vertadr;  // nflex
  int* flex_vertnum;  // nflex
  int* flex_edgeadr;  // nflex
  int* flex_edgenum;  // nflex
  int* flex_elemadr;  // nflex
  int* flex_elemnum;  // nflex
  int* flex_elemdataadr;  // nflex
  int* flex_elemedgeadr;  // nflex
  int* flex_shellnum;  // nflex
  int* flex_shelldataadr;  // nflex
  int* flex_evpairadr;  // nflex
  int* flex_evpairnum;  // nflex
  int* flex_texcoordadr;  // nflex
  int* flex_nodebodyid;  // nflexnode
  int* flex_vertbodyid;  // nflexvert
  int* flex_edge;  // nflexedge x 2
  int* flex_edgeflap;  // nflexedge x 2
  int* flex_elem;  // nflexelemdata
  int* flex_elemtexcoord;  // nflexelemdata
  int* flex_elemedge;  // nflexelemedge
  int* flex_elemlayer;  // nflexelem
  int* flex_shell;  // nflexshelldata
  int* flex_evpair;  // nflexevpair x 2
  mjtNum* flex_vert;  // nflexvert x 3
  mjtNum* flex_vert0;  // nflexvert x 3
  mjtNum* flex_node;  // nflexnode x 3
  mjtNum* flex_node0;  // nflexnode x 3
  mjtNum* flexedge_length0;  // nflexedge
  mjtNum* flexedge_invweight0;  // nflexedge
  mjtNum* flex_radius;  // nflex
  mjtNum* flex_stiffness;  // nflexelem x 21
  mjtNum* flex_bending;  // nflexedge x 17
  mjtNum* flex_damping;  // nflex
  mjtNum* flex_edgestiffness;  // nflex
  mjtNum* flex_edgedamping;  // nflex
  mjtByte* flex_edgeequality;  // nflex
  mjtByte* flex_rigid;  // nflex
  mjtByte* flexedge_rigid;  // nflexedge
  mjtByte* flex_centered;  // nflex
  mjtByte* flex_flatskin;  // nflex
  int* flex_bvhadr;  // nflex
  int* flex_bvhnum;  // nflex
  float* flex_rgba;  // nflex x 4
  float* flex_texcoord;  // nflextexcoord x 2
  int* mesh_vertadr;  // nmesh
  int* mesh_vertnum;  // nmesh
  int* mesh_faceadr;  // nmesh
  int* mesh_facenum;  // nmesh
  int* mesh_bvhadr;  // nmesh
  int* mesh_bvhnum;  // nmesh
  int* mesh_octadr;  // nmesh
  int* mesh_octnum;  // nmesh
  int* mesh_normaladr;  // nmesh
  int* mesh_normalnum;  // nmesh
  int* mesh_texcoordadr;  // nmesh
  int* mesh_texcoordnum;  // nmesh
  int* mesh_graphadr;  // nmesh
  float* mesh_vert;  // nmeshvert x 3
  float* mesh_normal;  // nmeshnormal x 3
  float* mesh_texcoord;  // nmeshtexcoord x 2
  int* mesh_face;  // nmeshface x 3
  int* mesh_facenormal;  // nmeshface x 3
  int* mesh_facetexcoord;  // nmeshface x 3
  int* mesh_graph;  // nmeshgraph
  mjtNum* mesh_scale;  // nmesh x 3
  mjtNum* mesh_pos;  // nmesh x 3
  mjtNum* mesh_quat;  // nmesh x 4
  int* mesh_pathadr;  // nmesh
  int* mesh_polynum;  // nmesh
  int* mesh_polyadr;  // nmesh
  mjtNum* mesh_polynormal;  // nmeshpoly x 3
  int* mesh_polyvertadr;  // nmeshpoly
  int* mesh_polyvertnum;  // nmeshpoly
  int* mesh_polyvert;  // nmeshpolyvert
  int* mesh_polymapadr;  // nmeshvert
  int* mesh_polymapnum;  // nmeshvert
  int* mesh_polymap;  // nmeshpolymap
  int* skin_matid;  // nskin
  int* skin_group;  // nskin
  float* skin_rgba;  // nskin x 4
  float* skin_inflate;  // nskin
  int* skin_vertadr;  // nskin
  int* skin_vertnum;  // nskin
  int* skin_texcoordadr;  // nskin
  int* skin_faceadr;  // nskin
  int* skin_facenum;  // nskin
  int* skin_boneadr;  // nskin
  int* skin_bonenum;  // nskin
  float* skin_vert;  // nskinvert x 3
  float* skin_texcoord;  // nskintexvert x 2
  int* skin_face;  // nskinface x 3
  int* skin_bonevertadr;  // nskinbone
  int* skin_bonevertnum;  // nskinbone
  float* skin_bonebindpos;  // nskinbone x 3
  float* skin_bonebindquat;  // nskinbone x 4
  int* skin_bonebodyid;  // nskinbone
  int* skin_bonevertid;  // nskinbonevert
  float* skin_bonevertweight;  // nskinbonevert
  int* skin_pathadr;  // nskin
  mjtNum* hfield_size;  // nhfield x 4
  int* hfield_nrow;  // nhfield
  int* hfield_ncol;  // nhfield
  int* hfield_adr;  // nhfield
  float* hfield_data;  // nhfielddata
  int* hfield_pathadr;  // nhfield
  int* tex_type;  // ntex
  int* tex_colorspace;  // ntex
  int* tex_height;  // ntex
  int* tex_width;  // ntex
  int* tex_nchannel;  // ntex
  int* tex_adr;  // ntex
  mjtByte* tex_data;  // ntexdata
  int* tex_pathadr;  // ntex
  int* mat_texid;  // nmat x mjNTEXROLE
  mjtByte* mat_texuniform;  // nmat
  float* mat_texrepeat;  // nmat x 2
  float* mat_emission;  // nmat
  float* mat_specular;  // nmat
  float* mat_shininess;  // nmat
  float* mat_reflectance;  // nmat
  float* mat_metallic;  // nmat
  float* mat_roughness;  // nmat
  float* mat_rgba;  // nmat x 4
  int* pair_dim;  // npair
  int* pair_geom1;  // npair
  int* pair_geom2;  // npair
  int* pair_signature;  // npair
  mjtNum* pair_solref;  // npair x mjNREF
  mjtNum* pair_solreffriction;  // npair x mjNREF
  mjtNum* pair_solimp;  // npair x mjNIMP
  mjtNum* pair_margin;  // npair
  mjtNum* pair_gap;  // npair
  mjtNum* pair_friction;  // npair x 5
  int* exclude_signature;  // nexclude
  int* eq_type;  // neq
  int* eq_obj1id;  // neq
  int* eq_obj2id;  // neq
  int* eq_objtype;  // neq
  mjtByte* eq_active0;  // neq
  mjtNum* eq_solref;  // neq x mjNREF
  mjtNum* eq_solimp;  // neq x mjNIMP
  mjtNum* eq_data;  // neq x mjNEQDATA
  int* tendon_adr;  // ntendon
  int* tendon_num;  // ntendon
  int* tendon_matid;  // ntendon
  int* tendon_group;  // ntendon
  mjtByte* tendon_limited;  // ntendon
  mjtByte* tendon_actfrclimited;  // ntendon
  mjtNum* tendon_width;  // ntendon
  mjtNum* tendon_solref_lim;  // ntendon x mjNREF
  mjtNum* tendon_solimp_lim;  // ntendon x mjNIMP
  mjtNum* tendon_solref_fri;  // ntendon x mjNREF
  mjtNum* tendon_solimp_fri;  // ntendon x mjNIMP
  mjtNum* tendon_range;  // ntendon x 2
  mjtNum* tendon_actfrcrange;  // ntendon x 2
  mjtNum* tendon_margin;  // ntendon
  mjtNum* tendon_stiffness;  // ntendon
  mjtNum* tendon_damping;  // ntendon
  mjtNum* tendon_armature;  // ntendon
  mjtNum* tendon_frictionloss;  // ntendon
  mjtNum* tendon_lengthspring;  // ntendon x 2
  mjtNum* tendon_length0;  // ntendon
  mjtNum* tendon_invweight0;  // ntendon
  mjtNum* tendon_user;  // ntendon x nuser_tendon
  float* tendon_rgba;  // ntendon x 4
  int* wrap_type;  // nwrap
  int* wrap_objid;  // nwrap
  mjtNum* wrap_prm;  // nwrap
  int* actuator_trntype;  // nu
  int* actuator_dyntype;  // nu
  int* actuator_gaintype;  // nu
  int* actuator_biastype;  // nu
  int* actuator_trnid;  // nu x 2
  int* actuator_actadr;  // nu
  int* actuator_actnum;  // nu
  int* actuator_group;  // nu
  mjtByte* actuator_ctrllimited;  // nu
  mjtByte* actuator_forcelimited;  // nu
  mjtByte* actuator_actlimited;  // nu
  mjtNum* actuator_dynprm;  // nu x mjNDYN
  mjtNum* actuator_gainprm;  // nu x mjNGAIN
  mjtNum* actuator_biasprm;  // nu x mjNBIAS
  mjtByte* actuator_actearly;  // nu
  mjtNum* actuator_ctrlrange;  // nu x 2
  mjtNum* actuator_forcerange;  // nu x 2
  mjtNum* actuator_actrange;  // nu x 2
  mjtNum* actuator_gear;  // nu x 6
  mjtNum* actuator_cranklength;  // nu
  mjtNum* actuator_acc0;  // nu
  mjtNum* actuator_length0;  // nu
  mjtNum* actuator_lengthrange;  // nu x 2
  mjtNum* actuator_user;  // nu x nuser_actuator
  int* actuator_plugin;  // nu
  int* sensor_type;  // nsensor
  int* sensor_datatype;  // nsensor
  int* sensor_needstage;  // nsensor
  int* sensor_objtype;  // nsensor
  int* sensor_objid;  // nsensor
  int* sensor_reftype;  // nsensor
  int* sensor_refid;  // nsensor
  int* sensor_intprm;  // nsensor x mjNSENS
  int* sensor_dim;  // nsensor
  int* sensor_adr;  // nsensor
  mjtNum* sensor_cutoff;  // nsensor
  mjtNum* sensor_noise;  // nsensor
  mjtNum* sensor_user;  // nsensor x nuser_sensor
  int* sensor_plugin;  // nsensor
  int* plugin;  // nplugin
  int* plugin_stateadr;  // nplugin
  int* plugin_statenum;  // nplugin
  char* plugin_attr;  // npluginattr
  int* plugin_attradr;  // nplugin
  int* numeric_adr;  // nnumeric
  int* numeric_size;  // nnumeric
  mjtNum* numeric_data;  // nnumericdata
  int* text_adr;  // ntext
  int* text_size;  // ntext
  char* text_data;  // ntextdata
  int* tuple_adr;  // ntuple
  int* tuple_size;  // ntuple
  int* tuple_objtype;  // ntupledata
  int* tuple_objid;  // ntupledata
  mjtNum* tuple_objprm;  // ntupledata
  mjtNum* key_time;  // nkey
  mjtNum* key_qpos;  // nkey x nq
  mjtNum* key_qvel;  // nkey x nv
  mjtNum* key_act;  // nkey x na
  mjtNum* key_mpos;  // nkey x nmocap*3
  mjtNum* key_mquat;  // nkey x nmocap*4
  mjtNum* key_ctrl;  // nkey x nu
  int* name_bodyadr;  // nbody
  int* name_jntadr;  // njnt
  int* name_geomadr;  // ngeom
  int* name_siteadr;  // nsite
  int* name_camadr;  // ncam
  int* name_lightadr;  // nlight
  int* name_flexadr;  // nflex
  int* name_meshadr;  // nmesh
  int* name_skinadr;  // nskin
  int* name_hfieldadr;  // nhfield
  int* name_texadr;  // ntex
  int* name_matadr;  // nmat
  int* name_pairadr;  // npair
  int* name_excludeadr;  // nexclude
  int* name_eqadr;  // neq
  int* name_tendonadr;  // ntendon
  int* name_actuatoradr;  // nu
  int* name_sensoradr;  // nsensor
  int* name_numericadr;  // nnumeric
  int* name_textadr;  // ntext
  int* name_tupleadr;  // ntuple
  int* name_keyadr;  // nkey
  int* name_pluginadr;  // nplugin
  char* names;  // nnames
  int* names_map;  // nnames_map
  char* paths;  // npaths
  int* B_rownnz;  // nbody
  int* B_rowadr;  // nbody
  int* B_colind;  // nB
  int* M_rownnz;  // nv
  int* M_rowadr;  // nv
  int* M_colind;  // nC
  int* mapM2M;  // nC
  int* D_rownnz;  // nv
  int* D_rowadr;  // nv
  int* D_diag;  // nv
  int* D_colind;  // nD
  int* mapM2D;  // nD
  int* mapD2M;  // nC
  uint64_t signature;
} mjModel;

#ifdef __cplusplus
}  // extern "C"
#endif
