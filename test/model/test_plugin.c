#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <pthread.h>
#include <cmocka.h>

#include "base/raises.h"
#include "model/small_models.h"

static int ninit, ndestroy, ncopy, nreset, refuse = -1, fail_reset = -1;

static int init(const mjModel* m, mjData* d, int instance) {
  (void)m;
  if (instance == refuse) return -1;
  ninit++;
  int* own = malloc(sizeof(int));
  *own = 10 * instance;
  d->plugin_data[instance] = (uintptr_t)own;
  return 0;
}
static void destroy(mjData* d, int instance) {
  ndestroy++;
  free((void*)d->plugin_data[instance]);
}
static void copy(mjData* dest, const mjModel* m, const mjData* src, int instance) {
  (void)m;
  ncopy++;
  *(int*)dest->plugin_data[instance] = *(int*)src->plugin_data[instance];
}
static void reset(const mjModel* m, mjtNum* plugin_state, void* plugin_data, int instance) {
  nreset++;
  if (instance == fail_reset) mju_error("reset of instance %d", instance);
  assert_int_equal(*(int*)plugin_data / 10, instance);
  assert_true(m->plugin_statenum[instance] == instance + 1);
  plugin_state[0] += 1;  // it is kept across resets: clearing is up to the plugin
}

static const char* const attributes[] = {"stiffness", "twist", "name"};

static mjpPlugin full_plugin(const char* name) {
  mjpPlugin p;
  mjp_defaultPlugin(&p);
  p.name = name;
  p.nattribute = 3;
  p.attributes = attributes;
  p.capabilityflags = mjPLUGIN_PASSIVE;
  p.init = init;
  p.destroy = destroy;
  p.copy = copy;
  p.reset = reset;
  return p;
}

static void registration_is_by_name(void** state) {
  (void)state;
  mjpPlugin p;
  mjp_defaultPlugin(&p);
  assert_true(!p.name && !p.nattribute && !p.compute);
  int count = mjp_pluginCount();
  char name[] = "Test.One";
  p = full_plugin(name);
  int slot = mjp_registerPlugin(&p);
  assert_int_equal(slot, count);
  assert_int_equal(mjp_registerPlugin(&p), slot);
  name[0] = 'X';
  p.name = "tEST.oNE";
  assert_int_equal(mjp_registerPlugin(&p), slot);
  assert_int_equal(mjp_pluginCount(), count + 1);
  int found = 99;
  const mjpPlugin* q = mjp_getPlugin("TEST.ONE", &found);
  assert_int_equal(found, slot);
  assert_ptr_equal(q, mjp_getPluginAtSlot(slot));
  assert_string_equal(q->name, "Test.One");
  assert_string_equal(q->attributes[1], "twist");
  assert_true(q->attributes[1] != attributes[1]);
  assert_null(mjp_getPlugin("test.two", &found));
  assert_int_equal(found, -1);
  assert_null(mjp_getPlugin("test.two", NULL));
  assert_null(mjp_getPlugin(NULL, NULL));
  assert_null(mjp_getPluginAtSlot(-1));
  assert_null(mjp_getPluginAtSlot(count + 1));
}

static void wrong_definitions_are_errors(void** state) {
  (void)state;
  mjpPlugin p = full_plugin("test.other");
  int slot = mjp_registerPlugin(&p);
  static char huge[1100];
  memset(huge, 'a', 1099);
  const char* long_attribute[] = {huge};
  const char* changed[] = {"stiffness", "twist", "Name"};
#define WRONG(change)                            \
  {                                              \
    mjpPlugin q = p;                             \
    change;                                      \
    assert_true(RAISES(mjp_registerPlugin(&q))); \
  }
  WRONG(q.name = NULL)
  WRONG(q.name = "")
  WRONG(q.name = huge)
  WRONG(q.nattribute = -1)
  WRONG(q.nattribute = 256)
  WRONG((q.name = "test.n", q.nattribute = 1, q.attributes = long_attribute))
  WRONG(q.attributes = changed)
  WRONG(q.nattribute = 2)
  WRONG(q.needstage = 2)
  WRONG(q.capabilityflags = 0)
  WRONG(q.init = NULL)
  WRONG(q.reset = NULL)
#undef WRONG
  assert_int_equal(mjp_registerPlugin(&p), slot);
}

// A model with three instances, with 1, 2 and 3 state variables.
static mjModel* model_with_plugins(void) {
  mjpPlugin p = full_plugin("test.data");
  int slot = mjp_registerPlugin(&p);
  mjModel sizes = chain_sizes(2);
  sizes.nplugin = 3;
  sizes.npluginstate = 6;
  static const char config[] =
      "1\0two\0\0"
      "\0\0\0"
      "5\0"
      "6\0"
      "7\0";
  sizes.npluginattr = sizeof config - 1;
  mjModel* m = model_allocate(&sizes);
  chain_fill(m);
  int adr = 0;
  for (int i = 0; i < 3; i++) {
    m->plugin[i] = slot;
    m->plugin_stateadr[i] = adr;
    m->plugin_statenum[i] = i + 1;
    adr += i + 1;
  }
  memcpy(m->plugin_attr, config, sizeof config - 1);
  m->plugin_attradr[1] = 7;
  m->plugin_attradr[2] = 10;
  return m;
}

