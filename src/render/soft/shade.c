// Shading of fragments: interpolation, texture, light, fog.  Fragments of one item are processed
// together, one loop per step.
#include <math.h>
#include <string.h>

#include "base/platform/compiler.h"
#include "render/soft/eight.h"
#include "render/soft/power.h"
#include "render/soft/scene.h"

// Intermediate values of fragments; arrays are padded to whole registers.
typedef struct {
  _Alignas(64) float dx[BATCH], dy[BATCH];  // pixel, relative to the tile's corner
  _Alignas(64) float r[BATCH];              // 1/w-like factor, in a unit of each triangle
  _Alignas(64) float local[3][BATCH];
  _Alignas(64) float slope[2][3][BATCH];  // derivatives of local coordinates by pixel
  _Alignas(64) float coord[2][BATCH];
  _Alignas(64) float coord_slope[2][2][BATCH];
  _Alignas(64) float pos[3][BATCH], normal[3][BATCH], view[3][BATCH];
  _Alignas(64) float texel[4][BATCH];
} surface_points;

// --- interpolation ------------------------------------------------------------------------------

// A linear function over a triangle: its numerator in screen space.
typedef struct {
  float x, y, c;
} uv_slope;

INLINED uv_slope over_screen(const float* f, float v0, float v1, float v2) {
  uv_slope s = {f[0] * v0 + f[3] * v1 + f[6] * v2, f[1] * v0 + f[4] * v1 + f[7] * v2,
                f[2] * v0 + f[5] * v1 + f[8] * v2};
  return s;
}

static void flat_normal(const render_item* it, const float* const p[3], float n[3]) {
  float e[2][3];
  for (int i = 0; i < 2; i++) {
    float d[3];
    for (int k = 0; k < 3; k++) d[k] = p[i + 1][k] - p[0][k];
    for (int k = 0; k < 3; k++) {
      const float* m = it->pose + 4 * k;
      e[i][k] = m[0] * d[0] + m[1] * d[1] + m[2] * d[2];
    }
  }
  for (int k = 0; k < 3; k++) {
    int a = (k + 1) % 3, b = (k + 2) % 3;
    n[k] = e[0][a] * e[1][b] - e[0][b] * e[1][a];
  }
}

// As along_triangle, for few fragments: all attributes of one at once.  (3 % of a picture of
// humanoids, 1.6 times as fast.)
static void along_few(const soft_shape* shape, const render_item* it, const soft_face* t,
                      const int corner[2], surface_points* w, int from, int until) {
  const bool slopes = it->mapping == RENDER_LOCAL || it->mapping == RENDER_CUBE;
  const float* f = t->f;
  eight across = eight_all(0), up = across, rest = across;  // of 1, position, normal
  for (int i = 0; i < 3; i++) {
    const float *p = shape->position + 3 * t->corner[i], *n = shape->normal + 3 * t->corner[i];
    eight v = {1, p[0], p[1], p[2], n[0], n[1], n[2], 0};
    across += v * f[3 * i];
    up += v * f[3 * i + 1];
    rest += v * f[3 * i + 2];
  }
  float ox = (float)(corner[0] - t->at[0]) - .5f, oy = (float)(corner[1] - t->at[1]) - .5f;
  for (int i = from; i < until; i++) {
    eight at = across * (w->dx[i] + ox) + up * (w->dy[i] + oy) + rest;
    float r = 1 / at[0];
    eight local = at * r;
    w->r[i] = r;
    for (int k = 0; k < 3; k++) {
      w->local[k][i] = local[1 + k];
      w->normal[k][i] = at[4 + k];
    }
    if (!slopes) continue;
    eight x = (across - local * across[0]) * r, y = (up - local * up[0]) * r;
    for (int k = 0; k < 3; k++) {
      w->slope[0][k][i] = x[1 + k];
      w->slope[1][k][i] = y[1 + k];
    }
  }
}

