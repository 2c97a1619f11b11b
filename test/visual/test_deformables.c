// Faces of flexes and vertices of skins.
#include "viewed.h"

#include "visual/deformables.h"

// ----- flexes: a grid of n cells a side, flat or in space, in an otherwise empty model

enum { MOST = 200 };

typedef struct {
  viewed v;
  mjModel m;
  int zero, none, dim, nvert, nelem, nshell, elem[8 * MOST], texcoord[8 * MOST], layer[2 * MOST];
  int shell[6 * MOST], edge[2];
  mjtByte flatskin;
  mjtNum radius, x[3 * MOST];
} patch;

static void finish(patch* p) {
  view_model(&p->v, model_from("<mujoco><size memory='1M'/></mujoco>"), 10);
  p->m = *p->v.m;
  mjModel* m = &p->m;
  p->none = -1;
  m->nflex = 1;
  m->nflexvert = p->nvert;
  m->flex_dim = &p->dim;
  m->flex_vertadr = m->flex_edgeadr = m->flex_elemadr = &p->zero;
  m->flex_elemdataadr = m->flex_shelldataadr = m->flex_edgenum = &p->zero;
  m->flex_texcoordadr = &p->none;
  m->flex_vertnum = &p->nvert;
  m->flex_elemnum = &p->nelem;
  m->flex_shellnum = &p->nshell;
  m->flex_edge = p->edge;
  m->flex_elem = p->elem;
  m->flex_elemtexcoord = p->texcoord;
  m->flex_elemlayer = p->layer;
  m->flex_shell = p->shell;
  m->flex_radius = &p->radius;
  m->flex_flatskin = &p->flatskin;
  p->v.d->flexvert_xpos = p->x;
  mjv_makeScene(m, &p->v.scn, 10);
}

static void end(patch* p) { view_end(&p->v); }

// A bent sheet of 2 x 3 cells with its border as shell.
static void make_sheet(patch* p) {
  enum { NX = 3, NY = 4 };
  *p = (patch){.dim = 2, .nvert = NX * NY, .radius = .02};
  for (int i = 0; i < NX; i++) {
    for (int j = 0; j < NY; j++) {
      vec3_set(p->x + 3 * (NY * i + j), .2 * i, .2 * j, .1 * sin(i + 2. * j));
      if (i + 1 == NX || j + 1 == NY) continue;
      int a = NY * i + j, b = a + NY;
      const int two[6] = {a, b, b + 1, a, b + 1, a + 1};
      memcpy(p->elem + 3 * p->nelem, two, sizeof two);
      p->nelem += 2;
    }
  }
  // the border: sides of one triangle only
  for (int e = 0; e < p->nelem; e++) {
    for (int k = 0; k < 3; k++) {
      int a = p->elem[3 * e + k], b = p->elem[3 * e + (k + 1) % 3], shared = 0;
      for (int o = 0; o < p->nelem; o++) {
        for (int q = 0; q < 3; q++) {
          shared |= p->elem[3 * o + q] == b && p->elem[3 * o + (q + 1) % 3] == a;
        }
      }
      if (shared) continue;
      p->shell[2 * p->nshell] = a;
      p->shell[2 * p->nshell++ + 1] = b;
    }
  }
  finish(p);
}

// Two tetrahedra on a common triangle, in layers 0 and 1.
static void make_solid(patch* p) {
  static const mjtNum x[15] = {0, 0, 0, 1, 0, 0, .5, .87, 0, .5, .29, .7, .5, .29, -.7};
  static const int elem[8] = {0, 1, 2, 3, 0, 2, 1, 4};
  static const int shell[18] = {0, 1, 3, 1, 2, 3, 2, 0, 3, 1, 0, 4, 2, 1, 4, 0, 2, 4};
  *p = (patch){.dim = 3, .nvert = 5, .nelem = 2, .nshell = 6, .radius = .02};
  memcpy(p->x, x, sizeof x);
  memcpy(p->elem, elem, sizeof elem);
  memcpy(p->shell, shell, sizeof shell);
  p->layer[1] = 1;
  finish(p);
}

static int update(patch* p, bool skin, bool face, int layer) {
  mjv_defaultOption(&p->v.opt);
  p->v.opt.flags[mjVIS_FLEXSKIN] = skin;
  p->v.opt.flags[mjVIS_FLEXFACE] = face;
  p->v.opt.flex_layer = layer;
  flex_update_faces(&p->m, p->v.d, &p->v.opt, &p->v.scn);
  assert_int_equal(p->v.scn.flexskinopt, skin);
  assert_true(p->v.scn.flexfaceused[0] <= p->v.scn.flexfacenum[0]);
  return p->v.scn.flexfaceused[0];
}

static bool same_point(const float* a, const float* b) {
  return fabsf(a[0] - b[0]) + fabsf(a[1] - b[1]) + fabsf(a[2] - b[2]) < 1e-6f;
}

