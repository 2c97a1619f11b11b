#include "asset/mesh.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asset/mesh_make.h"
#include "base/platform/thread.h"

mesh* mesh_new(void) {
  arena* memory = arena_new_scratch();
  mesh* m = memory ? arena_alloc(memory, sizeof *m) : NULL;
  if (!m) {
    arena_delete(memory);
    return NULL;
  }
  memset(m, 0, sizeof *m);
  m->memory = memory;
  m->scratch = arena_new_scratch();
  if (m->scratch) return m;
  mesh_delete(m);
  return NULL;
}

size_t mesh_bytes(const mesh* m) {
  size_t n = arena_used(m->memory);
  for (int i = 0; i < m->npart; i++) n += arena_used(m->part[i]->memory);
  return n;
}

void mesh_delete(void* m) {
  if (!m) return;
  for (int i = 0; i < ((mesh*)m)->npart; i++) mesh_delete(((mesh*)m)->part[i]);
  arena_delete(((mesh*)m)->scratch);
  arena_delete(((mesh*)m)->memory);
}

static void* allocate(mesh* m, arena* from, double n, size_t item) {
  double bytes = n * (double)item;
  void* memory = bytes < 0x1p40 ? arena_alloc(from, bytes > 0 ? (size_t)bytes : 1) : NULL;
  if (!memory) mesh_refuse_memory(m);
  return memory;
}

void* mesh_alloc(mesh* m, double n, size_t item) { return allocate(m, m->memory, n, item); }

void* mesh_scratch(mesh* m, double n, size_t item) { return allocate(m, m->scratch, n, item); }

void mesh_refuse(mesh* m, const char* format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(m->problem, sizeof m->problem, format, args);
  va_end(args);
  longjmp(m->refused, 1);
}

_Noreturn void mesh_refuse_memory(mesh* m) {
  m->no_memory = true;
  mesh_refuse(m, "out of memory");
}

_Noreturn void mesh_refuse_again(mesh* m) { longjmp(m->refused, 1); }

bool mesh_attempt(mesh* m, void (*what)(void* arg), void* arg) {
  jmp_buf outer;
  volatile bool done = false;
  memcpy(outer, m->refused, sizeof outer);
  if (!setjmp(m->refused)) {
    what(arg);
    done = true;
  }
  memcpy(m->refused, outer, sizeof outer);
  return done;
}

// --- the stages ---------------------------------------------------------------------------------

typedef void (*mesh_stage)(mesh*);

static mesh_work work_of(mesh_stage stage);

// Run stages in order; later ones may use the results of earlier ones.
static void go_through(mesh* m, const mesh_stage* stage) {
  for (; *stage; stage++) {
    double begin = thread_seconds();
    (*stage)(m);
    m->spent[work_of(*stage)] += thread_seconds() - begin;
    arena_clear(m->scratch);
  }
}

// A mesh without faces gets those of its hull.
static void take_hull_faces(mesh* m) {
  if (m->nface) return;
  m->nface = m->nhullface;
  m->face = MESH_NEW(m, int, 3.0 * m->nface);
  memcpy(m->face, m->hullface, sizeof(int) * 3 * m->nface);
}

// Fill in missing indices of normals and texture coordinates with those of the vertices; where a
// vertex has several normals, the first.
static void complete_indices(mesh* m) {
  if (m->ntexcoord && !m->facetexcoord) {
    m->facetexcoord = MESH_NEW(m, int, 3.0 * m->nface);
    // hull faces may refer to vertices beyond them
    for (int i = 0; i < 3 * m->nface; i++) {
      m->facetexcoord[i] = m->face[i] < m->ntexcoord ? m->face[i] : -1;
    }
  }
  if (!m->facenormal) {
    int per_vertex = m->nnormal / m->nvert;
    if (per_vertex == 1) {
      m->facenormal = m->face;
      return;
    }
    m->facenormal = MESH_NEW(m, int, 3.0 * m->nface);
    for (int i = 0; i < 3 * m->nface; i++) m->facenormal[i] = per_vertex * m->face[i];
  }
}

static void hull_if_needed(mesh* m) {
  if (m->options.need_hull && !m->graph) mesh_hull(m);
}

static void octree_if_needed(mesh* m) {
  if (m->options.need_sdf && !m->options.keep_frame) mesh_octree(m);
}

static void parts_if_needed(mesh* m) {
  if (m->options.maxpart) mesh_parts(m);
}

// Round vertices to single precision, which is what the model stores.
static void round_vertices(mesh* m) {
  m->rounded = MESH_NEW(m, float, 3.0 * m->nvert);
  for (size_t i = 0; i < 3 * (size_t)m->nvert; i++) m->rounded[i] = (float)m->vert[i];
}

static const mesh_stage checks[] = {mesh_check, mesh_check_orientation, NULL};

// For meshes whose faces or mass come from the hull.
static const mesh_stage hull_first[] = {mesh_hull, take_hull_faces, NULL};

// The collision shape, from the vertices as given (but after normals).
static const mesh_stage shape[] = {hull_if_needed, mesh_polygons, NULL};

// Moves the vertices to the principal frame; everything else is derived from these.
static const mesh_stage placing[] = {mesh_normals, complete_indices, mesh_place, NULL};
static const mesh_stage surface[] = {mesh_tree, octree_if_needed, round_vertices, parts_if_needed,
                                     NULL};

static const mesh_stage finish[] = {mesh_polygon_normals, NULL};

typedef struct {
  mesh* m;
  const mesh_stage* stages;
} stages_of;

static void go_through_all(void* arg) {
  const stages_of* x = arg;
  go_through(x->m, x->stages);
}