// Fragments from ... until - 1, of one triangle.
static void along_triangle(const soft_shape* shape, const render_item* it, const soft_face* t,
                           const int corner[2], surface_points* w, int from, int until) {
  const bool coords =
      shape->has_texcoord && (it->mapping == RENDER_EXPLICIT || it->vertex_alpha > 0);
  const bool coord_slopes = it->mapping == RENDER_EXPLICIT;
  const bool slopes = it->mapping == RENDER_LOCAL || it->mapping == RENDER_CUBE;
  if (until - from < EIGHT && shape->has_normal && !coords) {
    along_few(shape, it, t, corner, w, from, until);
    return;
  }
  const float* f = t->f;
  const float* p[3];
  uv_slope q = {f[0] + f[3] + f[6], f[1] + f[4] + f[7], f[2] + f[5] + f[8]};
  uv_slope at[3], normal[3] = {{0}}, coord[2] = {{0}};
  for (int i = 0; i < 3; i++) p[i] = shape->position + 3 * t->corner[i];
  for (int k = 0; k < 3; k++) at[k] = over_screen(f, p[0][k], p[1][k], p[2][k]);
  if (shape->has_normal) {
    const float* n[3];
    for (int i = 0; i < 3; i++) n[i] = shape->normal + 3 * t->corner[i];
    for (int k = 0; k < 3; k++) normal[k] = over_screen(f, n[0][k], n[1][k], n[2][k]);
  } else {
    float n[3];
    flat_normal(it, p, n);
    for (int k = 0; k < 3; k++) normal[k].c = n[k];
  }
  if (coords) {
    const float* c[3];
    for (int i = 0; i < 3; i++) c[i] = shape->texcoord + 2 * t->corner[i];
    for (int k = 0; k < 2; k++) coord[k] = over_screen(f, c[0][k], c[1][k], c[2][k]);
  }
  float ox = (float)(corner[0] - t->at[0]) - .5f, oy = (float)(corner[1] - t->at[1]) - .5f;
  for (int i = from; i < until; i++) {
    float x = w->dx[i] + ox, y = w->dy[i] + oy;
    float r = 1 / (q.x * x + q.y * y + q.c);
    for (int k = 0; k < 3; k++) w->local[k][i] = (at[k].x * x + at[k].y * y + at[k].c) * r;
    w->r[i] = r;
  }
  for (int i = from; i < until && it->lit && !it->plane; i++) {
    float x = w->dx[i] + ox, y = w->dy[i] + oy;
    for (int k = 0; k < 3; k++) w->normal[k][i] = normal[k].x * x + normal[k].y * y + normal[k].c;
  }
  for (int i = from; i < until && slopes; i++) {
    for (int k = 0; k < 3; k++) {
      w->slope[0][k][i] = (at[k].x - w->local[k][i] * q.x) * w->r[i];
      w->slope[1][k][i] = (at[k].y - w->local[k][i] * q.y) * w->r[i];
    }
  }
  if (!coords && !coord_slopes) return;
  for (int i = from; i < until; i++) {
    float x = w->dx[i] + ox, y = w->dy[i] + oy, r = w->r[i];
    for (int k = 0; k < 2; k++) {
      w->coord[k][i] = (coord[k].x * x + coord[k].y * y + coord[k].c) * r;
      w->coord_slope[0][k][i] = (coord[k].x - w->coord[k][i] * q.x) * r;
      w->coord_slope[1][k][i] = (coord[k].y - w->coord[k][i] * q.y) * r;
    }
  }
}

// The normal of a plane, its z axis.
static void face_up(const render_item* it, surface_points* w, int n) {
  const float* r = it->normal;
  float s = 1 / sqrtf(r[2] * r[2] + r[5] * r[5] + r[8] * r[8] + 1e-30f);
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < n; i++) w->normal[k][i] = r[3 * k + 2] * s;
  }
}

// Positions and normals in model space.
static void find_points(const render_item* it, bool has_normal, surface_points* w, int n) {
  if (it->plane && it->lit) face_up(it, w, n);
  const float *m = it->pose, *r = it->normal;
  for (int k = 0; k < 3; k++) {
    float m0 = m[4 * k], m1 = m[4 * k + 1], m2 = m[4 * k + 2], m3 = m[4 * k + 3];
    for (int i = 0; i < n; i++) {
      w->pos[k][i] = m0 * w->local[0][i] + m1 * w->local[1][i] + m2 * w->local[2][i] + m3;
    }
  }
  for (int i = 0; i < n && it->lit && !it->plane; i++) {
    float a = w->normal[0][i], b = w->normal[1][i], c = w->normal[2][i];
    float x = has_normal ? r[0] * a + r[1] * b + r[2] * c : a;
    float y = has_normal ? r[3] * a + r[4] * b + r[5] * c : b;
    float z = has_normal ? r[6] * a + r[7] * b + r[8] * c : c;
    float s = 1 / sqrtf(x * x + y * y + z * z + 1e-30f);
    w->normal[0][i] = x * s;
    w->normal[1][i] = y * s;
    w->normal[2][i] = z * s;
  }
}

