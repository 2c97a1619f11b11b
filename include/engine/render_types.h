// Data of the renderer.
#pragma once

#include <engine/visual_types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define mjNAUX        10
#define mjMAXTEXTURE  1000
#define mjMAXMATERIAL 1000

// Position of an overlay on the screen.
typedef enum mjtGridPos_ {
  mjGRID_TOPLEFT = 0,      // top left
  mjGRID_TOPRIGHT = 1,     // top right
  mjGRID_BOTTOMLEFT = 2,   // bottom left
  mjGRID_BOTTOMRIGHT = 3,  // bottom right
  mjGRID_TOP = 4,          // top centre
  mjGRID_BOTTOM = 5,       // bottom centre
  mjGRID_LEFT = 6,         // left centre
  mjGRID_RIGHT = 7,        // right centre
} mjtGridPos;

// Framebuffers.
typedef enum mjtFramebuffer_ {
  mjFB_WINDOW = 0,     // the window
  mjFB_OFFSCREEN = 1,  // the offscreen buffer
} mjtFramebuffer;

// Mapping of depth values.
typedef enum mjtDepthMap_ {
  mjDEPTH_ZERONEAR = 0,  // 0: near plane, 1: far plane
  mjDEPTH_ZEROFAR = 1,   // 1: near plane, 0: far plane; more accurate at long distance
} mjtDepthMap;

// Font scales, in per cent.
typedef enum mjtFontScale_ {
  mjFONTSCALE_50 = 50,    // half the normal size
  mjFONTSCALE_100 = 100,  // normal size
  mjFONTSCALE_150 = 150,  // 1.5 times the normal size
  mjFONTSCALE_200 = 200,  // twice the normal size
  mjFONTSCALE_250 = 250,  // 2.5 times the normal size
  mjFONTSCALE_300 = 300,  // three times the normal size
} mjtFontScale;

// Fonts.
typedef enum mjtFont_ {
  mjFONT_NORMAL = 0,  // small
  mjFONT_SHADOW = 1,  // small with a shadow, readable on images
  mjFONT_BIG = 2,     // large
} mjtFont;

// A rectangle on the screen (pixels).
typedef struct mjrRect_ {
  int left;    // left border, from the left of the framebuffer
  int bottom;  // lower border, from the bottom of the framebuffer
  int width;   // extent to the right of left
  int height;  // extent above bottom
} mjrRect;

// Data of a rendering context.
typedef struct mjrContext_ {
  float lineWidth;                  // width of lines (pixels)
  float shadowClip;                 // half side of the shadow area of directional lights
  float shadowScale;                // fraction of a spot light's cutoff that casts shadows
  float fogStart;                   // distance at which fog starts
  float fogEnd;                     // distance at which fog is complete
  float fogRGBA[4];                 // colour of the fog
  int shadowSize;                   // side length of the shadow texture (pixels)
  int offWidth;                     // width of the offscreen buffer (pixels)
  int offHeight;                    // height of the offscreen buffer (pixels)
  int offSamples;                   // samples per pixel of the offscreen buffer
  int fontScale;                    // size of fonts in per cent (mjtFontScale)
  int auxWidth[mjNAUX];             // widths of the auxiliary buffers (pixels)
  int auxHeight[mjNAUX];            // heights of the auxiliary buffers (pixels)
  int auxSamples[mjNAUX];           // samples per pixel of the auxiliary buffers
  unsigned int offFBO;              // offscreen framebuffer
  unsigned int offFBO_r;            // offscreen framebuffer for the resolved image
  unsigned int offColor;            // offscreen colour buffer
  unsigned int offColor_r;          // resolved offscreen colour buffer
  unsigned int offDepthStencil;     // offscreen depth and stencil buffer
  unsigned int offDepthStencil_r;   // resolved offscreen depth and stencil buffer
  unsigned int shadowFBO;           // shadow framebuffer
  unsigned int shadowTex;           // shadow texture
  unsigned int auxFBO[mjNAUX];      // auxiliary framebuffers
  unsigned int auxFBO_r[mjNAUX];    // auxiliary framebuffers for the resolved images
  unsigned int auxColor[mjNAUX];    // auxiliary colour buffers
  unsigned int auxColor_r[mjNAUX];  // resolved auxiliary colour buffers
  int mat_texid[10000];             // texture id of each material and role
  int mat_texuniform[1000];         // 1: texture size relative to the world
  float mat_texrepeat[2000];        // number of texture repetitions
  int ntexture;                     // number of textures
  int textureType[1000];            // type of each texture (mjtTexture)
  unsigned int texture[1000];       // OpenGL names of the textures
  unsigned int basePlane;           // first display list of planes
  unsigned int baseMesh;            // first display list of meshes
  unsigned int baseHField;          // first display list of height fields
  unsigned int baseBuiltin;         // first display list of built-in shapes
  unsigned int baseFontNormal;      // first display list of the normal font
  unsigned int baseFontShadow;      // first display list of the shadow font
  unsigned int baseFontBig;         // first display list of the big font
  int rangePlane;                   // number of display lists of planes
  int rangeMesh;                    // number of display lists of meshes
  int rangeHField;                  // number of display lists of height fields
  int rangeBuiltin;                 // number of display lists of built-in shapes
  int rangeFont;                    // number of display lists of fonts
  int nskin;                        // number of skins
  unsigned int* skinvertVBO;        // OpenGL buffers of the skin vertices
  unsigned int* skinnormalVBO;      // OpenGL buffers of the skin normals
  unsigned int* skintexcoordVBO;    // OpenGL buffers of the skin texture coordinates
  unsigned int* skinfaceVBO;        // OpenGL buffers of the skin triangles
  int charWidth[127];               // character widths of the normal font
  int charWidthBig[127];            // character widths of the big font
  int charHeight;                   // character height of the normal font
  int charHeightBig;                // character height of the big font
  int glInitialized;                // 1: OpenGL is initialised
  int windowAvailable;              // 1: there is a window to draw to; 0: offscreen only
  int windowSamples;                // samples per pixel of the window
  int windowStereo;                 // 1: the window supports stereo
  int windowDoublebuffer;           // 1: the window is double-buffered
  int currentBuffer;                // current framebuffer (mjtFramebuffer)
  int readPixelFormat;              // colour format of pixels read back
  int readDepthMap;                 // depth mapping of pixels read back (mjtDepthMap)
} mjrContext;

#ifdef __cplusplus
}  // extern "C"
#endif
