// A, B, C and D of every model against differences of mj_step, at states along its way.
//
// Without arguments: bundled models and models at random, some columns of some states, in the time
// a suite has.  By hand: all that is asked for, and a line a model:
//
//   step_test_derivatives_every [-states N] [-columns N] [-random FIRST COUNT] FILE.xml ...
//
// A column is held against extrapolated quotients of several steps, of which one must agree.  Where
// none does it is a kink if something changes branch among the nudged states, or if eng_kinks lists
// one and one-sided quotients stay apart as their step shrinks, which those of a smooth function do
// not; where the quotients disagree among themselves it is their noise, and where the solver ended
// early, for an inertia and forces that do not balance, they are not those of a solution: both are
// counted; else it fails.
#include "step/derivative_case.h"
#include "step/random_model.h"

#include <engine/hard.h>

typedef struct {
  int nstate, ncolumn;  // at most
} effort;

typedef struct {
  const char* file;
  int states, columns, active, kinks, noise, unsolved, failed;
  int by_kind[engNKINK];
  mjtNum worst;       // of what passed
  mjtNum product;     // the largest error of products, and of matrices without sensors
  mjtNum tolerance;   // the largest that was asked for
  char refused[300];  // why there are none
} account;

static char warned[1000];
static void hear(const char* message) { snprintf(warned, sizeof warned, "%s", message); }

// --- what a step has done -----------------------------------------------------------------------

typedef struct {
  const mjModel* m;
  mjData* d;               // to step in
  const mjtNum* along;     // a change of all positions, the direction after that of controls
  const mjtNum* start;     // mjSTATE_INTEGRATION
  engStepDerivatives out;  // A, B, C, D
  uint64_t branch;         // of the state itself
  int changes;             // nudged states on another branch
  int on_kink;             // the state itself stands on a clamp
  int near_kink;           // eng_kinks lists one
  int is_coarse;           // what a search finds jumps
  mjtNum forces;           // the largest that act
  mjtNum residual;         // the largest of the nudged steps since it was cleared
} probe;

static void mix(uint64_t* h, int x) { *h = (*h ^ (uint64_t)(unsigned)x) * 1099511628211u; }

// The rows and their zones, the contacts, the wraps of tendons.
static uint64_t branch_of(const mjModel* m, const mjData* d) {
  uint64_t h = 14695981039346656037u;
  for (int i = 0; i < d->nefc; i++) {
    mix(&h, d->efc_type[i]);
    mix(&h, d->efc_id[i]);
    mix(&h, d->efc_state[i]);
  }
  for (int i = 0; i < d->ncon; i++) {
    mix(&h, d->contact[i].geom[0]);
    mix(&h, d->contact[i].geom[1]);
  }
  for (int i = 0; i < m->ntendon; i++) mix(&h, d->ten_wrapnum[i]);
  for (int i = 0; i < m->nu; i++) {
    const mjtNum* range = m->actuator_forcerange + 2 * i;
    if (!m->actuator_forcelimited[i]) continue;
    mix(&h, (d->actuator_force[i] > range[0]) + 2 * (d->actuator_force[i] < range[1]));
  }
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_type[i] == mjSENS_INSIDESITE) mix(&h, d->sensordata[m->sensor_adr[i]] > 0);
  }
  return h;
}

// What is left of M qacc - forces after a step, of its largest part.
static mjtNum residual_of(const mjModel* m, mjData* d) {
  if (m->opt.solver >= engSOL_PGS_CCP) return 0;
  mjtNum *left = calloc((size_t)m->nv, sizeof(mjtNum)), most = 0, size = 1e-9;
  mj_mulM(m, d, left, d->qacc);
  for (int i = 0; i < m->nv; i++) {
    size = fmax(size, fabs(left[i]) + fabs(d->qfrc_smooth[i]) + fabs(d->qfrc_constraint[i]));
    most = fmax(most, fabs(left[i] - d->qfrc_smooth[i] - d->qfrc_constraint[i]));
  }
  free(left);
  return most / size;
}

