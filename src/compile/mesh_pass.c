#include "compile/mesh_pass.h"

#include <math.h>
#include <string.h>
#include <engine/model.h>

#include "asset/mesh_make.h"
#include "base/cache.h"
#include "base/platform/thread.h"
#include "base/pool.h"
#include "compile/asset_file.h"
#include "compile/lists.h"
#include "spec/inertia_tensor.h"

// The compilation of one mesh.
typedef struct {
  build_mesh* result;
  mesh_source source;
  asset_file file;  // resource NULL: not open
  text key;         // cache key; empty: not cached
  const cache_entry* known;
  mesh* m;  // from the cache, or our own
  bool made;
  bool threads;  // whether a second thread may be used
  mjTask task;
} job;

static const char* file_of(const job* j) { return string_text(&j->source.src->own.file); }

static mesh_options options_of(const build* b, const job* j) {
  const mjsMesh* pub = &j->source.src->pub;
  mesh_options o = {.inertia = pub->inertia,
                    .maxhullvert = pub->maxhullvert,
                    .smoothnormal = pub->smoothnormal,
                    .need_hull = j->result->need_hull,
                    .need_sdf = j->result->need_sdf || pub->needsdf,
                    .rest_of_axes = spec_level_has(b->s, engLEVEL_INERTIA) ? AXES_MESH : AXES_USUAL,
                    .keep_frame = j->source.plugin != NULL};
  const engsMesh* more = &j->source.src->more;
  if (more->collision == engCOLLISION_DECOMPOSE && o.need_hull) {
    o.maxpart = more->maxpart;
    o.volumeerror = more->volumeerror;
  }
  memcpy(o.refpos, pub->refpos, sizeof o.refpos);
  memcpy(o.refquat, pub->refquat, sizeof o.refquat);
  memcpy(o.scale, pub->scale, sizeof o.scale);
  return o;
}

// --- opening the sources ------------------------------------------------------------------------

static bool open_plugin(build* b, job* j) {
  const spec_mesh* src = j->source.src;
  int id = build_plugin(b, &src->e, &src->pub.plugin);
  if (id < 0) return false;
  const spec_plugin* instance = (const spec_plugin*)list_at(b, mjOBJ_PLUGIN, id);
  const mjpPlugin* plugin = instance_plugin(b, id, NULL);
  if (!plugin || !(plugin->capabilityflags & mjPLUGIN_SDF)) {
    return build_error(b, &src->e, "the plugin of a mesh must have a signed distance");
  }
  for (int k = 0; k < 3; k++) {
    if (src->pub.scale[k] != 1) {
      return build_error(b, &src->e, "the mesh of a plugin cannot be scaled");
    }
  }
  const char** value = BUILD_NEW(b, const char*, plugin->nattribute + 1);
  mjtNum* attributes = BUILD_NEW(b, mjtNum, plugin->nattribute + 1);
  for (int i = 0; i < plugin->nattribute; i++) {
    value[i] = plugin_attribute(instance, plugin->attributes[i]);
  }
  plugin->sdf_attribute(attributes, (const char**)plugin->attributes, value);
  j->source.plugin = plugin;
  j->source.attributes = attributes;
  return true;
}

static bool open_file(build* b, job* j) {
  const spec_mesh* src = j->source.src;
  const char* file = file_of(j);
  asset_type type = asset_type_of(&src->own.content_type, file);
  if (type == ASSET_INVALID) {
    return build_error(b, &src->e, "content_type '%s' is not of the form type/subtype",
                       string_text(&src->own.content_type));
  }
  if (type != ASSET_STL && type != ASSET_OBJ && type != ASSET_MSH && type != ASSET_SCENE) {
    return build_error(b, &src->e,
                       "'%s' is no mesh file: STL (.stl, model/stl), OBJ (.obj, model/obj), MSH "
                       "(.msh, model/vnd.mujoco.msh), glTF (.glb, .gltf) and Collada (.dae) are",
                       file);
  }
  j->source.type = type;
  return asset_file_find(b, &src->e, file, ASSET_MESH_FOLDER, &j->file);
}

static bool has_inline(const spec_mesh* src) {
  return src->own.uservert.size || src->own.usernormal.size || src->own.usertexcoord.size ||
         src->own.userface.size;
}

