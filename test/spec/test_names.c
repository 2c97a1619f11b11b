// Elements by name, names that several have included.
#include <time.h>

#include "compile/model_text.h"
#include "spec/element.h"

enum { NGEOM = 60 };

// What a search of the list finds, which the index must find too.
static mjsElement* first_of_name(mjSpec* s, const char* name) {
  for (mjsElement* e = mjs_firstElement(s, mjOBJ_GEOM); e; e = mjs_nextElement(s, e)) {
    if (strcmp(mjs_getString(mjs_getName(e)), name) == 0) return e;
  }
  return NULL;
}

// Geoms of a few names come and go and are renamed.  Of those of one name any may be found, but one
// is found exactly as long as there is one; among geoms never renamed, the first.
static void what_is_there_is_found(void** state) {
  (void)state;
  static const char* const names[] = {"a", "b", "c", "dd", ""};
  for (int seed = 0; seed < 50; seed++) {
    draw_seed(seed);
    mjSpec* s = mj_makeSpec();
    mjsBody* world = mjs_findBody(s, "world");
    for (int step = 0; step < 300; step++) {
      const char* name = names[draw_int(0, 4)];
      mjsElement* e = first_of_name(s, names[draw_int(0, 4)]);
      int what = draw_int(0, 3);
      if (what <= 1) mjs_setName(mjs_addGeom(world, NULL)->element, name);
      if (what == 2 && e) mjs_delete(s, e);
      if (what == 3 && e) mjs_setName(e, name);
      for (int k = 0; k < 4; k++) {
        mjsElement *found = mjs_findElement(s, mjOBJ_GEOM, names[k]),
                   *any = first_of_name(s, names[k]);
        assert_int_equal(found != NULL, any != NULL);
        if (found) assert_string_equal(mjs_getString(mjs_getName(found)), names[k]);
      }
    }
    mj_deleteSpec(s);
  }
}

static void the_first_of_a_name_is_found(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjsBody* world = mjs_findBody(s, "world");
  for (int i = 0; i < NGEOM; i++) {
    mjs_setName(mjs_addGeom(world, NULL)->element, i % 3 ? "x" : "y");
  }
  while (first_of_name(s, "x")) {
    mjsElement* e = mjs_findElement(s, mjOBJ_GEOM, "x");
    assert_ptr_equal(e, first_of_name(s, "x"));
    assert_int_equal(mjs_delete(s, e), 0);
  }
  assert_null(mjs_findElement(s, mjOBJ_GEOM, "x"));
  assert_ptr_equal(mjs_findElement(s, mjOBJ_GEOM, "y"), first_of_name(s, "y"));
  mj_deleteSpec(s);
}

// A search along all of them for each would take minutes.
static void hundreds_of_thousands_of_one_name_take_no_time(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjsBody* world = mjs_findBody(s, "world");
  clock_t start = clock();
  for (int i = 0; i < 300000; i++) mjs_setName(mjs_addSite(world, NULL)->element, "x");
  assert_null(mj_compile(s, NULL));
  assert_non_null(strstr(mjs_getError(s), "repeated name 'x' in site"));
  assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 20);
  mj_deleteSpec(s);
}

// Names that text could not say.
static void names_that_cannot_be_written_are_refused(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjsBody* world = mjs_findBody(s, "world");
  assert_int_equal(mjs_setName(world->element, "earth"), -1);
  assert_non_null(strstr(mjs_getError(s), "the name of the world is 'world'"));
  assert_int_equal(mjs_setName(world->element, "world"), 0);
  assert_ptr_equal(mjs_findBody(s, "world"), world);
  assert_null(mjs_addDefault(s, "", NULL));
  assert_non_null(strstr(mjs_getError(s), "a default class needs a name"));
  mjsDefault* class = mjs_addDefault(s, "c", NULL);
  assert_int_equal(mjs_setName(class->element, ""), -1);
  assert_ptr_equal(mjs_findDefault(s, "c"), class);
  mj_deleteSpec(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_there_is_found),
      cmocka_unit_test(the_first_of_a_name_is_found),
      cmocka_unit_test(names_that_cannot_be_written_are_refused),
      cmocka_unit_test(hundreds_of_thousands_of_one_name_take_no_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
