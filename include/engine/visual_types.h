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
  mjCAT_STATIC = 1,   // geoms of the world body and of static bodies
  mjCAT_DYNAMIC = 2,  // geoms of moving bodies
  mjCAT_DECOR = 4,    // decorations: forces, frames, labels
  mjCAT_ALL = 7,      // all categories
} mjtCatBit;

// Effect of a mouse motion.
typedef enum mjtMouse_ {
  mjMOUSE_NONE = 0,        // no effect
  mjMOUSE_ROTATE_V = 1,    // rotate up and down
  mjMOUSE_ROTATE_H = 2,    // rotate left and right
  mjMOUSE_MOVE_V = 3,      // move in the vertical plane
  mjMOUSE_MOVE_H = 4,      // move in the horizontal plane
  mjMOUSE_ZOOM = 5,        // zoom
  mjMOUSE_MOVE_V_REL = 6,  // move in the vertical plane of the target
  mjMOUSE_MOVE_H_REL = 7,  // move in the horizontal plane of the target
  mjMOUSE_TURN_V = 8,      // turn the camera in place, up and down (3.5); eng_moveCamera only
  mjMOUSE_TURN_H = 9,      // turn the camera in place, sideways (3.5); eng_moveCamera only
} mjtMouse;

// Types of mouse perturbation, as bits.
typedef enum mjtPertBit_ {
  mjPERT_TRANSLATE = 1,  // translation by a force
  mjPERT_ROTATE = 2,     // rotation by a torque
} mjtPertBit;

// Camera types of a scene.
typedef enum mjtCamera_ {
  mjCAMERA_FREE = 0,      // free camera, moved by the user
  mjCAMERA_TRACKING = 1,  // tracking camera: moves around a body and follows it
  mjCAMERA_FIXED = 2,     // fixed camera, defined in the model
  mjCAMERA_USER = 3,      // camera pose set by the program
} mjtCamera;

// Which objects get labels.
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
  mjLABEL_CONTACTFORCE = 15,  // contact forces
  mjLABEL_ISLAND = 16,        // islands
  mjNLABEL = 17,              // number of label types
} mjtLabel;

// For which objects coordinate frames are drawn.
typedef enum mjtFrame_ {
  mjFRAME_NONE = 0,     // none
  mjFRAME_BODY = 1,     // bodies
  mjFRAME_GEOM = 2,     // geoms
  mjFRAME_SITE = 3,     // sites
  mjFRAME_CAMERA = 4,   // cameras
  mjFRAME_LIGHT = 5,    // lights
  mjFRAME_CONTACT = 6,  // contacts
  mjFRAME_WORLD = 7,    // the world
  mjNFRAME = 8,         // number of frame types
} mjtFrame;

// Visualisation flags: what is drawn.
typedef enum mjtVisFlag_ {
  mjVIS_CONVEXHULL = 0,     // convex hulls of meshes
  mjVIS_TEXTURE = 1,        // textures
  mjVIS_JOINT = 2,          // joints
  mjVIS_CAMERA = 3,         // cameras
  mjVIS_ACTUATOR = 4,       // actuators
  mjVIS_ACTIVATION = 5,     // activations, shown by the colour of the actuators
  mjVIS_LIGHT = 6,          // lights
  mjVIS_TENDON = 7,         // tendons
  mjVIS_RANGEFINDER = 8,    // rays of rangefinders
  mjVIS_CONSTRAINT = 9,     // points of equality constraints
  mjVIS_INERTIA = 10,       // inertia boxes
  mjVIS_SCLINERTIA = 11,    // inertia boxes scaled by mass
  mjVIS_PERTFORCE = 12,     // force of the mouse perturbation
  mjVIS_PERTOBJ = 13,       // target pose of the mouse perturbation
  mjVIS_CONTACTPOINT = 14,  // contacts
  mjVIS_ISLAND = 15,        // islands, distinguished by colour
  mjVIS_CONTACTFORCE = 16,  // contact forces
  mjVIS_CONTACTSPLIT = 17,  // contact forces split into normal and friction
  mjVIS_TRANSPARENT = 18,   // moving geoms are transparent
  mjVIS_AUTOCONNECT = 19,   // lines that connect bodies and joints
  mjVIS_COM = 20,           // centres of mass
  mjVIS_SELECT = 21,        // the selected point
  mjVIS_STATIC = 22,        // static geoms of the world
  mjVIS_SKIN = 23,          // skins
  mjVIS_FLEXVERT = 24,      // vertices of flexes
  mjVIS_FLEXEDGE = 25,      // edges of flexes
  mjVIS_FLEXFACE = 26,      // elements of flexes
  mjVIS_FLEXSKIN = 27,      // smooth skins of flexes
  mjVIS_BODYBVH = 28,       // bounding volumes of bodies
  mjVIS_MESHBVH = 29,       // bounding volumes of meshes
  mjVIS_SDFITER = 30,       // iterations of signed-distance collision
  mjNVISFLAG = 31,          // number of visualisation flags
} mjtVisFlag;

