// The cost of constraints: its gradient is minus the force, its Hessian the cone's, it is convex,
// and every branch has the state the table says.

#include "math/draw.h"
#include "constraint/cost.h"

enum { NE = 3, NF = 3, MOST = 40 };

typedef struct {
  row_set rows;
  row_block block[7];
  mjContact contact[4];
  mjtNum D[MOST], R[MOST], loss[MOST];
} fixture;

// Equalities, friction losses, two limits, and elliptic contacts of every dimension.
static void draw_rows(fixture* f) {
  static const int dims[4] = {3, 4, 6, 3};
  int n = NE + NF + 2;
  f->block[0] = (row_block){FORCE_FREE, 0, NE, NULL};
  f->block[1] = (row_block){FORCE_INTERVAL, NE, NF, NULL};
  f->block[2] = (row_block){FORCE_HALF_LINE, NE + NF, 2, NULL};
  for (int i = 0; i < n; i++) {
    f->R[i] = 0.1 + fabs(draw());
    f->loss[i] = 0.5 + fabs(draw());
  }
  for (int c = 0; c < 4; c++) {
    mjContact* con = f->contact + c;
    con->dim = dims[c];
    f->block[3 + c] = (row_block){FORCE_CONE, n, con->dim, con};
    for (int k = 0; k < 5; k++) con->friction[k] = 0.2 + fabs(draw());
    mjtNum R0 = 0.1 + fabs(draw()), R1 = R0 / (0.5 + fabs(draw()));
    con->mu = con->friction[0] * sqrt(R1 / R0);
    for (int k = 0; k < con->dim; k++, n++) {
      mjtNum ratio = k ? con->friction[0] / con->friction[k - 1] : 1;
      f->R[n] = k ? R1 * ratio * ratio : R0;
    }
  }
  for (int i = 0; i < n; i++) f->D[i] = 1 / f->R[i];
  f->rows = (row_set){n, NE, NF, f->D, f->R, f->loss, 7, 4, f->block};
  assert_true(row_set_valid(&f->rows));
}

static mjtNum cost_at(const fixture* f, const mjtNum* jar) {
  mjtNum force[MOST];
  int state[MOST];
  return cost_update(&f->rows, jar, force, state, 0);
}

static void force_is_minus_the_gradient(void** state) {
  (void)state;
  int seen[5] = {0};
  for (int seed = 0; seed < 300; seed++) {
    fixture f;
    draw_seed(seed);
    draw_rows(&f);
    mjtNum jar[MOST], force[MOST];
    int states[MOST];
    for (int i = 0; i < f.rows.n; i++) jar[i] = 2 * draw();
    cost_update(&f.rows, jar, force, states, 0);
    for (int i = 0; i < f.rows.n; i++) {
      mjtNum x = jar[i], h = 1e-6;
      jar[i] = x + h;
      mjtNum up = cost_at(&f, jar);
      jar[i] = x - h;
      mjtNum down = cost_at(&f, jar);
      jar[i] = x;
      assert_near((down - up) / (2 * h), force[i], 1e-6);
      seen[states[i]]++;
    }
  }
  for (int s = 0; s < 5; s++) assert_true(seen[s] > 100);
}

// In the middle zone contact.H is minus the derivative of the force.
static void cone_hessian_is_the_second_derivative(void** state) {
  (void)state;
  int checked = 0;
  for (int seed = 0; seed < 300; seed++) {
    fixture f;
    draw_seed(seed);
    draw_rows(&f);
    mjtNum jar[MOST], up[MOST], down[MOST];
    int states[MOST], ignored[MOST];
    for (int i = 0; i < f.rows.n; i++) jar[i] = 2 * draw();
    cost_update(&f.rows, jar, up, states, 1);
    for (int i = NE + NF + 2; i < f.rows.n;) {
      const mjContact* con = row_set_at(&f.rows, i)->contact;
      for (int k = 0; k < con->dim && states[i] == mjCNSTRSTATE_CONE; k++) {
        mjtNum x = jar[i + k], h = 1e-6;
        jar[i + k] = x + h;
        cost_update(&f.rows, jar, up, ignored, 0);
        int same = ignored[i] == states[i];
        jar[i + k] = x - h;
        cost_update(&f.rows, jar, down, ignored, 0);
        jar[i + k] = x;
        if (!same || ignored[i] != states[i]) continue;
        for (int j = 0; j < con->dim; j++) {
          assert_near((down[i + j] - up[i + j]) / (2 * h), con->H[j * con->dim + k], 1e-4);
          checked++;
        }
      }
      i += con->dim;
    }
  }
  assert_true(checked > 500);
}

