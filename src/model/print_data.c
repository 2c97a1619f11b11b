// Prints mjData: counts and statistics, then all arrays in the order of the struct.
#include <string.h>

#include <engine/base.h>
#include <engine/math.h>
#include <engine/model.h>

#include "base/need.h"
#include "model/flags.h"
#include "model/print.h"
#include "model/stack.h"

static void print_memory(printer* p, const mjData* d) {
  fprintf(p->file, "MEMORY\n");
  print_bytes(p, "total", sizeof(mjData) + d->nbuffer + d->narena);
  print_bytes(p, "struct", sizeof(mjData));
  print_bytes(p, "buffer", d->nbuffer);
  print_bytes(p, "arena", d->narena);
  mjtNum used = d->narena ? 100.0 * (double)d->maxuse_arena / (double)d->narena : 0;
  fprintf(p->file, "  %-12s%5.1f %%\n", "arena used", used);
}

static void print_sizes(printer* p, const mjData* d) {
  fprintf(p->file, "\nSIZES\n");
#define COUNT(name) fprintf(p->file, "  %-19s %d\n", #name, (int)d->name);
  COUNT(nplugin)
  COUNT(maxuse_con)
  COUNT(maxuse_efc)
  COUNT(ncon)
  COUNT(ne)
  COUNT(nf)
  COUNT(nl)
  COUNT(nefc)
  COUNT(nJ)
  COUNT(nA)
  COUNT(nisland)
  COUNT(nidof)
#undef COUNT
  fprintf(p->file, "  %-19s %d\n\n", "threadpool", d->threadpool != 0);
}

static void print_warnings(printer* p, const mjData* d) {
  bool any = false;
  for (int i = 0; i < mjNWARNING; i++) {
    if (!d->warning[i].number) continue;
    if (!any) fprintf(p->file, "WARNING\n");
    any = true;
    fprintf(p->file, "  %d:  lastinfo = %d   number = %d\n", i, d->warning[i].lastinfo,
            d->warning[i].number);
  }
  if (any) fputc('\n', p->file);
}

static void print_timers(printer* p, const mjData* d) {
  bool any = false;
  for (int i = 0; i < mjNTIMER; i++) {
    if (d->timer[i].duration <= 0) continue;
    if (!any) fprintf(p->file, "TIMER\n");
    any = true;
    print_label(p, mjTIMERSTRING[i]);
    fprintf(p->file, "number = %-8d duration = ", d->timer[i].number);
    print_numbers(p, &d->timer[i].duration, 1);
  }
  if (any) fputc('\n', p->file);
}

static void print_solver(printer* p, const mjData* d) {
  if (!d->nefc) return;
  int nisland = mjMAX(1, mjMIN(d->nisland, mjNISLAND));
  for (int k = 0; k < nisland; k++) {
    int niter = mjMIN(d->solver_niter[k], mjNSOLVER);
    if (niter <= 0) continue;
    fprintf(p->file, "SOLVER STAT: island %d, niter = %d\n", k, d->solver_niter[k]);
    for (int i = 0; i < niter; i++) {
      const mjSolverStat* s = d->solver + k * mjNSOLVER + i;
      mjtNum x[3] = {s->improvement, s->gradient, s->lineslope};
      fprintf(p->file, "  %4d: nactive %d  nchange %d  neval %d  nupdate %d ", i, s->nactive,
              s->nchange, s->neval, s->nupdate);
      print_numbers(p, x, 3);
    }
  }
  fprintf(p->file, "  solver_fwdinv ");
  print_numbers(p, d->solver_fwdinv, 2);
  fputc('\n', p->file);
}

// The force of a contact in its frame: normal, tangential, torsional, rolling.
static int contact_force(const mjModel* m, const mjData* d, const mjContact* c, mjtNum force[6]) {
  if (c->efc_address < 0 || c->efc_address >= d->nefc || !d->efc_force) return 0;
  const mjtNum* row = d->efc_force + c->efc_address;
  if (is_pyramidal(m)) {
    mju_decodePyramid(force, row, c->friction, c->dim);
  } else {
    memcpy(force, row, sizeof(mjtNum) * (size_t)c->dim);
  }
  return c->dim;
}

