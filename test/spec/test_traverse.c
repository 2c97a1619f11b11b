// Order of traversal, look-up by name, ids.
#include "spec_text.h"

// world{f1, g0, a{ja, ga, b{gb, c{gc}}, d{gd}}, e{ge}}
static mjSpec* small_tree(void) {
  mjSpec* s = mj_makeSpec();
  mjsBody* world = world_of(s);
  mjsBody* a = new_body(world, "a");
  mjsBody* e = new_body(world, "e");
  mjsBody* b = new_body(a, "b");
  mjsBody* d = new_body(a, "d");
  mjsBody* c = new_body(b, "c");
  new_frame(world, NULL, "f1");
  new_frame(c, NULL, "f2");
  new_geom(world, "g0");
  new_geom(e, "ge");
  new_geom(d, "gd");
  new_geom(c, "gc");
  new_geom(b, "gb");
  new_geom(a, "ga");
  new_geom(a, "ga2");
  new_joint(a, "ja");
  new_joint(c, "jc");
  new_site(d, "sd");
  new_motor(s, "m2", "jc");
  new_motor(s, "m1", "ja");
  return s;
}

static void elements_come_depth_first_in_list_order(void** state) {
  (void)state;
  mjSpec* s = small_tree();
  assert_names(s, mjOBJ_BODY, "world a b c d e ");
  assert_names(s, mjOBJ_GEOM, "g0 ga ga2 gb gc gd ge ");
  assert_names(s, mjOBJ_FRAME, "f1 f2 ");
  assert_names(s, mjOBJ_JOINT, "ja jc ");
  assert_names(s, mjOBJ_SITE, "sd ");
  assert_names(s, mjOBJ_LIGHT, "");
  assert_names(s, mjOBJ_ACTUATOR, "m2 m1 ");
  assert_null(mjs_firstElement(s, mjOBJ_UNKNOWN));
  assert_true(strlen(mjs_getError(s)) > 0);
  mj_deleteSpec(s);
}

static void children_names(char* to, mjsBody* body, mjtObj type, int recurse) {
  to[0] = 0;
  for (mjsElement* e = mjs_firstChild(body, type, recurse); e;
       e = mjs_nextChild(body, e, recurse)) {
    strcat(strcat(to, mjs_getString(mjs_getName(e))), " ");
  }
}

static void children_are_those_of_the_body(void** state) {
  (void)state;
  mjSpec* s = small_tree();
  mjsBody* a = mjs_findBody(s, "a");
  char names[100];
  children_names(names, a, mjOBJ_GEOM, 0);
  assert_string_equal(names, "ga ga2 ");
  children_names(names, a, mjOBJ_GEOM, 1);
  assert_string_equal(names, "ga ga2 gb gc gd ");
  children_names(names, a, mjOBJ_BODY, 0);
  assert_string_equal(names, "b d ");
  children_names(names, a, mjOBJ_XBODY, 1);
  assert_string_equal(names, "b c d ");
  children_names(names, a, mjOBJ_SITE, 0);
  assert_string_equal(names, "");
  children_names(names, a, mjOBJ_SITE, 1);
  assert_string_equal(names, "sd ");
  assert_null(mjs_firstChild(a, mjOBJ_ACTUATOR, 1));
  assert_true(strlen(mjs_getError(s)) > 0);
  // one of another branch
  assert_null(mjs_nextChild(a, mjs_findElement(s, mjOBJ_GEOM, "ge"), 1));
  mj_deleteSpec(s);
}

static void relations_are_known(void** state) {
  (void)state;
  mjSpec* s = small_tree();
  mjsBody *a = mjs_findBody(s, "a"), *c = mjs_findBody(s, "c");
  assert_ptr_equal(mjs_findChild(a, "c"), c);
  assert_ptr_equal(mjs_findChild(a, "a"), a);
  assert_null(mjs_findChild(c, "a"));
  assert_ptr_equal(mjs_getParent(c->element), mjs_findBody(s, "b"));
  assert_null(mjs_getParent(world_of(s)->element));
  assert_null(mjs_getParent(mjs_findElement(s, mjOBJ_ACTUATOR, "m1")));
  assert_ptr_equal(mjs_getSpec(c->element), s);
  mjsFrame* f = mjs_findFrame(s, "f2");
  mjsGeom* gc = mjs_asGeom(mjs_findElement(s, mjOBJ_GEOM, "gc"));
  assert_null(mjs_getFrame(gc->element));
  assert_int_equal(mjs_setFrame(gc->element, f), 0);
  assert_ptr_equal(mjs_getFrame(gc->element), f);
  assert_int_equal(mjs_setFrame(a->element, f), -1);
  assert_int_equal(mjs_setFrame(f->element, f), -1);
  assert_null(mjs_asJoint(gc->element));
  assert_null(mjs_asJoint(NULL));
  mj_deleteSpec(s);
}

