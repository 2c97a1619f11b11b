// Actuators: slider-cranks, and the objects that actuators act on, coloured by their controls.
#include "dynamics/actuation.h"
#include "math/real.h"
#include "math/vec3.h"
#include "visual/draw.h"

static void draw_slider_crank(const drawing* w, int i) {
  const mjModel* m = w->m;
  const mjtNum *crank = w->d->site_xpos + 3 * m->actuator_trnid[2 * i],
               *slider = w->d->site_xpos + 3 * m->actuator_trnid[2 * i + 1],
               *mat = w->d->site_xmat + 9 * m->actuator_trnid[2 * i + 1];
  mjtNum axis[3] = {mat[2], mat[5], mat[8]}, vec[3], end[3];
  vec3_sub(vec, crank, slider);
  mjtNum rod = m->actuator_cranklength[i], len = vec3_dot(vec, axis);
  mjtNum det = len * len + rod * rod - vec3_dot(vec, vec);
  bool broken = det < 0;  // the rod is too short
  if (!broken) len -= sqrt(det);
  vec3_copy(end, slider);
  vec3_axpy(end, len, axis);

  mjtNum width = m->stat.meansize * m->vis.scale.slidercrank;
  drawn_object object = {mjCAT_DYNAMIC, mjOBJ_ACTUATOR, i};
  mjvGeom* geom = draw_connector(
      w, object, (drawn_connector){mjGEOM_CYLINDER, width, slider, end, m->vis.rgba.slidercrank});
  if (!geom) return;
  draw_name(w, geom, mjLABEL_ACTUATOR, mjOBJ_ACTUATOR, i);
  draw_end(w);
  const float* rgba = broken ? m->vis.rgba.crankbroken : m->vis.rgba.slidercrank;
  geom = draw_connector(w, object, (drawn_connector){mjGEOM_CAPSULE, width / 2, end, crank, rgba});
  if (geom) draw_end(w);
}

void draw_slider_cranks(const drawing* w) {
  if (!draw_has_category(w, mjCAT_DYNAMIC)) return;
  for (int i = 0; i < w->m->nactuator; i++) {
    if (w->m->actuator_trntype[i] == mjTRN_SLIDERCRANK) draw_slider_crank(w, i);
  }
}

// Colour for a control: that of an inactive actuator blended with those of the two ends of its
// range.
static void control_color(const drawing* w, int i, float rgba[4]) {
  const mjModel* m = w->m;
  mjtNum low = -1, high = 1, value = w->d->ctrl[m->actuator_ctrladr[i]];
  bool activation = draw_flag(w, mjVIS_ACTIVATION);
  int adr = m->actuator_ctrladr[i];
  if (m->actuator_ctrllimited[adr]) {
    low = m->actuator_ctrlrange[2 * adr];
    high = m->actuator_ctrlrange[2 * adr + 1];
  } else if (activation && m->actuator_actlimited[i]) {
    low = m->actuator_actrange[2 * i];
    high = m->actuator_actrange[2 * i + 1];
  }
  if (activation && m->actuator_dyntype[i] != mjDYN_NONE && m->actuator_actnum[i] > 0) {
    value = w->d->act[m->actuator_actadr[i] + m->actuator_actnum[i] - 1];
  }
  mjtNum rest = low >= 0 ? low : high <= 0 ? high : 0;
  if (low >= 0) low = -1;
  if (high <= 0) high = 1;
  low = fmin(low, rest - mjMINVAL);
  high = fmax(high, rest + mjMINVAL);
  value = real_clip(value, low, high);
  if (value <= rest) {
    mjtNum weight = (rest - value) / (rest - low);
    draw_mix(rgba, m->vis.rgba.actuator, m->vis.rgba.actuatornegative, weight, 4);
  } else {
    mjtNum weight = (value - rest) / (high - rest);
    draw_mix(rgba, m->vis.rgba.actuator, m->vis.rgba.actuatorpositive, weight, 4);
  }
}

