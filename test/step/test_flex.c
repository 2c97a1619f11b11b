// Flexes in the pipeline: reference numbers of test/golden/flex, and laws.
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
#include <engine/engine.h>

#include "compile/model_text.h"
#include "math/vec3.h"
#include "model/golden_folder.h"

static mjModel* load(const char* name) {
  char path[500], error[300] = "";
  snprintf(path, sizeof path, SOURCE_ROOT "/test/golden/flex/%s.xml", name);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s: %s", name, error);
  return m;
}

// The state in which the golden numbers were taken, times a factor.
static void disturb(const mjModel* m, mjData* d, double factor) {
  mjtNum* dq = calloc((size_t)m->nv + 1, sizeof *dq);
  assert_non_null(dq);
  mj_resetData(m, d);
  for (int i = 0; i < m->nv; i++) {
    dq[i] = factor * 0.02 * sin(1.0 + 1.7 * i);
    d->qvel[i] = factor * 0.1 * cos(0.3 + 1.3 * i);
  }
  mj_integratePos(m, d->qpos, dq, 1);
  free(dq);
}

// ------------------------------------------------------------------------- reference numbers

enum { PER_CONTACT = 20 };

static void numbers_of(const mjContact* c, double v[PER_CONTACT]) {
  int n = 0;
  const int* ids[] = {c->geom, c->flex, c->elem, c->vert};
  for (int k = 0; k < 8; k++) v[n++] = ids[k / 2][k % 2];
  v[n++] = c->dist;
  for (int k = 0; k < 3; k++) v[n++] = c->pos[k];
  for (int k = 0; k < 3; k++) v[n++] = c->frame[k];
  v[n++] = c->includemargin;
  v[n++] = c->dim;
  v[n++] = c->exclude;
  v[n++] = c->friction[0];
  v[n] = c->solimp[0];
}

static void compare(const char* model, const char* what, const double* ours, const double* known,
                    int n, double tolerance) {
  double scale = 1e-3;
  for (int i = 0; i < n; i++) scale = fmax(scale, fabs(known[i]));
  for (int i = 0; i < n; i++) {
    if (fabs(ours[i] - known[i]) <= tolerance * scale) continue;
    fail_msg("%s: %s[%d] is %.12g, must be %.12g", model, what, i, ours[i], known[i]);
  }
}

static const mjtNum* field_of(const mjModel* m, const mjData* d, const char* name, int* n) {
  const struct {
    const char* name;
    const mjtNum* data;
    int n;
  } fields[] = {
      {"flexvert_xpos", d->flexvert_xpos, 3 * m->nflexvert},
      {"flexedge_length", d->flexedge_length, m->nflexedge},
      {"flexedge_velocity", d->flexedge_velocity, m->nflexedge},
      {"qfrc_spring", d->qfrc_spring, m->nv},
      {"qfrc_damper", d->qfrc_damper, m->nv},
      {"efc_diagApprox", d->efc_diagApprox, d->nefc},
  };
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    if (strcmp(name, fields[i].name)) continue;
    *n = fields[i].n;
    return fields[i].data;
  }
  fail_msg("field %s is not known", name);
  return NULL;
}

