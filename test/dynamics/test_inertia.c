// The inertia matrix against Newton-Euler, against Jacobians, and against itself: factor, solves,
// products; its storages; reference numbers.
#include "kinematics/random_scene.h"
#include "kinematics/two_links.h"

enum { CASES = 200 };

static mjtNum* full_matrix(scene c) {
  int nv = c.m->nv;
  mjtNum* M = new_vector(nv * nv);
  mj_fullM(c.m, M, c.d->qM);
  return M;
}

// Column i is the force that unit acceleration of dof i takes, armature apart.
static void columns_are_the_forces_of_unit_accelerations(void** state) {
  (void)state;
  for (int seed = 0; seed < CASES; seed++) {
    scene c = random_scene(seed, bodies_of_case(seed));
    int nv = c.m->nv;
    mjtNum* column = new_vector(nv);
    memset(c.d->qvel, 0, sizeof(mjtNum) * nv);
    memset(c.m->opt.gravity, 0, sizeof c.m->opt.gravity);
    position_stage(c);
    mj_comVel(c.m, c.d);
    mjtNum* M = full_matrix(c);
    for (int i = 0; i < nv; i++) {
      memset(c.d->qacc, 0, sizeof(mjtNum) * nv);
      c.d->qacc[i] = 1;
      mj_rne(c.m, c.d, 1, column);
      column[i] += c.m->dof_armature[i];
      for (int k = 0; k < nv; k++) assert_near(M[k * nv + i], column[k], 1e-9);
    }
    free(M);
    free(column);
    scene_free(c);
  }
}

// M is the sum over bodies of m Jp'Jp + Jr'IJr.
static void bodies_add_up_by_their_jacobians(void** state) {
  (void)state;
  for (int seed = 0; seed < CASES; seed++) {
    scene c = random_scene(seed, bodies_of_case(seed) % 31 + 1);
    int nv = c.m->nv;
    mjtNum *jacp = new_vector(3 * nv), *jacr = new_vector(3 * nv), *sum = new_vector(nv * nv);
    position_stage(c);
    for (int b = 1; b < c.m->nbody; b++) {
      mj_jacBodyCom(c.m, c.d, jacp, jacr, b);
      for (int i = 0; i < nv; i++) {
        for (int j = 0; j < nv; j++) {
          for (int k = 0; k < 3; k++) {
            const mjtNum* R = c.d->ximat + 9 * b;
            mjtNum wi = 0, wj = 0;  // angular velocities about inertial axis k
            for (int r = 0; r < 3; r++) {
              wi += R[3 * r + k] * jacr[r * nv + i];
              wj += R[3 * r + k] * jacr[r * nv + j];
            }
            sum[i * nv + j] += c.m->body_mass[b] * jacp[k * nv + i] * jacp[k * nv + j] +
                               c.m->body_inertia[3 * b + k] * wi * wj;
          }
        }
      }
    }
    for (int i = 0; i < nv; i++) sum[i * nv + i] += c.m->dof_armature[i];
    mjtNum* M = full_matrix(c);
    assert_near_vector(M, sum, nv * nv, 1e-9);
    free(M);
    free(jacp);
    free(jacr);
    free(sum);
    scene_free(c);
  }
}

