// Filters, the order of contacts, explicit pairs, callbacks, parameters, the arena.
#include "model_text.h"

// The geoms of all contacts, as "a-b a-b ...", each pair once in a row.
static const char* pairs_of(const mjData* d) {
  static char text[2000];
  int at = 0, last[2] = {-1, -1};
  text[0] = 0;
  for (int i = 0; i < d->ncon; i++) {
    const int* g = d->contact[i].geom;
    if (g[0] == last[0] && g[1] == last[1]) continue;
    at += snprintf(text + at, sizeof text - (size_t)at, "%s%d-%d", at ? " " : "", g[0], g[1]);
    last[0] = g[0];
    last[1] = g[1];
  }
  return text;
}

static void expect_pairs(const char* xml, const char* pairs) {
  mjModel* m = model_from(xml);
  mjData* d = mj_makeData(m);
  collide(m, d);
  assert_string_equal(pairs_of(d), pairs);
  mj_deleteData(d);
  mj_deleteModel(m);
}

#define TWO(a, b) "<mujoco>" a "<worldbody><body><freejoint/>" b "</body></worldbody></mujoco>"

static void order_in_a_pair_of_bodies(void** state) {
  (void)state;
  // geoms of several types: with trees the contacts go by the ids after ordering by type, without
  // by the geoms of the first body, then of the second
#define MIXED(flag)                                                                     \
  "<mujoco><option><flag " flag                                                         \
  "/></option><worldbody>"                                                              \
  "<body><freejoint/><geom type='box' size='.1 .1 .1'/><geom size='.1'/></body>"        \
  "<body pos='.05 0 0'><freejoint/><geom size='.1'/><geom type='box' size='.1 .1 .1'/>" \
  "</body></worldbody></mujoco>"
  expect_pairs(MIXED("midphase='enable'"), "0-3 1-2 1-3 2-0");
  expect_pairs(MIXED("midphase='disable'"), "2-0 0-3 1-2 1-3");
}

static void families_do_not_collide(void** state) {
  (void)state;
#define CHAIN(flag, joint)                           \
  "<mujoco><option><flag " flag                      \
  "/></option><worldbody><geom size='.1'/>"          \
  "<body><joint/><geom size='.1'/><body>" joint      \
  "<geom size='.1'/><body><joint/><geom size='.1'/>" \
  "</body></body></body></worldbody></mujoco>"
  // the world meets all; parent and child do not, grandparent does
  expect_pairs(CHAIN("filterparent='enable'", "<joint/>"), "0-1 0-2 0-3 1-3");
  expect_pairs(CHAIN("filterparent='disable'", "<joint/>"), "0-1 0-2 0-3 1-2 1-3 2-3");
  // without a joint the second is welded to the first, whose child is then the third
  expect_pairs(CHAIN("filterparent='enable'", ""), "0-1 0-2 0-3");
  expect_pairs(CHAIN("filterparent='disable'", ""), "0-1 0-2 0-3 1-3 2-3");
}

static void bits_excludes_and_pairs(void** state) {
  (void)state;
#define FOUR(bits, contact)                                                   \
  "<mujoco><worldbody><geom size='.1' " bits                                  \
  "/><body name='a'><freejoint/><geom size='.1'/></body>"                     \
  "<body name='b'><freejoint/><geom name='gb' size='.1'/></body>"             \
  "<body name='c'><freejoint/><geom name='gc' size='.1'/></body></worldbody>" \
  "<contact>" contact "</contact></mujoco>"
  expect_pairs(FOUR("", ""), "0-1 0-2 0-3 1-2 1-3 2-3");
  expect_pairs(FOUR("contype='2' conaffinity='2'", ""), "1-2 1-3 2-3");
  expect_pairs(FOUR("contype='2' conaffinity='1'", ""), "0-1 0-2 0-3 1-2 1-3 2-3");
  expect_pairs(FOUR("contype='0' conaffinity='0'", ""), "1-2 1-3 2-3");
  expect_pairs(FOUR("", "<exclude body1='c' body2='b'/>"), "0-1 0-2 0-3 1-2 1-3");
  // a pair replaces the dynamic contact, whatever excludes say, and keeps its place in the order
  expect_pairs(FOUR("", "<exclude body1='c' body2='b'/><pair geom1='gc' geom2='gb'/>"),
               "0-1 0-2 0-3 1-2 1-3 2-3");
}

