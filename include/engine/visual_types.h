// The abstract scene: cameras, geoms, options, figures.
#pragma once

#include <engine/data_types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define mjNGROUP       6
#define mjMAXLIGHT     100
#define mjMAXOVERLAY   500
#define mjMAXLINE      100
#define mjMAXLINEPNT   1001
#define mjMAXPLANEGRID 200

// Categories of scene geoms.
typedef enum mjtCatBit_ {
  mjCAT_STATIC = 1,   // of the world
  mjCAT_DYNAMIC = 2,  // of bodies that move
  mjCAT_DECOR = 4,    // decoration: forces, frames, labels
  mjCAT_ALL = 7,      // all of them
} mjtCatBit;

// What a mouse motion does.
typedef enum mjtMouse_ {
  mjMOUSE_NONE = 0,        // nothing
  mjMOUSE_ROTATE_V = 1,    // turn up and down
  mjMOUSE_ROTATE_H = 2,    // turn left and right
  mjMOUSE_MOVE_V = 3,      // move in the vertical plane
  mjMOUSE_MOVE_H = 4,      // move in the horizontal plane
  mjMOUSE_ZOOM = 5,        // come nearer
  mjMOUSE_MOVE_V_REL = 6,  // move in the vertical plane of the target
  mjMOUSE_MOVE_H_REL = 7,  // move in the horizontal plane of the target
  mjMOUSE_TURN_V = 8,      // the camera turns where it is, up and down (3.5); eng_moveCamera only
  mjMOUSE_TURN_H = 9,      // sideways
} mjtMouse;

// Perturbations, as bits.
typedef enum mjtPertBit_ {
  mjPERT_TRANSLATE = 1,  // a force moves it
  mjPERT_ROTATE = 2,     // a torque turns it
} mjtPertBit;

// Kinds of scene cameras.
typedef enum mjtCamera_ {
  mjCAMERA_FREE = 0,      // where it likes
  mjCAMERA_TRACKING = 1,  // around a body that it follows
  mjCAMERA_FIXED = 2,     // a camera of the model
  mjCAMERA_USER = 3,      // as the program set it
} mjtCamera;

// What is labelled.
typedef enum mjtLabel_ {
  mjLABEL_NONE = 0,           // nothing
  mjLABEL_BODY = 1,           // bodies
  mjLABEL_JOINT = 2,          // joints
  mjLABEL_GEOM = 3,           // geoms
  mjLABEL_SITE = 4,           // sites
  mjLABEL_CAMERA = 5,         // cameras
  mjLABEL_LIGHT = 6,          // lights
  mjLABEL_TENDON = 7,         // tendons
  mjLABEL_ACTUATOR = 8,       // actuators
  mjLABEL_CONSTRAINT = 9,     // constraints
  mjLABEL_FLEX = 10,          // flexes
  mjLABEL_SKIN = 11,          // skins
  mjLABEL_SELECTION = 12,     // the selected body
  mjLABEL_SELPNT = 13,        // coordinates of the selected point
  mjLABEL_CONTACTPOINT = 14,  // contacts
  mjLABEL_CONTACTFORCE = 15,  // forces of contacts
  mjLABEL_ISLAND = 16,        // islands
  mjNLABEL = 17,              // number of these
} mjtLabel;

// Whose frames are drawn.
typedef enum mjtFrame_ {
  mjFRAME_NONE = 0,     // none
  mjFRAME_BODY = 1,     // of bodies
  mjFRAME_GEOM = 2,     // of geoms
  mjFRAME_SITE = 3,     // of sites
  mjFRAME_CAMERA = 4,   // of cameras
  mjFRAME_LIGHT = 5,    // of lights
  mjFRAME_CONTACT = 6,  // of contacts
  mjFRAME_WORLD = 7,    // of the world
  mjNFRAME = 8,         // number of these
} mjtFrame;

// What is drawn.
typedef enum mjtVisFlag_ {
  mjVIS_CONVEXHULL = 0,     // convex hulls of meshes
  mjVIS_TEXTURE = 1,        // textures
  mjVIS_JOINT = 2,          // joints
  mjVIS_CAMERA = 3,         // cameras
  mjVIS_ACTUATOR = 4,       // actuators
  mjVIS_ACTIVATION = 5,     // activations, in the colour of actuators
  mjVIS_LIGHT = 6,          // lights
  mjVIS_TENDON = 7,         // tendons
  mjVIS_RANGEFINDER = 8,    // rays of range finders
  mjVIS_CONSTRAINT = 9,     // points of equality constraints
  mjVIS_INERTIA = 10,       // boxes of inertia
  mjVIS_SCLINERTIA = 11,    // these with mass as their size
  mjVIS_PERTFORCE = 12,     // the force of the mouse
  mjVIS_PERTOBJ = 13,       // where the mouse wants the body
  mjVIS_CONTACTPOINT = 14,  // contacts
  mjVIS_ISLAND = 15,        // islands, by colours
  mjVIS_CONTACTFORCE = 16,  // forces of contacts
  mjVIS_CONTACTSPLIT = 17,  // these as normal and friction
  mjVIS_TRANSPARENT = 18,   // what moves is transparent
  mjVIS_AUTOCONNECT = 19,   // lines between bodies and joints
  mjVIS_COM = 20,           // centres of mass
  mjVIS_SELECT = 21,        // the selected point
  mjVIS_STATIC = 22,        // geoms of the world
  mjVIS_SKIN = 23,          // skins
  mjVIS_FLEXVERT = 24,      // vertices of flexes
  mjVIS_FLEXEDGE = 25,      // edges of flexes
  mjVIS_FLEXFACE = 26,      // elements of flexes
  mjVIS_FLEXSKIN = 27,      // smooth surfaces of flexes
  mjVIS_BODYBVH = 28,       // bounding volumes of bodies
  mjVIS_MESHBVH = 29,       // bounding volumes of meshes
  mjVIS_SDFITER = 30,       // steps of the search of signed distances
  mjNVISFLAG = 31,          // number of these
} mjtVisFlag;