// Simple dofs have the constant inertia of qpos0; it is that of any configuration.
static void solves_and_products_undo_each_other(void** state) {
  (void)state;
  for (int seed = 0; seed < CASES; seed++) {
    scene c = random_scene(seed, bodies_of_case(seed));
    int nv = c.m->nv, n = 1 + seed % 7;
    mjtNum *x = new_vector(n * nv), *y = new_vector(n * nv), *z = new_vector(n * nv);
    mjtNum *half = new_vector(n * nv), *scale = new_vector(nv);
    draw_vector(x, n * nv);
    position_stage(c);
    mjtNum* M = full_matrix(c);
    for (int k = 0; k < n; k++) {
      mj_mulM(c.m, c.d, y + k * nv, x + k * nv);
      for (int i = 0; i < nv; i++) {
        mjtNum sum = 0;
        for (int j = 0; j < nv; j++) sum += M[i * nv + j] * x[k * nv + j];
        assert_near(y[k * nv + i], sum, 1e-10);
      }
    }
    mj_solveM(c.m, c.d, z, y, n);
    assert_near_vector(z, x, n * nv, 1e-7);
    mj_solveM(c.m, c.d, y, y, n);  // in place
    assert_near_vector(y, z, n * nv, 0);

    // halves: x' M x and y' M^-1 y as squares
    for (int i = 0; i < nv; i++) scale[i] = sqrt(c.d->qLDiagInv[i]);
    mj_solveM(c.m, c.d, z, x, n);
    mj_solveM2(c.m, c.d, half, x, scale, n);
    for (int k = 0; k < n; k++) {
      mjtNum direct = mju_dot(x + k * nv, z + k * nv, nv);
      mjtNum square = mju_dot(half + k * nv, half + k * nv, nv);
      assert_near(square, direct, 1e-9);
      mj_mulM(c.m, c.d, y, x + k * nv);
      mj_mulM2(c.m, c.d, z, x + k * nv);
      assert_near(mju_dot(z, z, nv), mju_dot(x + k * nv, y, nv), 1e-9);
    }
    free(M);
    free(x);
    free(y);
    free(z);
    free(half);
    free(scale);
    scene_free(c);
  }
}

// L'DL from the factor is M again, and D and its inverse agree.
static void the_factor_multiplies_out(void** state) {
  (void)state;
  for (int seed = 0; seed < CASES; seed++) {
    scene c = random_scene(seed, bodies_of_case(seed) % 61 + 1);
    int nv = c.m->nv;
    mjtNum *L = new_vector(nv * nv), *D = new_vector(nv);
    position_stage(c);
    for (int i = 0; i < nv; i++) {
      int adr = c.m->M_rowadr[i], n = c.m->M_rownnz[i];
      for (int k = 0; k < n; k++) L[i * nv + c.m->M_colind[adr + k]] = c.d->qLD[adr + k];
      D[i] = L[i * nv + i];
      L[i * nv + i] = 1;
      assert_near(D[i] * c.d->qLDiagInv[i], 1, 1e-15);
    }
    mjtNum* M = full_matrix(c);
    for (int i = 0; i < nv; i++) {
      for (int j = 0; j < nv; j++) {
        mjtNum sum = 0;
        for (int k = 0; k < nv; k++) sum += L[k * nv + i] * D[k] * L[k * nv + j];
        assert_near(sum, M[i * nv + j], 1e-10);
      }
    }
    free(M);
    free(L);
    free(D);
    scene_free(c);
  }
}

static void adding_M_works_in_both_storages(void** state) {
  (void)state;
  for (int seed = 0; seed < 50; seed++) {
    scene c = random_scene(seed, 1 + seed % 20);
    int nv = c.m->nv;
    mjtNum *dense = new_vector(nv * nv), *value = new_vector(nv * nv);
    int *nnz = calloc(nv, sizeof(int)), *adr = calloc(nv, sizeof(int));
    int* col = calloc(nv * nv, sizeof(int));
    position_stage(c);
    // something to add to: a few entries in every row
    for (int i = 0; i < nv; i++) {
      adr[i] = i * nv;
      for (int j = 0; j < nv; j++) {
        if (draw() < 0.5) continue;
        col[adr[i] + nnz[i]] = j;
        value[adr[i] + nnz[i]++] = dense[i * nv + j] = draw();
      }
    }
    mjtNum* before = new_vector(nv * nv);
    memcpy(before, dense, sizeof(mjtNum) * nv * nv);
    mj_addM(c.m, c.d, dense, NULL, NULL, NULL);
    mj_addM(c.m, c.d, value, nnz, adr, col);
    mjtNum* M = full_matrix(c);
    for (int i = 0; i < nv; i++) {
      mjtNum* row = new_vector(nv);
      for (int k = 0; k < nnz[i]; k++) {
        if (k) assert_true(col[adr[i] + k] > col[adr[i] + k - 1]);
        row[col[adr[i] + k]] = value[adr[i] + k];
      }
      assert_near_vector(row, dense + i * nv, nv, 1e-15);
      for (int j = 0; j < nv; j++) {
        assert_near(dense[i * nv + j], before[i * nv + j] + (j <= i ? M[i * nv + j] : 0), 1e-15);
      }
      free(row);
    }
    free(M);
    free(before);
    free(dense);
    free(value);
    free(nnz);
    free(adr);
    free(col);
    scene_free(c);
  }
}

