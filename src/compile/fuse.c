#include <string.h>

#include "compile/number.h"
#include "compile/skin.h"
#include "compile/tree.h"
#include "spec/inertia_tensor.h"
#include "spec/pose.h"
#include "spec/reference.h"

// A body that is fixed to its parent is merged into it, unless something refers to it by name.

// ---------------------------------------------------------------- references by name

typedef struct {
  build* b;
  bool* needed;
} census;

static bool note_body(void* context, string* name, mjtObj type) {
  census* c = context;
  if (type != mjOBJ_BODY && type != mjOBJ_XBODY) return true;
  int id = build_lookup(c->b, mjOBJ_BODY, string_text(name));
  if (id >= 0) c->needed[id] = true;
  return true;
}

// A named body with the site of a force or torque sensor is kept, since the force on it is to be
// measured.
static void need_site_body(build* b, bool* needed, const spec_sensor* s) {
  if (s->pub.type != mjSENS_FORCE && s->pub.type != mjSENS_TORQUE) return;
  int site = build_lookup(b, mjOBJ_SITE, string_text(&s->own.objname));
  int body = site < 0 ? 0 : b->site[site].body;
  if (*element_name(&b->body[body].src->e)) needed[body] = true;
}

static bool* needed_bodies(build* b) {
  // pairs, tendons and plugins do not name bodies; bones of skins may be named by a file
  static const mjtObj naming[] = {mjOBJ_CAMERA,   mjOBJ_LIGHT,    mjOBJ_FLEX,   mjOBJ_EXCLUDE,
                                  mjOBJ_EQUALITY, mjOBJ_ACTUATOR, mjOBJ_SENSOR, mjOBJ_TUPLE};
  census c = {b, BUILD_NEW(b, bool, b->size.nbody)};
  for (size_t k = 0; k < sizeof naming / sizeof *naming; k++) {
    for (element* e = element_first(b->s, naming[k]); e; e = element_next(e)) {
      for_references(e, note_body, &c);
    }
  }
  for (int i = 0; i < b->size.nskin; i++) {
    for (int k = 0; k < b->skin[i].nbone; k++) c.needed[b->skin[i].bone[k].body] = true;
  }
  for (int i = 0; i < list_size(b, mjOBJ_SENSOR); i++) {
    need_site_body(b, c.needed, (const spec_sensor*)list_at(b, mjOBJ_SENSOR, i));
  }
  return c.needed;
}

// ------------------------------------------------------------------------------------ merging

// Combined inertia in the parent's frame.
static bool merge_inertia(build* b, build_body* parent, const build_body* body) {
  double mass = parent->mass + body->mass;
  double pos[3], quat[4];
  vec3_copy(pos, body->ipos);
  quat_copy(quat, body->iquat);
  pose_enter(pos, quat, body->pos, body->quat);

  double center[3], offset[3], tensor[6] = {0};
  vec3_scale(center, pos, body->mass / mass);
  vec3_axpy(center, parent->mass / mass, parent->ipos);
  vec3_sub(offset, parent->ipos, center);
  tensor_add(tensor, parent->iquat, parent->inertia, parent->mass, offset);
  vec3_sub(offset, pos, center);
  tensor_add(tensor, quat, body->inertia, body->mass, offset);

  parent->mass = mass;
  vec3_copy(parent->ipos, center);
  if (!tensor_principal(tensor, parent->iquat, parent->inertia, spec_rest_of_axes(b->s))) {
    return build_error(b, &body->src->e,
                       "the inertia of it and its parent, into which it is fused, must have "
                       "positive eigenvalues");
  }
  return true;
}

// Stable counting sort of items by their bodies; `start` has nbody + 1 ints.
static void regroup(build* b, void* items, int n, size_t width, size_t body_member, int* start) {
  char *from = items, *copy = build_alloc(b, n, width);
  memset(start, 0, sizeof(int) * (b->size.nbody + 1));
#define BODY_OF(p) (*(int*)(void*)((p) + body_member))
  for (int i = 0; i < n; i++) start[BODY_OF(from + i * width) + 1]++;
  for (int i = 0; i < b->size.nbody; i++) start[i + 1] += start[i];
  for (int i = 0; i < n; i++) {
    memcpy(copy + width * start[BODY_OF(from + i * width)]++, from + i * width, width);
  }
#undef BODY_OF
  if (n) memcpy(from, copy, n * width);
}

