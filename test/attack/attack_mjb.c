// Binary models with something changed: an entry of an array, a size, an option, any byte.  They
// are refused, or they are stepped, inverted, differentiated, drawn, measured, printed and copied,
// and nothing reads or writes where it should not, hangs or raises an error but that of a full
// stack.
//
// By hand, the long form, best in a build with sanitizers:  attack_mjb -shared -runs=10000000
#include "attack/use.h"
#include "model/arrays.h"

enum { LARGEST = 1 << 22 };

typedef struct {
  unsigned char* bytes;
  int n;
  array_info array[MODEL_NARRAY];
  size_t at[MODEL_NARRAY_BASE + 1];  // where the arrays of 3.3.7 are among the bytes, and their end
} image;

static void change_newer(mjModel* m);

static image image_of(mjModel* m) {
  mjModel* changed = draw_int(0, 2) ? NULL : mj_copyModel(NULL, m);
  if (changed) change_newer(m = changed);
  image f = {.n = mj_sizeModel(m)};
  f.bytes = malloc((size_t)f.n);
  mj_saveModel(m, NULL, f.bytes, f.n);
  arrays_of_model(m, f.array);
  size_t header = 5 * sizeof(int);
#define X(name) header += sizeof m->name;
  MJMODEL_INTS
#undef X
  f.at[0] = header + sizeof m->opt + sizeof m->vis + sizeof m->stat;
  for (int i = 0; i < MODEL_NARRAY_BASE; i++) f.at[i + 1] = f.at[i] + array_bytes(f.array + i);
  mj_deleteModel(changed);
  return f;
}

static int odd_int(void) {
  static const int odd[] = {-1,  0,    1,     2,       3,       5,         7,         8,  16,
                            100, 1000, 65535, 1 << 20, 1 << 28, INT32_MAX, INT32_MIN, -2, -100};
  return draw_int(0, 1) ? odd[draw_int(0, (int)(sizeof odd / sizeof *odd) - 1)] : draw_int(0, 60);
}

static size_t draw_below(size_t n) { return (size_t)(draw_bits() % n); }

static void change_int(unsigned char* where, size_t n) {
  size_t at = 4 * draw_below(n / 4);
  int value;
  memcpy(&value, where + at, 4);
  switch (draw_int(0, 3)) {
    case 0: value = odd_int(); break;
    case 1: value = (int)((unsigned)value + (draw_int(0, 1) ? 1u : -1u)); break;
    case 2: value = (int)((unsigned)value + (unsigned)draw_int(-50, 50)); break;
    default: memcpy(&value, where + 4 * draw_below(n / 4), 4);
  }
  memcpy(where + at, &value, 4);
}

static void change_entry(const array_info* array, unsigned char* where) {
  size_t n = array_bytes(array);
  attack_note_more(array->field->name);
  switch (array->field->item) {
    case 4: change_int(where, n); break;
    case 8: {
      mjtNum x = attack_wild();
      memcpy(where + 8 * draw_below(n / 8), &x, 8);
      break;
    }
    default: where[draw_below(n)] = (unsigned char)draw_int(0, 255);
  }
}

static void change_array(image* f) {
  int i;
  do { i = draw_int(0, MODEL_NARRAY_BASE - 1); } while (f->at[i] == f->at[i + 1]);
  change_entry(f->array + i, f->bytes + f->at[i]);
}

// What is newer than 3.3.7 is changed before it is saved: blank arrays are not in the file.
static void change_newer(mjModel* m) {
  array_info array[MODEL_NARRAY];
  arrays_of_model(m, array);
  for (int i = draw_int(1, 2); i > 0; i--) {
    int k = draw_int(MODEL_NARRAY_BASE, MODEL_NARRAY - 1);
    if (!array_bytes(array + k)) continue;
    change_entry(array + k, *(unsigned char**)array_pointer(m, array + k));
  }
}

static void mutate(image* f) {
  switch (draw_int(0, 12)) {
    case 0: change_int(f->bytes + 20, 4 * 90); break;
    case 1: change_int(f->bytes, f->at[0]); break;
    case 4: f->bytes[draw_below((size_t)f->n)] ^= (unsigned char)(1 << draw_int(0, 7)); break;
    case 2: {
      size_t end = f->at[MODEL_NARRAY_BASE];
      if (end + 8 < (size_t)f->n) change_int(f->bytes + end, (size_t)f->n - end);
      break;
    }
    case 3:
      if (!draw_int(0, 9)) f->n = (int)draw_below((size_t)f->n);
      break;
    default:
      for (int i = draw_int(1, 3); i > 0; i--) change_array(f);
  }
}

// Whether data for m are of a reasonable size: arena and user data are numbers that nothing bears
// out.
static bool is_small(const mjModel* m) {
  array_info array[DATA_NARRAY];
  size_t offset[DATA_NARRAY];
  arrays_of_data(m, array);
  return m->narena < 1 << 26 && arrays_layout(array, DATA_NARRAY, offset) < 1 << 26;
}