static void print_contacts(printer* p, const mjModel* m, const mjData* d) {
  if (!d->ncon) return;
  fprintf(p->file, "CONTACT\n");
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* c = d->contact + i;
    fprintf(p->file, "  %d:\n", i);
#define NUMBERS(name, n) \
  print_label(p, #name); \
  print_numbers(p, (const mjtNum*)&c->name, n);
    NUMBERS(dist, 1)
    NUMBERS(pos, 3)
    NUMBERS(frame, 9)
    NUMBERS(includemargin, 1)
    NUMBERS(friction, 5)
    NUMBERS(solref, mjNREF)
    NUMBERS(solreffriction, mjNREF)
    NUMBERS(solimp, mjNIMP)
    NUMBERS(mu, 1)
#undef NUMBERS
#define INTS(name, a, b) \
  print_label(p, #name); \
  fprintf(p->file, " %d  %d\n", a, b);
    INTS(geom, c->geom[0], c->geom[1])
    INTS(flex, c->flex[0], c->flex[1])
    INTS(elem, c->elem[0], c->elem[1])
    INTS(vert, c->vert[0], c->vert[1])
#undef INTS
    print_label(p, "dim, exclude");
    fprintf(p->file, " %d  %d\n", c->dim, c->exclude);
    print_label(p, "efc_address");
    fprintf(p->file, " %d\n", c->efc_address);
    mjtNum force[6];
    int n = contact_force(m, d, c, force);
    if (n) {
      print_label(p, "force");
      print_numbers(p, force, (size_t)n);
    }
  }
  fputc('\n', p->file);
}

// The pattern of a sparse array, found by its name; false when the array is not sparse.
static bool pattern_of(const mjModel* m, const mjData* d, const char* name, print_pattern* s) {
#define X(array, rows, rownnz, rowadr, colind, size)          \
  if (!strcmp(name, #array)) {                                \
    *s = (print_pattern){rows, rownnz, rowadr, colind, size}; \
    return true;                                              \
  }
#define OWN(array, prefix, rows, size) \
  X(array, rows, d->prefix##_rownnz, d->prefix##_rowadr, d->prefix##_colind, size)
  OWN(actuator_moment, moment, m->nu, m->nJmom)
  X(M, m->nv, m->M_rownnz, m->M_rowadr, m->M_colind, m->nC)
  X(qLD, m->nv, m->M_rownnz, m->M_rowadr, m->M_colind, m->nC)
  X(qH, m->nv, m->M_rownnz, m->M_rowadr, m->M_colind, m->nC)
  X(qDeriv, m->nv, m->D_rownnz, m->D_rowadr, m->D_colind, m->nD)
  X(qLU, m->nv, m->D_rownnz, m->D_rowadr, m->D_colind, m->nD)
  OWN(iM, iM, d->nidof, m->nC)
  X(iLD, d->nidof, d->iM_rownnz, d->iM_rowadr, d->iM_colind, m->nC)
  if (!is_sparse(m)) return false;
  OWN(flexedge_J, flexedge_J, m->nflexedge, m->nflexedge * m->nv)
  OWN(ten_J, ten_J, m->ntendon, m->ntendon * m->nv)
  OWN(efc_J, efc_J, d->nefc, d->nJ)
  OWN(efc_AR, efc_AR, d->nefc, d->nA)
  OWN(iefc_J, iefc_J, d->nefc, d->nJ)
#undef OWN
#undef X
  return false;
}

// Prints the lower triangle of the inertia matrix, one row per dof, columns ascending.
static void print_qM(printer* p, const mjModel* m, const mjData* d) {
  if (!m->nv) return;
  print_title(p, "qM");
  for (int i = 0; i < m->nv; i++) {
    const mjtNum* row = d->qM + m->dof_Madr[i];
    for (int j = i; j >= 0; j = m->dof_parentid[j], row++) {
      fprintf(p->file, "  %4d: ", j);
      fprintf(p->file, p->format, *row);
    }
    fputc('\n', p->file);
  }
  fputc('\n', p->file);
}

static bool ends_with(const char* name, const char* end) {
  size_t n = strlen(name), k = strlen(end);
  return n > k && !strcmp(name + n - k, end);
}

// Whether the array holds row addresses or column indices, which are printed with their matrix.
static bool is_index(const char* name) {
  return ends_with(name, "_rownnz") || ends_with(name, "_rowadr") || ends_with(name, "_colind") ||
         ends_with(name, "_rowsuper");
}

// Prints a dense constraint matrix with its actual number of columns.
static void print_dense(printer* p, array_info a, const char* data, size_t cols) {
  if (!cols) return;
  a.rows = a.rows / cols;
  a.cols = cols;
  print_array(p, &a, data);
}

static void print_one(printer* p, const mjModel* m, const mjData* d, const array_info* a) {
  const char* data = array_data(d, a);
  print_pattern s;
  if (!data || is_index(a->field->name)) return;
  if (!strcmp(a->field->name, "contact")) {
    print_contacts(p, m, d);
  } else if (!strcmp(a->field->name, "qM")) {
    print_qM(p, m, d);
  } else if (pattern_of(m, d, a->field->name, &s)) {
    print_sparse(p, a->field->name, &s, (const mjtNum*)data);
  } else if (!strcmp(a->field->name, "efc_J") || !strcmp(a->field->name, "iefc_J")) {
    print_dense(p, *a, data, (size_t)m->nv);
  } else if (!strcmp(a->field->name, "efc_AR")) {
    print_dense(p, *a, data, (size_t)d->nefc);
  } else {
    print_array(p, a, data);
  }
}

// Whether a newer array is printed: sleep states only where trees may sleep, and no arrays that
// serve only the library's loops.
static bool is_newer_array_printed(const mjModel* m, const mjData* d, const array_info* a) {
  static const char* const asleep[] = {"tree_asleep",    "tree_awake",       "body_awake",
                                       "body_awake_ind", "parent_awake_ind", "dof_awake_ind"};
  if (array_is_blank(a, array_data(d, a)) || a->field->member == offsetof(mjData, awake_span) ||
      a->field->member == offsetof(mjData, qpos_asleep))
    return false;
  for (size_t i = 0; i < sizeof asleep / sizeof *asleep; i++) {
    if (!strcmp(a->field->name, asleep[i])) return m->opt.enableflags & mjENBL_SLEEP;
  }
  return true;
}

void mj_printFormattedData(const mjModel* m, const mjData* d, const char* filename,
                           const char* float_format) {
  NEED(m, d);
  if (stack_in_use(d)) {
    mju_error("mj_printFormattedData: the stack is in use");
    return;
  }
  printer p;
  if (!print_open(&p, filename, float_format)) return;
  print_memory(&p, d);
  print_sizes(&p, d);
  print_warnings(&p, d);
  print_timers(&p, d);
  print_solver(&p, d);
  fprintf(p.file, "ENERGY = ");
  print_numbers(&p, d->energy, 2);
  fprintf(p.file, "\nTIME = ");
  print_numbers(&p, &d->time, 1);
  fputc('\n', p.file);
  array_info array[DATA_NARRAY], arena[ARENA_NARRAY];
  arrays_of_data(m, array);
  arrays_of_arena(m, d, arena);
  for (int i = 0; i < DATA_NARRAY; i++) {
    if (i < DATA_NARRAY_BASE || is_newer_array_printed(m, d, array + i))
      print_one(&p, m, d, array + i);
  }
  for (int i = 0; i < ARENA_NARRAY; i++) print_one(&p, m, d, arena + i);
  print_close(&p);
}

void mj_printData(const mjModel* m, const mjData* d, const char* filename) {
  mj_printFormattedData(m, d, filename, "% -9.2g");
}
