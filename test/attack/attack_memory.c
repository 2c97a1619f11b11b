// Allocations that fail: one of them, or all from one on, in calls of the API that allocate.  Such
// a call says that there is no memory, by its error or its result, and blames nothing else; or it
// gives what it gives with memory.  Nothing leaks, and the same call works afterwards.
//
// Where the allocator cannot be replaced (sanitizers, other C libraries) there is nothing to
// attack.
//
// By hand, the long form:  attack_memory -shared -runs=10000000
#include "attack/attack.h"

#include "attack/no_memory.h"

#ifdef FAILING

// ----------------------------------------------------------------------------------- scenarios

// What a call came to: what was said when it failed; what it made, as bytes.
typedef struct {
  bool done;
  char said[1024];
  unsigned char* bytes;
  size_t n;
} outcome;

// What a scenario holds, freed whatever happens.
static struct {
  mjSpec *spec, *other;
  mjModel *m, *k;
  mjData *d, *e;
  mjvScene scene;
  mjVFS vfs;
  mjThreadPool* pool;
} hand;

static char warning[1024];

static void keep_warning(const char* text) {
  if (!warning[0]) snprintf(warning, sizeof warning, "%s", text);
}

static void drop_all(void) {
  mj_deleteData(hand.d);
  mj_deleteData(hand.e);
  mj_deleteModel(hand.m);
  mj_deleteModel(hand.k);
  mj_deleteSpec(hand.spec);
  mj_deleteSpec(hand.other);
  mjv_freeScene(&hand.scene);
  mj_deleteVFS(&hand.vfs);
  mju_threadPoolDestroy(hand.pool);
  mj_freeLastXML();
  mj_clearCache(mj_getCache());
  memset(&hand, 0, sizeof hand);
  mjv_defaultScene(&hand.scene);
  mj_defaultVFS(&hand.vfs);
}

static void result_bytes(outcome* o, const void* data, size_t n) {
  watching = false;
  o->bytes = malloc(n + 1);
  memcpy(o->bytes, data, n);
  o->n = n;
  o->done = true;
}

static void result_model(outcome* o, const mjModel* m) {
  watching = false;
  size_t n = (size_t)mj_sizeModel(m);
  o->bytes = malloc(n);
  o->n = n;
  mj_saveModel(m, NULL, o->bytes, (int)n);
  o->done = true;
}

static void result_text(outcome* o, const char* text) { result_bytes(o, text, strlen(text)); }

static void fail_with(outcome* o, const char* text) {
  snprintf(o->said, sizeof o->said, "%s", text ? text : "");
}

static char xml[1 << 22];

static void load(outcome* o, const char* file) {
  char error[1000] = "";
  hand.m = mj_loadXML(file, NULL, error, sizeof error);
  if (!hand.m) {
    fail_with(o, error);
  } else {
    result_model(o, hand.m);
  }
}

static bool parse(outcome* o, const char* file) {
  char error[1000] = "";
  hand.spec = mj_parseXML(file, NULL, error, sizeof error);
  if (!hand.spec) fail_with(o, error);
  return hand.spec != NULL;
}

static void compile(outcome* o, mjSpec* s) {
  hand.m = mj_compile(s, NULL);
  if (!hand.m) {
    fail_with(o, mjs_getError(s));
  } else {
    result_model(o, hand.m);
  }
}

static void copy(outcome* o, const char* file) {
  if (!parse(o, file)) return;
  hand.other = mj_copySpec(hand.spec);
  if (!hand.other) {
    fail_with(o, mjs_getError(hand.spec));
  } else {
    compile(o, hand.other);
  }
}

static void save(outcome* o, const char* file) {
  char error[1000] = "";
  if (!parse(o, file)) return;
  hand.m = mj_compile(hand.spec, NULL);
  if (!hand.m) {
    fail_with(o, mjs_getError(hand.spec));
  } else if (mj_saveXMLString(hand.spec, xml, sizeof xml, error, sizeof error)) {
    fail_with(o, error);
  } else {
    result_text(o, xml);
  }
}

