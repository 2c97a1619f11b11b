// engine diff: differences between two models, by object name.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <engine/fields.h>

#include "tool/command.h"
#include "tool/model.h"

static double tolerance;

static const command_option options[] = {
    {"tolerance", TAKES_AMOUNT, &tolerance, "X",
     "numbers differ when they do by more than this share of the larger, or of 1 (0)"},
};

typedef enum { OF_NUM, OF_INT, OF_BYTE, OF_FLOAT, OF_CHAR } number_kind;

static number_kind kind_of(const char* type) {
  if (!strcmp(type, "mjtNum")) return OF_NUM;
  if (!strcmp(type, "float")) return OF_FLOAT;
  if (!strcmp(type, "mjtByte")) return OF_BYTE;
  return strcmp(type, "char") ? OF_INT : OF_CHAR;
}

// A model array whose rows belong to objects.
typedef struct {
  const char *name, *size;
  number_kind kind;
  const void* data;
  int rows, cols;
} array;

// List the arrays of a model in out (room for all); returns their number.
static int list_arrays(const mjModel* m, array* out) {
  int n = 0;
#undef MJ_M
#define MJ_M(size) m->size
#define X(type, field, size, columns) \
  out[n++] = (array){#field, #size, kind_of(#type), m->field, (int)m->size, (int)(columns)};
  MJMODEL_POINTERS
  MJMODEL_POINTERS_MORE
#undef X
  return n;
}

#define X(...) +1
enum { NARRAY = 0 MJMODEL_POINTERS MJMODEL_POINTERS_MORE };
#undef X

// Sizes whose rows belong to named objects.
static const struct {
  const char* size;
  int type;
  const char* called;
} owners[] = {
    {"nbody", mjOBJ_BODY, "body"},          {"njnt", mjOBJ_JOINT, "joint"},
    {"ngeom", mjOBJ_GEOM, "geom"},          {"nsite", mjOBJ_SITE, "site"},
    {"ncam", mjOBJ_CAMERA, "camera"},       {"nlight", mjOBJ_LIGHT, "light"},
    {"nflex", mjOBJ_FLEX, "flex"},          {"nmesh", mjOBJ_MESH, "mesh"},
    {"nskin", mjOBJ_SKIN, "skin"},          {"nhfield", mjOBJ_HFIELD, "hfield"},
    {"ntex", mjOBJ_TEXTURE, "texture"},     {"nmat", mjOBJ_MATERIAL, "material"},
    {"npair", mjOBJ_PAIR, "pair"},          {"nexclude", mjOBJ_EXCLUDE, "exclude"},
    {"neq", mjOBJ_EQUALITY, "equality"},    {"ntendon", mjOBJ_TENDON, "tendon"},
    {"nu", mjOBJ_ACTUATOR, "actuator"},     {"nsensor", mjOBJ_SENSOR, "sensor"},
    {"nnumeric", mjOBJ_NUMERIC, "numeric"}, {"ntext", mjOBJ_TEXT, "text"},
    {"ntuple", mjOBJ_TUPLE, "tuple"},       {"nkey", mjOBJ_KEY, "key"},
};
enum { NOWNER = sizeof owners / sizeof *owners };

static int owner_of(const char* size) {
  for (int i = 0; i < NOWNER; i++) {
    if (!strcmp(owners[i].size, size)) return i;
  }
  return -1;
}

static int count_of(const mjModel* m, int owner) {
  array a[NARRAY];
  int n = list_arrays(m, a);
  for (int i = 0; i < n; i++) {
    if (!strcmp(a[i].size, owners[owner].size)) return a[i].rows;
  }
  return 0;
}

static double number_at(const array* a, int i) {
  switch (a->kind) {
    case OF_NUM: return ((const mjtNum*)a->data)[i];
    case OF_FLOAT: return (double)((const float*)a->data)[i];
    case OF_BYTE: return ((const mjtByte*)a->data)[i];
    case OF_CHAR: return ((const char*)a->data)[i];
    default: return ((const int*)a->data)[i];
  }
}

static bool differ(double x, double y) {
  if (isnan(x) || isnan(y)) return isnan(x) != isnan(y);
  return fabs(x - y) > tolerance * fmax(1, fmax(fabs(x), fabs(y)));
}

static bool rows_differ(const array* a, int ra, const array* b, int rb) {
  for (int k = 0; k < a->cols; k++) {
    if (differ(number_at(a, ra * a->cols + k), number_at(b, rb * b->cols + k))) return true;
  }
  return false;
}

static void print_row(const array* a, int row) {
  int shown = a->cols < 10 ? a->cols : 10;
  for (int k = 0; k < shown; k++) printf(" %.6g", number_at(a, row * a->cols + k));
  if (shown < a->cols) printf(" ...");
}

// Whether the array holds addresses or counts, whose differences follow from other differences.
static bool is_place(const char* name) {
  static const char* const part[] = {"adr",       "id",        "num",   "_bvh",
                                     "sameframe", "signature", "plugin"};
  if (!strncmp(name, "name_", 5)) return true;
  for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
    if (strstr(name, part[i])) return true;
  }
  return false;
}