// The state a step after one nudged along direction i of (dq, dv, da, u), and what sensors read in
// this step.
static void step_nudged(probe* p, int i, mjtNum eps, mjtNum* next) {
  const mjModel* m = p->m;
  mjData* d = p->d;
  int nv = m->nv, nx = 2 * nv + m->na;
  mj_setState(m, d, p->start, mjSTATE_INTEGRATION);
  if (i < nv) {
    mjtNum* unit = calloc((size_t)nv, sizeof(mjtNum));
    unit[i] = 1;
    mj_integratePos(m, d->qpos, unit, eps);
    free(unit);
  } else if (i == nx + m->nu) {
    mj_integratePos(m, d->qpos, p->along, eps);
  } else if (i < 2 * nv) {
    d->qvel[i - nv] += eps;
  } else if (i < nx) {
    d->act[i - 2 * nv] += eps;
  } else {
    d->ctrl[i - nx] += eps;
  }
  mj_step(m, d);
  p->changes += branch_of(m, d) != p->branch;
  p->residual = fmax(p->residual, residual_of(m, d));
  mj_getState(m, d, next, mjSTATE_PHYSICS);
  mjtNum* read = next + m->nq + m->nv + m->na;
  for (int k = 0; k < m->nsensordata; k++) read[k] = d->sensordata[k];
}

// Rows of a column: the next state's and the sensors'.
static size_t column_length(const mjModel* m) {
  return (size_t)(2 * m->nv + m->na + m->nsensordata);
}

static void quotient(probe* p, int i, mjtNum eps, mjtNum* room, mjtNum* dx) {
  const mjModel* m = p->m;
  int nq = m->nq, nv = m->nv, rest = nv + m->na + m->nsensordata;
  mjtNum *plus = room, *minus = room + nq + rest;
  step_nudged(p, i, eps, plus);
  step_nudged(p, i, -eps, minus);
  mj_differentiatePos(m, dx, 2 * eps, minus, plus);
  for (int k = 0; k < rest; k++) dx[nv + k] = (plus[nq + k] - minus[nq + k]) / (2 * eps);
}

// The errors of second and fourth order cancelled.
static void precise_quotient(probe* p, int i, mjtNum eps, mjtNum* dx) {
  const mjModel* m = p->m;
  size_t n = (size_t)(m->nq + m->nv + m->na + m->nsensordata), length = column_length(m);
  mjtNum* room = calloc(2 * n + length, sizeof(mjtNum));
  static const mjtNum weight[3] = {1. / 45, -20. / 45, 64. / 45};
  memset(dx, 0, length * sizeof(mjtNum));
  for (int k = 0; k < 3; k++) {
    quotient(p, i, eps / (1 << k), room, room + 2 * n);
    for (size_t e = 0; e < length; e++) dx[e] += weight[k] * room[2 * n + e];
  }
  free(room);
}

// --- columns ------------------------------------------------------------------------------------

// What the rows of a column are measured by, and what rounding leaves in their quotients of step 1.
typedef struct {
  mjtNum size, noise;
} scale;

// The largest difference of two columns, beyond the noise of quotients of this step.
static mjtNum column_error(const mjModel* m, const mjtNum* a, const mjtNum* b, const scale* by,
                           mjtNum step) {
  mjtNum error = 0;
  for (size_t i = 0; i < column_length(m); i++) {
    if (!isfinite(a[i])) return INFINITY;
    error = fmax(error, fmax(0, fabs(a[i] - b[i]) - by[i].noise / step) / by[i].size);
  }
  return error;
}

// The largest number in rows and columns of a matrix.
static mjtNum largest(const mjtNum* M, int width, int row, int nrow, int first, int end) {
  mjtNum size = 0;
  for (int r = row; r < row + nrow; r++) {
    for (int k = first; k < end; k++)
      size = fmax(size, fabs(M[(size_t)r * (size_t)width + (size_t)k]));
  }
  return size;
}

