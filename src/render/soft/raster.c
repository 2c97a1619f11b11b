// Rasterises one tile: triangles to samples, samples to fragments, fragments to colours.
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/soft/eight.h"
#include "render/soft/scene.h"

const int soft_sample[MAX_SAMPLES + 1][2] = {{SUB * 3 / 8, SUB / 8},
                                             {SUB * 7 / 8, SUB * 3 / 8},
                                             {SUB / 8, SUB * 5 / 8},
                                             {SUB * 5 / 8, SUB * 7 / 8},
                                             {SUB / 2, SUB / 2}};

// A triangle relative to one tile.
typedef struct {
  float a[3], b[3],
      c[3][MAX_SAMPLES];  // edges at a sample of pixel (x, y): a x + b y + c
  float least[3];         // minimum values of the edge functions
  float zx, zy, z[MAX_SAMPLES];
  int x0, x1, y0, y1;  // pixel range
} local;

// Edge functions at the samples of the tile's first pixel.  A sample exactly on an edge belongs to
// one of the adjacent triangles only.
INLINED bool owns_edge(int32_t a, int32_t b) { return (a > 0) | ((a == 0) & (b < 0)); }

INLINED void localize_edge(local* l, const soft_edges* e, int i, const int32_t corner[2],
                           int samples) {
  const int32_t *u = e->p[i], *v = e->p[(i + 1) % 3];
  int32_t a = u[1] - v[1], b = v[0] - u[0], x = corner[0] - u[0], y = corner[1] - u[1];
  l->a[i] = (float)a * SUB;
  l->b[i] = (float)b * SUB;
  l->least[i] = owns_edge(a, b) ? 0 : FLT_MIN;
  for (int s = 0; s < samples; s++) {
    const int* at = soft_sample[samples > 1 ? s : CENTER];
    l->c[i][s] = (float)((int64_t)a * (x + at[0]) + (int64_t)b * (y + at[1]));
  }
}

// Depth at the samples of the tile's first pixel, and the range of pixels.
INLINED void localize_rest(local* l, const soft_edges* e, int left, int bottom, int samples) {
  l->zx = (float)e->z[0];
  l->zy = (float)e->z[1];
  double z = e->z[0] * left + e->z[1] * bottom + e->z[2];
  for (int s = 0; s < samples; s++) {
    const int* at = soft_sample[samples > 1 ? s : CENTER];
    l->z[s] = (float)(z + (e->z[0] * at[0] + e->z[1] * at[1]) * (1. / SUB));
  }
  l->x0 = e->low[0] > left ? e->low[0] - left : 0;
  l->y0 = e->low[1] > bottom ? e->low[1] - bottom : 0;
  l->x1 = e->high[0] - left < TILE - 1 ? e->high[0] - left : TILE - 1;
  l->y1 = e->high[1] - bottom < TILE - 1 ? e->high[1] - bottom : TILE - 1;
}

INLINED void localize(local* l, const soft_edges* e, int left, int bottom, int samples) {
  const int32_t corner[2] = {left * SUB, bottom * SUB};
  for (int i = 0; i < 3; i++) localize_edge(l, e, i, corner, samples);
  localize_rest(l, e, left, bottom, samples);
}

// Eight pixels of a row: mask of samples inside, and their depths.
typedef struct {
  eight ax[3], zx;
} raster_column;

INLINED raster_column column_at(const local* l, int x) {
  const eight count = {0, 1, 2, 3, 4, 5, 6, 7};
  eight at = count + (float)x;
  raster_column c;
  for (int i = 0; i < 3; i++) c.ax[i] = at * l->a[i];
  c.zx = at * l->zx;
  return c;
}

INLINED eight_bits inside(const local* l, const raster_column* c, float y, int s) {
  eight_bits in = eight_bits_all(-1);
  for (int i = 0; i < 3; i++) {
    eight e = c->ax[i] + (l->c[i][s] + l->b[i] * y);
    in &= (eight_bits)(e >= eight_all(l->least[i]));
  }
  return in;
}

