// Meshes that collide in convex parts: what falls into a mug, through a ring, under a chair.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include <engine/engine.h>

#include "asset/decompose.h"
#include "solids.h"

// --- a scene with it ----------------------------------------------------------------------------

typedef struct {
  mjSpec* s;
  mjsMesh* mesh;
  mjModel* m;
  engParts how;
} scene;

static double error_asked = 0;  // 0: the usual one

// The solid stands turned and shifted in a frame in a body, its mesh has a frame of its own and is
// scaled: parts must end up where it is.  Beside it a free ball, its place seen from the solid.
static scene make_scene(const double ball[3], double radius, int parts) {
  scene x = {.s = mj_makeSpec(), .how = {.error = error_asked}};
  x.mesh = mjs_addMesh(x.s, NULL);
  mjs_setName(x.mesh->element, "solid");
  for (int i = 0; i < 3 * shape.nvert; i++) shape.vert[i] *= 2;
  mjs_setFloat(x.mesh->uservert, shape.vert, 3 * shape.nvert);
  for (int i = 0; i < 3 * shape.nvert; i++) shape.vert[i] /= 2;
  mjs_setInt(x.mesh->userface, shape.face, 3 * shape.nface);
  for (int k = 0; k < 3; k++) x.mesh->scale[k] = 0.5;
  x.mesh->inertia = mjMESH_INERTIA_EXACT;
  x.mesh->refpos[1] = 0.3;  // of the file, which is twice as large
  mjsBody* world = mjs_findBody(x.s, "world");
  mjsBody* body = mjs_addBody(world, NULL);
  body->pos[0] = 1;
  mjsFrame* frame = mjs_addFrame(body, NULL);
  frame->pos[1] = 2.15;
  double quat[4] = {cos(.4), 0, 0, sin(.4)};
  mju_copy(body->quat, quat, 4);
  mjsGeom* g = mjs_addGeom(body, NULL);
  g->type = mjGEOM_MESH;
  mjs_setString(g->meshname, "solid");
  mjs_setFrame(g->element, frame);
  g->friction[0] = 0.4;
  mjsBody* b = mjs_addBody(world, NULL);
  double place[3] = {ball[0], ball[1] + 2, ball[2]};
  mju_rotVecQuat(b->pos, place, quat);
  b->pos[0] += 1;
  mjs_addFreeJoint(b);
  mjsGeom* sphere = mjs_addGeom(b, NULL);
  sphere->size[0] = radius;
  x.m = mj_compile(x.s, NULL);
  if (!x.m) fail_msg("%s", mjs_getError(x.s));
  if (!parts) return x;
  x.how.maxpart = parts;
  if (eng_collideByParts(x.s, x.mesh, x.m, &x.how) < 1) fail_msg("%s", mjs_getError(x.s));
  mjModel* m = mj_compile(x.s, NULL);
  if (!m) fail_msg("%s", mjs_getError(x.s));
  // what it is made of does not change
  for (int k = 0; k < 3; k++) {
    assert_true(fabs(m->body_inertia[3 + k] - x.m->body_inertia[3 + k]) < 1e-9);
    assert_true(fabs(m->body_ipos[3 + k] - x.m->body_ipos[3 + k]) < 1e-9);
  }
  assert_true(fabs(m->body_mass[1] - x.m->body_mass[1]) < 1e-9);
  mj_deleteModel(x.m);
  x.m = m;
  return x;
}

static void drop(scene* x) {
  mj_deleteModel(x->m);
  mj_deleteSpec(x->s);
}

// The height of the ball after some time.
static double height_after(const mjModel* m, double seconds) {
  mjData* d = mj_makeData(m);
  while (d->time < seconds) mj_step(m, d);
  double z = d->qpos[2];
  mj_deleteData(d);
  return z;
}

