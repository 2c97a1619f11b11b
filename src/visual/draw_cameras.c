// Cameras and lights of the model.
#include <engine/math.h>

#include "math/quat.h"
#include "visual/draw.h"

// A corner of a view at the plane z in the camera frame; counter-clockwise from the lower left.
static void view_corner(const view_extents* view, int corner, mjtNum z, mjtNum scale,
                        mjtNum pos[3]) {
  bool right = corner == 1 || corner == 2, top = corner >= 2;
  vec3_set(pos, scale * (right ? view->right : -view->left),
           scale * (top ? view->top : -view->bottom), -z);
}

static bool draw_frustum_triangle(const drawing* w, drawn_object object, const mjtNum a[3],
                                  const mjtNum b[3], const mjtNum c[3]) {
  mjvGeom* geom = draw_begin(w, object);
  if (!geom) return false;
  draw_as_triangle(geom, a, b, c);
  draw_set_color(geom, w->m->vis.rgba.frustum);
  draw_end(w);
  return true;
}

static bool draw_frustum_line(const drawing* w, drawn_object object, const mjtNum a[3],
                              const mjtNum b[3]) {
  if (!draw_connector(w, object, (drawn_connector){mjGEOM_LINE, 3, a, b, w->m->vis.rgba.frustum}))
    return false;
  draw_end(w);
  return true;
}

// The frustum of a camera with a sensor: four faces and their edges.
static bool draw_frustum(const drawing* w, drawn_object object) {
  const mjModel* m = w->m;
  int cam = object.objid;
  mjtNum znear = m->vis.map.znear * m->stat.extent;
  mjtNum zfar = m->vis.scale.frustum * m->stat.meansize;
  view_extents view = camera_intrinsic_extents(m, cam, znear);
  mjtNum nearby[4][3], far[4][3];
  for (int i = 0; i < 4; i++) {
    view_corner(&view, i, znear, 1, nearby[i]);
    view_corner(&view, i, zfar, zfar / znear, far[i]);
    mat3_mul_vec(nearby[i], w->d->cam_xmat + 9 * cam, nearby[i]);
    vec3_add(nearby[i], nearby[i], w->d->cam_xpos + 3 * cam);
    mat3_mul_vec(far[i], w->d->cam_xmat + 9 * cam, far[i]);
    vec3_add(far[i], far[i], w->d->cam_xpos + 3 * cam);
  }
  for (int i = 0; i < 4; i++) {
    int next = (i + 1) % 4;
    if (!draw_frustum_triangle(w, object, nearby[i], far[i], nearby[next]) ||
        !draw_frustum_triangle(w, object, far[i], far[next], nearby[next]) ||
        !draw_frustum_line(w, object, nearby[i], nearby[next]) ||
        !draw_frustum_line(w, object, far[i], far[next]) ||
        !draw_frustum_line(w, object, nearby[i], far[i])) {
      return false;
    }
  }
  return true;
}

static bool draw_camera(const drawing* w, int i) {
  const mjModel* m = w->m;
  const mjtNum *pos = w->d->cam_xpos + 3 * i, *mat = w->d->cam_xmat + 9 * i;
  mjtNum unit = m->stat.meansize * m->vis.scale.camera;
  drawn_object object = {mjCAT_DECOR, mjOBJ_CAMERA, i};
  bool has_sensor = m->cam_sensorsize[2 * i + 1] > 0;
  if (has_sensor && !draw_frustum(w, object)) return false;

  float rgba[4];
  memcpy(rgba, m->vis.rgba.camera, sizeof rgba);
  if (has_sensor) rgba[3] = .3f;
  const mjtNum body[3] = {unit, .8 * unit, .4 * unit};
  mjvGeom* geom = draw_shape(w, object, (drawn_shape){mjGEOM_BOX, body, pos, mat, rgba});
  if (!geom) return false;
  draw_name(w, geom, mjLABEL_CAMERA, mjOBJ_CAMERA, i);
  draw_end(w);

  const mjtNum lens[3] = {.4 * unit, .3 * unit}, back[3] = {mat[2], mat[5], mat[8]};
  mjtNum front[3];
  vec3_copy(front, pos);
  vec3_axpy(front, -.6 * unit, back);
  for (int k = 0; k < 3; k++) rgba[k] /= 2;
  if (!draw_shape(w, object, (drawn_shape){mjGEOM_CYLINDER, lens, front, mat, rgba})) return false;
  draw_end(w);
  return w->opt->frame != mjFRAME_CAMERA ||
         draw_frame(w, i, pos, mat, m->stat.meansize * m->vis.scale.framelength,
                    m->stat.meansize * m->vis.scale.framewidth);
}

void draw_cameras(const drawing* w) {
  if (!draw_flag(w, mjVIS_CAMERA)) return;
  for (int i = 0; i < w->m->ncam; i++) {
    if (!draw_camera(w, i)) return;
  }
}

static bool draw_light(const drawing* w, int i) {
  const mjModel* m = w->m;
  const mjtNum *pos = w->d->light_xpos + 3 * i, *dir = w->d->light_xdir + 3 * i;
  mjtNum unit = m->stat.meansize * m->vis.scale.light;
  mjtNum size[3] = {.8 * unit, unit}, quat[4], mat[9], back[3];
  mju_quatZ2Vec(quat, dir);
  quat_to_mat3(mat, quat);
  vec3_copy(back, pos);
  vec3_axpy(back, -(unit + .0001), dir);  // so that the light itself is outside of the geom
  drawn_object object = {mjCAT_DECOR, mjOBJ_LIGHT, i};
  mjvGeom* geom =
      draw_shape(w, object, (drawn_shape){mjGEOM_CYLINDER, size, back, mat, m->vis.rgba.light});
  if (!geom) return false;
  draw_name(w, geom, mjLABEL_LIGHT, mjOBJ_LIGHT, i);
  draw_end(w);
  return w->opt->frame != mjFRAME_LIGHT ||
         draw_frame(w, i, pos, mat, m->stat.meansize * m->vis.scale.framelength,
                    m->stat.meansize * m->vis.scale.framewidth);
}

void draw_lights(const drawing* w) {
  if (!draw_flag(w, mjVIS_LIGHT)) return;
  for (int i = 0; i < w->m->nlight; i++) {
    if (!draw_light(w, i)) return;
  }
}
