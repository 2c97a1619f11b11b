#include <math.h>
#include <string.h>

#include "compile/element_fill.h"
#include "compile/tree.h"
#include "model/joint_type.h"
#include "spec/inertia_tensor.h"
#include "spec/pose.h"

// ------------------------------------------------------------------------- explicit inertia

static bool defined(double x) { return !isnan(x); }

// The inertial frame and moments given by the user, possibly as a full tensor.
static bool take_given_inertia(build* b, build_body* body) {
  const mjsBody* pub = &body->src->pub;
  const element* e = &body->src->e;
  body->mass = pub->mass;
  vec3_copy(body->ipos, pub->ipos);
  quat_copy(body->iquat, pub->iquat);
  pose_unit(body->iquat, 4);
  vec3_copy(body->inertia, pub->inertia);
  if (!defined(pub->fullinertia[0])) { return frame_orientation(b, e, &pub->ialt, body->iquat); }
  if (pub->ialt.type != mjORIENTATION_QUAT) {
    return build_error(b, e, "fullinertia fixes the inertial orientation; give it no other");
  }
  if (!tensor_principal(pub->fullinertia, body->iquat, body->inertia, spec_rest_of_axes(b->s))) {
    return build_error(b, e, "fullinertia must have positive eigenvalues");
  }
  // accept both forms if they are equal
  double size = body->inertia[0] + body->inertia[1] + body->inertia[2];
  bool given = pub->inertia[0] != 0 || pub->inertia[1] != 0 || pub->inertia[2] != 0;
  for (int k = 0; given && k < 3; k++) {
    if (fabs(pub->inertia[k] - body->inertia[k]) <= 1e-9 * size) continue;
    return build_error(b, e, "fullinertia and diaginertia exclude each other");
  }
  return true;
}

// ----------------------------------------------------------------------- inertia from geoms

// A mass up to COMPILE_EPS counts as none.  With one geom its frame and moments are used, unsorted;
// with several the principal axes of their combined tensor.
static bool infer_inertia(build* b, build_body* body) {
  const build_geom* geom = b->geom + (body->geomnum ? body->geomadr : 0);
  const build_geom* only = NULL;
  int n = 0;
  double mass = 0, center[3] = {0};
  for (int i = 0; i < body->geomnum; i++) {
    if (!geom[i].infers || !(geom[i].mass > COMPILE_EPS)) continue;
    only = geom + i;
    n++;
    mass += geom[i].mass;
    vec3_axpy(center, geom[i].mass, geom[i].pos);
  }
  if (n == 0) return true;
  body->mass = mass;
  if (n == 1) {
    vec3_copy(body->ipos, only->pos);
    quat_copy(body->iquat, only->quat);
    vec3_copy(body->inertia, only->inertia);
    return true;
  }
  vec3_scale(body->ipos, center, 1 / mass);
  double tensor[6] = {0};
  for (int i = 0; i < body->geomnum; i++) {
    if (!geom[i].infers || !(geom[i].mass > COMPILE_EPS)) continue;
    double offset[3];
    vec3_sub(offset, geom[i].pos, body->ipos);
    tensor_add(tensor, geom[i].quat, geom[i].inertia, geom[i].mass, offset);
  }
  bool finite = true;
  for (int k = 0; k < 6; k++) finite = finite && isfinite(tensor[k]);
  if (!finite) {
    quat_unit(body->iquat);
    vec3_zero(body->inertia);
    build_warning(b, &body->src->e,
                  "its geoms are not at finite places, so it gets no inertia; is "
                  "'pos' of one of them inf or nan?");
    return true;
  }
  if (!tensor_principal(tensor, body->iquat, body->inertia, spec_rest_of_axes(b->s))) {
    return build_error(b, &body->src->e, "the inertia of its geoms must have positive eigenvalues");
  }
  return true;
}

// ------------------------------------------------------------------------------------- bounds