// How it is drawn.
typedef enum mjtRndFlag_ {
  mjRND_SHADOW = 0,      // shadows
  mjRND_WIREFRAME = 1,   // edges alone
  mjRND_REFLECTION = 2,  // reflections
  mjRND_ADDITIVE = 3,    // transparent things add their colours
  mjRND_SKYBOX = 4,      // the background
  mjRND_FOG = 5,         // fog
  mjRND_HAZE = 6,        // haze at the edge of planes
  mjRND_SEGMENT = 7,     // a colour for every object
  mjRND_IDCOLOR = 8,     // that colour is the object's number
  mjRND_CULL_FACE = 9,   // faces that look away are not drawn
  mjNRNDFLAG = 10,       // number of these
} mjtRndFlag;

// Stereo modes.
typedef enum mjtStereo_ {
  mjSTEREO_NONE = 0,          // one eye
  mjSTEREO_QUADBUFFERED = 1,  // two eyes, by the card
  mjSTEREO_SIDEBYSIDE = 2,    // two eyes, side by side
} mjtStereo;

// Mouse perturbation of a body.
typedef struct mjvPerturb_ {
  int select;           // selected body; 0: none
  int flexselect;       // selected flex; -1: none
  int skinselect;       // selected skin; -1: none
  int active;           // bits of mjtPertBit in action
  int active2;          // the same for a second device
  mjtNum refpos[3];     // where the body is pulled to (m)
  mjtNum refquat[4];    // how it is turned
  mjtNum refselpos[3];  // where the selected point is pulled to (m)
  mjtNum localpos[3];   // selected point in the body frame (m)
  mjtNum localmass;     // inertia of the body at the selected point (kg)
  mjtNum scale;         // length per mouse motion
} mjvPerturb;

// A camera in the model's space.
typedef struct mjvCamera_ {
  int type;          // mjtCamera
  int fixedcamid;    // camera of the model, when fixed
  int trackbodyid;   // body followed, when tracking
  mjtNum lookat[3];  // point it looks at (m)
  mjtNum distance;   // distance from it (m)
  mjtNum azimuth;    // angle about the vertical (degrees)
  mjtNum elevation;  // angle above the horizon (degrees)
  int orthographic;  // is it orthographic
} mjvCamera;

// A camera as OpenGL wants it.
typedef struct mjvGLCamera_ {
  float pos[3];          // position
  float forward[3];      // direction of view
  float up[3];           // up direction
  float frustum_center;  // centre of the frustum, at the near plane
  float frustum_width;   // width of it; 0: by aspect ratio
  float frustum_bottom;  // bottom of it
  float frustum_top;     // top of it
  float frustum_near;    // near plane
  float frustum_far;     // far plane
  int orthographic;      // is it orthographic
} mjvGLCamera;

// Something to draw.
typedef struct mjvGeom_ {
  int type;             // mjtGeom
  int dataid;           // mesh, height field, plane; -1: none
  int objtype;          // type of the object it stands for (mjtObj)
  int objid;            // that object; -1: decoration
  int category;         // mjtCatBit
  int matid;            // material; -1: none
  int texcoord;         // has texture coordinates
  int segid;            // id in segmentation images; -1: none
  float size[3];        // sizes (m)
  float pos[3];         // position (m)
  float mat[9];         // orientation
  float rgba[4];        // colour
  float emission;       // emission
  float specular;       // specularity
  float shininess;      // shininess
  float reflectance;    // reflectance
  char label[100];      // text drawn at it
  float camdist;        // distance to the camera, to sort by (m)
  float modelrbound;    // radius of the model geom's bounding sphere (m)
  mjtByte transparent;  // is it drawn as transparent
  ENGINE_NEWER_mjvGeom
} mjvGeom;