// The cache key contains everything that the mesh depends on; meshes with inline data are not
// cached.
static void name_key(job* j, const mesh_options* o) {
  const mjResource* r = j->file.resource;
  // without a timestamp changes would be missed, as would changes of other files of a scene
  if (!r || !*r->timestamp || has_inline(j->source.src) || j->source.type == ASSET_SCENE) return;
  text* t = &j->key;
  text_print(t, "mesh %d %d %d %d%d%d%d", (int)j->source.type, (int)o->inertia, o->maxhullvert,
             o->smoothnormal, o->need_hull, o->need_sdf, o->rest_of_axes > 0);
  for (int k = 0; k < 3; k++) text_print(t, " %a %a", o->refpos[k], o->scale[k]);
  for (int k = 0; k < 4; k++) text_print(t, " %a", o->refquat[k]);
  if (o->maxpart) text_print(t, " parts %d %a", o->maxpart, o->volumeerror);
  text_print(t, " %s", r->name);
  if (t->failed) text_free(t);
}

static bool check_parts(build* b, const spec_mesh* src) {
  if (src->more.collision != engCOLLISION_DECOMPOSE) return true;
  if (!(src->more.volumeerror > 0)) {
    return build_error(b, &src->e, "volumeerror is %g; it must be positive", src->more.volumeerror);
  }
  if (src->more.maxpart < 1) {
    return build_error(b, &src->e, "maxpart is %d; it must be at least 1", src->more.maxpart);
  }
  return true;
}

static bool open_source(build* b, job* j) {
  const spec_mesh* src = j->source.src;
  if (!check_parts(b, src)) return false;
  if (src->pub.plugin.active) {
    if (!open_plugin(b, j)) return false;
  } else if (!string_empty(&src->own.file)) {
    if (!open_file(b, j)) return false;
  }
  mesh_options o = options_of(b, j);
  name_key(j, &o);
  if (j->key.size) {
    j->known = cache_find(mj_getCache(), text_string(&j->key), j->file.resource->timestamp);
  }
  if (j->known) {
    j->m = (mesh*)cache_data(j->known);
    j->made = true;
    return true;
  }
  if (j->file.resource) {
    if (!asset_file_read(b, &src->e, &j->file)) return false;
    j->source.data = j->file.data;
    j->source.size = j->file.size;
    j->source.resource = j->file.resource;
    j->source.vfs = b->vfs;
  }
  j->m = mesh_new();
  if (!j->m) return build_error(b, &src->e, "out of memory");
  j->m->options = o;
  return true;
}

// --- making -------------------------------------------------------------------------------------

static void* mesh_thread(void* args) {
  job* j = args;
  if (!j->made) j->made = mesh_make(j->m, &j->source, j->threads);
  return NULL;
}

static size_t bytes_of(const job* j) {
  const spec_mesh* src = j->source.src;
  return (size_t)j->source.size +
         4 * ((size_t)src->own.uservert.size + (size_t)src->own.userface.size);
}

int meshes_processors(const build* b) {
  return b->s->pub.compiler.usethread ? thread_processors() : 1;
}

// Number of threads to use (including this one), 1 unless the meshes are numerous and large enough;
// a single mesh may be computed by two threads.
static int threads_for(const build* b, job* jobs, int n) {
  enum { WORTH_IT = 100000 };  // bytes of source data
  size_t bytes = 0;
  int waiting = 0;
  for (int i = 0; i < n; i++) {
    if (!jobs[i].m || jobs[i].made) continue;
    waiting++;
    bytes += bytes_of(jobs + i);
  }
  int processors = bytes < WORTH_IT ? 1 : meshes_processors(b);
  if (processors < 2) return 0;
  for (int i = 0; i < n && waiting == 1; i++) jobs[i].threads = true;
  return waiting > 1 ? mjMIN(mjMIN(processors, waiting), 16) : 0;
}

// Whether any thread may compute it: plugins and resource providers may not be thread-safe, and
// their errors are only caught in the calling thread.
static bool for_any_thread(const job* j) {
  return !j->source.plugin && j->source.type != ASSET_SCENE;
}

static void run_all(build* b, job* jobs, int n) {
  int nthread = threads_for(b, jobs, n);
  mjThreadPool* pool = nthread ? mju_threadPoolCreate((size_t)nthread - 1) : NULL;
  for (int i = 0; i < n; i++) {
    job* j = jobs + i;
    if (!j->m) continue;
    mju_defaultTask(&j->task);
    j->task.func = mesh_thread;
    j->task.args = j;
    if (pool && for_any_thread(j)) {
      mju_threadPoolEnqueue(pool, &j->task);
    } else {
      mesh_thread(j);
    }
  }
  for (int i = 0; i < n && pool; i++) {
    if (jobs[i].m && for_any_thread(jobs + i)) pool_join(pool, &jobs[i].task);
  }
  if (pool) mju_threadPoolDestroy(pool);
}

