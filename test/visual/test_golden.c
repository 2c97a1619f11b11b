// Scenes against those of the reference: test/golden/scenes.mjs made the numbers.
#include "viewed.h"

typedef struct {
  mjtNum sum;
  int n;
} weighted;

static void add(weighted* w, mjtNum x) { w->sum += (1 + 7 * w->n++ % 13) * x; }

static void add_floats(weighted* w, const float* x, int n) {
  for (int i = 0; i < n; i++) add(w, x[i]);
}

enum { SUMS = 11 };

static void describe_geoms(const mjvScene* s, weighted* w) {
  for (int i = 0; i < s->ngeom; i++) {
    const mjvGeom* g = s->geoms + i;
    const int whole[] = {g->type,  g->objtype,  g->objid,   g->dataid,
                         g->matid, g->texcoord, g->category};
    const float gloss[] = {g->emission, g->specular, g->shininess, g->reflectance, g->modelrbound};
    for (size_t k = 0; k < sizeof whole / sizeof *whole; k++) add(w, whole[k]);
    add_floats(w + 1, g->size, 3);
    add_floats(w + 2, g->pos, 3);
    add_floats(w + 3, g->mat, 9);
    add_floats(w + 4, g->rgba, 4);
    add_floats(w + 5, gloss, 5);
    for (const char* c = g->label; *c; c++) add(w + 6, (unsigned char)*c);
  }
}

static void describe(const viewed* v, weighted* w) {
  const mjvScene* s = &v->scn;
  memset(w, 0, SUMS * sizeof *w);
  describe_geoms(s, w);
  for (int i = 0; i < 2; i++) {
    const mjvGLCamera* c = s->camera + i;
    add_floats(w + 7, c->pos, 3);
    add_floats(w + 7, c->forward, 3);
    add_floats(w + 7, c->up, 3);
    add_floats(w + 7, &c->frustum_center, 6);
    add(w + 7, c->orthographic);
  }
  for (int i = 0; i < s->nlight; i++) {
    const mjvLight* l = s->lights + i;
    add(w + 8, l->id);
    add(w + 8, l->type);
    add_floats(w + 8, l->pos, 3);
    add_floats(w + 8, l->dir, 3);
    add_floats(w + 8, l->diffuse, 3);
    add_floats(w + 8, l->attenuation, 3);
    add_floats(w + 8, &l->cutoff, 2);
  }
  add_floats(w + 9, s->skinvert, 3 * v->m->nskinvert);
  add_floats(w + 9, s->skinnormal, 3 * v->m->nskinvert);
  for (int i = 0; i < s->nflex; i++) {
    int used = s->flexfaceused[i];
    size_t adr = 9 * (size_t)s->flexfaceadr[i];
    add(w + 10, used);
    add_floats(w + 10, s->flexface + adr, 9 * used);
    add_floats(w + 10, s->flexnormal + adr, 9 * used);
  }
}

// The next line of the golden numbers is about a scene of this name, and says what v holds.
static void matches(viewed* v, FILE* golden, const char* kind, int number) {
  static const char* const what[SUMS] = {"types and ids", "sizes", "positions", "rotations",
                                         "colours",       "gloss", "labels",    "cameras",
                                         "lights",        "skins", "flexes"};
  char name[40], found[40];
  int ngeom;
  int n = snprintf(name, sizeof name, "%s", kind);
  if (number >= 0) snprintf(name + n, sizeof name - (size_t)n, "%d", number);
  view_update(v);
  assert_int_equal(fscanf(golden, "%39s %d", found, &ngeom), 2);
  assert_string_equal(name, found);
  if (v->scn.ngeom != ngeom) fail_msg("%s: %d geoms, expected %d", name, v->scn.ngeom, ngeom);
  weighted w[SUMS];
  describe(v, w);
  for (int k = 0; k < SUMS; k++) {
    double expected;
    assert_int_equal(fscanf(golden, "%lf", &expected), 1);
    // single precision, summed up with weights up to 13
    if (!(fabs(w[k].sum - expected) <= 2e-5 * (1 + fabs(expected)))) {
      fail_msg("%s: %s: %.9g, expected %.9g", name, what[k], w[k].sum, expected);
    }
  }
}