// The rows of column i: positions, velocities and activations by the largest number of the block,
// whose columns are of one kind too; every sensor by its own, with the rounding of what it reads.
static void row_scales(const mjModel* m, const probe* p, int i, scale* by) {
  int nv = m->nv, nx = 2 * nv + m->na, is_state = i < nx, width = is_state ? nx : m->nu;
  int first = i < nv ? 0 : i < 2 * nv ? nv : is_state ? 2 * nv : 0;
  int end = i < nv ? nv : i < 2 * nv ? 2 * nv : width;
  const int start[4] = {0, nv, 2 * nv, nx};
  for (int k = 0; k < 3; k++) {
    mjtNum size = largest(is_state ? p->out.A : p->out.B, width, start[k], start[k + 1] - start[k],
                          first, end);
    for (int r = start[k]; r < start[k + 1]; r++) by[r] = (scale){fmax(size, 1e-9), 2e-14};
  }
  for (int k = 0; k < m->nsensor; k++) {
    int row = m->sensor_adr[k], dim = m->sensor_dim[k];
    mjtNum size = largest(is_state ? p->out.C : p->out.D, width, row, dim, first, end);
    mjtNum noise = 2e-13 * fmax(1, largest(p->out.C, nx, row, dim, 0, nx));
    // what remains where forces balance
    int of_force = m->sensor_type[k] == mjSENS_FORCE || m->sensor_type[k] == mjSENS_TORQUE;
    if (of_force) noise = fmax(noise, 2e-13 * p->forces);
    for (int r = nx + row; r < nx + row + dim; r++) by[r] = (scale){fmax(size, 1e-9), noise};
  }
}

// Where a column differs most, and what is in contact.
static void tell(const probe* p, const char* file, int i, const scale* by, const mjtNum* column,
                 const mjtNum* quotient) {
  static const char* const type[] = {"plane",    "height field", "sphere", "capsule", "ellipsoid",
                                     "cylinder", "box",          "mesh",   "sdf"};
  const mjModel* m = p->m;
  int row = 0, nx = 2 * m->nv + m->na;
  for (int r = 0; r < (int)column_length(m); r++) {
    mjtNum e = fabs(column[r] - quotient[r]) / by[r].size;
    if (e > fabs(column[row] - quotient[row]) / by[row].size) row = r;
  }
  print_error("%s: column %d, row %d of %d: %.9g, differences say %.9g (%.1e);", file, i, row, nx,
              column[row], quotient[row], fabs(column[row] - quotient[row]) / by[row].size);
  for (int k = 0; k < m->nsensor; k++) {
    int at = row - nx - m->sensor_adr[k];
    if (at >= 0 && at < m->sensor_dim[k])
      print_error(" sensor %d of type %d;", k, m->sensor_type[k]);
  }
  print_error(" touching:");
  mj_setState(m, p->d, p->start, mjSTATE_INTEGRATION);
  mj_forward(m, p->d);
  for (int c = 0; c < p->d->ncon; c++) {
    const mjContact* con = p->d->contact + c;
    if (con->efc_address < 0) continue;
    for (int k = 0; k < 2; k++) {
      int g = con->geom[k];
      print_error("%s%s", k ? "-" : " ", g < 0 ? "flex" : type[m->geom_type[g]]);
    }
  }
  print_error("\n");
}

static void column_of(const mjModel* m, const probe* p, size_t i, mjtNum* column) {
  const engStepDerivatives* out = &p->out;
  size_t nx = (size_t)(2 * m->nv + m->na), nu = (size_t)m->nu, is_state = i < nx;
  size_t width = is_state ? nx : nu, at = is_state ? i : i - nx;
  const mjtNum *next = is_state ? out->A : out->B, *read = is_state ? out->C : out->D;
  for (size_t r = 0; r < nx; r++) column[r] = next[r * width + at];
  for (size_t r = 0; r < (size_t)m->nsensordata; r++) column[nx + r] = read[r * width + at];
}