INLINED eight depth_of(const local* l, const raster_column* c, float y, int s) {
  return c->zx + (l->z[s] + l->zy * y);
}

// The terms of a column that are the same in all rows, for all samples.
typedef struct {
  eight edge[3][MAX_SAMPLES], z[MAX_SAMPLES];
} raster_stack;

INLINED void stack_at(raster_stack* k, const local* l, int x, int samples, bool edges) {
  raster_column c = column_at(l, x);
  for (int s = 0; s < samples; s++) {
    for (int i = 0; i < 3 && edges; i++) k->edge[i][s] = c.ax[i] + l->c[i][s];
    k->z[s] = c.zx + l->z[s];
  }
}

// Draw one triangle: the nearer one wins, at equal depth the later one.  first: it covers the whole
// tile, and whatever is there is forgotten.  (6 to 9 % of a picture of humanoids.)
INLINED void draw_samples(const local* l, float* depth, int* id, int number, int samples,
                          bool first) {
  for (int x = l->x0 & ~(EIGHT - 1); x <= l->x1; x += EIGHT) {
    raster_stack c;
    stack_at(&c, l, x, samples, !first);
    for (int y = l->y0; y <= l->y1; y++) {
      eight row[3], row_z = eight_all(l->zy * (float)y);
      for (int i = 0; i < 3; i++) row[i] = eight_all(l->b[i] * (float)y);
      for (int s = 0; s < samples; s++) {
        int at = s * TILE_PIXELS + y * TILE + x;
        eight z = c.z[s] + row_z;
        if (first) {
          eight_store(depth + at, z);
          eight_bits_store(id + at, eight_bits_all(number));
          continue;
        }
        eight old = eight_load(depth + at);
        eight_bits in = (eight_bits)(z >= old);
        for (int i = 0; i < 3; i++)
          in &= (eight_bits)(c.edge[i][s] + row[i] >= eight_all(l->least[i]));
        if (id && !eight_any(in)) continue;
        eight_store(depth + at, eight_choose(in, z, old));
        if (!id) continue;
        eight_bits_store(id + at,
                         eight_bits_choose(in, eight_bits_all(number), eight_bits_load(id + at)));
      }
    }
  }
}

// The sample arrays of a tile, and a lower bound of the depths in it: triangles behind are not
// drawn. (3 % of a picture of a humanoid: the sky behind the floor.)
typedef struct {
  int left, bottom;
  float* depth;
  int* id;  // NULL: depth only
  double reached;
} raster_tile;

// Edge functions of a small triangle, in integers, one a lane: of the tile's first pixel at each
// sample, and what a pixel to the right and upwards adds; less one where the edge is another
// triangle's.  (3 % of a picture of 22 humanoids beside draw_samples for all.)
typedef int32_t four_ints VECTOR(int32_t, 4);
typedef struct {
  four_ints x, y, c[MAX_SAMPLES];
} local_edges;

INLINED void localize_small(local_edges* l, const soft_edges* e, int left, int bottom,
                            int samples) {
  const four_ints px = {e->p[0][0], e->p[1][0], e->p[2][0], 0};
  const four_ints py = {e->p[0][1], e->p[1][1], e->p[2][1], 0};
  four_ints a = py - VECTOR_SHUFFLE(py, py, four_ints, 1, 2, 0, 3);
  four_ints b = VECTOR_SHUFFLE(px, px, four_ints, 1, 2, 0, 3) - px;
  four_ints own = (a > 0) | ((a == 0) & (b < 0));
  four_ints c = a * (left * SUB - px) + b * (bottom * SUB - py) + ~own;
  l->x = a * SUB;
  l->y = b * SUB;
  for (int s = 0; s < samples; s++) {
    const int* at = soft_sample[samples > 1 ? s : CENTER];
    l->c[s] = c + a * at[0] + b * at[1];
  }
}