static mjvGeom* begin_joint(const drawing* w, drawn_object object, int joint, const float* rgba) {
  const mjModel* m = w->m;
  const mjtNum *anchor = w->d->xanchor + 3 * joint, *axis = w->d->xaxis + 3 * joint;
  mjtNum length = m->stat.meansize * m->vis.scale.actuatorlength;
  mjtNum width = m->stat.meansize * m->vis.scale.actuatorwidth;
  mjtNum side = .33 * m->stat.meansize * m->vis.scale.jointlength;
  mjtNum size[3] = {side, side, side}, to[3];
  int type = m->jnt_type[joint];
  if (type == mjJNT_BALL || type == mjJNT_FREE) {
    return draw_shape(w, object,
                      (drawn_shape){type == mjJNT_BALL ? mjGEOM_SPHERE : mjGEOM_BOX, size, anchor,
                                    w->d->xmat + 9 * m->jnt_bodyid[joint], rgba});
  }
  vec3_copy(to, anchor);
  vec3_axpy(to, length, axis);
  return draw_connector(w, object,
                        (drawn_connector){type == mjJNT_HINGE ? mjGEOM_ARROW1 : mjGEOM_ARROW, width,
                                          anchor, to, rgba});
}

// Draw a shape of the model, slightly enlarged.
static mjvGeom* begin_cover(const drawing* w, drawn_object object, drawn_shape s) {
  mjtNum larger[3];
  vec3_scale(larger, s.size, 1.05);
  s.size = larger;
  return draw_shape(w, object, s);
}

static void draw_on_body(const drawing* w, drawn_object object, int body, const float* rgba) {
  const mjModel* m = w->m;
  int first = m->body_geomadr[body];
  for (int g = first; g < first + m->body_geomnum[body]; g++) {
    int type = m->geom_type[g];
    if (type == mjGEOM_PLANE || type == mjGEOM_HFIELD || type == mjGEOM_MESH ||
        type == mjGEOM_SDF) {
      continue;
    }
    if (!begin_cover(w, object,
                     (drawn_shape){type, m->geom_size + 3 * g, w->d->geom_xpos + 3 * g,
                                   w->d->geom_xmat + 9 * g, rgba})) {
      return;
    }
    draw_end(w);
  }
}

static void draw_on_tendon(const drawing* w, drawn_object object, int tendon, const float* rgba) {
  const mjModel* m = w->m;
  mjvGeom look = {.objtype = object.objtype, .objid = object.objid, .category = object.category};
  mjv_initGeom(&look, mjGEOM_CAPSULE, NULL, NULL, NULL, NULL);
  draw_material(w, &look, m->tendon_matid[tendon], m->tendon_rgba + 4 * tendon);
  draw_set_color(&look, rgba);
  draw_name(w, &look, mjLABEL_ACTUATOR, mjOBJ_ACTUATOR, object.objid);
  draw_tendon_path(w, &look, tendon, m->tendon_width[tendon] * m->vis.map.actuatortendon);
}

static void draw_actuator(const drawing* w, int i) {
  const mjModel* m = w->m;
  const mjData* d = w->d;
  drawn_object object = {mjCAT_DECOR, mjOBJ_ACTUATOR, i};
  int id = m->actuator_trnid[2 * i];
  float rgba[4];
  control_color(w, i, rgba);
  mjvGeom* geom = NULL;
  switch (m->actuator_trntype[i]) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT: geom = begin_joint(w, object, id, rgba); break;
    case mjTRN_SITE:
      geom = begin_cover(w, object,
                         (drawn_shape){m->site_type[id], m->site_size + 3 * id,
                                       d->site_xpos + 3 * id, d->site_xmat + 9 * id, rgba});
      if (geom) draw_site_mesh(w, geom, id);
      break;
    case mjTRN_BODY: draw_on_body(w, object, id, rgba); return;
    case mjTRN_TENDON: draw_on_tendon(w, object, id, rgba); return;
    default: return;
  }
  if (!geom) return;
  draw_name(w, geom, mjLABEL_ACTUATOR, mjOBJ_ACTUATOR, i);
  draw_end(w);
}

void draw_actuators(const drawing* w) {
  const mjModel* m = w->m;
  if (!draw_flag(w, mjVIS_ACTUATOR)) return;
  for (int i = 0; i < m->nactuator; i++) {
    if (!draw_group(w->opt->actuatorgroup, m->actuator_group[i]) || actuator_is_disabled(m, i))
      continue;
    draw_actuator(w, i);
  }
}