// Rendering flags: how the scene is drawn.
typedef enum mjtRndFlag_ {
  mjRND_SHADOW = 0,      // shadows
  mjRND_WIREFRAME = 1,   // wireframe: edges only
  mjRND_REFLECTION = 2,  // reflections
  mjRND_ADDITIVE = 3,    // additive blending of transparent geoms
  mjRND_SKYBOX = 4,      // skybox: the background
  mjRND_FOG = 5,         // fog
  mjRND_HAZE = 6,        // haze at the border of planes
  mjRND_SEGMENT = 7,     // segmentation: a different colour for every object
  mjRND_IDCOLOR = 8,     // segmentation colour equals the object's id
  mjRND_CULL_FACE = 9,   // faces directed away from the camera are not drawn
  mjNRNDFLAG = 10,       // number of rendering flags
} mjtRndFlag;

// Stereo modes.
typedef enum mjtStereo_ {
  mjSTEREO_NONE = 0,          // no stereo: one eye
  mjSTEREO_QUADBUFFERED = 1,  // two eyes, by quad buffering of the graphics card
  mjSTEREO_SIDEBYSIDE = 2,    // two eyes, side by side in one image
} mjtStereo;

// Mouse perturbation of a body.
typedef struct mjvPerturb_ {
  int select;           // selected body; 0: none
  int flexselect;       // selected flex; -1: none
  int skinselect;       // selected skin; -1: none
  int active;           // active perturbation (bits of mjtPertBit)
  int active2;          // active perturbation of a second device (bits of mjtPertBit)
  mjtNum refpos[3];     // target position of the body (m)
  mjtNum refquat[4];    // target orientation of the body
  mjtNum refselpos[3];  // target position of the selected point (m)
  mjtNum localpos[3];   // selected point, in the body frame (m)
  mjtNum localmass;     // effective mass of the body at the selected point (kg)
  mjtNum scale;         // displacement per mouse motion
} mjvPerturb;

// An abstract camera, in model coordinates.
typedef struct mjvCamera_ {
  int type;          // camera type (mjtCamera)
  int fixedcamid;    // id of the model camera, for a fixed camera
  int trackbodyid;   // id of the followed body, for a tracking camera
  mjtNum lookat[3];  // point that the camera looks at (m)
  mjtNum distance;   // distance between the camera and lookat (m)
  mjtNum azimuth;    // angle about the vertical axis (degrees)
  mjtNum elevation;  // angle above the horizon (degrees)
  int orthographic;  // 1: orthographic projection
} mjvCamera;

