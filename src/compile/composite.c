// Cable composites: vertices along a curve, and a chain of bodies between them (MuJoCo
// documentation, XML reference: body/composite).
#include "compile/composite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <engine/math.h>

#include "math/quat.h"
#include "math/vec3.h"
#include "spec/default_class.h"

// A larger number of bodies per row is taken for a mistake.
#define MAX_VERTICES 1000

enum { MAX_NAME = 1000 };

bool composite_init(composite* c, arena* memory) {
  memset(c, 0, sizeof *c);
  c->memory = memory;
  c->parts = mj_makeSpec();
  mjsBody* body = c->parts ? mjs_addBody(mjs_findBody(c->parts, "world"), NULL) : NULL;
  mjsSkin* skin = body ? mjs_addSkin(c->parts) : NULL;
  if (!skin) return refuse(&c->refused, NULL, "out of memory");
  c->body = *body;
  c->vertex = skin->vert;
  c->def = class_main(c->parts);
  c->joint = class_edit(c->def, offsetof(mjsDefault, joint));
  c->geom = class_edit(c->def, offsetof(mjsDefault, geom));
  c->site = class_edit(c->def, offsetof(mjsDefault, site));
  c->joint->group = c->site->group = 3;
  c->prefix = "";
  c->initial = "ball";
  c->quat[0] = c->size[0] = 1;
  for (int k = 0; k < 3; k++) {
    c->count[k] = 1;
    c->shape[k] = CURVE_ZERO;
  }
  for (int k = 0; k < 4; k++) c->skin.rgba[k] = 1;
  return true;
}

void composite_end(composite* c) { mj_deleteSpec(c->parts); }

// ---------------------------------------------------------------------------------- checks

static bool check_counts(composite* c) {
  for (int k = 0; k < 3; k++) {
    if (c->count[k] < 1) {
      return refuse(&c->refused, "count", "count must be positive: %d; expected 1 or more",
                    c->count[k]);
    }
    if (k && c->count[k] > 1 && c->count[k - 1] == 1) {
      return refuse(&c->refused, "count", "counts of 1 come last; expected count=\"%d 1 1\"",
                    c->count[k]);
    }
  }
  if (c->count[1] > 1) {
    return refuse(&c->refused, "count",
                  "a cable is one-dimensional; expected count=\"%d 1 1\", or a flexcomp "
                  "of dim 2 or 3",
                  c->count[0]);
  }
  return true;
}

static bool check(composite* c) {
  const float_vec* given = c->vertex;
  if (!check_counts(c)) return false;
  if (given->size && c->count[0] > 1) {
    return refuse(&c->refused, "vertex", "either vertex or count can be given, not both");
  }
  if (given->size % 3) {
    return refuse(&c->refused, "vertex", "vertex has %d numbers; they come in threes", given->size);
  }
  c->n = given->size ? given->size / 3 : c->count[0];
  if (c->n < 2) {
    return refuse(&c->refused, given->size ? "vertex" : "count",
                  "a cable has two vertices or more; expected a larger count");
  }
  if (c->n > MAX_VERTICES) {
    return refuse(&c->refused, given->size ? "vertex" : "count",
                  "a cable of %d vertices is too long; expected at most %d", c->n, MAX_VERTICES);
  }
  if (!given->size && !(vec3_dot(c->size, c->size) >= mjMINVAL)) {
    return refuse(&c->refused, "size", "size must be positive; its first number is the length");
  }
  mjtGeom type = c->geom->type;
  if (type != mjGEOM_CAPSULE && type != mjGEOM_CYLINDER && type != mjGEOM_BOX) {
    return refuse(&c->refused, NULL,
                  "the geom of a cable must be a capsule, a cylinder or a box; give its "
                  "type in a geom element inside");
  }
  return true;
}

// -------------------------------------------------------------------------------- vertices

static double coordinate(const composite* c, int axis, int i) {
  double angle = mjPI * i * c->size[2] / (c->n - 1);
  switch (c->shape[axis]) {
    case CURVE_LINE: return i * c->size[0] / (c->n - 1);
    case CURVE_COS: return c->size[1] * cos(angle);
    case CURVE_SIN: return c->size[1] * sin(angle);
    case CURVE_ZERO: return 0;
  }
  return 0;
}