static bool bound_inertia(build* b, build_body* body) {
  const element* e = &body->src->e;
  const mjsCompiler* c = compiler_of(e);
  double* inertia = body->inertia;
  body->mass = fmax(body->mass, c->boundmass);
  for (int k = 0; k < 3; k++) inertia[k] = fmax(inertia[k], c->boundinertia);
  if (body->mass < 0 || inertia[0] < 0 || inertia[1] < 0 || inertia[2] < 0) {
    return build_error(b, e, "mass and inertia cannot be negative");
  }
  if (inertia[0] + inertia[1] < inertia[2] || inertia[0] + inertia[2] < inertia[1] ||
      inertia[1] + inertia[2] < inertia[0]) {
    if (!c->balanceinertia) {
      return build_error(b, e,
                         "inertia %g %g %g: no moment can exceed the sum of the other two; correct "
                         "it, or set balanceinertia of the compiler",
                         inertia[0], inertia[1], inertia[2]);
    }
    double mean = (inertia[0] + inertia[1] + inertia[2]) / 3;
    vec3_set(inertia, mean, mean, mean);
  }
  return true;
}

// -------------------------------------------------------------------------------------- bodies

static void collect_contact(const build* b, build_body* body) {
  body->contype = body->conaffinity = 0;
  body->margin = 0;
  for (int i = 0; i < body->geomnum; i++) {
    const mjsGeom* g = &b->geom[body->geomadr + i].src->pub;
    body->contype |= g->contype;
    body->conaffinity |= g->conaffinity;
    mjtNum gap = b->s->pub.ext.levelbits & engLEVEL_GAP ? g->gap : 0;
    body->margin = fmax(body->margin, g->margin + gap);
  }
}

static bool compile_body(build* b, int id) {
  build_body* body = b->body + id;
  const mjsBody* pub = &body->src->pub;
  const element* e = &body->src->e;
  vec3_copy(body->pos, pub->pos);
  quat_copy(body->quat, pub->quat);
  pose_unit(body->quat, 4);
  if (!frame_orientation(b, e, &pub->alt, body->quat)) return false;
  if (!take_given_inertia(b, body)) return false;

  int from_geom = compiler_of(e)->inertiafromgeom;
  if (id > 0 && (from_geom == mjINERTIAFROMGEOM_TRUE ||
                 (from_geom == mjINERTIAFROMGEOM_AUTO && !defined(body->ipos[0])))) {
    if (!infer_inertia(b, body)) return false;
  }
  if (!defined(body->ipos[0])) {
    // as the reference does, although it mixes up two frames; irrelevant for the dynamics of a body
    // without mass
    vec3_copy(body->ipos, body->pos);
    quat_copy(body->iquat, body->quat);
  }
  if (id > 0 && !bound_inertia(b, body)) return false;
  frame_apply(b, e, body->pos, body->quat);
  collect_contact(b, body);
  return true;
}

static bool has_attached_geoms(const build* b, const spec_body* body) {
  for (int i = 0; i < body->geoms.size; i++) {
    if (body->geoms.data[i]->origin != b->s) return true;
  }
  return false;
}

// An attached body or geom is compiled with its own specification's options, which MJCF cannot
// express after attachment: the compiled inertia is kept for saving.
static void keep_inertia(build* b, const build_body* body) {
  spec_body* src = (spec_body*)body->src;
  if (src->e.origin == b->s && !has_attached_geoms(b, src)) return;
  if (!src->compiled) src->compiled = store_alloc(&b->s->store, sizeof *src->compiled);
  if (!src->compiled) return;
  vec3_copy(src->compiled->pos, body->ipos);
  quat_copy(src->compiled->quat, body->iquat);
  src->compiled->mass = body->mass;
  vec3_copy(src->compiled->inertia, body->inertia);
}

void bodies_compile(build* b) {
  for (int i = 0; i < b->size.nbody; i++) {
    if (compile_body(b, i) && i) keep_inertia(b, b->body + i);
  }
}

