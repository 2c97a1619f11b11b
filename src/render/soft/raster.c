// Triangles of one tile to samples, samples to fragments, fragments to colours.
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

// A triangle as one tile sees it.
typedef struct {
  float a[3], b[3],
      c[3][MAX_SAMPLES];  // edges at a sample of pixel (x, y): a x + b y + c
  float least[3];         // they must reach this
  float zx, zy, z[MAX_SAMPLES];
  int x0, x1, y0, y1;  // pixels
} local;

INLINED void localize(local* l, const soft_edges* e, int left, int bottom, int samples) {
  for (int i = 0; i < 3; i++) {
    l->a[i] = (float)e->a[i] * SUB;
    l->b[i] = (float)e->b[i] * SUB;
    // a sample on an edge belongs to the triangle on one side of it only
    bool own = e->a[i] > 0 || (e->a[i] == 0 && e->b[i] < 0);
    l->least[i] = own ? 0 : FLT_MIN;
    for (int s = 0; s < samples; s++) {
      const int* at = soft_sample[samples > 1 ? s : CENTER];
      int64_t x = (int64_t)left * SUB + at[0], y = (int64_t)bottom * SUB + at[1];
      l->c[i][s] = (float)(e->c[i] + e->a[i] * x + e->b[i] * y);
    }
  }
  l->zx = (float)e->z[0];
  l->zy = (float)e->z[1];
  for (int s = 0; s < samples; s++) {
    const int* at = soft_sample[samples > 1 ? s : CENTER];
    double x = left + (double)at[0] / SUB, y = bottom + (double)at[1] / SUB;
    l->z[s] = (float)(e->z[0] * x + e->z[1] * y + e->z[2]);
  }
  l->x0 = e->low[0] > left ? e->low[0] - left : 0;
  l->y0 = e->low[1] > bottom ? e->low[1] - bottom : 0;
  l->x1 = e->high[0] - left < TILE - 1 ? e->high[0] - left : TILE - 1;
  l->y1 = e->high[1] - bottom < TILE - 1 ? e->high[1] - bottom : TILE - 1;
}

// Eight pixels of a row: which of their samples are inside, and their depths.
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

// Draw one triangle: the nearer one wins, of equals the later one.
INLINED void draw_samples(const local* l, float* depth, int* id, int number, int samples) {
  for (int x = l->x0 & ~(EIGHT - 1); x <= l->x1; x += EIGHT) {
    raster_column c = column_at(l, x);
    for (int y = l->y0; y <= l->y1; y++) {
      for (int s = 0; s < samples; s++) {
        int at = s * TILE_PIXELS + y * TILE + x;
        eight_bits in = inside(l, &c, (float)y, s);
        eight z = depth_of(l, &c, (float)y, s), old = eight_load(depth + at);
        in &= (eight_bits)(z >= old);
        if (id && !eight_any(in)) continue;
        eight_store(depth + at, eight_choose(in, z, old));
        if (!id) continue;
        eight_bits_store(id + at,
                         eight_bits_choose(in, eight_bits_all(number), eight_bits_load(id + at)));
      }
    }
  }
}

static void draw_one(const soft_edges* e, int left, int bottom, float* depth, int* id, int number) {
  local l;
  localize(&l, e, left, bottom, 1);
  draw_samples(&l, depth, id, number, 1);
}

static void draw_four(const soft_edges* e, int left, int bottom, float* depth, int* id,
                      int number) {
  local l;
  localize(&l, e, left, bottom, MAX_SAMPLES);
  draw_samples(&l, depth, id, number, MAX_SAMPLES);
}

// ------------------------------------------------------------------------------ triangles of tiles

