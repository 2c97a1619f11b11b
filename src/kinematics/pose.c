// Forward kinematics: from generalised positions to the frames of bodies, geoms, sites.
//
// The arrays of doubles in mjData never alias the pointers and integers they are read through, so
// the compiler can keep loop invariants in registers; the loops below are written for that.
#include <engine/kinematics.h>
#include <engine/base.h>
#include <engine/model.h>

#include "base/check.h"
#include "base/need.h"
#include "base/platform/compiler.h"
#include "kinematics/pose.h"
#include "kinematics/wake.h"
#include "math/quat.h"
#include "math/trig.h"
#include "model/level.h"
#include "model/trees.h"

// Normalise a product of unit quaternions.  Near 1 the inverse square root is nearly linear: one
// Newton step from s = 1 has the error 3/8 (n - 1)^2 < 1e-16.
static inline void renormalize(mjtNum q[4]) {
  mjtNum n = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  if (fabs(n - 1) < 1e-8) {
    mjtNum s = 1.5 - 0.5 * n;
    for (int k = 0; k < 4; k++) q[k] *= s;
  } else {
    quat_normalize(q);
  }
}

static inline int same3(const mjtNum a[3], const mjtNum b[3]) {
  return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

// The frame of a body while its joints are applied one after another.
typedef struct {
  mjtNum pos[3], quat[4];
  const mjtNum* mat;   // matrix of quat if it is known already, else NULL
  const mjtNum* held;  // local point that rotations keep fixed at the world position `anchor`;
                       // while set, pos is outdated until settle; NULL: pos is up to date
  mjtNum anchor[3];
} moving_frame;

static inline void rotate_by_frame(mjtNum r[3], const moving_frame* f, const mjtNum v[3]) {
  if (f->mat) {
    mat3_mul_vec(r, f->mat, v);
  } else {
    quat_rotate(r, f->quat, v);
  }
}

// Recompute pos so that the held point is at the anchor.
static inline void settle(moving_frame* f) {
  if (!f->held) return;
  mjtNum arm[3];
  quat_rotate(arm, f->quat, f->held);
  vec3_sub(f->pos, f->anchor, arm);
  f->held = NULL;
}

// Make the joint's position the held point; consecutive joints at the same position share it.
static inline void hold_point(moving_frame* f, const mjtNum offset[3]) {
  static const mjtNum origin[3] = {0, 0, 0};
  if (f->held && same3(f->held, offset)) return;
  settle(f);
  if (same3(offset, origin)) {
    vec3_copy(f->anchor, f->pos);
    return;
  }
  rotate_by_frame(f->anchor, f, offset);
  vec3_add(f->anchor, f->anchor, f->pos);
  f->held = offset;
}

// The frame of body b before its joints are applied.
static inline void rest_frame(const mjModel* m, const mjData* d, int b, moving_frame* f) {
  int parent = m->body_parentid[b], mocap = m->body_mocapid[b];
  const mjtNum* offset = m->body_pos + 3 * b;
  const mjtNum* turn = m->body_quat + 4 * b;
  mjtNum unit[4];
  f->held = f->mat = NULL;
  if (mocap >= 0) {
    offset = d->mocap_pos + 3 * mocap;
    quat_copy(unit, d->mocap_quat + 4 * mocap);
    quat_normalize(unit);
    turn = unit;
  }

  if (parent == 0) {
    vec3_copy(f->pos, offset);
    quat_copy(f->quat, turn);
    return;
  }
  mat3_mul_vec(f->pos, d->xmat + 9 * parent, offset);
  vec3_add(f->pos, f->pos, d->xpos + 3 * parent);
  if (quat_is_unit(turn)) {
    quat_copy(f->quat, d->xquat + 4 * parent);
    f->mat = d->xmat + 9 * parent;
  } else {
    quat_mul(f->quat, d->xquat + 4 * parent, turn);
  }
}

// Sines and cosines of half the joint angle, for all hinges (other joint types have none).
typedef struct {
  mjtNum *half, *sine, *cosine;  // njnt numbers each
} half_turns;

static half_turns half_turns_make(const mjModel* m, mjData* d) {
  size_t n = (size_t)m->njnt;
  if (!n) return (half_turns){NULL, NULL, NULL};
  mjtNum* half = mj_stackAllocNum(d, 3 * n);
  return (half_turns){half, half + n, half + 2 * n};
}

// Compute those of the joints [first, end).
INLINED void find_half_turns(const mjModel* m, const mjData* d, half_turns t, int first, int end) {
  if (first == end) return;
  for (int j = first; j < end; j++) {
    int adr = m->jnt_qposadr[j];
    t.half[j] = m->jnt_type[j] == mjJNT_HINGE ? (d->qpos[adr] - m->qpos0[adr]) / 2 : 0;
  }
  vec_sincos(t.sine + first, t.cosine + first, t.half + first, end - first);
}

// Apply joint j to the frame; anchor and axis are recorded as they were before.
static inline void apply_joint(const mjModel* m, mjData* d, int j, half_turns half,
                               moving_frame* f) {
  const mjtNum* axis = m->jnt_axis + 3 * j;
  mjtNum* xaxis = d->xaxis + 3 * j;
  mjtNum turn[4];
  rotate_by_frame(xaxis, f, axis);
  hold_point(f, m->jnt_pos + 3 * j);
  vec3_copy(d->xanchor + 3 * j, f->anchor);

  int adr = m->jnt_qposadr[j];
  switch (m->jnt_type[j]) {
    case mjJNT_SLIDE:
      settle(f);
      vec3_axpy(f->pos, d->qpos[adr] - m->qpos0[adr], xaxis);
      return;
    case mjJNT_HINGE:
      turn[0] = half.cosine[j];
      vec3_scale(turn + 1, axis, half.sine[j]);
      break;
    case mjJNT_BALL:
      quat_copy(turn, d->qpos + adr);
      quat_normalize(turn);
      break;
    default: mju_error("joint %d has the unknown type %d", j, m->jnt_type[j]); return;
  }
  quat_mul(f->quat, f->quat, turn);
  f->mat = NULL;
}

static void place_world(mjData* d) {
  static const mjtNum identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  vec3_zero(d->xpos);
  vec3_zero(d->xipos);
  quat_unit(d->xquat);
  mat3_copy(d->xmat, identity);
  mat3_copy(d->ximat, identity);
}

// Boxes upon each other may have faces that are equally far apart: the rounding of their poses
// decides which one is the reference, so that it has to be that of the numbers of the reference.
static int has_box(const mjModel* m, int b) {
  for (int g = m->body_geomadr[b], end = g + m->body_geomnum[b]; g < end; g++) {
    if (m->geom_type[g] == mjGEOM_BOX) return 1;
  }
  return 0;
}

// The frame of body b with its joints applied.
INLINED void move_body(const mjModel* m, mjData* d, int b, half_turns half, moving_frame* f) {
  int j = m->body_jntadr[b], end = j + m->body_jntnum[b];
  if (j >= 0 && m->jnt_type[j] == mjJNT_FREE) {
    const mjtNum* q = d->qpos + m->jnt_qposadr[j];
    vec3_copy(f->pos, q);
    quat_copy(f->quat, q + 3);
    vec3_copy(d->xanchor + 3 * j, f->pos);
    vec3_copy(d->xaxis + 3 * j, m->jnt_axis + 3 * j);
    if (level_has(m, engLEVEL_BOXBOX) && has_box(m, b)) {
      quat_normalize(f->quat);
      return;
    }
  } else {
    rest_frame(m, d, b, f);
    for (; j < end; j++) apply_joint(m, d, j, half, f);
    settle(f);
  }
  renormalize(f->quat);
}

static inline void put_body(mjData* d, int b, const moving_frame* f) {
  vec3_copy(d->xpos + 3 * b, f->pos);
  quat_copy(d->xquat + 4 * b, f->quat);
  quat_to_mat3(d->xmat + 9 * b, f->quat);
}

// Place the bodies [first, end); the half angles of their joints must have been computed.
INLINED void place_run(const mjModel* m, mjData* d, half_turns half, int first, int end) {
  for (int b = first; b < end; b++) {
    moving_frame f;
    move_body(m, d, b, half, &f);
    put_body(d, b, &f);
  }
}

void place_bodies(const mjModel* m, mjData* d) {
  place_world(d);
  mj_markStack(d);
  half_turns half = half_turns_make(m, d);
  find_half_turns(m, d, half, 0, m->njnt);
  place_run(m, d, half, 1, m->nbody);
  mj_freeStack(d);
}

// Whether a sleeping tree is attached to a static body and its qpos is that at which it fell
// asleep.
static bool is_unmoved(const mjModel* m, const mjData* d, int tree) {
  int first = tree_qpos(m, tree), n = tree_qpos(m, tree + 1) - first;
  return d->body_awake[m->body_parentid[m->tree_bodyadr[tree]]] == mjS_STATIC &&
         !memcmp(d->qpos + first, d->qpos_asleep + first, sizeof(mjtNum) * (size_t)n);
}

// Recompute a sleeping tree; if its pose has changed, mark it in tree_awake.
static void watch_tree(const mjModel* m, mjData* d, half_turns half, int tree) {
  int first = m->tree_bodyadr[tree], end = first + m->tree_bodynum[tree];
  for (int b = first; b < end; b++) {
    int j = m->body_jntadr[b];
    if (j >= 0) find_half_turns(m, d, half, j, j + m->body_jntnum[b]);
    moving_frame f;
    move_body(m, d, b, half, &f);
    const mjtNum *x = d->xpos + 3 * b, *q = d->xquat + 4 * b;
    if (same3(x, f.pos) && same3(q, f.quat) && q[3] == f.quat[3]) continue;
    if (m->body_jntnum[b]) d->tree_awake[tree] = 1;
    put_body(d, b, &f);
  }
}

// Place bodies when some trees sleep; static bodies have not moved.
NOT_INLINED static void place_bodies_watching(const mjModel* m, mjData* d) {
  mj_markStack(d);
  half_turns half = half_turns_make(m, d);
  FOR_AWAKE(w, m, d) {
    find_half_turns(m, d, half, w.at.jnt, w.at.jntend);
    place_run(m, d, half, w.at.body, w.at.bodyend);
  }
  for (int t = 0; t < m->ntree; t++) {
    if (d->tree_asleep[t] >= 0 && !is_unmoved(m, d, t)) watch_tree(m, d, half, t);
  }
  mj_freeStack(d);
}

// A frame fixed to a body, and which frame of the body it coincides with (mjtSameFrame).
typedef struct {
  const mjtNum *pos, *quat;
  int body;
  mjtByte same;
} fixed_frame;

// Its world pose; see mj_local2Global.
static inline void place_attached(const mjData* d, mjtNum* restrict xpos, mjtNum* restrict xmat,
                                  fixed_frame f) {
  int b = f.body;
  const mjtNum* body_mat = d->xmat + 9 * b;
  const mjtNum* rotation = body_mat;
  mjtNum turned[4];
  switch (f.same) {
    case mjSAMEFRAME_BODY:
      vec3_copy(xpos, d->xpos + 3 * b);
      mat3_copy(xmat, body_mat);
      return;
    case mjSAMEFRAME_INERTIA:
      vec3_copy(xpos, d->xipos + 3 * b);
      mat3_copy(xmat, d->ximat + 9 * b);
      return;
    case mjSAMEFRAME_NONE:
      quat_mul(turned, d->xquat + 4 * b, f.quat);
      quat_to_mat3(xmat, turned);
      break;
    case mjSAMEFRAME_INERTIAROT: rotation = d->ximat + 9 * b;  // fall through
    default: mat3_copy(xmat, rotation);
  }
  mat3_mul_vec(xpos, body_mat, f.pos);
  vec3_add(xpos, xpos, d->xpos + 3 * b);
}

int poses_valid(const mjModel* m, const mjData* d) {
  for (int b = 0; b < m->nbody; b++) {
    const mjtNum* q = d->xquat + 4 * b;
    mjtNum square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    if (fabs(square - 1) > 1e-9 && square != 0) return 0;
  }
  return 1;
}

// Place inertial frames, geoms and sites.
static void place_span(const mjModel* m, mjData* d, const engSpan* at) {
  for (int b = at->body; b < at->bodyend; b++) {
    place_attached(
        d, d->xipos + 3 * b, d->ximat + 9 * b,
        (fixed_frame){m->body_ipos + 3 * b, m->body_iquat + 4 * b, b, m->body_sameframe[b]});
  }
  for (int g = at->geom; g < at->geomend; g++) {
    place_attached(d, d->geom_xpos + 3 * g, d->geom_xmat + 9 * g,
                   (fixed_frame){m->geom_pos + 3 * g, m->geom_quat + 4 * g, m->geom_bodyid[g],
                                 m->geom_sameframe[g]});
  }
  for (int s = at->site; s < at->siteend; s++) {
    place_attached(d, d->site_xpos + 3 * s, d->site_xmat + 9 * s,
                   (fixed_frame){m->site_pos + 3 * s, m->site_quat + 4 * s, m->site_bodyid[s],
                                 m->site_sameframe[s]});
  }
}

void mj_kinematics(const mjModel* m, mjData* d) {
  NEED(m, d);
  if (d->ntree_awake < m->ntree) {
    if (sleep_enabled(m)) {
      place_bodies_watching(m, d);
      wake_by_user(m, d);
    } else {
      sleep_reset(m, d);
    }
  }
  if (!some_asleep(m, d)) place_bodies(m, d);
  CHECK_FULL(poses_valid(m, d));
  FOR_AWAKE(w, m, d) place_span(m, d, &w.at);
}

void mj_local2Global(mjData* d, mjtNum xpos[3], mjtNum xmat[9], const mjtNum pos[3],
                     const mjtNum quat[4], int body, mjtByte sameframe) {
  NEED(d);
  mjtNum p[3], r[9];
  static const mjtNum origin[3] = {0, 0, 0}, unit[4] = {1, 0, 0, 0};
  place_attached(d, p, r, (fixed_frame){pos ? pos : origin, quat ? quat : unit, body, sameframe});
  if (xpos && pos) vec3_copy(xpos, p);
  if (xmat && quat) mat3_copy(xmat, r);
}
