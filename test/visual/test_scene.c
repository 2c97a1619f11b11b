// Scenes: their life, what is in them, what happens when they are full.  The allocation functions
// are wrapped by the linker.
#include "base/starve.h"
#include "viewed.h"

// Begin to watch; so many allocations succeed.
static void watch(long allow) {
  left = allow;
  held = 0;
  watching = true;
}

enum { ALL = 1000000 };

// How many allocations have been made since watch(ALL).
static long allocations(void) { return ALL - left; }

static const char* const shelf =
    "<mujoco><asset><material name='glass' rgba='1 1 1 0'/>"
    "<skin name='skin' vertex='0 0 0 1 0 0 0 1 0' face='0 1 2'>"
    "<bone body='a' bindpos='0 0 0' bindquat='1 0 0 0' vertid='0 1 2' vertweight='1 1 1'/></skin>"
    "</asset><worldbody><light/>"
    "<geom type='plane' size='2 2 .1'/><geom size='.1' group='1'/><site name='s'/>"
    "<geom size='.1' pos='1 0 1' rgba='1 0 0 0'/><geom size='.1' pos='1 1 1' material='glass'/>"
    "<geom size='.1' pos='1 2 1' group='99'/>"
    "<body name='a' pos='0 0 .2'><freejoint/><geom name='ga' type='box' size='.2 .2 .205'/></body>"
    "<body name='b' pos='1 0 0'><joint axis='0 1 0'/><geom size='.1' group='2'/></body>"
    "</worldbody></mujoco>";

static int setup(void** state) {
  viewed* v = malloc(sizeof *v);
  view_model(v, model_from(shelf), 200);
  *state = v;
  return 0;
}

static int teardown(void** state) {
  watching = false;
  mju_clearHandlers();
  view_end(*state);
  free(*state);
  return 0;
}

static void all_flags(viewed* v) {
  memset(v->opt.flags, 1, sizeof v->opt.flags);
  v->opt.label = mjLABEL_BODY;
  v->opt.frame = mjFRAME_BODY;
}

// ----- life

static void a_freed_scene_is_an_empty_one(void** state) {
  viewed* v = *state;
  mjvScene empty, scn;
  memset(&empty, 0, sizeof empty);
  mjv_defaultScene(&scn);
  assert_memory_equal(&scn, &empty, sizeof scn);
  watch(ALL);
  mjv_makeScene(v->m, &scn, 10);
  assert_true(held > 0);
  assert_int_equal(scn.maxgeom, 10);
  assert_int_equal(scn.nskin, 1);
  mjv_makeScene(v->m, &scn, 20);  // frees what was there
  mjv_freeScene(&scn);
  watching = false;
  assert_int_equal(held, 0);
  assert_memory_equal(&scn, &empty, sizeof scn);
  mjv_freeScene(NULL);
}

static void a_scene_that_does_not_fit_in_memory_is_an_error(void** state) {
  viewed* v = *state;
  static mjvScene scn;
  mjv_defaultScene(&scn);
  watch(ALL);
  mjv_makeScene(v->m, &scn, 10);
  int needed = (int)allocations();
  mjv_freeScene(&scn);
  watching = false;
  for (int n = 0; n < needed; n++) {
    watch(n);
    assert_raises(mjv_makeScene(v->m, &scn, 10), "");
    mjv_freeScene(&scn);
    watching = false;
    assert_int_equal(held, 0);
  }
}

static void filling_a_scene_allocates_nothing(void** state) {
  viewed* v = *state;
  all_flags(v);
  watch(ALL);
  view_update(v);
  watching = false;
  assert_int_equal(allocations(), 0);
  assert_true(v->scn.ngeom > 20);
}

static void data_that_were_never_computed_can_be_drawn(void** state) {
  viewed* v = *state;
  all_flags(v);
  mjData* fresh = mj_makeData(v->m);
  mjv_updateScene(v->m, fresh, &v->opt, &v->pert, &v->cam, mjCAT_ALL, &v->scn);
  assert_true(v->scn.ngeom > 0);
  mj_deleteData(fresh);
}