// As draw_samples; inside is where no edge function is negative.
INLINED void draw_small(const local* l, const local_edges* k, float* depth, int* id, int number,
                        int samples) {
  const eight_bits count = {0, 1, 2, 3, 4, 5, 6, 7};
  for (int x = l->x0 & ~(EIGHT - 1); x <= l->x1; x += EIGHT) {
    eight_bits edge[3][MAX_SAMPLES], row[3];
    eight z[MAX_SAMPLES], along = VECTOR_CONVERT(count + x, eight) * l->zx;
    for (int i = 0; i < 3; i++) {
      eight_bits at = (count + x) * k->x[i];
      for (int s = 0; s < samples; s++) edge[i][s] = at + k->c[s][i];
      row[i] = eight_bits_all(k->y[i] * l->y0);
    }
    for (int s = 0; s < samples; s++) z[s] = along + l->z[s];
    for (int y = l->y0; y <= l->y1; y++) {
      eight row_z = eight_all(l->zy * (float)y);
      for (int s = 0; s < samples; s++) {
        int at = s * TILE_PIXELS + y * TILE + x;
        eight_bits any = (edge[0][s] + row[0]) | (edge[1][s] + row[1]) | (edge[2][s] + row[2]);
        eight here = z[s] + row_z, old = eight_load(depth + at);
        eight_bits in = (eight_bits)(here >= old) & ~(any >> 31);
        if (id && !eight_any(in)) continue;
        eight_store(depth + at, eight_choose(in, here, old));
        if (!id) continue;
        eight_bits_store(id + at,
                         eight_bits_choose(in, eight_bits_all(number), eight_bits_load(id + at)));
      }
      for (int i = 0; i < 3; i++) row[i] += k->y[i];
    }
  }
}

INLINED void draw_small_one(const raster_tile* t, const soft_edges* e, int number, int samples) {
  local l;
  local_edges k;
  localize_small(&k, e, t->left, t->bottom, samples);
  localize_rest(&l, e, t->left, t->bottom, samples);
  draw_small(&l, &k, t->depth, t->id, number, samples);
}

// Whether a triangle covers a whole tile.
static bool covers(const soft_edges* e, int left, int bottom) {
  if (e->low[0] > left || e->low[1] > bottom || e->high[0] < left + TILE - 1 ||
      e->high[1] < bottom + TILE - 1) {
    return false;
  }
  for (int i = 0; i < 3; i++) {
    const int32_t *u = e->p[i], *v = e->p[(i + 1) % 3];
    int64_t a = u[1] - v[1], b = v[0] - u[0];
    int64_t x = (left + (a < 0 ? TILE : 0)) * SUB, y = (bottom + (b < 0 ? TILE : 0)) * SUB;
    if (a * (x - u[0]) + b * (y - u[1]) <= 0) return false;
  }
  return true;
}

// Depth range of a triangle's plane over a tile.
static void depth_bounds(const soft_edges* e, int left, int bottom, double* low, double* high) {
  double across = e->z[0] * TILE, up = e->z[1] * TILE;
  double z = e->z[0] * left + e->z[1] * bottom + e->z[2];
  double rounding = 1e-5 * (fabs(z) + fabs(across) + fabs(up));
  *low = z + (across < 0 ? across : 0) + (up < 0 ? up : 0) - rounding;
  *high = z + (across > 0 ? across : 0) + (up > 0 ? up : 0) + rounding;
}

// Draw one triangle into a tile.
static void draw_one(raster_tile* t, const soft_edges* e, int number, int samples) {
  local l;
  double low = 0, high = 0;
  bool whole = covers(e, t->left, t->bottom);
  if (whole || t->reached > 0) depth_bounds(e, t->left, t->bottom, &low, &high);
  if (t->reached > 0 && high < t->reached) return;
  if (whole && low > t->reached) t->reached = low;
  if (e->small && !whole) {
    if (samples > 1) {
      draw_small_one(t, e, number, MAX_SAMPLES);
    } else {
      draw_small_one(t, e, number, 1);
    }
  } else if (samples > 1) {
    localize(&l, e, t->left, t->bottom, MAX_SAMPLES);
    draw_samples(&l, t->depth, t->id, number, MAX_SAMPLES, false);
  } else {
    localize(&l, e, t->left, t->bottom, 1);
    draw_samples(&l, t->depth, t->id, number, 1, false);
  }
}

