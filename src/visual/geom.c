// Functions on single geoms of a scene.
#include <stdbool.h>
#include <string.h>

#include <engine/base.h>
#include <engine/math.h>
#include <engine/visual.h>

#include "math/quat.h"
#include "base/need.h"
#include "visual/single.h"

static bool doubles_radius(int type) { return type == mjGEOM_CAPSULE || type == mjGEOM_CYLINDER; }

void mjv_initGeom(mjvGeom* geom, int type, const mjtNum size[3], const mjtNum pos[3],
                  const mjtNum mat[9], const float rgba[4]) {
  NEED(geom);
  static const mjtNum small[3] = {.1, .1, .1}, origin[3] = {0};
  static const mjtNum upright[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  static const float grey[4] = {.5f, .5f, .5f, 1};
  geom->type = type;
  geom->dataid = -1;
  geom->matid = -1;
  geom->texcoord = 0;
  to_single(geom->size, size ? size : small, 3);
  if (size && type == mjGEOM_SPHERE) geom->size[1] = geom->size[2] = geom->size[0];
  if (size && doubles_radius(type)) {
    geom->size[2] = geom->size[1];
    geom->size[1] = geom->size[0];
  }
  to_single(geom->pos, pos ? pos : origin, 3);
  to_single(geom->mat, mat ? mat : upright, 9);
  memcpy(geom->rgba, rgba ? rgba : grey, sizeof geom->rgba);
  geom->emission = 0;
  geom->specular = .5f;
  geom->shininess = .5f;
  geom->reflectance = 0;
  geom->label[0] = '\0';
  geom->modelrbound = 0;
}

void mjv_connector(mjvGeom* geom, int type, mjtNum width, const mjtNum from[3],
                   const mjtNum to[3]) {
  NEED(geom, from, to);
  bool centred = doubles_radius(type);
  if (!centred && type != mjGEOM_ARROW && type != mjGEOM_ARROW1 && type != mjGEOM_ARROW2 &&
      type != mjGEOM_LINE) {
    mju_error("mjv_connector: invalid geom type %d, no connector can be made of it", type);
    return;
  }
  mjtNum along[3], pos[3], quat[4], mat[9];
  vec3_sub(along, to, from);
  mjtNum length = vec3_norm(along);
  mju_quatZ2Vec(quat, along);
  quat_to_mat3(mat, quat);
  vec3_copy(pos, from);
  if (centred) vec3_axpy(pos, .5, along);

  geom->type = type;
  geom->size[0] = geom->size[1] = (float)width;
  geom->size[2] = (float)(centred ? length / 2 : length);
  to_single(geom->pos, pos, 3);
  to_single(geom->mat, mat, 9);
}
