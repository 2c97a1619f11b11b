// Flexes since 3.4: elasticity at the end of the step, cells of higher order, rows of vertices and
// of strain, contacts as springs; and sites with the hull of a mesh.
#include <math.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "compile/model_text.h"
#include "dynamics/flex_stiffness.h"

static mjModel* flex_model(const char* option, const char* attributes, const char* inside) {
  char text[4000];
  bool grid = strncmp(attributes, "type=", 5) != 0;
  snprintf(text, sizeof text,
           "<mujoco><compiler level='3.14'/><option %s/><worldbody><geom type='plane' "
           "size='2 2 .1'/><flexcomp name='f' %s radius='.01' mass='1' "
           "%s%s</flexcomp></worldbody></mujoco>",
           option, grid ? "type='grid' spacing='.1 .1 .1'" : "", attributes, inside);
  return model_from(text);
}

// --- stiffness is minus the derivative of the force ----------------------------------------------

enum { MAX_NV = 200 };

typedef struct {
  int nv;
  mjtNum* K;
} full_matrix;

static void add(void* to, int a, int b, const mjtNum block[9]) {
  full_matrix* f = to;
  for (int i = 0; i < 9; i++) {
    f->K[(size_t)(a + i / 3) * f->nv + b + i % 3] += block[i];
    if (a != b) f->K[(size_t)(b + i % 3) * f->nv + a + i / 3] += block[i];
  }
}

// The largest difference from central differences, relative to the largest entry.
static mjtNum difference_from_slope(const mjModel* m, mjData* d) {
  const mjtNum eps = 1e-6;
  int nv = m->nv;
  static mjtNum K_all[MAX_NV * MAX_NV], low[MAX_NV];
  mjtNum worst = 0, most = 0;
  assert_in_range(nv, 1, MAX_NV);
  full_matrix f = {nv, K_all};
  mju_zero(K_all, nv * nv);
  mju_zero(d->qvel, nv);
  mj_forward(m, d);
  stiffness_sink sink = {add, &f};
  flex_stiffness(m, d, 0, &sink);
  for (int j = 0; j < nv; j++) {
    mjtNum at = d->qpos[j];
    d->qpos[j] = at - eps;
    mj_forward(m, d);
    mju_copy(low, d->qfrc_spring, nv);
    d->qpos[j] = at + eps;
    mj_forward(m, d);
    d->qpos[j] = at;
    for (int i = 0; i < nv; i++) {
      mjtNum slope = (d->qfrc_spring[i] - low[i]) / (2 * eps), K = f.K[(size_t)i * nv + j];
      worst = fmax(worst, fabs(K + slope));
      most = fmax(most, fabs(K));
    }
  }
  return worst / most;
}

// Stretched all over, of a grid along the diagonals of its squares too, so that no edge is pressed:
// the stiffness leaves out what pushes on.
static void stretch(const mjModel* m, mjData* d, mjtNum by, mjtNum diagonal) {
  for (int i = 0; i < m->nv; i += 3) {
    const mjtNum* at = m->body_pos + 3 * m->dof_bodyid[i];
    const mjtNum rest[3] = {at[0], at[1], at[2] - 1};
    mjtNum along = diagonal * (rest[0] + rest[1] + rest[2]);
    for (int k = 0; k < 3; k++) d->qpos[i + k] = by * (rest[k] + along) + 1e-3 * sin(7. * i + k);
  }
}

