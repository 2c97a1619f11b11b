// Quantities at qpos0, against dense algebra and against what they mean.
#include <stdlib.h>

#include "compile/model_text.h"
#include "math/vec3.h"

static mjModel* compiled(mjSpec* s) {
  mjModel* m = mj_compile(s, NULL);
  if (!m) print_error("%s\n", mjs_getError(s));
  assert_non_null(m);
  mj_deleteSpec(s);
  return m;
}

// The full inertia matrix and its inverse, by Gauss-Jordan.
static void invert(const mjtNum* matrix, mjtNum* inverse, int n) {
  mjtNum* a = malloc(sizeof(mjtNum) * (size_t)(n * n + 1));
  memcpy(a, matrix, sizeof(mjtNum) * (size_t)(n * n));
  memset(inverse, 0, sizeof(mjtNum) * (size_t)(n * n));
  for (int i = 0; i < n; i++) inverse[i * n + i] = 1;
  for (int p = 0; p < n; p++) {
    mjtNum scale = 1 / a[p * n + p];
    for (int k = 0; k < n; k++) {
      a[p * n + k] *= scale;
      inverse[p * n + k] *= scale;
    }
    for (int i = 0; i < n; i++) {
      mjtNum factor = i == p ? 0 : a[i * n + p];
      for (int k = 0; k < n; k++) {
        a[i * n + k] -= factor * a[p * n + k];
        inverse[i * n + k] -= factor * inverse[p * n + k];
      }
    }
  }
  free(a);
}

static mjtNum quadratic(const mjtNum* inverse, const mjtNum* row, int n) {
  mjtNum sum = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < n; k++) sum += row[i] * inverse[i * n + k] * row[k];
  }
  return sum;
}

