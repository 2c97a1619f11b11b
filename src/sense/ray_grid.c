// Grids of rays.  Rays of neighbouring pixels have similar directions, so tiles of rays and blocks
// of tiles get bounding cones.  A ray is tested only against objects that intersect its cone,
// nearest first. Objects left out cannot be hit, so the result is that of testing every object.
#include <engine/sense.h>

#include <math.h>
#include <stdatomic.h>

#include <engine/base.h>
#include <engine/math.h>
#include <engine/model.h>

#include "base/need.h"
#include "collision/ray_flex.h"

enum { TILE = 64, BLOCK = 64 };  // rays per tile, tiles per block

typedef enum { GEOM, EDGE, FACE } kind;

// An object that rays may hit, with its bounding sphere as seen from the sensor.
typedef struct {
  mjtNum off[3], away2, radius2;  // centre relative to the sensor, squared distance and radius
  mjtNum unit[3], cosine, sine;   // direction; half the angle it subtends (cosine -1: all around)
  mjtNum start;                   // smallest possible hit distance
  kind kind;
  int id, part;  // geom; or flex, and edge or element
} item;

typedef struct {
  mjtNum axis[3], angle;
} tile_cone_bounds;

typedef struct {
  const mjModel* m;
  const mjData* d;
  const engRayGrid* grid;
  const item* items;
  int nitem;
  const ray_flex* flex;
  int high, wide;              // rays of a tile
  int rows, columns;           // blocks
  int block_high, block_wide;  // tiles of a block
  atomic_int next;
} grid_scan;

typedef struct {
  grid_scan* shared;
  int *block_list, *tile_list;  // nitem
} scan_worker;

// --- objects that rays may hit ------------------------------------------------------------------

static void bound(item* t, const mjtNum center[3], mjtNum radius, const mjtNum pnt[3]) {
  vec3_sub(t->off, center, pnt);
  t->away2 = vec3_dot(t->off, t->off);
  // slightly enlarged, so that rounding never excludes a hit
  t->radius2 = radius * radius * (1 + 1e-9) + 1e-12 * t->away2;
  mjtNum away = sqrt(t->away2), wide = sqrt(t->radius2);
  t->start = 0;
  t->cosine = -1;
  t->sine = 0;
  vec3_set(t->unit, 1, 0, 0);
  if (!(wide < away)) return;
  t->start = away - wide;
  t->sine = wide / away;
  t->cosine = sqrt(1 - t->sine * t->sine);
  vec3_scale(t->unit, t->off, 1 / away);
}

static int count_items(const mjModel* m, const engRayGrid* g) {
  int n = m->ngeom;
  for (int f = 0; g->flg_flex && f < m->nflex; f++) {
    n += m->flex_dim[f] == 1 ? m->flex_edgenum[f]
                             : m->flex_elemnum[f] * (m->flex_dim[f] == 2 ? 1 : 4);
  }
  return n;
}

static int add_geoms(item* items, const mjModel* m, const mjData* d, const engRayGrid* g) {
  ray_filter seen = {g->geomgroup, g->flg_static, g->bodyexclude};
  int n = 0;
  for (int i = 0; i < m->ngeom; i++) {
    if (!ray_sees_geom(m, &seen, i)) continue;
    mjtNum radius = m->geom_rbound[i];
    items[n] = (item){.kind = GEOM, .id = i};
    bound(items + n++, d->geom_xpos + 3 * i, radius > 0 ? radius : INFINITY, g->pos);
  }
  return n;
}

// Bounding sphere around the centroid of n corners.
static void bound_corners(item* t, const ray_flex* f, const int* corner, int n, mjtNum thick,
                          const mjtNum pnt[3]) {
  mjtNum middle[3] = {0, 0, 0}, radius = 0;
  for (int k = 0; k < n; k++) vec3_axpy(middle, 1.0 / n, f->vert + 3 * corner[k]);
  for (int k = 0; k < n; k++) {
    radius = fmax(radius, vec3_distance(middle, f->vert + 3 * corner[k]));
  }
  bound(t, middle, radius + thick, pnt);
}

