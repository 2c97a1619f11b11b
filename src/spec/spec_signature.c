// The signature of a specification: a hash of its structure, without names and values.
#include "base/hash.h"
#include "model/joint_type.h"
#include "spec/element.h"

static uint64_t hash_int(uint64_t h, int v) { return hash_bytes(&v, sizeof v, h); }

uint64_t spec_signature(spec* s) {
  if (s->signed_now) return s->e.base.signature;
  uint64_t h = hash_int(0, 1);
  int depth = 0;
  FOR_BODIES(b, s->world) {
    // the sequence of depths of bodies in pre-order determines the tree
    depth = 0;
    for (const spec_body* up = b->e.parent; up; up = up->e.parent) depth++;
    h = hash_int(h, depth);
    for (int i = 0; i < b->joints.size; i++) {
      h = hash_int(h, joint_nq(((const spec_joint*)b->joints.data[i])->pub.type));
    }
    const int counts[] = {-1, b->geoms.size, b->sites.size, b->cameras.size, b->lights.size};
    h = hash_bytes(counts, sizeof counts, h);
  }
  for (int type = mjOBJ_FLEX; type <= mjOBJ_KEY; type++) {
    if (type == mjOBJ_NUMERIC || type == mjOBJ_TEXT || type == mjOBJ_TUPLE) continue;
    h = hash_int(h, s->list[type].size);
  }
  for (int i = 0; i < s->list[mjOBJ_SENSOR].size; i++) {
    h = hash_int(h, (int)((const spec_sensor*)s->list[mjOBJ_SENSOR].data[i])->pub.type);
  }
  s->signed_now = true;
  return s->e.base.signature = h;
}