// A moving body needs mass and inertia, or a descendant fixed to it that has them.
void bodies_check_mass(build* b) {
  const mjModel* n = &b->size;
  bool* heavy = BUILD_NEW(b, bool, n->nbody);
  for (int i = n->nbody - 1; i > 0; i--) {
    const build_body* body = b->body + i;
    heavy[i] = heavy[i] || (body->mass >= mjMINVAL && body->inertia[0] >= mjMINVAL &&
                            body->inertia[1] >= mjMINVAL && body->inertia[2] >= mjMINVAL);
    if (!body->jntnum) {
      heavy[body->parent] = heavy[body->parent] || heavy[i];
    } else if (!heavy[i]) {
      build_error(b, &body->src->e,
                  "mass and inertia of a moving body must be larger than mjMINVAL; give it an "
                  "inertial, or geoms with mass");
    }
  }
}

void bodies_mark_simple(build* b) {
  for (int i = 0; i < b->size.nbody; i++) {
    build_body* body = b->body + i;
    static const double null_pos[3] = {0};
    body->sameframe = pose_sameframe(body->ipos, body->iquat, null_pos, (double[4]){0});
    const build_body* parent = b->body + body->parent;
    bool top = body->parent == 0 || (parent->parent == 0 && !parent->dofnum);
    body->simple = body->src->more.simple && body->sameframe == mjSAMEFRAME_BODY && top;
    if (i && body->parent) b->body[body->parent].simple = 0;
    bool all_slides = body->dofnum > 0, rotated = false;
    for (int j = 0; j < body->jntnum; j++) {
      const build_joint* joint = b->joint + body->jntadr + j;
      mjtJoint type = joint->src->pub.type;
      int axes = 0;
      for (int k = 0; k < 3; k++) axes += fabs(joint->axis[k]) > COMPILE_EPS;
      bool scalar = joint_is_scalar(type);
      if (!pose_same_pos(joint->pos, null_pos) || rotated || (scalar && axes != 1)) {
        body->simple = 0;
      }
      all_slides = all_slides && type == mjJNT_SLIDE;
      rotated = rotated || type == mjJNT_BALL || type == mjJNT_HINGE;
    }
    if (body->simple && all_slides) body->simple = 2;
  }
}

static void fill_rows(mjModel* m, int i, const spec_body* src) { BODY_ROWS }

void bodies_fill(build* b) {
  mjModel* m = b->m;
  for (int i = 0; i < m->nbody; i++) {
    const build_body* body = b->body + i;
    const mjsBody* pub = &body->src->pub;
    fill_rows(m, i, body->src);
    m->body_parentid[i] = body->parent;
    m->body_mocapid[i] = body->mocapid;
    m->body_jntnum[i] = body->jntnum;
    m->body_jntadr[i] = body->jntadr;
    m->body_dofnum[i] = body->dofnum;
    m->body_dofadr[i] = body->dofadr;
    m->body_geomnum[i] = body->geomnum;
    m->body_geomadr[i] = body->geomadr;
    m->body_simple[i] = body->simple;
    m->body_sameframe[i] = body->sameframe;
    vec3_copy(m->body_pos + 3 * i, body->pos);
    quat_copy(m->body_quat + 4 * i, body->quat);
    vec3_copy(m->body_ipos + 3 * i, body->ipos);
    quat_copy(m->body_iquat + 4 * i, body->iquat);
    vec3_copy(m->body_inertia + 3 * i, body->inertia);
    m->body_mass[i] = body->mass;
    m->body_margin[i] = body->margin;
    m->body_contype[i] = body->contype;
    m->body_conaffinity[i] = body->conaffinity;
    m->body_plugin[i] = build_plugin(b, &body->src->e, &pub->plugin);
    build_userdata(m->body_user + m->nuser_body * i, m->nuser_body, &body->src->own.userdata);
    if (pub->gravcomp > 0) m->ngravcomp++;
  }
}
