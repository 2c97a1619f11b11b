// The interface of back ends.  What is drawn, in which order, is decided above (passes.c, text.c,
// figure.c); a back end converts shapes and polygons to pixels.  The functions of one device are
// called by one thread at a time.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <engine/render.h>

// Render targets.
enum {
  RENDER_WINDOW = mjFB_WINDOW,
  RENDER_OFFSCREEN = mjFB_OFFSCREEN,
  RENDER_AUX,  // and further ones after it
  RENDER_NTARGET = RENDER_AUX + mjNAUX
};

// --- what is uploaded ---------------------------------------------------------------------------

// The triangles of an object in its own frame.  Arrays belong to the caller and are copied.
// Without normals each triangle is flat-shaded, with the normal towards the side from which its
// corners are counter-clockwise.
typedef struct {
  int nvertex, nface, nedge;
  const float* position;  // 3 * nvertex
  const float* normal;    // 3 * nvertex, or NULL
  const float* texcoord;  // 2 * nvertex, or NULL
  const int* face;        // 3 * nface; NULL: consecutive vertices
  const int* edge;        // 2 * nedge: what wireframes show; NULL: every side of every
                          // triangle
} render_shape;

// An image, or six for the sides of a cube (+x -x +y -y +z -z), with 3 or 4 bytes per pixel.
typedef struct {
  int width, height, nchannel;
  bool cube, srgb;           // srgb: decode when sampling
  const mjtByte* pixels[6];  // one image unless cube
} render_texture;

// --- what is drawn ------------------------------------------------------------------------------

// The source of texture coordinates.
enum {
  RENDER_PLAIN,     // no texture
  RENDER_EXPLICIT,  // coordinates of the shape
  RENDER_LOCAL,     // (x * scale[0] - 1/2, y * scale[1] - 1/2) from local coordinates
  RENDER_CUBE,      // by direction: local coordinates times scale
};

typedef struct {
  int shape;        // slot
  float pose[12];   // from shape to model space: rows of a 3 x 4 matrix
  float normal[9];  // what turns its normals, rows of a 3 x 3 matrix; they are
                    // normalised after
  float rgba[4];
  float emission, specular, shininess;
  int texture;  // slot; unused when mapping is RENDER_PLAIN
  int mapping;
  float scale[3];
  float width;     // line width in pixels: draw the edges of the shape; 0: faces
  bool cull;       // faces that look away are not drawn; those of mirrored poses are
                   // told by it
  bool front;      // cull front faces instead
  float recede;    // share by which its depths are less: where surfaces coincide, rounding would
                   // decide which of them shows
  bool two_sided;  // flip normals towards the viewer
  int coarser;  // twins of its shape with ever fewer sides follow, each this many slots on; 0: none
  bool closed;  // part of a closed body whose inside is never visible
  bool lit;     // false: rgba as it is
  bool smooth;  // normals vary little between adjacent triangles
  bool backdrop;       // sky or haze: not drawn as wireframe
  bool plane;          // a rectangle in the plane z = 0 of its frame
  bool additive;       // in transparent passes: blend additively
  bool deep;           // in transparent passes: write depth
  float vertex_alpha;  // fraction of texcoord[0] in alpha: 0 or 1
} render_item;

// The passes of a frame, in drawing order.
enum {
  RENDER_SHADOW,    // depth from light `index`; its items may leave out what casts
                    // nothing
  RENDER_MIRRORED,  // reflected scene: opaque, without shadows
  RENDER_MIRRORED_TRANSPARENT,
  RENDER_SOLID,        // opaque, with shadows; sky last
  RENDER_TRANSPARENT,  // blended in order; depth test without depth write
  RENDER_NPASS
};

typedef struct {
  float pos[3], dir[3];  // in model space
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
  const render_light* light;  // owned by the caller, until the end of the frame
  float ambient[3];           // global ambient light
  bool fog;
  float fog_start, fog_end, fog_rgb[3];
  bool wireframe;
  bool flat;  // unlit colours without antialiasing: segmentation
  int shadow_size;
  int slices;  // number of sides of round shapes
} render_frame;

// --- two dimensions -----------------------------------------------------------------------------

typedef struct {
  float x, y;  // in pixels of the buffer
  float rgba[4];
} render_point;

// A glyph of the font sheet, and the position of its lower left corner.
typedef struct {
  int u, v, width, height;
  int x, y;
} render_glyph;

// --- the interface ------------------------------------------------------------------------------

typedef struct render_device render_device;

typedef struct {
  const char* name;

  // NULL: not available.  Properties of the window are stored in con.
  render_device* (*make)(mjrContext* con);
  void (*release)(render_device* dev);
  // Whether the device can draw now.  NULL: always.
  bool (*ready)(const render_device* dev);

  // Allocate a buffer of this size, or free it when the size is empty; the window needs no
  // allocation.  Returns its number of samples, -1 without memory.  max_size: the largest possible
  // side of a buffer.
  int (*target)(render_device* dev, int target, int width, int height, int samples);
  int (*limit)(render_device* dev);
  void (*use)(render_device* dev, int target);

  // Fill a slot (from 0); false without memory.  The font sheet: coverage values, rows from the
  // bottom up; it belongs to the caller and must stay valid.
  bool (*shape)(render_device* dev, int slot, const render_shape* shape);
  bool (*texture)(render_device* dev, int slot, const render_texture* texture);
  bool (*sheet)(render_device* dev, int width, int height, const mjtByte* coverage);

  // A frame: begin, then the items of each pass, in order; finished by end.
  void (*begin)(render_device* dev, const render_frame* frame);
  void (*draw)(render_device* dev, int pass, int index, const render_item* item);
  void (*end)(render_device* dev);

  // A convex polygon, blended and clipped.  The second: glyphs of the font sheet.
  void (*polygon)(render_device* dev, mjrRect clip, const render_point* point, int npoint);
  void (*glyphs)(render_device* dev, mjrRect clip, const render_glyph* glyph, int nglyph,
                 const float rgba[4]);

  // Read colours and depths (1 at the near plane) of a rectangle of the current buffer; either may
  // be NULL.
  void (*read)(render_device* dev, mjrRect rect, unsigned char* rgb, float* depth);
  void (*write)(render_device* dev, mjrRect rect, const unsigned char* rgb, const float* depth);
  void (*copy)(render_device* dev, int from, mjrRect src, mjrRect dst, bool color, bool depth);

  mjrRect (*size)(render_device* dev, int target);
  // Store the device's names of buffers and textures in con, for programs that use them.
  void (*publish)(const render_device* dev, mjrContext* con);
  int (*finish)(render_device* dev);  // waits for completion; returns and clears the last error
} render_backend;

extern const render_backend render_soft, render_gl;