// Append the triangles of one list in a tile, in order.  False when there are
// none in all.
static bool collect_more(const soft_scene* scene, int pass, int surface, int tile, soft_worker* w) {
  for (int i = scene->chunk_start[pass]; i < scene->chunk_start[pass + 1]; i++) {
    const soft_chunk* c = scene->chunk + i;
    if (c->surface != surface || tile >= c->ntile) continue;
    for (int n = c->head[tile]; n >= 0; n = c->node[n].next) {
      if (!soft_room(&w->list, &w->list_room, w->nlist + 1, sizeof *w->list)) return w->nlist > 0;
      int t = c->node[n].triangle;
      soft_triangle here = {c->edges + t, c->face + t};
      w->list[w->nlist++] = here;
    }
  }
  return w->nlist > 0;
}

static bool collect(const soft_scene* scene, int pass, int surface, int tile, soft_worker* w) {
  w->nlist = 0;
  return collect_more(scene, pass, surface, tile, w);
}

// Opaque triangles.  Wires hide nothing, so that what is mirrored is among
// them.
static bool collect_solid(const soft_scene* scene, int tile, soft_worker* w) {
  w->nlist = 0;
  if (scene->frame.wireframe) collect_more(scene, RENDER_MIRRORED, SURFACE_MIRRORED, tile, w);
  return collect_more(scene, RENDER_SOLID, SURFACE_DIRECT, tile, w);
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
  if (collect(scene, RENDER_SHADOW, shadow->surface, tile, w)) {
    for (int i = 0; i < w->nlist; i++) draw_one(w->list[i].edges, left, bottom, w->depth, NULL, 0);
  }
  int width = s->width - left < TILE ? s->width - left : TILE;
  for (int y = 0; y < TILE && bottom + y < s->height; y++) {
    memcpy(shadow->map + (size_t)(bottom + y) * (size_t)s->width + left, w->depth + y * TILE,
           (size_t)width * sizeof(float));
  }
}

// --------------------------------------------------------------------------------------- fragments

// The samples of a tile that were drawn, as fragments: one for all samples of a
// pixel that look alike.
static int gather(const soft_scene* scene, const soft_worker* w, int samples, soft_fragment* f) {
  int n = 0;
  for (int p = 0; p < TILE_PIXELS; p++) {
    int id[MAX_SAMPLES];
    bool same = true;
    for (int s = 0; s < samples; s++) {
      id[s] = w->id[s * TILE_PIXELS + p] - 1;
      same &= id[s] == id[0];
    }
    if (same) {
      soft_fragment one = {(uint16_t)p, (uint8_t)samples, CENTER, id[0]};
      if (id[0] >= 0) f[n++] = one;
      continue;
    }
    int first = n;
    for (int s = 0; s < samples; s++) {
      if (id[s] < 0) continue;
      int item = w->list[id[s]].face->item, k = first;
      bool smooth = scene->draw[item].item.smooth;
      while (k < n && f[k].triangle != id[s] &&
             !(smooth && w->list[f[k].triangle].face->item == item)) {
        k++;
      }
      if (k < n) {
        f[k].weight++;
      } else {
        soft_fragment one = {(uint16_t)p, 1, (uint8_t)s, id[s]};
        f[n++] = one;
      }
    }
  }
  return n;
}

// Fragments in the order of their items; where those of each item begin goes to
// count, and their number is returned.
static int by_item(soft_worker* w, int n) {
  int first = w->list[0].face->item, nitem = w->list[w->nlist - 1].face->item - first + 1;
  if (!soft_room(&w->count, &w->count_room, nitem + 1, sizeof *w->count)) return 0;
  memset(w->count, 0, ((size_t)nitem + 1) * sizeof *w->count);
  for (int i = 0; i < n; i++) w->count[w->list[w->fragment[i].triangle].face->item - first + 1]++;
  for (int k = 0; k < nitem; k++) w->count[k + 1] += w->count[k];
  for (int i = 0; i < n; i++) {
    w->sorted[w->count[w->list[w->fragment[i].triangle].face->item - first]++] = w->fragment[i];
  }
  memmove(w->count + 1, w->count, (size_t)nitem * sizeof *w->count);
  w->count[0] = 0;
  return nitem;
}