static void what_drawing_needs_is_what_mjv_copies_have(void** state) {
  viewed* v = *state;
  all_flags(v);
  v->opt.frame = mjFRAME_CONTACT;
  view_update(v);
  assert_true(v->d->nefc > 0);
  mjData* copy = mjv_copyData(NULL, v->m, v->d);
  mjvScene scn;
  mjv_defaultScene(&scn);
  mjv_makeScene(v->m, &scn, 200);
  mjv_updateCamera(v->m, copy, &v->cam, &scn);
  mjv_updateScene(v->m, copy, &v->opt, &v->pert, &v->cam, mjCAT_ALL, &scn);
  assert_int_equal(scn.ngeom, v->scn.ngeom);
  assert_memory_equal(scn.geoms, v->scn.geoms, (size_t)scn.ngeom * sizeof(mjvGeom));
  mjv_freeScene(&scn);
  mj_deleteData(copy);
}

// ----- room for geoms

static void a_full_scene_holds_the_first_geoms_and_warns(void** state) {
  viewed* v = *state;
  all_flags(v);
  view_update(v);
  int n = v->scn.ngeom;
  assert_int_equal(v->scn.status, 0);
  assert_int_equal(v->d->warning[mjWARN_VGEOMFULL].number, 0);
  catch_messages();
  mjvScene small;
  mjv_defaultScene(&small);
  for (int room = -1; room <= n; room++) {
    mjv_makeScene(v->m, &small, room);
    mjv_updateCamera(v->m, v->d, &v->cam, &small);
    int warned = v->d->warning[mjWARN_VGEOMFULL].number;
    mjv_updateScene(v->m, v->d, &v->opt, &v->pert, &v->cam, mjCAT_ALL, &small);
    int fits = room < 0 ? 0 : room;
    assert_int_equal(small.ngeom, fits);
    assert_int_equal(small.status, fits < n);
    assert_memory_equal(small.geoms, v->scn.geoms, (size_t)fits * sizeof(mjvGeom));
    assert_int_equal(v->d->warning[mjWARN_VGEOMFULL].number, warned + (fits < n));
    if (fits < n) assert_int_equal(v->d->warning[mjWARN_VGEOMFULL].lastinfo, fits);
    mjv_updateScene(v->m, v->d, &v->opt, &v->pert, &v->cam, 0, &small);
    assert_int_equal(small.status, 0);  // nothing always fits
  }
  assert_int_equal(messages, 1);  // the rest is only counted
  mjv_freeScene(&small);
}

static void added_geoms_follow_those_that_are_there(void** state) {
  viewed* v = *state;
  view_update(v);
  int n = v->scn.ngeom;
  mjv_addGeoms(v->m, v->d, &v->opt, NULL, mjCAT_ALL, &v->scn);
  assert_int_equal(v->scn.ngeom, 2 * n);
  for (int i = 0; i < 2 * n; i++) {
    mjvGeom* g = v->scn.geoms + i;
    assert_int_equal(g->segid, i);
    assert_int_equal(g->objid, v->scn.geoms[i % n].objid);
  }
}

// ----- what is drawn

static int count(viewed* v, int catmask) {
  mjv_updateScene(v->m, v->d, &v->opt, &v->pert, &v->cam, catmask, &v->scn);
  for (int i = 0; i < v->scn.ngeom; i++) assert_true(v->scn.geoms[i].category & catmask);
  return v->scn.ngeom;
}

static void categories_divide_the_scene(void** state) {
  viewed* v = *state;
  all_flags(v);
  // what decorates a body follows the category of the body: both are asked for at once
  int all = count(v, mjCAT_ALL), still = count(v, mjCAT_STATIC), moving = count(v, mjCAT_DYNAMIC);
  int decor = all - still - moving;
  assert_int_equal(count(v, mjCAT_STATIC | mjCAT_DYNAMIC), still + moving);
  assert_true(still > 0 && moving > 0 && decor > 0);
  v->opt.flags[mjVIS_STATIC] = 0;
  assert_int_equal(count(v, mjCAT_STATIC), 0);
  assert_int_equal(count(v, mjCAT_STATIC | mjCAT_DYNAMIC), moving);
}

