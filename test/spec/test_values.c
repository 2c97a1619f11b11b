// Setters and getters, user values, orientations, sensor dimensions, errors.
#include "spec_text.h"

#include <engine/base.h>
#include "base/capture.h"
#include "math/quat.h"

static void strings_are_replaced(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjsText* t = mjs_addText(s);
  assert_string_equal(mjs_getString(t->data), "");
  mjs_setString(t->data, "a longer text than the first block of a string holds");
  mjs_setString(t->data, mjs_getString(t->data) + 2);  // part of itself
  assert_string_equal(mjs_getString(t->data), "longer text than the first block of a string holds");
  mjs_setString(t->data, "");
  assert_string_equal(mjs_getString(t->data), "");
  mjs_setString(t->data, NULL);
  assert_string_equal(mjs_getString(t->data), "");
  mj_deleteSpec(s);
}

static void string_vectors_split_on_white_space(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjsTuple* t = mjs_addTuple(s);
  const string_vec* v = t->objname;
  mjs_setStringVec(t->objname, "  one two\n\tthree ");
  assert_int_equal(v->size, 3);
  assert_string_equal(string_text(&v->data[2]), "three");
  mjs_appendString(t->objname, "with blank");
  assert_int_equal(v->size, 4);
  assert_string_equal(string_text(&v->data[3]), "with blank");
  mjs_setInStringVec(t->objname, 1, "2");
  assert_string_equal(string_text(&v->data[1]), "2");
  mjs_setStringVec(t->objname, "");
  assert_int_equal(v->size, 0);
  error_capture c;
  if (!setjmp(c.jump)) {
    capture_begin(&c);
    mjs_setInStringVec(t->objname, 0, "x");
    capture_end(&c);
    fail_msg("index out of bounds accepted");
  }
  assert_non_null(strstr(c.error, "out of bounds"));
  mj_deleteSpec(s);
}

static void numbers_are_replaced(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjsNumeric* x = mjs_addNumeric(s);
  int n = -1;
  mjs_getDouble(x->data, &n);
  assert_int_equal(n, 0);
  mjs_setDouble(x->data, (double[]){1, 2, 3, 4, 5}, 5);
  mjs_setDouble(x->data, mjs_getDouble(x->data, NULL) + 3, 2);  // part of itself
  const double* v = mjs_getDouble(x->data, &n);
  assert_true(n == 2 && v[0] == 4 && v[1] == 5);
  mj_deleteSpec(s);
}

static void users_keep_pointers(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  int a, b;
  mjsElement* e = world_of(s)->element;
  mjs_setUserValue(e, "one", &a);
  mjs_setUserValue(e, "two", &b);
  assert_ptr_equal(mjs_getUserValue(e, "one"), &a);
  mjs_setUserValue(e, "one", &b);
  assert_ptr_equal(mjs_getUserValue(e, "one"), &b);
  mjs_deleteUserValue(e, "one");
  mjs_deleteUserValue(e, "one");
  assert_null(mjs_getUserValue(e, "one"));
  assert_ptr_equal(mjs_getUserValue(e, "two"), &b);
  mjSpec* copy = mj_copySpec(s);
  assert_null(mjs_getUserValue(world_of(copy)->element, "two"));
  mj_deleteSpec(copy);
  mj_deleteSpec(s);
}

static void plugin_attributes_are_pairs(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjsPlugin *p = mjs_addPlugin(s), *q = mjs_addPlugin(s);
  const string_vec* own = mjs_getPluginAttributes(p);
  mjs_appendString((mjStringVec*)own, "kp");
  mjs_appendString((mjStringVec*)own, "40.0");
  mjs_setPluginAttributes(q, (void*)own);
  assert_int_equal(own->size, 0);  // moved
  const string_vec* moved = mjs_getPluginAttributes(q);
  assert_int_equal(moved->size, 2);
  assert_string_equal(string_text(&moved->data[1]), "40.0");
  mj_deleteSpec(s);
}

static void errors_name_the_element_and_its_place(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjsGeom* g = new_geom(world_of(s), "ball");
  mjs_setString(g->info, "scene.xml:4:7");
  assert_false(spec_error(spec_of(s), element_of(g->element), "wrong size %d", 3));
  assert_string_equal(mjs_getError(s),
                      "Error: wrong size 3\nElement name 'ball', id -1, scene.xml:4:7");
  assert_int_equal(mjs_isWarning(s), 0);
  char text[2000];
  memset(text, 'x', sizeof text - 1);
  text[sizeof text - 1] = 0;
  spec_error(spec_of(s), element_of(g->element), "%s", text);
  assert_int_equal(strlen(mjs_getError(s)), 500);
  spec_warning(spec_of(s), "careful");
  assert_string_equal(mjs_getError(s), "careful");
  assert_int_equal(mjs_isWarning(s), 1);
  mj_deleteSpec(s);
}

// ---------------------------------- orientations ------------------------------------------------