static void ids_are_none_until_numbered(void** state) {
  (void)state;
  mjSpec* s = small_tree();
  mjsElement *c = mjs_findBody(s, "c")->element, *gd = mjs_findElement(s, mjOBJ_GEOM, "gd");
  assert_int_equal(mjs_getId(world_of(s)->element), 0);
  assert_int_equal(mjs_getId(c), -1);
  assert_int_equal(mjs_getId(gd), -1);
  assert_int_equal(mjs_getId(mjs_findElement(s, mjOBJ_ACTUATOR, "m1")), 1);
  assert_int_equal(mjs_getId(NULL), -1);
  // deletion numbers everything
  assert_int_equal(mjs_delete(s, mjs_findElement(s, mjOBJ_GEOM, "ga")), 0);
  assert_int_equal(mjs_getId(c), 3);
  assert_int_equal(mjs_getId(gd), 4);
  // addition to a body voids the ids of the tree, to a list none
  new_motor(s, "m3", "ja");
  assert_int_equal(mjs_getId(mjs_findElement(s, mjOBJ_ACTUATOR, "m3")), 2);
  assert_int_equal(mjs_getId(gd), 4);
  new_site(mjs_findBody(s, "a"), "sa");
  assert_int_equal(mjs_getId(gd), -1);
  mj_deleteSpec(s);
}

static void repeated_names_are_reported_and_set(void** state) {
  (void)state;
  mjSpec* s = small_tree();
  mjsGeom* g = mjs_addGeom(world_of(s), NULL);
  assert_int_equal(mjs_setName(g->element, "gc"), -1);
  assert_string_equal(mjs_getString(mjs_getName(g->element)), "gc");
  assert_non_null(strstr(mjs_getError(s), "repeated name 'gc' in geom"));
  assert_int_equal(mjs_setName(g->element, "g9"), 0);
  assert_int_equal(mjs_setName(g->element, "g9"), 0);  // its own
  assert_int_equal(mjs_setName(g->element, "a"), 0);   // of another type
  mj_deleteSpec(s);
}

static void unnamed_assets_answer_to_their_files(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjsMesh* m = mjs_addMesh(s, NULL);
  mjs_setString(m->file, "dir.x/part.one.stl");
  assert_ptr_equal(mjs_findElement(s, mjOBJ_MESH, "part.one"), m->element);
  assert_null(mjs_findElement(s, mjOBJ_MESH, "part"));
  assert_null(mjs_findElement(s, mjOBJ_MESH, ""));
  mjs_setName(m->element, "other");
  assert_null(mjs_findElement(s, mjOBJ_MESH, "part.one"));
  mj_deleteSpec(s);
}

// What a look-up finds is what a walk over the present elements finds, whatever happened before.
static void lookups_agree_with_the_tree(void** state) {
  (void)state;
  enum { NAMES = 40, STEPS = 3000 };
  for (unsigned seed = 1; seed <= 5; seed++) {
    mjSpec* s = mj_makeSpec();
    unsigned r = seed * 2654435761u;
    for (int step = 0; step < STEPS; step++) {
      r = r * 1664525u + 1013904223u;
      char name[20];
      snprintf(name, sizeof name, "n%u", (r >> 8) % NAMES);
      mjsElement* found = mjs_findElement(s, mjOBJ_SITE, name);
      mjsElement* walked = NULL;
      for (mjsElement* e = mjs_firstElement(s, mjOBJ_SITE); e && !walked;
           e = mjs_nextElement(s, e)) {
        if (!strcmp(mjs_getString(mjs_getName(e)), name)) walked = e;
      }
      if (found != walked) fail_msg("seed %u step %d: look-up of '%s' differs", seed, step, name);
      switch (r >> 28) {
        case 0:
        case 1:
        case 2:
        case 3:
        case 4:
        case 5:
          if (!found) new_site(world_of(s), name);
          break;
        case 6:
        case 7:
        case 8:
          if (found) mjs_delete(s, found);
          break;
        case 9:
        case 10:
          if (found) {
            snprintf(name, sizeof name, "m%d", step);
            mjs_setName(found, name);
          }
          break;
        case 11:  // behind the back of mjs_setName
          if (found) {
            snprintf(name, sizeof name, "k%d", step);
            mjs_setString(mjs_getName(found), name);
            assert_ptr_equal(mjs_findElement(s, mjOBJ_SITE, name), found);
          }
          break;
        case 12: {
          mjsElement* last = NULL;
          for (mjsElement* e = mjs_firstElement(s, mjOBJ_SITE); e; e = mjs_nextElement(s, e)) {
            last = e;
          }
          if (last && !found) mjs_setName(last, name);
          break;
        }
        default: break;
      }
    }
    mj_deleteSpec(s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(elements_come_depth_first_in_list_order),
      cmocka_unit_test(children_are_those_of_the_body),
      cmocka_unit_test(relations_are_known),
      cmocka_unit_test(ids_are_none_until_numbered),
      cmocka_unit_test(repeated_names_are_reported_and_set),
      cmocka_unit_test(unnamed_assets_answer_to_their_files),
      cmocka_unit_test(lookups_agree_with_the_tree),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
