// Shapes and textures in the format of the software device.
#include <stdlib.h>
#include <string.h>

#include "render/soft/scene.h"
#include "render/upload.h"

bool soft_room_exactly(void* array, int* room, int n, size_t size) {
  if (n <= *room) return true;
  void** at = array;
  void* p = realloc(*at, (size_t)n * size);
  if (!p) return false;
  *at = p;
  *room = n;
  return true;
}

// Copy n bytes to a reusable array.
static bool keep(void* array, size_t* room, const void* from, size_t n) {
  void** at = array;
  if (n > *room) {
    void* p = realloc(*at, n + n / 4);
    if (!p) return false;
    *at = p;
    *room = n + n / 4;
  }
  if (n) memcpy(*at, from, n);
  return true;
}

// Consecutive corners, when faces are not given.
static bool keep_order(soft_shape* s) {
  size_t n = 3 * (size_t)s->nface * sizeof(int);
  if (n > s->room[3]) {
    int* p = realloc(s->face, n);
    if (!p) return false;
    s->face = p;
    s->room[3] = n;
  }
  for (int i = 0; i < 3 * s->nface; i++) s->face[i] = i;
  return true;
}

// Positions in three arrays, for the loop that projects them.
static bool keep_planar(soft_shape* s) {
  size_t n = (size_t)s->nvertex, bytes = 3 * n * sizeof(float);
  if (bytes > s->room[5]) {
    float* p = realloc(s->planar, bytes);
    if (!p) return false;
    s->planar = p;
    s->room[5] = bytes;
  }
  for (size_t i = 0; i < n; i++) {
    for (size_t k = 0; k < 3; k++) s->planar[k * n + i] = s->position[3 * i + k];
  }
  return true;
}

// Vertices used by faces come first; the others are visible in wireframes only.
static int solid_vertices(const soft_shape* s) {
  int n = 0;
  for (int i = 0; i < 3 * s->nface; i++) n = s->face[i] >= n ? s->face[i] + 1 : n;
  return n;
}

bool soft_shape_upload(render_device* dev, int slot, const render_shape* from) {
  if (!soft_room(&dev->shape, &dev->shape_room, slot + 1, sizeof *dev->shape)) return false;
  for (; dev->nshape <= slot; dev->nshape++) {
    memset(dev->shape + dev->nshape, 0, sizeof *dev->shape);
  }
  soft_shape* s = dev->shape + slot;
  size_t vertices = (size_t)from->nvertex * sizeof(float),
         faces = (size_t)from->nface * sizeof(int);
  bool fine = keep(&s->position, s->room, from->position, 3 * vertices) &&
              (!from->normal || keep(&s->normal, s->room + 1, from->normal, 3 * vertices)) &&
              (!from->texcoord || keep(&s->texcoord, s->room + 2, from->texcoord, 2 * vertices)) &&
              (!from->edge ||
               keep(&s->edge, s->room + 4, from->edge, 2 * (size_t)from->nedge * sizeof(int)));
  s->nvertex = fine ? from->nvertex : 0;
  if (fine && !keep_planar(s)) s->nvertex = 0;
  s->nface = fine ? from->nface : 0;
  s->nedge = fine ? from->nedge : 0;
  fine = fine && (from->face ? keep(&s->face, s->room + 3, from->face, 3 * faces) : keep_order(s));
  if (!fine) s->nface = 0;
  s->has_normal = from->normal != NULL;
  s->has_texcoord = from->texcoord != NULL;
  s->has_edge = from->edge != NULL;
  s->nsolid = fine ? solid_vertices(s) : 0;
  box_of_points(s->position, s->nvertex, s->low, s->high);
  return fine;
}

// -------------------------------------------------------------------------------------- textures

// Texels of one side in a level.
static uint32_t* side_of(const soft_texture* t, int level, int side) {
  return t->texel + t->offset[level] +
         (size_t)side * (size_t)(t->width[level] + 1) * (size_t)(t->height[level] + 1);
}

// Fill the additional column and row: the first ones again where the texture repeats.
static void fill_margin(const soft_texture* t, int level, int side) {
  int w = t->width[level], h = t->height[level];
  size_t stride = (size_t)w + 1;
  uint32_t* p = side_of(t, level, side);
  for (int y = 0; y < h; y++)
    p[(size_t)y * stride + (size_t)w] = p[(size_t)y * stride + (size_t)(t->cube ? w - 1 : 0)];
  memcpy(p + (size_t)h * stride, p + (size_t)(t->cube ? h - 1 : 0) * stride, stride * sizeof *p);
}