// A camera in OpenGL form.
typedef struct mjvGLCamera_ {
  float pos[3];          // position in the room of the scene (m)
  float forward[3];      // direction of view, of length 1
  float up[3];           // what is up in the picture, of length 1, at right angles to forward
  float frustum_center;  // centre of the frustum in x, at the near plane
  float frustum_width;   // width of the frustum; 0: from the aspect ratio
  float frustum_bottom;  // bottom of the frustum in y
  float frustum_top;     // top of the frustum in y
  float frustum_near;    // distance of the near plane
  float frustum_far;     // distance of the far plane
  int orthographic;      // 1: orthographic projection
} mjvGLCamera;

// A geom of the scene: one shape to draw.
typedef struct mjvGeom_ {
  int type;             // geom type (mjtGeom)
  int dataid;           // id of the mesh, height field or plane; -1: none
  int objtype;          // type of the object that it represents (mjtObj)
  int objid;            // id of the object that it represents; -1: decoration
  int category;         // category (mjtCatBit)
  int matid;            // id of the material; -1: none
  int texcoord;         // 1: has texture coordinates
  int segid;            // id in segmentation images; -1: none
  float size[3];        // sizes, meaning depends on the type (m)
  float pos[3];         // position (m)
  float mat[9];         // orientation
  float rgba[4];        // colour
  float emission;       // light of its own, as a share of its colour
  float specular;       // share of light mirrored as highlights (0 to 1)
  float shininess;      // how small and sharp highlights are (0 to 1)
  float reflectance;    // share of the scene that a plane or box face mirrors (0 to 1)
  char label[100];      // text label
  float camdist;        // distance to the camera, for sorting (m)
  float modelrbound;    // bounding sphere radius of the model geom (m)
  mjtByte transparent;  // 1: drawn as transparent
  ENGINE_NEWER_mjvGeom
} mjvGeom;

// A light in OpenGL form.
typedef struct mjvLight_ {
  int id;                // id of the model light; -1: headlight
  float pos[3];          // position relative to the body
  float dir[3];          // direction in which it shines, of length 1
  int type;              // light type (mjtLightType)
  int texid;             // id of the texture of an image light
  float attenuation[3];  // constant, linear, quadratic attenuation
  float cutoff;          // half angle of a spot (degrees)
  float exponent;        // decrease of a spot's intensity towards its border
  float ambient[3];      // ambient colour
  float diffuse[3];      // diffuse colour
  float specular[3];     // specular colour
  mjtByte headlight;     // 1: the light moves with the camera
  mjtByte castshadow;    // 1: the light casts shadows
  float bulbradius;      // radius of the bulb (m)
  float intensity;       // intensity (candela)
  float range;           // maximum distance that the light reaches (m)
  ENGINE_NEWER_mjvLight
} mjvLight;

// Options that select what is drawn.
typedef struct mjvOption_ {
  int label;                        // which objects get labels (mjtLabel)
  int frame;                        // which coordinate frames are drawn (mjtFrame)
  mjtByte geomgroup[mjNGROUP];      // 1: geoms of this group are shown
  mjtByte sitegroup[mjNGROUP];      // 1: sites of this group are shown
  mjtByte jointgroup[mjNGROUP];     // 1: joints of this group are shown
  mjtByte tendongroup[mjNGROUP];    // 1: tendons of this group are shown
  mjtByte actuatorgroup[mjNGROUP];  // 1: actuators of this group are shown
  mjtByte flexgroup[mjNGROUP];      // 1: flexes of this group are shown
  mjtByte skingroup[mjNGROUP];      // 1: skins of this group are shown
  mjtByte flags[mjNVISFLAG];        // visualisation flags (mjtVisFlag)
  int bvh_depth;                    // depth of the bounding volumes that are shown
  int flex_layer;                   // layer of the flex elements that is shown
} mjvOption;