// Draw the first triangle of a tile's list, and clear the rest of the tile.
static void draw_first(raster_tile* t, const soft_edges* e, int samples) {
  size_t n = (size_t)samples * TILE_PIXELS;
  if (!covers(e, t->left, t->bottom)) {
    memset(t->depth, 0, n * sizeof *t->depth);
    memset(t->id, 0, n * sizeof *t->id);
    draw_one(t, e, 1, samples);
    return;
  }
  local l;
  double high;
  depth_bounds(e, t->left, t->bottom, &t->reached, &high);
  localize(&l, e, t->left, t->bottom, samples);
  if (samples > 1) {
    draw_samples(&l, t->depth, t->id, 1, MAX_SAMPLES, true);
  } else {
    draw_samples(&l, t->depth, t->id, 1, 1, true);
  }
}

// ------------------------------------------------------------------------------ triangles of tiles

// Append the triangles of some chunks in a tile, in order.  False when there are none.
static bool collect_chunks(const soft_scene* scene, int first, int last, int tile, soft_worker* w) {
  for (int i = first; i < last; i++) {
    const soft_chunk* c = scene->chunk + i;
    if (tile >= c->ntile) continue;
    for (int n = c->head[tile]; n >= 0; n = c->node[n].next) {
      if (!soft_room(&w->list, &w->list_room, w->nlist + 1, sizeof *w->list)) return w->nlist > 0;
      int t = c->node[n].triangle, item = c->edges[t].item;
      const soft_triangle* last = w->list + w->nlist - 1;
      int place = w->nlist ? last->place + (last->item != item) : 0;
      soft_triangle here = {c->edges + t, c->face + t, item, place};
      w->list[w->nlist++] = here;
    }
  }
  return w->nlist > 0;
}

static bool collect_more(const soft_scene* scene, int pass, int tile, soft_worker* w) {
  return collect_chunks(scene, scene->chunk_start[pass], scene->chunk_start[pass + 1], tile, w);
}

static bool collect(const soft_scene* scene, int pass, int tile, soft_worker* w) {
  w->nlist = 0;
  return collect_more(scene, pass, tile, w);
}

// Opaque triangles.  With wireframes the mirror hides nothing, so reflected triangles are drawn
// together with them.
static bool collect_solid(const soft_scene* scene, int tile, soft_worker* w) {
  w->nlist = 0;
  if (scene->frame.wireframe) collect_more(scene, RENDER_MIRRORED, tile, w);
  return collect_more(scene, RENDER_SOLID, tile, w);
}

static void clear(float* x, int n) {
  for (int i = 0; i < n; i++) x[i] = 0;
}

void soft_shadow_tile(render_device* dev, int light, int tile, soft_worker* w) {
  const soft_scene* scene = &dev->scene;
  const soft_shadow* shadow = scene->shadow + light;
  const soft_surface* s = scene->surface + shadow->surface;
  int left = tile % s->across * TILE, bottom = tile / s->across * TILE;
  clear(w->depth, TILE_PIXELS);
  w->nlist = 0;
  shadow->busy[tile] = collect_chunks(scene, shadow->first_chunk, shadow->last_chunk, tile, w);
  if (shadow->busy[tile]) {
    raster_tile t = {left, bottom, w->depth, NULL, 0};
    for (int i = 0; i < w->nlist; i++) draw_one(&t, w->list[i].edges, 0, 1);
  }
  int width = s->width - left < TILE ? s->width - left : TILE;
  for (int y = 0; y < TILE && bottom + y < s->height; y++) {
    memcpy(shadow->map + (size_t)(bottom + y) * (size_t)s->width + left, w->depth + y * TILE,
           (size_t)width * sizeof(float));
  }
}

// --------------------------------------------------------------------------------------- fragments

// Begin a run at fragment n unless its item is that of the last one.
INLINED void into_run(soft_worker* w, int triangle, int n) {
  int place = w->list[triangle].place;
  if (w->nrun && w->run[w->nrun - 1].place == place) return;
  soft_run one = {n, place};
  w->run[w->nrun++] = one;
}

