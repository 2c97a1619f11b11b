// What a context of the API stands for: the device, what was uploaded to it,
// and the fonts.
//
// mjrContext has the layout programs know and no room for more.  Its pointer
// skinvertVBO, which only the renderer itself ever had a use for, leads here.
#pragma once

#include <engine/base.h>

#include "render/backend.h"
#include "render/font.h"

// Slots of shapes: built-in ones, then those of the model.
enum {
  SHAPE_SPHERE,
  SHAPE_TUBE,  // cylinder without its ends
  SHAPE_DISK,  // end at z = 1, and the one at z = -1
  SHAPE_DISK_LOW,
  SHAPE_DOME,  // half sphere about (0, 0, 1), and the one about (0, 0, -1)
  SHAPE_DOME_LOW,
  SHAPE_CONE,  // z from 0 to 1
  SHAPE_CONE_BASE,
  SHAPE_NROUND,      // so far with sides that approach a circle; then the same with
                     // fewer sides
  SHAPE_LEVELS = 3,  // all, half, a quarter of the sides
  SHAPE_BOX = SHAPE_LEVELS * SHAPE_NROUND,
  SHAPE_BOX_TOP,  // its side at z = 1, and the others
  SHAPE_BOX_REST,
  SHAPE_PLANE,  // -1 .. 1
  SHAPE_TRIANGLE,
  SHAPE_LINE,   // from the origin to z = 1
  SHAPE_FRAME,  // edges of a box
  SHAPE_SKY,    // closed cylinder seen from inside
  SHAPE_HAZE,
  SHAPE_NBUILTIN
};

typedef struct renderer {
  const render_backend* backend;
  render_device* device;
  int target;        // RENDER_WINDOW ...
  mjrRect viewport;  // of what was drawn last
  font_sheet font;

  int first_plane, first_mesh, first_hfield, first_flex,
      first_skin;  // slots of shapes
  int nplane, nmesh, nhfield, nflex, nskin, ntexture;
  struct renderer* next;  // among all there are

  struct passes* kept;        // by passes.c from frame to frame
  struct deform* deformable;  // by deform.c of the model
  float haze[4];
  bool lost;   // it could not draw when it was last asked to, which was told
  int slices;  // sides of round shapes
} renderer;

// The renderer of a context, NULL and an error when there is none, NULL and a warning when it
// cannot draw now.  It becomes the one that this thread draws with.
renderer* renderer_of(const mjrContext* con, const char* function);

// The same for the one that this thread drew with last; is there such a one?
renderer* renderer_here(const char* function);
bool renderer_exists(void);

// A device for con, of the back end that the environment and the machine ask
// for; NULL and an error when there is none.
renderer* renderer_make(mjrContext* con);
void renderer_free(mjrContext* con);

static inline bool rect_empty(mjrRect r) { return r.width <= 0 || r.height <= 0; }
mjrRect rect_common(mjrRect a, mjrRect b);

// 2D drawing in pixels of the current buffer: a rectangle, a convex polygon of
// one colour, a line, and text whose lower left corner is given; the width of
// text in a font.  Text is cut at clip.
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
