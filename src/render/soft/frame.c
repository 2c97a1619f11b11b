// A frame of the software device: items are collected, and drawn at the end.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/platform/heap.h"
#include "render/renderer.h"
#include "render/shadow.h"
#include "render/soft/scene.h"

enum {
  CHUNK_WORK = 6000,  // vertices and triangles per job
  COARSE_SHARE = 8    // of round shapes most are drawn with fewer sides
};

void soft_begin(render_device* dev, const render_frame* frame) {
  soft_scene* s = &dev->scene;
  s->frame = *frame;
  s->ndraw = 0;
  s->mirror_draw = -1;
  memset(s->start, 0, sizeof s->start);
}

void soft_draw_item(render_device* dev, int pass, int index, const render_item* item) {
  soft_scene* s = &dev->scene;
  if (!soft_room(&s->draw, &s->draw_room, s->ndraw + 1, sizeof *s->draw)) return;
  soft_draw d = {pass, index, *item};
  if (pass == RENDER_SOLID && s->frame.mirror >= 0 && s->frame.mirror-- == 0)
    s->mirror_draw = s->ndraw;
  s->draw[s->ndraw++] = d;
  for (int k = pass + 1; k <= RENDER_NPASS; k++) s->start[k] = s->ndraw;
}

// ---------------------------------------------------------------------------------------- surfaces

static void size_surface(soft_surface* s, int width, int height) {
  s->width = width;
  s->height = height;
  s->across = (width + TILE - 1) / TILE;
  s->up = (height + TILE - 1) / TILE;
}

static void place_surface(soft_surface* s, const double projection[16], mjrRect v, int samples) {
  memset(s, 0, sizeof *s);
  size_surface(s, v.width, v.height);
  s->samples = samples;
  memcpy(s->projection, projection, sizeof s->projection);
  for (int j = 0; j < 4; j++) {
    s->projection[j] -= v.left * projection[12 + j];
    s->projection[4 + j] -= v.bottom * projection[12 + j];
  }
}

static bool lies_in_plane(const render_item* it) { return it->plane; }

// The part of a light's view that contains shadow casters; planes are handled separately.
static bool find_casters(const render_device* dev, int light, shadow_part* part) {
  const soft_scene* s = &dev->scene;
  shadow_begin(part);
  for (int i = s->start[RENDER_SHADOW]; i < s->start[RENDER_SHADOW + 1]; i++) {
    const soft_draw* d = s->draw + i;
    if (d->index != light || lies_in_plane(&d->item) || d->item.shape >= dev->nshape) continue;
    const soft_shape* shape = dev->shape + d->item.shape;
    if (!shape->nvertex) continue;
    shadow_cast(part, s->frame.light[light].projection, d->item.pose, shape->low, shape->high);
  }
  return shadow_finish(part, &s->frame);
}

static bool busy_room(soft_shadow* s, size_t n) {
  if (n <= s->busy_room) return true;
  uint8_t* p = realloc(s->busy, n + n / 2);
  if (!p) return false;
  s->busy = p;
  s->busy_room = n + n / 2;
  return true;
}

static void place_shadow(render_device* dev, int light) {
  soft_scene* s = &dev->scene;
  soft_shadow* shadow = s->shadow + light;
  soft_surface* to = s->surface + SURFACE_SHADOW + light;
  const double* m = s->frame.light[light].projection;
  shadow_part part;
  const int* size = part.size;
  shadow->used = false;
  shadow->first_chunk = shadow->last_chunk = 0;
  shadow->surface = SURFACE_SHADOW + light;
  memset(to, 0, sizeof *to);
  for (int j = 0; j < 4; j++) {
    shadow->nominal[j] = (float)m[j];
    shadow->nominal[4 + j] = (float)m[4 + j];
    shadow->nominal[8 + j] = (float)m[12 + j];
  }
  if (!find_casters(dev, light, &part)) return;
  size_t bytes = (size_t)size[0] * (size_t)size[1] * sizeof(float);
  if (bytes > shadow->room) {
    free(shadow->map);
    shadow->room = bytes + bytes / 2;
    shadow->map = malloc(shadow->room);
    if (!shadow->map) {
      shadow->room = 0;
      return;
    }
  }
  size_surface(to, size[0], size[1]);
  if (!busy_room(shadow, (size_t)to->across * (size_t)to->up)) return;
  to->depth_only = true;
  to->samples = 1;
  shadow_projection(&part, m, to->projection);
  for (int i = 0; i < 16; i++) shadow->projection[i] = (float)to->projection[i];
  shadow->used = true;
}

// ------------------------------------------------------------------------------- shadows of planes