static int has_geom(const viewed* v, int id) {
  int found = 0;
  for (int i = 0; i < v->scn.ngeom; i++) {
    const mjvGeom* g = v->scn.geoms + i;
    found += g->objtype == mjOBJ_GEOM && g->objid == id;
  }
  return found;
}

static void geoms_are_shown_by_group_and_opacity(void** state) {
  viewed* v = *state;
  for (int group = 0; group < mjNGROUP; group++) {
    memset(v->opt.geomgroup, 0, mjNGROUP);
    v->opt.geomgroup[group] = 1;
    view_update(v);
    for (int i = 0; i < v->m->ngeom; i++) {
      int own = v->m->geom_group[i] < mjNGROUP ? v->m->geom_group[i] : mjNGROUP - 1;
      int matid = v->m->geom_matid[i];
      float alpha = (matid >= 0 ? v->m->mat_rgba + 4 * matid : v->m->geom_rgba + 4 * i)[3];
      assert_int_equal(has_geom(v, i), own == group && alpha > 0);
    }
  }
}

static void transparency_is_for_what_can_move(void** state) {
  viewed* v = *state;
  v->opt.flags[mjVIS_TRANSPARENT] = 1;
  view_update(v);
  for (int i = 0; i < v->scn.ngeom; i++) {
    const mjvGeom* g = v->scn.geoms + i;
    float expected = g->category == mjCAT_DYNAMIC ? v->m->vis.map.alpha : 1;
    if (g->objtype == mjOBJ_GEOM) assert_true(g->rgba[3] == expected);
  }
}

static void what_is_selected_glows(void** state) {
  viewed* v = *state;
  v->pert.select = 1;
  view_update(v);
  for (int i = 0; i < v->scn.ngeom; i++) {
    const mjvGeom* g = v->scn.geoms + i;
    if (g->objtype != mjOBJ_GEOM) continue;
    bool selected = v->m->geom_bodyid[g->objid] == 1;
    assert_true(g->emission == (selected ? v->m->vis.global.glow : 0));
  }
}

static void labels_are_names_or_numbers(void** state) {
  viewed* v = *state;
  v->opt.label = mjLABEL_GEOM;
  view_update(v);
  for (int i = 0; i < v->scn.ngeom; i++) {
    const mjvGeom* g = v->scn.geoms + i;
    if (g->objtype != mjOBJ_GEOM) continue;
    char expected[100];
    const char* name = mj_id2name(v->m, mjOBJ_GEOM, g->objid);
    snprintf(expected, sizeof expected, "geom %d", g->objid);
    assert_string_equal(g->label, name ? name : expected);
  }
}

static void long_names_are_cut(void** state) {
  (void)state;
  char xml[1000], name[301];
  memset(name, 'n', 300);
  name[300] = '\0';
  snprintf(xml, sizeof xml, "<mujoco><worldbody><geom name='%s' size='1'/></worldbody></mujoco>",
           name);
  viewed v;
  view_model(&v, model_from(xml), 10);
  v.opt.label = mjLABEL_GEOM;
  view_update(&v);
  assert_int_equal(strlen(v.scn.geoms[0].label), 99);
  assert_memory_equal(v.scn.geoms[0].label, name, 99);
  view_end(&v);
}