bool composite_place(composite* c) {
  if (!check(c)) return false;
  const float_vec* given = c->vertex;
  c->x = arena_alloc(c->memory, 3 * (size_t)c->n * sizeof *c->x);
  if (!c->x) return refuse(&c->refused, NULL, "out of memory");
  if (given->size) memcpy(c->x, given->data, 3 * (size_t)c->n * sizeof *c->x);
  for (int i = 0; i < c->n && !given->size; i++) {
    double local[3], turned[3];
    for (int k = 0; k < 3; k++) local[k] = coordinate(c, k, i);
    mju_rotVecQuat(turned, local, c->quat);
    for (int k = 0; k < 3; k++) c->x[3 * i + k] = (float)turned[k];
  }
  for (int i = 0; i + 1 < c->n; i++) {
    const float *a = c->x + 3 * i, *b = a + 3;
    double length = hypot(hypot((double)b[0] - a[0], (double)b[1] - a[1]), (double)b[2] - a[2]);
    if (length >= mjMINVAL && length < mjMAXVAL) continue;
    return refuse(&c->refused, given->size ? "vertex" : "curve",
                  "vertices %d and %d are %g apart; expected a positive distance", i, i + 1,
                  length);
  }
  return true;
}

// ---------------------------------------------------------------------------------- frames

// A frame that is parallel-transported along the cable; its first axis is along the edge.
typedef struct {
  double tangent[3], normal[3], quat[4], length;
} curve_frame;

static double edge(const composite* c, int i, double tangent[3]) {
  // vertices are in single precision, and so are the edges
  for (int k = 0; k < 3; k++) tangent[k] = c->x[3 * (i + 1) + k] - c->x[3 * i + k];
  return vec3_normalize(tangent);
}

// The normal where the cable starts to bend; zero, as is the binormal, if it starts straight.
static void first_normal(const composite* c, curve_frame* f) {
  double next[3], binormal[3];
  vec3_zero(f->normal);
  if (c->n < 3) return;
  edge(c, 1, next);
  vec3_cross(binormal, f->tangent, next);
  if (vec3_norm(binormal) < mjMINVAL) return;
  vec3_normalize(binormal);
  vec3_cross(f->normal, binormal, f->tangent);
  vec3_normalize(f->normal);
}

// Rotate the normal together with the tangent, about their common perpendicular.
static void transport(curve_frame* f, const double before[3]) {
  double axis[3], quat[4], turned[3];
  vec3_cross(axis, before, f->tangent);
  double sine = vec3_norm(axis);
  if (sine < mjMINVAL) return;
  vec3_normalize(axis);
  mju_axisAngle2Quat(quat, axis, atan2(sine, vec3_dot(before, f->tangent)));
  mju_rotVecQuat(turned, f->normal, quat);
  vec3_copy(f->normal, turned);
}

static void move_frame(const composite* c, int i, curve_frame* f) {
  double before[3], binormal[3];
  vec3_copy(before, f->tangent);
  f->length = edge(c, i, f->tangent);
  if (i == 0) {
    first_normal(c, f);
  } else {
    transport(f, before);
  }
  vec3_cross(binormal, f->tangent, f->normal);
  double mat[9];
  for (int k = 0; k < 3; k++) {
    mat[3 * k] = f->tangent[k];
    mat[3 * k + 1] = f->normal[k];
    mat[3 * k + 2] = binormal[k];
  }
  mju_mat2Quat(f->quat, mat);
}

// ------------------------------------------------------------------------------------ parts

// "B_first", "B_1", ..., "B_last" and similar names.
static const char* numbered(const composite* c, const char* letter, int i, char* name,
                            size_t nname) {
  if (i == 0) {
    snprintf(name, nname, "%.900s%s_first", c->prefix, letter);
  } else if (i >= c->n - 2) {
    snprintf(name, nname, "%.900s%s_last", c->prefix, letter);
  } else {
    snprintf(name, nname, "%.900s%s_%d", c->prefix, letter, i);
  }
  return name;
}

const char* composite_body(const composite* c, int i, char* name, size_t nname) {
  return numbered(c, "B", i < c->n - 1 ? i : c->n - 2, name, nname);
}

static void note_place(const composite* c, mjString* info) {
  mjs_setString(info, mjs_getString(c->body.info));
}