// Away from the reference configuration, with forces; as in scenes.mjs.
static void move_away(viewed* v) {
  const mjModel* m = v->m;
  mjData* d = v->d;
  for (int i = 0; i < m->nv; i++) d->qvel[i] = .1 * sin(1 + 1.7 * (i + 3));
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = 8 * .1 * sin(1 + 1.7 * i);
  for (int i = 0; i < m->na; i++) d->act[i] = .6;
  for (int i = 0; i < m->njnt; i++) {
    if (m->jnt_type[i] >= 2) d->qpos[m->jnt_qposadr[i]] += .3 + .1 * sin(1 + 1.7 * i);
  }
  for (int i = 1; i < m->nbody; i++) d->xfrc_applied[6 * i + 2] = i;
  mj_forward(m, d);
}

static void scenes_of_labels(viewed* v, FILE* golden) {
  v->pert.select = 2;
  v->pert.active = mjPERT_TRANSLATE;
  v->pert.active2 = mjPERT_ROTATE;
  v->pert.localpos[0] = .05;
  v->pert.refselpos[1] = .3;
  v->pert.refquat[0] = .8;
  v->pert.refquat[2] = .6;
  for (int l = 1; l < mjNLABEL; l++) {
    mjv_defaultOption(&v->opt);
    v->opt.label = l;
    for (int f = 0; f < mjNVISFLAG; f++) {
      v->opt.flags[f] = f != mjVIS_INERTIA && f != mjVIS_BODYBVH && f != mjVIS_MESHBVH;
    }
    matches(v, golden, "label", l);
  }
}

static void all_scenes(viewed* v, FILE* golden) {
  matches(v, golden, "default", -1);
  for (int f = 0; f < mjNVISFLAG; f++) {
    mjv_defaultOption(&v->opt);
    v->opt.flags[f] = !v->opt.flags[f];
    matches(v, golden, "flag", f);
  }
  mjv_defaultOption(&v->opt);
  v->opt.flags[mjVIS_INERTIA] = v->opt.flags[mjVIS_SCLINERTIA] = 1;
  matches(v, golden, "scaled", -1);
  for (int g = 0; g < 4; g++) {
    mjv_defaultOption(&v->opt);
    memset(v->opt.geomgroup, 0, mjNGROUP);
    memset(v->opt.sitegroup, 0, mjNGROUP);
    v->opt.geomgroup[g] = 1;
    matches(v, golden, "group", g);
  }
  for (int f = 1; f < mjNFRAME; f++) {
    mjv_defaultOption(&v->opt);
    v->opt.frame = f;
    v->opt.flags[mjVIS_CAMERA] = v->opt.flags[mjVIS_LIGHT] = 1;
    matches(v, golden, "frame", f);
  }
  scenes_of_labels(v, golden);
  for (int depth = 0; depth < 3; depth++) {
    mjv_defaultOption(&v->opt);
    v->opt.bvh_depth = depth;
    v->opt.flags[mjVIS_BODYBVH] = v->opt.flags[mjVIS_MESHBVH] = 1;
    matches(v, golden, "tree", depth);
  }
  mjv_defaultOption(&v->opt);
  v->cam.type = mjCAMERA_FIXED;
  for (v->cam.fixedcamid = 0; v->cam.fixedcamid < v->m->ncam; v->cam.fixedcamid++) {
    matches(v, golden, "camera", v->cam.fixedcamid);
  }
  v->cam.type = mjCAMERA_TRACKING;
  v->cam.trackbodyid = 1;
  v->cam.azimuth = 33;
  matches(v, golden, "tracking", -1);
}

static void compare(const char* name) {
  char path[300], error[300] = "";
  snprintf(path, sizeof path, "%s/test/golden/visual/%s.xml", SOURCE_ROOT, name);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  snprintf(path, sizeof path, "%s/test/golden/visual/%s.txt", SOURCE_ROOT, name);
  FILE* golden = fopen(path, "r");
  assert_non_null(golden);
  viewed v;
  view_model(&v, m, 3000);
  move_away(&v);
  all_scenes(&v, golden);
  fclose(golden);
  view_end(&v);
}

static void flexes_are_drawn_as_the_reference_draws_them(void** state) {
  (void)state;
  compare("flexes");
}

static void a_workshop_is_drawn_as_the_reference_draws_it(void** state) {
  (void)state;
  compare("workshop");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_workshop_is_drawn_as_the_reference_draws_it),
      cmocka_unit_test(flexes_are_drawn_as_the_reference_draws_them),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
