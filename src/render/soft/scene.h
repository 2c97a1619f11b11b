// A frame in the making: what was drawn, as triangles on the screen, in tiles.
//
// Items are cut into chunks, whose triangles are set up side by side, each chunk into memory of its
// own; then tiles of the picture are drawn side by side, each from the triangles of all chunks in
// order.  Chunks and tiles do not depend on the number of threads, so neither does the picture.
#pragma once

#include <stdint.h>

#include "render/soft/device.h"

enum { TILE_BITS = 5, TILE = 1 << TILE_BITS, TILE_PIXELS = TILE * TILE };
enum { SUB_BITS = 8, SUB = 1 << SUB_BITS };  // corners are rounded to shares of a pixel

// --- what is uploaded ---------------------------------------------------------------------------

typedef struct soft_shape {
  int nvertex, nface, nedge;
  int nsolid;  // vertices that faces have, the first ones
  float *position, *normal, *texcoord;
  int *face, *edge;
  bool has_normal, has_texcoord, has_edge;  // without edges: the sides of all faces
  size_t room[5];                           // bytes there is room for
  float low[3], high[3];                    // corners of a box around it
} soft_shape;

enum { MAX_LEVELS = 15 };

// Texels are red, green, blue, alpha from the lowest byte; each level halves the one before.  Of
// width + 1 by height + 1 texels, the last column and row are the first again, or, on cubes, the
// ones before.
typedef struct soft_texture {
  bool cube, alpha;
  int nlevel;
  int width[MAX_LEVELS], height[MAX_LEVELS], offset[MAX_LEVELS];
  uint32_t* texel;
} soft_texture;

// --- triangles ----------------------------------------------------------------------------------

// On the screen: positive on the inner side of three edges, in shares of a pixel squared; depth
// over the screen.  Coordinates count from the lower left corner of the surface.
typedef struct {
  int64_t c[3];
  int32_t a[3], b[3];
  double z[3];
  int16_t low[2], high[2];  // pixels it may touch, high ones included
} soft_edges;

// For shading: shares of its corners over w at pixel (x, y) are
// f[3 i] (x - at[0]) + f[3 i + 1] (y - at[1]) + f[3 i + 2].
typedef struct {
  float f[9];
  int corner[3];  // vertices of the shape
  int at[2];
  int item;  // of the draws of this frame
} soft_face;

typedef struct {
  int next, triangle;
} soft_node;

// Consecutive items of one list.
typedef struct {
  int surface;      // what their triangles are set up for
  int first, last;  // draws; last is the one after
  int n, room;
  soft_edges* edges;
  soft_face* face;
  int nnode, node_room;
  soft_node* node;
  int ntile, tile_room;
  int *head, *tail;  // nodes of each tile
  bool failed;       // no memory: what did not fit is left out
} soft_chunk;

// What is drawn upon: the picture seen directly, in the mirror, or a shadow map.
typedef struct {
  int width, height, across, up;  // pixels, tiles
  double projection[16];          // pixels from its lower left corner
  const double* beyond;           // plane before which things are kept, NULL: none
  bool flipped, depth_only;
  int samples;
} soft_surface;

typedef struct {
  int pass, index;
  render_item item;
} soft_draw;

// Shadows of one light.
typedef struct {
  bool used;
  int surface;
  float* map;  // depths, in rows
  size_t room;
  float projection[16];  // model to (x, y, depth, 1) * w in texels of the map
  float nominal[12];     // rows x, y, w: from -1 to 1 in what the light sees
  int first_plane, nplane;
} soft_shadow;

// A rectangle that casts a shadow: rows of the map to its own space, where it is [-1, 1]^2 at z =
// 0.
typedef struct {
  float row[12];
  float light[4];  // where the light is there, or its direction (last 0)
  int item;        // casts none on itself
} soft_plane;

enum {
  SURFACE_DIRECT,
  SURFACE_MIRRORED,
  SURFACE_SHADOW,
  SURFACE_MOST = SURFACE_SHADOW + mjMAXLIGHT
};

typedef struct {
  render_frame frame;
  int ndraw, draw_room;
  soft_draw* draw;
  int start[RENDER_NPASS + 1];  // first draw of each list
  int nchunk, chunk_room;
  soft_chunk* chunk;
  int chunk_start[RENDER_NPASS + 1];
  soft_surface surface[SURFACE_MOST];
  soft_shadow shadow[mjMAXLIGHT];
  int nplane, plane_room;
  soft_plane* plane;
  int mirror_draw;  // -1: none
} soft_scene;

