// Transforms between model space and the room in which the cameras are.
#include <stdbool.h>

#include <engine/base.h>
#include <engine/math.h>
#include <engine/visual.h>

#include "math/quat.h"
#include "visual/draw.h"
#include "base/need.h"
#include "visual/single.h"

typedef struct {
  mjtNum translate[3], rotate[4], scale;
} room_transform;

// The transform of the scene; the identity if it is disabled and, after an error, if it is
// singular.
static room_transform transform_of(const mjvScene* scn, const char* caller) {
  room_transform t = {.rotate = {1}, .scale = 1};
  if (!scn->enabletransform) return t;
  if (scn->scale < mjMINVAL) {
    mju_error("%s: the scale of the scene, %g, is too small", caller, (double)scn->scale);
    return t;
  }
  to_double(t.translate, scn->translate, 3);
  to_double(t.rotate, scn->rotate, 4);
  t.scale = scn->scale;
  return t;
}

void mjv_room2model(mjtNum modelpos[3], mjtNum modelquat[4], const mjtNum roompos[3],
                    const mjtNum roomquat[4], const mjvScene* scn) {
  NEED(modelpos, modelquat, roompos, roomquat);
  NEED(scn);
  if (!scn->enabletransform) {
    vec3_copy(modelpos, roompos);
    quat_copy(modelquat, roomquat);
    return;
  }
  room_transform t = transform_of(scn, "mjv_room2model");
  mjtNum back[4];
  quat_conjugate(back, t.rotate);
  vec3_sub(modelpos, roompos, t.translate);
  quat_rotate(modelpos, back, modelpos);
  vec3_scale(modelpos, modelpos, 1 / t.scale);
  quat_mul(modelquat, back, roomquat);
}

void mjv_model2room(mjtNum roompos[3], mjtNum roomquat[4], const mjtNum modelpos[3],
                    const mjtNum modelquat[4], const mjvScene* scn) {
  NEED(roompos, roomquat, modelpos, modelquat);
  NEED(scn);
  room_transform t = transform_of(scn, "mjv_model2room");
  quat_rotate(roompos, t.rotate, modelpos);
  vec3_add(roompos, roompos, t.translate);
  vec3_scale(roompos, roompos, t.scale);
  quat_mul(roomquat, t.rotate, modelquat);
}
