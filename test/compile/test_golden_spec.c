// What can be done with the specifications of all models of test/golden/compile.
#include "compile/golden.h"

// Byte by byte: arrays, settings, statistics.
static bool same_model(const char* name, const mjModel* a, const mjModel* b) {
  if (a->nbuffer != b->nbuffer || a->signature != b->signature ||
      memcmp(&a->opt, &b->opt, sizeof a->opt) || memcmp(&a->vis, &b->vis, sizeof a->vis) ||
      memcmp(&a->stat, &b->stat, sizeof a->stat)) {
    print_error("%s: sizes, settings or statistics differ\n", name);
    return false;
  }
  array_info array[MODEL_NARRAY];
  arrays_of_model(a, array);
  for (int k = 0; k < MODEL_NARRAY; k++) {
    if (!array_bytes(array + k)) continue;
    if (memcmp(array_data(a, array + k), array_data(b, array + k), array_bytes(array + k)) == 0) {
      continue;
    }
    print_error("%s: %s differs\n", name, array[k].field->name);
    return false;
  }
  return memcmp(a->buffer, b->buffer, a->nbuffer) == 0;
}

static void compile_again(const char* file, const char* name, int* bad) {
  mjSpec *s = golden_spec(file), *t = golden_spec(file), *copy = mj_copySpec(s);
  mjModel* first = golden_compile(s, name);
  mjSpec* later = mj_copySpec(s);
  mjSpec* others[] = {s, t, copy, later};
  for (int k = 0; k < 4; k++) {
    assert_non_null(others[k]);
    mjModel* m = golden_compile(others[k], name);
    *bad += !same_model(name, first, m);
    mj_deleteModel(m);
  }
  mj_deleteModel(first);
  for (int k = 0; k < 4; k++) mj_deleteSpec(others[k]);
}

static void compiling_again_gives_the_same_bytes(void** state) {
  (void)state;
  golden_models(compile_again);
}

// ------------------------------------------------------------------------------------ recompiling

// A number of its own in every place of the state.
static mjData* data_of_numbers(const mjModel* m) {
  mjData* d = mj_makeData(m);
  assert_non_null(d);
  d->time = 3;
  double next = 1;
#define FILL(array, n) \
  for (int i = 0; i < (n); i++) d->array[i] = next++;
  FILL(qpos, m->nq)
  FILL(qvel, m->nv)
  FILL(act, m->na)
  FILL(ctrl, m->nu)
  FILL(mocap_pos, 3 * m->nmocap)
  FILL(mocap_quat, 4 * m->nmocap)
#undef FILL
  return d;
}

static bool same_state(const char* name, const mjModel* m, const mjData* a, const mjData* b) {
#define SAME(array, n)                                            \
  if (memcmp(a->array, b->array, (size_t)(n) * sizeof(mjtNum))) { \
    print_error("%s: %s is not kept\n", name, #array);            \
    return false;                                                 \
  }
  SAME(qpos, m->nq)
  SAME(qvel, m->nv)
  SAME(act, m->na)
  SAME(ctrl, m->nu)
  SAME(mocap_pos, 3 * m->nmocap)
  SAME(mocap_quat, 4 * m->nmocap)
#undef SAME
  return a->time == b->time;
}

// By the specification the model is of, and by copies of it.
static void recompile(const char* file, const char* name, int* bad) {
  mjSpec* s = golden_spec(file);
  mjModel *m = golden_compile(s, name), *before = mj_copyModel(NULL, m);
  mjSpec* copy = mj_copySpec(s);
  assert_non_null(copy);
  mjSpec* by[] = {s, copy, copy};
  for (int k = 0; k < 3; k++) {
    mjData *d = data_of_numbers(m), *kept = data_of_numbers(m);
    assert_int_equal(mj_recompile(by[k], NULL, m, d), 0);
    *bad += !same_model(name, before, m) || !same_state(name, m, kept, d);
    mj_deleteData(d);
    mj_deleteData(kept);
  }
  mj_deleteModel(m);
  mj_deleteModel(before);
  mj_deleteSpec(s);
  mj_deleteSpec(copy);
}

static void recompiling_keeps_the_state(void** state) {
  (void)state;
  golden_models(recompile);
}

// -------------------------------------------------------------------------------------- attaching

static const char prefix[] = "within/";

// An empty specification with the settings of another: attaching brings elements only.
static mjSpec* empty_parent(const mjSpec* like) {
  mjSpec* s = mj_makeSpec();
  assert_non_null(s);
  const mjSpec usual = *s;
  s->option = like->option;
  s->visual = like->visual;
  s->stat = like->stat;
  s->compiler = like->compiler;
  s->compiler.meshdir = usual.compiler.meshdir;
  s->compiler.texturedir = usual.compiler.texturedir;
  s->strippath = like->strippath;
  s->memory = like->memory;
  s->nuserdata = like->nuserdata;
  s->njmax = like->njmax;
  s->nconmax = like->nconmax;
  s->nstack = like->nstack;
  s->nuser_body = like->nuser_body;
  s->nuser_jnt = like->nuser_jnt;
  s->nuser_geom = like->nuser_geom;
  s->nuser_site = like->nuser_site;
  s->nuser_cam = like->nuser_cam;
  s->nuser_tendon = like->nuser_tendon;
  s->nuser_actuator = like->nuser_actuator;
  s->nuser_sensor = like->nuser_sensor;
  return s;
}

// What refers to nothing, or to the world itself, is no part of what is attached, nor are keyframes
// that only size/nkey asks for; and files name the bodies of skins as they are there.
static bool all_comes_along(mjSpec* s, const mjModel* m) {
  int nkey = 0;
  for (mjsElement* e = mjs_firstElement(s, mjOBJ_KEY); e; e = mjs_nextElement(s, e)) nkey++;
  if (m->nkey > nkey) return false;
  for (int i = 0; i < m->nskin; i++) {
    if (m->skin_pathadr[i] >= 0) return false;
  }
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_objid[i] < 0) return false;
  }
  for (int i = 0; i < m->neq; i++) {
    bool bodies = m->eq_objtype[i] == mjOBJ_BODY;
    if (bodies && (m->eq_obj1id[i] == 0 || m->eq_obj2id[i] == 0)) return false;
  }
  return true;
}