static int contacts_at_once(const mjModel* m) {
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  int n = d->ncon;
  mj_deleteData(d);
  return n;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// --- what they show -----------------------------------------------------------------------------

static void a_ball_falls_into_a_mug_and_stays(void** state) {
  (void)state;
  static const double above[3] = {.01, .02, .4};
  make_mug();
  scene hull = make_scene(above, .04, 0), parts = make_scene(above, .04, 48);
  // on the hull it rests on the rim, or rolls off; in the mug on its floor
  double z = height_after(parts.m, 3);
  print_message("mug: %d parts, volume error %.3f, the ball at %.4f\n", parts.how.npart,
                parts.how.hulls / parts.how.volume - 1, z);
  assert_true(fabs(z - .06) < .003);
  assert_true(fabs(height_after(hull.m, 0.3) - .24) < .02);
  drop(&hull);
  drop(&parts);
}

static void a_ball_falls_through_a_ring(void** state) {
  (void)state;
  static const double above[3] = {.01, 0, .5};
  make_torus(.5, .1, 60, 24);
  scene hull = make_scene(above, .25, 0), parts = make_scene(above, .25, 32);
  assert_true(height_after(parts.m, 1) < -1);
  assert_true(height_after(hull.m, 0.5) > .2);
  assert_true(parts.how.hulls / parts.how.volume - 1 < 0.05);
  drop(&hull);
  drop(&parts);
}

static void there_is_room_under_a_chair(void** state) {
  (void)state;
  static const double under[3] = {.25, .25, .25};
  make_chair();
  scene hull = make_scene(under, .19, 0), parts = make_scene(under, .19, 0);
  assert_true(contacts_at_once(hull.m) > 0);
  drop(&parts);
  parts = make_scene(under, .19, 32);
  print_message("chair: %d parts, volume error %.3f\n", parts.how.npart,
                parts.how.hulls / parts.how.volume - 1);
  assert_int_equal(contacts_at_once(parts.m), 0);
  drop(&parts);
  // but not more than there is: it touches the seat
  static const double higher[3] = {.25, .25, .32};
  parts = make_scene(higher, .19, 32);
  assert_true(contacts_at_once(parts.m) > 0);
  drop(&hull);
  drop(&parts);
}

static void a_bolt_fits_into_its_nut(void** state) {
  (void)state;
  // the nut: a hole of 0.05 in a ring of 0.1; the bolt: a ball of a little less in its place
  static double profile[][2] = {{.05, 0}, {.1, 0}, {.1, .06}, {.05, .06}};
  static const double in[3] = {0, 0, .03}, beside[3] = {.009, 0, .03};
  turn_profile(profile, 4, 24);
  error_asked = 0.01;
  scene hull = make_scene(in, .043, 0), parts = make_scene(in, .043, 64);
  print_message("nut: %d parts, volume error %.3f\n", parts.how.npart,
                parts.how.hulls / parts.how.volume - 1);
  assert_true(contacts_at_once(hull.m) > 0);
  assert_int_equal(contacts_at_once(parts.m), 0);
  drop(&parts);
  parts = make_scene(beside, .043, 64);
  error_asked = 0;
  assert_true(contacts_at_once(parts.m) > 0);
  drop(&hull);
  drop(&parts);
}

// Parts hold the solid and do not overlap: their volumes add up to the solid's and what is beyond.
static void what_is_said_of_volumes_is_so(void** state) {
  (void)state;
  const double radius = .5, thick = .1;
  make_torus(radius, thick, 60, 24);
  double* vert = malloc(sizeof *vert * 3 * (size_t)shape.nvert);
  for (int i = 0; i < 3 * shape.nvert; i++) vert[i] = (double)shape.vert[i];
  solid_surface s = {shape.nvert, shape.nface, vert, shape.face};
  decomposition d;
  assert_null(decompose(&d, &s, 0.05, 32));
  // of the polygonal ring, by Pappus for its 24-sided section and 60-sided path
  double area = 12 * thick * thick * sin(2 * mjPI / 24);
  double path = 60 * radius * sin(2 * mjPI / 60);
  assert_true(fabs(d.volume / (area * path) - 1) < 2e-3);
  double volume = 0, exact = 0;
  for (int f = 0; f < shape.nface; f++) {
    const double *a = vert + 3 * shape.face[3 * f], *b = vert + 3 * shape.face[3 * f + 1];
    double n[3];
    mju_cross(n, b, vert + 3 * shape.face[3 * f + 2]);
    exact += mju_dot3(a, n) / 6;
  }
  assert_true(fabs(d.volume - exact) < 1e-9 * exact);
  // points of parts are in the solid or near to it: how far away is the Hausdorff distance
  double far = 0;
  for (int i = 0; i < d.npart; i++) {
    const convex_part* p = d.part + i;
    volume += p->volume;
    for (int a = 0; a < p->nvert; a++) {
      for (int b = 0; b < a; b++) {
        double x[3];
        for (int k = 0; k < 3; k++) x[k] = (p->vert[3 * a + k] + p->vert[3 * b + k]) / 2;
        far = fmax(far, hypot(hypot(x[0], x[1]) - radius, x[2]) - thick);
      }
    }
  }
  assert_true(fabs(volume - d.hulls) < 1e-12);
  assert_true(d.hulls >= d.volume && d.hulls <= 1.05 * d.volume);
  print_message("ring: %d parts, volume error %.3f, %.3f of its thickness beyond it\n", d.npart,
                d.hulls / d.volume - 1, far / thick);
  assert_true(far < 0.4 * thick);
  decomposition_free(&d);
  free(vert);
}

static void ten_thousand_faces_load_in_time_and_again_from_memory_and_disk(void** state) {
  (void)state;
  static const double above[3] = {0, 0, 2};
  char folder[] = "parts_XXXXXX", command[100];
  assert_non_null(mkdtemp(folder));
  make_torus(.5, .1, 100, 50);
  scene x = make_scene(above, .1, 0);
  mj_clearCache(mj_getCache());
  double spent[3];
  mjModel* made[3];
  for (int k = 0; k < 3; k++) {
    mjSpec* s = mj_copySpec(x.s);
    mjsMesh* mesh = mjs_asMesh(mjs_findElement(s, mjOBJ_MESH, "solid"));
    engParts how = {.folder = folder};
    double start = now();
    if (eng_collideByParts(s, mesh, x.m, &how) < 1) fail_msg("%s", mjs_getError(s));
    spent[k] = now() - start;
    assert_int_equal(how.known, k);
    made[k] = mj_compile(s, NULL);
    assert_non_null(made[k]);
    if (k == 1) mj_clearCache(mj_getCache());
    mj_deleteSpec(s);
  }
  print_message("10 000 faces: %.3f s, from memory %.5f, from disk %.5f\n", spent[0], spent[1],
                spent[2]);
  assert_true(spent[0] < 2 && spent[1] < 0.1 && spent[2] < 0.1);
  int size = mj_sizeModel(made[0]);
  char* bytes[2] = {malloc((size_t)size), malloc((size_t)size)};
  mj_saveModel(made[0], NULL, bytes[0], size);
  for (int k = 1; k < 3; k++) {
    assert_int_equal(mj_sizeModel(made[k]), size);
    mj_saveModel(made[k], NULL, bytes[1], size);
    assert_memory_equal(bytes[0], bytes[1], (size_t)size);
  }
  // a file that is damaged is not believed
  snprintf(command, sizeof command, "for f in %s/*; do echo nonsense > $f; done", folder);
  assert_int_equal(system(command), 0);
  mj_clearCache(mj_getCache());
  engParts how = {.folder = folder};
  assert_true(eng_collideByParts(x.s, x.mesh, x.m, &how) > 1);
  assert_int_equal(how.known, 0);
  snprintf(command, sizeof command, "rm -r %s", folder);
  assert_int_equal(system(command), 0);
  free(bytes[0]);
  free(bytes[1]);
  for (int k = 0; k < 3; k++) mj_deleteModel(made[k]);
  drop(&x);
}

static void what_cannot_be_cut_is_refused(void** state) {
  (void)state;
  static const double away[3] = {0, 0, 9};
  const char* wanted[] = {"open", "inwards", "no geom", "compile"};
  for (int k = 0; k < 4; k++) {
    make_chair();
    if (k == 0) shape.nface--;
    for (int f = 0; k == 1 && f < shape.nface; f++) {
      int* face = shape.face + 3 * f;
      int first = face[0];
      face[0] = face[1], face[1] = first;
    }
    scene x = {0};
    if (k == 1) {
      double vert[3 * 60];
      for (int i = 0; i < 3 * shape.nvert; i++) vert[i] = (double)shape.vert[i];
      decomposition d;
      solid_surface s = {shape.nvert, shape.nface, vert, shape.face};
      const char* problem = decompose(&d, &s, 0.05, 8);
      assert_non_null(problem);
      assert_non_null(strstr(problem, wanted[k]));
      continue;
    }
    if (k == 0) {
      double vert[3 * 60];
      for (int i = 0; i < 3 * shape.nvert; i++) vert[i] = (double)shape.vert[i];
      decomposition d;
      solid_surface s = {shape.nvert, shape.nface, vert, shape.face};
      assert_non_null(strstr(decompose(&d, &s, 0.05, 8), wanted[k]));
      continue;
    }
    x = make_scene(away, .1, 0);
    if (k == 2) {
      mjsGeom* g = mjs_asGeom(mjs_firstElement(x.s, mjOBJ_GEOM));
      g->contype = g->conaffinity = 0;
    } else {
      mjs_setName(x.mesh->element, "other");
    }
    assert_int_equal(eng_collideByParts(x.s, x.mesh, x.m, NULL), -1);
    if (!strstr(mjs_getError(x.s), wanted[k])) fail_msg("%s", mjs_getError(x.s));
    drop(&x);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_ball_falls_into_a_mug_and_stays),
      cmocka_unit_test(a_ball_falls_through_a_ring),
      cmocka_unit_test(there_is_room_under_a_chair),
      cmocka_unit_test(a_bolt_fits_into_its_nut),
      cmocka_unit_test(what_is_said_of_volumes_is_so),
      cmocka_unit_test(ten_thousand_faces_load_in_time_and_again_from_memory_and_disk),
      cmocka_unit_test(what_cannot_be_cut_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