// --- workers
// --------------------------------------------------------------------------------------

enum { MAX_SAMPLES = 4, CENTER = MAX_SAMPLES };

typedef struct {
  uint16_t pixel;
  uint8_t weight, sample;
  int triangle;  // of the tile's list
} soft_fragment;

typedef struct {
  const soft_edges* edges;
  const soft_face* face;
  int item;
} soft_triangle;

// Fragments of one item: those at f; or, where f is NULL, pixels in rows from `first` on, each
// wholly covered by one triangle.
typedef struct {
  const soft_fragment* f;
  int n, first, triangle;
} soft_batch;

typedef struct {
  float clip[4];  // x, y, depth, 1, all times w
  int32_t x, y;   // on the screen, in shares of a pixel
  int code;       // on which sides of the surface it lies beyond
  int unused;
} soft_vertex;

// What one thread works with.
typedef struct soft_worker {
  soft_vertex* vertex;  // of one item
  int vertex_room;
  int nlist, list_room;
  soft_triangle* list;
  _Alignas(64) float depth[MAX_SAMPLES * TILE_PIXELS];
  _Alignas(64) int id[MAX_SAMPLES * TILE_PIXELS];  // of the tile's list, counted from 1
  _Alignas(64) float color[3][TILE_PIXELS];
  _Alignas(64) float mirror_depth[MAX_SAMPLES * TILE_PIXELS];
  _Alignas(64) float mirror_color[3][TILE_PIXELS];
  _Alignas(64) float mirror_share[TILE_PIXELS];
  soft_fragment fragment[MAX_SAMPLES * TILE_PIXELS], sorted[MAX_SAMPLES * TILE_PIXELS];
  uint16_t last[TILE_PIXELS];
  uint8_t covered[TILE_PIXELS];
  int* count;
  int count_room;
} soft_worker;

// --- the device
// -----------------------------------------------------------------------------------

struct render_device {
  soft_target target[RENDER_NTARGET];
  int current;
  int sheet_width, sheet_height;  // the font's
  const mjtByte* sheet;
  int nshape, shape_room;
  soft_shape* shape;
  int ntexture, texture_room;
  soft_texture* texture;
  team team;
  soft_worker* worker[TEAM_MOST];
  soft_scene scene;
};

// Where samples of a pixel lie, in shares of it; the last one is the middle.
extern const int soft_sample[MAX_SAMPLES + 1][2];

// --- stages
// ---------------------------------------------------------------------------------------

// Triangles of a chunk.
void soft_set_up(render_device* dev, soft_chunk* c, soft_worker* w);

// A tile of a shadow map, and of the picture.
void soft_shadow_tile(render_device* dev, int light, int tile, soft_worker* w);
void soft_tile(render_device* dev, int tile, soft_worker* w);

// Colours of fragments of one item, which have their triangles in list.  rgb and alpha come out.
enum { BATCH = 128 };
typedef struct {
  const soft_scene* scene;
  const render_device* dev;
  const soft_triangle* list;
  int left, bottom;  // of the tile
  bool mirrored, shadows;
} soft_shading;
typedef struct {
  _Alignas(64) float rgb[3][BATCH];
  _Alignas(64) float alpha[BATCH];
} soft_colors;
void soft_shade(const soft_shading* s, const render_item* item, const soft_batch* batch,
                soft_colors* out);

// Texels at (u, v), or in a direction, with the size of a pixel there: into red, green, blue, alpha
// from 0 to 1.  n is at most BATCH.
typedef struct {
  _Alignas(64) float u[BATCH], v[BATCH], w[BATCH];  // w for cubes
  _Alignas(64) float du[2][BATCH], dv[2][BATCH], dw[2][BATCH];
} soft_lookup;
void soft_sample_texture(const soft_texture* t, soft_lookup* at, int n, float rgba[4][BATCH]);
bool soft_texture_upload(render_device* dev, int slot, const render_texture* texture);
bool soft_shape_upload(render_device* dev, int slot, const render_shape* shape);

// Of the interface.
void soft_begin(render_device* dev, const render_frame* frame);
void soft_draw_item(render_device* dev, int pass, int index, const render_item* item);
void soft_end(render_device* dev);
void soft_scene_free(render_device* dev);

// Make room for n elements; false: no memory.  Rooms grow by half, or to what is asked for.
bool soft_room(void* array, int* room, int n, size_t size);
bool soft_room_exactly(void* array, int* room, int n, size_t size);