static void look(const render_item* it, const float eye[3], surface_points* w, int n) {
  if (!(it->specular > 0) && !it->two_sided) return;
  for (int i = 0; i < n; i++) {
    float x = eye[0] - w->pos[0][i], y = eye[1] - w->pos[1][i], z = eye[2] - w->pos[2][i];
    float s = 1 / sqrtf(x * x + y * y + z * z + 1e-30f);
    w->view[0][i] = x * s;
    w->view[1][i] = y * s;
    w->view[2][i] = z * s;
  }
  for (int i = 0; i < n && it->two_sided; i++) {
    float side = w->view[0][i] * w->normal[0][i] + w->view[1][i] * w->normal[1][i] +
                 w->view[2][i] * w->normal[2][i];
    for (int k = 0; k < 3; k++) w->normal[k][i] *= side < 0 ? -1 : 1;
  }
}

// --- texture ------------------------------------------------------------------------------------

static void look_up(const soft_shading* s, const render_item* it, surface_points* w, int n) {
  const soft_texture* t = s->dev->texture + it->texture;
  soft_lookup at;
  bool given = it->mapping == RENDER_EXPLICIT;
  float* to[3] = {at.u, at.v, at.w};
  float(*slope_to[3])[BATCH] = {at.du, at.dv, at.dw};
  for (int k = 0; k < (it->mapping == RENDER_CUBE ? 3 : 2); k++) {
    const float* from = given ? w->coord[k] : w->local[k];
    float scale = given ? 1 : it->scale[k], shift = it->mapping == RENDER_LOCAL ? -.5f : 0;
    for (int i = 0; i < n; i++) to[k][i] = from[i] * scale + shift;
    for (int axis = 0; axis < 2; axis++) {
      const float* change = given ? w->coord_slope[axis][k] : w->slope[axis][k];
      for (int i = 0; i < n; i++) slope_to[k][axis][i] = change[i] * scale;
    }
  }
  soft_sample_texture(t, &at, n, w->texel);
}

// --- light --------------------------------------------------------------------------------------

