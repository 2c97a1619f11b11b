// What is nested deeply: it takes a stack as everybody has it, or none; what is written is read.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <pthread.h>
#include <engine/engine.h>

#include "base/text.h"
#include "mjcf/xml.h"

// Frames of sanitized code are several times as large.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(undefined_behavior_sanitizer) || \
    __has_feature(thread_sanitizer)
#define SANITIZED
#endif
#endif
#if defined(SANITIZED) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || \
    !defined(__OPTIMIZE__)
enum { ROOMY = 64 << 20, SMALL = 2 << 20 };
#else
enum { ROOMY = 5 << 20, SMALL = 200 << 10 };
#endif

// In a thread of that much stack.
static void* with_stack(size_t size, void* (*run)(void*), void* argument) {
  pthread_t thread;
  pthread_attr_t attributes;
  void* result;
  pthread_attr_init(&attributes);
  assert_int_equal(pthread_attr_setstacksize(&attributes, size), 0);
  assert_int_equal(pthread_create(&thread, &attributes, run, argument), 0);
  pthread_join(thread, &result);
  pthread_attr_destroy(&attributes);
  return result;
}

typedef struct {
  mjSpec* spec;
  text t;
  char error[500];
} job;

static void* parse(void* argument) {
  job* j = argument;
  j->spec = mj_parseXMLString(j->t.data, NULL, j->error, sizeof j->error);
  return j->spec;
}

static void* save(void* argument) {
  job* j = argument;
  char too_short[1];
  int size = mj_saveXMLString(j->spec, too_short, 1, j->error, sizeof j->error);
  if (size < 0) return NULL;
  char* xml = malloc((size_t)size + 1);
  mj_saveXMLString(j->spec, xml, size + 1, j->error, sizeof j->error);
  return xml;
}

// n elements within each other.
static text nest(const char* section, const char* element, int n) {
  text t = {0};
  text_print(&t, "<mujoco><%s>", section);
  for (int i = 0; i < n; i++) text_print(&t, "<%s>", element);
  for (int i = 0; i < n; i++) text_print(&t, "</%.*s>", (int)strcspn(element, " "), element);
  text_print(&t, "</%s></mujoco>", section);
  return t;
}

// In depths up to the limit everything is read within half the usual stack.
static void everything_nests_to_the_limit(void** state) {
  (void)state;
  static const char* const kinds[][2] = {{"worldbody", "body"},      {"worldbody", "frame"},
                                         {"worldbody", "composite"}, {"asset", "x"},
                                         {"sensor", "plugin"},       {"worldbody", "include"}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    job j = {.t = nest(kinds[i][0], kinds[i][1], XML_MAX_DEPTH - 2)};
    with_stack(ROOMY, parse, &j);
    assert_true(i < 2 ? j.spec != NULL : j.error[0] != 0);
    text_free(&j.t);
    mj_deleteSpec(j.spec);
  }
  job j = {.t = nest("worldbody", "replicate count='1'", XML_MAX_DEPTH - 2)};
  with_stack(ROOMY, parse, &j);
  assert_null(j.spec);
  assert_non_null(strstr(j.error, "replicates are nested deeper than 100"));
  text_free(&j.t);
}

// Written within that stack and read again, it compiles to bodies that hang on each other as
// before.
static void assert_round_trip(mjSpec* s) {
  job j = {.spec = s};
  mjModel* m = mj_compile(s, NULL);
  if (!m) fail_msg("%s", mjs_getError(s));
  char* xml = with_stack(ROOMY, save, &j);
  if (!xml) fail_msg("%s", j.error);
  // what is deep is not indented as deeply: that would be 200 MB of spaces
  assert_true(strlen(xml) < 10 << 20);
  j.t = (text){.data = xml, .size = strlen(xml)};
  if (!with_stack(ROOMY, parse, &j)) fail_msg("%s", j.error);
  mjModel* n = mj_compile(j.spec, NULL);
  assert_non_null(n);
  assert_int_equal(n->nbody, m->nbody);
  assert_memory_equal(n->body_parentid, m->body_parentid, sizeof(int) * (size_t)m->nbody);
  text_free(&j.t);
  mj_deleteModel(m);
  mj_deleteModel(n);
  mj_deleteSpec(j.spec);
}