// How far the quotients of the two sides are apart, beyond their noise.
static mjtNum one_sided_gap(probe* p, int i, mjtNum eps, const scale* by) {
  const mjModel* m = p->m;
  int nq = m->nq, nv = m->nv, rest = nv + m->na + m->nsensordata;
  size_t n = (size_t)(nq + rest), length = column_length(m);
  mjtNum *at = calloc(3 * n + 2 * length, sizeof(mjtNum)), *column = at + 3 * n, gap = 0;
  for (int k = 0; k < 3; k++) step_nudged(p, i, (k - 1) * eps, at + (size_t)k * n);
  for (size_t k = 0; k < 2; k++) {
    const mjtNum *from = at + k * n, *to = from + n;
    mj_differentiatePos(m, column + k * length, eps, from, to);
    for (int r = 0; r < rest; r++)
      column[k * length + (size_t)(nv + r)] = (to[nq + r] - from[nq + r]) / eps;
  }
  for (size_t r = 0; r < length; r++) {
    mjtNum apart = fabs(column[r] - column[length + r]);
    gap = fmax(gap, fmax(0, apart - 4 * by[r].noise / eps) / by[r].size);
  }
  free(at);
  return gap;
}

// That of a smooth function is proportional to the step.
static int is_kinked(probe* p, int i, const scale* by, mjtNum tolerance) {
  mjtNum last = one_sided_gap(p, i, 1e-4, by);
  for (mjtNum eps = 1e-5; eps > 0.9e-7; eps /= 10) {
    mjtNum gap = one_sided_gap(p, i, eps, by);
    if (gap > 0.3 * last && gap > tolerance) return 1;
    last = gap;
  }
  return 0;
}

// Along the column, or around it: where the sides of faces meet a function may be linear along one
// direction and yet have no derivative.
static int is_on_kink(probe* p, int i, const scale* by, mjtNum tolerance) {
  const mjModel* m = p->m;
  if (is_kinked(p, i, by, tolerance)) return 1;
  if (i >= m->nv) return 0;
  mjtNum* along = calloc((size_t)m->nv, sizeof(mjtNum));
  int found = 0;
  for (int k = 0; k < 6 && !found; k++) {
    for (int e = 0; e < m->nv; e++) along[e] = 0.3 * draw();
    along[i] += 1;
    p->along = along;
    found = is_kinked(p, 2 * m->nv + m->na + m->nu, by, tolerance);
  }
  free(along);
  return found;
}

static void check_column(probe* p, account* a, int i, mjtNum tolerance) {
  static const mjtNum step[] = {1e-5, 1e-4, 1e-6, 1e-3, 1e-7};
  enum { NSTEP = sizeof step / sizeof *step };
  const mjModel* m = p->m;
  size_t nr = column_length(m);
  mjtNum *column = calloc((NSTEP + 1) * nr, sizeof(mjtNum)), least = INFINITY;
  scale* by = calloc(nr, sizeof *by);
  column_of(m, p, (size_t)i, column);
  row_scales(m, p, i, by);
  int best = 0, changes = 0, solved = 0;
  for (int k = 0; k < NSTEP; k++) {
    p->changes = 0;
    p->residual = 0;
    precise_quotient(p, i, step[k], column + (size_t)(k + 1) * nr);
    mjtNum e = column_error(m, column, column + (size_t)(k + 1) * nr, by, step[k]);
    if (step[k] <= 1.1e-5) changes += p->changes;
    solved |= p->residual < tolerance * step[k];
    if (e < least) least = e, best = k;
    if (e <= tolerance) break;
  }
  a->columns++;
  if (least <= tolerance) {
    a->worst = fmax(a->worst, least);
  } else if (changes || p->on_kink || (p->near_kink && is_on_kink(p, i, by, tolerance))) {
    a->kinks++;
  } else {
    // do any two agree better than the best does with the formula?
    mjtNum apart = INFINITY;
    for (int k = 1; k <= NSTEP; k++) {
      for (int e = 1; e < k; e++) {
        apart = fmin(apart, column_error(m, column + (size_t)k * nr, column + (size_t)e * nr, by,
                                         step[k - 1]));
      }
    }
    int is_noise = p->is_coarse || apart > 0.2 * least, is_wrong = !is_noise && solved;
    a->noise += is_noise;
    a->unsolved += !is_noise && !solved;
    a->failed += is_wrong;
    if (is_wrong) tell(p, a->file, i, by, column, column + (size_t)(best + 1) * nr);
  }
  free(by);
  free(column);
}

