// What draws.  What is drawn, and in which order, is decided above (passes.c,
// text.c, figure.c); a back end turns shapes and polygons into pixels.  All
// functions of one device are called by one thread at a time.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <engine/render.h>

// Buffers that are drawn to.
enum {
  RENDER_WINDOW = mjFB_WINDOW,
  RENDER_OFFSCREEN = mjFB_OFFSCREEN,
  RENDER_AUX,  // and the ones after it
  RENDER_NTARGET = RENDER_AUX + mjNAUX
};

// --- what is uploaded
// ---------------------------------------------------------------------------

// Triangles of a body at rest.  Arrays belong to the caller and are copied.
// Without normals a triangle has its own, towards the side from which its
// corners run counterclockwise.
typedef struct {
  int nvertex, nface, nedge;
  const float* position;  // 3 * nvertex
  const float* normal;    // 3 * nvertex, or NULL
  const float* texcoord;  // 2 * nvertex, or NULL
  const int* face;        // 3 * nface; NULL: vertices in order
  const int* edge;        // 2 * nedge: what wireframes show; NULL: every side of every
                          // triangle
} render_shape;

// A picture, or six for the sides of a cube (+x -x +y -y +z -z), of 3 or 4
// bytes a pixel.
typedef struct {
  int width, height, nchannel;
  bool cube, srgb;           // srgb: bytes are to be decoded when sampled
  const mjtByte* pixels[6];  // one of them unless cube
} render_texture;

// --- what is drawn
// ------------------------------------------------------------------------------

// Where texture coordinates come from.
enum {
  RENDER_PLAIN,     // no texture
  RENDER_EXPLICIT,  // coordinates of the shape
  RENDER_LOCAL,     // (x * scale[0] - 1/2, y * scale[1] - 1/2), local coordinates
  RENDER_CUBE,      // direction: local coordinates times scale
};

typedef struct {
  int shape;        // slot
  float pose[12];   // from the shape to the model's space: rows of a 3 x 4 matrix
  float normal[9];  // what turns its normals, rows of a 3 x 3 matrix; they are
                    // normalised after
  float rgba[4];
  float emission, specular, shininess;
  int texture;  // slot; unused when mapping is RENDER_PLAIN
  int mapping;
  float scale[3];
  float width;     // of lines, in pixels: the edges of the shape are drawn; 0: faces
  bool cull;       // faces that look away are not drawn; those of mirrored poses are
                   // told by it
  bool front;      // those that look here are dropped instead
  float recede;    // share by which its depths are less: where surfaces coincide, rounding would
                   // decide which of them shows
  bool two_sided;  // normals are turned to the viewer
  // there are twins of its shape with half and a quarter of the sides, this
  // many slots on and twice that; 0: none
  int coarser;
  bool closed;         // part of a body whose inside is never seen
  bool lit;            // false: rgba as it is
  bool smooth;         // normals hardly change from one triangle to the next
  bool backdrop;       // sky and haze: no wireframes of these
  bool plane;          // a rectangle in the plane z = 0 of its shape
  bool additive;       // in transparent passes: is added
  bool deep;           // in transparent passes: leaves its depth
  float vertex_alpha;  // share of texcoord[0] in alpha: 0 or 1
} render_item;

// Lists of a frame, in the order in which they are drawn.
enum {
  RENDER_SHADOW,    // depth from light `index`; its items may leave out what casts
                    // nothing
  RENDER_MIRRORED,  // what the mirror shows: opaque, without shadows
  RENDER_MIRRORED_TRANSPARENT,
  RENDER_SOLID,        // opaque, with shadows, sky last
  RENDER_TRANSPARENT,  // blended in this order, depth is tested and not written
  RENDER_NPASS
};

typedef struct {
  float pos[3], dir[3];  // in the model's space
  bool directional;
  float attenuation[3];
  float cos_cutoff;  // -1: no cone
  float exponent;
  float ambient[3], diffuse[3], specular[3];
  bool shadow;
  double projection[16];  // from the model's space to (x, y, depth, 1) * w, x
                          // and y from -1 to 1
} render_light;

