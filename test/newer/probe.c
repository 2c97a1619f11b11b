// Lets another program look into the library: one command a line on standard input, one answer a
// line on standard output.  Values are numbers separated by spaces.
//
//   load LEVEL FILE            a model, with the level set by a call (0: as the file says), and
//   data get OWNER FIELD            OWNER: m, o (m->opt, m->ext), d0, d1, ... set dN FIELD VALUES
//   call FUNCTION VALUES       see calls below; dN as N
//
// Answers: "= N values", "text ...", or "error ...".
#include <mujoco/mujoco.h>
#include <engine/extension.h>
#include <engine/fields.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DATA 16
static mjModel* m;
static mjData* data[MAX_DATA];
static int ndata;

// ------------------------------------------------------------------------------------- answers

static void put(double x) { printf(" %.17g", x == 0 ? 0 : x); }

static void put_numbers(const void* a, size_t n, char kind) {
  if (!a) n = 0;
  printf("= %zu", n);
  for (size_t i = 0; i < n; i++) {
    put(kind == 'd'   ? ((const double*)a)[i]
        : kind == 'f' ? ((const float*)a)[i]
        : kind == 'b' ? ((const unsigned char*)a)[i]
        : kind == 's' ? (double)((const size_t*)a)[i]
                      : ((const int*)a)[i]);
  }
  printf("\n");
}

#define KIND(x)            \
  _Generic((x), double     \
           : 'd', float    \
           : 'f', mjtByte  \
           : 'b', char     \
           : 'b', size_t   \
           : 's', int      \
           : 'i', unsigned \
           : 'i', default  \
           : '?')

// Controls, where m->nu is the most of controls, outputs and actuators.
static size_t count_controls(void) {
  size_t n = 0;
  for (int i = 0; i < m->nactuator; i++) n += (size_t)m->actuator_ctrlnum[i];
  return n;
}

// Arrays of actuators have rows for the largest of what there may be; the reference's have as many
// as there are actuators, controls or outputs.
static size_t actuator_rows(const char* name, size_t rows) {
  static const char* const of_out[] = {
      "actuator_gear",        "actuator_acc0",     "actuator_length0",
      "actuator_lengthrange", "actuator_velocity", "actuator_force",
      "actuator_length",      "moment_rownnz",     "moment_rowadr"};
  if (!strcmp(name, "actuator_ctrlrange") || !strcmp(name, "actuator_ctrllimited") ||
      !strcmp(name, "ctrl")) {
    return count_controls();
  }
  for (int i = 0; i < 9; i++) {
    if (!strcmp(name, of_out[i])) return (size_t)m->nout;
  }
  bool other = strncmp(name, "actuator_", 9) || !strcmp(name, "actuator_moment");
  return other ? rows : (size_t)m->nactuator;
}

// What the reference has under another name, or with another number for what nothing was said of.
static int get_renamed(const char* name) {
  if (!strcmp(name, "cam_projection")) {
    put_numbers(m->cam_orthographic, (size_t)m->ncam, 'b');
    return 1;
  }
  if (!strcmp(name, "flex_cellnum")) {
    printf("= %d", 3 * m->nflex);
    for (int i = 0; i < 3 * m->nflex; i++) put(m->flex_cellnum[i] ? m->flex_cellnum[i] : 1);
    printf("\n");
    return 1;
  }
  int output = !strcmp(name, "cam_output"), fields = !strcmp(name, "sensor_intprm");
  int n = output ? m->ncam : fields ? mjNSENS * m->nsensor : 0;
  if (!n) return 0;
  printf("= %d", n);
  for (int i = 0; i < n; i++) {
    int value = output ? m->cam_output[i] : m->sensor_intprm[i];
    bool first = output || (i % mjNSENS == 0 && m->sensor_type[i / mjNSENS] == mjSENS_RANGEFINDER);
    put(first && !value ? 1 : value);
  }
  printf("\n");
  return 1;
}