static inline float clamp01(float x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

// Intensity of a light at each fragment, from distance attenuation and spot cutoff; and its
// direction.
typedef struct {
  _Alignas(64) float x[BATCH], y[BATCH], z[BATCH], strength[BATCH];
} beam;

// False: no fragment is inside the light's cone.
static bool aim(const soft_shading* s, const render_light* l, const surface_points* w, int n,
                beam* b) {
  if (l->directional) {
    float length = sqrtf(l->dir[0] * l->dir[0] + l->dir[1] * l->dir[1] + l->dir[2] * l->dir[2]);
    float scale = length > 0 ? -1 / length : 0;
    for (int i = 0; i < n; i++) {
      b->x[i] = l->dir[0] * scale;
      b->y[i] = l->dir[1] * scale;
      b->z[i] = l->dir[2] * scale;
      b->strength[i] = 1;
    }
    return true;
  }
  float unit = s->scene->frame.light_scale;
  const float* a = l->attenuation;
  for (int i = 0; i < n; i++) {
    float x = l->pos[0] - w->pos[0][i], y = l->pos[1] - w->pos[1][i], z = l->pos[2] - w->pos[2][i];
    float d2 = x * x + y * y + z * z + 1e-30f, d = sqrtf(d2), r = 1 / d;
    b->x[i] = x * r;
    b->y[i] = y * r;
    b->z[i] = z * r;
    b->strength[i] = unit * d;
  }
  for (int i = 0; i < n; i++) {
    float d = b->strength[i], fade = a[0] + d * (a[1] + d * a[2]);
    b->strength[i] = fade > 0 ? 1 / fade : 1;
  }
  if (l->cos_cutoff <= -1) return true;
  float length = sqrtf(l->dir[0] * l->dir[0] + l->dir[1] * l->dir[1] + l->dir[2] * l->dir[2]);
  float scale = length > 0 ? -1 / length : 0, cutoff = l->cos_cutoff, exponent = l->exponent;
  _Alignas(64) float cosine[BATCH];
  int any = 0;
  for (int i = 0; i < n; i++) {
    cosine[i] = scale * (b->x[i] * l->dir[0] + b->y[i] * l->dir[1] + b->z[i] * l->dir[2]);
    any |= cosine[i] >= cutoff;
  }
  for (int i = 0; i < n && any; i++) {
    float spot = power(cosine[i], exponent);
    b->strength[i] *= keep_if(cosine[i] >= cutoff, spot);
  }
  return any != 0;
}

// Cosine below which a highlight is weaker than DULL of the light: most of them are, and left out.
// (1.5 to 2 % of a picture of humanoids, and 1.8 times as fast as all highlights.)
#define DULL (1 / 4096.f)
static float dull_below(float shine) { return shine > 0 ? power(DULL, 1 / shine) : 0; }

// Cosines between normals and half vectors, 0 on unlit sides.  Returns the largest.
static float find_cosines(const surface_points* w, const beam* b, const float lambert[BATCH], int n,
                          float cosine[BATCH]) {
  int most = 0;
  for (int i = 0; i < n; i++) {
    float x = b->x[i] + w->view[0][i], y = b->y[i] + w->view[1][i], z = b->z[i] + w->view[2][i];
    float c = x * w->normal[0][i] + y * w->normal[1][i] + z * w->normal[2][i];
    cosine[i] = keep_if(lambert[i] > 0, c / sqrtf(x * x + y * y + z * z + 1e-30f));
    int bits = bits_of_float(cosine[i]);  // nonnegative floats are ordered like their bits
    most = bits > most ? bits : most;
  }
  return float_of_bits(most);
}

// Add the contribution of a light.
static void add_light(const render_item* it, const render_light* l, const surface_points* w,
                      const beam* b, int n, float rgb[3][BATCH]) {
  float shine = 128 * it->shininess;
  bool gloss = it->specular > 0 && (l->specular[0] > 0 || l->specular[1] > 0 || l->specular[2] > 0);
  _Alignas(64) float lambert[BATCH], cosine[BATCH], highlight[BATCH];
  for (int i = 0; i < n; i++) {
    float c = b->x[i] * w->normal[0][i] + b->y[i] * w->normal[1][i] + b->z[i] * w->normal[2][i];
    lambert[i] = c > 0 ? c : 0;
  }
  for (int k = 0; k < 3; k++) {
    float ambient = l->ambient[k] * it->rgba[k], diffuse = l->diffuse[k] * it->rgba[k];
    for (int i = 0; i < n; i++) rgb[k][i] += b->strength[i] * (ambient + diffuse * lambert[i]);
  }
  if (!gloss || find_cosines(w, b, lambert, n, cosine) < dull_below(shine)) return;
  for (int i = 0; i < n; i++) {
    float h = power(cosine[i], shine);
    highlight[i] = b->strength[i] * keep_if(lambert[i] > 0, it->specular * h);
  }
  for (int k = 0; k < 3; k++) {
    float specular = l->specular[k];
    for (int i = 0; i < n; i++) rgb[k][i] += specular * highlight[i];
  }
}

// --- shadows ------------------------------------------------------------------------------------

// Darken fragments that are shadowed by rectangles.
static void behind_planes(const soft_scene* scene, const soft_shadow* s, const render_item* it,
                          const surface_points* w, int n, const float nominal[BATCH],
                          float lit[BATCH]) {
  for (int p = 0; p < s->nplane; p++) {
    const soft_plane* plane = scene->plane + s->first_plane + p;
    if (scene->draw[plane->item].item.shape == it->shape &&
        !memcmp(scene->draw[plane->item].item.pose, it->pose, sizeof it->pose)) {
      continue;
    }
    const float *m = plane->row, *l = plane->light;
    const int parallel = l[3] == 0;
    for (int i = 0; i < n; i++) {
      float p0 = w->pos[0][i], p1 = w->pos[1][i], p2 = w->pos[2][i];
      float a0 = m[0] * p0 + m[1] * p1 + m[2] * p2 + m[3];
      float a1 = m[4] * p0 + m[5] * p1 + m[6] * p2 + m[7];
      float a2 = m[8] * p0 + m[9] * p1 + m[10] * p2 + m[11];
      // intersection with the ray towards the light: l - a, or opposite to its direction
      float t = -a2 / (l[2] - l[3] * a2);
      float x = a0 + t * (l[0] - l[3] * a0), y = a1 + t * (l[1] - l[3] * a1);
      int crossed = (t > 0) & (parallel | (t < 1)) & (fabsf(a2) > 1e-4f) & (fabsf(x) < 1) &
                    (fabsf(y) < 1) & (nominal[i] > 0);
      lit[i] = keep_if(!crossed, lit[i]);
    }
  }
}

// Fraction of a light that is not shadowed: bilinear interpolation of four texels.
static void find_lit(const soft_scene* scene, int light, const render_item* it,
                     const surface_points* w, int n, float lit[BATCH]) {
  const soft_shadow* s = scene->shadow + light;
  const float* m = s->projection;
  _Alignas(64) float nominal[BATCH];
  for (int i = 0; i < n; i++) lit[i] = 1;
  for (int i = 0; i < n; i++) {  // inside the area that the map would cover
    const float* r = s->nominal;
    float p0 = w->pos[0][i], p1 = w->pos[1][i], p2 = w->pos[2][i];
    float x = fabsf(r[0] * p0 + r[1] * p1 + r[2] * p2 + r[3]);
    float y = fabsf(r[4] * p0 + r[5] * p1 + r[6] * p2 + r[7]);
    float wide = r[8] * p0 + r[9] * p1 + r[10] * p2 + r[11];
    nominal[i] = ((x < wide) & (y < wide)) ? 1 : 0;
  }
  const soft_surface* map = scene->surface + s->surface;
  if (s->used && map->width > 1 && map->height > 1) {
    float right = (float)map->width - 1, top = (float)map->height - 1;
    const float* restrict texel = s->map;
    const int width = map->width;
    _Alignas(64) float at_x[BATCH], at_y[BATCH], at_z[BATCH];
    _Alignas(64) int within[BATCH];
    int any = 0;
    for (int i = 0; i < n; i++) {
      float p0 = w->pos[0][i], p1 = w->pos[1][i], p2 = w->pos[2][i];
      float r = 1 / (m[12] * p0 + m[13] * p1 + m[14] * p2 + m[15]);
      float x = (m[0] * p0 + m[1] * p1 + m[2] * p2 + m[3]) * r - .5f;
      float y = (m[4] * p0 + m[5] * p1 + m[6] * p2 + m[7]) * r - .5f;
      at_x[i] = x;
      at_y[i] = y;
      at_z[i] = (m[8] * p0 + m[9] * p1 + m[10] * p2 + m[11]) * r;
      within[i] = (nominal[i] > 0) & (x >= 0) & (y >= 0) & (x < right) & (y < top);
      any |= within[i];
    }
    for (int i = 0; i < n && any; i++) {
      int keep = -within[i], ix = (int)at_x[i] & keep, iy = (int)at_y[i] & keep;
      int at = iy * width + ix;
      float tx = at_x[i] - (float)ix, ty = at_y[i] - (float)iy, z = at_z[i];
      float a = keep_if(z >= texel[at], 1 - tx) + keep_if(z >= texel[at + 1], tx);
      at += width;
      float b = keep_if(z >= texel[at], 1 - tx) + keep_if(z >= texel[at + 1], tx);
      lit[i] = 1 + keep_if(within[i], a + ty * (b - a) - 1);
    }
  }
  behind_planes(scene, s, it, w, n, nominal, lit);
}

// Add every light with shadows; each is clamped separately.
static void add_shadowed(const soft_shading* s, const render_item* it, const surface_points* w,
                         int n, float rgb[3][BATCH]) {
  const render_frame* f = &s->scene->frame;
  for (int l = 0; l < f->nlight; l++) {
    if (!f->light[l].shadow) continue;
    beam b;
    _Alignas(64) float own[3][BATCH], lit[BATCH];
    if (!aim(s, f->light + l, w, n, &b)) continue;
    for (int k = 0; k < 3; k++) memset(own[k], 0, (size_t)n * sizeof(float));
    find_lit(s->scene, l, it, w, n, lit);
    add_light(it, f->light + l, w, &b, n, own);
    for (int k = 0; k < 3; k++) {
      for (int i = 0; i < n; i++) rgb[k][i] += lit[i] * clamp01(own[k][i]);
    }
  }
}

static void light_up(const soft_shading* s, const render_item* it, surface_points* w, int n,
                     float rgb[3][BATCH]) {
  const render_frame* f = &s->scene->frame;
  for (int k = 0; k < 3; k++) {
    float glow = it->rgba[k] * (it->emission + f->ambient[k]);
    for (int i = 0; i < n; i++) rgb[k][i] = glow;
  }
  for (int l = 0; l < f->nlight; l++) {
    if (s->shadows && f->light[l].shadow) continue;
    beam b;
    if (!aim(s, f->light + l, w, n, &b)) continue;
    add_light(it, f->light + l, w, &b, n, rgb);
  }
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < n; i++) rgb[k][i] = clamp01(rgb[k][i]);
  }
  if (s->shadows) add_shadowed(s, it, w, n, rgb);
}