static int add_flex(item* items, const mjModel* m, const ray_flex* f, int id, const mjtNum pnt[3]) {
  int n = 0, dim = m->flex_dim[id];
  const int* edge = m->flex_edge + 2 * m->flex_edgeadr[id];
  const int* element = m->flex_elem + m->flex_elemdataadr[id];
  const int* layer = m->flex_elemlayer + m->flex_elemadr[id];
  for (int e = 0; dim == 1 && e < m->flex_edgenum[id]; e++) {
    items[n] = (item){.kind = EDGE, .id = id, .part = e};
    bound_corners(items + n++, f, edge + 2 * e, 2, f->radius, pnt);
  }
  for (int e = 0; dim > 1 && e < m->flex_elemnum[id]; e++) {
    if (dim == 3 && layer[e] != 0) continue;
    for (int k = 0; k < (dim == 2 ? 1 : 4); k++) {
      int corner[3];
      flex_face(corner, element + e * (dim + 1), k);
      items[n] = (item){.kind = FACE, .id = id, .part = 4 * e + k};
      bound_corners(items + n++, f, corner, 3, 0, pnt);
    }
  }
  return n;
}

// Sort by smallest possible hit distance (Shell sort: in place, no allocation).
static void sort_items(item* items, int n) {
  for (int gap = n / 2; gap > 0; gap = gap == 2 ? 1 : (int)(gap / 2.2)) {
    for (int i = gap; i < n; i++) {
      item t = items[i];
      int j = i;
      for (; j >= gap && items[j - gap].start > t.start; j -= gap) items[j] = items[j - gap];
      items[j] = t;
    }
  }
}

// --- cones --------------------------------------------------------------------------------------

// Finish a cone whose axis holds the sum of the directions in it.
static int begin_cone(tile_cone_bounds* c) {
  c->angle = 0;
  if (vec3_normalize(c->axis) > 1e-3) return 1;
  vec3_set(c->axis, 1, 0, 0);
  c->angle = mjPI;
  return 0;
}

static void widen(tile_cone_bounds* c, const mjtNum direction[3], mjtNum angle) {
  mjtNum to = acos(mjMAX(-1, mjMIN(1, vec3_dot(c->axis, direction)))) + angle;
  c->angle = mjMIN(mjPI, mjMAX(c->angle, to + 1e-7));
}

// Which of n items (or of the items in list `from`) intersect a cone; list and from may be the
// same.
static int meet(int* list, const grid_scan* w, const int* from, int n, const tile_cone_bounds* c) {
  mjtNum ca = cos(c->angle), sa = sin(c->angle);
  int count = 0;
  for (int i = 0; i < n; i++) {
    int k = from ? from[i] : i;
    const item* t = w->items + k;
    if (t->cosine >= 0 && sa * t->cosine + ca * t->sine > 0 &&
        vec3_dot(t->unit, c->axis) < ca * t->cosine - sa * t->sine - 1e-12) {
      continue;
    }
    list[count++] = k;
  }
  return count;
}

// The rays of tile (row, column): first, and one past the last; may be empty.
typedef struct {
  int row[2], column[2];
} window;

static window tile_window(const grid_scan* w, int row, int column) {
  const engRayGrid* g = w->grid;
  return (window){{mjMIN(row * w->high, g->nrow), mjMIN((row + 1) * w->high, g->nrow)},
                  {mjMIN(column * w->wide, g->ncolumn), mjMIN((column + 1) * w->wide, g->ncolumn)}};
}

static inline const mjtNum* ray_of(const grid_scan* w, int row, int column) {
  return w->grid->vec + 3 * ((size_t)row * (size_t)w->grid->ncolumn + (size_t)column);
}

static int has_length(const mjtNum v[3]) { return vec3_dot(v, v) >= mjMINVAL * mjMINVAL; }

// The cone of a tile in world coordinates; 0 when none of its rays has a direction.
static int tile_cone(const grid_scan* w, window t, tile_cone_bounds* c) {
  mjtNum unit[TILE][3];
  int n = 0;
  vec3_zero(c->axis);
  for (int r = t.row[0]; r < t.row[1]; r++) {
    for (int k = t.column[0]; k < t.column[1]; k++) {
      const mjtNum* v = ray_of(w, r, k);
      if (!has_length(v)) continue;
      mju_mulMatVec3(unit[n], w->grid->mat, v);
      vec3_normalize(unit[n]);
      vec3_add(c->axis, c->axis, unit[n++]);
    }
  }
  if (n && begin_cone(c)) {
    mjtNum least = 1;
    int widest = 0;
    for (int i = 0; i < n; i++) {
      mjtNum cosine = vec3_dot(c->axis, unit[i]);
      if (cosine >= least) continue;
      least = cosine;
      widest = i;
    }
    widen(c, unit[widest], 0);
  }
  return n;
}

