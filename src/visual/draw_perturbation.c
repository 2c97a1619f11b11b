// The perturbation of the selected body: its target pose, and the selected point.
#include "math/quat.h"
#include "visual/draw.h"

// A colour for perturbation kind `bit`: unchanged for the first, red and green exchanged for the
// second, the brighter of both when both are active.
static void device_color(const mjvPerturb* pert, int bit, const float c[4], float rgba[4]) {
  bool first = pert->active & bit, second = pert->active2 & bit;
  float red = first ? c[0] : 0, green = first ? c[1] : 0;
  rgba[0] = second && c[1] > red ? c[1] : red;
  rgba[1] = second && c[0] > green ? c[0] : green;
  rgba[2] = c[2];
  rgba[3] = c[3];
}

static void selected_point(const drawing* w, mjtNum point[3]) {
  int body = w->pert->select;
  mat3_mul_vec(point, w->d->xmat + 9 * body, w->pert->localpos);
  vec3_add(point, point, w->d->xpos + 3 * body);
}

// A line to the target position of the selected point, and a sphere there.
static bool draw_pull(const drawing* w, drawn_object object, const mjtNum mat[9]) {
  const mjModel* m = w->m;
  mjtNum point[3], width = m->stat.meansize * m->vis.scale.constraint;
  mjtNum size[3] = {2 * width};
  float rgba[4];
  selected_point(w, point);
  device_color(w->pert, mjPERT_TRANSLATE, m->vis.rgba.constraint, rgba);
  if (!draw_connector(w, object,
                      (drawn_connector){mjGEOM_CAPSULE, width, point, w->pert->refselpos, rgba})) {
    return false;
  }
  draw_end(w);
  if (!draw_shape(w, object, (drawn_shape){mjGEOM_SPHERE, size, w->pert->refselpos, mat, rgba}))
    return false;
  draw_end(w);
  return true;
}

// The bounding box of the body in its target orientation.
static void draw_turned_box(const drawing* w, drawn_object object, const mjtNum mat[9]) {
  const mjModel* m = w->m;
  int body = w->pert->select;
  mjtNum pos[3], size[3] = {m->stat.meansize, m->stat.meansize, m->stat.meansize};
  float rgba[4];
  vec3_zero(pos);
  if (m->body_bvhnum[body]) {
    const mjtNum* aabb = m->bvh_aabb + 6 * m->body_bvhadr[body];
    mat3_mul_vec(pos, w->d->ximat + 9 * body, aabb);
    vec3_copy(size, aabb + 3);
  }
  vec3_add(pos, pos, w->d->xipos + 3 * body);
  device_color(w->pert, mjPERT_ROTATE, m->vis.rgba.inertia, rgba);
  if (draw_shape(w, object, (drawn_shape){mjGEOM_BOX, size, pos, mat, rgba})) draw_end(w);
}

void draw_perturbation(const drawing* w) {
  const mjvPerturb* pert = w->pert;
  if (!draw_flag(w, mjVIS_PERTOBJ) || pert->select <= 0 || pert->select >= w->m->nbody) return;
  drawn_object object = {mjCAT_DECOR, mjOBJ_UNKNOWN, pert->select};
  int active = pert->active | pert->active2;
  mjtNum mat[9];
  quat_to_mat3(mat, pert->refquat);
  if ((active & mjPERT_TRANSLATE) && !draw_pull(w, object, mat)) return;
  if (active & mjPERT_ROTATE) draw_turned_box(w, object, mat);
}

void draw_selected_point(const drawing* w) {
  const mjModel* m = w->m;
  const mjvPerturb* pert = w->pert;
  if (!draw_flag(w, mjVIS_SELECT) || pert->select <= 0 || pert->select >= m->nbody) return;
  mjtNum point[3], size[3] = {m->stat.meansize * m->vis.scale.selectpoint};
  selected_point(w, point);
  drawn_object object = {mjCAT_DECOR, mjOBJ_UNKNOWN, pert->select};
  mjvGeom* geom = draw_shape(
      w, object, (drawn_shape){mjGEOM_SPHERE, size, point, NULL, m->vis.rgba.selectpoint});
  if (!geom) return;
  if (w->opt->label == mjLABEL_SELPNT) {
    const mjtNum* local = pert->localpos;
    draw_number_label(geom, "%.3f %.3f %.3f (local %.3f %.3f %.3f)", point[0], point[1], point[2],
                      local[0], local[1], local[2]);
  }
  draw_end(w);
}