// --- the stage ----------------------------------------------------------------------------------

static void fog(const soft_shading* s, const surface_points* w, int n, float rgb[3][BATCH]) {
  const render_frame* f = &s->scene->frame;
  const float* d = s->mirrored ? f->mirror_distance : f->distance;
  float scale = 1 / (f->fog_end - f->fog_start);
  for (int i = 0; i < n; i++) {
    float z = fabsf(d[0] * w->pos[0][i] + d[1] * w->pos[1][i] + d[2] * w->pos[2][i] + d[3]);
    float clear = clamp01((f->fog_end - z) * scale);
    for (int k = 0; k < 3; k++) rgb[k][i] = f->fog_rgb[k] + clear * (rgb[k][i] - f->fog_rgb[k]);
  }
}

// Pixel centres, or sample positions, relative to the tile's corner.
static void place(const soft_batch* b, surface_points* w) {
  for (int i = 0; i < b->n && !b->f; i++) {
    int pixel = b->first + i;
    w->dx[i] = (float)(pixel % TILE) + .5f;
    w->dy[i] = (float)(pixel / TILE) + .5f;
  }
  for (int i = 0; i < b->n && b->f; i++) {
    const int* at = soft_sample[b->f[i].sample];
    w->dx[i] = (float)(b->f[i].pixel % TILE) + (float)at[0] / SUB;
    w->dy[i] = (float)(b->f[i].pixel / TILE) + (float)at[1] / SUB;
  }
}