// Tendon armature adds a J'J, and its velocity-dependent force is what makes the energy of the
// tendon's own motion come out right (see test_energy).
static void tendon_armature_adds_its_square(void** state) {
  (void)state;
  for (int seed = 0; seed < 50; seed++) {
    scene c = random_scene(seed, 8);
    int nv = c.m->nv;
    position_stage(c);
    mjtNum* M = full_matrix(c);
    mjtNum* J = new_vector(nv);
    for (int i = 0; i < nv; i++) J[i] = c.d->ten_J[i];
    c.m->tendon_armature[0] = 0.7;
    for (int sparse = 0; sparse < 2; sparse++) {
      c.m->opt.jacobian = sparse ? mjJAC_SPARSE : mjJAC_DENSE;
      position_stage(c);
      mjtNum* with = full_matrix(c);
      for (int i = 0; i < nv; i++) {
        int n = c.m->M_rownnz[i];
        for (int k = 0; k < n; k++) {
          int j = c.m->M_colind[c.m->M_rowadr[i] + k];
          assert_near(with[i * nv + j], M[i * nv + j] + 0.7 * J[i] * J[j], 1e-12);
        }
      }
      free(with);
    }
    free(J);
    free(M);
    scene_free(c);
  }
}

static void a_chain_has_the_reference_numbers(void** state) {
  (void)state;
  static const mjtNum M[15] = {51.6651914291881,
                               -0.632391807212918,
                               2.77260676039087,
                               -0.021181354831063,
                               0.0350586028855646,
                               0.0707120146445503,
                               0.0529533870776579,
                               0.059118496213669,
                               -0.0036651914291881,
                               0.0784089166458451,
                               -0.155413915134683,
                               0.0575182014322204,
                               0,
                               0,
                               0.015079644737231};
  scene c = two_links();
  position_stage(c);
  assert_int_equal(c.m->nC, 15);
  assert_near_vector(c.d->M, M, 15, 1e-13);
  scene_free(c);
}

static void storages_are_those_of_the_api(void** state) {
  (void)state;
  scene c = scene_of(model_from(
      "<mujoco><worldbody><body><freejoint/><geom type='box' size='.1 .2 .3' contype='0'/></body>"
      "<body><joint axis='0 1 0'/><geom size='.1' contype='0'/><body><joint axis='1 0 0'/>"
      "<geom size='.1' pos='.2 0 0' contype='0'/></body></body></worldbody></mujoco>"));
  static const int simple[8] = {6, 5, 4, 3, 2, 1, 0, 0};
  assert_int_equal(c.m->nM, 24);
  assert_int_equal(c.m->nC, 9);
  position_stage(c);
  for (int i = 0; i < 8; i++) assert_int_equal(c.m->dof_simplenum[i], simple[i]);
  for (int i = 0; i < 6; i++) {
    assert_near(c.d->M[c.m->M_rowadr[i]], c.m->dof_M0[i], 0);
    for (int k = 1; k <= i; k++) assert_near(c.d->qM[c.m->dof_Madr[i] + k], 0, 0);
  }
  scene_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(columns_are_the_forces_of_unit_accelerations),
      cmocka_unit_test(bodies_add_up_by_their_jacobians),
      cmocka_unit_test(solves_and_products_undo_each_other),
      cmocka_unit_test(the_factor_multiplies_out),
      cmocka_unit_test(adding_M_works_in_both_storages),
      cmocka_unit_test(tendon_armature_adds_its_square),
      cmocka_unit_test(a_chain_has_the_reference_numbers),
      cmocka_unit_test(storages_are_those_of_the_api),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