// Fragments of a pixel with different samples: one per triangle, or one for adjacent triangles of a
// smooth item.
static int gather_mixed(const soft_scene* scene, soft_worker* w, int samples, int p, int n) {
  soft_fragment* f = w->fragment;
  int first = n;
  for (int s = 0; s < samples; s++) {
    int id = w->id[s * TILE_PIXELS + p] - 1, k = first;
    if (id < 0) continue;
    int item = w->list[id].item;
    bool smooth = scene->draw[item].item.smooth;
    while (k < n && f[k].triangle != id && !(smooth && w->list[f[k].triangle].item == item)) k++;
    if (k < n) {
      f[k].weight++;
    } else {
      soft_fragment one = {(uint16_t)p, 1, (uint8_t)s, id};
      into_run(w, id, n);
      f[n++] = one;
    }
  }
  return n;
}

// Convert the samples of a tile to fragments: one for all equal samples of a pixel.
static int gather(const soft_scene* scene, soft_worker* w, int samples) {
  int n = 0;
  w->nrun = 0;
  for (int p = 0; p < TILE_PIXELS; p += EIGHT) {
    eight_bits id = eight_bits_load(w->id + p), differ = eight_bits_all(0);
    for (int s = 1; s < samples; s++) differ |= id ^ eight_bits_load(w->id + s * TILE_PIXELS + p);
    for (int k = 0; k < EIGHT; k++) {
      if (differ[k]) {
        n = gather_mixed(scene, w, samples, p + k, n);
      } else if (id[k]) {
        soft_fragment one = {(uint16_t)(p + k), (uint8_t)samples, CENTER, id[k] - 1};
        into_run(w, id[k] - 1, n);
        w->fragment[n++] = one;
      }
    }
  }
  w->run[w->nrun].start = n;
  return n;
}

// The triangle that all samples of a tile show; -1: several or none.  (A quarter of a picture of
// humanoids: such tiles are painted in rows.)
static int only_triangle(const soft_worker* w, int samples) {
  eight_bits first = eight_bits_all(w->id[0]);
  for (int i = 0; i < samples * TILE_PIXELS; i += EIGHT) {
    if (eight_any(first ^ eight_bits_load(w->id + i))) return -1;
  }
  return w->id[0] - 1;
}

// Sort the fragments by item, run by run; count receives the start of each item, by its place, and
// the number of items is returned.
static int by_item(soft_worker* w) {
  int nitem = w->list[w->nlist - 1].place + 1;
  if (!soft_room(&w->count, &w->count_room, nitem + 1, sizeof *w->count)) return 0;
  memset(w->count, 0, ((size_t)nitem + 1) * sizeof *w->count);
  for (int i = 0; i < w->nrun; i++) {
    w->count[w->run[i].place + 1] += w->run[i + 1].start - w->run[i].start;
  }
  for (int k = 0; k < nitem; k++) w->count[k + 1] += w->count[k];
  for (int i = 0; i < w->nrun; i++) {
    int start = w->run[i].start, n = w->run[i + 1].start - start, *at = w->count + w->run[i].place;
    memcpy(w->sorted + *at, w->fragment + start, (size_t)n * sizeof *w->sorted);
    *at += n;
  }
  memmove(w->count + 1, w->count, (size_t)nitem * sizeof *w->count);
  w->count[0] = 0;
  return nitem;
}

typedef struct {
  soft_shading shading;
  float (*color)[TILE_PIXELS];
  float unit;  // weight of one sample in a pixel
} painting;

static void empty(const painting* p) { memset(p->color, 0, 3 * sizeof *p->color); }

// How the colours of a batch are written to the image.
typedef void put_colors(const painting* p, const render_item* it, const soft_batch* b,
                        const soft_colors* c);

// Opaque: weighted sum over the samples of a pixel.
static void put_solid(const painting* p, const render_item* it, const soft_batch* b,
                      const soft_colors* c) {
  (void)it;
  for (int i = 0; i < b->n; i++) {
    float share = p->unit * (float)b->f[i].weight;
    for (int k = 0; k < 3; k++) p->color[k][b->f[i].pixel] += share * c->rgb[k][i];
  }
}