// Attributes of all fragments.  Returns their number rounded up to whole registers.
static int spread(const soft_shading* s, const render_item* it, const soft_batch* b,
                  surface_points* w) {
  const soft_shape* shape = s->dev->shape + it->shape;
  int corner[2] = {s->left, s->bottom}, n = b->n;
  place(b, w);
  if (!b->f) along_triangle(shape, it, s->list[b->triangle].face, corner, w, 0, n);
  for (int i = 0, j; i < n && b->f; i = j) {
    for (j = i + 1; j < n && b->f[j].triangle == b->f[i].triangle;) j++;
    along_triangle(shape, it, s->list[b->f[i].triangle].face, corner, w, i, j);
  }
  int whole = (n + 7) & ~7;
  for (int i = n; i < whole; i++) {  // repeat the last one
    for (int k = 0; k < 3; k++) {
      w->local[k][i] = w->local[k][n - 1];
      w->normal[k][i] = it->plane ? 0 : w->normal[k][n - 1];
      w->slope[0][k][i] = w->slope[1][k][i] = 0;
    }
    for (int k = 0; k < 2; k++) {
      w->coord[k][i] = w->coord[k][n - 1];
      w->coord_slope[0][k][i] = w->coord_slope[1][k][i] = 0;
    }
  }
  return whole;
}

void soft_shade(const soft_shading* s, const render_item* it, const soft_batch* batch,
                soft_colors* out) {
  const render_frame* frame = &s->scene->frame;
  const bool plain = !it->lit && it->mapping == RENDER_PLAIN && it->vertex_alpha == 0;
  surface_points w;
  const int n = plain && !frame->fog ? batch->n : spread(s, it, batch, &w);
  for (int i = 0; i < n; i++) out->alpha[i] = it->rgba[3];
  for (int k = 0; k < 3 && !it->lit; k++) {
    for (int i = 0; i < n; i++) out->rgb[k][i] = it->rgba[k];
  }
  if (plain && !frame->fog) return;
  if (it->lit || frame->fog) find_points(it, s->dev->shape[it->shape].has_normal, &w, n);
  if (it->lit) {
    look(it, s->mirrored ? frame->mirror_eye : frame->eye, &w, n);
    light_up(s, it, &w, n, out->rgb);
  }
  if (it->mapping != RENDER_PLAIN && it->texture < s->dev->ntexture) {
    look_up(s, it, &w, n);
    for (int k = 0; k < 3; k++) {
      for (int i = 0; i < n; i++) out->rgb[k][i] *= w.texel[k][i];
    }
    for (int i = 0; i < n; i++) out->alpha[i] *= w.texel[3][i];
  }
  for (int i = 0; i < n && it->vertex_alpha > 0; i++) out->alpha[i] *= w.coord[0][i];
  if (frame->fog) fog(s, &w, n, out->rgb);
}

// --- planes -------------------------------------------------------------------------------------

// Light on a plane varies slowly: over a whole tile it is found at nodes, and interpolated between
// them.  (15 % of a picture of humanoids.)
enum { STEP = 4, NODES = TILE / STEP + 1, ALL_NODES = NODES * NODES, MOST_LIT = 4 };
#define MOST_RECEDING 1.5f   // farthest over nearest point of a tile
#define MOST_EDGE     .025f  // brightness at the edge of a cone that may be spread over STEP pixels

typedef struct {
  soft_colors base;
  int nlit, light[MOST_LIT];  // lights whose shadows may lie in the tile
  soft_colors own[MOST_LIT];
} node_light;

