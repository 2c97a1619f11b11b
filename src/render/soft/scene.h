// A frame under construction: items as screen triangles, sorted into tiles.
//
// Items are split into chunks, whose triangles are set up in parallel, each chunk with its own
// memory; then the tiles of the image are drawn in parallel, each from the triangles of all chunks
// in order.  Chunks and tiles do not depend on the number of threads, and so neither does the
// image.
#pragma once

#include <stdint.h>

#include "base/platform/compiler.h"
#include "render/soft/device.h"

enum { TILE_BITS = 5, TILE = 1 << TILE_BITS, TILE_PIXELS = TILE * TILE };
enum { SUB_BITS = 8, SUB = 1 << SUB_BITS };  // subpixel resolution of corners

// --- what is uploaded ---------------------------------------------------------------------------

typedef struct soft_shape {
  int nvertex, nface, nedge;
  int nsolid;  // vertices used by faces; they come first
  float *position, *normal, *texcoord;
  int *face, *edge;
  bool has_normal, has_texcoord, has_edge;  // without edges: use the sides of all faces
  float* planar;                            // positions: all x, all y, all z
  size_t room[6];                           // allocated bytes
  float low[3], high[3];                    // bounding box
} soft_shape;

enum { MAX_LEVELS = 15 };

// Texels: red, green, blue, alpha from the lowest byte; each level has half the size of the
// previous.  A level has width + 1 by height + 1 texels: the last column and row repeat the first
// or, for cubes, the one before.
typedef struct soft_texture {
  bool cube, alpha;
  int nlevel;
  int width[MAX_LEVELS], height[MAX_LEVELS], offset[MAX_LEVELS];
  uint32_t* texel;
} soft_texture;

// --- triangles ----------------------------------------------------------------------------------

// In screen space: corners in subpixels from the lower left corner of the surface,
// counter-clockwise, and depth as a linear function of pixels.
typedef struct {
  int32_t p[3][2];
  int item;                 // index of the draw
  int16_t low[2], high[2];  // pixel range, inclusive
  bool small;               // at most SMALL pixels wide and high: its edge functions about a tile
                            // that it touches fit into 32 bits
  double z[3];
} soft_edges;
enum { SMALL = 64 };

// For shading: barycentric weights divided by w at pixel (x, y) are f[3 i] (x - at[0]) + f[3 i + 1]
// (y - at[1]) + f[3 i + 2].
typedef struct {
  float f[9];
  int corner[3];  // vertex indices in the shape
  int at[2];
} soft_face;

typedef struct {
  int next, triangle;
} soft_node;

// Consecutive items of one pass.
typedef struct {
  int surface;      // surface they are projected to
  int first, last;  // range of draws; last is exclusive
  int n, room;
  soft_edges* edges;
  soft_face* face;
  int nnode, node_room;
  soft_node* node;
  int ntile, tile_room;
  int *head, *tail;  // linked list per tile
  bool failed;       // out of memory: some triangles are missing
} soft_chunk;

// A projection target: the image, its mirrored view, or a shadow map.
typedef struct {
  int width, height, across, up;  // size in pixels, and in tiles
  double projection[16];          // to pixels from its lower left corner
  const double* beyond;           // clipping plane; NULL: none
  bool flipped, depth_only;
  int samples;
} soft_surface;

typedef struct {
  int pass, index;
  render_item item;
} soft_draw;

// The shadow map of one light.
typedef struct {
  bool used;
  int surface;
  float* map;  // depths, in rows
  size_t room;
  uint8_t* busy;  // of each tile: whether anything is drawn in it
  size_t busy_room;
  int first_chunk, last_chunk;  // last is exclusive
  float projection[16];         // model space to (x, y, depth, 1) * w in texels
  float nominal[12];            // rows x, y, w: -1 to 1 over the light's field of view
  int first_plane, nplane;
} soft_shadow;

// A rectangle that casts a shadow: maps points to its own frame, where it is [-1, 1]^2 at z = 0.
typedef struct {
  float row[12];
  float light[4];  // light position in that frame, or direction (last 0)
  int item;        // does not shadow itself
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
  int start[RENDER_NPASS + 1];  // first draw of each pass
  int nchunk, chunk_room;
  soft_chunk* chunk;
  int chunk_start[RENDER_NPASS + 1];
  soft_surface surface[SURFACE_MOST];
  soft_shadow shadow[mjMAXLIGHT];
  int nplane, plane_room;
  soft_plane* plane;
  int mirror_draw;  // -1: none
} soft_scene;

// --- workers ------------------------------------------------------------------------------------

