// The Hessian of the primal solver, dense and by fronts: solving with it undoes multiplying with
// M + J'DJ and the terms of cones, also after states have changed.

#include "constraint/operator/hessian.h"
#include "constraint/scene.h"

enum { MOST = 190 };

// Bodies in a heap, and a chain that lies across it; many more dofs than a dense factor is used
// for.
static mjModel* heap_with(const char* cone, int bodies, int links) {
  xml x = {.n = 0};
  say(&x, "<mujoco><size memory='32M'/><option cone='%s'><flag island='disable'/></option>", cone);
  say(&x, "<worldbody><geom type='plane' size='2 2 0.1' condim='%d'/>", draw_condim());
  for (int i = 0; i < bodies; i++) say_free_body(&x, i);
  for (int i = 0; i < links; i++) {
    say(&x, "<body pos='%g 0 %g'>", i ? 0.08 : -0.4, i ? 0 : 0.1);
    if (!i) say(&x, "<freejoint/>");
    if (i) say(&x, "<joint axis='0 %d %d' limited='true' range='-1 60'/>", i % 2, 1 - i % 2);
    say(&x, "<geom type='capsule' size='.03' fromto='0 0 0 .08 0 0' condim='%d'/>", draw_condim());
  }
  for (int i = 0; i < links; i++) say(&x, "</body>");
  say(&x, "</worldbody><equality>");
  if (bodies > 3)
    say(&x, "<connect body1='b0' body2='b3' anchor='0 0 0'/><weld body1='b1' body2='b2'/>");
  say(&x, "</equality></mujoco>");
  return model_from(x.text);
}

static mjModel* heap(int bodies, int links) { return heap_with("elliptic", bodies, links); }

static problem whole(const mjModel* m, mjData* d) {
  problem_start start = {
      .Ma = mj_stackAllocNum(d, m->nv), .jar = mj_stackAllocNum(d, d->nefc), .b = d->efc_b};
  return problem_whole(m, d, &start);
}

// Any states that the rows may have, and a positive Hessian for contacts in the state CONE.
static void draw_states(const problem* p) {
  const row_set* rows = &p->rows;
  for (int i = 0; i < rows->n;) {
    const row_block* b = row_set_at(rows, i);
    int is_cone = b->set == FORCE_CONE;
    mjContact* con = b->contact;
    int n = is_cone ? con->dim : 1, state = draw_int(0, is_cone ? 2 : 1);
    for (int k = 0; k < n; k++) p->state[i + k] = state == 2 ? mjCNSTRSTATE_CONE : state;
    if (state == 2) {
      mjtNum root[36];
      draw_vector(root, n * n);
      mat_mul_t(con->H, root, root, n, n, n);
      mju_scl(con->H, con->H, 100, n * n);
    }
    i += n;
  }
}

// r = H x by its definition.
static void multiply(const mjModel* m, mjData* d, const problem* p, mjtNum* r, const mjtNum* x) {
  const row_set* rows = &p->rows;
  mjtNum Jx[2000], f[2000] = {0}, part[MOST];
  assert_true(rows->n <= 2000);
  mj_mulM(m, d, r, x);
  mj_mulJacVec(m, d, Jx, x);
  for (int i = 0; i < rows->n; i++) {
    if (p->state[i] == mjCNSTRSTATE_QUADRATIC) f[i] = rows->D[i] * Jx[i];
    if (p->state[i] != mjCNSTRSTATE_CONE) continue;
    const mjContact* con = row_set_at(rows, i)->contact;
    for (int a = 0; a < con->dim; a++) {
      for (int b = 0; b < con->dim; b++) f[i + a] += con->H[a * con->dim + b] * Jx[i + b];
    }
    i += con->dim - 1;
  }
  mj_mulJacTVec(m, d, part, f);
  for (int k = 0; k < m->nv; k++) r[k] += part[k];
}

static void check_solution(const mjModel* m, mjData* d, const problem* p, const hessian* h,
                           int seed) {
  mjtNum x[MOST], b[MOST], y[MOST], largest = 1e-6;
  draw_vector(x, m->nv);
  multiply(m, d, p, b, x);
  hessian_solve(h, y, b);
  // compare what the solutions are multiplied to: well conditioned or not
  mjtNum back[MOST];
  multiply(m, d, p, back, y);
  for (int i = 0; i < m->nv; i++) largest = mjMAX(largest, fabs(b[i]));
  for (int i = 0; i < m->nv; i++) {
    if (fabs(back[i] - b[i]) < 1e-8 * largest) continue;
    print_error("heap %d: dof %d is off by %g of %g\n", seed, i, back[i] - b[i], largest);
    fail();
  }
}

