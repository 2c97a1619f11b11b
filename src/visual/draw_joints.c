// Joints: the axes that they rotate about or slide along.
#include "math/vec3.h"
#include "visual/draw.h"

static mjvGeom* begin_joint(const drawing* w, int i, const float rgba[4]) {
  const mjModel* m = w->m;
  const mjtNum* anchor = w->d->xanchor + 3 * i;
  mjtNum length = m->stat.meansize * m->vis.scale.jointlength;
  mjtNum width = m->stat.meansize * m->vis.scale.jointwidth;
  mjtNum size[3] = {.3 * length, .3 * length, .3 * length}, to[3];
  drawn_object object = {mjCAT_DECOR, mjOBJ_JOINT, i};
  int type = m->jnt_type[i];
  if (type == mjJNT_FREE || type == mjJNT_BALL) {
    return draw_shape(w, object,
                      (drawn_shape){type == mjJNT_FREE ? mjGEOM_BOX : mjGEOM_SPHERE, size, anchor,
                                    w->d->xmat + 9 * m->jnt_bodyid[i], rgba});
  }
  vec3_copy(to, anchor);
  vec3_axpy(to, length, w->d->xaxis + 3 * i);
  return draw_connector(w, object,
                        (drawn_connector){type == mjJNT_SLIDE ? mjGEOM_ARROW : mjGEOM_ARROW1, width,
                                          anchor, to, rgba});
}

void draw_joints(const drawing* w) {
  const mjModel* m = w->m;
  if (!draw_flag(w, mjVIS_JOINT)) return;
  for (int i = 0; i < m->njnt; i++) {
    if (!draw_group(w->opt->jointgroup, m->jnt_group[i])) continue;
    mjtNum impedance = draw_limit_impedance(w->d, mjOBJ_JOINT, i);
    float rgba[4] = {0, 0, 0, 1};
    draw_mix(rgba, m->vis.rgba.joint, m->vis.rgba.constraint, impedance, 3);
    mjvGeom* geom = begin_joint(w, i, rgba);
    if (!geom) return;
    draw_name(w, geom, mjLABEL_JOINT, mjOBJ_JOINT, i);
    draw_end(w);
  }
}
