// The internal data of a context: device, uploaded assets, fonts.
//
// mjrContext has a fixed layout without room for a pointer to these data.  It is stored in
// skinvertVBO, a member that only the renderer uses.
#pragma once

#include <engine/base.h>

#include "render/backend.h"
#include "render/font.h"

// Slots of shapes: built-in shapes first, then those of the model.
enum {
  SHAPE_SPHERE,
  SHAPE_TUBE,  // cylinder without end caps
  SHAPE_DISK,  // cap at z = 1; the next: cap at z = -1
  SHAPE_DISK_LOW,
  SHAPE_DOME,  // half sphere about (0, 0, 1); the next: about (0, 0, -1)
  SHAPE_DOME_LOW,
  SHAPE_CONE,  // z from 0 to 1
  SHAPE_CONE_BASE,
  SHAPE_NROUND,      // so far with sides that approach a circle; then the same with
                     // fewer sides
  SHAPE_LEVELS = 5,  // from all sides to a quarter of them
  SHAPE_BOX = SHAPE_LEVELS * SHAPE_NROUND,
  SHAPE_BOX_TOP,  // top face at z = 1; the next: all others
  SHAPE_BOX_REST,
  SHAPE_PLANE,  // from -1 to 1
  SHAPE_TRIANGLE,
  SHAPE_LINE,   // from the origin to z = 1
  SHAPE_FRAME,  // edges of a box
  SHAPE_SKY,    // closed cylinder, seen from inside
  SHAPE_HAZE,
  SHAPE_NBUILTIN
};

typedef struct renderer {
  const render_backend* backend;
  render_device* device;
  int target;        // RENDER_WINDOW ...
  mjrRect viewport;  // last viewport
  font_sheet font;

  int first_plane, first_mesh, first_hfield, first_flex,
      first_skin;  // first slots of meshes etc.
  int nplane, nmesh, nhfield, nflex, nskin, ntexture;
  struct renderer* next;  // next in the list of all renderers

  struct passes* kept;        // data of passes.c
  struct deform* deformable;  // data of deform.c
  float haze[4];
  bool lost;   // whether it was unable to draw at the last call, and a warning was issued
  int slices;  // sides of round shapes
} renderer;

// The renderer of a context; NULL with an error when there is none, NULL with a warning when it
// cannot draw now.  It becomes the renderer of this thread.
renderer* renderer_of(const mjrContext* con, const char* function);

// renderer_here: the same for the present renderer of this thread.  The second: whether there is
// one.
renderer* renderer_here(const char* function);
bool renderer_exists(void);

// Make a device for con, by the environment and the capabilities of the machine; NULL with an error
// when there is none.
renderer* renderer_make(mjrContext* con);
void renderer_free(mjrContext* con);

static inline bool rect_empty(mjrRect r) { return r.width <= 0 || r.height <= 0; }
mjrRect rect_common(mjrRect a, mjrRect b);
mjrRect rect_bounded(mjrRect r);  // with numbers that can be added, from a program's

// 2D drawing in pixels of the current buffer: a rectangle, a convex polygon of one colour, a line,
// text at its lower left corner, the width of a text.  Text is clipped.
typedef struct {
  int font;  // mjtFont
  const float* rgb;
} text_style;
void flat_rectangle(renderer* r, mjrRect rect, const float rgba[4]);
void flat_polygon(renderer* r, mjrRect clip, const float (*corner)[2], int n, const float rgba[4]);
void flat_line(renderer* r, mjrRect clip, const float from[2], const float to[2], float width,
               const float rgba[4]);
void flat_text(renderer* r, mjrRect clip, text_style style, const char* txt, int x, int y);
int flat_width(const mjrContext* con, int font, const char* txt, int n);
int flat_height(const mjrContext* con, int font);