static void planes_without_end_follow_the_camera_by_whole_squares(void** state) {
  (void)state;
  viewed v;
  view_model(&v,
             model_from("<mujoco><asset><texture name='t' type='2d' builtin='checker' width='8' "
                        "height='8'/><material name='m' texture='t' texrepeat='4 5'/></asset>"
                        "<worldbody><geom type='plane' size='0 0 1' material='m'/>"
                        "<geom size='1'/></worldbody></mujoco>"),
             10);
  for (int i = 0; i < 50; i++) {
    vec3_set(v.cam.lookat, 30 * sin(i), 30 * cos(3 * i), 0);
    mjv_updateCamera(v.m, v.d, &v.cam, &v.scn);
    view_update(&v);
    const mjvGeom* g = v.scn.geoms;
    mjtNum head[3];
    mjv_cameraInRoom(head, NULL, NULL, &v.scn);
    for (int k = 0; k < 2; k++) {
      mjtNum period = 4. / (4 + k);  // two squares of two lengths each
      mjtNum squares = g->pos[k] / period;
      assert_true(fabs(squares - floor(squares + .5)) < 1e-5);
      assert_true(fabs(g->pos[k] - head[k]) <= period / 2 + 1e-5);
    }
    assert_true(g->pos[2] == 0);
  }
  view_end(&v);
}

static int no_state(const mjModel* m, int instance) {
  (void)m;
  (void)instance;
  return 0;
}

static void compute_nothing(const mjModel* m, mjData* d, int instance, int capability) {
  (void)m;
  (void)d;
  (void)instance;
  (void)capability;
}

static void show_beacon(const mjModel* m, mjData* d, const mjvOption* opt, mjvScene* scn,
                        int instance) {
  (void)m;
  (void)d;
  assert_non_null(opt);
  if (scn->ngeom >= scn->maxgeom) return;
  mjvGeom* g = scn->geoms + scn->ngeom++;
  memset(g, 0, sizeof *g);
  mjv_initGeom(g, mjGEOM_LABEL, NULL, NULL, NULL, NULL);
  snprintf(g->label, sizeof g->label, "beacon %d", instance);
}

static void plugins_show_theirs_first(void** state) {
  (void)state;
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  plugin.name = "test.beacon";
  plugin.capabilityflags = mjPLUGIN_PASSIVE;
  plugin.nstate = no_state;
  plugin.compute = compute_nothing;
  plugin.visualize = show_beacon;
  mjp_registerPlugin(&plugin);
  viewed v;
  view_model(&v,
             model_from("<mujoco><extension><plugin plugin='test.beacon'/></extension><worldbody>"
                        "<body><plugin plugin='test.beacon'/><geom size='1'/></body>"
                        "<body><plugin plugin='test.beacon'/><geom size='1'/></body>"
                        "</worldbody></mujoco>"),
             10);
  view_update(&v);
  view_update(&v);
  assert_int_equal(v.scn.ngeom, 4);
  assert_string_equal(v.scn.geoms[0].label, "beacon 0");
  assert_string_equal(v.scn.geoms[1].label, "beacon 1");
  assert_int_equal(v.scn.geoms[2].objtype, mjOBJ_GEOM);
  view_end(&v);
}

// ----- misuse

static void missing_arguments_are_named(void** state) {
  viewed* v = *state;
  assert_raises(mjv_makeScene(v->m, NULL, 10), "scn");
  assert_raises(mjv_updateScene(v->m, v->d, &v->opt, NULL, NULL, 7, NULL), "scn");
  assert_raises(mjv_updateScene(v->m, v->d, NULL, NULL, NULL, 7, &v->scn), "opt");
  assert_raises(mjv_updateScene(NULL, v->d, &v->opt, NULL, NULL, 7, &v->scn), "mjv_updateScene: m");
  assert_raises(mjv_addGeoms(v->m, NULL, &v->opt, NULL, 7, &v->scn), "mjv_addGeoms: d");
  assert_raises(mjv_moveCamera(v->m, 1, 0, 0, &v->scn, NULL), "cam");
  assert_raises(mjv_initPerturb(v->m, v->d, &v->scn, NULL), "pert");
  assert_raises(mj_printScene(NULL, NULL), "mj_printFormattedScene: s");
  mjv_updateCamera(NULL, v->d, &v->cam, &v->scn);  // these two mean something
  mjv_updateCamera(v->m, v->d, NULL, &v->scn);
}

