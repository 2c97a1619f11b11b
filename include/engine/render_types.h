// Data of the renderer.
#pragma once

#include <engine/visual_types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define mjNAUX        10
#define mjMAXTEXTURE  1000
#define mjMAXMATERIAL 1000

// Position of an overlay.
typedef enum mjtGridPos_ {
  mjGRID_TOPLEFT = 0,      // top left
  mjGRID_TOPRIGHT = 1,     // top right
  mjGRID_BOTTOMLEFT = 2,   // bottom left
  mjGRID_BOTTOMRIGHT = 3,  // bottom right
  mjGRID_TOP = 4,          // top, in the middle
  mjGRID_BOTTOM = 5,       // bottom, in the middle
  mjGRID_LEFT = 6,         // left, in the middle
  mjGRID_RIGHT = 7,        // right, in the middle
} mjtGridPos;

// Framebuffers.
typedef enum mjtFramebuffer_ {
  mjFB_WINDOW = 0,     // the window
  mjFB_OFFSCREEN = 1,  // offscreen memory
} mjtFramebuffer;

// Direction of depth values.
typedef enum mjtDepthMap_ {
  mjDEPTH_ZERONEAR = 0,  // 0 near, 1 far
  mjDEPTH_ZEROFAR = 1,   // 1 near, 0 far: more exact far away
} mjtDepthMap;

// Sizes of fonts, in per cent.
typedef enum mjtFontScale_ {
  mjFONTSCALE_50 = 50,    // half the size
  mjFONTSCALE_100 = 100,  // as they are
  mjFONTSCALE_150 = 150,  // one and a half
  mjFONTSCALE_200 = 200,  // twice
  mjFONTSCALE_250 = 250,  // two and a half
  mjFONTSCALE_300 = 300,  // three times
} mjtFontScale;

// Fonts.
typedef enum mjtFont_ {
  mjFONT_NORMAL = 0,  // small
  mjFONT_SHADOW = 1,  // small with a shadow, to be read on pictures
  mjFONT_BIG = 2,     // large
} mjtFont;

// A rectangle on the screen (pixels).
typedef struct mjrRect_ {
  int left;    // left border
  int bottom;  // bottom border
  int width;   // width
  int height;  // height
} mjrRect;

// Data of a rendering context.
typedef struct mjrContext_ {
  float lineWidth;                  // width of lines
  float shadowClip;                 // shadows of directional lights: half side
  float shadowScale;                // shadows of spot lights: share of the cutoff
  float fogStart;                   // where fog starts
  float fogEnd;                     // where it is complete
  float fogRGBA[4];                 // its colour
  int shadowSize;                   // side of the shadow texture
  int offWidth;                     // width of the offscreen buffer
  int offHeight;                    // its height
  int offSamples;                   // its samples per pixel
  int fontScale;                    // mjtFontScale
  int auxWidth[mjNAUX];             // widths of the auxiliary buffers
  int auxHeight[mjNAUX];            // their heights
  int auxSamples[mjNAUX];           // their samples per pixel
  unsigned int offFBO;              // offscreen framebuffer
  unsigned int offFBO_r;            // the one that resolves it
  unsigned int offColor;            // its colour buffer
  unsigned int offColor_r;          // resolved
  unsigned int offDepthStencil;     // its depth and stencil buffer
  unsigned int offDepthStencil_r;   // resolved
  unsigned int shadowFBO;           // shadow framebuffer
  unsigned int shadowTex;           // shadow texture
  unsigned int auxFBO[mjNAUX];      // auxiliary framebuffers
  unsigned int auxFBO_r[mjNAUX];    // those that resolve them
  unsigned int auxColor[mjNAUX];    // their colour buffers
  unsigned int auxColor_r[mjNAUX];  // resolved
  int mat_texid[10000];             // texture of each material and role
  int mat_texuniform[1000];         // is the texture uniform
  float mat_texrepeat[2000];        // repetitions of the texture
  int ntexture;                     // textures
  int textureType[1000];            // their types
  unsigned int texture[1000];       // their names on the device
  unsigned int basePlane;           // display lists of planes
  unsigned int baseMesh;            // of meshes
  unsigned int baseHField;          // of height fields
  unsigned int baseBuiltin;         // of built-in shapes
  unsigned int baseFontNormal;      // of the normal font
  unsigned int baseFontShadow;      // of the shadow font
  unsigned int baseFontBig;         // of the big font
  int rangePlane;                   // number of plane lists
  int rangeMesh;                    // of mesh lists
  int rangeHField;                  // of height field lists
  int rangeBuiltin;                 // of built-in lists
  int rangeFont;                    // of font lists
  int nskin;                        // skins
  unsigned int* skinvertVBO;        // their vertices on the device
  unsigned int* skinnormalVBO;      // their normals
  unsigned int* skintexcoordVBO;    // their texture coordinates
  unsigned int* skinfaceVBO;        // their triangles
  int charWidth[127];               // widths of characters
  int charWidthBig[127];            // in the big font
  int charHeight;                   // height of characters
  int charHeightBig;                // in the big font
  int glInitialized;                // is OpenGL there
  int windowAvailable;              // is there a window
  int windowSamples;                // its samples per pixel
  int windowStereo;                 // is it stereoscopic
  int windowDoublebuffer;           // is it double-buffered
  int currentBuffer;                // mjtFramebuffer
  int readPixelFormat;              // format of colours read back
  int readDepthMap;                 // mjtDepthMap
} mjrContext;

#ifdef __cplusplus
}  // extern "C"
#endif
