// From specification to model: the list of passes.
#include "base/log.h"
#include "base/platform/thread.h"
#include "compile/compile.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <engine/model.h>

#include "base/need.h"
#include "base/capture.h"
#include "compile/addresses.h"
#include "compile/carry.h"
#include "compile/flex.h"
#include "compile/lists.h"
#include "compile/mass.h"
#include "compile/mesh_pass.h"
#include "compile/names.h"
#include "compile/number.h"
#include "compile/texture.h"
#include "compile/tree.h"
#include "model/data.h"
#include "model/validate.h"

typedef void (*pass)(build*);

// mjData, of similar size, is about to be allocated: all results are in the model by now.
static void let_go_of_scratch(build* b) {
  meshes_release(b);
  textures_release(b);
  b->nframe = 0;
  b->frame = NULL;
  b->body = NULL;
  b->joint = NULL;
  b->geom = NULL;
  b->site = NULL;
  b->camera = NULL;
  b->light = NULL;
  b->mesh = NULL;
  b->in_model = NULL;
  b->hfield = NULL;
  b->texture = NULL;
  b->skin = NULL;
  b->flex = NULL;
  addresses_keep_only(b);
}

static const pass passes[] = {
    // elements: numbers and names
    number_check_spec,
    number_elements,
    names_check,
    names_userdata,
    plugins_resolve,

    // assets, from which geoms get shapes
    geoms_mark_assets,
    sites_mark_assets,
    assets_compile,

    // the tree: poses and inertias of bodies
    frames_resolve,
    geoms_compile,
    bodies_compile,
    joints_compile,
    sites_compile,
    cameras_compile,
    lights_compile,

    // the final tree
    align_free,
    fuse_static,
    joints_check_free,
    discard_visual,
    bodies_check_mass,
    bodies_mark_simple,
    tendons_unmark_simple,
    flexes_compile,

    // the model: allocation, then the tree
    model_size,
    model_make,
    bodies_fill,
    joints_fill,
    model_index,
    geoms_fill,
    sites_fill,
    cameras_fill,
    lights_fill,
    body_bvh_fill,
    assets_fill,

    // elements that refer to the tree
    plugins_fill,
    materials_fill,
    pairs_fill,
    excludes_fill,
    equalities_fill,
    tendons_fill,
    actuators_fill,
    sensors_fill,
    custom_fill,
    hard_settle,
    names_fill,
    plugins_count,
    histories_place,
    sleep_settle,
    addresses_write,
    keyframes_fill,

    let_go_of_scratch,

    // quantities derived by simulation functions
    mass_set_total,
    constants_compute,
    constants_try,
};

static void run_passes(build* b) {
  for (size_t i = 0; i < sizeof passes / sizeof *passes && !b->nerror; i++) passes[i](b);
  // allocations that passes did not check
  bool failed = b->s->store.failed || arena_failed(b->memory);
  if (failed && !b->nerror) build_error(b, NULL, "out of memory");
}

static void finish(build* b, const char* warning) {
  spec* s = b->s;
  bool success = !b->nerror;
  mj_deleteSpec(s->tuned);
  s->tuned = NULL;
  keys_finish(s, success);
  data_unmap(b->d);
  if (success) {
    s->ids = IDS_CURRENT;
    s->compiled = true;
    FOR_BODIES(body, s->world) {
      if (body->e.id >= 0) body->numbers = body_numbers(b->m, body->e.id);
    }
    carry_remember(s);
    b->m->signature = spec_signature(s);
    assert(model_valid(b->m) && b->m->nbvh == b->nbvh);
    if (*warning) spec_warning(s, "%s", warning);
  } else {
    addresses_restore(b);
    mj_deleteModel(b->m);
    b->m = NULL;
    s->ids = IDS_STALE;
    s->compiled = false;
    spec_error(s, NULL, "%s", text_message(&b->errors));
  }
  text_free(&b->errors);
  meshes_release(b);
  textures_release(b);
  bulk_join(&b->writer);
  for (int i = 0; i < load_warnings_kept(&b->warnings); i++) {
    if (b->warnings.text[i]) spec_note_warning(s, b->warnings.text[i]);
  }
  load_warnings_tell(&b->warnings);
  arena_delete(b->memory);
}

// The plugin instance that failed to initialise, by the number in the error message.
static const element* plugin_blamed(const build* b, const char* error) {
  int i;
  bool one =
      sscanf(error, "plugin instance %d", &i) == 1 && i >= 0 && i < list_size(b, mjOBJ_PLUGIN);
  return one ? list_at(b, mjOBJ_PLUGIN, i) : NULL;
}

mjModel* compile_spec(spec* s, const mjVFS* vfs) {
  spec_clear_error(s);
  assert(spec_valid(s));
  build* b = calloc(1, sizeof *b);
  arena* memory = arena_new_passing();
  if (!b || !memory) {
    free(b);
    arena_delete(memory);
    spec_error(s, NULL, "no memory to compile");
    return NULL;
  }
  b->s = s;
  b->vfs = vfs;
  b->memory = memory;
  double begin = thread_clock();
  memset(s->timer, 0, sizeof s->timer);
  error_capture capture;
  if (!setjmp(capture.jump)) {
    capture_begin(&capture);
    run_passes(b);
    capture_end(&capture);
  } else {
    // a plugin that fails gives the reason in a warning
    build_error(b, b->asking ? b->asking : plugin_blamed(b, capture.error),
                *capture.warning ? "engine error: %s; %s" : "engine error: %s", capture.error,
                capture.warning);
  }
  finish(b, capture.warning);
  s->timer[mjCTIMER_TOTAL] = thread_clock() - begin;
  if (log_wants(mjTOPIC_TIME_CMP)) {
    const double* t = s->timer;
    mju_info(
        mjTOPIC_TIME_CMP,
        "compiled in %.6f s, of it assets %.6f; processors: textures %.6f, meshes: files %.6f, "
        "hulls %.6f, polygons %.6f, inertia %.6f, boxes %.6f, octrees %.6f",
        t[mjCTIMER_TOTAL], t[mjCTIMER_ASSETS], t[mjCTIMER_TEXTURE], t[mjCTIMER_MESH_LOAD],
        t[mjCTIMER_MESH_HULL], t[mjCTIMER_MESH_POLYGON], t[mjCTIMER_MESH_INERTIA],
        t[mjCTIMER_MESH_BVH], t[mjCTIMER_MESH_OCTREE]);
  }
  mjModel* m = b->m;
  free(b);
  return m;
}

mjModel* mj_compile(mjSpec* s, const mjVFS* vfs) {
  NEED_OR(NULL, s);
  return compile_spec(spec_of(s), vfs);
}