static void the_longest_cable_is_read_again(void** state) {
  (void)state;
  job j = {.t = {0}};
  text_print(&j.t,
             "<mujoco><worldbody><composite type='cable' count='1000 1 1' size='100 0 0' "
             "curve='s' initial='none'><geom type='capsule' size='.001' contype='0' "
             "conaffinity='0'/></composite></worldbody></mujoco>");
  mjSpec* cable = with_stack(ROOMY, parse, &j);
  if (!cable) fail_msg("%s", j.error);
  text_free(&j.t);
  // stiff, it compiles in no time
  for (mjsElement *e = mjs_firstElement(cable, mjOBJ_JOINT), *next; e; e = next) {
    next = mjs_nextElement(cable, e);
    mjs_delete(cable, e);
  }
  assert_round_trip(cable);
  mj_deleteSpec(cable);
}

// -------------------------------------------------------------- deeper than texts may be nested

static mjSpec* chain_of(mjtObj kind, int n) {
  mjSpec* s = mj_makeSpec();
  mjsBody* body = mjs_findBody(s, "world");
  mjsFrame* frame = NULL;
  const mjsDefault* def = mjs_getSpecDefault(s);
  for (int i = 0; i < n; i++) {
    char name[30];
    snprintf(name, sizeof name, "%d", i);
    if (kind == mjOBJ_BODY) body = mjs_addBody(body, NULL);
    if (kind == mjOBJ_FRAME) frame = mjs_addFrame(body, frame);
    if (kind == mjOBJ_DEFAULT) def = mjs_addDefault(s, name, def);
    if (kind == mjOBJ_FRAME && i == 0) mjs_setName(frame->element, "0");
    if (kind == mjOBJ_BODY && i == 0) mjs_setName(body->element, "0");
  }
  mjs_addGeom(body, NULL)->size[0] = 0.1;
  if (frame) mjs_setFrame(mjs_firstElement(s, mjOBJ_GEOM), frame);
  return s;
}

static void* do_everything(void* argument) {
  mjSpec* s = argument;
  mjModel* m = mj_compile(s, NULL);
  mjSpec* copy = mj_copySpec(s);
  mjSpec* parent = mj_makeSpec();
  mjsFrame* frame = mjs_addFrame(mjs_findBody(parent, "world"), NULL);
  bool ok = m && copy && mj_copyBack(s, m) == 1 &&
            mjs_attach(frame->element, copy->element, "a", "") != NULL;
  static const mjtObj kinds[] = {mjOBJ_BODY, mjOBJ_FRAME, mjOBJ_DEFAULT};
  for (int i = 0; i < 3; i++) {
    mjsElement* top = mjs_findElement(s, kinds[i], "0");
    if (top) ok = ok && mjs_delete(s, top) == 0;
  }
  mj_deleteModel(m);
  mj_deleteSpec(parent);
  mj_deleteSpec(copy);
  return ok ? s : NULL;
}

static void chains_to_the_limit_are_read_again(void** state) {
  (void)state;
  static const mjtObj kinds[] = {mjOBJ_BODY, mjOBJ_FRAME, mjOBJ_DEFAULT};
  for (int i = 0; i < 3; i++) {
    mjSpec* s = chain_of(kinds[i], XML_MAX_DEPTH - 3);
    assert_round_trip(s);
    mj_deleteSpec(s);
  }
}

// Through the API the depth has no limit, and asks nothing of the stack; only a text has one.
static void editing_and_compiling_take_no_stack(void** state) {
  (void)state;
  static const mjtObj kinds[] = {mjOBJ_BODY, mjOBJ_FRAME, mjOBJ_DEFAULT};
  for (int i = 0; i < 3; i++) {
    job j = {.spec = chain_of(kinds[i], XML_MAX_DEPTH + 1)};
    mjModel* m = mj_compile(j.spec, NULL);
    if (!m) fail_msg("%s", mjs_getError(j.spec));
    mj_deleteModel(m);
    assert_null(with_stack(ROOMY, save, &j));
    assert_non_null(strstr(j.error, "nested deeper than " XML_MAX_DEPTH_TEXT));
    assert_non_null(with_stack(SMALL, do_everything, j.spec));
    mj_deleteSpec(j.spec);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(everything_nests_to_the_limit),
      cmocka_unit_test(the_longest_cable_is_read_again),
      cmocka_unit_test(chains_to_the_limit_are_read_again),
      cmocka_unit_test(editing_and_compiling_take_no_stack),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
