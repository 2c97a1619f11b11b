#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <engine/engine.h>

#include "ik/problem.h"

static long allocations = 0;

void* __real_malloc(size_t n);
void* __wrap_malloc(size_t n);
void* __wrap_malloc(size_t n) {
  allocations++;
  return __real_malloc(n);
}

static uint64_t state = 1;

// Uniform in [-1, 1).
static mjtNum draw(void) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (mjtNum)(state >> 11) * 0x1p-52 - 1;
}

static mjModel* load(const char* file) {
  char error[1000] = "", path[500];
  snprintf(path, sizeof path, "%s/model/%s", SOURCE_ROOT, file);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

static mjModel* of_text(const char* text) {
  char error[1000] = "";
  mjSpec* s = mj_parseXMLString(text, NULL, error, sizeof error);
  mjModel* m = s ? mj_compile(s, NULL) : NULL;
  if (!m) fail_msg("%s", s ? mjs_getError(s) : error);
  mj_deleteSpec(s);
  return m;
}

static void middle_of_limits(const mjModel* m, mjtNum* qpos) {
  for (int j = 0; j < m->njnt; j++) {
    if (m->jnt_type[j] > mjJNT_BALL) {
      qpos[m->jnt_qposadr[j]] = (m->jnt_range[2 * j] + m->jnt_range[2 * j + 1]) / 2;
    }
  }
}

static void random_in_limits(const mjModel* m, mjtNum* qpos) {
  middle_of_limits(m, qpos);
  for (int j = 0; j < m->njnt; j++) {
    const mjtNum* range = m->jnt_range + 2 * j;
    if (m->jnt_type[j] > mjJNT_BALL) {
      qpos[m->jnt_qposadr[j]] += draw() * (range[1] - range[0]) / 2;
    }
  }
}

static engIkTarget pose_of_site(const mjModel* m, const mjData* d, const char* name, int what) {
  int id = mj_name2id(m, mjOBJ_SITE, name);
  assert_true(id >= 0);
  engIkTarget t = {
      .what = what, .objtype = mjOBJ_SITE, .objid = id, .weight = 1, .turn_weight = 0.1};
  mju_copy3(t.pos, d->site_xpos + 3 * id);
  mju_mat2Quat(t.quat, d->site_xmat + 9 * id);
  mju_copy3(t.axis, (mjtNum[3]){0, 0.6, 0.8});
  mju_mulMatVec3(t.direction, d->site_xmat + 9 * id, t.axis);
  return t;
}

static void assert_in_limits(const mjModel* m, const mjtNum* qpos) {
  for (int j = 0; j < m->njnt; j++) {
    if (!m->jnt_limited[j]) continue;
    const mjtNum *range = m->jnt_range + 2 * j, *q = qpos + m->jnt_qposadr[j];
    if (m->jnt_type[j] > mjJNT_BALL) {
      assert_true(*q >= range[0] && *q <= range[1]);
    } else if (m->jnt_type[j] == mjJNT_BALL) {
      assert_true(2 * acos(mjMIN(fabs(q[0]), 1)) <= range[1] + 1e-9);
    }
  }
}

// How far the sites of d, placed anew from qpos, are from where the targets want them.
static mjtNum independent_error(const mjModel* m, mjData* d, const engIkTarget* target, int n) {
  mjtNum worst = 0, quat[4], turn[3];
  mj_kinematics(m, d);
  for (int i = 0; i < n; i++) {
    const engIkTarget* t = target + i;
    const mjtNum* pos = d->site_xpos + 3 * t->objid;
    worst = mjMAX(worst, mju_dist3(pos, t->pos));
    if (!(t->what & engIK_ORIENTATION)) continue;
    mju_mat2Quat(quat, d->site_xmat + 9 * t->objid);
    mju_subQuat(turn, quat, t->quat);
    worst = mjMAX(worst, mju_norm3(turn));
  }
  return worst;
}

static void reach_random_poses(const char* file, const char* const* site, int nsite, int what) {
  enum { POSES = 1000, NEEDED = 995 };
  mjModel* m = load(file);
  mjData* d = mj_makeData(m);
  engIkTarget target[5];
  int found = 0;
  long iterations = 0;
  state = 7;
  for (int k = 0; k < POSES; k++) {
    mj_resetData(m, d);
    random_in_limits(m, d->qpos);
    mj_kinematics(m, d);
    for (int i = 0; i < nsite; i++) target[i] = pose_of_site(m, d, site[i], what);
    middle_of_limits(m, d->qpos);
    engIkResult result;
    engIk ask = {
        .ntarget = nsite, .target = target, .nstart = 1, .maxdraw = 200, .result = &result};
    long before = allocations;
    int n = eng_ik(m, &d, 1, NULL, &ask);
    assert_int_equal(allocations, before);
    assert_int_equal(n, result.status == engIK_FOUND);
    iterations += result.niter;
    found += n;
    assert_in_limits(m, d->qpos);
    if (n) assert_true(independent_error(m, d, target, nsite) < 1.0001e-6);
  }
  print_message("%s: %d of %d found, %.1f iterations\n", file, found, POSES,
                (double)iterations / POSES);
  assert_true(found >= NEEDED);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void random_poses_of_the_arm_are_reached(void** unused) {
  (void)unused;
  const char* site[] = {"tool"};
  reach_random_poses("arm.xml", site, 1, engIK_POSITION | engIK_ORIENTATION);
}

static void random_postures_of_the_hand_are_reached(void** unused) {
  (void)unused;
  const char* site[] = {"index_pad", "middle_pad", "ring_pad", "little_pad", "thumb_pad"};
  reach_random_poses("hand.xml", site, 5, engIK_POSITION);
}

// Joints of every type, objects with frames of their own.
static const char* zoo =
    "<mujoco><compiler angle='radian'/><worldbody><body><freejoint/><geom size='.1'/>"
    "<body pos='.2 .1 0' euler='.3 .2 .1'><joint type='ball' range='0 1'/><geom size='.1'/>"
    "<body pos='.3 0 .1'><joint type='slide' axis='1 2 3' range='-.2 .2'/><geom size='.1'/>"
    "<body pos='.1 0 .3' euler='0 1 0'><joint axis='1 0 1' pos='.01 .02 .03' range='-2 2'/>"
    "<joint axis='0 1 1'/><geom size='.1'/><site name='a' pos='.1 .2 .3' euler='1 .5 .2'/></body>"
    "<body pos='0 .2 0'><joint axis='0 1 0' range='-1 .5'/><geom size='.1'/>"
    "<site name='b' pos='0 0 .2' euler='.1 .2 .3'/></body>"
    "</body></body></body></worldbody></mujoco>";

static const int whats[] = {engIK_POSITION, engIK_ORIENTATION, engIK_AXIS,
                            engIK_POSITION | engIK_ORIENTATION, engIK_POSITION | engIK_AXIS};
enum { NWHAT = sizeof whats / sizeof *whats };

static void scramble(const mjModel* m, mjData* d, mjtNum size) {
  mjtNum* v = calloc((size_t)m->nv, sizeof *v);
  for (int i = 0; i < m->nv; i++) v[i] = size * draw();
  mj_integratePos(m, d->qpos, v, 1);
  free(v);
  mj_kinematics(m, d);
}

static void gradient_and_curvature_are_slopes(void** unused) {
  (void)unused;
  mjModel* m = of_text(zoo);
  mjData* d = mj_makeData(m);
  int nv = m->nv;
  mjtNum* step = calloc((size_t)nv, sizeof *step);
  mjtNum* side[2] = {calloc((size_t)nv, sizeof *step), calloc((size_t)nv, sizeof *step)};
  mjtNum* qpos = calloc((size_t)m->nq, sizeof *step);
  const mjtNum eps = 1e-5;
  state = 3;
  for (int trial = 0; trial < 4 * NWHAT; trial++) {
    engIkTarget want[2];
    mj_resetData(m, d);
    scramble(m, d, 1);
    want[0] = pose_of_site(m, d, "a", whats[trial % NWHAT]);
    want[1] = pose_of_site(m, d, "b", whats[trial / NWHAT]);
    mju_copy3(want[0].point, (mjtNum[3]){.1, .1, -.1});
    ik_target target[2];
    for (int k = 0; k < 2; k++) assert_true(ik_target_make(target + k, m, want + k));
    scramble(m, d, 0.7);
    mju_copy(qpos, d->qpos, m->nq);
    engIk ask = {.ntarget = 2, .target = want};
    mj_markStack(d);
    ik_search s;
    ik_search_begin(&s, m, d, &ask, target);
    for (int i = 0; i < nv; i++) {
      mjtNum cost[2];
      for (int k = 0; k < 2; k++) {
        mju_copy(d->qpos, qpos, m->nq);
        mju_zero(step, nv);
        step[i] = k ? eps : -eps;
        mj_integratePos(m, d->qpos, step, 1);
        cost[k] = ik_measure(&s).cost;
        ik_expand(&s, true);
        mju_copy(side[k], s.gradient, nv);
      }
      mju_copy(d->qpos, qpos, m->nq);
      ik_measure(&s);
      ik_expand(&s, true);
      assert_true(fabs((cost[1] - cost[0]) / (2 * eps) - s.gradient[i]) < 1e-8);
      for (int j = i; j < nv; j++) {
        const int* col = s.tree.col + s.tree.adr[j];
        for (int e = 0; e < s.tree.nnz[j]; e++) {
          if (col[e] != i) continue;
          mjtNum slope = (side[1][j] - side[0][j]) / (2 * eps);
          assert_true(fabs(slope - s.hessian[s.tree.adr[j] + e]) < 1e-7);
        }
      }
    }
    mj_freeStack(d);
  }
  free(step);
  free(side[0]);
  free(side[1]);
  free(qpos);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// Every kind of target and joint: what a random configuration shows is reached from another.
static void all_targets_and_joints_are_reached(void** unused) {
  (void)unused;
  mjModel* m = of_text(zoo);
  mjData* d = mj_makeData(m);
  state = 5;
  for (int trial = 0; trial < 200; trial++) {
    engIkTarget want[2];
    mj_resetData(m, d);
    scramble(m, d, 0.4);
    want[0] = pose_of_site(m, d, "a", whats[trial % NWHAT]);
    want[1] = pose_of_site(m, d, "b", whats[trial / NWHAT % NWHAT]);
    mj_resetData(m, d);
    engIkResult result;
    engIk ask = {.ntarget = 2, .target = want, .nstart = 1, .maxdraw = 200, .result = &result};
    if (eng_ik(m, &d, 1, NULL, &ask) != 1) {
      fail_msg("trial %d: off by %g m, %g rad", trial, result.distance, result.angle);
    }
    assert_in_limits(m, d->qpos);
    for (int k = 0; k < 2; k++) {
      const mjtNum* R = d->site_xmat + 9 * want[k].objid;
      mjtNum axis[3], turn[3], quat[4];
      mju_mulMatVec3(axis, R, want[k].axis);
      mju_mat2Quat(quat, R);
      mju_subQuat(turn, quat, want[k].quat);
      if (want[k].what & engIK_AXIS) assert_true(mju_dist3(axis, want[k].direction) < 1.01e-6);
      if (want[k].what & engIK_ORIENTATION) assert_true(mju_norm3(turn) < 1.01e-6);
      if (want[k].what & engIK_POSITION) {
        assert_true(mju_dist3(d->site_xpos + 3 * want[k].objid, want[k].pos) < 1.01e-6);
      }
    }
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

static const char* two_links =
    "<mujoco><compiler angle='radian'/><worldbody><body><joint axis='0 0 1' range='-1 1'/>"
    "<geom size='.1'/><body pos='1 0 0'><joint axis='0 0 1' range='-.5 2.5'/><geom size='.1'/>"
    "<site name='tip' pos='.5 0 0'/></body></body></worldbody></mujoco>";

// What two links of lengths 1 and 1/2 come nearest to: stretched, folded, or at a limit.
static void unreachable_targets_give_the_nearest_and_say_so(void** unused) {
  (void)unused;
  mjModel* m = of_text(two_links);
  mjData* d = mj_makeData(m);
  const struct {
    mjtNum pos[3], distance;
  } cases[] = {
      {{3 * cos(0.7), 3 * sin(0.7), 0}, 1.5},          // too far: stretched
      {{1000 * cos(0.2), 1000 * sin(0.2), 0}, 998.5},  // much too far
      {{1.5 * cos(0.3), 1.5 * sin(0.3), 0.25}, 0.25},  // out of the plane
      {{cos(1.0), sin(1.0) + 2, 0}, -1},               // the first joint at its limit
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    mjtNum expected = cases[k].distance;
    if (expected < 0) {
      // by brute force over the second joint, the first at its limit
      expected = 1e9;
      for (int i = 0; i <= 3000000; i++) {
        mjtNum q = -0.5 + 1e-6 * i, x = cos(1.0) + 0.5 * cos(1 + q),
               y = sin(1.0) + 0.5 * sin(1 + q);
        expected = mjMIN(expected, hypot(x - cases[k].pos[0], y - cases[k].pos[1]));
      }
    }
    for (int draws = 0; draws < 2; draws++) {
      mj_resetData(m, d);
      d->qpos[1] = 0.4;
      engIkTarget t = {.what = engIK_POSITION, .objtype = mjOBJ_SITE, .weight = 1};
      mju_copy3(t.pos, cases[k].pos);
      engIkResult result;
      engIk ask = {
          .ntarget = 1, .target = &t, .nstart = 1, .maxdraw = 50 * draws, .result = &result};
      assert_int_equal(eng_ik(m, &d, 1, NULL, &ask), 0);
      assert_int_equal(result.status, engIK_NEAREST);
      if (!(fabs(result.distance - expected) < 1e-7 * (1 + expected))) {
        fail_msg("case %d: %.9f, not %.9f", (int)k, result.distance, expected);
      }
      assert_true(fabs(mju_dist3(d->site_xpos, t.pos) - result.distance) < 1e-12);
      assert_in_limits(m, d->qpos);
    }
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// Where the arm cannot reach, no configuration near the answer is better, and of many drawn from
// all of the limits none is.
static void nothing_is_nearer_than_the_nearest(void** unused) {
  (void)unused;
  mjModel* m = load("arm.xml");
  mjData* d = mj_makeData(m);
  mjtNum* q = calloc((size_t)m->nq, sizeof *q);
  state = 11;
  for (int trial = 0; trial < 20; trial++) {
    mj_resetData(m, d);
    engIkTarget t = pose_of_site(m, d, "tool", engIK_POSITION | engIK_ORIENTATION);
    for (int k = 0; k < 3; k++) t.pos[k] = 2.5 * draw() + (k == 0 ? 2 : 0);
    for (int k = 0; k < 4; k++) t.quat[k] = draw();
    mju_normalize4(t.quat);
    engIkResult result;
    engIk ask = {.ntarget = 1, .target = &t, .nstart = 1, .maxdraw = 100, .result = &result};
    int n = eng_ik(m, &d, 1, NULL, &ask);
    assert_int_equal(result.status, n ? engIK_FOUND : engIK_NEAREST);
    if (n) continue;
    mju_copy(q, d->qpos, m->nq);
    for (int i = 0; i < 4000; i++) {
      mjtNum size = pow(10, -6 * (i % 7) / 6.0), turn[3], quat[4];
      for (int j = 0; j < m->nq; j++) {
        d->qpos[j] = mju_clip(q[j] + size * draw(), m->jnt_range[2 * j], m->jnt_range[2 * j + 1]);
      }
      if (i % 2) random_in_limits(m, d->qpos);
      mj_kinematics(m, d);
      mju_mat2Quat(quat, d->site_xmat + 9 * t.objid);
      mju_subQuat(turn, quat, t.quat);
      mjtNum gap = mju_dist3(d->site_xpos + 3 * t.objid, t.pos);
      mjtNum cost = (gap * gap + t.turn_weight * mju_dot3(turn, turn)) / 2;
      if (cost < result.cost * (1 - 1e-9)) {
        fail_msg("trial %d, draw %d: cost %.12g < %.12g", trial, i, cost, result.cost);
      }
    }
  }
  free(q);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// At the nearest to the posture, what is left of the way to it lies in the row space of the
// Jacobian of the targets (Lagrange), limits aside.
static void posture_is_approached_as_far_as_targets_allow(void** unused) {
  (void)unused;
  mjModel* m = load("arm.xml");
  mjData* d = mj_makeData(m);
  mjtNum posture[7] = {0.2, 0.5, 0.1, 0.9, -0.2, 0.6, 0.3};
  mjtNum weight[7] = {1, 2, 3, 1, 1, 0.5, 2}, worst = 0;
  int improved = 0, checked = 0;
  state = 13;
  for (int trial = 0; trial < 30; trial++) {
    mj_resetData(m, d);
    for (int i = 0; i < 7; i++) d->qpos[i] = posture[i] + 0.5 * draw();
    mj_kinematics(m, d);
    engIkTarget t = pose_of_site(m, d, "tool", engIK_POSITION);
    engIkResult result;
    mj_resetData(m, d);
    engIk ask = {.ntarget = 1, .target = &t, .nstart = 1, .maxdraw = 100, .result = &result};
    assert_int_equal(eng_ik(m, &d, 1, NULL, &ask), 1);
    mjtNum without = 0, with = 0, way[7], jac[21], metric[9], force[3], back[7];
    for (int i = 0; i < 7; i++) without += weight[i] * pow(d->qpos[i] - posture[i], 2);
    ask.posture = posture;
    ask.posture_weight = weight;
    assert_int_equal(eng_ik(m, &d, 1, NULL, &ask), 1);
    assert_true(independent_error(m, d, &t, 1) < 1.01e-6);
    int free_of_limits = 1;
    for (int i = 0; i < 7; i++) {
      way[i] = weight[i] * (posture[i] - d->qpos[i]);
      with += weight[i] * pow(d->qpos[i] - posture[i], 2);
      if (d->qpos[i] <= m->jnt_range[2 * i] || d->qpos[i] >= m->jnt_range[2 * i + 1])
        free_of_limits = 0;
    }
    assert_true(with <= without + 1e-9);
    improved += with < without - 1e-3;
    if (!free_of_limits) continue;
    checked++;
    mj_jacSite(m, d, jac, NULL, t.objid);
    mju_mulMatMatT(metric, jac, jac, 3, 7, 3);
    mju_mulMatVec(force, jac, way, 3, 7);
    assert_int_equal(mju_cholFactor(metric, 3, 0), 3);
    mju_cholSolve(force, metric, force, 3);
    mju_mulMatTVec(back, jac, force, 3, 7);
    for (int i = 0; i < 7; i++) worst = mjMAX(worst, fabs(back[i] - way[i]));
  }
  print_message("posture: largest step left %.2g, %d of 30 improved, %d checked\n", worst, improved,
                checked);
  assert_true(worst < 1e-4);
  assert_true(improved >= 20 && checked >= 20);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void threads_do_not_change_a_bit(void** unused) {
  (void)unused;
  enum { STARTS = 37, THREADS = 4 };
  mjModel* m = load("hand.xml");
  mjData* d[THREADS];
  for (int i = 0; i < THREADS; i++) d[i] = mj_makeData(m);
  mjThreadPool* pool = mju_threadPoolCreate(THREADS - 1);
  state = 17;
  random_in_limits(m, d[0]->qpos);
  mj_kinematics(m, d[0]);
  engIkTarget t[2] = {pose_of_site(m, d[0], "index_pad", engIK_POSITION | engIK_ORIENTATION),
                      pose_of_site(m, d[0], "thumb_pad", engIK_POSITION | engIK_AXIS)};
  t[1].pos[0] += 0.02;
  size_t nq = (size_t)m->nq;
  mjtNum* start = calloc(STARTS * nq, sizeof *start);
  mjtNum *qpos[2], *end[2];
  engIkResult result[2][STARTS];
  int best[2], n[2];
  for (int k = 0; k < STARTS; k++) {
    mju_copy(start + (size_t)k * nq, d[0]->qpos, m->nq);
    random_in_limits(m, start + (size_t)k * nq);
  }
  memset(result, 0, sizeof result);
  for (int k = 0; k < 2; k++) {
    qpos[k] = calloc(STARTS * nq, sizeof *start);
    end[k] = calloc(nq, sizeof *start);
    engIk ask = {.ntarget = 2,
                 .target = t,
                 .nstart = STARTS,
                 .start = start,
                 .maxdraw = 20,
                 .seed = 5,
                 .qpos = qpos[k],
                 .result = result[k],
                 .best = best + k};
    n[k] = eng_ik(m, d, k ? THREADS : 1, k ? pool : NULL, &ask);
    mju_copy(end[k], d[0]->qpos, m->nq);
    assert_memory_equal(end[k], qpos[k] + (size_t)best[k] * nq, nq * sizeof *start);
  }
  assert_int_equal(n[0], n[1]);
  assert_int_equal(best[0], best[1]);
  assert_memory_equal(qpos[0], qpos[1], STARTS * nq * sizeof *start);
  assert_memory_equal(result[0], result[1], sizeof result[0]);
  assert_memory_equal(end[0], end[1], nq * sizeof *start);
  for (int k = 0; k < 2; k++) {
    free(qpos[k]);
    free(end[k]);
  }
  free(start);
  mju_threadPoolDestroy(pool);
  for (int i = 0; i < THREADS; i++) mj_deleteData(d[i]);
  mj_deleteModel(m);
}

static void held_dofs_stay(void** unused) {
  (void)unused;
  mjModel* m = load("humanoid.xml");
  mjData* d = mj_makeData(m);
  mjtByte* hold = calloc((size_t)m->nv, 1);
  memset(hold, 1, 6);  // the root
  mj_kinematics(m, d);
  mjtNum root[7];
  mju_copy(root, d->qpos, 7);
  int hand = mj_name2id(m, mjOBJ_BODY, "right_forearm");
  assert_true(hand > 0);
  engIkTarget t = {.what = engIK_POSITION, .objtype = mjOBJ_XBODY, .objid = hand, .weight = 1};
  mju_copy3(t.pos, d->xpos + 3 * hand);
  int elbow = mj_name2id(m, mjOBJ_JOINT, "right_elbow");
  int shoulder = mj_name2id(m, mjOBJ_JOINT, "right_shoulder_y");
  assert_true(elbow > 0 && shoulder > 0);
  mju_copy3(t.point, (mjtNum[3]){0.02, 0, -0.2});
  d->qpos[m->jnt_qposadr[elbow]] = -1;
  d->qpos[m->jnt_qposadr[shoulder]] = -0.7;
  mj_kinematics(m, d);
  mju_mulMatVec3(t.pos, d->xmat + 9 * hand, t.point);
  mju_addTo3(t.pos, d->xpos + 3 * hand);
  mj_resetData(m, d);
  engIk ask = {.ntarget = 1, .target = &t, .nstart = 1, .hold = hold, .maxdraw = 100};
  assert_int_equal(eng_ik(m, &d, 1, NULL, &ask), 1);
  assert_memory_equal(root, d->qpos, sizeof root);
  free(hold);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void wrong_arguments_are_refused(void** unused) {
  (void)unused;
  mjModel* m = of_text(two_links);
  mjData* d = mj_makeData(m);
  const engIkTarget good = {.what = engIK_POSITION, .objtype = mjOBJ_SITE, .weight = 1};
  mjtNum bad[2] = {NAN, 0};
  for (int k = 0; k < 13; k++) {
    engIkTarget t = good;
    engIk ask = {.ntarget = 1, .target = &t, .nstart = 1};
    int nd = 1;
    switch (k) {
      case 0: break;
      case 1: t.objid = 1; break;
      case 2: t.objtype = mjOBJ_JOINT; break;
      case 3: t.what = 0; break;
      case 4: t.what = engIK_ORIENTATION; break;  // of no length
      case 5: t.what = engIK_ORIENTATION | engIK_AXIS; break;
      case 6: t.weight = -1; break;
      case 7: t.pos[1] = INFINITY; break;
      case 8: ask.nstart = -1; break;
      case 9: ask.start = bad; break;
      case 10: nd = 0; break;
      case 11: ask.tolerance = -1; break;
      case 12: t.what = 8; break;
    }
    int n = eng_ik(m, &d, nd, NULL, &ask);
    if ((n == -1) != (k > 0)) fail_msg("case %d: %d", k, n);
  }
  // numbers in the state that are none: the search begins at qpos0
  d->qpos[0] = NAN;
  engIkTarget t = good;
  t.pos[0] = 1.2;
  engIk ask = {.ntarget = 1, .target = &t, .nstart = 1, .maxdraw = 10};
  assert_int_equal(eng_ik(m, &d, 1, NULL, &ask), 1);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gradient_and_curvature_are_slopes),
      cmocka_unit_test(random_poses_of_the_arm_are_reached),
      cmocka_unit_test(random_postures_of_the_hand_are_reached),
      cmocka_unit_test(all_targets_and_joints_are_reached),
      cmocka_unit_test(unreachable_targets_give_the_nearest_and_say_so),
      cmocka_unit_test(nothing_is_nearer_than_the_nearest),
      cmocka_unit_test(posture_is_approached_as_far_as_targets_allow),
      cmocka_unit_test(threads_do_not_change_a_bit),
      cmocka_unit_test(held_dofs_stay),
      cmocka_unit_test(wrong_arguments_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
