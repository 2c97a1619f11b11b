#include "compile/tree.h"
#include "spec/pose.h"

// Whether a body with just a free joint is aligned: in the inertial frame its inertia is diagonal
// and constant.
static bool wants_alignment(const build* b, const build_body* body, bool has_others) {
  if (body->jntnum != 1 || has_others) return false;
  const spec_joint* joint = b->joint[body->jntadr].src;
  if (joint->pub.type != mjJNT_FREE) return false;
  return joint->pub.align == mjALIGNFREE_TRUE ||
         (joint->pub.align == mjALIGNFREE_AUTO && compiler_of(&body->src->e)->alignfree);
}

// Vertices and nodes of flexes are given in their bodies' frames, which therefore must not change.
static void mark_carriers(build* b, bool* carries) {
  for (int i = 0; i < list_size(b, mjOBJ_FLEX); i++) {
    const spec_flex* flex = (const spec_flex*)list_at(b, mjOBJ_FLEX, i);
    const string_vec* names[] = {&flex->own.vertbody, &flex->own.nodebody};
    for (int k = 0; k < 2; k++) {
      for (int v = 0; v < names[k]->size; v++) {
        int body = build_lookup(b, mjOBJ_BODY, string_text(names[k]->data + v));
        if (body >= 0) carries[body] = true;
      }
    }
  }
}

void align_free(build* b) {
  const mjModel* n = &b->size;
  bool* has_others = BUILD_NEW(b, bool, n->nbody);
  for (int i = 1; i < n->nbody; i++) has_others[b->body[i].parent] = true;
  mark_carriers(b, has_others);

  // poses of the old body frames in the new ones
  bool* aligned = BUILD_NEW(b, bool, n->nbody);
  int count = 0;
  for (int i = 1; i < n->nbody; i++) {
    aligned[i] = wants_alignment(b, b->body + i, has_others[i]);
    count += aligned[i];
  }
  if (!count) return;
  struct {
    double pos[3], quat[4];
  }* old = build_alloc(b, n->nbody, sizeof *old);
  for (int i = 1; i < n->nbody; i++) {
    if (!aligned[i]) continue;
    build_body* body = b->body + i;
    pose_inverse(old[i].pos, old[i].quat, body->ipos, body->iquat);
    pose_enter(body->ipos, body->iquat, body->pos, body->quat);
    vec3_copy(body->pos, body->ipos);
    quat_copy(body->quat, body->iquat);
    vec3_zero(body->ipos);
    quat_unit(body->iquat);
  }
#define ENTER(item, n)                                                                  \
  for (int i = 0; i < (n); i++) {                                                       \
    int k = (item)[i].body;                                                             \
    if (aligned[k]) pose_enter((item)[i].pos, (item)[i].quat, old[k].pos, old[k].quat); \
  }
  ENTER(b->geom, n->ngeom)
  ENTER(b->site, n->nsite)
  ENTER(b->camera, n->ncam)
  for (int i = 0; i < n->nlight; i++) {
    build_light* light = b->light + i;
    if (!aligned[light->body]) continue;
    double quat[4] = {1, 0, 0, 0};
    pose_enter(light->pos, quat, old[light->body].pos, old[light->body].quat);
    quat_rotate(light->dir, quat, light->dir);
  }
}