static void assert_quat(const double q[4], double w, double x, double y, double z) {
  const double want[4] = {w, x, y, z};
  for (int i = 0; i < 4; i++) assert_float_equal(q[i], want[i], 1e-12);
}

static void orientations_have_the_reference_numbers(void** state) {
  (void)state;
  mjsOrientation o;
  mjs_defaultOrientation(&o);
  double q[4] = {9, 8, 7, 6};
  assert_null(mjs_resolveOrientation(q, 1, "xyz", &o));
  assert_quat(q, 9, 8, 7, 6);
  o.type = mjORIENTATION_AXISANGLE;
  memcpy(o.axisangle, (double[]){1, 2, -2, 50}, sizeof o.axisangle);
  assert_null(mjs_resolveOrientation(q, 1, "xyz", &o));
  assert_quat(q, 0.906307787037, 0.140872753914, 0.281745507827, -0.281745507827);
  assert_null(mjs_resolveOrientation(q, 0, "xyz", &o));
  assert_quat(q, 0.991202811863, -0.0441172500326, -0.0882345000652, 0.0882345000652);
  o.type = mjORIENTATION_EULER;
  memcpy(o.euler, (double[]){30, -50, 110}, sizeof o.euler);
  assert_null(mjs_resolveOrientation(q, 1, "xyz", &o));
  assert_quat(q, 0.591723987874, -0.199848860336, -0.426292427108, 0.654368338008);
  assert_null(mjs_resolveOrientation(q, 1, "xZx", &o));
  assert_quat(q, 0.309975519219, 0.851650739639, -0.397131261967, -0.144543958453);
  o.type = mjORIENTATION_XYAXES;
  memcpy(o.xyaxes, (double[]){0, 0, -1, 1, 0.2, 0}, sizeof o.xyaxes);
  assert_null(mjs_resolveOrientation(q, 1, "xyz", &o));
  assert_quat(q, 0.546835472317, 0.448297854351, 0.546835472317, -0.448297854351);
  o.type = mjORIENTATION_ZAXIS;
  memcpy(o.zaxis, (double[]){0, 0, -1}, sizeof o.zaxis);
  assert_null(mjs_resolveOrientation(q, 1, "xyz", &o));
  assert_quat(q, 0, 1, 0, 0);
}

static void degenerate_orientations_are_refused(void** state) {
  (void)state;
  mjsOrientation o;
  mjs_defaultOrientation(&o);
  double q[4] = {1, 0, 0, 0};
  for (int type = mjORIENTATION_AXISANGLE; type <= mjORIENTATION_ZAXIS; type++) {
    o.type = type;
    assert_non_null(mjs_resolveOrientation(q, 1, "xyz", &o));
  }
  o.xyaxes[0] = o.xyaxes[3] = 1;
  o.type = mjORIENTATION_XYAXES;
  assert_string_equal(mjs_resolveOrientation(q, 1, "xyz", &o), "yaxis too small");
  o.type = mjORIENTATION_EULER;
  assert_non_null(mjs_resolveOrientation(q, 1, "abc", &o));
  assert_non_null(mjs_resolveOrientation(q, 1, "xy", &o));
}

// Turning about moving axes is turning about the fixed ones in the opposite order.
static void fixed_axes_are_moving_ones_reversed(void** state) {
  (void)state;
  mjsOrientation moving, fixed;
  mjs_defaultOrientation(&moving);
  moving.type = mjORIENTATION_EULER;
  memcpy(moving.euler, (double[]){20, 65, -110}, sizeof moving.euler);
  fixed = moving;
  fixed.euler[0] = moving.euler[2];
  fixed.euler[2] = moving.euler[0];
  const char* sequences[][2] = {{"xyz", "ZYX"}, {"zxy", "YXZ"}, {"yzy", "YZY"}};
  for (int i = 0; i < 3; i++) {
    double a[4], b[4];
    assert_null(mjs_resolveOrientation(a, 1, sequences[i][0], &moving));
    assert_null(mjs_resolveOrientation(b, 1, sequences[i][1], &fixed));
    assert_quat(a, b[0], b[1], b[2], b[3]);
  }
}

// ------------------------------------- sensors --------------------------------------------------

static void sensors_have_the_dimensions_of_their_quantities(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjsSensor* x = mjs_addSensor(s);
  static const struct {
    int type, dim;
  } rows[] = {{mjSENS_TOUCH, 1},
              {mjSENS_GYRO, 3},
              {mjSENS_CAMPROJECTION, 2},
              {mjSENS_TENDONLIMITFRC, 1},
              {mjSENS_BALLQUAT, 4},
              {mjSENS_FRAMEQUAT, 4},
              {mjSENS_SUBTREEANGMOM, 3},
              {mjSENS_GEOMNORMAL, 3},
              {mjSENS_GEOMFROMTO, 6},
              {mjSENS_CLOCK, 1},
              {mjSENS_PLUGIN, 0},
              {mjSENS_TACTILE, 0},
              {-1, -1},
              {1000, -1}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    x->type = rows[i].type;
    assert_int_equal(mjs_sensorDim(x), rows[i].dim);
  }
  x->type = mjSENS_USER;
  x->dim = 5;
  assert_int_equal(mjs_sensorDim(x), 5);
  x->type = mjSENS_CONTACT;
  memcpy(x->intprm, (int[]){127, 0, 3}, sizeof x->intprm);
  assert_int_equal(mjs_sensorDim(x), 3 * (1 + 3 + 3 + 1 + 3 + 3 + 3));
  mj_deleteSpec(s);
}