static void stiffness_is_the_slope_of_the_force(void** state) {
  (void)state;
  static const struct {
    const char *attributes, *inside;
    mjtNum by, diagonal;
  } kinds[] = {
      {"dim='2' count='4 4 1' pos='0 0 1'>",
       "<elasticity young='1e5' poisson='.2' thickness='.01' elastic2d='stretch'/>", 0.2, 0.5},
      // edges opposite to obtuse angles, as in a grid, are pressed by a pull from all sides
      {"type='direct' dim='3' pos='0 0 1' point='.1 .1 .1 .1 -.1 -.1 -.1 .1 -.1 -.1 -.1 .1' "
       "element='0 1 2 3'>",
       "<elasticity young='1e4' poisson='.2'/>", 0.2, 0},
      // what turns with its strain: where it is at rest
      {"dim='3' count='3 3 3' pos='0 0 1' dof='trilinear' cellcount='2 1 1'>",
       "<elasticity young='1e4' poisson='.2'/><contact selfcollide='none'/>", 0, 0},
      {"dim='3' count='3 3 3' pos='0 0 1' dof='quadratic'>",
       "<elasticity young='1e4' poisson='.2'/><contact selfcollide='none'/>", 0, 0},
  };
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    mjModel* m = flex_model("integrator='discrete'", kinds[i].attributes, kinds[i].inside);
    mjData* d = mj_makeData(m);
    if (kinds[i].by > 0) stretch(m, d, kinds[i].by, kinds[i].diagonal);
    mjtNum e = difference_from_slope(m, d);
    if (!(e < 1e-5)) fail_msg("kind %zu: %g off", i, e);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// A cloth of rubber as stiff as steel, and a block of two cells: nothing gains energy by itself.
static void stiff_flexes_stay(void** state) {
  (void)state;
  static const char* const kinds[][2] = {
      {"dim='2' count='4 4 1' pos='0 0 1'>",
       "<elasticity young='1e8' poisson='.2' thickness='.01' elastic2d='both'/><pin id='0 3'/>"},
      {"dim='3' count='5 3 3' pos='0 0 .15' dof='trilinear' cellcount='2 1 1'>",
       "<elasticity young='1e7' poisson='.3'/><contact selfcollide='none'/>"},
      {"dim='3' count='3 3 3' pos='0 0 .15' dof='quadratic'>",
       "<elasticity young='1e6' poisson='.3'/><contact selfcollide='none'/>"}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    mjModel* m = flex_model("integrator='discrete' timestep='.01'", kinds[i][0], kinds[i][1]);
    mjData* d = mj_makeData(m);
    for (int k = 0; k < 300; k++) mj_step(m, d);
    mjtNum fastest = 0;
    for (int k = 0; k < m->nv; k++) fastest = fmax(fastest, fabs(d->qvel[k]));
    if (!(fastest < 6)) fail_msg("kind %zu: %g m/s", i, fastest);
    assert_int_equal(d->warning[mjWARN_BADQACC].number, 0);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// u = x^2 along x in a cell of side s, with strain 2 x: u'(-K)u = s^2 (lambda + mu) integral 4 x^2.
// Gauss with three points is exact; outside of the cell it is not.
static void quadratic_cells_are_integrated_exactly(void** state) {
  (void)state;
  static const char text[] =
      "<mujoco><option integrator='discrete'/><worldbody><flexcomp name='f' type='grid' dim='3' "
      "count='3 3 3' spacing='.1 .1 .1' radius='.01' mass='1' dof='quadratic'>"
      "<elasticity young='1e4' poisson='.2'/><contact selfcollide='none'/></flexcomp></worldbody>"
      "</mujoco>";
  mjModel* m = model_from(text);
  const mjtNum E = 1e4, nu = 0.2, side = 0.2;
  const mjtNum lambda = E * nu / ((1 + nu) * (1 - 2 * nu)), mu = E / (2 * (1 + nu));
  const mjtNum* K = m->flex_celldata + m->flex_celladr[0];
  mjtNum u[81] = {0}, sum = 0;
  for (int n = 0; n < 27; n++) {
    mjtNum x = m->flex_node0[3 * n] - m->flex_node0[0];
    u[3 * n] = x * x;
  }
  for (int i = 0; i < 81; i++) sum -= u[i] * mju_dot(K + 81 * i, u, 81);
  mjtNum exact = side * side * (lambda + mu) * 4 * side * side * side / 3;
  assert_true(fabs(sum / exact - 1) < 1e-10);
  mj_deleteModel(m);
}

// --- rows ---------------------------------------------------------------------------------------

// efc_pos has the derivative efc_J.
static void check_rows(mjModel* m, mjtNum amplitude, mjtNum tolerance) {
  const mjtNum eps = 1e-6;
  mjData *d = mj_makeData(m), *e = mj_makeData(m);
  for (int i = 0; i < m->nv; i++) d->qpos[i] = amplitude * sin(3. * i);
  mj_forward(m, d);
  assert_true(d->ne > 0);
  mjtNum direction[300], velocity[500], low[500];
  for (int i = 0; i < m->nv; i++) direction[i] = cos(5. * i);
  mj_mulJacVec(m, d, velocity, direction);
  for (int side = -1; side <= 1; side += 2) {
    for (int i = 0; i < m->nv; i++) e->qpos[i] = d->qpos[i] + side * eps * direction[i];
    mj_forward(m, e);
    assert_int_equal(e->ne, d->ne);
    for (int r = 0; r < d->ne && side < 0; r++) low[r] = e->efc_pos[r];
  }
  for (int r = 0; r < d->ne; r++) {
    mjtNum slope = (e->efc_pos[r] - low[r]) / (2 * eps);
    if (!(fabs(slope - velocity[r]) < tolerance)) fail_msg("row %d: %g, %g", r, slope, velocity[r]);
  }
  // as a whole it may be anywhere
  mj_resetData(m, d);
  for (int i = 0; i < m->nv; i += 3) {
    const mjtNum* x = m->body_pos + 3 * m->dof_bodyid[i];
    const mjtNum turned[3] = {-x[1] + 1, x[0] + 2, x[2] + 3};
    for (int k = 0; k < 3; k++) d->qpos[i + k] = turned[k] - x[k];
  }
  mj_forward(m, d);
  for (int r = 0; r < d->ne; r++) assert_true(fabs(d->efc_pos[r]) < 1e-8);
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
}

static void rows_are_the_slopes_of_what_they_keep(void** state) {
  (void)state;
  for (int sparse = 0; sparse < 2; sparse++) {
    const char* option = sparse ? "jacobian='sparse'" : "jacobian='dense'";
    check_rows(flex_model(option, "dim='2' count='4 3 1' pos='0 0 1'>", "<edge equality='vert'/>"),
               0.01, 1e-6);
    // the turning of a cell is not in its derivative: close to rest
    check_rows(flex_model(option,
                          "dim='3' count='5 3 3' pos='0 0 1' dof='trilinear' "
                          "cellcount='2 1 1'>",
                          "<edge equality='strain'/><contact selfcollide='none'/>"),
               1e-7, 1e-4);
  }
}

// --- contacts as springs ------------------------------------------------------------------------

static void springs_carry_a_cloth(void** state) {
  (void)state;
  mjModel* m =
      flex_model("integrator='discrete' solver='CG'", "dim='2' count='4 4 1' pos='0 0 .0101'>",
                 "<contact passive='true' selfcollide='none'/>");
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 500; i++) mj_step(m, d);
  mj_forward(m, d);
  assert_int_equal(d->nefc, 0);
  mjtNum total = 0;
  for (int i = 2; i < m->nv; i += 3) total += d->qfrc_spring[i];
  assert_true(fabs(total - 9.81) < 1e-3);
  for (int i = 0; i < d->ncon; i++) assert_int_equal(d->contact[i].exclude, 4);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// A triangle meets a box where its vertices lie over it, and where corners of the box lie under the
// triangle (3.4); each as deep as it is.
static void triangles_meet_boxes_at_corners_of_both(void** state) {
  (void)state;
  static const struct {
    const char* point;
    int n;
    mjtNum x[4][3], dist[4];  // in the frame of the box
  } cases[] = {
      {"-.05 -.05 .105 .05 -.05 .103 0 .05 .108",
       3,
       {{-.05, -.05}, {.05, -.05}, {0, .05}},
       {-.005, -.007, -.002}},
      {"-1 -1 .105 1 -1 .105 0 1 .105",
       4,
       {{-.1, -.1}, {.1, -.1}, {-.1, .1}, {.1, .1}},
       {-.005, -.005, -.005, -.005}},
      {"0 0 .104 .3 0 .104 .3 .15 .104", 1, {{0, 0}}, {-.006}},
      {"-.3 0 .105 .3 0 .105 .3 .05 .105", 0, {{0}}, {0}},  // edges that cross do not count
  };
  for (int i = 0; i < 4; i++) {
    char text[1000];
    snprintf(text, sizeof text,
             "<mujoco><compiler level='3.14'/><worldbody><body name='turned' pos='.3 -.2 .1' "
             "euler='20 30 40'><geom type='box' size='.1 .1 .1'/><flexcomp name='f' dim='2' "
             "type='direct' point='%s' element='0 1 2' radius='.01' mass='1'><contact "
             "selfcollide='none'/></flexcomp></body></worldbody></mujoco>",
             cases[i].point);
    mjModel* m = model_from(text);
    mjData* d = mj_makeData(m);
    mj_forward(m, d);
    assert_int_equal(d->ncon, cases[i].n);
    for (int k = 0; k < d->ncon; k++) {
      const mjContact* c = d->contact + k;
      mjtNum off[3], x[3], n[3];
      mju_sub3(off, c->pos, d->geom_xpos);
      mju_mulMatTVec3(x, d->geom_xmat, off);
      mju_mulMatTVec3(n, d->geom_xmat, c->frame);
      assert_float_equal(c->dist, cases[i].dist[k], 1e-9);
      assert_float_equal(n[2], 1, 1e-9);
      for (int j = 0; j < 2; j++) assert_float_equal(x[j], cases[i].x[k][j], 1e-9);
      assert_float_equal(x[2], 0.1 + c->dist / 2, 1e-9);
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// --- sites --------------------------------------------------------------------------------------

static void a_site_is_the_hull_of_its_mesh(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1' scale='2 2 2'/></asset>"
      "<worldbody><site name='s' type='mesh' mesh='m' pos='1 2 3' euler='0 0 90'/><body name='b' "
      "pos='.5 2.5 3.5'><freejoint/><geom size='.1'/></body></worldbody><sensor><insidesite "
      "objtype='body' objname='b' site='s'/></sensor></mujoco>");
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  int inside = 0;
  for (int i = 0; i < 1000; i++) {
    mjtNum local[3] = {(i % 10) * 0.25 - 0.3, (i / 10 % 10) * 0.25 - 0.3, (i / 100) * 0.25 - 0.3};
    mjtNum point[3] = {1 - local[1], 2 + local[0], 3 + local[2]};
    int expected =
        local[0] > 0 && local[1] > 0 && local[2] > 0 && local[0] + local[1] + local[2] < 2;
    assert_int_equal(mj_insideSite(m, d, 0, point), expected);
    inside += expected;
  }
  assert_in_range(inside, 50, 500);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stiffness_is_the_slope_of_the_force),
      cmocka_unit_test(stiff_flexes_stay),
      cmocka_unit_test(quadratic_cells_are_integrated_exactly),
      cmocka_unit_test(rows_are_the_slopes_of_what_they_keep),
      cmocka_unit_test(springs_carry_a_cloth),
      cmocka_unit_test(triangles_meet_boxes_at_corners_of_both),
      cmocka_unit_test(a_site_is_the_hull_of_its_mesh),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