// Opaque, whole pixels.
static void put_whole(const painting* p, const render_item* it, const soft_batch* b,
                      const soft_colors* c) {
  (void)it;
  for (int k = 0; k < 3; k++)
    memcpy(p->color[k] + b->first, c->rgb[k], (size_t)b->n * sizeof **p->color);
}

// Transparent: blended over, or added to, the image.
static void put_blended(const painting* p, const render_item* it, const soft_batch* b,
                        const soft_colors* c) {
  for (int i = 0; i < b->n; i++) {
    float share = p->unit * (float)b->f[i].weight * c->alpha[i];
    for (int k = 0; k < 3; k++) {
      float* to = &p->color[k][b->f[i].pixel];
      float sum = *to + share * (c->rgb[k][i] - (it->additive ? 0 : *to));
      *to = sum < 1 ? sum : 1;
    }
  }
}

static void paint(const painting* p, const render_item* it, const soft_batch* all,
                  put_colors* put) {
  for (int at = 0; at < all->n; at += BATCH) {
    soft_colors c;
    soft_batch b = {all->f ? all->f + at : NULL, all->n - at < BATCH ? all->n - at : BATCH,
                    all->first + at, all->triangle};
    soft_shade(&p->shading, it, &b, &c);
    put(p, it, &b, &c);
  }
}

// The parameters for painting an opaque item.
static painting painting_of(const soft_scene* scene, const painting* p, int item) {
  painting own = *p;
  if (scene->draw[item].pass == RENDER_MIRRORED) {
    own.shading.mirrored = true;
    own.shading.shadows = false;
  }
  return own;
}

// A tile completely covered by one triangle.
static void paint_whole(const soft_scene* scene, soft_worker* w, const painting* p, int triangle,
                        int mirror) {
  int item = w->list[triangle].item;
  painting own = painting_of(scene, p, item);
  const render_item* it = &scene->draw[item].item;
  soft_batch all = {NULL, TILE_PIXELS, 0, triangle};
  if (!soft_shade_plane(&own.shading, it, triangle, own.color)) paint(&own, it, &all, put_whole);
  for (int i = 0; i < TILE_PIXELS && item == mirror; i++) w->mirror_share[i] = 1;
}

// Paint opaque triangles.  mirror_share: coverage of each pixel by item `mirror`, or NULL.
static void paint_solid(const soft_scene* scene, soft_worker* w, const painting* p, int mirror) {
  int samples = p->unit < 1 ? MAX_SAMPLES : 1, only = only_triangle(w, samples);
  if (only >= 0) {
    paint_whole(scene, w, p, only, mirror);
    return;
  }
  empty(p);
  int nitem = gather(scene, w, samples) ? by_item(w) : 0;
  for (int k = 0; k < nitem; k++) {
    soft_batch b = {.f = w->sorted + w->count[k], .n = w->count[k + 1] - w->count[k]};
    if (!b.n) continue;
    int item = w->list[b.f->triangle].item;
    painting own = painting_of(scene, p, item);
    paint(&own, &scene->draw[item].item, &b, put_solid);
    for (int i = 0; i < b.n && item == mirror; i++) {
      w->mirror_share[b.f[i].pixel] += p->unit * (float)b.f[i].weight;
    }
  }
}

// ------------------------------------------------------------------------------------ transparency