// Every side of every face is also a side, the other way round, of exactly one other.
static void assert_closed(const float* face, int n) {
  for (int i = 0; i < 3 * n; i++) {
    const float *a = face + 3 * i, *b = face + 9 * (i / 3) + 3 * ((i + 1) % 3);
    int partners = 0;
    for (int j = 0; j < 3 * n; j++) {
      const float *c = face + 3 * j, *d = face + 9 * (j / 3) + 3 * ((j + 1) % 3);
      partners += same_point(a, d) && same_point(b, c);
    }
    assert_int_equal(partners, 1);
  }
}

// Volume inside a closed surface; positive when the faces go round it seen from outside.
static mjtNum volume(const float* face, int n) {
  mjtNum sum = 0;
  for (int i = 0; i < n; i++, face += 9) {
    mjtNum a[3], b[3], c[3], cross[3];
    mju_f2n(a, face, 3);
    mju_f2n(b, face + 3, 3);
    mju_f2n(c, face + 6, 3);
    vec3_cross(cross, b, c);
    sum += vec3_dot(a, cross) / 6;
  }
  return sum;
}

// Normals are unit vectors on the outer side of their faces.
static void assert_normals(const float* face, const float* normal, int n) {
  for (int i = 0; i < n; i++, face += 9, normal += 9) {
    mjtNum a[3], b[3], out[3], one[3];
    for (int k = 0; k < 3; k++) {
      a[k] = face[3 + k] - face[k];
      b[k] = face[6 + k] - face[k];
    }
    vec3_cross(out, a, b);
    for (int k = 0; k < 3; k++) {
      mju_f2n(one, normal + 3 * k, 3);
      assert_true(fabs(vec3_norm(one) - 1) < 1e-5);
      assert_true(vec3_dot(out, one) > 0);
    }
  }
}

static void the_skin_of_a_sheet_closes_its_thickness(void** state) {
  (void)state;
  patch p;
  make_sheet(&p);
  int n = update(&p, true, true, 0);
  assert_int_equal(n, 2 * p.nelem + 2 * p.nshell);
  assert_closed(p.v.scn.flexface, n);
  assert_normals(p.v.scn.flexface, p.v.scn.flexnormal, n);
  // about area times thickness
  assert_true(volume(p.v.scn.flexface, n) > .4 * .6 * 2 * p.radius);
  end(&p);
}

static void the_skin_of_a_solid_is_its_shell_moved_out(void** state) {
  (void)state;
  for (int flat = 0; flat < 2; flat++) {
    patch p;
    make_solid(&p);
    p.flatskin = (mjtByte)flat;
    int n = update(&p, true, false, 0);
    assert_int_equal(n, p.nshell);
    assert_closed(p.v.scn.flexface, n);
    assert_normals(p.v.scn.flexface, p.v.scn.flexnormal, n);
    for (int i = 0; i < 3 * n; i++) {
      mjtNum corner[3];
      mju_f2n(corner, p.v.scn.flexface + 3 * i, 3);
      assert_true(fabs(vec3_distance(corner, p.x + 3 * p.shell[i]) - p.radius) < 1e-6);
      if (flat)
        assert_memory_equal(p.v.scn.flexnormal + 3 * i, p.v.scn.flexnormal + 9 * (i / 3), 12);
    }
    assert_true(volume(p.v.scn.flexface, n) > .87 * .7 / 3);
    end(&p);
  }
}

static void faces_are_those_of_elements_of_the_layer(void** state) {
  (void)state;
  patch p;
  make_solid(&p);
  for (int layer = -1; layer < 3; layer++) {
    int n = update(&p, false, true, layer);
    assert_int_equal(n, layer == 0 || layer == 1 ? 4 : 0);
    assert_normals(p.v.scn.flexface, p.v.scn.flexnormal, n);
  }
  assert_int_equal(update(&p, false, false, 0), 0);
  end(&p);
  make_sheet(&p);
  int n = update(&p, false, true, 5);
  assert_int_equal(n, 2 * p.nelem);
  assert_normals(p.v.scn.flexface, p.v.scn.flexnormal, n);
  end(&p);
}

static void a_scene_for_other_flexes_is_refused(void** state) {
  (void)state;
  static patch p;
  make_sheet(&p);
  mjv_makeScene(NULL, &p.v.scn, 10);
  assert_raises(flex_update_faces(&p.m, p.v.d, &p.v.opt, &p.v.scn), "made for 0 flexes");
  end(&p);
}

// ----- skins