static bool is_of_names(const char* name) {
  return !strncmp(name, "name", 4) || !strcmp(name, "nnames");
}

static bool same_but_names(const char* name, const mjModel* a, const mjModel* b) {
  bool same = true;
#define X(size)                                                                          \
  if (a->size != b->size && !is_of_names(#size) && strcmp(#size, "nbuffer")) {           \
    print_error("%s: %s is %d, attached %d\n", name, #size, (int)a->size, (int)b->size); \
    same = false;                                                                        \
  }
  MJMODEL_INTS
#undef X
  array_info array[MODEL_NARRAY];
  arrays_of_model(a, array);
  for (int k = 0; same && k < MODEL_NARRAY; k++) {
    if (is_of_names(array[k].field->name)) continue;
    size_t n = array[k].rows * array[k].cols;
    field want = {.n = (int)n, .value = calloc(n + 1, sizeof(double))};
    const void* data = array_data(a, array + k);
    for (size_t i = 0; i < n; i++) want.value[i] = number_at(array[k].field->kind, data, i);
    same &= same_array(name, array[k].field->name, array[k].field->kind, array_data(b, array + k),
                       n, &want);
    free(want.value);
  }
  return same && !memcmp(&a->stat, &b->stat, sizeof a->stat);
}

static bool prefixed(const char* name, const mjModel* a, const mjModel* b, mjtObj type, int n) {
  for (int i = type == mjOBJ_BODY; i < n; i++) {
    const char *was = mj_id2name(a, type, i), *is = mj_id2name(b, type, i);
    if (!was && !is) continue;
    if (was && is && !strncmp(is, prefix, strlen(prefix)) && !strcmp(is + strlen(prefix), was)) {
      continue;
    }
    print_error("%s: '%s' became '%s'\n", name, was ? was : "", is ? is : "");
    return false;
  }
  return true;
}

static int nattached;

static void attach(const char* file, const char* name, int* bad) {
  mjSpec *s = golden_spec(file), *child = golden_spec(file);
  mjModel* m = golden_compile(s, name);
  if (all_comes_along(child, m)) {
    nattached++;
    mjSpec* parent = empty_parent(child);
    mjsFrame* frame = mjs_addFrame(mjs_findBody(parent, "world"), NULL);
    assert_non_null(mjs_attach(frame->element, child->element, prefix, ""));
    mjModel* whole = golden_compile(parent, name);
    *bad += !same_but_names(name, m, whole) || !prefixed(name, m, whole, mjOBJ_BODY, m->nbody) ||
            !prefixed(name, m, whole, mjOBJ_JOINT, m->njnt) ||
            !prefixed(name, m, whole, mjOBJ_GEOM, m->ngeom) ||
            !prefixed(name, m, whole, mjOBJ_ACTUATOR, m->nu) ||
            !prefixed(name, m, whole, mjOBJ_SENSOR, m->nsensor);
    mj_deleteModel(whole);
    mj_deleteSpec(parent);
  }
  mj_deleteModel(m);
  mj_deleteSpec(s);
  mj_deleteSpec(child);
}

static void attached_to_nothing_the_numbers_are_the_same(void** state) {
  (void)state;
  golden_models(attach);
  assert_true(nattached >= 80);  // of all that there are
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(compiling_again_gives_the_same_bytes),
      cmocka_unit_test(recompiling_keeps_the_state),
      cmocka_unit_test(attached_to_nothing_the_numbers_are_the_same),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