typedef struct {
  mjrRect viewport;
  // from the model's space to (x, y, depth, 1) * w: pixels of the buffer, depth
  // 1 at the near plane and 0 at the far one.  The same as seen in the mirror;
  // positive where it lies before the mirror.
  double projection[16], mirror_projection[16];
  double mirror_plane[4];
  int mirror;                   // item of RENDER_SOLID that mirrors, counted in order; -1: none
  float eye[3], mirror_eye[3];  // where the viewer stands, in the model's space;
                                // and in the mirror
  float distance[4];            // distance before the eye of a point: dot product with (x,
                                // y, z, 1)
  float mirror_distance[4];
  float light_scale;  // lengths of the room in those of the model
  int nlight;
  const render_light* light;  // of the caller, until the end of the frame
  float ambient[3];           // without any light
  bool fog;
  float fog_start, fog_end, fog_rgb[3];
  bool wireframe;
  bool flat;  // colours as they are and one sample: segmentation
  int shadow_size;
  int slices;  // sides of round shapes
} render_frame;

// --- two dimensions
// -----------------------------------------------------------------------------

typedef struct {
  float x, y;  // pixels of the buffer
  float rgba[4];
} render_point;

// A part of the font's sheet, and where its lower left corner goes.
typedef struct {
  int u, v, width, height;
  int x, y;
} render_glyph;

// --- the interface
// ------------------------------------------------------------------------------

typedef struct render_device render_device;

typedef struct {
  const char* name;

  // NULL: it cannot be had.  con gets what is known of the window.
  render_device* (*make)(mjrContext* con);
  void (*release)(render_device* dev);
  // Can it draw now?  NULL: always.
  bool (*ready)(const render_device* dev);

  // Make a buffer of this size anew, or drop it when the size is empty; the
  // window is not made. Returns the samples it has, -1: there is no memory for
  // it.  The largest side of a buffer.
  int (*target)(render_device* dev, int target, int width, int height, int samples);
  int (*limit)(render_device* dev);
  void (*use)(render_device* dev, int target);

  // Fill slots, which count from 0; false: no memory.  The sheet of the fonts:
  // shares of coverage, rows from the bottom up; it belongs to the caller and
  // stays.
  bool (*shape)(render_device* dev, int slot, const render_shape* shape);
  bool (*texture)(render_device* dev, int slot, const render_texture* texture);
  bool (*sheet)(render_device* dev, int width, int height, const mjtByte* coverage);

  // A frame: begin, then items of each list, in order of the lists.  What is
  // drawn shows at the end.
  void (*begin)(render_device* dev, const render_frame* frame);
  void (*draw)(render_device* dev, int pass, int index, const render_item* item);
  void (*end)(render_device* dev);

  // A convex polygon, blended; what lies outside of clip is left.  Glyphs of
  // the sheet.
  void (*polygon)(render_device* dev, mjrRect clip, const render_point* point, int npoint);
  void (*glyphs)(render_device* dev, mjrRect clip, const render_glyph* glyph, int nglyph,
                 const float rgba[4]);

  // Colours and depths (1 at the near plane) of a part of the current buffer,
  // each or NULL.
  void (*read)(render_device* dev, mjrRect rect, unsigned char* rgb, float* depth);
  void (*write)(render_device* dev, mjrRect rect, const unsigned char* rgb, const float* depth);
  void (*copy)(render_device* dev, int from, mjrRect src, mjrRect dst, bool color, bool depth);

  mjrRect (*size)(render_device* dev, int target);
  // Names of buffers and textures on the device, for programs that go on with them.
  void (*tell)(const render_device* dev, mjrContext* con);
  int (*finish)(render_device* dev);  // wait; returns and forgets the last error
} render_backend;

extern const render_backend render_soft, render_gl;