typedef struct {
  soft_shading shading;
  float (*color)[TILE_PIXELS];
  float unit;  // share of a pixel that one sample is
} painting;

// How the colours of a batch go into the picture.
typedef void put_colors(const painting* p, const render_item* it, const soft_fragment* f, int n,
                        const soft_colors* c);

// Opaque: the sum over the samples of a pixel.
static void put_solid(const painting* p, const render_item* it, const soft_fragment* f, int n,
                      const soft_colors* c) {
  (void)it;
  for (int i = 0; i < n; i++) {
    float share = p->unit * (float)f[i].weight;
    for (int k = 0; k < 3; k++) p->color[k][f[i].pixel] += share * c->rgb[k][i];
  }
}

// Transparent: over what is there, or added to it.
static void put_blended(const painting* p, const render_item* it, const soft_fragment* f, int n,
                        const soft_colors* c) {
  for (int i = 0; i < n; i++) {
    float share = p->unit * (float)f[i].weight * c->alpha[i];
    for (int k = 0; k < 3; k++) {
      float* to = &p->color[k][f[i].pixel];
      float sum = *to + share * (c->rgb[k][i] - (it->additive ? 0 : *to));
      *to = sum < 1 ? sum : 1;
    }
  }
}

static void paint(const painting* p, const render_item* it, const soft_fragment* f, int n,
                  put_colors* put) {
  for (int at = 0; at < n; at += BATCH) {
    soft_colors c;
    int m = n - at < BATCH ? n - at : BATCH;
    soft_shade(&p->shading, it, f + at, m, &c);
    put(p, it, f + at, m, &c);
  }
}

// Opaque triangles of a list.  mirror_share: how much of each pixel item
// `mirror` covers, or NULL.
static void paint_solid(const soft_scene* scene, soft_worker* w, const painting* p, int mirror) {
  int samples = p->unit < 1 ? MAX_SAMPLES : 1;
  int n = gather(scene, w, samples, w->fragment);
  int nitem = n ? by_item(w, n) : 0, first = w->list[0].face->item;
  for (int k = 0; k < nitem; k++) {
    const soft_fragment* f = w->sorted + w->count[k];
    int m = w->count[k + 1] - w->count[k];
    if (!m) continue;
    painting own = *p;
    if (scene->draw[first + k].pass == RENDER_MIRRORED) {
      own.shading.mirrored = true;
      own.shading.shadows = false;
    }
    paint(&own, &scene->draw[first + k].item, f, m, put_solid);
    for (int i = 0; i < m && first + k == mirror; i++) {
      w->mirror_share[f[i].pixel] += p->unit * (float)f[i].weight;
    }
  }
}

// ------------------------------------------------------------------------------------ transparency

// What one transparent triangle covers before anything opaque, added to the
// fragments of its item.
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
    const render_item* it = &scene->draw[t->face->item].item;
    local l;
    if (p->unit < 1) {
      localize(&l, t->edges, left, bottom, MAX_SAMPLES);
      n = cover(&l, w, depth, i, it, n, MAX_SAMPLES);
    } else {
      localize(&l, t->edges, left, bottom, 1);
      n = cover(&l, w, depth, i, it, n, 1);
    }
    bool last = i + 1 == w->nlist || t[1].face->item != t->face->item;
    if (!last && n + TILE_PIXELS <= FRAGMENTS) continue;
    paint(p, it, w->fragment, n, put_blended);
    n = 0;
  }
}

// -------------------------------------------------------------------------------------------- tile

static void draw_list(soft_worker* w, int left, int bottom, int samples, float* depth) {
  size_t n = (size_t)samples * TILE_PIXELS;
  memset(depth, 0, n * sizeof *depth);
  memset(w->id, 0, n * sizeof *w->id);
  for (int i = 0; i < w->nlist; i++) {
    if (samples > 1) {
      draw_four(w->list[i].edges, left, bottom, depth, w->id, i + 1);
    } else {
      draw_one(w->list[i].edges, left, bottom, depth, w->id, i + 1);
    }
  }
}