static double volume_within(const mesh* m, const int* face, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    const float *a = m->rounded + 3 * face[3 * i], *b = m->rounded + 3 * face[3 * i + 1],
                *c = m->rounded + 3 * face[3 * i + 2];
    sum += (double)a[0] * ((double)b[1] * c[2] - (double)b[2] * c[1]) +
           (double)a[1] * ((double)b[2] * c[0] - (double)b[0] * c[2]) +
           (double)a[2] * ((double)b[0] * c[1] - (double)b[1] * c[0]);
  }
  return fabs(sum) / 6;
}

// Warn about a mesh that differs much from the hull its geoms collide with, if that warning is
// enabled.
static void compare_with_hull(build* b, const job* j) {
  const mesh* m = j->m;
  const engsMesh* more = &j->source.src->more;
  if (!(more->hullwarning > 0) || !j->result->by_hull || m->npart || !m->ngraph) return;
  const int* graph = m->graph;  // layout: nvert, nface, addresses, vertices, edges, faces
  const int* face = graph + 2 + 3 * graph[0] + 3 * graph[1];
  double hull = volume_within(m, face, graph[1]), own = volume_within(m, m->face, m->nface);
  if (!(1 - own / hull > more->hullwarning)) return;
  build_warning(b, &j->source.src->e,
                "it collides as its convex hull, %.0f %% of which is empty; "
                "collision=\"decompose\" or \"sdf\" lets it collide as it looks",
                100 * (1 - own / hull));
}

// Copy the results that geoms need.
static void hand_over(build* b, job* j) {
  const mesh* m = j->m;
  const element* e = &j->source.src->e;
  build_mesh* r = j->result;
  if (!j->made) {
    const char* file = file_of(j);
    build_error(b, e, *file ? "mesh file '%s': %s" : "%s%s", file, m->problem);
    return;
  }
  if (m->warning[0]) mju_warning("mesh '%s': %s", element_name(e), m->warning);
  for (int k = 0; k < MESH_OTHER && !j->known; k++) {
    b->s->timer[mjCTIMER_MESH_LOAD + k] += m->spent[k];
  }
  memcpy(r->pos, m->pos, sizeof r->pos);
  memcpy(r->quat, m->quat, sizeof r->quat);
  memcpy(r->box, m->box, sizeof r->box);
  r->volume = m->volume;
  compare_with_hull(b, j);
  r->nvert = m->nvert;
  for (int k = 0; k < 3; k++) {
    r->aabb[k] = (m->min[k] + m->max[k]) / 2;
    r->aabb[k + 3] = (m->max[k] - m->min[k]) / 2;
  }
}

void meshes_compile(build* b) {
  int n = list_size(b, mjOBJ_MESH);
  job* jobs = BUILD_NEW(b, job, n);
  for (int i = 0; i < n; i++) {
    jobs[i].result = b->mesh + i;
    jobs[i].source.src = (const spec_mesh*)list_at(b, mjOBJ_MESH, i);
    b->mesh[i].data = jobs + i;
  }
  for (int i = 0; i < n; i++) open_source(b, jobs + i);
  run_all(b, jobs, n);
  for (int i = 0; i < n; i++) {
    if (jobs[i].m) hand_over(b, jobs + i);
  }
}

void meshes_release(build* b) {
  for (int i = 0; b->mesh && i < list_size(b, mjOBJ_MESH); i++) {
    job* j = b->mesh[i].data;
    if (!j) continue;
    if (j->known) {
      cache_release(mj_getCache(), j->known);
    } else if (j->m) {
      // cache what was computed from a file
      bool kept = j->made && j->key.size &&
                  cache_put(mj_getCache(), text_string(&j->key), j->file.resource->timestamp, j->m,
                            mesh_bytes(j->m), mesh_delete);
      if (!kept) mesh_delete(j->m);
    }
    text_free(&j->key);
    if (j->file.resource) asset_file_close(&j->file);
  }
}

const mesh* meshes_at(const build* b, int i) { return ((const job*)b->mesh[i].data)->m; }