#define SKIN(inflate)                                                                         \
  "<mujoco><asset><skin name='s' inflate='" inflate                                           \
  "' vertex='0 0 0 .3 0 0 .3 .1 0 0 .1 0 .1 .05 .2' face='0 1 2 0 2 3 0 4 1 1 4 2'>"          \
  "<bone body='a' bindpos='.1 0 0' bindquat='.8 .6 0 0' vertid='0 3 4' vertweight='1 1 .5'/>" \
  "<bone body='b' bindpos='.3 0 0' bindquat='1 0 0 0' vertid='1 2 4' vertweight='1 1 .5'/>"   \
  "</skin></asset><worldbody>"                                                                \
  "<body name='a' pos='.1 0 0' quat='.8 .6 0 0'><freejoint/><geom size='.1'/></body>"         \
  "<body name='b' pos='.3 0 0'><freejoint/><geom size='.1'/></body></worldbody></mujoco>"

static void a_skin_in_its_bind_pose_is_as_it_was_given(void** state) {
  (void)state;
  viewed v;
  view_model(&v, model_from(SKIN("0")), 20);
  view_update(&v);
  for (int i = 0; i < 3 * v.m->nskinvert; i++) {
    assert_true(fabsf(v.scn.skinvert[i] - v.m->skin_vert[i]) < 1e-6f);
  }
  view_end(&v);
}

// Both bones turned and moved as one.
static void move_bones(viewed* v) {
  const mjtNum shift[3] = {1, -2, .5}, turn[4] = {.6, 0, .8, 0};
  for (int i = 0; i < 2; i++) {
    mjtNum* q = v->d->qpos + 7 * i;
    pose_compose(q, q + 3, shift, turn, v->m->qpos0 + 7 * i, v->m->qpos0 + 7 * i + 3);
  }
  mj_forward(v->m, v->d);
}

static void a_skin_moves_with_its_bones_and_is_inflated_along_its_normals(void** state) {
  (void)state;
  const mjtNum shift[3] = {1, -2, .5}, turn[4] = {.6, 0, .8, 0};
  viewed thin, thick;
  view_model(&thin, model_from(SKIN("0")), 20);
  view_model(&thick, model_from(SKIN("0.03")), 20);
  move_bones(&thin);
  move_bones(&thick);
  view_update(&thin);
  view_update(&thick);
  for (int i = 0; i < thin.m->nskinvert; i++) {
    mjtNum x[3], moved[3], normal[3], inflated[3];
    mju_f2n(x, thin.m->skin_vert + 3 * i, 3);
    quat_rotate(x, turn, x);
    vec3_add(x, x, shift);
    mju_f2n(moved, thin.scn.skinvert + 3 * i, 3);
    assert_all_near(moved, x, 3, 1e-5);
    mju_f2n(normal, thin.scn.skinnormal + 3 * i, 3);
    assert_true(fabs(vec3_norm(normal) - 1) < 1e-5);
    mju_f2n(inflated, thick.scn.skinvert + 3 * i, 3);
    vec3_axpy(x, .03, normal);
    assert_all_near(inflated, x, 3, 1e-5);
  }
  view_end(&thin);
  view_end(&thick);
}

static void a_vertex_between_bones_is_between_their_wishes(void** state) {
  (void)state;
  viewed v;
  view_model(&v, model_from(SKIN("0")), 20);
  v.d->qpos[7] += .2;  // the second bone alone
  mj_forward(v.m, v.d);
  view_update(&v);
  const float by[5] = {0, .2f, .2f, 0, .1f};
  for (int i = 0; i < 5; i++) {
    assert_true(fabsf(v.scn.skinvert[3 * i] - v.m->skin_vert[3 * i] - by[i]) < 1e-5f);
  }
  view_end(&v);
}

static void hidden_skins_are_not_updated(void** state) {
  (void)state;
  viewed v;
  view_model(&v, model_from(SKIN("0")), 20);
  memset(v.opt.skingroup, 0, mjNGROUP);
  view_update(&v);
  for (int i = 0; i < 3 * v.m->nskinvert; i++) assert_true(v.scn.skinvert[i] == 0);
  catch_messages();
  mjv_updateSkin(v.m, v.d, &v.scn);
  mju_clearHandlers();
  assert_int_equal(messages, 1);
  assert_non_null(strstr(last_message, "deprecated"));
  assert_true(v.scn.skinvert[3] > 0);
  view_end(&v);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_skin_of_a_sheet_closes_its_thickness),
      cmocka_unit_test(the_skin_of_a_solid_is_its_shell_moved_out),
      cmocka_unit_test(faces_are_those_of_elements_of_the_layer),
      cmocka_unit_test(a_scene_for_other_flexes_is_refused),
      cmocka_unit_test(a_skin_in_its_bind_pose_is_as_it_was_given),
      cmocka_unit_test(a_skin_moves_with_its_bones_and_is_inflated_along_its_normals),
      cmocka_unit_test(a_vertex_between_bones_is_between_their_wishes),
      cmocka_unit_test(hidden_skins_are_not_updated),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