// A light as OpenGL wants it.
typedef struct mjvLight_ {
  int id;                // light of the model; -1: headlight
  float pos[3];          // position relative to the body
  float dir[3];          // direction
  int type;              // mjtLightType
  int texid;             // texture of an image light
  float attenuation[3];  // constant, linear, quadratic
  float cutoff;          // half angle of a spot (degrees)
  float exponent;        // how a spot fades
  float ambient[3];      // ambient colour
  float diffuse[3];      // diffuse colour
  float specular[3];     // specular colour
  mjtByte headlight;     // does it move with the camera
  mjtByte castshadow;    // does it cast shadows
  float bulbradius;      // radius of the bulb (m)
  float intensity;       // intensity (candela)
  float range;           // how far it reaches (m)
  ENGINE_NEWER_mjvLight
} mjvLight;

// What to draw.
typedef struct mjvOption_ {
  int label;                        // labels (mjtLabel)
  int frame;                        // frames (mjtFrame)
  mjtByte geomgroup[mjNGROUP];      // groups of geoms shown
  mjtByte sitegroup[mjNGROUP];      // groups of sites shown
  mjtByte jointgroup[mjNGROUP];     // groups of joints shown
  mjtByte tendongroup[mjNGROUP];    // groups of tendons shown
  mjtByte actuatorgroup[mjNGROUP];  // groups of actuators shown
  mjtByte flexgroup[mjNGROUP];      // groups of flexes shown
  mjtByte skingroup[mjNGROUP];      // groups of skins shown
  mjtByte flags[mjNVISFLAG];        // what is shown (mjtVisFlag)
  int bvh_depth;                    // depth of bounding volumes shown
  int flex_layer;                   // layer of flex elements shown
} mjvOption;

// Everything to draw, ready for a renderer.
typedef struct mjvScene_ {
  int maxgeom;                  // room for geoms
  int ngeom;                    // geoms
  mjvGeom* geoms;               // the geoms
  int* geomorder;               // in the order of their distance
  int nflex;                    // flexes
  int* flexedgeadr;             // first edge of a flex
  int* flexedgenum;             // edges of a flex
  int* flexvertadr;             // first vertex of a flex
  int* flexvertnum;             // vertices of a flex
  int* flexfaceadr;             // first face of a flex
  int* flexfacenum;             // faces allocated for a flex
  int* flexfaceused;            // faces in use
  int* flexedge;                // vertices of the edges
  float* flexvert;              // vertices
  float* flexface;              // corners of the faces
  float* flexnormal;            // normals of the corners
  float* flextexcoord;          // texture coordinates of the corners
  mjtByte flexvertopt;          // draw vertices
  mjtByte flexedgeopt;          // draw edges
  mjtByte flexfaceopt;          // draw faces
  mjtByte flexskinopt;          // draw skins
  int nskin;                    // skins
  int* skinfacenum;             // triangles of a skin
  int* skinvertadr;             // first vertex of a skin
  int* skinvertnum;             // vertices of a skin
  float* skinvert;              // vertices
  float* skinnormal;            // normals
  int nlight;                   // lights
  mjvLight lights[mjMAXLIGHT];  // the lights
  mjvGLCamera camera[2];        // left and right eye
  mjtByte enabletransform;      // is the room transform in use
  float translate[3];           // model to room: translation
  float rotate[4];              // model to room: rotation
  float scale;                  // model to room: scale
  int stereo;                   // mjtStereo
  mjtByte flags[mjNRNDFLAG];    // rendering flags (mjtRndFlag)
  int framewidth;               // width of the frame; 0: none (pixels)
  float framergb[3];            // its colour
  int status;                   // 0: fine; 1: room for geoms ran out
} mjvScene;

// A two-dimensional plot.
typedef struct mjvFigure_ {
  int flg_legend;                 // show a legend
  int flg_ticklabel[2];           // label the grid of each axis
  int flg_extend;                 // extend the ranges to the data
  int flg_barplot;                // lines as bars
  int flg_selection;              // show a vertical selection line
  int flg_symmetric;              // make the y range symmetric
  float linewidth;                // width of lines
  float gridwidth;                // width of grid lines
  int gridsize[2];                // grid points on each axis
  float gridrgb[3];               // colour of the grid
  float figurergba[4];            // colour of the background
  float panergba[4];              // colour of the pane
  float legendrgba[4];            // colour of the legend
  float textrgb[3];               // colour of text
  float linergb[mjMAXLINE][3];    // colours of lines
  float range[2][2];              // ranges of the axes; minimum above maximum: automatic
  char xformat[20];               // format of x labels
  char yformat[20];               // format of y labels
  char minwidth[20];              // text that sets the least width of y labels
  char title[1000];               // title
  char xlabel[100];               // x label
  char linename[mjMAXLINE][100];  // names of lines
  int legendoffset;               // line the legend starts with
  int subplot;                    // pane it shares
  int highlight[2];               // mouse point to highlight; -1: none
  int highlightid;                // line to highlight; -1: the nearest
  float selection;                // x of the selection line
  int linepnt[mjMAXLINE];         // points of each line
  float linedata[mjMAXLINE][2 * mjMAXLINEPNT];  // x, y of each point
  int xaxispixel[2];                            // x axis (pixels)
  int yaxispixel[2];                            // y axis (pixels)
  float xaxisdata[2];                           // x axis (data)
  float yaxisdata[2];                           // y axis (data)
} mjvFigure;

#ifdef __cplusplus
}  // extern "C"
#endif