static mesh_work work_of(mesh_stage stage) {
  if (stage == mesh_hull || stage == hull_if_needed) return MESH_HULL;
  if (stage == mesh_polygons || stage == mesh_polygon_normals) return MESH_POLYGON;
  if (stage == mesh_place) return MESH_INERTIA;
  if (stage == mesh_tree) return MESH_BVH;
  return stage == octree_if_needed ? MESH_OCTREE : MESH_OTHER;
}

// Returns whether it succeeded; if not, m->problem says what is wrong.
static bool attempt(mesh* m, const mesh_stage* stages) {
  stages_of x = {m, stages};
  return mesh_attempt(m, go_through_all, &x);
}

// --- shape and surface in parallel --------------------------------------------------------------

// The collision shape is computed in a second mesh with its own memory, from the original vertices.
typedef struct {
  mesh m;
  double* vert;  // the original vertices
  bool made;
  thread thread;
  thread_lock lock;
  thread_signal decided;
  enum { TO_BE_PLACED, PLACED, NOT_PLACED } place;  // state of the placed vertices
} twin;

static void end_twin(twin* t) {
  arena_delete(t->m.memory);
  arena_delete(t->m.scratch);
  free(t->vert);
}

static bool wait_for_place(twin* t) {
  thread_lock_take(&t->lock);
  while (t->place == TO_BE_PLACED) thread_signal_wait(&t->decided, &t->lock);
  bool placed = t->place == PLACED;
  thread_lock_give(&t->lock);
  return placed;
}

static void tell_place(twin* t, bool placed) {
  thread_lock_take(&t->lock);
  t->place = placed ? PLACED : NOT_PLACED;
  thread_signal_send(&t->decided);
  thread_lock_give(&t->lock);
}

static void* make_shape(void* args) {
  twin* t = args;
  double* placed = t->m.vert;
  t->m.vert = t->vert;
  t->made = attempt(&t->m, shape);
  t->m.vert = placed;
  if (t->made && wait_for_place(t)) t->made = attempt(&t->m, finish);
  return NULL;
}

// Start computing the shape in a thread; false when there is no memory or no thread.
static bool begin_twin(twin* t, const mesh* m) {
  size_t bytes = sizeof(double) * 3 * (size_t)m->nvert;
  t->m = *m;
  memset(t->m.spent, 0, sizeof t->m.spent);
  t->m.memory = arena_new_scratch();
  t->m.scratch = arena_new_scratch();
  t->vert = malloc(bytes);
  t->place = TO_BE_PLACED;
  if (t->m.memory && t->m.scratch && t->vert) {
    memcpy(t->vert, m->vert, bytes);
    thread_lock_make(&t->lock);
    thread_signal_make(&t->decided);
    if (thread_start(&t->thread, make_shape, t)) return true;
    thread_signal_free(&t->decided);
    thread_lock_free(&t->lock);
  }
  end_twin(t);
  return false;
}

// Errors of the shape are reported first, as if it had been computed first.
static void join_twin(twin* t, mesh* m, bool surface_made) {
  thread_join(t->thread);
  thread_signal_free(&t->decided);
  thread_lock_free(&t->lock);
  for (int k = 0; k <= MESH_OTHER; k++) m->spent[k] += t->m.spent[k];
  if (t->made) {
    m->ngraph = t->m.ngraph;
    m->graph = t->m.graph;
    m->nhullface = t->m.nhullface;
    m->hullface = t->m.hullface;
    m->npoly = t->m.npoly;
    m->npolyvert = t->m.npolyvert;
    m->npolymap = t->m.npolymap;
    m->polynormal = t->m.polynormal;
    m->polyvertadr = t->m.polyvertadr;
    m->polyvert = t->m.polyvert;
    m->polymapadr = t->m.polymapadr;
    m->polymap = t->m.polymap;
    arena_join(m->memory, t->m.memory);
    t->m.memory = NULL;
  } else {
    memcpy(m->problem, t->m.problem, sizeof m->problem);
  }
  bool made = t->made && surface_made;
  end_twin(t);
  if (!made) mesh_refuse_again(m);
}

static bool make_surface(mesh* m, twin* t) {
  bool placed = attempt(m, placing);
  tell_place(t, placed);
  return placed && attempt(m, surface);
}

static void make(mesh* m, bool threads) {
  go_through(m, checks);
  if (!m->nface || m->options.inertia == mjMESH_INERTIA_CONVEX) go_through(m, hull_first);
  twin t;
  if (threads && begin_twin(&t, m)) {
    join_twin(&t, m, make_surface(m, &t));
    return;
  }
  go_through(m, shape);
  go_through(m, placing);
  go_through(m, surface);
  go_through(m, finish);
}

static void finish_making(mesh* m, bool threads) {
  arena_clear(m->scratch);
  make(m, threads);
  arena_delete(m->scratch);
  m->scratch = NULL;
  arena_free(m->memory, m->vert, sizeof(double) * 3 * (size_t)m->nvert);
  m->vert = NULL;
}

bool mesh_make(mesh* m, const mesh_source* source, bool threads) {
  if (setjmp(m->refused)) return false;
  double begin = thread_seconds();
  mesh_read(m, source);
  m->spent[MESH_LOAD] += thread_seconds() - begin;
  finish_making(m, threads);
  return true;
}

bool mesh_make_hull(mesh* m, const float* point, int n) {
  m->options = (mesh_options){.refquat = {1},
                              .scale = {1, 1, 1},
                              .inertia = mjMESH_INERTIA_CONVEX,
                              .maxhullvert = -1,
                              .need_hull = true};
  if (setjmp(m->refused)) return false;
  mesh_set_vertices(m, point, n);
  finish_making(m, false);
  return true;
}