static void check_heap(int seed, int bodies, int links, int sparse) {
  draw_seed(seed);
  mjModel* m = heap(bodies, links);
  mjData* d = mj_makeData(m);
  m->opt.jacobian = sparse ? mjJAC_SPARSE : mjJAC_DENSE;
  assert_true(m->nv <= MOST);
  mj_forward(m, d);
  mj_markStack(d);
  problem p = whole(m, d);
  draw_states(&p);
  hessian h = hessian_make(d, &p);
  check_solution(m, d, &p, &h, seed);
  int* old = mj_stackAllocInt(d, d->nefc);
  for (int change = 0; change < 3; change++) {
    for (int i = 0; i < d->nefc; i++) old[i] = p.state[i];
    draw_states(&p);
    hessian_update(&h, old);
    check_solution(m, d, &p, &h, seed);
  }
  mj_freeStack(d);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void dense_hessians(void** state) {
  (void)state;
  for (int seed = 0; seed < 40; seed++) check_heap(seed, draw_int(1, 9), draw_int(0, 9), 0);
}

static void sparse_hessians(void** state) {
  (void)state;
  for (int seed = 0; seed < 80; seed++) {
    draw_seed(seed);
    int bodies = draw_int(4, 24);
    check_heap(seed, bodies, draw_int(0, 30), 1);
  }
}

// Change the state of n rows, some of which may have changed before.
static void flip_some(const problem* p, int* old, int n) {
  for (int i = 0; i < p->rows.n; i++) old[i] = p->state[i];
  for (int k = 0; k < n; k++) {
    int row = draw_int(0, p->rows.n - 1);
    p->state[row] = !p->state[row];
  }
}

// Few rows that change at a time: without another factor, or with one of the fronts above them.
static void check_few_changes(int seed, int factors) {
  draw_seed(seed);
  mjModel* m = heap_with("pyramidal", draw_int(22, 26), draw_int(0, 20));
  mjData* d = mj_makeData(m);
  m->opt.jacobian = mjJAC_SPARSE;
  mj_forward(m, d);
  mj_markStack(d);
  problem p = whole(m, d);
  draw_states(&p);
  hessian h = hessian_make(d, &p);
  if (factors) h.changes.most = 0;
  int *old = mj_stackAllocInt(d, d->nefc), without = 0;
  for (int change = 0; change < 12; change++) {
    flip_some(&p, old, draw_int(1, 4));
    hessian_update(&h, old);
    without += h.changes.nchosen > 0;
    check_solution(m, d, &p, &h, seed);
  }
  if (factors ? without : without < 6) {
    print_error("heap %d: %d of 12 changes were made without another factor\n", seed, without);
    fail();
  }
  mj_freeStack(d);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void few_rows_change(void** state) {
  (void)state;
  for (int seed = 0; seed < 30; seed++) {
    check_few_changes(seed, 0);
    check_few_changes(seed, 1);
  }
}

// Trees that rows do not tie to each other, and more dofs than a node may have.
static void unconnected_dofs(void** state) {
  (void)state;
  check_heap(3, 0, 80, 1);
  check_heap(4, 30, 0, 1);
}

// A chain whose rows each touch one dof: only its inertia ties the dofs to each other.
static void dofs_tied_by_inertia_alone(void** state) {
  (void)state;
  xml x = {.n = 0};
  say(&x, "<mujoco><option cone='elliptic'><flag island='disable' contact='disable'/></option>");
  say(&x, "<worldbody>");
  for (int i = 0; i < 70; i++) {
    say(&x, "<body pos='.05 0 0'><joint axis='0 %d %d' limited='true' range='1 60'/>", i % 2,
        1 - i % 2);
    say(&x, "<geom type='capsule' size='.03' fromto='0 0 0 .08 0 0'/>");
  }
  for (int i = 0; i < 70; i++) say(&x, "</body>");
  say(&x, "</worldbody></mujoco>");
  mjModel* m = model_from(x.text);
  mjData* d = mj_makeData(m);
  m->opt.jacobian = mjJAC_SPARSE;
  mj_forward(m, d);
  assert_int_equal(d->nefc, 70);
  mj_markStack(d);
  problem p = whole(m, d);
  draw_seed(0);
  draw_states(&p);
  hessian h = hessian_make(d, &p);
  check_solution(m, d, &p, &h, -1);
  mj_freeStack(d);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// Rows, every so many of them, that were a thousand million times stiffer than all else leave
// nothing behind when they go.
static void check_stiff_rows(int bodies, int every, int sparse) {
  draw_seed(5);
  mjModel* m = heap(bodies, 0);
  mjData* d = mj_makeData(m);
  m->opt.jacobian = sparse ? mjJAC_SPARSE : mjJAC_DENSE;
  mj_forward(m, d);
  mj_markStack(d);
  problem p = whole(m, d);
  int* old = mj_stackAllocInt(d, d->nefc);
  for (int i = 0; i < d->nefc; i++) old[i] = p.state[i] = mjCNSTRSTATE_QUADRATIC;
  for (int i = 0; i < d->nefc; i += every) d->efc_D[i] = 1e14;
  hessian h = hessian_make(d, &p);
  for (int i = 0; i < d->nefc; i += every) p.state[i] = mjCNSTRSTATE_SATISFIED;
  hessian_update(&h, old);
  check_solution(m, d, &p, &h, -2);
  mj_freeStack(d);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void stiff_rows_leave_no_trace(void** state) {
  (void)state;
  check_stiff_rows(3, 2, 0);
  check_stiff_rows(24, 200, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(dense_hessians),
      cmocka_unit_test(sparse_hessians),
      cmocka_unit_test(few_rows_change),
      cmocka_unit_test(unconnected_dofs),
      cmocka_unit_test(dofs_tied_by_inertia_alone),
      cmocka_unit_test(stiff_rows_leave_no_trace),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
