// Converting a body to a frame: its contents move to the parent body, into a frame of the same
// pose.
#include <math.h>
#include <string.h>

#include "base/need.h"
#include "spec/inertia_tensor.h"
#include "spec/pose.h"
#include "spec/spec_life.h"
#include "spec/spec_pose.h"
#include "spec/spec_type.h"

typedef struct {
  double mass, pos[3], quat[4], moment[3];  // in the frame of the body that it belongs to
} inertial;

// The explicit inertial properties of a body, in principal axes.  Returns NULL, or what is wrong
// with them.
static const char* stated_inertial(inertial* in, const spec_body* b) {
  double rest = spec_rest_of_axes(b->e.owner);
  in->mass = b->pub.mass;
  if (b->pub.ipos[0] == b->pub.ipos[0])
    vec3_copy(in->pos, b->pub.ipos);
  else
    vec3_zero(in->pos);
  if (b->pub.fullinertia[0] == b->pub.fullinertia[0]) {
    bool ok = tensor_principal(b->pub.fullinertia, in->quat, in->moment, rest);
    return ok ? NULL : "fullinertia is not positive definite";
  }
  vec3_copy(in->moment, b->pub.inertia);
  const char* problem = spec_orientation(in->quat, &b->e, b->pub.iquat, &b->pub.ialt);
  if (!problem) pose_unit(in->quat, 4);
  return problem;
}

// Combine two rigid bodies.
static bool merge_inertial(inertial* a, const inertial* b, double rest) {
  if (a->mass + b->mass <= 0) return true;
  inertial sum = {.mass = a->mass + b->mass};
  for (int i = 0; i < 3; i++) {
    sum.pos[i] = (a->mass * a->pos[i] + b->mass * b->pos[i]) / sum.mass;
  }
  double tensor[6] = {0}, offset[3];
  vec3_sub(offset, a->pos, sum.pos);
  tensor_add(tensor, a->quat, a->moment, a->mass, offset);
  vec3_sub(offset, b->pos, sum.pos);
  tensor_add(tensor, b->quat, b->moment, b->mass, offset);
  if (!tensor_principal(tensor, sum.quat, sum.moment, rest)) return false;
  *a = sum;
  return true;
}

// Add the explicit inertia of the body to that of its parent.  Returns NULL, or why that is
// impossible.
static const char* merge_into_parent(const spec_body* b, spec_body* parent) {
  if (!b->pub.explicitinertial || !parent->e.parent) return NULL;
  double rest = spec_rest_of_axes(b->e.owner);
  inertial own, sum = {.quat = {1, 0, 0, 0}};
  const char* problem = stated_inertial(&own, b);
  if (!problem && parent->pub.explicitinertial) problem = stated_inertial(&sum, parent);
  if (!problem && !parent->pub.explicitinertial && parent->geoms.size) {
    problem = "its inertia is explicit, that of the body it would merge with comes from geoms";
  }
  if (problem) return problem;
  double pos[3], quat[4];
  vec3_copy(pos, b->pub.pos);
  problem = spec_orientation(quat, &b->e, b->pub.quat, &b->pub.alt);
  for (const spec_frame* f = b->e.frame; f && !problem; f = f->e.frame) {
    double q[4];
    problem = spec_orientation(q, &f->e, f->pub.quat, &f->pub.alt);
    pose_unit(q, 4);
    pose_enter(pos, quat, f->pub.pos, q);
  }
  if (problem) return problem;
  pose_unit(quat, 4);
  pose_enter(own.pos, own.quat, pos, quat);
  if (!merge_inertial(&sum, &own, rest)) return "the merged inertia is not positive definite";
  mjsBody* to = &parent->pub;
  to->explicitinertial = 1;
  to->mass = sum.mass;
  vec3_copy(to->ipos, sum.pos);
  quat_copy(to->iquat, sum.quat);
  vec3_copy(to->inertia, sum.moment);
  mjs_defaultOrientation(&to->ialt);
  // also as a full tensor, for readers of that field
  double tensor[6] = {0};
  const double none[3] = {0};
  tensor_add(tensor, sum.quat, sum.moment, 0, none);
  memcpy(to->fullinertia, tensor, sizeof tensor);
  if (!tensor_principal(tensor, sum.quat, sum.moment, rest)) to->fullinertia[0] = NAN;
  return NULL;
}

// Append one list of the body to the parent's; elements without a frame go into f.
static bool move_list(spec_body* b, spec_body* parent, mjtObj type, spec_frame* f) {
  element_list *from = body_list(b, type), *to = body_list(parent, type);
  if (!vec_reserve((vec*)to, to->size + from->size, sizeof(element*))) return false;
  for (int i = 0; i < from->size; i++) {
    element* e = from->data[i];
    e->parent = parent;
    if (!e->frame) e->frame = f;
    list_append(to, e);
  }
  from->size = 0;
  return true;
}

mjsFrame* mjs_bodyToFrame(mjsBody** body) {
  NEED_OR(NULL, body);
  if (!body || !*body) return NULL;
  spec_body* b = body_of(*body);
  spec_body* parent = b->e.parent;
  spec* s = b->e.owner;
  if (!s) return NULL;
  if (!parent) {
    spec_error(s, &b->e, "the world cannot become a frame");
    return NULL;
  }
  double quat[4];
  const char* problem = spec_orientation(quat, &b->e, b->pub.quat, &b->pub.alt);
  spec_frame* f = problem ? NULL : (spec_frame*)element_new(s, mjOBJ_FRAME);
  if (f) problem = merge_into_parent(b, parent);
  if (problem || !f) {
    spec_error(s, &b->e, "body cannot become a frame: %s", problem ? problem : "out of memory");
    return NULL;
  }
  vec3_copy(f->pub.pos, b->pub.pos);
  quat_copy(f->pub.quat, quat);
  f->e.origin = b->e.origin;
  f->e.frame = b->e.frame;
  static const mjtObj held[] = {mjOBJ_BODY,   mjOBJ_GEOM,  mjOBJ_JOINT, mjOBJ_SITE,
                                mjOBJ_CAMERA, mjOBJ_LIGHT, mjOBJ_FRAME};
  bool ok = true;
  for (size_t k = 0; k < sizeof held / sizeof held[0]; k++) {
    ok = ok && move_list(b, parent, held[k], f);
  }
  spec_unlist(&b->e);
  ok = ok && spec_list(s, parent, &f->e);
  if (!ok) {
    spec_error(s, NULL, "out of memory");
    return NULL;
  }
  *body = NULL;
  return &f->pub;
}