static void instances_live_with_their_data(void** state) {
  (void)state;
  mjModel* m = model_with_plugins();
  ninit = ndestroy = ncopy = nreset = 0;
  mjData* d = mj_makeData(m);
  assert_true(ninit == 3 && nreset == 3 && d->nplugin == 3 && d->plugin[1] == m->plugin[1]);
  assert_true(d->plugin_state[0] == 1 && d->plugin_state[1] == 1 && d->plugin_state[2] == 0);
  d->plugin_state[2] = 55;
  uintptr_t own = d->plugin_data[2];
  mj_resetData(m, d);
  assert_true(nreset == 6 && d->plugin_state[0] == 2 && d->plugin_state[2] == 55);
  assert_int_equal(d->plugin_data[2], own);
  *(int*)d->plugin_data[2] = 26;
  mjData* e = mj_copyData(NULL, m, d);
  assert_true(ninit == 6 && ncopy == 3 && nreset == 6);
  assert_true(e->plugin_data[2] != d->plugin_data[2] && *(int*)e->plugin_data[2] == 26);
  assert_true(e->plugin_state[2] == 55);
  own = e->plugin_data[1];
  mj_copyData(e, m, d);
  mjv_copyData(e, m, d);
  assert_true(ninit == 6 && ncopy == 9 && e->plugin_data[1] == own);
  mj_deleteModel(m);  // data may outlive their model
  mj_deleteData(e);
  mj_deleteData(d);
  assert_int_equal(ndestroy, 6);
}

static void a_refusal_undoes_all(void** state) {
  (void)state;
  mjModel* m = model_with_plugins();
  ninit = ndestroy = 0;
  refuse = 2;
  assert_true(RAISES(mj_makeData(m)));
  refuse = -1;
  assert_true(ninit == 2 && ndestroy == 2);
  m->plugin[1] = 12345;
  assert_true(RAISES(mj_makeData(m)));
  assert_true(ninit == 3 && ndestroy == 3);
  mj_deleteModel(m);
}

// A handler of the user may not return: nothing is left behind all the same.
static void an_error_of_a_reset_undoes_all(void** state) {
  (void)state;
  mjModel* m = model_with_plugins();
  ninit = ndestroy = 0;
  fail_reset = 1;
  assert_true(RAISES(mj_makeData(m)));
  fail_reset = -1;
  assert_true(ninit == 3 && ndestroy == 3);
  mj_deleteModel(m);
}

static void configuration_is_by_attribute(void** state) {
  (void)state;
  mjModel* m = model_with_plugins();
  assert_string_equal(mj_getPluginConfig(m, 0, "stiffness"), "1");
  assert_string_equal(mj_getPluginConfig(m, 0, "twist"), "two");
  assert_string_equal(mj_getPluginConfig(m, 0, "name"), "");
  assert_string_equal(mj_getPluginConfig(m, 1, "name"), "");
  assert_string_equal(mj_getPluginConfig(m, 2, "name"), "7");
  assert_null(mj_getPluginConfig(m, 2, "Name"));
  assert_null(mj_getPluginConfig(m, 3, "name"));
  assert_null(mj_getPluginConfig(m, -1, "name"));
  mj_deleteModel(m);
}

static void* register_many(void* arg) {
  (void)arg;
  for (int i = 0; i < 100; i++) {
    char name[30];
    snprintf(name, sizeof name, "test.many%d", i);
    mjpPlugin p = full_plugin(name);
    int slot = mjp_registerPlugin(&p), found;
    const mjpPlugin* q = mjp_getPlugin(name, &found);
    if (found != slot || strcmp(q->name, name)) return (void*)1;
  }
  return NULL;
}

static void threads_may_register(void** state) {
  (void)state;
  int count = mjp_pluginCount();
  pthread_t thread[4];
  for (int i = 0; i < 4; i++) pthread_create(thread + i, NULL, register_many, NULL);
  for (int i = 0; i < 4; i++) {
    void* bad;
    pthread_join(thread[i], &bad);
    assert_null(bad);
  }
  assert_int_equal(mjp_pluginCount(), count + 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(registration_is_by_name),
      cmocka_unit_test(wrong_definitions_are_errors),
      cmocka_unit_test(instances_live_with_their_data),
      cmocka_unit_test(a_refusal_undoes_all),
      cmocka_unit_test(an_error_of_a_reset_undoes_all),
      cmocka_unit_test(configuration_is_by_attribute),
      cmocka_unit_test(threads_may_register),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
