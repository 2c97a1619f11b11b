// Rows: residuals and Jacobians belong to each other, dense and sparse are one, softness is what
// the theory says, islands are a permutation, flags leave out what they name.

#include "constraint/scene.h"

// Row i of the Jacobian, all nv numbers of it.
static void jacobian_row(const mjModel* m, const mjData* d, int i, mjtNum* row) {
  mjtNum unit[1000] = {0};
  unit[i] = 1;
  mj_mulJacTVec(m, d, row, unit);
}

static void dense_and_sparse_are_one(void** state) {
  (void)state;
  for (int seed = 0; seed < 200; seed++) {
    draw_seed(seed);
    mjModel* m = random_scene(1);
    mjData *d = random_motion(m), *s = mj_copyData(NULL, m, d);
    m->opt.cone = seed % 2;
    m->opt.jacobian = mjJAC_DENSE;
    mj_forward(m, d);
    m->opt.jacobian = mjJAC_SPARSE;
    mj_forward(m, s);
    assert_int_equal(d->nefc, s->nefc);
    assert_int_equal(d->ne, s->ne);
    assert_int_equal(d->nf, s->nf);
    assert_int_equal(d->nl, s->nl);
    assert_memory_equal(d->efc_type, s->efc_type, sizeof(int) * d->nefc);
    assert_memory_equal(d->efc_id, s->efc_id, sizeof(int) * d->nefc);
    assert_near_vector(d->efc_pos, s->efc_pos, d->nefc, 1e-13);
    assert_near_vector(d->efc_D, s->efc_D, d->nefc, 1e-10);
    assert_near_vector(d->efc_aref, s->efc_aref, d->nefc, 1e-10);
    for (int i = 0; i < d->nefc; i++) {
      mjtNum dense[200], sparse[200];
      m->opt.jacobian = mjJAC_DENSE;
      jacobian_row(m, d, i, dense);
      m->opt.jacobian = mjJAC_SPARSE;
      jacobian_row(m, s, i, sparse);
      assert_near_vector(dense, sparse, m->nv, 1e-14);
    }
    // packed rows of ascending columns
    for (int i = 0, adr = 0; i < s->nefc; adr += s->efc_J_rownnz[i++]) {
      assert_int_equal(s->efc_J_rowadr[i], adr);
      for (int k = adr + 1; k < adr + s->efc_J_rownnz[i]; k++) {
        assert_true(s->efc_J_colind[k - 1] < s->efc_J_colind[k]);
      }
    }
    mj_deleteData(d);
    mj_deleteData(s);
    mj_deleteModel(m);
  }
}

// Moving along a velocity changes the residuals of equalities and limits by their Jacobian.
static void jacobian_is_the_gradient_of_the_residual(void** state) {
  (void)state;
  int checked = 0;
  for (int seed = 0; seed < 200; seed++) {
    draw_seed(seed);
    mjModel* m = random_scene(1);
    mjData *d = random_motion(m), *moved = mj_makeData(m);
    m->opt.disableflags = mjDSBL_CONTACT;
    for (int k = 0; k < m->njnt; k++) m->jnt_margin[k] = 10;
    mj_forward(m, d);
    mjtNum velocity[200], rate[1000], residual[2][1000];
    const mjtNum h = 1e-6;
    draw_vector(velocity, m->nv);
    for (int side = 0; side < 2; side++) {
      vec_copy(moved->qpos, d->qpos, m->nq);
      mj_integratePos(m, moved->qpos, velocity, side ? h : -h);
      mj_forward(m, moved);
      assert_int_equal(moved->nefc, d->nefc);
      vec_copy(residual[side], moved->efc_pos, d->nefc);
    }
    mj_mulJacVec(m, d, rate, velocity);
    for (int i = 0; i < d->nefc; i++) {
      if (i >= d->ne && i < d->ne + d->nf) continue;
      assert_near((residual[1][i] - residual[0][i]) / (2 * h), rate[i], 1e-6);
      checked++;
    }
    mj_deleteData(d);
    mj_deleteData(moved);
    mj_deleteModel(m);
  }
  assert_true(checked > 1000);
}