static void a_scene_made_for_another_model_is_refused(void** state) {
  viewed* v = *state;
  static mjvScene scn;
  mjv_defaultScene(&scn);
  mjv_makeScene(NULL, &scn, 10);
  mjv_updateCamera(v->m, v->d, &v->cam, &scn);
  assert_raises(mjv_updateScene(v->m, v->d, &v->opt, NULL, &v->cam, 7, &scn), "made for 0 skins");
  v->opt.flags[mjVIS_SKIN] = 0;
  mjv_updateScene(v->m, v->d, &v->opt, NULL, &v->cam, 7, &scn);
  mjv_freeScene(&scn);
}

static void wild_options_and_perturbations_do_no_harm(void** state) {
  viewed* v = *state;
  for (int i = 0; i < 100; i++) {
    memset(v->opt.flags, i % 3 ? 1 : 255, sizeof v->opt.flags);
    v->opt.label = 7 * i - 300;
    v->opt.frame = 5 * i - 200;
    v->opt.bvh_depth = 1000 * i - 30000;
    v->opt.flex_layer = -i;
    v->pert.select = 3 * i - 100;
    v->pert.active = v->pert.active2 = i;
    v->pert.flexselect = v->pert.skinselect = i;
    v->pert.refpos[0] = v->pert.refselpos[1] = i % 2 ? NAN : 1e300;
    view_update(v);
    mjv_movePerturb(v->m, v->d, 1 + i % 7, .1, .1, &v->scn, &v->pert);
    mjv_initPerturb(v->m, v->d, &v->scn, &v->pert);
    assert_true(v->scn.ngeom > 0);
  }
}

// ----- printing

static void a_printed_scene_reads_back(void** state) {
  viewed* v = *state;
  all_flags(v);
  view_update(v);
  char path[] = "/tmp/sceneXXXXXX";
  int fd = mkstemp(path);
  assert_true(fd >= 0);
  FILE* file = fdopen(fd, "r");
  mj_printFormattedScene(&v->scn, path, "%.9g");
  char line[2000];
  int geoms = -1, lights = 0, cameras = 0, places = 0;
  while (fgets(line, sizeof line, file)) {
    float x[3];
    sscanf(line, "GEOM %d:", &geoms);
    lights += !strncmp(line, "LIGHT", 5);
    cameras += !strncmp(line, "CAMERA", 6);
    if (!lights && geoms >= 0 && sscanf(line, " pos %g %g %g", x, x + 1, x + 2) == 3) {
      assert_memory_equal(x, v->scn.geoms[geoms].pos, sizeof x);
      assert_int_equal(places++, geoms);
    }
  }
  assert_int_equal(geoms + 1, v->scn.ngeom);
  assert_int_equal(places, v->scn.ngeom);
  assert_int_equal(lights, v->scn.nlight);
  assert_int_equal(cameras, 2);
  fclose(file);
  remove(path);
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
  const struct CMUnitTest tests[] = {
      TEST(a_freed_scene_is_an_empty_one),
      TEST(a_scene_that_does_not_fit_in_memory_is_an_error),
      TEST(filling_a_scene_allocates_nothing),
      TEST(data_that_were_never_computed_can_be_drawn),
      TEST(what_drawing_needs_is_what_mjv_copies_have),
      TEST(a_full_scene_holds_the_first_geoms_and_warns),
      TEST(added_geoms_follow_those_that_are_there),
      TEST(categories_divide_the_scene),
      TEST(geoms_are_shown_by_group_and_opacity),
      TEST(transparency_is_for_what_can_move),
      TEST(what_is_selected_glows),
      TEST(labels_are_names_or_numbers),
      TEST(long_names_are_cut),
      TEST(planes_without_end_follow_the_camera_by_whole_squares),
      TEST(plugins_show_theirs_first),
      TEST(missing_arguments_are_named),
      TEST(a_scene_made_for_another_model_is_refused),
      TEST(wild_options_and_perturbations_do_no_harm),
      TEST(a_printed_scene_reads_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
