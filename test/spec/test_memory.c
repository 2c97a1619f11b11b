// Memory that runs out anywhere: nothing crashes, nothing leaks, somebody says so.
#include "skip.h"
#include "spec_text.h"

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

extern void* __libc_calloc(size_t n, size_t size);
extern void __libc_free(void* p);

// The blocks that specifications are made of come from calloc: count those, refuse one.
enum { TRACKED = 4096 };
static void* tracked[TRACKED];
static int ntracked, ncalls, refuse = -1;
static bool tracking, refused_one;

void* calloc(size_t n, size_t size) {
  if (!tracking) return __libc_calloc(n, size);
  if (ncalls++ == refuse) {
    refused_one = true;
    return NULL;
  }
  void* p = __libc_calloc(n, size);
  if (p && ntracked < TRACKED) tracked[ntracked++] = p;
  return p;
}

void free(void* p) {
  for (int i = ntracked - 1; p && i >= 0; i--) {
    if (tracked[i] != p) continue;
    tracked[i] = tracked[--ntracked];
    break;
  }
  __libc_free(p);
}

// Take up room so that the ends of blocks come at other places.
static bool pad(mjSpec* s, size_t n) { return !n || store_alloc(&spec_of(s)->store, n); }

static bool fill(mjSpec* s, const char* name) {
  mjsDefault* d = mjs_addDefault(s, "class", NULL);
  mjsBody* b = mjs_addBody(world_of(s), d);
  if (!b) return false;
  mjs_setName(b->element, name);
  mjsFrame* f = mjs_addFrame(b, NULL);
  mjsJoint* j = mjs_addJoint(b, d);
  mjsGeom* g = mjs_addGeom(b, NULL);
  mjsBody* c = mjs_addBody(b, NULL);
  mjsMesh* m = mjs_addMesh(s, NULL);
  mjsActuator* a = mjs_addActuator(s, NULL);
  mjsTendon* t = mjs_addTendon(s, NULL);
  mjsKey* k = mjs_addKey(s);
  mjsPlugin* p = mjs_addPlugin(s);
  if (!f || !j || !g || !c || !m || !a || !t || !k || !p) return false;
  mjs_setName(f->element, "frame");
  mjs_setName(j->element, "joint");
  mjs_setName(c->element, "a child with a name that takes some room");
  mjs_setName(k->element, "key");
  mjs_setFrame(g->element, f);
  g->plugin.element = p->element;
  mjs_setString(m->file, "wedge.stl");
  mjs_makeMesh(m, mjMESH_BUILTIN_SPHERE, (double[]){2}, 1);
  mjs_setString(a->target, "joint");
  a->trntype = mjTRN_JOINT;
  mjs_setDouble(k->qpos, (double[]){1}, 1);
  return mjs_wrapJoint(t, "joint", 1) && mjs_wrapJoint(t, "joint", 2);
}

// Everything that allocates; true when all of it went well.
static bool scenario(size_t padding) {
  mjSpec *parent = mj_makeSpec(), *child = mj_makeSpec(), *copy = NULL;
  bool ok = parent && child && pad(parent, padding) && pad(child, padding) &&
            fill(parent, "body") && fill(child, "body");
  for (int deep = 1; ok && deep >= 0; deep--) {
    mjs_setDeepCopy(parent, deep);
    mjsFrame* f = mjs_findFrame(parent, "frame");
    mjsBody* b = mjs_findBody(child, "body");
    ok = f && b && mjs_attach(f->element, b->element, deep ? "deep-" : "shallow-", "");
  }
  ok = ok && (copy = mj_copySpec(parent));
  if (ok) {
    mjsBody* b = mjs_findBody(parent, "deep-body");
    ok = b && mjs_delete(parent, b->element) == 0;
  }
  if (ok) {
    mjsBody* b = mjs_findBody(parent, "body");
    ok = b && mjs_bodyToFrame(&b);
  }
  mjSpec* all[] = {parent, child, copy};
  for (int i = 0; i < 3; i++) {
    if (!all[i]) continue;
    if (spec_of(all[i])->store.failed) {
      ok = false;
      assert_true(mjs_getError(all[i])[0]);
    }
    mj_deleteSpec(all[i]);
  }
  return ok;
}

static void every_refused_allocation_is_survived(void** state) {
  (void)state;
  int total = 0;
  for (size_t padding = 0; padding < 4096; padding += 480) {
    for (refuse = -1;; refuse++) {
      ncalls = ntracked = 0;
      refused_one = false;
      tracking = true;
      bool ok = scenario(padding);
      tracking = false;
      if (ntracked) fail_msg("padding %zu, refused %d: %d leaks", padding, refuse, ntracked);
      if (refuse < 0) assert_true(ok);
      if (refuse >= 0 && !refused_one) break;
      if (refuse >= 0 && ok) fail_msg("padding %zu, refused %d: not noticed", padding, refuse);
      total++;
    }
  }
  assert_true(total > 100);
}

#else

static void every_refused_allocation_is_survived(void** state) {
  (void)state;
  skip_because("the allocator of this build cannot be replaced");
}

#endif

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_refused_allocation_is_survived)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