static void save_last(outcome* o, const char* file) {
  char error[1000] = "";
  load(o, file);
  if (!o->done) return;
  free(o->bytes);
  *o = (outcome){0};
  watching = true;
  if (!mj_saveLastXML("attack_memory.xml", NULL, error, sizeof error)) {
    fail_with(o, error);
    return;
  }
  watching = false;
  FILE* f = fopen("attack_memory.xml", "r");
  size_t n = fread(xml, 1, sizeof xml - 1, f);
  fclose(f);
  xml[n] = 0;
  result_text(o, xml);
}

static void attach(outcome* o, const char* file) {
  if (!parse(o, file)) return;
  hand.other = mj_makeSpec();
  if (!hand.other) {
    fail_with(o, "memory: there is no other reason");
    return;
  }
  mjsFrame* f = mjs_addFrame(mjs_findBody(hand.other, "world"), NULL);
  if (!f || !mjs_attach(f->element, hand.spec->element, "x_", "")) {
    fail_with(o, mjs_getError(hand.other));
    return;
  }
  mjsBody* b = mjs_addBody(mjs_findBody(hand.other, "world"), NULL);
  mjsGeom* g = b ? mjs_addGeom(b, NULL) : NULL;
  if (!g || mjs_setName(g->element, "a new one")) {
    fail_with(o, mjs_getError(hand.other));
    return;
  }
  g->size[0] = 1;
  compile(o, hand.other);
}

static void recompile(outcome* o, const char* file) {
  watching = false;
  if (!parse(o, file)) return;
  hand.m = mj_compile(hand.spec, NULL);
  if (hand.m) hand.d = mj_makeData(hand.m);
  watching = true;
  if (!hand.m) {
    fail_with(o, "memory");
    return;
  }
  if (mj_recompile(hand.spec, NULL, hand.m, hand.d)) {
    fail_with(o, mjs_getError(hand.spec));
  } else {
    result_model(o, hand.m);
  }
}

// A model to work with, made without failures.
static bool prepare(outcome* o, const char* file) {
  watching = false;
  char error[1000];
  hand.m = mj_loadXML(file, NULL, error, sizeof error);
  watching = true;
  if (!hand.m) fail_with(o, "memory");
  return hand.m != NULL;
}

static void step(outcome* o, const char* file) {
  if (!prepare(o, file)) return;
  hand.d = mj_makeData(hand.m);
  hand.e = hand.d ? mj_copyData(NULL, hand.m, hand.d) : NULL;
  hand.k = hand.e ? mj_copyModel(NULL, hand.m) : NULL;
  if (!hand.k) {
    fail_with(o, warning);
    return;
  }
  hand.pool = mju_threadPoolCreate(2);
  if (!hand.pool) {
    fail_with(o, warning);
    return;
  }
  mju_bindThreadPool(hand.e, hand.pool);
  mj_step(hand.k, hand.e);
  result_bytes(o, hand.e->qpos, sizeof(mjtNum) * (size_t)hand.k->nq);
}

static void binary(outcome* o, const char* file) {
  if (!prepare(o, file)) return;
  watching = false;
  int n = mj_sizeModel(hand.m);
  void* bytes = malloc((size_t)n);
  mj_saveModel(hand.m, NULL, bytes, n);
  watching = true;
  int wrong = mj_addBufferVFS(&hand.vfs, "m.mjb", bytes, n);
  bool was = watching;
  watching = false;
  free(bytes);
  watching = was;
  if (wrong) {
    fail_with(o, wrong == -1 ? "memory" : "");
    return;
  }
  hand.k = mj_loadModel("m.mjb", &hand.vfs);
  if (!hand.k) {
    fail_with(o, warning);
  } else {
    result_model(o, hand.k);
  }
}