// s((x + y) / 2) <= (s(x) + s(y)) / 2.
static void cost_is_convex(void** state) {
  (void)state;
  for (int seed = 0; seed < 2000; seed++) {
    fixture f;
    draw_seed(seed);
    draw_rows(&f);
    mjtNum x[MOST], y[MOST], middle[MOST];
    for (int i = 0; i < f.rows.n; i++) {
      x[i] = 3 * draw();
      y[i] = 3 * draw();
      middle[i] = 0.5 * (x[i] + y[i]);
    }
    mjtNum between = 0.5 * (cost_at(&f, x) + cost_at(&f, y));
    assert_true(cost_at(&f, middle) <= between * (1 + 1e-14));
  }
}

// The borders belong where the theory puts them, also where the tangent is zero.
static void borders_of_the_zones(void** state) {
  (void)state;
  fixture f;
  draw_seed(0);
  draw_rows(&f);
  mjtNum jar[MOST] = {0}, force[MOST];
  int states[MOST], cone = NE + NF + 2;
  mjtNum reach = f.R[NE] * f.loss[NE];
  jar[NE] = -reach;
  jar[NE + 1] = f.R[NE + 1] * f.loss[NE + 1];
  cost_update(&f.rows, jar, force, states, 0);
  assert_int_equal(states[NE], mjCNSTRSTATE_LINEARNEG);
  assert_near(force[NE], f.loss[NE], 0);
  assert_int_equal(states[NE + 1], mjCNSTRSTATE_LINEARPOS);
  assert_near(force[NE + 1], -f.loss[NE + 1], 0);
  assert_int_equal(states[NE + 2], mjCNSTRSTATE_QUADRATIC);
  assert_int_equal(states[NE + NF], mjCNSTRSTATE_SATISFIED);
  assert_int_equal(states[cone], mjCNSTRSTATE_SATISFIED);

  jar[cone] = -1;
  cost_update(&f.rows, jar, force, states, 0);
  assert_int_equal(states[cone], mjCNSTRSTATE_QUADRATIC);
  assert_near(force[cone], f.D[cone], 1e-15);
  jar[cone] = 1;
  jar[cone + 1] = 1e-3;
  cost_update(&f.rows, jar, force, states, 0);
  assert_int_equal(states[cone], mjCNSTRSTATE_SATISFIED);
  jar[cone] = 0;
  cost_update(&f.rows, jar, force, states, 0);
  assert_int_equal(states[cone], mjCNSTRSTATE_CONE);
}

// Numbers that are none give no crash and no force where they do not matter.
static void bad_numbers_pass_through(void** state) {
  (void)state;
  fixture f;
  draw_seed(0);
  draw_rows(&f);
  mjtNum jar[MOST], force[MOST];
  int states[MOST];
  for (int i = 0; i < f.rows.n; i++) jar[i] = NAN;
  cost_update(&f.rows, jar, force, states, 1);
  for (int i = 0; i < f.rows.n; i++) assert_in_range(states[i], 0, 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(force_is_minus_the_gradient),
      cmocka_unit_test(cone_hessian_is_the_second_derivative),
      cmocka_unit_test(cost_is_convex),
      cmocka_unit_test(borders_of_the_zones),
      cmocka_unit_test(bad_numbers_pass_through),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