// For each body: the body that it was merged into, and its pose in that.
typedef struct {
  int body;
  double pos[3], quat[4];
} owner;

static void hand_over(build* b, const owner* to) {
  const mjModel* n = &b->size;
#define HAND_OVER(item, count)                                  \
  for (int i = 0; i < (count); i++) {                           \
    const owner* o = to + (item)[i].body;                       \
    pose_enter((item)[i].pos, (item)[i].quat, o->pos, o->quat); \
    (item)[i].body = o->body;                                   \
  }
  HAND_OVER(b->geom, n->ngeom)
  HAND_OVER(b->site, n->nsite)
  HAND_OVER(b->camera, n->ncam)
#undef HAND_OVER
  for (int i = 0; i < n->nlight; i++) {
    build_light* light = b->light + i;
    const owner* o = to + light->body;
    double quat[4];
    quat_copy(quat, o->quat);
    quat_rotate(light->pos, quat, light->pos);
    vec3_add(light->pos, light->pos, o->pos);
    quat_rotate(light->dir, quat, light->dir);
    light->body = o->body;
  }
  for (int i = 0; i < n->njnt; i++) b->joint[i].body = to[b->joint[i].body].body;
}

// Merge body i into its parent.
static bool merge(build* b, owner* to, int i) {
  build_body *body = b->body + i, *parent = b->body + body->parent;
  if (body->parent && body->mass >= mjMINVAL && !merge_inertia(b, parent, body)) return false;
  parent->contype |= body->contype;
  parent->conaffinity |= body->conaffinity;
  parent->margin = fmax(parent->margin, body->margin);
  to[i].body = body->parent;
  vec3_copy(to[i].pos, body->pos);
  quat_copy(to[i].quat, body->quat);
  ((element*)&body->src->e)->id = -1;
  return true;
}

// Parents before children, so that the parent of a body is final.  new_id receives the ids of the
// remaining bodies; returns their number, 0 after an error.
static int merge_all(build* b, owner* to, int* new_id) {
  const bool* needed = needed_bodies(b);
  int kept = 0;
  for (int i = 0; i < b->size.nbody; i++) {
    build_body* body = b->body + i;
    quat_unit(to[i].quat);
    to[i].body = i;
    if (i) {
      const owner* up = to + body->parent;
      pose_enter(body->pos, body->quat, up->pos, up->quat);
      body->parent = up->body;
    }
    bool fixed = i && !body->jntnum && !body->src->pub.mocap && !needed[i];
    if (!fixed) {
      new_id[i] = kept++;
    } else if (!merge(b, to, i)) {
      return 0;
    }
  }
  return kept;
}

// Compact the arrays.
static void close_up(build* b, const owner* to, const int* new_id, int kept) {
  for (int i = 0, k = 0; i < b->size.nbody; i++) {
    if (to[i].body != i) continue;
    build_body body = b->body[i];
    body.parent = new_id[body.parent];
    b->body[k++] = body;
  }
  b->size.nbody = kept;
#define RENUMBER(item, count) \
  for (int i = 0; i < (count); i++) (item)[i].body = new_id[(item)[i].body];
  RENUMBER(b->geom, b->size.ngeom)
  RENUMBER(b->site, b->size.nsite)
  RENUMBER(b->camera, b->size.ncam)
  RENUMBER(b->light, b->size.nlight)
  RENUMBER(b->joint, b->size.njnt)
#undef RENUMBER
  int* start = BUILD_NEW(b, int, kept + 1);
  regroup(b, b->geom, b->size.ngeom, sizeof(build_geom), offsetof(build_geom, body), start);
  regroup(b, b->site, b->size.nsite, sizeof(build_site), offsetof(build_site, body), start);
  regroup(b, b->camera, b->size.ncam, sizeof(build_camera), offsetof(build_camera, body), start);
  regroup(b, b->light, b->size.nlight, sizeof(build_light), offsetof(build_light, body), start);
  number_again(b);
}

void fuse_static(build* b) {
  if (!b->s->pub.compiler.fusestatic) return;
  owner* to = BUILD_NEW(b, owner, b->size.nbody);
  int* new_id = BUILD_NEW(b, int, b->size.nbody);
  int kept = merge_all(b, to, new_id);
  if (kept == 0 || kept == b->size.nbody) return;
  hand_over(b, to);
  close_up(b, to, new_id, kept);
}
