// What newer levels change hangs on bits, and a bit changes nothing where there is nothing that it
// is about: the bundled models keep every bit of their states.
#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "bundled_model.h"

enum { STEPS = 15, MAX_NV = 150 };

static int geoms_of_type(const mjModel* m, int type) {
  int n = 0;
  for (int i = 0; i < m->ngeom; i++) n += m->geom_type[i] == type;
  return n;
}

static bool any_positive(const mjtNum* x, int n) {
  for (int i = 0; i < n; i++) {
    if (x[i] != 0) return true;
  }
  return false;
}

static int sensors_of_type(const mjModel* m, int type) {
  int n = 0;
  for (int i = 0; i < m->nsensor; i++) n += m->sensor_type[i] == type;
  return n;
}

static bool has_joint(const mjModel* m, int type) {
  for (int j = 0; j < m->njnt; j++) {
    if (m->jnt_type[j] == type) return true;
  }
  return false;
}

static bool is_bound(const mjModel* m) {
  for (int e = 0; e < m->neq; e++) {
    if (m->eq_type[e] == mjEQ_CONNECT || m->eq_type[e] == mjEQ_WELD) return true;
  }
  return false;
}

// Whether a model has what the bit is about.  nefc: the most rows that it had in a step.
static bool concerns(const mjModel* m, int bit, int nefc) {
  switch (bit) {
    case engLEVEL_MARGINSUM:
    case engLEVEL_GAP:
      return any_positive(m->geom_margin, m->ngeom) || any_positive(m->geom_gap, m->ngeom) ||
             any_positive(m->pair_gap, m->npair) || m->nflex;
    case engLEVEL_DERIVATIVE: return m->opt.integrator >= mjINT_IMPLICIT && m->nu;
    case engLEVEL_JDOTV: return is_bound(m);
    case engLEVEL_TACTILE: return sensors_of_type(m, mjSENS_TACTILE);
    case engLEVEL_PGS: return m->opt.solver == mjSOL_PGS || m->opt.noslip_iterations;
    case engLEVEL_SOLVEREXIT: return m->opt.solver != mjSOL_PGS && nefc;
    case engLEVEL_GYROSCOPIC:
      return m->opt.integrator == mjINT_IMPLICITFAST && has_joint(m, mjJNT_FREE);
    case engLEVEL_CIRCLE: return m->nu && (has_joint(m, mjJNT_BALL) || m->nsite);
    case engLEVEL_BOXBOX: return geoms_of_type(m, mjGEOM_BOX);  // two, and the pose of one
    case engLEVEL_MOCAP: return m->nmocap;
    case engLEVEL_MANIFOLD:
      return geoms_of_type(m, mjGEOM_MESH) || geoms_of_type(m, mjGEOM_CYLINDER);
    case engLEVEL_TENDONFORCE: return m->ntendon;
    case engLEVEL_RAYCAMERA: return sensors_of_type(m, mjSENS_RANGEFINDER) && m->ncam;
    case engLEVEL_FLEX: return m->nflex;
    default: return false;  // of compiling alone
  }
}

// All numbers of a motion: size numbers a step.
static size_t motion(const mjModel* m, mjtNum* out, size_t size, int* nefc) {
  mjData* d = mj_makeData(m);
  if (m->nkey) mj_resetDataKeyframe(m, d, 0);
  for (int i = 0; i < m->nu; i++) d->ctrl[i] += 0.3 * sin(0.7 + i);
  mjtNum* x = out;
  for (int s = 0; s < STEPS; s++) {
    mj_step(m, d);
    *nefc = mjMAX(*nefc, d->nefc);
    const struct {
      const mjtNum* x;
      int n;
    } field[] = {{d->qpos, m->nq},         {d->qvel, m->nv},
                 {d->qacc, m->nv},         {d->act, m->na},
                 {d->qfrc_passive, m->nv}, {d->qfrc_constraint, m->nv},
                 {d->cvel, 6 * m->nbody},  {d->sensordata, m->nsensordata}};
    for (size_t f = 0; f < sizeof field / sizeof *field; f++) {
      for (int i = 0; i < field[f].n && x < out + size; i++) *x++ = field[f].x[i];
    }
  }
  mj_deleteData(d);
  return (size_t)(x - out);
}

enum { ROOM = 400000 };
static mjtNum plain[ROOM], other[ROOM];

// Bits that changed nothing where they could; the number of comparisons.
static int check_bits(mjModel* m, const char* name, int changes[engNLEVEL]) {
  int nefc = 0, compared = 0, unused = 0;
  m->ext.levelbits = 0;
  size_t n = motion(m, plain, ROOM, &nefc);
  for (int k = 0; k <= engNLEVEL; k++) {
    bool last = k == engNLEVEL;  // and all those together that are about nothing here
    bool about = !last && concerns(m, 1 << k, nefc);
    if (!last && !about) unused |= 1 << k;
    m->ext.levelbits = last ? unused : 1 << k;
    assert_int_equal(motion(m, other, ROOM, &(int){0}), n);
    bool same = !memcmp(plain, other, n * sizeof *plain);
    if (about) {
      changes[k] += !same;
    } else if (!same) {
      fail_msg("%s: bits %x change it", name, (unsigned)m->ext.levelbits);
    }
    compared += !about;
  }
  return compared;
}

static void bits_change_what_they_are_about_alone(void** state) {
  (void)state;
  int compared = 0, models = 0, changes[engNLEVEL] = {0};
  DIR* folder = opendir(SOURCE_ROOT "/model");
  assert_non_null(folder);
  for (struct dirent* e = readdir(folder); e; e = readdir(folder)) {
    const char* end = strrchr(e->d_name, '.');
    if (!end || strcmp(end, ".xml")) continue;
    mjModel* m = bundled_model(e->d_name);
    if (m->nv <= MAX_NV) {
      models++;
      compared += check_bits(m, e->d_name, changes);
    }
    mj_deleteModel(m);
  }
  closedir(folder);
  assert_true(models >= 10);
  assert_true(compared >= 10 * models);
  // and it is no wonder that they are alike: the bits are asked
  assert_true(changes[6] > 0);  // engLEVEL_SOLVEREXIT
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(bits_change_what_they_are_about_alone)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
