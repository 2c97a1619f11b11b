// Texture sampling: bilinear in two mipmap levels.
//
// Colours are interpolated two channels at a time in one word: 8 bits each, with 8 bits headroom.
#include <math.h>
#include <string.h>

#include "base/platform/compiler.h"
#include "render/soft/eight.h"
#include "render/soft/power.h"
#include "render/soft/scene.h"

// Interpolates between a and b; weight of b from 0 to 256.
INLINED uint32_t mix(uint32_t a, uint32_t b, uint32_t weight) {
  uint32_t even = a & 0xff00ff, odd = a >> 8 & 0xff00ff;
  even = (even * (256 - weight) + (b & 0xff00ff) * weight + 0x800080) >> 8 & 0xff00ff;
  odd = (odd * (256 - weight) + (b >> 8 & 0xff00ff) * weight + 0x800080) & 0xff00ff00;
  return even | odd;
}

// Position in a level per fragment: index of the level's first texel, its sizes, coordinates in
// texels.
typedef struct {
  _Alignas(64) int level[BATCH], side[BATCH];
  _Alignas(64) float x[BATCH], y[BATCH];  // texture coordinates
} texel_position;

// The lower left of four texels, the distance to the row above, and the weights (of 256) of the
// right and upper texels, duplicated in both halves of a word.
typedef struct {
  _Alignas(64) int at[BATCH], above[BATCH];
  _Alignas(64) uint32_t right[BATCH], up[BATCH];
} texel_corner;

// Levels have one additional column and row, so that neighbours are adjacent in memory.
static void find_corners(const soft_texture* t, const texel_position* restrict p, int add, int n,
                         texel_corner* restrict c) {
  const int repeats = !t->cube;
  const int last = t->nlevel - 1;
  const int* restrict widths = t->width, * restrict heights = t->height, * restrict firsts = t->offset;
  for (int i = 0; i < n; i++) {
    int level = p->level[i] + add < last ? p->level[i] + add : last;
    int width = widths[level], height = heights[level];
    float x = p->x[i] * (float)width - .5f, y = p->y[i] * (float)height - .5f;
    x = keep_if((x >= 0) | repeats, x + keep_if(x < 0, (float)width));
    y = keep_if((y >= 0) | repeats, y + keep_if(y < 0, (float)height));
    int x0 = (int)x, y0 = (int)y;
    c->right[i] = (uint32_t)((x - (float)x0) * 256) * 0x10001;
    c->up[i] = (uint32_t)((y - (float)y0) * 256) * 0x10001;
    x0 = x0 < width ? x0 : width - 1;
    y0 = y0 < height ? y0 : height - 1;
    c->above[i] = width + 1;
    c->at[i] = firsts[level] + (p->side[i] * (height + 1) + y0) * (width + 1) + x0;
  }
}

typedef uint16_t sixteen_words VECTOR(uint16_t, 16);

INLINED int64_t pair_at(const uint32_t* texel) {
  int64_t pair;
  memcpy(&pair, texel, sizeof pair);
  return pair;
}

// Load the texels of eight fragments, and their right neighbours.
INLINED void load_pairs(const uint32_t* texel, const int* at, sixteen_words* left,
                        sixteen_words* right) {
  four_long a = {pair_at(texel + at[0]), pair_at(texel + at[1]), pair_at(texel + at[4]),
                 pair_at(texel + at[5])};
  four_long b = {pair_at(texel + at[2]), pair_at(texel + at[3]), pair_at(texel + at[6]),
                 pair_at(texel + at[7])};
  eight_bits x = (eight_bits)a, y = (eight_bits)b;
  *left = (sixteen_words)VECTOR_SHUFFLE(x, y, eight_bits, 0, 2, 8, 10, 4, 6, 12, 14);
  *right = (sixteen_words)VECTOR_SHUFFLE(x, y, eight_bits, 1, 3, 9, 11, 5, 7, 13, 15);
}

INLINED sixteen_words words_load(const uint32_t* p) {
  sixteen_words x;
  memcpy(&x, p, sizeof x);
  return x;
}

// Interpolate between four texels; alternate channels are in different registers.
static void mix_texels(const uint32_t* restrict texel, const texel_corner* restrict c, int n,
                       uint32_t* restrict out) {
  for (int i = 0; i < n; i += EIGHT) {
    int above[EIGHT];
    for (int k = 0; k < EIGHT; k++) above[k] = c->at[i + k] + c->above[i + k];
    sixteen_words row[2][2], sum[2];
    load_pairs(texel, c->at + i, &row[0][0], &row[0][1]);
    load_pairs(texel, above, &row[1][0], &row[1][1]);
    sixteen_words up = words_load(c->up + i), right = words_load(c->right + i);
    sixteen_words down = 256 - up, left = 256 - right;
    for (int odd = 0; odd < 2; odd++) {
      sixteen_words v[2];
      for (int k = 0; k < 2; k++) {
        sixteen_words low = odd ? row[0][k] >> 8 : row[0][k] & 255;
        sixteen_words high = odd ? row[1][k] >> 8 : row[1][k] & 255;
        v[k] = (low * down + high * up + 128) >> 8;
      }
      sum[odd] = v[0] * left + v[1] * right + 128;
    }
    sixteen_words all = sum[0] >> 8 | (sum[1] & 0xff00);
    memcpy(out + i, &all, sizeof all);
  }
}

static void four_texels(const soft_texture* t, const texel_position* p, int add, int n,
                        uint32_t* out) {
  texel_corner c;
  find_corners(t, p, add, n, &c);
  mix_texels(t->texel, &c, n, out);
}

// Level of detail: log2 of the longer side of a pixel in texels.
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

// The side of the cube for a direction, and the position on it, with the axes of OpenGL.
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