// A scene: everything to draw, ready for a renderer.
typedef struct mjvScene_ {
  int maxgeom;                  // number of geoms for which memory is allocated
  int ngeom;                    // number of geoms
  mjvGeom* geoms;               // geoms
  int* geomorder;               // geom indices sorted by distance to the camera
  int nflex;                    // number of flexes
  int* flexedgeadr;             // index of the flex's first edge
  int* flexedgenum;             // number of edges of the flex
  int* flexvertadr;             // index of the flex's first vertex
  int* flexvertnum;             // number of vertices of the flex
  int* flexfaceadr;             // index of the flex's first face
  int* flexfacenum;             // number of faces allocated for the flex
  int* flexfaceused;            // number of faces in use
  int* flexedge;                // vertex ids of the edges
  float* flexvert;              // flex vertex positions
  float* flexface;              // positions of the face corners
  float* flexnormal;            // normals at the face corners
  float* flextexcoord;          // texture coordinates of the face corners
  mjtByte flexvertopt;          // 1: draw flex vertices
  mjtByte flexedgeopt;          // 1: draw flex edges
  mjtByte flexfaceopt;          // 1: draw flex faces
  mjtByte flexskinopt;          // 1: draw flex skins
  int nskin;                    // number of skins
  int* skinfacenum;             // number of triangles of the skin
  int* skinvertadr;             // index of the skin's first vertex
  int* skinvertnum;             // number of vertices of the skin
  float* skinvert;              // skin vertex positions
  float* skinnormal;            // skin vertex normals
  int nlight;                   // number of lights
  mjvLight lights[mjMAXLIGHT];  // lights
  mjvGLCamera camera[2];        // cameras of the left and the right eye
  mjtByte enabletransform;      // 1: the model-to-room transform is used
  float translate[3];           // translation from model to room
  float rotate[4];              // rotation from model to room
  float scale;                  // scale from model to room
  int stereo;                   // stereo mode (mjtStereo)
  mjtByte flags[mjNRNDFLAG];    // rendering flags (mjtRndFlag)
  int framewidth;               // width of the frame around the image; 0: none (pixels)
  float framergb[3];            // colour of the frame
  int status;                   // 0: no problem; 1: not enough memory for geoms
} mjvScene;

// A two-dimensional plot.
typedef struct mjvFigure_ {
  int flg_legend;                 // 1: show a legend
  int flg_ticklabel[2];           // 1: label the grid lines, for each axis
  int flg_extend;                 // 1: extend the axis ranges to the data
  int flg_barplot;                // 1: draw lines as bars
  int flg_selection;              // 1: show a vertical selection line
  int flg_symmetric;              // 1: make the y range symmetric about 0
  float linewidth;                // width of lines (pixels)
  float gridwidth;                // width of grid lines (pixels)
  int gridsize[2];                // number of grid points on each axis
  float gridrgb[3];               // colour of the grid
  float figurergba[4];            // colour of the background
  float panergba[4];              // colour of the pane
  float legendrgba[4];            // colour of the legend
  float textrgb[3];               // colour of text
  float linergb[mjMAXLINE][3];    // colours of lines
  float range[2][2];              // ranges of the axes; minimum above maximum: automatic
  char xformat[20];               // number format of the x labels
  char yformat[20];               // number format of the y labels
  char minwidth[20];              // text that sets the minimum width of the y labels
  char title[1000];               // text above the plot
  char xlabel[100];               // text below the x axis
  char linename[mjMAXLINE][100];  // names of lines, for the legend
  int legendoffset;               // index of the first line shown in the legend
  int subplot;                    // index of the subplot in a shared pane
  int highlight[2];               // mouse position at which a line is highlighted; -1: none
  int highlightid;                // id of the line to highlight; -1: the nearest line
  float selection;                // x value of the selection line
  int linepnt[mjMAXLINE];         // number of points of each line
  float linedata[mjMAXLINE][2 * mjMAXLINEPNT];  // x, y of each point
  int xaxispixel[2];                            // range of the x axis (pixels)
  int yaxispixel[2];                            // range of the y axis (pixels)
  float xaxisdata[2];                           // range of the x axis (data)
  float yaxisdata[2];                           // range of the y axis (data)
} mjvFigure;

#ifdef __cplusplus
}  // extern "C"
#endif