static bool add_geom(const composite* c, mjsBody* body, int i, double length) {
  mjsGeom* geom = mjs_addGeom(body, c->def);
  if (!geom) return false;
  char name[MAX_NAME];
  snprintf(name, sizeof name, "%.900sG%d", c->prefix, i);
  mjs_setName(geom->element, name);
  note_place(c, geom->info);
  if (geom->type == mjGEOM_BOX) {
    vec3_set(geom->pos, length / 2, 0, 0);
    geom->size[0] = length / 2;
  } else {
    const double ends[6] = {0, 0, 0, length, 0, 0};
    memcpy(geom->fromto, ends, sizeof ends);
  }
  return true;
}

static bool add_joint(const composite* c, mjsBody* body, int i) {
  bool free = i == 0 && strcmp(c->initial, "free") == 0;
  if (i == 0 && strcmp(c->initial, "none") == 0) return true;
  mjsJoint* joint = mjs_addJoint(body, c->def);
  if (!joint) return false;
  char name[MAX_NAME];
  mjs_setName(joint->element, numbered(c, "J", i, name, sizeof name));
  note_place(c, joint->info);
  joint->type = free ? mjJNT_FREE : mjJNT_BALL;
  if (free) joint->damping = joint->armature = joint->frictionloss = 0;
  return true;
}

static bool add_site(const composite* c, mjsBody* body, int i, double x) {
  mjsSite* site = mjs_addSite(body, c->def);
  if (!site) return false;
  char name[MAX_NAME];
  mjs_setName(site->element, numbered(c, "S", i, name, sizeof name));
  note_place(c, site->info);
  vec3_set(site->pos, x, 0, 0);
  return true;
}

// Body i, whose frame is f, as child of the body with frame `above`.
static mjsBody* add_body(const composite* c, mjsBody* parent, int i, const curve_frame* f,
                         const curve_frame* above) {
  mjsBody* body = mjs_addBody(parent, NULL);
  if (!body) return NULL;
  char name[MAX_NAME];
  mjs_setName(body->element, composite_body(c, i, name, sizeof name));
  note_place(c, body->info);
  if (i == 0) {
    for (int k = 0; k < 3; k++) body->pos[k] = c->offset[k] + (double)c->x[k];
    memcpy(body->quat, f->quat, sizeof body->quat);
  } else {
    vec3_set(body->pos, above->length, 0, 0);
    double back[4];
    mju_negQuat(back, above->quat);
    mju_mulQuat(body->quat, back, f->quat);
  }
  bool first = i == 0, last = i == c->n - 2;
  bool ok = add_geom(c, body, i, f->length) && add_joint(c, body, i);
  if (last) ok = ok && add_site(c, body, i, f->length);
  if (first && !last) ok = ok && add_site(c, body, i, 0);
  shared_plugin_use(&c->body.plugin, body, c->body.info);
  return ok ? body : NULL;
}

// Exclude contacts between neighbours.
static bool exclude(const composite* c, mjSpec* s, int i) {
  mjsExclude* pair = mjs_addExclude(s);
  if (!pair) return false;
  char name[MAX_NAME];
  mjs_setString(pair->bodyname1, composite_body(c, i - 1, name, sizeof name));
  mjs_setString(pair->bodyname2, composite_body(c, i, name, sizeof name));
  note_place(c, pair->info);
  return true;
}

static bool add_text(const composite* c, mjSpec* s) {
  mjsText* text = mjs_addText(s);
  if (!text) return false;
  char words[MAX_NAME];
  snprintf(words, sizeof words, "composite_%.900s", c->prefix);
  mjs_setName(text->element, words);
  snprintf(words, sizeof words, "rope_%.900s", c->prefix);
  mjs_setString(text->data, words);
  note_place(c, text->info);
  return true;
}

bool composite_make(composite* c, mjSpec* s, mjsBody* parent, mjsFrame* frame) {
  curve_frame f = {.length = 0};
  bool ok = add_text(c, s);
  mjsBody* body = parent;
  for (int i = 0; i < c->n - 1 && ok; i++) {
    curve_frame above = f;
    move_frame(c, i, &f);
    body = add_body(c, body, i, &f, &above);
    ok = body && (i == 0 || exclude(c, s, i));
    if (ok && i == 0 && frame) mjs_setFrame(body->element, frame);
  }
  if (ok && c->geom->type == mjGEOM_BOX) ok = composite_make_skin(c, s);
  if (!ok && !c->refused.problem[0]) refuse(&c->refused, NULL, "out of memory");
  return ok;
}
