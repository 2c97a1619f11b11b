// Contacts of small models against the numbers of the reference: count, order, every parameter.

#include "scene.h"
#include "model/golden_folder.h"

enum { PER_CONTACT = 26 };  // numbers of a line of the golden files

// The slightly disturbed state in which the golden numbers were taken.
static void disturb(const mjModel* m, mjData* d) {
  mjtNum* dq = calloc((size_t)m->nv + 1, sizeof(mjtNum));
  assert_non_null(dq);
  for (int i = 0; i < m->nv; i++) dq[i] = 0.02 * sin(1.0 + 1.7 * i);
  mj_integratePos(m, d->qpos, dq, 1);
  free(dq);
}

static int numbers_of(const mjContact* c, double v[PER_CONTACT]) {
  int n = 0;
  v[n++] = c->geom[0];
  v[n++] = c->geom[1];
  v[n++] = c->dim;
  v[n++] = c->dist;
  for (int k = 0; k < 3; k++) v[n++] = c->pos[k];
  for (int k = 0; k < 6; k++) v[n++] = c->frame[k];
  for (int k = 0; k < 5; k++) v[n++] = c->friction[k];
  for (int k = 0; k < mjNREF; k++) v[n++] = c->solref[k];
  for (int k = 0; k < mjNIMP; k++) v[n++] = c->solimp[k];
  v[n++] = c->includemargin;
  return n;
}

static void check_model(const char* name) {
  char path[500], error[300] = "";
  snprintf(path, sizeof path, SOURCE_ROOT "/test/golden/collision/%s.xml", name);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s: %s", name, error);
  mjData* d = mj_makeData(m);
  assert_non_null(d);
  disturb(m, d);
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_collision(m, d);

  snprintf(path, sizeof path, SOURCE_ROOT "/test/golden/collision/%s.txt", name);
  FILE* f = fopen(path, "r");
  assert_non_null(f);
  int ncon = 0;
  double known[PER_CONTACT], ours[PER_CONTACT];
  while (fscanf(f, "%lf", known) == 1) {
    for (int k = 1; k < PER_CONTACT; k++) assert_int_equal(fscanf(f, "%lf", known + k), 1);
    if (ncon >= d->ncon) fail_msg("%s: only %d contacts", name, d->ncon);
    numbers_of(d->contact + ncon, ours);
    for (int k = 0; k < PER_CONTACT; k++) {
      if (!(fabs(ours[k] - known[k]) <= 2e-8 * fmax(1, fabs(known[k])))) {
        fail_msg("%s: contact %d, number %d is %.12g, must be %.12g", name, ncon, k, ours[k],
                 known[k]);
      }
    }
    ncon++;
  }
  fclose(f);
  if (ncon != d->ncon) fail_msg("%s: %d contacts, must be %d", name, d->ncon, ncon);
  for (int i = 0; i < ncon; i++) {
    const mjtNum* frame = d->contact[i].frame;
    mjtNum z[3];
    vec3_cross(z, frame, frame + 3);
    assert_true(vec3_distance(z, frame + 6) < 1e-12 && fabs(vec3_norm(z) - 1) < 1e-12);
    assert_int_equal(d->contact[i].efc_address, -1);
    assert_int_equal(d->contact[i].geom1, d->contact[i].geom[0]);
    assert_int_equal(d->contact[i].exclude, d->contact[i].dist >= d->contact[i].includemargin);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void contacts_are_those_of_the_reference(void** state) {
  (void)state;
  assert_true(golden_folder(SOURCE_ROOT "/test/golden/collision", check_model) >= 30);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(contacts_are_those_of_the_reference)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