// --- rays ---------------------------------------------------------------------------------------

typedef struct {
  mjtNum vec[3], vec2;
  mjtNum best;
  int geom, flex;
  int asked, meets;  // the flex whose bounding box was tested last, and the result
  int has_basis;
  ray_basis basis;
} shot;

static int misses(const item* t, const shot* s) {
  if (!(t->radius2 < INFINITY)) return 0;
  mjtNum along = vec3_dot(t->off, s->vec);
  if (along < 0) return t->away2 > t->radius2;
  if ((t->away2 - t->radius2) * s->vec2 > along * along) return 1;
  mjtNum ahead = along - s->best * s->vec2;
  return s->best >= 0 && ahead > 0 && ahead * ahead > t->radius2 * s->vec2;
}

static mjtNum hit_flex(const grid_scan* w, const item* t, shot* s) {
  const mjModel* m = w->m;
  const ray_flex* f = w->flex + t->id;
  const mjtNum* pnt = w->grid->pos;
  if (s->asked != t->id) {
    s->asked = t->id;
    s->meets = ray_meets_flex(f, pnt, s->vec);
  }
  if (!s->meets) return -1;
  if (t->kind == EDGE) {
    return ray_flex_edge(f, m->flex_edge + 2 * (m->flex_edgeadr[t->id] + t->part), pnt, s->vec);
  }
  if (!s->has_basis) {
    ray_basis_make(&s->basis, s->vec);
    s->has_basis = 1;
  }
  int corner[3], element = t->part / 4;
  flex_face(corner, m->flex_elem + m->flex_elemdataadr[t->id] + element * (m->flex_dim[t->id] + 1),
            t->part % 4);
  return ray_flex_face(f, &s->basis, corner, pnt, s->vec);
}

static mjtNum hit_geom(const grid_scan* w, int geom, const shot* s) {
  // visited nodes of mesh hierarchies are not marked, since several threads run
  if (w->m->geom_type[geom] == mjGEOM_MESH) {
    return ray_mesh(w->m, w->d, geom, w->grid->pos, s->vec, NULL);
  }
  return ray_geom(w->m, w->d, geom, w->grid->pos, s->vec);
}

static void shoot(const grid_scan* w, const int* list, int n, shot* s) {
  for (int i = 0; i < n; i++) {
    const item* t = w->items + list[i];
    if (misses(t, s)) continue;
    mjtNum x = t->kind == GEOM ? hit_geom(w, t->id, s) : hit_flex(w, t, s);
    if (!(x >= 0) || (s->best >= 0 && x > s->best)) continue;
    int geom = t->kind == GEOM ? t->id : -1, flex = t->kind == GEOM ? -1 : t->id;
    // ties: geoms before flexes, then the lower id
    if (x == s->best &&
        (geom < 0 ? s->geom >= 0 || flex > s->flex : s->geom >= 0 && geom > s->geom)) {
      continue;
    }
    s->best = x;
    s->geom = geom;
    s->flex = flex;
  }
}

// Write the outputs of a ray.
static void write_outputs(const engRayGrid* g, size_t at, shot* s) {
  mjtNum length = s->best * sqrt(s->vec2);
  int limits = g->range[0] != 0 || g->range[1] != 0;
  if (s->best >= 0 && limits && !(length >= g->range[0] && length <= g->range[1])) {
    s->best = -1;
    s->geom = s->flex = -1;
  }
  if (s->best >= 0 && has_length(g->forward)) s->best *= vec3_dot(g->vec + 3 * at, g->forward);
  g->dist[at] = s->best;
  if (g->geomid) g->geomid[at] = s->geom;
  if (g->flexid) g->flexid[at] = s->flex;
}

static void do_tile(const grid_scan* w, window t, const int* list, int n) {
  for (int r = t.row[0]; r < t.row[1]; r++) {
    for (int c = t.column[0]; c < t.column[1]; c++) {
      shot s = {.best = -1, .geom = -1, .flex = -1, .asked = -1};
      mju_mulMatVec3(s.vec, w->grid->mat, ray_of(w, r, c));
      s.vec2 = vec3_dot(s.vec, s.vec);
      shoot(w, list, s.vec2 >= mjMINVAL * mjMINVAL ? n : 0, &s);
      write_outputs(w->grid, (size_t)r * (size_t)w->grid->ncolumn + (size_t)c, &s);
    }
  }
}