// Made by a program, used as any type, freed by it.
static void containers_may_be_a_programs_own(void** state) {
  (void)state;
  engVec numbers, words, rows;
  assert_true(eng_vecMake(&numbers) && eng_vecMake(&words) && eng_vecMake(&rows));
  int n = -1;
  assert_null(eng_vecData(&numbers, &n));
  assert_int_equal(n, 0);
  mjs_setDouble(&numbers, (double[]){1, 2, 3}, 3);
  assert_int_equal(eng_vecResize(&numbers, 5, sizeof(double)), 1);
  const double* x = mjs_getDouble(&numbers, &n);
  assert_int_equal(n, 5);
  assert_true(x[2] == 3 && x[3] == 0 && x[4] == 0);
  assert_int_equal(eng_vecResize(&numbers, 2, sizeof(double)), 1);
  assert_int_equal(eng_vecResize(&numbers, 3, sizeof(double)), 1);
  assert_true(mjs_getDouble(&numbers, NULL)[2] == 0);
  assert_int_equal(eng_vecResize(&numbers, -1, sizeof(double)), 0);
  assert_int_equal(eng_vecResize(&numbers, 1, 0), 0);

  mjs_setStringVec(&words, "a b");
  assert_int_equal(eng_vecResize(&words, 4, sizeof(engVec)), 1);
  assert_int_equal(mjs_setInStringVec(&words, 3, "d"), 1);
  assert_string_equal(eng_vecString(&words, 1), "b");
  assert_string_equal(eng_vecString(&words, 2), "");
  assert_string_equal(eng_vecString(&words, 3), "d");

  mjs_appendIntVec(&rows, (int[]){1, 2}, 2);
  assert_int_equal(eng_vecResize(&rows, 2, sizeof(engVec)), 1);
  engVec* row = (engVec*)eng_vecData(&rows, NULL);
  mjs_setInt(row + 1, (int[]){3}, 1);
  assert_int_equal(((const int*)eng_vecData(row + 1, &n))[0], 3);
  assert_int_equal(n, 1);

  // attributes of a plugin without a specification that lends a list
  mjSpec* s = mj_makeSpec();
  mjsPlugin* plugin = mjs_addPlugin(s);
  mjs_setPluginAttributes(plugin, &words);
  eng_vecFree(&words);
  assert_string_equal(eng_vecString(mjs_getPluginAttributes(plugin), 3), "d");
  mj_deleteSpec(s);
  eng_vecFree(&numbers);
  eng_vecFree(&numbers);
  eng_vecFree(&rows);
}

static int cleaned[3];
static void clean(const void* data) { cleaned[*(const int*)data]++; }

// Whoever keeps values with an element is told once when they are kept no longer.
static void values_are_cleaned_up_once(void** state) {
  (void)state;
  static const int data[3] = {0, 1, 2};
  memset(cleaned, 0, sizeof cleaned);
  mjSpec* s = mj_makeSpec();
  mjsElement* e = mjs_addBody(mjs_findBody(s, "world"), NULL)->element;
  mjs_setUserValueWithCleanup(e, "a", data, clean);
  mjs_setUserValueWithCleanup(e, "a", data + 1, clean);  // takes the place of the first
  assert_true(cleaned[0] == 1 && cleaned[1] == 0);
  assert_ptr_equal(mjs_getUserValue(e, "a"), data + 1);
  mjs_setUserValueWithCleanup(e, "b", data + 2, clean);
  mjs_deleteUserValue(e, "b");
  assert_int_equal(cleaned[2], 1);
  assert_null(mjs_getUserValue(e, "b"));
  mjs_setUserValue(e, "c", data);
  mjs_delete(s, e);
  mj_deleteSpec(s);
  assert_true(cleaned[0] == 1 && cleaned[1] == 1 && cleaned[2] == 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(containers_may_be_a_programs_own),
      cmocka_unit_test(values_are_cleaned_up_once),
      cmocka_unit_test(strings_are_replaced),
      cmocka_unit_test(string_vectors_split_on_white_space),
      cmocka_unit_test(numbers_are_replaced),
      cmocka_unit_test(users_keep_pointers),
      cmocka_unit_test(plugin_attributes_are_pairs),
      cmocka_unit_test(errors_name_the_element_and_its_place),
      cmocka_unit_test(orientations_have_the_reference_numbers),
      cmocka_unit_test(degenerate_orientations_are_refused),
      cmocka_unit_test(fixed_axes_are_moving_ones_reversed),
      cmocka_unit_test(sensors_have_the_dimensions_of_their_quantities),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