// The velocity of contact rows is that of the two bodies at the contact, in its frame.
static void contact_rows_are_relative_velocities(void** state) {
  (void)state;
  for (int seed = 0; seed < 200; seed++) {
    draw_seed(seed);
    mjModel* m = random_scene(0);
    mjData* d = random_motion(m);
    m->opt.cone = mjCONE_ELLIPTIC;
    m->opt.jacobian = seed % 2;
    mj_forward(m, d);
    for (int c = 0; c < d->ncon; c++) {
      const mjContact* con = d->contact + c;
      mjtNum linear[3] = {0}, angular[3] = {0};
      for (int side = 0; side < 2; side++) {
        mjtNum jacp[600], jacr[600], v[3];
        mj_jac(m, d, jacp, jacr, con->pos, m->geom_bodyid[con->geom[side]]);
        mju_mulMatVec(v, jacp, d->qvel, 3, m->nv);
        for (int k = 0; k < 3; k++) linear[k] += side ? v[k] : -v[k];
        mju_mulMatVec(v, jacr, d->qvel, 3, m->nv);
        for (int k = 0; k < 3; k++) angular[k] += side ? v[k] : -v[k];
      }
      for (int k = 0; k < con->dim; k++) {
        const mjtNum* axis = con->frame + 3 * (k % 3);
        mjtNum expected = mju_dot3(axis, k < 3 ? linear : angular);
        assert_near(d->efc_vel[con->efc_address + k], expected, 1e-12);
      }
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// Impedance runs from dmin at the margin to dmax at the width, by two powers that meet at the
// midpoint; R and the diagonal follow from it.
static void impedance_follows_the_sigmoid(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><worldbody><body><joint type='slide' limited='true' range='0 10'/>"
      "<geom size='.1' mass='2'/></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  const mjtNum width = 0.02, d0 = 0.6, d1 = 0.93;
  for (int power = 1; power <= 4; power++) {
    for (int middle = 1; middle < 4; middle++) {
      mjtNum mid = middle / 4.0, last = 0;
      const mjtNum imp[5] = {d0, d1, width, mid, power};
      vec_copy(m->jnt_solimp, imp, 5);
      for (int k = 0; k <= 50; k++) {
        mjtNum x = k / 40.0;
        d->qpos[0] = -x * width - 1e-15;
        mj_forward(m, d);
        mjtNum value = d->efc_KBIP[2];
        mjtNum y = power == 1 ? x
                   : x <= mid ? pow(x, power) / pow(mid, power - 1)
                              : 1 - pow(1 - x, power) / pow(1 - mid, power - 1);
        assert_near(value, d0 + (x < 1 ? y : 1) * (d1 - d0), 1e-9);
        assert_true(value >= last);
        assert_near(d->efc_R[0], (1 - value) / value * d->efc_diagApprox[0], 1e-12);
        assert_near(d->efc_R[0] * d->efc_D[0], 1, 1e-14);
        last = value;
      }
    }
  }
  // a power below 1 counts as 1, and everything is kept within its bounds
  const mjtNum wild[5] = {-1, 2, 1, 0.5, 0.3};
  vec_copy(m->jnt_solimp, wild, 5);
  d->qpos[0] = -0.5;
  mj_forward(m, d);
  assert_near(d->efc_KBIP[2], mjMINIMP + 0.5 * (mjMAXIMP - mjMINIMP), 1e-12);
  const mjtNum tame[5] = {d0, d1, width, 0.5, 2};
  vec_copy(m->jnt_solimp, tame, 5);
  mj_forward(m, d);

  // the example of the specification: K and B of a time constant and a damping ratio
  assert_near(d->efc_KBIP[0], 1 / (d1 * d1 * 0.02 * 0.02), 1e-10);
  assert_near(d->efc_KBIP[1], 2 / (d1 * 0.02), 1e-10);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// A free sphere of mass 2 on a plane, mu 0.7, impratio 4, d 0.95: numbers worked out by hand.
static void friction_is_regularised_by_the_cone(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><option impratio='4'/><worldbody><geom type='plane' size='1 1 1' friction='.7'/>"
      "<body pos='0 0 .099'><freejoint/><geom size='.1' mass='2' friction='.7' solimp='.95 .95'/>"
      "</body></worldbody></mujoco>");
  m->geom_solimp[0] = m->geom_solimp[1] = 0.95;
  mjData* d = mj_makeData(m);
  m->opt.cone = mjCONE_ELLIPTIC;
  mj_forward(m, d);
  assert_int_equal(d->nefc, 3);
  assert_near(d->efc_R[0], 0.0263157894737, 1e-10);
  assert_near(d->efc_R[1], 0.00657894736842, 1e-10);
  assert_near(d->efc_R[2], 0.00657894736842, 1e-10);
  assert_near(d->contact[0].mu, 0.35, 1e-14);
  m->opt.cone = mjCONE_PYRAMIDAL;
  mj_forward(m, d);
  assert_int_equal(d->nefc, 4);
  // T + mu^2 T = 0.5 * 1.49, times (1 - d) / d, times 2 * 0.35^2
  for (int i = 0; i < 4; i++) {
    assert_near(d->efc_R[i], 2 * 0.35 * 0.35 * 0.5 * 1.49 * 0.05 / 0.95, 1e-10);
  }
  assert_near(d->contact[0].mu, 0.35, 1e-14);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void islands_are_a_permutation(void** state) {
  (void)state;
  for (int seed = 0; seed < 200; seed++) {
    draw_seed(seed);
    mjModel* m = random_scene(seed % 2);
    mjData* d = random_motion(m);
    m->opt.jacobian = seed / 2 % 2;
    mj_forward(m, d);
    int rows = 0, dofs = 0;
    for (int k = 0; k < d->nisland; k++) {
      assert_int_equal(d->island_idofadr[k], dofs);
      assert_int_equal(d->island_iefcadr[k], rows);
      assert_true(d->island_nefc[k] > 0 && d->island_nv[k] > 0);
      rows += d->island_nefc[k];
      dofs += d->island_nv[k];
    }
    if (d->nefc) assert_int_equal(rows, d->nefc);
    assert_int_equal(dofs, d->nidof);
    for (int i = 0; d->nisland && i < m->nv; i++) {
      assert_int_equal(d->map_idof2dof[d->map_dof2idof[i]], i);
      int k = d->dof_island[i], at = d->map_dof2idof[i];
      if (k < 0) assert_true(at >= d->nidof);
      if (k >= 0) assert_in_range(at - d->island_idofadr[k], 0, d->island_nv[k] - 1);
    }
    for (int i = 0; i < d->nefc; i++) {
      assert_int_equal(d->map_iefc2efc[d->map_efc2iefc[i]], i);
      // no row reaches out of its island
      mjtNum row[200];
      jacobian_row(m, d, i, row);
      for (int j = 0; j < m->nv; j++) {
        if (row[j] != 0) assert_int_equal(d->dof_island[j], d->efc_island[i]);
      }
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// Row at of an island's Jacobian, over all dofs.
static void island_row(const mjModel* m, const mjData* d, int at, int k, mjtNum* row) {
  const int* dof = d->map_idof2dof + d->island_idofadr[k];
  vec_zero(row, m->nv);
  if (mj_isSparse(m)) {
    int adr = d->iefc_J_rowadr[at];
    for (int c = 0; c < d->iefc_J_rownnz[at]; c++) {
      row[dof[d->iefc_J_colind[adr + c]]] = d->iefc_J[adr + c];
    }
    return;
  }
  const mjtNum* block = d->iefc_J + (size_t)d->nidof * d->island_iefcadr[k];
  int n = d->island_nv[k], local = at - d->island_iefcadr[k];
  for (int c = 0; c < n; c++) row[dof[c]] = block[(size_t)local * n + c];
}

// What an island says about its rows and dofs is what all of them say, also in a copy of the data.
static void islands_repeat_their_rows(void** state) {
  (void)state;
  int alone = 0, several = 0;
  for (int seed = 0; seed < 200; seed++) {
    draw_seed(seed);
    mjModel* m = random_scene(seed % 2);
    mjData* original = random_motion(m);
    m->opt.jacobian = seed / 2 % 2;
    mj_forward(m, original);
    mjData* d = seed / 4 % 2 ? mj_copyData(NULL, m, original) : original;
    alone += d->nisland == 1;
    several += d->nisland > 1;
    for (int at = 0; d->nisland && at < d->nefc; at++) {
      mjtNum row[200], expected[200];
      int i = d->map_iefc2efc[at];
      assert_int_equal(d->iefc_type[at], d->efc_type[i]);
      assert_int_equal(d->iefc_id[at], d->efc_id[i]);
      assert_true(d->iefc_D[at] == d->efc_D[i] && d->iefc_R[at] == d->efc_R[i]);
      assert_true(d->iefc_frictionloss[at] == d->efc_frictionloss[i]);
      assert_true(d->iefc_aref[at] == d->efc_aref[i] && d->iefc_force[at] == d->efc_force[i]);
      assert_int_equal(d->iefc_state[at], d->efc_state[i]);
      island_row(m, d, at, d->efc_island[i], row);
      jacobian_row(m, d, i, expected);
      assert_near_vector(row, expected, m->nv, 0);
    }
    for (int at = 0; at < d->nidof; at++) {
      int i = d->map_idof2dof[at], n = d->iM_rownnz[at], adr = d->iM_rowadr[at];
      assert_int_equal(n, m->M_rownnz[i]);
      assert_memory_equal(d->iM + adr, d->M + m->M_rowadr[i], sizeof(mjtNum) * n);
      assert_memory_equal(d->iLD + adr, d->qLD + m->M_rowadr[i], sizeof(mjtNum) * n);
      assert_true(d->iacc[at] == d->qacc[i] && d->ifrc_constraint[at] == d->qfrc_constraint[i]);
    }
    if (d != original) mj_deleteData(d);
    mj_deleteData(original);
    mj_deleteModel(m);
  }
  assert_true(alone > 20 && several > 20);
}

// A contact between bodies that cannot move has no rows, whatever the format; nor has one in its
// gap.
static void contacts_without_rows(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><worldbody><geom type='plane' size='2 2 .1'/><body pos='0 0 .05'><geom name='a' "
      "size='.1'/>"
      "</body><body pos='0 0 .1'><geom name='b' size='.1'/></body><body pos='1 0 .105'><freejoint/>"
      "<geom size='.1' margin='.02' gap='.02'/></body><body pos='2 0 .099'><freejoint/><geom "
      "size='.1'/>"
      "</body></worldbody><contact><pair geom1='a' geom2='b'/></contact></mujoco>");
  mjData* d = mj_makeData(m);
  for (int format = 0; format < 2; format++) {
    m->opt.jacobian = format;
    mj_forward(m, d);
    int count[4] = {0};
    for (int c = 0; c < d->ncon; c++) {
      const mjContact* con = d->contact + c;
      assert_int_equal(con->efc_address >= 0, con->exclude == 0);
      count[con->exclude]++;
    }
    assert_int_equal(count[0], 1);
    assert_int_equal(count[1], 1);
    assert_int_equal(count[3], 1);
    assert_int_equal(d->nefc, 4);
    assert_int_equal(d->nisland, 1);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// A time constant below two steps is raised to them, unless the flag says otherwise.
static void references_are_kept_stable(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><worldbody><body><joint type='slide' limited='true' range='1 2' solreflimit='.001 "
      "1'/>"
      "<geom size='.1'/></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  mjtNum d1 = m->jnt_solimp[1], safe = 2 * m->opt.timestep;
  mj_forward(m, d);
  assert_near(d->efc_KBIP[0], 1 / (d1 * d1 * safe * safe), 1e-12);
  assert_near(d->efc_KBIP[1], 2 / (d1 * safe), 1e-12);
  m->opt.disableflags = mjDSBL_REFSAFE;
  mj_forward(m, d);
  assert_near(d->efc_KBIP[1], 2 / (d1 * 0.001), 1e-12);
  // the direct format: stiffness and damping
  m->jnt_solref[0] = -100;
  m->jnt_solref[1] = -7;
  mj_forward(m, d);
  assert_near(d->efc_KBIP[0], 100 / (d1 * d1), 1e-12);
  assert_near(d->efc_KBIP[1], 7 / d1, 1e-12);
  // aref = -B v - K d r
  d->qvel[0] = 0.3;
  mj_forward(m, d);
  const mjtNum* kbip = d->efc_KBIP;
  assert_near(d->efc_aref[0], -kbip[1] * 0.3 + kbip[0] * kbip[2], 1e-12);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// What is in the dual matrix is the inverse inertia seen by the rows.
static void dual_matrix_is_the_inverse_inertia_of_the_rows(void** state) {
  (void)state;
  for (int seed = 0; seed < 100; seed++) {
    draw_seed(seed);
    mjModel* m = random_scene(1);
    mjData* d = random_motion(m);
    m->opt.solver = mjSOL_PGS;
    m->opt.jacobian = seed % 2;
    mj_forward(m, d);
    int n = d->nefc;
    if (mj_isSparse(m)) assert_true(d->nA <= n * n);
    if (!mj_isSparse(m)) assert_int_equal(d->nA, n * n);
    for (int i = 0; i < n; i++) {
      mjtNum J[200], x[200], row[1000], full[1000] = {0};
      jacobian_row(m, d, i, J);
      mj_solveM(m, d, x, J, 1);
      mj_mulJacVec(m, d, row, x);
      row[i] += d->efc_R[i];
      if (mj_isSparse(m)) {
        for (int k = 0; k < d->efc_AR_rownnz[i]; k++) {
          int at = d->efc_AR_rowadr[i] + k;
          full[d->efc_AR_colind[at]] = d->efc_AR[at];
        }
      } else {
        vec_copy(full, d->efc_AR + i * n, n);
      }
      assert_near_vector(full, row, n, 1e-9);
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// A flag takes away the rows it names and no others.
static void flags_leave_out_rows(void** state) {
  (void)state;
  int seen[4] = {0};
  for (int seed = 0; seed < 50; seed++) {
    draw_seed(seed);
    mjModel* m = random_scene(1);
    mjData* d = random_motion(m);
    mj_forward(m, d);
    const int all[4] = {d->ne, d->nf, d->nl, d->nefc - d->ne - d->nf - d->nl};
    static const int flag[5] = {mjDSBL_EQUALITY, mjDSBL_FRICTIONLOSS, mjDSBL_LIMIT, mjDSBL_CONTACT,
                                mjDSBL_CONSTRAINT};
    for (int f = 0; f < 5; f++) {
      m->opt.disableflags = flag[f];
      mj_forward(m, d);
      const int left[4] = {d->ne, d->nf, d->nl, d->nefc - d->ne - d->nf - d->nl};
      for (int k = 0; k < 4; k++) assert_int_equal(left[k], f == 4 || f == k ? 0 : all[k]);
      if (f < 4) seen[f] += all[f] > 0;
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  for (int f = 0; f < 4; f++) assert_true(seen[f] > 10);
}

// Edge forces and contact forces: every condim and cone, bad indices, contacts without rows.
static void contact_force_is_what_pushes_the_bodies(void** state) {
  (void)state;
  for (int seed = 0; seed < 100; seed++) {
    draw_seed(seed);
    mjModel* m = random_scene(0);
    mjData* d = random_motion(m);
    m->opt.cone = seed % 2;
    m->opt.disableflags = mjDSBL_LIMIT | mjDSBL_FRICTIONLOSS;
    mj_forward(m, d);
    mjtNum sum[200] = {0};
    for (int c = 0; c < d->ncon; c++) {
      const mjContact* con = d->contact + c;
      mjtNum local[6], force[3], torque[3];
      mj_contactForce(m, d, c, local);
      for (int k = con->dim; k < 6; k++) assert_true(local[k] == 0);
      for (int side = 0; side < 2; side++) {
        mju_mulMatTVec3(force, con->frame, local);
        mju_mulMatTVec3(torque, con->frame, local + 3);
        mju_scl3(force, force, side ? 1 : -1);
        mju_scl3(torque, torque, side ? 1 : -1);
        mj_applyFT(m, d, force, torque, con->pos, m->geom_bodyid[con->geom[side]], sum);
      }
    }
    assert_near_vector(sum, d->qfrc_constraint, m->nv, 1e-9);
    mjtNum none[6] = {1, 1, 1, 1, 1, 1};
    mj_contactForce(m, d, d->ncon, none);
    for (int k = 0; k < 6; k++) assert_true(none[k] == 0);
    mj_contactForce(m, d, -1, none);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(dense_and_sparse_are_one),
      cmocka_unit_test(jacobian_is_the_gradient_of_the_residual),
      cmocka_unit_test(contact_rows_are_relative_velocities),
      cmocka_unit_test(impedance_follows_the_sigmoid),
      cmocka_unit_test(friction_is_regularised_by_the_cone),
      cmocka_unit_test(contacts_without_rows),
      cmocka_unit_test(references_are_kept_stable),
      cmocka_unit_test(islands_are_a_permutation),
      cmocka_unit_test(islands_repeat_their_rows),
      cmocka_unit_test(dual_matrix_is_the_inverse_inertia_of_the_rows),
      cmocka_unit_test(flags_leave_out_rows),
      cmocka_unit_test(contact_force_is_what_pushes_the_bodies),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