// --- states -------------------------------------------------------------------------------------

// Whether the normals of contacts, or what sensors of distance read, come from a search, which
// leaves noise in them.
static int has_search(const mjModel* m, const mjData* d) {
  for (int i = 0; i < m->nsensor; i++) {
    int type = m->sensor_type[i];
    if (type == mjSENS_GEOMDIST || type == mjSENS_GEOMNORMAL || type == mjSENS_GEOMFROMTO) return 1;
  }
  for (int i = 0; i < d->ncon; i++) {
    for (int k = 0; k < 2; k++) {
      int g = d->contact[i].geom[k], type = g < 0 ? mjGEOM_MESH : m->geom_type[g];
      if (type == mjGEOM_MESH || type == mjGEOM_ELLIPSOID || type == mjGEOM_CYLINDER ||
          type == mjGEOM_HFIELD || type == mjGEOM_SDF) {
        return 1;
      }
    }
  }
  return 0;
}

// Whether a search ends before it has found what it looks for, so that its result jumps from nudge
// to nudge: libccd's, and the descent on signed distance fields.
static int has_coarse_search(const mjModel* m, const mjData* d) {
  for (int i = 0; i < d->ncon; i++) {
    for (int k = 0; k < 2; k++) {
      int g = d->contact[i].geom[k], type = g < 0 ? mjGEOM_MESH : m->geom_type[g];
      if (type == mjGEOM_SDF) return 1;
    }
  }
  return mjDISABLED(mjDSBL_NATIVECCD) && has_search(m, d);
}

// Whether rows are so stiff that rounding errors of differences show: dry friction that is stronger
// than what its dofs weigh, or a steep impedance.
static int has_stiff_rows(const mjData* d) {
  for (int i = 0; i < d->nefc; i++) {
    if (d->efc_state[i] == mjCNSTRSTATE_SATISFIED) continue;
    if (d->efc_type[i] == mjCNSTR_FRICTION_DOF || d->efc_type[i] == mjCNSTR_FRICTION_TENDON ||
        d->efc_KBIP[4 * i + 2] > 0.99) {
      return 1;
    }
  }
  return 0;
}

// y (columns) = M'x, and z (rows) += M x, of rows x columns.
static void multiply(const mjtNum* M, size_t rows, size_t columns, const mjtNum* left,
                     const mjtNum* right, mjtNum* y, mjtNum* z) {
  for (size_t i = 0; i < rows; i++) {
    for (size_t k = 0; k < columns; k++) {
      y[k] += M[i * columns + k] * left[i];
      z[i] += M[i * columns + k] * right[k];
    }
  }
}

static mjtNum largest_error(const mjtNum* a, const mjtNum* b, size_t n) {
  mjtNum error = 0, size = 1e-9;
  for (size_t i = 0; i < n; i++) {
    error = fmax(error, isfinite(a[i]) ? fabs(a[i] - b[i]) : INFINITY);
    size = fmax(size, fabs(b[i]));
  }
  return error / size;
}

// A'x and B'x, A x + B u, without the matrices and with them.
static void check_products(const mjModel* m, mjData* d, const engStepDerivatives* out, account* a) {
  size_t nx = (size_t)(2 * m->nv + m->na), nu = (size_t)m->nu;
  mjtNum* x = calloc(6 * (nx + nu) + 1, sizeof(mjtNum));
  mjtNum *u = x + nx, *back = u + nu, *along = back + nx + nu, *want = along + nx + nu;
  mjtNum* want_along = want + nx + nu;
  for (size_t i = 0; i < nx + nu; i++) x[i] = draw();
  multiply(out->A, nx, nx, x, x, want, want_along);
  multiply(out->B, nx, nu, x, u, want + nx, want_along);
  const engStepCovector covector = {.state = back, .ctrl = back + nx};
  const engStepDirection direction = {.state = x, .ctrl = u};
  if (eng_stepVjp(m, d, 0, x, &covector) != engDERIV_OK ||
      eng_stepJvp(m, d, 0, &direction, along) != engDERIV_OK) {
    a->product = INFINITY;
  }
  a->product = fmax(a->product, largest_error(back, want, nx));
  a->product = fmax(a->product, largest_error(back + nx, want + nx, nu));
  a->product = fmax(a->product, largest_error(along, want_along, nx));
  free(x);
}

