#include <string.h>

#include "compile/element_fill.h"
#include "compile/tree.h"
#include "model/joint_type.h"
#include "spec/pose.h"

static const double degree = mjPI / 180;

// Free and ball joints have no axis; for the others transform it by the enclosing frame.
static bool place_joint(build* b, build_joint* j) {
  const mjsJoint* pub = &j->src->pub;
  const element* e = &j->src->e;
  vec3_copy(j->pos, pub->pos);
  vec3_set(j->axis, 0, 0, 1);
  if (pub->type == mjJNT_FREE) {
    vec3_zero(j->pos);
    return true;
  }
  double quat[4] = {1, 0, 0, 0};
  frame_apply(b, e, j->pos, quat);
  if (pub->type == mjJNT_BALL) return true;
  quat_rotate(j->axis, quat, pub->axis);
  if (pose_unit(j->axis, 3) == 0) return build_error(b, e, "axis is too small to be a direction");
  return true;
}

static bool set_limits(build* b, build_joint* j) {
  const mjsJoint* pub = &j->src->pub;
  const element* e = &j->src->e;
  int before = b->nerror;
  j->range[0] = pub->range[0];
  j->range[1] = pub->range[1];
  if (pub->type == mjJNT_BALL && pub->limited == mjLIMITED_TRUE) {
    j->limited = true;
    if (!(pub->range[1] > 0)) {
      build_warning(b, e,
                    "the range of a limited ball joint is an angle from 0 to %g: it cannot turn; "
                    "give the largest angle in range",
                    pub->range[1]);
    }
  } else if (pub->type != mjJNT_FREE) {
    j->limited = build_limited(b, e, pub->limited, pub->range, "");
  }
  if (joint_is_scalar(pub->type)) {
    j->actfrclimited = build_limited(b, e, pub->actfrclimited, pub->actfrcrange, "actfrc");
  }
  if (b->nerror != before) return false;
  if (j->limited && pub->type == mjJNT_BALL && pub->range[0] != 0) {
    return build_error(b, e, "the range of a ball joint is an angle: it must start at 0, not %g",
                       pub->range[0]);
  }
  // a range that is not a limit keeps its unit
  if (j->limited && pub->type != mjJNT_SLIDE && compiler_of(e)->degree) {
    j->range[0] *= degree;
    j->range[1] *= degree;
  }
  return true;
}

static bool compile_joint(build* b, build_joint* j) {
  const mjsJoint* pub = &j->src->pub;
  const element* e = &j->src->e;
  const double* sd = pub->springdamper;
  if ((sd[0] != 0 || sd[1] != 0) && !(sd[0] > 0 && sd[1] > 0)) {
    return build_error(b, e, "both numbers of springdamper must be positive");
  }
  double unit = pub->type == mjJNT_HINGE && compiler_of(e)->degree ? degree : 1;
  j->ref = pub->ref * unit;
  j->springref = pub->springref * unit;
  return set_limits(b, j) && place_joint(b, j);
}

static void check_body(build* b, const build_body* body) {
  const element* e = &body->src->e;
  if (body->src->pub.mocap && (body->dofnum || body->parent || body == b->body)) {
    build_error(b, e, "a mocap body must be a child of the world and have no joints");
  }
  if (body->dofnum > 6) {
    build_error(b, e, "its joints have %d degrees of freedom; 6 are the most", body->dofnum);
  }
  bool ball = false;
  for (int i = 0; i < body->jntnum; i++) {
    const build_joint* j = b->joint + body->jntadr + i;
    mjtJoint type = j->src->pub.type;
    if (type == mjJNT_FREE && body->jntnum > 1) {
      build_error(b, &j->src->e, "a free joint must be the only joint of its body");
    }
    if (ball && (type == mjJNT_BALL || type == mjJNT_HINGE)) {
      build_error(b, &j->src->e, "no rotation can follow a ball joint in the same body");
    }
    ball = ball || type == mjJNT_BALL;
  }
}

void joints_compile(build* b) {
  for (int i = 0; i < b->size.njnt; i++) compile_joint(b, b->joint + i);
  for (int i = 0; i < b->size.nbody; i++) check_body(b, b->body + i);
}

void joints_check_free(build* b) {
  for (int i = 0; i < b->size.njnt; i++) {
    const build_joint* j = b->joint + i;
    if (j->src->pub.type == mjJNT_FREE && b->body[j->body].parent) {
      build_error(b, &j->src->e, "a free joint can only be used in a child of the world");
    }
  }
}

static void fill_qpos(mjModel* m, const build_joint* j, const build_body* body) {
  mjtNum *qpos = m->qpos0 + j->qposadr, *spring = m->qpos_spring + j->qposadr;
  switch (j->src->pub.type) {
    case mjJNT_FREE:
      vec3_copy(qpos, body->pos);
      quat_copy(qpos + 3, body->quat);
      memcpy(spring, qpos, 7 * sizeof(mjtNum));
      break;
    case mjJNT_BALL:
      quat_unit(qpos);
      quat_unit(spring);
      break;
    default:
      *qpos = j->ref;
      *spring = j->springref;
      break;
  }
}

static void fill_rows(mjModel* m, int i, const spec_joint* src) {
  int dof = m->jnt_dofadr[i], dof_end = dof + joint_nv(src->pub.type);
  JOINT_ROWS
}

void joints_fill(build* b) {
  mjModel* m = b->m;
  for (int i = 0; i < m->njnt; i++) {
    const build_joint* j = b->joint + i;
    m->jnt_qposadr[i] = j->qposadr;
    m->jnt_dofadr[i] = j->dofadr;
    fill_rows(m, i, j->src);
    m->jnt_bodyid[i] = j->body;
    m->jnt_limited[i] = j->limited;
    m->jnt_actfrclimited[i] = j->actfrclimited;
    memcpy(m->jnt_range + 2 * i, j->range, sizeof j->range);
    vec3_copy(m->jnt_pos + 3 * i, j->pos);
    vec3_copy(m->jnt_axis + 3 * i, j->axis);
    build_userdata(m->jnt_user + m->nuser_jnt * i, m->nuser_jnt, &j->src->own.userdata);
    fill_qpos(m, j, b->body + j->body);
  }
}