// From model space to that of an item, whose pose has orthogonal axes.
static void inverse_pose(const float pose[12], const float half[2], float row[12]) {
  for (int k = 0; k < 3; k++) {
    float length2 = 0, shift = 0;
    for (int i = 0; i < 3; i++) length2 += pose[4 * i + k] * pose[4 * i + k];
    float unit = k < 2 ? half[k] : 1;
    for (int i = 0; i < 3; i++) {
      row[4 * k + i] = length2 > 0 ? pose[4 * i + k] / (length2 * unit) : 0;
      shift += row[4 * k + i] * pose[4 * i + 3];
    }
    row[4 * k + 3] = -shift;
  }
}

static void add_planes(render_device* dev, int light) {
  soft_scene* s = &dev->scene;
  soft_shadow* shadow = s->shadow + light;
  const render_light* l = s->frame.light + light;
  shadow->first_plane = s->nplane;
  shadow->nplane = 0;
  for (int i = s->start[RENDER_SHADOW]; i < s->start[RENDER_SHADOW + 1]; i++) {
    const soft_draw* d = s->draw + i;
    if (d->index != light || !lies_in_plane(&d->item) || d->item.shape >= dev->nshape) continue;
    if (!soft_room(&s->plane, &s->plane_room, s->nplane + 1, sizeof *s->plane)) return;
    soft_plane* p = s->plane + s->nplane;
    const float* half = dev->shape[d->item.shape].high;
    inverse_pose(d->item.pose, half, p->row);
    p->item = i;
    for (int k = 0; k < 3; k++) {
      const float* r = p->row + 4 * k;
      float at = r[0] * l->pos[0] + r[1] * l->pos[1] + r[2] * l->pos[2] + r[3];
      float along = r[0] * l->dir[0] + r[1] * l->dir[1] + r[2] * l->dir[2];
      p->light[k] = l->directional ? -along : at;
    }
    p->light[3] = l->directional ? 0 : 1;
    s->nplane++;
    shadow->nplane++;
  }
}

// ------------------------------------------------------------------------------------------ chunks

static int work_of(const render_device* dev, const soft_draw* d) {
  if (d->item.shape < 0 || d->item.shape >= dev->nshape) return 1;
  const soft_shape* s = dev->shape + d->item.shape;
  return 20 + (s->nvertex / 2 + s->nface) / (d->item.coarser ? COARSE_SHARE : 1);
}

static int surface_of(const soft_draw* d) {
  switch (d->pass) {
    case RENDER_SHADOW: return SURFACE_SHADOW + d->index;
    case RENDER_MIRRORED:
    case RENDER_MIRRORED_TRANSPARENT: return SURFACE_MIRRORED;
    default: return SURFACE_DIRECT;
  }
}

static soft_chunk* next_chunk(soft_scene* s) {
  int old = s->chunk_room;
  if (!soft_room(&s->chunk, &s->chunk_room, s->nchunk + 1, sizeof *s->chunk)) return NULL;
  if (s->chunk_room > old)
    memset(s->chunk + old, 0, (size_t)(s->chunk_room - old) * sizeof *s->chunk);
  return s->chunk + s->nchunk++;
}

// Shadows of planes are found by geometry, not in maps.
static bool is_set_up(const soft_scene* s, const soft_draw* d) {
  return d->pass != RENDER_SHADOW || (s->shadow[d->index].used && !lies_in_plane(&d->item));
}

// A chunk from this draw on.
static soft_chunk* begin_chunk(soft_scene* s, int first) {
  const soft_draw* d = s->draw + first;
  soft_chunk* c = next_chunk(s);
  if (!c) return NULL;
  c->surface = surface_of(d);
  c->first = first;
  if (d->pass != RENDER_SHADOW) return c;
  soft_shadow* shadow = s->shadow + d->index;
  if (shadow->first_chunk == shadow->last_chunk) shadow->first_chunk = s->nchunk - 1;
  return c;
}

static void split_pass(render_device* dev, int pass) {
  soft_scene* s = &dev->scene;
  soft_chunk* c = NULL;
  for (int i = s->start[pass], work = 0; i < s->start[pass + 1]; i++) {
    const soft_draw* d = s->draw + i;
    if (!is_set_up(s, d)) continue;
    if (!c || c->surface != surface_of(d) || work > CHUNK_WORK) {
      c = begin_chunk(s, i);
      work = 0;
      if (!c) return;
    }
    if (pass == RENDER_SHADOW) s->shadow[d->index].last_chunk = s->nchunk;
    c->last = i + 1;
    work += work_of(dev, d);
  }
}

static void make_chunks(render_device* dev) {
  soft_scene* s = &dev->scene;
  s->nchunk = 0;
  for (int pass = 0; pass < RENDER_NPASS; pass++) {
    s->chunk_start[pass] = s->nchunk;
    split_pass(dev, pass);
  }
  s->chunk_start[RENDER_NPASS] = s->nchunk;
}

// ---------------------------------------------------------------------------------------- the jobs

static void set_up_job(void* arg, int job, int worker) {
  render_device* dev = arg;
  soft_set_up(dev, dev->scene.chunk + job, dev->worker[worker]);
}