static void do_block(const scan_worker* h, int row, int column) {
  const grid_scan* w = h->shared;
  window tile[BLOCK];
  tile_cone_bounds cones[BLOCK], whole = {{0, 0, 0}, 0};
  int nray[BLOCK], n = 0;
  for (int r = 0; r < w->block_high; r++) {
    for (int c = 0; c < w->block_wide; c++, n++) {
      tile[n] = tile_window(w, row * w->block_high + r, column * w->block_wide + c);
      nray[n] = tile_cone(w, tile[n], cones + n);
      if (nray[n]) vec3_add(whole.axis, whole.axis, cones[n].axis);
    }
  }
  if (begin_cone(&whole)) {
    for (int i = 0; i < n; i++) {
      if (nray[i]) widen(&whole, cones[i].axis, cones[i].angle);
    }
  }
  int nblock = meet(h->block_list, w, NULL, w->nitem, &whole);
  for (int i = 0; i < n; i++) {
    int ntile = nray[i] ? meet(h->tile_list, w, h->block_list, nblock, cones + i) : 0;
    do_tile(w, tile[i], h->tile_list, ntile);
  }
}

static void* take_blocks(void* argument) {
  scan_worker* h = argument;
  grid_scan* w = h->shared;
  for (int k; (k = atomic_fetch_add(&w->next, 1)) < w->rows * w->columns;) {
    do_block(h, k / w->columns, k % w->columns);
  }
  return NULL;
}

// --- the whole grid -----------------------------------------------------------------------------

// Divide the grid into tiles, as square as possible, and into blocks of tiles.
static void cut_grid(grid_scan* w) {
  const engRayGrid* g = w->grid;
  w->high = 1;
  while (w->high < 8 && w->high < g->nrow) w->high *= 2;
  w->wide = TILE / w->high;
  int tall = (g->nrow + w->high - 1) / w->high;
  w->block_high = 1;
  while (w->block_high < 8 && w->block_high < tall) w->block_high *= 2;
  w->block_wide = BLOCK / w->block_high;
  int high = w->high * w->block_high, wide = w->wide * w->block_wide;
  w->rows = (g->nrow + high - 1) / high;
  w->columns = (g->ncolumn + wide - 1) / wide;
}

static int needs_one_thread(const mjModel* m) {
  for (int i = 0; i < m->ngeom; i++) {
    if (m->geom_type[i] == mjGEOM_SDF && m->geom_plugin[i] >= 0) return 1;
  }
  return 0;
}

static void run_tiles(grid_scan* w, mjData* d, mjThreadPool* pool) {
  scan_worker hands[mjMAXTHREAD + 1];
  mjTask task[mjMAXTHREAD];
  int most = mjMIN(w->rows * w->columns - 1, mjMAXTHREAD);
  int ntask = pool && !needs_one_thread(w->m) ? mjMIN(pool->nworker, most) : 0;
  for (int i = 0; i <= ntask; i++) {
    int* list = mj_stackAllocInt(d, 2 * (size_t)w->nitem + 1);
    hands[i] = (scan_worker){w, list, list + w->nitem};
  }
  for (int i = 0; i < ntask; i++) {
    mju_defaultTask(task + i);
    task[i].func = take_blocks;
    task[i].args = hands + i;
    mju_threadPoolEnqueue(pool, task + i);
  }
  take_blocks(hands + ntask);
  for (int i = 0; i < ntask; i++) mju_taskJoin(task + i);
}

void eng_rayGrid(const mjModel* m, mjData* d, mjThreadPool* pool, const engRayGrid* grid) {
  NEED(m, d, grid);
  if (grid->nrow < 1 || grid->ncolumn < 1) return;
  NEED(grid->vec, grid->dist);
  mj_markStack(d);
  size_t most = (size_t)count_items(m, grid);
  item* items = mj_stackAllocByte(d, sizeof *items * most, _Alignof(item));
  ray_flex* flex = mj_stackAllocByte(d, sizeof *flex * (size_t)m->nflex, _Alignof(ray_flex));
  grid_scan w = {.m = m, .d = d, .grid = grid, .items = items, .flex = flex};
  w.nitem = add_geoms(items, m, d, grid);
  for (int f = 0; grid->flg_flex && f < m->nflex; f++) {
    ray_flex_make(flex + f, m, d, f);
    w.nitem += add_flex(items + w.nitem, m, flex + f, f, grid->pos);
  }
  sort_items(items, w.nitem);
  cut_grid(&w);
  run_tiles(&w, d, pool);
  mj_freeStack(d);
}