// The visible samples of a transparent triangle, added to the fragments of its item.
INLINED int cover(const local* l, soft_worker* w, float* depth, int triangle, const render_item* it,
                  int n, int samples) {
  for (int y = l->y0; y <= l->y1; y++) {
    for (int x = l->x0 & ~(EIGHT - 1); x <= l->x1; x += EIGHT) {
      raster_column c = column_at(l, x);
      eight_bits bits = eight_bits_all(0);
      for (int s = 0; s < samples; s++) {
        eight old = eight_load(depth + s * TILE_PIXELS + y * TILE + x);
        eight z = depth_of(l, &c, (float)y, s);
        eight_bits in = inside(l, &c, (float)y, s) & (eight_bits)(z >= old);
        bits |= in & (1 << s);
        if (it->deep) eight_store(depth + s * TILE_PIXELS + y * TILE + x, eight_choose(in, z, old));
      }
      if (!eight_any(bits)) continue;
      for (int k = 0; k < EIGHT; k++) {
        if (!bits[k]) continue;
        int pixel = y * TILE + x + k, mask = bits[k], last = w->last[pixel];
        bool seen = last < n && w->fragment[last].pixel == pixel;
        if (seen && it->smooth && !(w->covered[pixel] & mask)) {
          w->fragment[last].weight =
              (uint8_t)(w->fragment[last].weight + bits_count((uint64_t)mask));
          w->covered[pixel] = (uint8_t)(w->covered[pixel] | mask);
          continue;
        }
        bool all = mask == (1 << samples) - 1;
        soft_fragment one = {(uint16_t)pixel, (uint8_t)bits_count((uint64_t)mask),
                             (uint8_t)(all ? CENTER : bits_lowest((uint64_t)mask)), triangle};
        w->last[pixel] = (uint16_t)n;
        w->covered[pixel] = (uint8_t)mask;
        w->fragment[n++] = one;
      }
    }
  }
  return n;
}

enum { FRAGMENTS = MAX_SAMPLES * TILE_PIXELS };

static void paint_transparent(const soft_scene* scene, soft_worker* w, const painting* p,
                              float* depth) {
  int n = 0, left = p->shading.left, bottom = p->shading.bottom;
  for (int i = 0; i < w->nlist; i++) {
    const soft_triangle* t = w->list + i;
    const render_item* it = &scene->draw[t->item].item;
    local l;
    if (p->unit < 1) {
      localize(&l, t->edges, left, bottom, MAX_SAMPLES);
      n = cover(&l, w, depth, i, it, n, MAX_SAMPLES);
    } else {
      localize(&l, t->edges, left, bottom, 1);
      n = cover(&l, w, depth, i, it, n, 1);
    }
    bool last = i + 1 == w->nlist || t[1].item != t->item;
    if (!last && n + TILE_PIXELS <= FRAGMENTS) continue;
    soft_batch b = {.f = w->fragment, .n = n};
    paint(p, it, &b, put_blended);
    n = 0;
  }
}

// -------------------------------------------------------------------------------------------- tile

static void draw_list(soft_worker* w, int left, int bottom, int samples, float* depth) {
  raster_tile t = {left, bottom, depth, w->id, 0};
  draw_first(&t, w->list[0].edges, samples);
  for (int i = 1; i < w->nlist; i++) draw_one(&t, w->list[i].edges, i + 1, samples);
}

// Draw the reflected scene in this tile.
static void draw_mirrored(render_device* dev, int tile, soft_worker* w, const painting* direct) {
  const soft_scene* scene = &dev->scene;
  painting p = *direct;
  int samples = p.unit < 1 ? MAX_SAMPLES : 1;
  p.color = w->mirror_color;
  p.shading.mirrored = true;
  p.shading.shadows = false;
  bool any = collect(scene, RENDER_MIRRORED, tile, w);
  if (any) {
    p.shading.list = w->list;
    draw_list(w, p.shading.left, p.shading.bottom, samples, w->mirror_depth);
    paint_solid(scene, w, &p, -1);
  }
  if (collect(scene, RENDER_MIRRORED_TRANSPARENT, tile, w)) {
    if (!any) {
      memset(w->mirror_depth, 0, sizeof w->mirror_depth);
      empty(&p);
    }
    any = true;
    p.shading.list = w->list;
    paint_transparent(scene, w, &p, w->mirror_depth);
  }
  if (!any) return;
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < TILE_PIXELS; i++) {
      float sum = w->color[k][i] + w->mirror_share[i] * w->mirror_color[k][i];
      w->color[k][i] = sum < 1 ? sum : 1;
    }
  }
}