static void check_model(const char* name) {
  char path[500], what[50];
  mjModel* m = load(name);
  mjData* d = mj_makeData(m);
  disturb(m, d, 1);
  mj_forward(m, d);
  snprintf(path, sizeof path, SOURCE_ROOT "/test/golden/flex/%s.txt", name);
  FILE* f = fopen(path, "r");
  assert_non_null(f);
  int n, have = 0, ncon = 0;
  double known[2000], contact[PER_CONTACT];
  while (fscanf(f, "%49s %d", what, &n) == 2) {
    assert_in_range(n, 0, 2000);
    for (int i = 0; i < n; i++) assert_int_equal(fscanf(f, "%lf", known + i), 1);
    if (strcmp(what, "contact")) {
      const mjtNum* ours = field_of(m, d, what, &have);
      if (have != n) fail_msg("%s: %s has %d numbers, must have %d", name, what, have, n);
      // weights of a contact follow its place, which is known to the tolerance of the pipeline
      compare(name, what, ours, known, n, strcmp(what, "efc_diagApprox") ? 1e-8 : 1e-5);
      continue;
    }
    if (ncon == d->ncon) fail_msg("%s: only %d contacts", name, d->ncon);
    numbers_of(d->contact + ncon, contact);
    compare(name, "ids of a contact", contact, known, 8, 0);
    // where the pipeline iterates, the depth is known to its tolerance, the place less well
    compare(name, "contact", contact + 8, known + 8, 1, 1e-5);
    compare(name, "place of a contact", contact + 9, known + 9, 6, 1e-5);
    compare(name, "parameters of a contact", contact + 15, known + 15, 5, 1e-8);
    ncon++;
  }
  fclose(f);
  if (ncon != d->ncon) fail_msg("%s: %d contacts, must be %d", name, d->ncon, ncon);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void numbers_are_those_of_the_reference(void** state) {
  (void)state;
  assert_true(golden_folder(SOURCE_ROOT "/test/golden/flex", check_model) >= 9);
}

// ----------------------------------------------------------------------------------- elasticity

#define SHEET(elastic)                                                                      \
  "<mujoco><option gravity='0 0 0'><flag contact='disable'/></option><worldbody><flexcomp " \
  "name='f' count='4 3 1' spacing='.1 .1 .1'><elasticity young='2e3' poisson='.3' "         \
  "thickness='.02' elastic2d='" elastic "'/></flexcomp></worldbody></mujoco>"
#define BLOCK(dof)                                                                          \
  "<mujoco><option gravity='0 0 0'><flag contact='disable'/></option><worldbody><flexcomp " \
  "name='f' dim='3' count='3 3 3' spacing='.1 .1 .1' dof='" dof                             \
  "'><contact selfcollide='none'/>"                                                         \
  "<elasticity young='2e3' poisson='.3'/></flexcomp></worldbody></mujoco>"
#define ROPE                                                                                \
  "<mujoco><option gravity='0 0 0'><flag contact='disable'/></option><worldbody><flexcomp " \
  "name='f' dim='1' count='5 1 1' spacing='.1 .1 .1'><edge stiffness='40'/></flexcomp>"     \
  "</worldbody></mujoco>"

static const char* const elastic[] = {SHEET("bend"), SHEET("stretch"), SHEET("both"), BLOCK("full"),
                                      ROPE};

static void spring_forces(const mjModel* m, mjData* d, mjtNum* force) {
  mj_fwdPosition(m, d);
  mj_fwdVelocity(m, d);
  memcpy(force, d->qfrc_spring, sizeof(mjtNum) * (size_t)m->nv);
}

// Forces are the gradient of an energy if and only if what a displacement of one coordinate does to
// the force on another is what it would do the other way round.
static void check_conservative(const char* xml) {
  mjModel* m = model_from(xml);
  mjData* d = mj_makeData(m);
  size_t n = (size_t)m->nv;
  const double h = 1e-5;
  mjtNum *jac = calloc(n * n, sizeof *jac), *plus = calloc(n, sizeof *plus), largest = 0;
  mjtNum* minus = calloc(n, sizeof *minus);
  for (size_t i = 0; i < n; i++) {
    disturb(m, d, 0.5);
    memset(d->qvel, 0, n * sizeof(mjtNum));
    d->qpos[i] += h;
    spring_forces(m, d, plus);
    d->qpos[i] -= 2 * h;
    spring_forces(m, d, minus);
    for (size_t k = 0; k < n; k++) {
      jac[n * i + k] = (plus[k] - minus[k]) / (2 * h);
      largest = fmax(largest, fabs(jac[n * i + k]));
    }
  }
  assert_true(largest > 0.1);
  for (size_t i = 0; i < n; i++) {
    for (size_t k = 0; k < i; k++) {
      // forces are cubic at most: differences are off by h^2 of third derivatives
      if (fabs(jac[n * i + k] - jac[n * k + i]) < 1e-6 * largest) continue;
      fail_msg("%s: d force %zu / d x %zu is %g, the other way round %g", xml, k, i, jac[n * i + k],
               jac[n * k + i]);
    }
  }
  free(jac);
  free(plus);
  free(minus);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void elastic_forces_are_the_gradient_of_an_energy(void** state) {
  (void)state;
  for (size_t i = 0; i < sizeof elastic / sizeof *elastic; i++) check_conservative(elastic[i]);
}

// Every body has three slides along the axes of the world: forces of a flex add up to nothing, and
// so do their moments.
static void check_balance(const char* xml, bool turns) {
  mjModel* m = model_from(xml);
  mjData* d = mj_makeData(m);
  mjtNum force[3] = {0}, moment[3] = {0}, largest = 0;
  disturb(m, d, 1);
  mj_forward(m, d);
  for (int b = 1; b < m->nbody; b++) {
    const mjtNum* f = d->qfrc_spring + m->body_dofadr[b];
    mjtNum arm[3];
    assert_int_equal(m->body_dofnum[b], 3);
    vec3_cross(arm, d->xpos + 3 * b, f);
    vec3_add(force, force, f);
    vec3_add(moment, moment, arm);
    largest = fmax(largest, vec3_norm(f));
  }
  assert_true(largest > 1e-4);
  if (vec3_norm(force) > 1e-10 * largest) fail_msg("%s: force is left over", xml);
  if (turns && vec3_norm(moment) > 1e-10 * largest) fail_msg("%s: moment is left over", xml);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void momentum_is_conserved(void** state) {
  (void)state;
  for (size_t i = 0; i < sizeof elastic / sizeof *elastic; i++) check_balance(elastic[i], true);
  // linear in axes that turn: those are found without regard to the moment that is left
  check_balance(BLOCK("trilinear"), false);
}

// Moved and turned as a whole, a flex is at rest.
static void check_rigid_motion(const char* xml) {
  mjModel* m = model_from(xml);
  mjData* d = mj_makeData(m);
  mjtNum quat[4] = {0.5, 0.1, -0.7, 0.5}, offset[3] = {0.3, -0.2, 0.5};
  mju_normalize4(quat);
  for (int b = 1; b < m->nbody; b++) {
    mjtNum x[3];
    mju_rotVecQuat(x, m->body_pos + 3 * b, quat);
    mjtNum* q = d->qpos + m->jnt_qposadr[m->body_jntadr[b]];
    for (int k = 0; k < 3; k++) q[k] = x[k] + offset[k] - m->body_pos[3 * b + k];
  }
  mj_forward(m, d);
  // stiffness of 2e3 Pa on lengths of 0.1, positions to rounding
  for (int i = 0; i < m->nv; i++) {
    if (fabs(d->qfrc_spring[i]) > 1e-9) fail_msg("%s: force %d is %g", xml, i, d->qfrc_spring[i]);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void rigid_motion_gives_no_force(void** state) {
  (void)state;
  for (size_t i = 0; i < sizeof elastic / sizeof *elastic; i++) check_rigid_motion(elastic[i]);
  check_rigid_motion(BLOCK("trilinear"));
}

// ---------------------------------------------------------------------------------------- edges

static mjtNum longest_stretch(const mjModel* m, const mjData* d) {
  mjtNum most = 0;
  for (int e = 0; e < m->nflexedge; e++) {
    most = fmax(most, fabs(d->flexedge_length[e] / m->flexedge_length0[e] - 1));
  }
  return most;
}

#define HANGING(equality)                                                                        \
  "<mujoco><worldbody><flexcomp name='f' count='5 5 1' spacing='.1 .1 .1' pos='0 0 2'><contact " \
  "selfcollide='none' contype='0' conaffinity='0'/><edge equality='" equality                    \
  "' solref='.004 1'/><pin id='0 4'/></flexcomp></worldbody></mujoco>"

static mjtNum stretch_while_falling(const char* xml) {
  mjModel* m = model_from(xml);
  mjData* d = mj_makeData(m);
  mjtNum most = 0;
  for (int i = 0; i < 400; i++) {
    mj_step(m, d);
    most = fmax(most, longest_stretch(m, d));
  }
  mj_deleteData(d);
  mj_deleteModel(m);
  return most;
}

static void edges_keep_their_lengths_by_equality(void** state) {
  (void)state;
  assert_true(stretch_while_falling(HANGING("true")) < 0.02);
  assert_true(stretch_while_falling(HANGING("false")) > 10);
}

// --------------------------------------------------------------------------------------- contact

static int compare_contacts(const void* a, const void* b) {
  const mjContact *c = a, *e = b;
  const int p[] = {c->flex[0], c->flex[1], c->geom[0], mjMIN(c->elem[0], c->elem[1]),
                   mjMAX(c->elem[0], c->elem[1])};
  const int q[] = {e->flex[0], e->flex[1], e->geom[0], mjMIN(e->elem[0], e->elem[1]),
                   mjMAX(e->elem[0], e->elem[1])};
  for (int k = 0; k < 5; k++) {
    if (p[k] != q[k]) return p[k] < q[k] ? -1 : 1;
  }
  return 0;
}

// Trees and sweeps find what all pairs have, for many states.
static void check_same_contacts(const char* name) {
  mjModel* m = load(name);
  mjData *d = mj_makeData(m), *all = mj_makeData(m);
  int most = 0;
  for (int i = 0; i < 40; i++) {
    m->opt.disableflags = 0;
    disturb(m, d, 0.2 * i);
    mj_fwdPosition(m, d);
    m->opt.disableflags = mjDSBL_MIDPHASE;
    disturb(m, all, 0.2 * i);
    mj_fwdPosition(m, all);
    if (d->ncon != all->ncon) fail_msg("%s: %d contacts of %d", name, d->ncon, all->ncon);
    qsort(d->contact, (size_t)d->ncon, sizeof *d->contact, compare_contacts);
    qsort(all->contact, (size_t)all->ncon, sizeof *d->contact, compare_contacts);
    for (int k = 0; k < d->ncon; k++) {
      if (compare_contacts(d->contact + k, all->contact + k)) fail_msg("%s: contact %d", name, k);
    }
    most = mjMAX(most, d->ncon);
  }
  assert_true(most > 5);
  mj_deleteData(d);
  mj_deleteData(all);
  mj_deleteModel(m);
}

static void trees_find_all_contacts(void** state) {
  (void)state;
  check_same_contacts("fold");
  check_same_contacts("sheet");
  check_same_contacts("lines");
}

// What no constraint holds a passive contact does.
static void passive_contacts_push(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><worldbody><geom type='plane' size='1 1 .1'/><flexcomp name='f' count='3 3 1' "
      "spacing='.1 .1 .1' radius='.02' pos='0 0 .01'><contact passive='true' selfcollide='none'/>"
      "</flexcomp></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  assert_int_equal(d->ncon, 9);
  assert_int_equal(d->nefc, 0);
  for (int b = 1; b < m->nbody; b++) {
    // 1e4 N/m, 0.01 m deep
    assert_true(fabs(d->qfrc_spring[m->body_dofadr[b] + 2] - 100) < 1e-9);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_are_those_of_the_reference),
      cmocka_unit_test(elastic_forces_are_the_gradient_of_an_energy),
      cmocka_unit_test(momentum_is_conserved),
      cmocka_unit_test(rigid_motion_gives_no_force),
      cmocka_unit_test(edges_keep_their_lengths_by_equality),
      cmocka_unit_test(trees_find_all_contacts),
      cmocka_unit_test(passive_contacts_push),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