// What lies between the arrays of data is nobody's: it keeps the mark it is given, or becomes 0.
enum { MARK = 0x5a };

static void mark_gaps(const mjModel* m, mjData* d, bool check) {
  array_info array[DATA_NARRAY];
  size_t offset[DATA_NARRAY + 1];
  arrays_of_data(m, array);
  arrays_layout(array, DATA_NARRAY, offset);
  offset[DATA_NARRAY] = (size_t)d->nbuffer;
  unsigned char* buffer = d->buffer;
  for (int i = 0; i < DATA_NARRAY; i++) {
    for (size_t k = offset[i] + array_bytes(array + i); k < offset[i + 1]; k++) {
      if (check && buffer[k] && buffer[k] != MARK)
        attack_found("something wrote beyond %s", array[i].field->name);
      buffer[k] = MARK;
    }
  }
}

static void check_constant(const mjModel* m, const void* before) {
  if (memcmp(m->buffer, before, (size_t)m->nbuffer)) {
    array_info array[MODEL_NARRAY];
    arrays_of_model(m, array);
    size_t offset[MODEL_NARRAY];
    arrays_layout(array, MODEL_NARRAY, offset);
    for (int i = 0; i < MODEL_NARRAY; i++) {
      if (memcmp((char*)m->buffer + offset[i], (const char*)before + offset[i],
                 array_bytes(array + i))) {
        attack_found("something wrote to %s of the model", array[i].field->name);
      }
    }
  }
}

// Iterations that would take hours are no fault of the library.
static void limit_iterations(mjOption* o) {
  int* n[] = {&o->iterations,     &o->ls_iterations,  &o->noslip_iterations,
              &o->ccd_iterations, &o->sdf_initpoints, &o->sdf_iterations};
  for (size_t i = 0; i < sizeof n / sizeof *n; i++) *n[i] = mjMIN(*n[i], 100);
}

static void use(mjModel* m) {
  limit_iterations(&m->opt);
  mjData* volatile made = NULL;
  if (!attack_raised()) made = mj_makeData(m);  // trees that begin asleep are stepped
  attack_caught();
  mjData* d = made;
  if (!d && attack_error[0] && !strstr(attack_error, "the stack is full")) {
    attack_found("mju_error: %s", attack_error);
  }
  attack_error[0] = 0;
  if (!d) return;
  mark_gaps(m, d, false);
  void* before = malloc((size_t)m->nbuffer);
  memcpy(before, m->buffer, (size_t)m->nbuffer);
  if (!attack_raised()) {
    mj_step(m, d);
    if (!draw_int(0, 3)) mj_setConst(m, d);
    memcpy(before, m->buffer, (size_t)m->nbuffer);
    if (!draw_int(0, 9)) mj_printModel(m, "/dev/null");
    if (!draw_int(0, 9)) mj_printData(m, d, "/dev/null");
    for (int i = draw_int(1, 8); i > 0; i--) act(m, d);
    m->opt.solver = draw_int(mjSOL_PGS, mjSOL_NEWTON);
    m->opt.jacobian = draw_int(mjJAC_DENSE, mjJAC_SPARSE);
    m->opt.integrator = draw_int(mjINT_EULER, mjINT_IMPLICITFAST);
    for (int i = 0; i < 3; i++) mj_step(m, d);
    if (d->pstack) attack_found("the stack is in use");
  } else if (!strstr(attack_error, "the stack is full") &&
             !strstr(attack_error, "discrete inverse") &&
             strncmp(attack_error, "solver ", 7) != 0) {  // which says what it cannot solve
    attack_found("mju_error: %s", attack_error);
  }
  attack_caught();
  mark_gaps(m, d, true);
  if (!attack_error[0]) check_constant(m, before);
  attack_error[0] = 0;
  free(before);
  use_end();
  mj_deleteData(d);
}

static void look_up_names(const mjModel* m) {
  for (int type = 0; type < mjNOBJECT; type++) {
    for (int id = -1; id < 5; id++) {
      const char* name = mj_id2name(m, type, id);
      if (name) mj_name2id(m, type, name);
    }
  }
}

static void run(long number) {
  attack_seed(number);
  mjModel* m;
  do { m = attack_draw_model(); } while (mj_sizeModel(m) > LARGEST);
  image f = image_of(m);
  mutate(&f);
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "m.mjb", f.bytes, f.n);
  free(f.bytes);
  mjModel* changed = mj_loadModel("m.mjb", &vfs);
  mj_deleteVFS(&vfs);
  if (!changed) return;
  look_up_names(changed);
  mj_deleteModel(mj_copyModel(NULL, changed));
  if (is_small(changed)) use(changed);
  mj_deleteModel(changed);
}

int main(int argc, char** argv) {
  static const attack a = {"attack_mjb", run, 60, 1000};
  return attack_main(&a, argc, argv);
}