// The object of b that corresponds to object id of a: by name or, without a name, by id.
static int counterpart(const mjModel* a, const mjModel* b, int owner, int id) {
  const char* name = mj_id2name(a, owners[owner].type, id);
  if (name && *name) return mj_name2id(b, owners[owner].type, name);
  if (id >= count_of(b, owner)) return -1;
  const char* other = mj_id2name(b, owners[owner].type, id);
  return other && *other ? -1 : id;
}

// Print the objects of a that are not in b.
static int print_missing(const mjModel* a, const mjModel* b, char sign) {
  int found = 0;
  char buffer[32];
  for (int o = 0; o < NOWNER; o++) {
    for (int i = 0, n = count_of(a, o); i < n; i++) {
      if (counterpart(a, b, o, i) >= 0) continue;
      printf("%c %s '%s'\n", sign, owners[o].called, object_name(a, owners[o].type, i, buffer));
      found++;
    }
  }
  return found;
}

// Compare the rows of an array for objects that are in both models.
static int compare_objects(const mjModel* a, const array* x, const mjModel* b, const array* y) {
  int found = 0, o = owner_of(x->size);
  char buffer[32];
  if (o < 0 || is_place(x->name) || x->cols != y->cols) return 0;
  for (int i = 0; i < x->rows; i++) {
    int j = counterpart(a, b, o, i);
    if (j < 0 || !rows_differ(x, i, y, j)) continue;
    printf("%s '%s' %s:", owners[o].called, object_name(a, owners[o].type, i, buffer), x->name);
    print_row(x, i);
    printf("  ->");
    print_row(y, j);
    puts("");
    found++;
  }
  return found;
}

// Compare arrays whose rows are parts of objects; only the array's name is reported.
static int compare_parts(const array* x, const array* y) {
  if (owner_of(x->size) >= 0 || is_place(x->name) || strstr(x->name, "names") ||
      !strcmp(x->name, "paths")) {
    return 0;
  }
  if (x->rows != y->rows || x->cols != y->cols) {
    printf("%s: %d x %d  -> %d x %d\n", x->name, x->rows, x->cols, y->rows, y->cols);
    return 1;
  }
  int rows = 0, first = -1;
  for (int i = 0; i < x->rows; i++) {
    if (!rows_differ(x, i, y, i)) continue;
    if (first < 0) first = i;
    rows++;
  }
  if (!rows) return 0;
  printf("%s: %d of %d rows, first %d:", x->name, rows, x->rows, first);
  print_row(x, first);
  printf("  ->");
  print_row(y, first);
  puts("");
  return 1;
}

static int compare_number(const char* name, double x, double y) {
  if (!differ(x, y)) return 0;
  printf("option %s: %.6g  -> %.6g\n", name, x, y);
  return 1;
}

// Flags that only one has, by their names.
static int compare_flags(const char* name, const char* const* flag, int n, int x, int y) {
  if (x == y) return 0;
  printf("option %s:", name);
  for (int i = 0; i < n; i++) {
    if ((x ^ y) >> i & 1) printf(" %c%s", y >> i & 1 ? '+' : '-', flag[i]);
  }
  puts("");
  return 1;
}

static int compare_options(const mjOption* a, const mjOption* b) {
  int found = 0;
#define X(type, name)                                                \
  if (strcmp(#name, "disableflags") && strcmp(#name, "enableflags")) \
    found += compare_number(#name, a->name, b->name);
  MJOPTION_SCALARS
#undef X
#define X(name, n) \
  for (int i = 0; i < (n); i++) found += compare_number(#name, a->name[i], b->name[i]);
  MJOPTION_VECTORS
#undef X
  found +=
      compare_flags("disableflags", mjDISABLESTRING, mjNDISABLE, a->disableflags, b->disableflags);
  found += compare_flags("enableflags", mjENABLESTRING, mjNENABLE, a->enableflags, b->enableflags);
  return found;
}

static int compare(const mjModel* a, const mjModel* b) {
  array x[NARRAY], y[NARRAY];
  int n = list_arrays(a, x);
  list_arrays(b, y);
  int found = compare_options(&a->opt, &b->opt);
  found += print_missing(a, b, '-') + print_missing(b, a, '+');
  for (int i = 0; i < n; i++) found += compare_objects(a, x + i, b, y + i);
  for (int i = 0; i < n; i++) found += compare_parts(x + i, y + i);
  return found;
}

static int diff(const char* const* operand, int n) {
  (void)n;
  mjModel* a = read_model(operand[0]);
  mjModel* b = a ? read_model(operand[1]) : NULL;
  int status = 2;
  if (b) {
    int found = compare(a, b);
    if (found) {
      printf("%d difference%s\n", found, found > 1 ? "s" : "");
    } else {
      puts("no difference");
    }
    status = found != 0;
  }
  mj_deleteModel(a);
  mj_deleteModel(b);
  return status;
}

const command command_diff = {
    .name = "diff",
    .operands = "MODEL MODEL",
    .least = 2,
    .most = 2,
    .summary = "Name what differs between two models",
    .text =
        "Objects are told by their names, those without by their number.  - and + mark what only\n"
        "the first and only the second has.  The exit status is 0 for no difference, 1 for some.",
    .option = options,
    .noption = sizeof options / sizeof *options,
    .run = diff,
};