static int get_model(const char* name) {
  if (!strcmp(name, "nu")) return printf("= 1 %zu\n", count_controls()), 1;
  if (get_renamed(name)) return 1;
#define X(field) \
  if (!strcmp(name, #field)) return put_numbers(&m->field, 1, KIND(m->field)), 1;
  MJMODEL_INTS
  MJMODEL_INTS_MORE
#undef X
#define X(type, field, nr, nc) \
  if (!strcmp(name, #field))   \
    return put_numbers(m->field, actuator_rows(name, m->nr) * (nc), KIND(*m->field)), 1;
  MJMODEL_POINTERS
  MJMODEL_POINTERS_MORE
#undef X
  return 0;
}

static int get_option(const char* name) {
#define X(type, field) \
  if (!strcmp(name, #field)) return put_numbers(&m->opt.field, 1, KIND(m->opt.field)), 1;
  MJOPTION_SCALARS
#undef X
#define X(field, n) \
  if (!strcmp(name, #field)) return put_numbers(m->opt.field, n, 'd'), 1;
  MJOPTION_VECTORS
#undef X
  if (!strcmp(name, "sleep_tolerance")) return put_numbers(&m->ext.sleep_tolerance, 1, 'd'), 1;
  return 0;
}

// Contacts as rows of 13: dist, pos, normal, includemargin, dim, geom1, geom2, exclude,
// efc_address.
static void put_contacts(const mjData* d) {
  printf("= %d", 13 * d->ncon);
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* c = d->contact + i;
    put(c->dist);
    for (int k = 0; k < 3; k++) put(c->pos[k]);
    for (int k = 0; k < 3; k++) put(c->frame[k]);
    put(c->includemargin), put(c->dim), put(c->geom[0]), put(c->geom[1]), put(c->exclude);
    put(c->efc_address);
  }
  printf("\n");
}

typedef struct {
  void* at;
  size_t n;
  char kind;
} field;

static int find_data(mjData* d, const char* name, field* f) {
#define FOUND(pointer, count, letter)     \
  do {                                    \
    *f = (field){pointer, count, letter}; \
    return 1;                             \
  } while (0)
  if (!strcmp(name, "island_ntree")) FOUND(d->island_ntree, (size_t)d->nisland, 'i');
  if (!strcmp(name, "island_itreeadr")) FOUND(d->island_itreeadr, (size_t)d->nisland, 'i');
#define X(type, x, nr, nc) \
  if (!strcmp(name, #x)) FOUND(d->x, actuator_rows(name, m->nr) * (nc), KIND(*d->x));
#undef MJ_D
#define MJ_D(n) d->n
  MJDATA_POINTERS
  MJDATA_POINTERS_MORE
#undef X
#define X(type, x, nr, nc) \
  if (!strcmp(name, #x)) FOUND(d->x, (size_t)(nr) * (nc), KIND(*d->x));
  MJDATA_ARENA_POINTERS_SOLVER
  MJDATA_ARENA_POINTERS_DUAL
  MJDATA_ARENA_POINTERS_ISLAND
  MJDATA_ARENA_POINTERS_MORE
#undef X
#define X(type, x) \
  if (!strcmp(name, #x)) FOUND(&d->x, 1, KIND(d->x));
  MJDATA_SCALAR
  MJDATA_SCALAR_MORE
#undef X
  if (!strcmp(name, "efc_diagA")) FOUND(d->efc_diagApprox, (size_t)d->nefc, 'd');
  if (!strcmp(name, "energy")) FOUND(d->energy, 2, 'd');
  if (!strcmp(name, "solver_niter")) FOUND(d->solver_niter, mjNISLAND, 'i');
  if (!strcmp(name, "solver_nnz")) FOUND(d->solver_nnz, mjNISLAND, 'i');
  return 0;
}

static void get(const char* owner, const char* name) {
  field f;
  if (owner[0] == 'm' && get_model(name)) return;
  if (owner[0] == 'o' && get_option(name)) return;
  if (owner[0] == 'd') {
    mjData* d = data[atoi(owner + 1)];
    if (!strcmp(name, "contact")) {
      put_contacts(d);
      return;
    }
    if (find_data(d, name, &f)) {
      put_numbers(f.at, f.n, f.kind);
      return;
    }
  }
  printf("error no field %s\n", name);
}

static void set(mjData* d, const char* name, char* values) {
  field f;
  if (!find_data(d, name, &f)) {
    printf("error no field %s\n", name);
    return;
  }
  size_t i = 0;
  for (char* t = strtok(values, " "); t && i < f.n; t = strtok(NULL, " "), i++) {
    double x = strtod(t, NULL);
    if (f.kind == 'd') ((double*)f.at)[i] = x;
    if (f.kind == 'i') ((int*)f.at)[i] = (int)x;
    if (f.kind == 'b') ((unsigned char*)f.at)[i] = (unsigned char)x;
  }
  printf("= 0\n");
}

// --------------------------------------------------------------------------------------- calls

#define MAX_ARGUMENTS 20000
static double in[MAX_ARGUMENTS], out[MAX_ARGUMENTS];
static int nin;

#define D(i) data[(int)in[i]]
#define I(i) ((int)in[i])

static int call_pipeline(const char* f) {
  void (*const plain[])(const mjModel*, mjData*) = {mj_forward, mj_step, mj_inverse, mj_resetData};
  static const char* const names[] = {"mj_forward", "mj_step", "mj_inverse", "mj_resetData"};
  for (int i = 0; i < 4; i++) {
    if (strcmp(f, names[i])) continue;
    plain[i](m, D(0));
    printf("= 0\n");
    return 1;
  }
  if (!strcmp(f, "mj_resetDataKeyframe")) {
    mj_resetDataKeyframe(m, D(0), I(1));
    printf("= 0\n");
    return 1;
  }
  if (!strcmp(f, "mj_setKeyframe")) {
    mj_setKeyframe(m, D(0), I(1));
    printf("= 0\n");
    return 1;
  }
  return 0;
}

static int call_state(const char* f) {
  int n;
  if (!strcmp(f, "mj_stateSize")) {
    out[0] = mj_stateSize(m, (unsigned)in[0]);
    put_numbers(out, 1, 'd');
  } else if (!strcmp(f, "mj_getState")) {
    n = mj_stateSize(m, (unsigned)in[1]);
    mj_getState(m, D(0), out, (unsigned)in[1]);
    put_numbers(out, (size_t)n, 'd');
  } else if (!strcmp(f, "mj_setState")) {
    mj_setState(m, D(0), in + 2, (unsigned)in[1]);
    printf("= 0\n");
  } else {
    return 0;
  }
  return 1;
}

static int call_geometry(const char* f) {
  if (!strcmp(f, "mj_contactForce")) {
    mj_contactForce(m, D(0), I(1), out);
    put_numbers(out, 6, 'd');
  } else if (!strcmp(f, "mj_id2name")) {
    const char* name = mj_id2name(m, I(0), I(1));
    printf("text %s\n", name ? name : "");
  } else if (!strcmp(f, "mju_round")) {
    out[0] = mju_round(in[0]);
    put_numbers(out, 1, 'd');
  } else {
    return 0;
  }
  return 1;
}

#include "probe_newer.h"

static void call(char* rest) {
  char* f = strtok(rest, " ");
  nin = 0;
  for (char* t; (t = strtok(NULL, " ")) && nin < MAX_ARGUMENTS;) in[nin++] = strtod(t, NULL);
  if (!call_pipeline(f) && !call_state(f) && !call_geometry(f) && !call_newer(f)) {
    printf("error no function %s\n", f);
  }
}

// ---------------------------------------------------------------------------------------- load

static void say_error(const char* text) {
  printf("error ");
  for (; *text; text++) putchar(*text == '\n' ? ' ' : *text);
  printf("\n");
}

static void load(int level, const char* file) {
  char error[1000] = "";
  while (ndata > 0) mj_deleteData(data[--ndata]);
  mj_deleteModel(m);
  m = NULL;
  mjSpec* s = mj_parseXML(file, NULL, error, sizeof error);
  if (!s) {
    say_error(error);
    return;
  }
  if (level) eng_setLevel(s, level);
  m = mj_compile(s, NULL);
  if (!m) {
    say_error(mjs_getError(s));
  } else if (mjs_isWarning(s)) {
    printf("text ");
    for (const char* c = mjs_getError(s); *c; c++) putchar(*c == '\n' ? ' ' : *c);
    printf("\n");
  } else {
    printf("= 0\n");
  }
  mj_deleteSpec(s);
}

// Standard output is for answers.
static void note_warning(const char* text) { fprintf(stderr, "%s\n", text); }

int main(void) {
  mju_user_warning = note_warning;
  static char line[1 << 20];
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = 0;
    char* rest = strchr(line, ' ');
    if (rest) *rest++ = 0;
    if (!strcmp(line, "load")) {
      char* file = strchr(rest, ' ');
      load(atoi(rest), file + 1);
    } else if (!strcmp(line, "data")) {
      data[ndata] = mj_makeData(m);
      printf("= 1 %d\n", ndata++);
    } else if (!strcmp(line, "get")) {
      const char* owner = strtok(rest, " ");
      get(owner, strtok(NULL, " "));
    } else if (!strcmp(line, "set")) {
      char *owner = strtok(rest, " "), *name = strtok(NULL, " ");
      set(data[atoi(owner + 1)], name, strtok(NULL, ""));
    } else if (!strcmp(line, "call")) {
      call(rest);
    } else {
      printf("error %s\n", line);
    }
    fflush(stdout);
  }
  return 0;
}