static void pairs_go_between_the_bodies_they_belong_to(void** state) {
  (void)state;
  expect_pairs(
      "<mujoco><worldbody><geom name='w' size='.1' contype='0' conaffinity='0'/>"
      "<body><freejoint/><geom name='a' size='.1'/><geom name='a2' size='.1'/></body>"
      "<body><freejoint/><geom name='b' size='.1'/></body></worldbody>"
      "<contact><pair geom1='a2' geom2='b'/><pair geom1='a' geom2='a2'/><pair geom1='w' geom2='b'/>"
      "</contact></mujoco>",
      "0-3 1-2 2-3 1-3");
}

static int hide_odd(const mjModel* m, mjData* d, int g1, int g2) {
  (void)d;
  assert_true(m->geom_type[g1] <= m->geom_type[g2]);
  return (g1 + g2) % 2;
}

static void the_contact_filter_replaces_the_bits(void** state) {
  (void)state;
  mjModel* m = model_from(FOUR("contype='2' conaffinity='2'", "<pair geom1='gb' geom2='gc'/>"));
  mjData* d = mj_makeData(m);
  // the world's bits keep its body out before any geom is looked at; pairs are not asked
  mjcb_contactfilter = hide_odd;
  collide(m, d);
  mjcb_contactfilter = NULL;
  assert_string_equal(pairs_of(d), "1-3 2-3");
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void disabled_means_none(void** state) {
  (void)state;
  mjModel* m = model_from(FOUR("", "<pair geom1='gb' geom2='gc'/>"));
  mjData* d = mj_makeData(m);
  collide(m, d);
  assert_int_equal(d->ncon, 6);
  int count = d->timer[mjTIMER_POS_COLLISION].number;
  m->opt.disableflags = mjDSBL_CONTACT;
  collide(m, d);
  assert_int_equal(d->ncon, 0);
  m->opt.disableflags = mjDSBL_CONSTRAINT;
  collide(m, d);
  assert_int_equal(d->ncon, 0);
  assert_int_equal(d->timer[mjTIMER_POS_COLLISION].number, count);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static int two_contacts(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                        mjtNum margin) {
  (void)m, (void)d, (void)g1, (void)g2, (void)margin;
  memset(con, 0xFF, 2 * sizeof *con);
  for (int i = 0; i < 2; i++) {
    con[i].dist = -0.01 * i;
    vec3_set(con[i].pos, i, 0, 0);
    vec3_set(con[i].frame, 0, 0, 1);
    vec3_set(con[i].frame + 3, i, i, 0);
  }
  return 2;
}

static void a_routine_of_the_table_may_be_replaced(void** state) {
  (void)state;
  mjfCollision* entry = &mjCOLLISIONFUNC[mjGEOM_SPHERE][mjGEOM_SPHERE];
  mjfCollision before = *entry;
  mjModel* m = model_from(TWO("", "<geom size='.1'/></body><body><freejoint/><geom size='.1'/>"));
  mjData* d = mj_makeData(m);
  *entry = two_contacts;
  collide(m, d);
  assert_int_equal(d->ncon, 2);
  const mjContact* c = d->contact;
  assert_true(c[0].exclude == 1 && c[1].exclude == 0);
  assert_true(c[0].frame[4] == 1 && fabs(c[1].frame[3] - sqrt(0.5)) < 1e-15);
  for (int i = 0; i < 2; i++) {
    assert_true(c[i].mu == 0 && c[i].efc_address == -1 && c[i].geom1 == 0 && c[i].geom2 == 1);
    for (int k = 0; k < 36; k++) assert_true(c[i].H[k] == 0);
    for (int k = 0; k < 2; k++) {
      assert_true(c[i].flex[k] == -1 && c[i].elem[k] == -1 && c[i].vert[k] == -1);
      assert_true(c[i].solreffriction[k] == 0);
    }
  }
  *entry = NULL;
  collide(m, d);
  assert_int_equal(d->ncon, 0);
  *entry = before;
  mj_deleteData(d);
  mj_deleteModel(m);
}

// The nodes that the reference marks as this scene falls to the ground.
static void nodes_of_the_trees_are_marked(void** state) {
  (void)state;
  static const struct {
    int step;
    const char* marks;
  } expected[] = {
      {24, "111111111111111111"}, {27, "111111111111101111"}, {206, "111111011111101111"}};
  mjModel* m = model_from(
      "<mujoco><worldbody><geom type='plane' size='3 3 .1'/>"
      "<geom type='cylinder' size='.1 .3' pos='.9 0 .3'/>"
      "<body pos='0 0 .3'><freejoint/><geom type='box' size='.2 .15 .1'/>"
      "<geom size='.13' pos='.3 .05 .02'/>"
      "<geom type='capsule' size='.07 .2' pos='-.3 0 -.15' euler='80 20 0'/>"
      "<geom type='ellipsoid' size='.1 .2 .15' pos='.02 .25 0' contype='0' conaffinity='0'/></body>"
      "<body pos='.1 .02 .45'><freejoint/><geom size='.14' pos='.25 0 0'/>"
      "<geom type='box' size='.18 .12 .09' euler='0 0 30'/>"
      "<geom type='cylinder' size='.09 .12' pos='-.22 .03 -.03' euler='20 0 0'/>"
      "<geom type='ellipsoid' size='.15 .1 .09' pos='.5 .1 -.1'/></body>"
      "<body pos='.75 .02 .2'><freejoint/><geom type='capsule' size='.08 .2' euler='0 90 0'/>"
      "<geom size='.12' pos='-.1 .1 -.1'/></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  char marks[32] = "";
  m->vis.global.bvactive = 1;
  assert_int_equal(m->nbvh, 18);
  for (int i = 0, step = 0; i < 3; i++) {
    for (; step < expected[i].step; step++) mj_step(m, d);
    for (int k = 0; k < m->nbvh; k++) marks[k] = (char)('0' + d->bvh_active[k]);
    assert_string_equal(marks, expected[i].marks);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// Rays mark boxes of meshes; detecting collisions forgets all marks but its own.
static void marks_of_rays_are_forgotten(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><asset><mesh name='a' builtin='sphere' params='3'/>"
      "<mesh name='b' builtin='sphere' params='2' scale='1 2 1'/></asset><worldbody>"
      "<geom type='mesh' mesh='a'/><body pos='5 0 0'><freejoint/><geom type='mesh' mesh='b'/>"
      "<geom size='.1' pos='3 0 0'/></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  m->vis.global.bvactive = 1;
  assert_true(m->mesh_bvhnum[0] > 1000 && m->mesh_bvhnum[1] > 500);
  int most = 0;
  for (int round = 0; round < 20; round++) {
    mj_forward(m, d);
    int left = 0, marked = 0;
    for (int i = 0; i < m->nbvh; i++) left += d->bvh_active[i];
    assert_int_equal(left, 0);
    for (int k = 0; k < 40; k++) {
      mjtNum from[3] = {k % 2 ? 5 : 0, 0, 0}, to[3] = {sin(k + round), cos(1.7 * k), sin(3.1 * k)};
      mj_ray(m, d, from, to, NULL, 1, -1, NULL);
    }
    for (int i = 0; i < m->nbvh; i++) marked += d->bvh_active[i];
    if (marked > most) most = marked;
  }
  assert_true(most > 100);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// Two contacts, one without a direction: its frame is zero.
static int half_directionless(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                              mjtNum margin) {
  (void)m, (void)d, (void)g1, (void)g2, (void)margin;
  memset(con, 0, 2 * sizeof *con);
  con[1].frame[2] = 1;
  return 2;
}

static void contacts_of_a_replacement_without_direction_are_dropped(void** state) {
  (void)state;
  mjfCollision* entry = &mjCOLLISIONFUNC[mjGEOM_SPHERE][mjGEOM_SPHERE];
  mjfCollision before = *entry;
  mjModel* m = model_from(TWO("", "<geom size='.1'/></body><body><freejoint/><geom size='.1'/>"));
  mjData* d = mj_makeData(m);
  *entry = half_directionless;
  mj_step(m, d);
  *entry = before;
  assert_int_equal(d->ncon, 1);
  assert_true(d->contact[0].frame[2] == 1 && isfinite(d->qvel[2]));
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ----- parameters

static mjContact contact_of(const char* a, const char* b, const char* option, const char* contact) {
  char xml[2000];
  snprintf(xml, sizeof xml,
           "<mujoco>%s<worldbody><body><freejoint/><geom name='a' size='.1' %s/></body>"
           "<body pos='.15 0 0'><freejoint/><geom name='b' size='.1' %s/></body></worldbody>"
           "<contact>%s</contact></mujoco>",
           option, a, b, contact);
  mjModel* m = model_from(xml);
  mjData* d = mj_makeData(m);
  collide(m, d);
  assert_int_equal(d->ncon, 1);
  mjContact c = d->contact[0];
  mj_deleteData(d);
  mj_deleteModel(m);
  return c;
}

static void near_to(mjtNum x, mjtNum y) {
  if (fabs(x - y) > 1e-12) fail_msg("%.15g, must be %.15g", x, y);
}

static void equal_priority_mixes(void** state) {
  (void)state;
  mjContact c =
      contact_of("solref='.02 1' solmix='1' friction='.5 .1 .2' condim='1' margin='.01'",
                 "solref='.04 .5' solmix='3' friction='.4 .3 .1' condim='4' gap='.005'", "", "");
  assert_int_equal(c.dim, 4);
  near_to(c.solref[0], 0.25 * 0.02 + 0.75 * 0.04);
  near_to(c.solref[1], 0.25 * 1 + 0.75 * 0.5);
  near_to(c.friction[0], 0.5);
  near_to(c.friction[1], 0.5);
  near_to(c.friction[2], 0.3);
  near_to(c.friction[3], 0.2);
  near_to(c.friction[4], 0.2);
  near_to(c.includemargin, 0.005);
  // stiffness given directly is not mixed: the smaller of each, which is the stiffer
  c = contact_of("solref='-100 -5'", "solref='.02 1'", "", "");
  near_to(c.solref[0], -100);
  near_to(c.solref[1], -5);
  // weights of nothing
  c = contact_of("solmix='0' solimp='.5 .6 .1 .5 1'", "solmix='0' solimp='.7 .8 .3 .5 3'", "", "");
  near_to(c.solimp[0], 0.6);
  c = contact_of("solmix='0' solimp='.5 .6 .1 .5 1'", "solmix='1' solimp='.7 .8 .3 .5 3'", "", "");
  near_to(c.solimp[0], 0.7);
}

static void higher_priority_wins(void** state) {
  (void)state;
  mjContact c = contact_of("priority='1' friction='.2 .1 .1' condim='1' solref='.1 2'",
                           "friction='.9 .9 .9' condim='6' margin='.02' gap='.01'", "", "");
  assert_int_equal(c.dim, 1);
  near_to(c.friction[0], 0.2);
  near_to(c.solref[0], 0.1);
  near_to(c.includemargin, 0.01);
}

static void override_replaces_what_it_says(void** state) {
  (void)state;
  mjContact c = contact_of("condim='4' gap='.01'", "",
                           "<option o_margin='.03' o_solref='.5 .6' o_solimp='.1 .2 .3 .4 5' "
                           "o_friction='0 .2 .3 .4 .5'><flag override='enable'/></option>",
                           "");
  near_to(c.includemargin, 0.02);
  near_to(c.solref[0], 0.5);
  near_to(c.solreffriction[1], 0.6);
  near_to(c.solimp[2], 0.3);
  near_to(c.friction[0], mjMINMU);
  near_to(c.friction[4], 0.5);
  assert_int_equal(c.dim, 4);
}

static void explicit_pairs_bring_their_own(void** state) {
  (void)state;
  mjContact c = contact_of("condim='6'", "", "",
                           "<pair geom1='a' geom2='b' condim='3' friction='.1 .2 .3 .4 .5' "
                           "margin='.1' gap='.04' solreffriction='.7 .8'/>");
  assert_int_equal(c.dim, 3);
  for (int k = 0; k < 5; k++) near_to(c.friction[k], 0.1 * (k + 1));
  near_to(c.includemargin, 0.06);
  near_to(c.solreffriction[0], 0.7);
}

// ----- the arena

static void ignore_warning(const char* text) { (void)text; }

static void a_full_arena_is_a_warning(void** state) {
  (void)state;
  enum { SIDE = 12 };
  char* xml = malloc(200000);
  int at =
      sprintf(xml, "<mujoco><size memory='200K'/><worldbody><geom type='plane' size='9 9 1'/>");
  for (int i = 0; i < SIDE * SIDE; i++) {
    at += sprintf(xml + at,
                  "<body pos='%g %g .05'><freejoint/><geom type='box' size='.06 .06 .06'/></body>",
                  0.3 * (i % SIDE), 0.3 * (i / SIDE));
  }
  sprintf(xml + at, "</worldbody></mujoco>");
  mjModel* m = model_from(xml);
  mjData* d = mj_makeData(m);
  void (*before)(const char*) = mju_user_warning;
  mju_user_warning = ignore_warning;
  collide(m, d);
  mju_user_warning = before;
  assert_true(d->warning[mjWARN_CONTACTFULL].number > 0);
  assert_true(d->ncon > 0 && d->ncon < 4 * SIDE * SIDE);
  assert_int_equal(d->parena, sizeof(mjContact) * (size_t)d->ncon);
  assert_int_equal(d->pstack, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
  free(xml);
}

static void contacts_may_be_added(void** state) {
  (void)state;
  mjModel* m = model_from(FOUR("", ""));
  mjData* d = mj_makeData(m);
  collide(m, d);
  mjContact c = d->contact[2];
  c.dist = -1;
  d->contact[0].efc_address = 7;
  assert_int_equal(mj_addContact(m, d, &c), 0);
  assert_int_equal(d->ncon, 7);
  assert_true(d->contact[6].dist == -1 && d->contact[0].efc_address == -1);
  assert_int_equal(d->parena, 7 * sizeof(mjContact));
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(order_in_a_pair_of_bodies),
      cmocka_unit_test(families_do_not_collide),
      cmocka_unit_test(bits_excludes_and_pairs),
      cmocka_unit_test(pairs_go_between_the_bodies_they_belong_to),
      cmocka_unit_test(the_contact_filter_replaces_the_bits),
      cmocka_unit_test(disabled_means_none),
      cmocka_unit_test(nodes_of_the_trees_are_marked),
      cmocka_unit_test(marks_of_rays_are_forgotten),
      cmocka_unit_test(a_routine_of_the_table_may_be_replaced),
      cmocka_unit_test(contacts_of_a_replacement_without_direction_are_dropped),
      cmocka_unit_test(equal_priority_mixes),
      cmocka_unit_test(higher_priority_wins),
      cmocka_unit_test(override_replaces_what_it_says),
      cmocka_unit_test(explicit_pairs_bring_their_own),
      cmocka_unit_test(a_full_arena_is_a_warning),
      cmocka_unit_test(contacts_may_be_added),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