// Whether the edge of a cone, where it is visible, lies in the tile.
static bool edge_within(const render_light* l, const beam* b) {
  if (l->cos_cutoff <= -1) return false;
  float most = fmaxf(fmaxf(l->diffuse[0], l->diffuse[1]), l->diffuse[2]);
  int dark = 0, bright = 0;
  for (int i = 0; i < ALL_NODES; i++) {
    dark |= b->strength[i] == 0;
    bright |= b->strength[i] != 0;
  }
  return dark && bright && most * power(fmaxf(l->cos_cutoff, 0), l->exponent) > MOST_EDGE;
}

// Whether something may cast a shadow of a light on the tile.  (Most tiles have no shadow, and need
// no points of their own: the light of planes is found 1.7 times as fast in a picture of a
// humanoid, 1.4 times in one of 22.)
static bool shadow_within(const soft_scene* scene, int light, const render_item* it,
                          const surface_points* w) {
  const soft_shadow* s = scene->shadow + light;
  for (int p = 0; p < s->nplane; p++) {
    const render_item* other = &scene->draw[scene->plane[s->first_plane + p].item].item;
    if (other->shape != it->shape || memcmp(other->pose, it->pose, sizeof it->pose)) return true;
  }
  if (!s->used) return false;
  const soft_surface* map = scene->surface + s->surface;
  const float *m = s->projection, size[2] = {(float)map->width, (float)map->height};
  float low[2] = {size[0], size[1]}, high[2] = {-1, -1};
  for (int i = 0; i < ALL_NODES; i++) {
    const float p[3] = {w->pos[0][i], w->pos[1][i], w->pos[2][i]};
    float wide = m[12] * p[0] + m[13] * p[1] + m[14] * p[2] + m[15];
    if (!(wide > 0)) return true;
    for (int k = 0; k < 2; k++) {
      const float* r = m + 4 * k;
      float at = (r[0] * p[0] + r[1] * p[1] + r[2] * p[2] + r[3]) / wide;
      low[k] = fminf(low[k], at);
      high[k] = fmaxf(high[k], at);
    }
  }
  int from[2], until[2];  // tiles of the map, with the texels around
  for (int k = 0; k < 2; k++) {
    from[k] = (int)fmaxf(low[k] - 2, 0) >> TILE_BITS;
    until[k] = (int)fmaxf(fminf(high[k] + 2, size[k] - 1), -1) >> TILE_BITS;
  }
  for (int y = from[1]; y <= until[1]; y++) {
    for (int x = from[0]; x <= until[0]; x++) {
      if (s->busy[y * map->across + x]) return true;
    }
  }
  return false;
}

// Add a light at the nodes.  False: it varies too much.
static bool light_nodes(const soft_shading* s, const render_item* it, const surface_points* w,
                        int light, node_light* k) {
  const render_light* l = s->scene->frame.light + light;
  const int n = (ALL_NODES + 7) & ~7;
  bool casts = s->shadows && l->shadow;
  beam b;
  if (!aim(s, l, w, n, &b)) return true;
  if (edge_within(l, &b)) return false;
  if (!casts) {
    add_light(it, l, w, &b, n, k->base.rgb);
    return true;
  }
  if (k->nlit == MOST_LIT) return false;
  soft_colors* own = k->own + k->nlit;
  memset(own->rgb, 0, sizeof own->rgb);
  add_light(it, l, w, &b, n, own->rgb);
  k->light[k->nlit++] = light;
  return true;
}

// All lights: those without shadows first, whose sum is clamped; then each of the others.
static bool find_nodes(const soft_shading* s, const render_item* it, const surface_points* w,
                       node_light* k) {
  const render_frame* f = &s->scene->frame;
  const int n = (ALL_NODES + 7) & ~7;
  for (int c = 0; c < 3; c++) {
    float glow = it->rgba[c] * (it->emission + f->ambient[c]);
    for (int i = 0; i < n; i++) k->base.rgb[c][i] = glow;
  }
  for (int pass = 0; pass < 2; pass++) {
    for (int l = 0; l < f->nlight; l++) {
      bool later = s->shadows && f->light[l].shadow;
      if (later == (pass == 1) && !light_nodes(s, it, w, l, k)) return false;
    }
    for (int c = 0; c < 3 && pass == 0; c++) {
      for (int i = 0; i < n; i++) k->base.rgb[c][i] = clamp01(k->base.rgb[c][i]);
    }
  }
  int kept = 0;
  for (int j = 0; j < k->nlit; j++) {
    soft_colors* own = k->own + j;
    bool varies = shadow_within(s->scene, k->light[j], it, w);
    for (int c = 0; c < 3; c++) {
      for (int i = 0; i < n; i++) {
        own->rgb[c][i] = clamp01(own->rgb[c][i]);
        if (!varies) k->base.rgb[c][i] += own->rgb[c][i];
      }
    }
    if (!varies) continue;
    if (kept != j) k->own[kept] = *own;
    k->light[kept++] = k->light[j];
  }
  k->nlit = kept;
  return true;
}