// A and B alone: without sensors contacts with what rests take another way.
static void check_without_sensors(const mjModel* m, mjData* d, const engStepDerivatives* out,
                                  account* a) {
  size_t nx = (size_t)(2 * m->nv + m->na), nu = (size_t)m->nu;
  mjtNum *A = calloc(nx * (nx + nu) + 1, sizeof(mjtNum)), *B = A + nx * nx;
  if (eng_stepDerivatives(m, d, 0, &(engStepDerivatives){.A = A, .B = B}) != engDERIV_OK) {
    a->product = INFINITY;
  }
  a->product = fmax(a->product, largest_error(A, out->A, nx * nx));
  a->product = fmax(a->product, largest_error(B, out->B, nx * nu));
  free(A);
}

static int check_state(const mjModel* m, mjData* d, mjData* work, const effort* e, account* a) {
  size_t nx = (size_t)(2 * m->nv + m->na), nu = (size_t)m->nu;
  size_t ns = (size_t)m->nsensordata;
  mjtNum *A = calloc(nx * nx + 1, sizeof(mjtNum)), *B = calloc(nx * nu + 1, sizeof(mjtNum));
  mjtNum *C = calloc(ns * nx + 1, sizeof(mjtNum)), *D = calloc(ns * nu + 1, sizeof(mjtNum));
  const engStepDerivatives out = {.A = A, .B = B, .C = ns ? C : NULL, .D = ns ? D : NULL};
  mjtNum* start = calloc((size_t)mj_stateSize(m, mjSTATE_INTEGRATION) + 1, sizeof(mjtNum));
  mj_getState(m, d, start, mjSTATE_INTEGRATION);
  warned[0] = 0;
  int status = eng_stepDerivatives(m, d, 0, &out);
  if (status == engDERIV_OK) {
    engKink near[100];
    int n = eng_kinks(m, d, 1e-5, near, 100);
    probe p = {.m = m, .d = work, .start = start, .out = out};
    p.is_coarse = has_coarse_search(m, d);
    p.near_kink = n > 0;
    for (int i = 0; i < m->nv; i++) {
      p.forces = fmax(p.forces, fmax(fabs(d->qfrc_bias[i]), fabs(d->qfrc_constraint[i])));
    }
    for (int i = 0; i < mjMIN(n, 100); i++) {
      a->by_kind[near[i].kind]++;
      p.on_kink |= near[i].kind >= engKINK_CONTROL && near[i].distance < 1e-9;
    }
    check_products(m, d, &out, a);
    check_without_sensors(m, d, &out, a);
    mj_setState(m, work, start, mjSTATE_INTEGRATION);
    mj_step(m, work);
    p.branch = branch_of(m, work);
    a->active += active_rows(d);
    a->states++;
    mjtNum tolerance = has_search(m, d) || has_stiff_rows(d) ? 1e-5 : 1e-7;
    a->tolerance = fmax(a->tolerance, tolerance);
    int total = (int)(nx + nu), count = mjMIN(total, e->ncolumn);
    for (int k = 0; k < count; k++) {
      int i = count == total ? k : draw_int(0, total - 1);
      check_column(&p, a, i, tolerance);
    }
  } else {
    snprintf(a->refused, sizeof a->refused, "%s", warned[0] ? warned : "status");
  }
  free(A);
  free(B);
  free(C);
  free(D);
  free(start);
  return status == engDERIV_OK;
}

