#include "constraint/surface_velocity.h"

#include <stdbool.h>

#include "math/vec3.h"

static bool is_moving(const mjtNum motion[6]) {
  for (int i = 0; i < 6; i++) {
    if (motion[i] != 0) return true;
  }
  return false;
}

// Add sign times the surface motion (linear, angular) of a geom at a point, in world coordinates;
// false when the geom (-1: a flex) has none.
static bool add_motion(const mjModel* m, const mjData* d, int geom, const mjtNum point[3],
                       mjtNum sign, mjtNum motion[6]) {
  if (geom < 0 || !is_moving(m->geom_surfacevel + 6 * geom)) return false;
  const mjtNum *given = m->geom_surfacevel + 6 * geom, *R = d->geom_xmat + 9 * geom;
  mjtNum linear[3], angular[3], arm[3], moved[3];
  mat3_mul_vec(linear, R, given);
  mat3_mul_vec(angular, R, given + 3);
  vec3_sub(arm, point, d->geom_xpos + 3 * geom);
  vec3_cross(moved, angular, arm);
  vec3_add(linear, linear, moved);
  vec3_axpy(motion, sign, linear);
  vec3_axpy(motion + 3, sign, angular);
  return true;
}

// A surface moves within itself: no velocity along the normal, and rotation only about the normal.
static void add_to_rows(const mjModel* m, mjData* d, const mjContact* con, const mjtNum motion[6]) {
  mjtNum linear[3], angular[3];
  mat3_mul_vec(linear, con->frame, motion);
  mat3_mul_vec(angular, con->frame, motion + 3);
  const mjtNum along[6] = {0, linear[1], linear[2], angular[0], 0, 0};
  mjtNum* velocity = d->efc_vel + con->efc_address;
  bool pyramid = con->dim > 1 && m->opt.cone == mjCONE_PYRAMIDAL;
  for (int k = 1; k < con->dim; k++) {
    if (pyramid) {
      velocity[2 * (k - 1)] += con->friction[k - 1] * along[k];
      velocity[2 * (k - 1) + 1] -= con->friction[k - 1] * along[k];
    } else {
      velocity[k] += along[k];
    }
  }
}

void surface_velocity_add(const mjModel* m, mjData* d) {
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* con = d->contact + i;
    if (con->efc_address < 0) continue;
    mjtNum motion[6] = {0};
    bool first = add_motion(m, d, con->geom[0], con->pos, -1, motion);
    bool second = add_motion(m, d, con->geom[1], con->pos, 1, motion);
    if (first || second) add_to_rows(m, d, con, motion);
  }
}