// What the mirror shows in this tile.
static void draw_mirrored(render_device* dev, int tile, soft_worker* w, const painting* direct) {
  const soft_scene* scene = &dev->scene;
  painting p = *direct;
  int samples = p.unit < 1 ? MAX_SAMPLES : 1;
  p.color = w->mirror_color;
  p.shading.mirrored = true;
  p.shading.shadows = false;
  memset(w->mirror_color, 0, sizeof w->mirror_color);
  memset(w->mirror_depth, 0, sizeof w->mirror_depth);
  if (collect(scene, RENDER_MIRRORED, SURFACE_MIRRORED, tile, w)) {
    p.shading.list = w->list;
    draw_list(w, p.shading.left, p.shading.bottom, samples, w->mirror_depth);
    paint_solid(scene, w, &p, -1);
  }
  if (collect(scene, RENDER_MIRRORED_TRANSPARENT, SURFACE_MIRRORED, tile, w)) {
    p.shading.list = w->list;
    paint_transparent(scene, w, &p, w->mirror_depth);
  }
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < TILE_PIXELS; i++) {
      float sum = w->color[k][i] + w->mirror_share[i] * w->mirror_color[k][i];
      w->color[k][i] = sum < 1 ? sum : 1;
    }
  }
}

static bool any_mirror(const soft_worker* w) {
  float most = 0;
  for (int i = 0; i < TILE_PIXELS; i++) most = fmaxf(most, w->mirror_share[i]);
  return most > 0;
}

// The part of a row of a tile that lies in the picture and in the buffer.
typedef struct {
  int x0, x1;  // within the tile
  size_t at;   // of x = 0 in the buffer; meaningless where there is none
} strip;

static bool find_strip(const mjrRect v, const soft_target* t, int left, int row, strip* s) {
  int x = v.left + left, y = v.bottom + row;
  s->x0 = x < 0 ? -x : 0;
  s->x1 = v.width - left < TILE ? v.width - left : TILE;
  if (t->width - x < s->x1) s->x1 = t->width - x;
  s->at = (size_t)y * (size_t)t->width + (size_t)x;
  return row < v.height && y >= 0 && y < t->height && s->x0 < s->x1;
}

// Depths of one sample go to the buffer.
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
    for (int x = s.x0; x < s.x1; x++) {
      mjtByte* to = t->rgba + 4 * (s.at + (size_t)x);
      for (int k = 0; k < 3; k++) {
        float c = 255 * w->color[k][y * TILE + x] + .5f;
        to[k] = (mjtByte)(c < 255 ? c : 255);
      }
      to[3] = 255;
    }
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
  memset(w->color, 0, sizeof w->color);
  memset(w->mirror_share, 0, sizeof w->mirror_share);
  memset(w->depth, 0, sizeof w->depth);
  memset(w->id, 0, sizeof w->id);
  if (collect_solid(scene, tile, w)) {
    p.shading.list = w->list;
    draw_list(w, left, bottom, samples, w->depth);
    paint_solid(scene, w, &p, scene->mirror_draw);
  }
  bool mirrors = scene->mirror_draw >= 0 && !scene->frame.wireframe;
  if (mirrors && any_mirror(w)) draw_mirrored(dev, tile, w, &p);
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < TILE_PIXELS; i++) w->color[k][i] = w->color[k][i] < 1 ? w->color[k][i] : 1;
  }
  if (collect(scene, RENDER_TRANSPARENT, SURFACE_DIRECT, tile, w)) {
    p.shading.list = w->list;
    p.shading.shadows = false;
    paint_transparent(scene, w, &p, w->depth);
  }
  store_depth(scene, w, t, left, bottom);
  store_color(scene, w, t, left, bottom);
}