enum { MAX_SAMPLES = 4, CENTER = MAX_SAMPLES };

typedef struct {
  uint16_t pixel;
  uint8_t weight, sample;
  int triangle;  // index in the tile's list
} soft_fragment;

typedef struct {
  const soft_edges* edges;
  const soft_face* face;
  int item, place;  // and its place among the items of the tile
} soft_triangle;

// Consecutive fragments of one item: the first, and its place.
typedef struct {
  int start, place;
} soft_run;

// Fragments of one item: those at f or, if f is NULL, whole pixels in rows from `first` on, each
// covered by one triangle.
typedef struct {
  const soft_fragment* f;
  int n, first, triangle;
} soft_batch;

// Projected vertices of one item, in arrays.
typedef struct {
  float* clip[4];  // x, y, depth, 1, multiplied by w
  float* seen[3];  // not multiplied: pixels and depth
  int32_t *x, *y;  // in subpixels
  int32_t* code;   // bit mask of the sides of the surface that it is beyond
} soft_vertices;
enum { VERTEX_ARRAYS = 10 };

// Work memory of one thread.
typedef struct soft_worker {
  float* vertex;  // memory for soft_vertices
  int vertex_room;
  int nlist, list_room;
  soft_triangle* list;
  _Alignas(64) float depth[MAX_SAMPLES * TILE_PIXELS];
  _Alignas(64) int id[MAX_SAMPLES * TILE_PIXELS];  // index in the tile's list + 1
  _Alignas(64) float color[3][TILE_PIXELS];
  _Alignas(64) float mirror_depth[MAX_SAMPLES * TILE_PIXELS];
  _Alignas(64) float mirror_color[3][TILE_PIXELS];
  _Alignas(64) float mirror_share[TILE_PIXELS];
  soft_fragment fragment[MAX_SAMPLES * TILE_PIXELS], sorted[MAX_SAMPLES * TILE_PIXELS];
  int nrun;
  soft_run run[MAX_SAMPLES * TILE_PIXELS + 1];
  uint16_t last[TILE_PIXELS];
  uint8_t covered[TILE_PIXELS];
  int* count;
  int count_room;
} soft_worker;

// --- the device ---------------------------------------------------------------------------------

struct render_device {
  soft_target target[RENDER_NTARGET];
  int current;
  int sheet_width, sheet_height;  // of the font
  const mjtByte* sheet;
  int nshape, shape_room;
  soft_shape* shape;
  int ntexture, texture_room;
  soft_texture* texture;
  team team;
  soft_worker* worker[TEAM_MOST];
  soft_scene scene;
};

// Sample positions in a pixel, in subpixels; the last one is the centre.
extern const int soft_sample[MAX_SAMPLES + 1][2];

// --- stages -------------------------------------------------------------------------------------

// Set up the triangles of a chunk.
void soft_set_up(render_device* dev, soft_chunk* c, soft_worker* w);

// Draw a tile of a shadow map; of the image.
void soft_shadow_tile(render_device* dev, int light, int tile, soft_worker* w);
void soft_tile(render_device* dev, int tile, soft_worker* w);

// Shade fragments of one item, whose triangles are in list.  Results: rgb and alpha.
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

// Shade a whole tile of one triangle of a plane.  False: light varies too much in it.
bool soft_shade_plane(const soft_shading* s, const render_item* it, int triangle,
                      float color[3][TILE_PIXELS]);

// Sample a texture at (u, v), or in a direction, for a given pixel size: red, green, blue, alpha
// from 0 to 1.  n <= BATCH.
typedef struct {
  _Alignas(64) float u[BATCH], v[BATCH], w[BATCH];  // w for cubes only
  _Alignas(64) float du[2][BATCH], dv[2][BATCH], dw[2][BATCH];
} soft_lookup;
void soft_sample_texture(const soft_texture* t, soft_lookup* at, int n, float rgba[4][BATCH]);
bool soft_texture_upload(render_device* dev, int slot, const render_texture* texture);
bool soft_shape_upload(render_device* dev, int slot, const render_shape* shape);

// Functions of the back end interface.
void soft_begin(render_device* dev, const render_frame* frame);
void soft_draw_item(render_device* dev, int pass, int index, const render_item* item);
void soft_end(render_device* dev);
void soft_scene_free(render_device* dev);

// Make room for n elements; false without memory.  Capacity grows by half, or to n if that is more.
bool soft_room_exactly(void* array, int* room, int n, size_t size);
INLINED bool soft_room(void* array, int* room, int n, size_t size) {
  return n <= *room || soft_room_exactly(array, room, n + n / 2 + 64, size);
}
