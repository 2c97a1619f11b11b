// Rows of contacts where they touch few of many dofs: dense and sparse are one, and no dof but
// those of the bodies in touch has a part.

#include "constraint/scene.h"

enum { MOST_DOFS = 500 };

// Row i of the Jacobian, all nv numbers of it.
static void jacobian_row(const mjModel* m, const mjData* d, int i, mjtNum* row) {
  mjtNum* unit = calloc(d->nefc, sizeof(mjtNum));
  unit[i] = 1;
  mj_mulJacTVec(m, d, row, unit);
  free(unit);
}

// Contacts of elements, which are weighted sums.
static int element_contacts(const mjData* d) {
  int n = 0;
  for (int i = 0; i < d->ncon; i++) {
    n += d->contact[i].elem[1] >= 0 && d->contact[i].efc_address >= 0;
  }
  return n;
}

static void assert_dense_is_sparse(mjModel* m) {
  assert_true(m->nv <= MOST_DOFS);
  mjData *d = mj_makeData(m), *s = mj_makeData(m);
  m->opt.jacobian = mjJAC_DENSE;
  mj_forward(m, d);
  m->opt.jacobian = mjJAC_SPARSE;
  mj_forward(m, s);
  assert_int_equal(d->nefc, s->nefc);
  assert_true(d->nefc > 20);
  assert_true(!m->nflex || element_contacts(d) > 2);
  for (int i = 0; i < d->nefc; i++) {
    mjtNum dense[MOST_DOFS], sparse[MOST_DOFS];
    m->opt.jacobian = mjJAC_DENSE;
    jacobian_row(m, d, i, dense);
    m->opt.jacobian = mjJAC_SPARSE;
    jacobian_row(m, s, i, sparse);
    assert_near_vector(dense, sparse, m->nv, 1e-14);
    int adr = s->efc_J_rowadr[i];
    for (int k = adr + 1; k < adr + s->efc_J_rownnz[i]; k++) {
      assert_true(s->efc_J_colind[k - 1] < s->efc_J_colind[k]);
    }
  }
  mj_deleteData(d);
  mj_deleteData(s);
  mj_deleteModel(m);
}

// More registers of columns than there are bits to mark them.
static void rows_of_many_bodies(void** state) {
  (void)state;
  for (int condim = 1; condim <= 6; condim += condim == 3 ? 1 : 2) {
    xml x = {.n = 0};
    say(&x, "<mujoco><worldbody><geom type='plane' size='9 9 .1' condim='%d'/>", condim);
    say(&x, "<replicate count='70' offset='0.19 0 0'><body pos='0 0 0.09'><freejoint/>");
    say(&x, "<geom size='.1' condim='%d'/></body></replicate>", condim);
    say(&x, "<body pos='0 1 0.09'><joint type='slide' axis='1 0 1'/><geom size='.1'/></body>");
    say(&x, "</worldbody></mujoco>");
    assert_dense_is_sparse(model_from(x.text));
  }
}

// Elements and vertices of flexes, in touch with each other and with geoms, few dofs among many and
// many among few.
static void rows_of_flexes(void** state) {
  (void)state;
  for (int count = 3; count <= 11; count += 4) {
    xml x = {.n = 0};
    say(&x, "<mujoco><worldbody><geom type='plane' size='9 9 .1'/>");
    say(&x, "<body pos='.03 .02 .08'><freejoint/><geom type='box' size='.08 .07 .04'/></body>");
    say(&x, "<flexcomp name='f' type='grid' count='%d %d 1' spacing='.05 .05 .05' pos='0 0 .125'",
        count, count);
    say(&x, " radius='.01' dim='2' mass='.1'><contact selfcollide='none'/></flexcomp>");
    say(&x, "</worldbody></mujoco>");
    assert_dense_is_sparse(model_from(x.text));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_of_many_bodies),
      cmocka_unit_test(rows_of_flexes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
