// Texels: two levels of a pyramid, in each the four texels around a point.
//
// Colours are weighed two channels at a time in one word: 8 bits of each, and 8
// bits of room.
#include <math.h>

#include "base/platform/compiler.h"
#include "render/soft/power.h"
#include "render/soft/scene.h"

// Between a and b: weight of b from 0 to 256.
INLINED uint32_t mix(uint32_t a, uint32_t b, uint32_t weight) {
  uint32_t even = a & 0xff00ff, odd = a >> 8 & 0xff00ff;
  even = (even * (256 - weight) + (b & 0xff00ff) * weight + 0x800080) >> 8 & 0xff00ff;
  odd = (odd * (256 - weight) + (b >> 8 & 0xff00ff) * weight + 0x800080) & 0xff00ff00;
  return even | odd;
}

// Where in a level to look, by fragment: index of the level's first texel, its
// sizes, coordinates in texels.
typedef struct {
  _Alignas(64) int level[BATCH], side[BATCH];
  _Alignas(64) float x[BATCH], y[BATCH];  // shares of the picture
} texel_position;

// Texels of one level, or, where fragments want different ones, of that of
// each: its sizes are looked up.
INLINED void four_of(const soft_texture* t, const texel_position* restrict p, int add,
                     int one_level, int n, uint32_t* restrict out) {
  const int wrap = t->cube ? 0 : -1, last = t->nlevel - 1;
  const int* restrict widths = t->width, * restrict heights = t->height, * restrict firsts = t->offset;
  const uint32_t* restrict texel = t->texel;
  for (int i = 0; i < n; i++) {
    int level = one_level >= 0 ? one_level : p->level[i] + add;
    level = level < last ? level : last;
    int width = widths[level], height = heights[level];
    int first = firsts[level] + p->side[i] * width * height;
    float x = p->x[i] * (float)width - .5f, y = p->y[i] * (float)height - .5f;
    int x0 = (int)(x + 1) - 1, y0 = (int)(y + 1) - 1;
    uint32_t wx = (uint32_t)((x - (float)x0) * 256), wy = (uint32_t)((y - (float)y0) * 256);
    int x1 = x0 + 1, y1 = y0 + 1;
    x0 = x0 < 0 ? wrap & (width - 1) : x0;
    y0 = y0 < 0 ? wrap & (height - 1) : y0;
    x1 = x1 >= width ? ~wrap & (width - 1) : x1;
    y1 = y1 >= height ? ~wrap & (height - 1) : y1;
    x0 = x0 >= width ? width - 1 : x0;
    y0 = y0 >= height ? height - 1 : y0;
    int row0 = first + y0 * width, row1 = first + y1 * width;
    uint32_t low = mix(texel[row0 + x0], texel[row0 + x1], wx);
    uint32_t high = mix(texel[row1 + x0], texel[row1 + x1], wx);
    out[i] = mix(low, high, wy);
  }
}

static void four_texels(const soft_texture* t, const texel_position* p, int add, int n,
                        uint32_t* out) {
  int differ = 0;
  for (int i = 0; i < n; i++) differ |= p->level[i] ^ p->level[0];
  if (differ) {
    four_of(t, p, add, -1, n, out);
  } else {
    four_of(t, p, 0, p->level[0] + add, n, out);
  }
}

// Level of detail: log2 of the longer side of a pixel, in texels.
static void find_level(const soft_texture* t, const float size2[BATCH], int n, texel_position* p,
                       uint32_t between[BATCH]) {
  const int most = t->nlevel - 1;
  for (int i = 0; i < n; i++) {
    float level = .5f * log2_of(size2[i] + 1e-20f);
    level = .5f * (level + fabsf(level));
    int whole = (int)level, part = (int)((level - (float)whole) * 256);
    p->level[i] = whole < most ? whole : most;
    between[i] = (uint32_t)(part & -(whole < most));
  }
}

static void place_flat(const soft_texture* t, const soft_lookup* at, int n, texel_position* p,
                       float size2[BATCH]) {
  float width = (float)t->width[0], height = (float)t->height[0];
  for (int i = 0; i < n; i++) {
    float u = at->u[i], v = at->v[i];
    u = keep_if((u > -1e6f) & (u < 1e6f), u);
    v = keep_if((v > -1e6f) & (v < 1e6f), v);
    float fu = u - (float)(int)u, fv = v - (float)(int)v;
    p->x[i] = fu < 0 ? fu + 1 : fu;
    p->y[i] = fv < 0 ? fv + 1 : fv;
    p->side[i] = 0;
    float ax = at->du[0][i] * width, ay = at->dv[0][i] * height;
    float bx = at->du[1][i] * width, by = at->dv[1][i] * height;
    float a = ax * ax + ay * ay, b = bx * bx + by * by;
    size2[i] = a > b ? a : b;
  }
}

// The side of the cube in a direction, and where on it; axes of each as OpenGL
// has them.
static void place_cube(const soft_texture* t, const soft_lookup* at, int n, texel_position* p,
                       float size2[BATCH]) {
  float half = .5f * (float)t->width[0];
  for (int i = 0; i < n; i++) {
    float x = at->u[i], y = at->v[i], z = at->w[i];
    float ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
    bool is_x = ax >= ay && ax >= az, is_y = !is_x && ay >= az;
    float major = is_x ? x : is_y ? y : z;
    float sign = major < 0 ? -1 : 1, m = fabsf(major) > 1e-30f ? fabsf(major) : 1e-30f;
    float s = is_x ? -sign * z : is_y ? x : sign * x;
    float c = is_x ? -y : is_y ? sign * z : -y;
    p->side[i] = (is_x ? 0 : is_y ? 2 : 4) + (major < 0);
    float r = 1 / m;
    p->x[i] = .5f * (s * r + 1);
    p->y[i] = .5f * (c * r + 1);
    float size = 0;
    for (int k = 0; k < 2; k++) {
      float dx = at->du[k][i], dy = at->dv[k][i], dz = at->dw[k][i];
      float ds = is_x ? -sign * dz : is_y ? dx : sign * dx;
      float dc = is_x ? -dy : is_y ? sign * dz : -dy;
      float dm = sign * (is_x ? dx : is_y ? dy : dz);
      float a = (ds - s * r * dm) * r * half, b = (dc - c * r * dm) * r * half;
      float here = a * a + b * b;
      size = here > size ? here : size;
    }
    size2[i] = size;
  }
}

void soft_sample_texture(const soft_texture* t, soft_lookup* at, int n, float rgba[4][BATCH]) {
  texel_position p = {.level = {0}};
  _Alignas(64) float size2[BATCH];
  _Alignas(64) uint32_t between[BATCH], fine[BATCH], coarse[BATCH];
  if (!t->nlevel) {
    for (int i = 0; i < n; i++) rgba[0][i] = rgba[1][i] = rgba[2][i] = rgba[3][i] = 1;
    return;
  }
  if (t->cube) {
    place_cube(t, at, n, &p, size2);
  } else {
    place_flat(t, at, n, &p, size2);
  }
  find_level(t, size2, n, &p, between);
  four_texels(t, &p, 0, n, fine);
  uint32_t any = 0;
  for (int i = 0; i < n; i++) any |= between[i];
  if (any) {
    four_texels(t, &p, 1, n, coarse);
    for (int i = 0; i < n; i++) fine[i] = mix(fine[i], coarse[i], between[i]);
  }
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < n; i++) rgba[k][i] = (float)(fine[i] >> 8 * k & 255) * (1 / 255.f);
  }
}