static bool any_mirror(const soft_worker* w) {
  int any = 0;
  for (int i = 0; i < TILE_PIXELS; i++) any |= w->mirror_share[i] > 0;
  return any != 0;
}

// The part of a tile row that is inside the image and the buffer.
typedef struct {
  int x0, x1;  // within the tile
  size_t at;   // index of x = 0 in the buffer; undefined outside
} strip;

static bool find_strip(const mjrRect v, const soft_target* t, int left, int row, strip* s) {
  int x = v.left + left, y = v.bottom + row;
  s->x0 = x < 0 ? -x : 0;
  s->x1 = v.width - left < TILE ? v.width - left : TILE;
  if (t->width - x < s->x1) s->x1 = t->width - x;
  s->at = (size_t)y * (size_t)t->width + (size_t)x;
  return row < v.height && y >= 0 && y < t->height && s->x0 < s->x1;
}

// Store the depth of one sample in the buffer.
static void store_depth(const soft_scene* scene, const soft_worker* w, soft_target* t, int left,
                        int bottom) {
  strip s;
  for (int y = 0; y < TILE; y++) {
    if (!find_strip(scene->frame.viewport, t, left, bottom + y, &s)) continue;
    for (int x = s.x0; x < s.x1; x++) {
      float z = w->depth[y * TILE + x];
      t->depth[s.at + (size_t)x] = z > 1 ? 1 : z;
    }
  }
}

static void store_color(const soft_scene* scene, const soft_worker* w, soft_target* t, int left,
                        int bottom) {
  strip s;
  for (int y = 0; y < TILE; y++) {
    if (!find_strip(scene->frame.viewport, t, left, bottom + y, &s)) continue;
    uint32_t row[TILE];  // red in the lowest byte, which is first on little-endian machines
    for (int x = 0; x < TILE; x += EIGHT) {
      eight_bits all = eight_bits_all(-1) << 24;
      for (int k = 0; k < 3; k++) {
        eight c = 255 * eight_load(w->color[k] + y * TILE + x) + .5f, most = eight_all(255);
        all |= VECTOR_CONVERT(eight_choose((eight_bits)(c < most), c, most), eight_bits) << 8 * k;
      }
      memcpy(row + x, &all, sizeof all);
    }
    memcpy(t->rgba + 4 * (s.at + (size_t)s.x0), row + s.x0, 4 * (size_t)(s.x1 - s.x0));
  }
}

void soft_tile(render_device* dev, int tile, soft_worker* w) {
  const soft_scene* scene = &dev->scene;
  const soft_surface* s = scene->surface + SURFACE_DIRECT;
  soft_target* t = dev->target + dev->current;
  int left = tile % s->across * TILE, bottom = tile / s->across * TILE;
  int samples = s->samples > 1 ? MAX_SAMPLES : 1;
  painting p = {.shading = {scene, dev, NULL, left, bottom, false, true},
                .color = w->color,
                .unit = 1 / (float)samples};
  bool mirrors = scene->mirror_draw >= 0 && !scene->frame.wireframe;
  if (mirrors) memset(w->mirror_share, 0, sizeof w->mirror_share);
  if (collect_solid(scene, tile, w)) {
    p.shading.list = w->list;
    draw_list(w, left, bottom, samples, w->depth);
    paint_solid(scene, w, &p, scene->mirror_draw);
  } else {
    memset(w->depth, 0, sizeof w->depth);
    empty(&p);
  }
  if (mirrors && any_mirror(w)) draw_mirrored(dev, tile, w, &p);
  if (collect(scene, RENDER_TRANSPARENT, tile, w)) {
    for (int k = 0; k < 3; k++) {
      for (int i = 0; i < TILE_PIXELS; i++)
        w->color[k][i] = w->color[k][i] < 1 ? w->color[k][i] : 1;
    }
    p.shading.list = w->list;
    p.shading.shadows = false;
    paint_transparent(scene, w, &p, w->depth);
  }
  store_depth(scene, w, t, left, bottom);
  store_color(scene, w, t, left, bottom);
}