static int is_finite_state(const mjModel* m, const mjData* d) {
  for (int i = 0; i < m->nv; i++) {
    if (!(fabs(d->qacc[i]) < 1e8) || !(fabs(d->qvel[i]) < 1e4)) return 0;
  }
  return d->warning[mjWARN_BADQACC].number == 0 && d->warning[mjWARN_BADQPOS].number == 0;
}

static void check_model(mjModel* m, const effort* e, account* a) {
  if (m->opt.solver < engSOL_PGS_CCP) m->opt.solver = mjSOL_NEWTON;
  solve_exactly(m);
  m->opt.noslip_iterations = 0;
  m->opt.enableflags &= ~mjENBL_SLEEP;
  m->narena = mjMAX(m->narena, (mjtSize)1 << 30);  // dense matrices of a thousand dofs
  mjData *d = mj_makeData(m), *work = mj_makeData(m);
  if (m->nkey) mj_resetDataKeyframe(m, d, 0);
  draw_seed(7);
  for (int i = 0; i < m->na; i++) d->act[i] += 0.3 + 0.05 * i;
  // wrenches that turn nothing over: part of the weight, at an arm
  for (int i = 6; i < 6 * m->nbody; i++) {
    d->xfrc_applied[i] = (i % 6 < 3 ? 1 : 0.1) * m->body_mass[i / 6] * sin(0.3 + i);
  }
  for (int s = 0, ok = 1; ok && s < e->nstate; s++) {
    for (int k = 0; k < 20 + 7 * s; k++) {
      for (int i = 0; i < m->nu; i++) {
        const mjtNum* range = m->actuator_ctrlrange + 2 * i;
        int limited = m->actuator_ctrllimited[i];
        mjtNum wave = 0.4 * sin(0.7 + i + 3 * d->time);
        d->ctrl[i] = limited ? range[0] + (range[1] - range[0]) * (0.5 + wave) : 0.8 * wave;
      }
      mj_step(m, d);
    }
    mj_forward(m, d);
    if (!is_finite_state(m, d)) break;
    ok = check_state(m, d, work, e, a);
  }
  mj_deleteData(d);
  mj_deleteData(work);
}

static void print_account(const account* a) {
  printf("%s: ", a->file);
  if (a->refused[0]) {
    printf("REFUSED %s\n", a->refused);
    return;
  }
  printf(
      "%d states, %d columns, %d active rows, worst %.1e (of %.0e), products %.0e, kinks %d, "
      "noise %d, unsolved %d, failed %d",
      a->states, a->columns, a->active, a->worst, a->tolerance, a->product, a->kinks, a->noise,
      a->unsolved, a->failed);
  for (int k = 0; k < engNKINK; k++) {
    if (a->by_kind[k]) printf("; %s: %d", eng_kinkName(k), a->by_kind[k]);
  }
  printf("\n");
}

// --- by hand ------------------------------------------------------------------------------------

// Returns whether something is wrong; m is deleted.
static int check_and_tell(const char* name, mjModel* m, const effort* e) {
  account a = {.file = name};
  check_model(m, e, &a);
  print_account(&a);
  fflush(stdout);
  mj_deleteModel(m);
  return a.failed || !(a.product <= 1e-9);
}

static int check_random(int first, int count, const effort* e) {
  int failed = 0;
  for (int seed = first; seed < first + count; seed++) {
    char name[30];
    snprintf(name, sizeof name, "seed %d", seed);
    failed += check_and_tell(name, random_model(seed), e);
  }
  return failed;
}

static int check_files(int n, char** file) {
  effort e = {10, 40};
  int failed = 0;
  mju_user_warning = hear;
  for (int i = 0; i < n; i++) {
    if (i + 1 < n && !strcmp(file[i], "-states")) {
      e.nstate = atoi(file[++i]);
      continue;
    }
    if (i + 1 < n && !strcmp(file[i], "-columns")) {
      e.ncolumn = atoi(file[++i]);
      continue;
    }
    if (i + 2 < n && !strcmp(file[i], "-random")) {
      failed += check_random(atoi(file[i + 1]), atoi(file[i + 2]), &e);
      i += 2;
      continue;
    }
    char error[1000] = "";
    mjModel* m = mj_loadXML(file[i], NULL, error, sizeof error);
    if (!m || !m->nv) {
      printf("%s: %s\n", file[i], m ? "no dofs" : error);
      mj_deleteModel(m);
      continue;
    }
    failed += check_and_tell(file[i], m, &e);
  }
  return failed != 0;
}