static void inverse_weights_are_those_of_the_dense_inverse(void** state) {
  (void)state;
  for (int seed = 0; seed < 60; seed++) {
    draw_seed(seed);
    mjModel* m = compiled(random_tree(draw_int(2, 20)));
    mjData* d = mj_makeData(m);
    int n = m->nv;
    mjtNum* full = calloc((size_t)(n * n + 1), sizeof(mjtNum));
    mjtNum* inverse = calloc((size_t)(n * n + 1), sizeof(mjtNum));
    mjtNum* jac = calloc((size_t)(6 * n + 1), sizeof(mjtNum));
    mj_forward(m, d);
    mj_fullM(m, full, d->qM);
    invert(full, inverse, n);
    for (int b = 0; b < m->nbody; b++) {
      mjtNum want[2] = {0};
      if (m->body_weldid[b]) {
        mj_jacBodyCom(m, d, jac, jac + 3 * n, b);
        for (int r = 0; r < 6; r++) want[r / 3] += quadratic(inverse, jac + r * n, n) / 3;
      }
      if (m->body_simple[b] == 2) {  // by definition, whatever the armature
        want[0] = 1 / m->body_mass[b];
        want[1] = 0;
      }
      assert_near_vector(m->body_invweight0 + 2 * b, want, 2, 1e-8);
    }
    for (int j = 0; j < m->njnt; j++) {
      int adr = m->jnt_dofadr[j], type = m->jnt_type[j];
      int size = type == mjJNT_FREE || type == mjJNT_BALL ? 3 : 1;
      int end = adr + (type == mjJNT_FREE ? 6 : size);
      for (int i = adr; i < end; i++) {
        mjtNum want = 0;
        int first = adr + (i - adr) / size * size;
        for (int k = first; k < first + size; k++) want += inverse[k * n + k] / size;
        if (m->body_simple[m->jnt_bodyid[j]] == 2) want = 1 / m->body_mass[m->jnt_bodyid[j]];
        assert_near(m->dof_invweight0[i], want, 1e-8);
        assert_near(m->dof_M0[i], full[i * n + i], 1e-10);
      }
    }
    free(full);
    free(inverse);
    free(jac);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

static const char arm[] =
    "<mujoco><worldbody><site name='w' pos='0 0 2'/>"
    "<body pos='0 0 1'><joint name='a' axis='0 1 0' ref='20' springref='40'/>"
    "<geom type='capsule' fromto='0 0 0 .5 0 0' size='.05'/><site name='s' pos='.5 0 0'/>"
    "<body pos='.5 0 0'><joint name='b' axis='0 1 .3' armature='.1'/><geom size='.1' pos='.2 0 0'/>"
    "<site name='t' pos='.3 0 0'/></body></body></worldbody>"
    "<tendon><spatial name='t0'><site site='w'/><site site='s'/><site site='t'/></spatial>"
    "<fixed name='t1'><joint joint='a' coef='2'/><joint joint='b' coef='-.5'/></fixed></tendon>"
    "<actuator><motor tendon='t0' gear='3'/><motor joint='b'/>"
    "<position joint='a' kp='50' dampratio='1'/></actuator></mujoco>";

static void tendons_and_actuators_weigh_what_their_jacobians_say(void** state) {
  (void)state;
  mjModel* m = model_from(arm);
  mjData* d = mj_makeData(m);
  mjtNum full[4], inverse[4];
  mj_forward(m, d);
  mj_fullM(m, full, d->qM);
  invert(full, inverse, 2);
  for (int i = 0; i < m->ntendon; i++) {
    assert_near(m->tendon_invweight0[i], quadratic(inverse, d->ten_J + 2 * i, 2), 1e-10);
    assert_near(m->tendon_length0[i], d->ten_length[i], 1e-12);
  }
  for (int i = 0; i < m->nu; i++) {
    mjtNum moment[2] = {0}, acc[2];
    for (int k = 0; k < d->moment_rownnz[i]; k++) {
      moment[d->moment_colind[d->moment_rowadr[i] + k]] =
          d->actuator_moment[d->moment_rowadr[i] + k];
    }
    for (int k = 0; k < 2; k++)
      acc[k] = inverse[2 * k] * moment[0] + inverse[2 * k + 1] * moment[1];
    assert_near(m->actuator_acc0[i], sqrt(acc[0] * acc[0] + acc[1] * acc[1]), 1e-10);
    assert_near(m->actuator_length0[i], d->actuator_length[i], 1e-12);
  }
  // springs rest at springref
  d->qpos[0] = m->qpos_spring[0];
  d->qpos[1] = m->qpos_spring[1];
  mj_forward(m, d);
  for (int i = 0; i < m->ntendon; i++) {
    assert_near(m->tendon_lengthspring[2 * i], d->ten_length[i], 1e-12);
    assert_near(m->tendon_lengthspring[2 * i + 1], d->ten_length[i], 1e-12);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// The bias of a position servo with damping ratio 1 damps its joint's own inertia critically.
static void damping_ratio_one_is_critical(void** state) {
  (void)state;
  mjModel* m = model_from(arm);
  mjtNum kp = m->actuator_gainprm[2 * mjNGAIN], kv = -m->actuator_biasprm[2 * mjNBIAS + 2];
  assert_near(kv * kv, 4 * kp * m->dof_M0[0], 1e-10);
  mj_deleteModel(m);
}

static void a_second_time_changes_nothing(void** state) {
  (void)state;
  mjModel* m = model_from(arm);
  mjModel* again = mj_copyModel(NULL, m);
  mjData* d = mj_makeData(m);
  mj_setConst(again, d);
  assert_memory_equal(m->buffer, again->buffer, m->nbuffer);
  assert_memory_equal(&m->stat, &again->stat, sizeof m->stat);
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteModel(again);
}

// A connect holds at qpos0, and so does a weld, whatever the poses of their bodies.
static void equalities_hold_at_qpos0(void** state) {
  (void)state;
  int rows = 0;
  for (int seed = 0; seed < 20; seed++) {
    draw_seed(seed);
    mjSpec* s = random_tree(10);
    mjsElement* body[10];
    int n = 0;
    for (mjsElement* e = mjs_firstElement(s, mjOBJ_BODY); e; e = mjs_nextElement(s, e)) {
      char name[16];
      if (n) {
        snprintf(name, sizeof name, "b%d", n);
        mjs_setName(e, name);
      }
      body[n++] = e;
    }
    for (int k = 0; k < 6; k++) {
      mjsEquality* eq = mjs_addEquality(s, NULL);
      int first = draw_int(1, 9), second = draw_int(0, 8);
      if (second >= first) second++;
      eq->type = k % 2 ? mjEQ_WELD : mjEQ_CONNECT;
      eq->objtype = mjOBJ_BODY;
      for (int c = 0; c < 3; c++) eq->data[c] = draw();
      mjs_setString(eq->name1, mjs_getString(mjs_getName(body[first])));
      mjs_setString(eq->name2, mjs_getString(mjs_getName(body[second])));
    }
    mjModel* m = compiled(s);
    mjData* d = mj_makeData(m);
    mj_forward(m, d);
    rows += d->ne;
    for (int i = 0; i < d->ne; i++) assert_near(d->efc_pos[i], 0, 1e-12);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  assert_true(rows > 300);  // not all are between bodies that cannot move
}

static void subtrees_weigh_what_is_in_them(void** state) {
  (void)state;
  draw_seed(3);
  mjModel* m = compiled(random_tree(30));
  for (int b = 0; b < m->nbody; b++) {
    mjtNum sum = 0;
    for (int c = b; c < m->nbody; c++) {
      int up = c;
      while (up > b) up = m->body_parentid[up];
      if (up == b) sum += m->body_mass[c];
    }
    assert_near(m->body_subtreemass[b], sum, 1e-12);
  }
  assert_near(mj_getTotalmass(m), m->body_subtreemass[0], 1e-12);
  mj_deleteModel(m);
}

static void spring_damper_gives_the_time_constant_asked_for(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><worldbody><body><joint springdamper='.5 .7' axis='0 1 0'/><geom size='.1' pos='.3 "
      "0 0'/>"
      "</body></worldbody></mujoco>");
  // I x'' + b x' + k x = 0 decays with time constant 2 I / b, and b^2 = 4 z^2 I k
  mjtNum inertia = m->dof_M0[0], b = m->dof_damping[0], k = m->jnt_stiffness[0];
  assert_near(2 * inertia / b, 0.5, 1e-10);
  assert_near(b * b, 4 * 0.49 * inertia * k, 1e-10);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(inverse_weights_are_those_of_the_dense_inverse),
      cmocka_unit_test(tendons_and_actuators_weigh_what_their_jacobians_say),
      cmocka_unit_test(damping_ratio_one_is_critical),
      cmocka_unit_test(a_second_time_changes_nothing),
      cmocka_unit_test(equalities_hold_at_qpos0),
      cmocka_unit_test(subtrees_weigh_what_is_in_them),
      cmocka_unit_test(spring_damper_gives_the_time_constant_asked_for),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
