// A flex with itself by the sweep, against all of its pairs of elements.
#include "model_text.h"

// The contacts of elements found, a byte each pair.
typedef struct {
  int n;
  char *deep, *any;  // of those that overlap for sure; of all
} pair_set;

static pair_set pairs_make(int n) {
  pair_set s = {n, calloc((size_t)n * n, 1), calloc((size_t)n * n, 1)};
  assert_non_null(s.deep);
  assert_non_null(s.any);
  return s;
}

static void pairs_delete(pair_set s) {
  free(s.deep);
  free(s.any);
}

// Of a contact that is about to end the one way of asking may say what the other does not.
static pair_set find_pairs(mjModel* m, mjData* d, int mode) {
  pair_set s = pairs_make(m->nflexelem);
  m->flex_selfcollide[0] = mode;
  mj_collision(m, d);
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* c = d->contact + i;
    int a = mjMIN(c->elem[0], c->elem[1]), b = mjMAX(c->elem[0], c->elem[1]);
    assert_in_range(a, 0, s.n - 1);
    assert_in_range(b, a + 1, s.n - 1);
    s.any[a * s.n + b] = 1;
    if (c->dist < -1e-5) s.deep[a * s.n + b] = 1;
  }
  return s;
}

static int count_deep(pair_set s) {
  int count = 0;
  for (int i = 0; i < s.n * s.n; i++) count += s.deep[i];
  return count;
}

static void check_same(pair_set swept, pair_set all) {
  for (int i = 0; i < all.n * all.n; i++) {
    int a = i / all.n, b = i % all.n;
    if (all.deep[i] && !swept.any[i]) fail_msg("elements %d, %d are missing", a, b);
    if (swept.deep[i] && !all.any[i]) fail_msg("elements %d, %d do not touch", a, b);
  }
}

// A sheet of one layer, else a block of tetrahedra.
static mjModel* grid(const int count[3]) {
  char text[500];
  snprintf(text, sizeof text,
           "<mujoco><size memory='60M'/><worldbody><flexcomp name='f' type='grid' dim='%d' "
           "count='%d %d %d' spacing='.1 .1 .1' radius='.005' mass='1'>"
           "<contact internal='false' selfcollide='sap'/></flexcomp></worldbody></mujoco>",
           count[2] > 1 ? 3 : 2, count[0], count[1], count[2]);
  return model_from(text);
}

// Crumpled: every vertex somewhere else, in a room so small that many elements are near each other.
static void crumple(const mjModel* m, mjData* d, rng* r, mjtNum size) {
  for (int i = 0; i < m->nq; i++) d->qpos[i] = rng_range(r, -size, size);
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_flex(m, d);
}

// Few elements and many, so that those open at a time fill one block, and several.
static void the_sweep_finds_what_all_pairs_have(void** state) {
  (void)state;
  static const int size[][3] = {{2, 2, 1}, {2, 3, 1}, {3, 3, 1}, {4, 4, 1}, {3, 7, 1},
                                {6, 6, 1}, {2, 2, 2}, {3, 3, 2}, {2, 3, 3}};
  int found = 0;
  for (size_t k = 0; k < sizeof size / sizeof *size; k++) {
    mjModel* m = grid(size[k]);
    mjData* d = mj_makeData(m);
    assert_non_null(d);
    rng r = {k + 1};
    for (int pose = 0; pose < 20; pose++) {
      crumple(m, d, &r, pose % 2 ? 0.1 : 0.3);
      pair_set swept = find_pairs(m, d, mjFLEXSELF_SAP), all = find_pairs(m, d, mjFLEXSELF_NARROW);
      check_same(swept, all);
      found += count_deep(all);
      pairs_delete(swept);
      pairs_delete(all);
    }
    assert_int_equal(d->warning[mjWARN_CONTACTFULL].number, 0);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  assert_true(found > 1000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_sweep_finds_what_all_pairs_have)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