// Light in rows of pixels through the nodes.
typedef struct {
  _Alignas(64) float rgb[3][NODES][TILE];
} node_rows;

static void along_rows(const soft_colors* nodes, node_rows* out) {
  for (int c = 0; c < 3; c++) {
    for (int y = 0; y < NODES; y++) {
      const float* node = nodes->rgb[c] + y * NODES;
      for (int k = 0; k + 1 < NODES; k++) {
        float a = node[k], slope = (node[k + 1] - a) / STEP;
        for (int j = 0; j < STEP; j++) out->rgb[c][y][STEP * k + j] = a + (float)j * slope;
      }
    }
  }
}

// Of BATCH pixels from pixel `first` on.
static void between_rows(const node_rows* rows, int first, soft_colors* out) {
  for (int c = 0; c < 3; c++) {
    for (int i = 0; i < BATCH; i += TILE) {
      int y = (first + i) / TILE;
      float up = (float)(y % STEP) / STEP;
      const float *low = rows->rgb[c][y / STEP], *high = rows->rgb[c][y / STEP + 1];
      float* to = out->rgb[c] + i;
      for (int x = 0; x < TILE; x++) to[x] = low[x] + up * (high[x] - low[x]);
    }
  }
}

// Whether the nodes are before the viewer, and none much farther than another.
static bool place_nodes(const soft_shading* s, const render_item* it, int triangle,
                        surface_points* w) {
  const soft_shape* shape = s->dev->shape + it->shape;
  const int corner[2] = {s->left, s->bottom}, n = (ALL_NODES + 7) & ~7;
  for (int i = 0; i < n; i++) {
    int node = i < ALL_NODES ? i : ALL_NODES - 1;
    w->dx[i] = (float)(node % NODES * STEP) + .5f;
    w->dy[i] = (float)(node / NODES * STEP) + .5f;
  }
  along_triangle(shape, it, s->list[triangle].face, corner, w, 0, n);
  float near = w->r[0], far = w->r[0];
  for (int i = 1; i < ALL_NODES; i++) {
    near = w->r[i] < near ? w->r[i] : near;
    far = w->r[i] > far ? w->r[i] : far;
  }
  if (!(near > 0) || far > MOST_RECEDING * near) return false;
  find_points(it, shape->has_normal, w, n);
  look(it, s->mirrored ? s->scene->frame.mirror_eye : s->scene->frame.eye, w, n);
  return true;
}

bool soft_shade_plane(const soft_shading* s, const render_item* it, int triangle,
                      float color[3][TILE_PIXELS]) {
  surface_points w;
  node_light k;
  k.nlit = 0;
  const render_frame* f = &s->scene->frame;
  if (!it->plane || !it->lit || it->two_sided || f->fog || f->wireframe) return false;
  if (!place_nodes(s, it, triangle, &w) || !find_nodes(s, it, &w, &k)) return false;
  bool textured = it->mapping != RENDER_PLAIN && it->texture < s->dev->ntexture;
  node_rows rows[1 + MOST_LIT];
  along_rows(&k.base, rows);
  for (int j = 0; j < k.nlit; j++) along_rows(k.own + j, rows + 1 + j);
  for (int first = 0; first < TILE_PIXELS; first += BATCH) {
    soft_batch b = {NULL, BATCH, first, triangle};
    soft_colors sum, own;
    between_rows(rows, first, &sum);
    if (textured || k.nlit) spread(s, it, &b, &w);
    if (k.nlit) find_points(it, true, &w, BATCH);
    for (int j = 0; j < k.nlit; j++) {
      _Alignas(64) float lit[BATCH];
      find_lit(s->scene, k.light[j], it, &w, BATCH, lit);
      between_rows(rows + 1 + j, first, &own);
      for (int c = 0; c < 3; c++) {
        for (int i = 0; i < BATCH; i++) sum.rgb[c][i] += lit[i] * own.rgb[c][i];
      }
    }
    if (textured) look_up(s, it, &w, BATCH);
    for (int c = 0; c < 3; c++) {
      for (int i = 0; i < BATCH; i++)
        color[c][first + i] = sum.rgb[c][i] * (textured ? w.texel[c][i] : 1);
    }
  }
  return true;
}