static void scene(outcome* o, const char* file) {
  if (!prepare(o, file)) return;
  watching = false;
  hand.d = mj_makeData(hand.m);
  mj_forward(hand.m, hand.d);
  watching = true;
  mjvOption option;
  mjvCamera camera;
  mjv_defaultOption(&option);
  mjv_defaultFreeCamera(hand.m, &camera);
  mjv_makeScene(hand.m, &hand.scene, 100);
  mjv_updateScene(hand.m, hand.d, &option, NULL, &camera, mjCAT_ALL, &hand.scene);
  result_bytes(o, &hand.scene.ngeom, sizeof hand.scene.ngeom);
}

static void schema(outcome* o, const char* file) {
  (void)file;
  int n = mj_printSchema(NULL, xml, sizeof xml, 0, 0);
  if (n <= 0) {
    fail_with(o, warning[0] ? warning : "memory");
  } else {
    result_text(o, xml);
  }
}

static void print(outcome* o, const char* file) {
  if (!prepare(o, file)) return;
  watching = false;
  hand.d = mj_makeData(hand.m);
  watching = true;
  mj_printModel(hand.m, "/dev/null");
  mj_printData(hand.m, hand.d, "/dev/null");
  if (warning[0]) {
    fail_with(o, warning);
  } else {
    result_text(o, "");
  }
}

typedef struct {
  const char* name;
  void (*run)(outcome* o, const char* file);
} scenario;

static const scenario scenarios[] = {
    {"load", load},     {"copy", copy},
    {"save", save},     {"save what was last", save_last},
    {"attach", attach}, {"recompile", recompile},
    {"step", step},     {"binary", binary},
    {"scene", scene},   {"schema", schema},
    {"print", print},
};

enum { NSCENARIO = sizeof scenarios / sizeof *scenarios };

// ---------------------------------------------------------------------------------------- cases

// Run with allocation number n failing, -1 for none.
static outcome run_one(const scenario* s, const char* file, long n, bool all) {
  static outcome o;
  memset(&o, 0, sizeof o);
  warning[0] = 0;
  memory_fails(n, all);
  mju_user_warning = keep_warning;
  if (!attack_raised()) {
    watching = true;
    s->run(&o, file);
  } else {
    watching = false;
    fail_with(&o, attack_error);
  }
  watching = false;
  attack_caught();
  drop_all();
  return o;
}

static void run(long number) {
  attack_seed(number);
  const scenario* s = scenarios + draw_int(0, NSCENARIO - 1);
  const char* file = attack_model_file(draw_int(0, attack_nmodel() - 1));
  attack_note("%s of %s", s->name, file);
  outcome good = run_one(s, file, -1, false);
  if (!good.done) return;  // a model that does not load
  long n = count;
  for (int k = 0; k < 20; k++) {
    long at = (long)(draw_bits() % (uint64_t)(n + 1));
    bool all = draw_int(0, 1);
    attack_note("%s of %s, allocation %ld of %ld%s", s->name, file, at, n,
                all ? " and all that follow" : "");
    long before = held;
    outcome o = run_one(s, file, at, all);
    attack_calls++;
    if (o.done && (o.n != good.n || memcmp(o.bytes, good.bytes, o.n))) {
      attack_found("the result is another");
    }
    if (!o.done && !speaks_of_memory(o.said)) attack_found("it says: '%s'", o.said);
    free(o.bytes);
    if (held != before) attack_found("%ld blocks leak; said: '%s'", (long)held - before, o.said);
  }
  free(good.bytes);
}

int main(int argc, char** argv) {
  static const attack a = {"attack_memory", run, 60, 200};
  mjv_defaultScene(&hand.scene);
  mj_defaultVFS(&hand.vfs);
  int result = attack_main(&a, argc, argv);
  remove("attack_memory.xml");
  return result;
}

#else
int main(void) {
  printf("attack_memory: the allocator cannot be replaced here\n");
  return 0;
}
#endif