static void place_job(void* arg, int job, int worker) {
  render_device* dev = arg;
  (void)worker;
  if (dev->scene.frame.light[job].shadow) place_shadow(dev, job);
}

// Number of tiles of a light's shadow map.
static int map_tiles(const soft_scene* s, int light) {
  const soft_surface* map = s->surface + SURFACE_SHADOW + light;
  return s->frame.light[light].shadow && s->shadow[light].used ? map->across * map->up : 0;
}

// The tiles of all shadow maps.
static void shadow_job(void* arg, int job, int worker) {
  render_device* dev = arg;
  for (int l = 0; l < dev->scene.frame.nlight; l++) {
    int n = map_tiles(&dev->scene, l);
    if (job < n) {
      soft_shadow_tile(dev, l, job, dev->worker[worker]);
      return;
    }
    job -= n;
  }
}

static void tile_job(void* arg, int job, int worker) {
  render_device* dev = arg;
  soft_tile(dev, job, dev->worker[worker]);
}

static bool hire(render_device* dev) {
  for (int i = 0; i < dev->team.n; i++) {
    if (dev->worker[i]) continue;
    size_t size = (sizeof(soft_worker) + 63) & ~(size_t)63;
    dev->worker[i] = heap_aligned(64, size);
    if (!dev->worker[i]) {
      if (!i) return false;
      dev->team.n = i;
      break;
    }
    memset(dev->worker[i], 0, size);
  }
  return true;
}

// Which thread does which job is random, so all threads get the scratch size that any of them has
// needed.
static void share_rooms(render_device* dev) {
  int vertex = 0, list = 0, count = 0;
  for (int i = 0; i < dev->team.n; i++) {
    const soft_worker* w = dev->worker[i];
    if (w->vertex_room > vertex) vertex = w->vertex_room;
    if (w->list_room > list) list = w->list_room;
    if (w->count_room > count) count = w->count_room;
  }
  for (int i = 0; i < dev->team.n; i++) {
    soft_worker* w = dev->worker[i];
    soft_room_exactly(&w->vertex, &w->vertex_room, vertex, VERTEX_ARRAYS * sizeof *w->vertex);
    soft_room_exactly(&w->list, &w->list_room, list, sizeof *w->list);
    soft_room_exactly(&w->count, &w->count_room, count, sizeof *w->count);
  }
}

void soft_end(render_device* dev) {
  soft_scene* s = &dev->scene;
  const render_frame* f = &s->frame;
  const soft_target* t = dev->target + dev->current;
  if (!t->rgba || !hire(dev)) return;
  int samples = f->flat ? 1 : t->samples;
  place_surface(s->surface + SURFACE_DIRECT, f->projection, f->viewport, samples);
  place_surface(s->surface + SURFACE_MIRRORED, f->mirror_projection, f->viewport, samples);
  s->surface[SURFACE_MIRRORED].flipped = true;
  s->surface[SURFACE_MIRRORED].beyond = f->mirror_plane;
  s->nplane = 0;
  int shadow_tiles = 0;
  for (int l = 0; l < f->nlight; l++) {
    if (f->light[l].shadow) add_planes(dev, l);
  }
  team_run(&dev->team, f->nlight, place_job, dev);
  for (int l = 0; l < f->nlight; l++) shadow_tiles += map_tiles(s, l);
  make_chunks(dev);
  team_run(&dev->team, s->nchunk, set_up_job, dev);
  team_run(&dev->team, shadow_tiles, shadow_job, dev);
  const soft_surface* direct = s->surface + SURFACE_DIRECT;
  team_run(&dev->team, direct->across * direct->up, tile_job, dev);
  share_rooms(dev);
}

void soft_scene_free(render_device* dev) {
  soft_scene* s = &dev->scene;
  for (int i = 0; i < s->chunk_room; i++) {
    soft_chunk* c = s->chunk + i;
    free(c->edges);
    free(c->face);
    free(c->node);
    free(c->head);
    free(c->tail);
  }
  for (int l = 0; l < mjMAXLIGHT; l++) {
    free(s->shadow[l].map);
    free(s->shadow[l].busy);
  }
  free(s->chunk);
  free(s->draw);
  free(s->plane);
  for (int i = 0; i < TEAM_MOST; i++) {
    if (!dev->worker[i]) continue;
    free(dev->worker[i]->vertex);
    free(dev->worker[i]->list);
    free(dev->worker[i]->count);
    heap_free(dev->worker[i]);
  }
  for (int i = 0; i < dev->nshape; i++) {
    free(dev->shape[i].position);
    free(dev->shape[i].normal);
    free(dev->shape[i].texcoord);
    free(dev->shape[i].face);
    free(dev->shape[i].edge);
    free(dev->shape[i].planar);
  }
  for (int i = 0; i < dev->ntexture; i++) free(dev->texture[i].texel);
  free(dev->shape);
  free(dev->texture);
}
