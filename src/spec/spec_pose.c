#include "spec/spec_pose.h"

#include <math.h>

#include "spec/geom_size.h"
#include "spec/pose.h"

const char* spec_orientation(double q[4], const element* e, const double quat[4],
                             const mjsOrientation* alt) {
  const mjsCompiler* c = &e->origin->pub.compiler;
  quat_copy(q, quat);
  return mjs_resolveOrientation(q, c->degree, c->eulerseq, alt);
}

// Transform a pose, given by position and quaternion or alternative orientation, by the frame
// (fpos, fquat).
static const char* fold_pose(const element* e, double pos[3], double quat[4], mjsOrientation* alt,
                             const double fpos[3], const double fquat[4]) {
  double q[4];
  const char* problem = spec_orientation(q, e, quat, alt);
  if (problem) return problem;
  pose_unit(q, 4);
  pose_enter(pos, q, fpos, fquat);
  quat_copy(quat, q);
  mjs_defaultOrientation(alt);
  return NULL;
}

static void fold_point(double pos[3], const double fpos[3], const double fquat[4]) {
  quat_rotate(pos, fquat, pos);
  vec3_add(pos, fpos, pos);
}

// Replace end points (fromto) by the equivalent pose and size, since rotated end points would imply
// another rotation about their line.  Invalid end points are left for compilation to report.
static void resolve_endpoints(mjtGeom type, double fromto[6], double pos[3], double quat[4],
                              double size[3], mjsOrientation* alt) {
  if (isnan(fromto[0]) || !geom_fromto(type, fromto, pos, quat, size)) return;
  geom_no_fromto(fromto);
  mjs_defaultOrientation(alt);
}

static const char* fold_into(element* e, const double p[3], const double q[4]) {
  switch ((int)e->base.elemtype) {
    case mjOBJ_BODY: {
      mjsBody* b = &((spec_body*)e)->pub;
      return fold_pose(e, b->pos, b->quat, &b->alt, p, q);
    }
    case mjOBJ_FRAME: {
      mjsFrame* f = &((spec_frame*)e)->pub;
      return fold_pose(e, f->pos, f->quat, &f->alt, p, q);
    }
    case mjOBJ_GEOM: {
      mjsGeom* g = &((spec_geom*)e)->pub;
      resolve_endpoints(g->type, g->fromto, g->pos, g->quat, g->size, &g->alt);
      return fold_pose(e, g->pos, g->quat, &g->alt, p, q);
    }
    case mjOBJ_SITE: {
      mjsSite* s = &((spec_site*)e)->pub;
      resolve_endpoints(s->type, s->fromto, s->pos, s->quat, s->size, &s->alt);
      return fold_pose(e, s->pos, s->quat, &s->alt, p, q);
    }
    case mjOBJ_CAMERA: {
      mjsCamera* c = &((spec_camera*)e)->pub;
      return fold_pose(e, c->pos, c->quat, &c->alt, p, q);
    }
    case mjOBJ_LIGHT: {
      mjsLight* l = &((spec_light*)e)->pub;
      fold_point(l->pos, p, q);
      quat_rotate(l->dir, q, l->dir);
      return NULL;
    }
    case mjOBJ_JOINT: {
      mjsJoint* j = &((spec_joint*)e)->pub;
      if (j->type == mjJNT_FREE) return NULL;  // frames do not apply to free joints
      fold_point(j->pos, p, q);
      quat_rotate(j->axis, q, j->axis);
      return NULL;
    }
  }
  return NULL;
}

const char* spec_fold_frame(spec_frame* f) {
  static const mjtObj held[] = {mjOBJ_BODY, mjOBJ_SITE,  mjOBJ_FRAME, mjOBJ_JOINT,
                                mjOBJ_GEOM, mjOBJ_LIGHT, mjOBJ_CAMERA};
  double q[4];
  const char* problem = spec_orientation(q, &f->e, f->pub.quat, &f->pub.alt);
  if (problem) return problem;
  pose_unit(q, 4);
  for (size_t k = 0; k < sizeof held / sizeof held[0]; k++) {
    const element_list* l = body_list(f->e.parent, held[k]);
    for (int i = 0; i < l->size; i++) {
      element* e = l->data[i];
      if (e->frame != f) continue;
      const char* one = fold_into(e, f->pub.pos, q);
      if (one) problem = one;
      e->frame = f->e.frame;
    }
  }
  return problem;
}
