#include "kinematics/anchor.h"

#include "math/quat.h"
#include "math/vec3.h"
#include "model/equality_type.h"

// The stored anchor of a side in its body's frame: a connect stores that of body 1 first, a weld
// that of body 2.
static const mjtNum* local_anchor(const mjModel* m, int eq, int side) {
  int second_first = equality_turns(m->eq_type[eq]);
  return m->eq_data + mjNEQDATA * eq + (side != second_first ? 3 : 0);
}

anchor equality_anchor(const mjModel* m, const mjData* d, int eq, int side) {
  int id = side ? m->eq_obj2id[eq] : m->eq_obj1id[eq];
  anchor a = {.body = equality_body(m, eq, side)};
  if (m->eq_objtype[eq] == mjOBJ_SITE) {
    a.frame = d->site_xmat + 9 * id;
    vec3_copy(a.point, d->site_xpos + 3 * id);
  } else {
    a.frame = d->xmat + 9 * id;
    mat3_mul_vec(a.point, a.frame, local_anchor(m, eq, side));
    vec3_add(a.point, a.point, d->xpos + 3 * id);
  }
  return a;
}

void weld_orientation(const mjModel* m, const mjData* d, int eq, int side, mjtNum quat[4]) {
  const mjtNum* body = d->xquat + 4 * equality_body(m, eq, side);
  if (m->eq_objtype[eq] == mjOBJ_SITE) {
    int site = side ? m->eq_obj2id[eq] : m->eq_obj1id[eq];
    quat_mul(quat, body, m->site_quat + 4 * site);
  } else if (side == 0) {
    quat_mul(quat, body, m->eq_data + mjNEQDATA * eq + 6);
  } else {
    quat_copy(quat, body);
  }
}