static void fill_level_0(const soft_texture* t, const render_texture* from) {
  uint32_t table[256];
  for (uint32_t i = 0; i < 256; i++) table[i] = from->srgb ? (uint32_t)decoded_srgb((int)i) : i;
  for (int side = 0; side < (from->cube ? 6 : 1); side++) {
    const mjtByte* p = from->pixels[side];
    uint32_t* to = side_of(t, 0, side);
    for (int y = 0; y < from->height; y++, to++) {
      for (int x = 0; x < from->width; x++, p += from->nchannel) {
        uint32_t alpha = from->nchannel == 4 ? p[3] : 255;
        *to++ = table[p[0]] | table[p[1]] << 8 | table[p[2]] << 16 | alpha << 24;
      }
    }
    fill_margin(t, 0, side);
  }
}

// Where along a side of `from` texels the middle of texel x of `to` lies: the texel before, and the
// share of the next one in 256.  Sides that are not halved exactly lose no end of theirs.
static int halfway(int x, int to, int from, uint32_t* share) {
  int at = (int)((2 * (int64_t)x + 1) * 128 * from / to - 128);  // in shares of a texel
  *share = (uint32_t)(at & 255);
  return at >> 8;
}

// Texel (x, y) of a level from the four around its middle in the level before.
static uint32_t reduced(const soft_texture* t, int level, const uint32_t* from, int x, int y) {
  int width = t->width[level - 1], height = t->height[level - 1], stride = width + 1;
  uint32_t right, up, r = 0;
  int x0 = halfway(x, t->width[level], width, &right);
  int y0 = halfway(y, t->height[level], height, &up);
  int x1 = x0 + 1 < width ? x0 + 1 : x0, y1 = y0 + 1 < height ? y0 + 1 : y0;
  uint32_t texel[4] = {from[y0 * stride + x0], from[y0 * stride + x1], from[y1 * stride + x0],
                       from[y1 * stride + x1]};
  for (int shift = 0; shift < 32; shift += 8) {
    uint32_t c[4];
    for (int i = 0; i < 4; i++) c[i] = texel[i] >> shift & 255;
    uint32_t low = c[0] * (256 - right) + c[1] * right, high = c[2] * (256 - right) + c[3] * right;
    r |= (low * (256 - up) + high * up + 0x8000) >> 16 << shift;
  }
  return r;
}

static void fill_level(const soft_texture* t, int level) {
  int w = t->width[level], h = t->height[level];
  for (int side = 0; side < (t->cube ? 6 : 1); side++) {
    const uint32_t* from = side_of(t, level - 1, side);
    uint32_t* to = side_of(t, level, side);
    for (int y = 0; y < h; y++, to++) {
      for (int x = 0; x < w; x++) *to++ = reduced(t, level, from, x, y);
    }
    fill_margin(t, level, side);
  }
}

bool soft_texture_upload(render_device* dev, int slot, const render_texture* from) {
  if (!soft_room(&dev->texture, &dev->texture_room, slot + 1, sizeof *dev->texture)) return false;
  for (; dev->ntexture <= slot; dev->ntexture++) {
    memset(dev->texture + dev->ntexture, 0, sizeof *dev->texture);
  }
  soft_texture* t = dev->texture + slot;
  free(t->texel);
  memset(t, 0, sizeof *t);
  t->cube = from->cube;
  t->alpha = from->nchannel == 4;
  int w = from->width, h = from->height;
  size_t total = 0, sides = from->cube ? 6 : 1;
  while (w > 0 && h > 0 && t->nlevel < MAX_LEVELS) {
    t->width[t->nlevel] = w;
    t->height[t->nlevel] = h;
    t->offset[t->nlevel++] = (int)total;
    total += sides * (size_t)(w + 1) * (size_t)(h + 1);
    if (w == 1 && h == 1) break;
    w = w > 1 ? w / 2 : 1;
    h = h > 1 ? h / 2 : 1;
  }
  t->texel = total <= INT32_MAX ? malloc((total + 1) * sizeof *t->texel) : NULL;
  if (!t->texel) {
    t->nlevel = 0;
    return false;
  }
  if (t->nlevel) fill_level_0(t, from);
  for (int level = 1; level < t->nlevel; level++) fill_level(t, level);
  return true;
}