// --- in the suite -------------------------------------------------------------------------------

// What a bundled model must show: its rows, or why it has no derivatives.
typedef struct {
  const char* file;
  int least_active;
  const char* refused;
} expectation;

static const expectation bundled[] = {
    {"arm.xml", 0, NULL},          {"box_pile.xml", 100, NULL}, {"cable.xml", 100, NULL},
    {"cart_pole.xml", 0, NULL},    {"cloth.xml", 100, NULL},    {"double_pendulum.xml", 0, NULL},
    {"four_bar.xml", 6, NULL},     {"gripper.xml", 8, NULL},    {"hand.xml", 60, NULL},
    {"humanoid.xml", 20, NULL},    {"marble_run.xml", 0, NULL}, {"mesh_showcase.xml", 20, NULL},
    {"muscle_arm.xml", 0, NULL},   {"pendulum.xml", 0, NULL},   {"quadruped.xml", 8, NULL},
    {"slider_crank.xml", 6, NULL}, {"soft_body.xml", 0, NULL}};

static void some_columns_of_bundled_models(void** state) {
  (void)state;
  void (*before)(const char*) = mju_user_warning;
  mju_user_warning = hear;
  int failed = 0;
  for (size_t i = 0; i < sizeof bundled / sizeof *bundled; i++) {
    const expectation* e = bundled + i;
    mjModel* m = bundled_model(e->file);
    account a = {.file = e->file};
    check_model(m, &(effort){4, 12}, &a);
    int wrong = a.failed || !(a.product <= 1e-9) || a.active < e->least_active ||
                !!a.refused[0] != !!e->refused || (e->refused && !strstr(a.refused, e->refused)) ||
                (!e->refused && 2 * (a.kinks + a.noise + a.unsolved) > a.columns);
    if (wrong) print_account(&a);
    failed += wrong;
    mj_deleteModel(m);
  }
  mju_user_warning = before;
  assert_int_equal(failed, 0);
}

// As many as there is time for; 600 of them, three states and 14 columns each, by hand.
static void some_columns_of_random_models(void** state) {
  (void)state;
  void (*before)(const char*) = mju_user_warning;
  mju_user_warning = hear;
  account sum = {.file = "all"};
  for (int seed = 0; seed < 60; seed++) {
    char name[30];
    snprintf(name, sizeof name, "seed %d", seed);
    mjModel* m = random_model(seed);
    account a = {.file = name};
    check_model(m, &(effort){2, 8}, &a);
    if (a.failed || !(a.product <= 1e-9) || a.refused[0]) print_account(&a);
    assert_string_equal(a.refused, "");
    sum.states += a.states;
    sum.columns += a.columns;
    sum.active += a.active;
    sum.kinks += a.kinks;
    sum.noise += a.noise;
    sum.unsolved += a.unsolved;
    sum.failed += a.failed + !(a.product <= 1e-9);
    sum.worst = fmax(sum.worst, a.worst);
    sum.tolerance = fmax(sum.tolerance, a.tolerance);
    sum.product = fmax(sum.product, a.product);
    mj_deleteModel(m);
  }
  mju_user_warning = before;
  print_account(&sum);
  assert_int_equal(sum.failed, 0);
  assert_true(sum.columns > 800 && sum.active > 1500);
  assert_true(10 * (sum.kinks + sum.noise + sum.unsolved) < sum.columns);
}

int main(int argc, char** argv) {
  if (argc > 1) return check_files(argc - 1, argv + 1);
  const struct CMUnitTest tests[] = {cmocka_unit_test(some_columns_of_bundled_models),
                                     cmocka_unit_test(some_columns_of_random_models)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
