// Decorations of bodies: inertias, labels, centres of mass, the kinematic tree, external forces.
#include "math/vec3.h"
#include "visual/draw.h"

// Half sizes of the uniform box or ellipsoid with the inertia of a body.
static void inertia_size(const mjModel* m, int body, bool ellipsoid, mjtNum size[3]) {
  const mjtNum* inertia = m->body_inertia + 3 * body;
  mjtNum factor = ellipsoid ? 5. : 3.;
  for (int k = 0; k < 3; k++) {
    mjtNum spread = inertia[(k + 1) % 3] + inertia[(k + 2) % 3] - inertia[k];
    size[k] = sqrt(factor * fmax(0, spread) / (2 * m->body_mass[body]));
  }
}

// Scale it to the density of water.
static void scale_to_water(mjtNum size[3], mjtNum mass, bool ellipsoid) {
  mjtNum volume = (ellipsoid ? 4 * mjPI / 3 : 8) * size[0] * size[1] * size[2];
  mjtNum density = mass / fmax(mjMINVAL, volume);
  vec3_scale(size, size, cbrt(density / 1000));
}

void draw_inertias(const drawing* w) {
  const mjModel* m = w->m;
  bool ellipsoid = m->vis.global.ellipsoidinertia == 1;
  if (!draw_flag(w, mjVIS_INERTIA)) return;
  for (int i = 1; i < m->nbody; i++) {
    if (m->body_mass[i] <= mjMINVAL || !draw_has_category(w, draw_category(m, i))) continue;
    mjtNum size[3];
    inertia_size(m, i, ellipsoid, size);
    if (draw_flag(w, mjVIS_SCLINERTIA)) scale_to_water(size, m->body_mass[i], ellipsoid);
    drawn_object object = {mjCAT_DECOR, mjOBJ_BODY, i};
    mjvGeom* geom =
        draw_shape(w, object,
                   (drawn_shape){ellipsoid ? mjGEOM_ELLIPSOID : mjGEOM_BOX, size,
                                 w->d->xipos + 3 * i, w->d->ximat + 9 * i, m->vis.rgba.inertia});
    if (!geom) return;
    draw_glow(w, geom, draw_is_selected(w, i));
    draw_name(w, geom, mjLABEL_BODY, mjOBJ_BODY, i);
    if (draw_is_selected(w, i)) draw_name(w, geom, mjLABEL_SELECTION, mjOBJ_BODY, i);
    draw_end(w);
  }
}

void draw_body_labels(const drawing* w) {
  const mjModel* m = w->m;
  int label = w->opt->label;
  if (label != mjLABEL_BODY && label != mjLABEL_SELECTION) return;
  if (draw_flag(w, mjVIS_INERTIA)) return;  // then the inertia geoms have the labels
  for (int i = 1; i < m->nbody; i++) {
    if (!draw_has_category(w, draw_category(m, i))) continue;
    if (label == mjLABEL_SELECTION && !draw_is_selected(w, i)) continue;
    drawn_object object = {mjCAT_DECOR, mjOBJ_UNKNOWN, i};
    mjvGeom* geom = draw_shape(
        w, object, (drawn_shape){mjGEOM_LABEL, NULL, w->d->xpos + 3 * i, w->d->xmat + 9 * i, NULL});
    if (!geom) return;
    draw_name(w, geom, label, mjOBJ_BODY, i);
    draw_end(w);
  }
}

void draw_island_labels(const drawing* w) {
  const mjModel* m = w->m;
  const mjData* d = w->d;
  if (w->opt->label != mjLABEL_ISLAND || !d->nisland) return;
  for (int i = 1; i < m->nbody; i++) {
    int weld = m->body_weldid[i];
    int island = m->body_dofnum[weld] ? d->dof_island[m->body_dofadr[weld]] : -1;
    if (island < 0) continue;
    drawn_object object = {mjCAT_DECOR, mjOBJ_UNKNOWN, i};
    mjvGeom* geom = draw_shape(
        w, object, (drawn_shape){mjGEOM_LABEL, NULL, d->xipos + 3 * i, d->ximat + 9 * i, NULL});
    if (!geom) return;
    draw_label(geom, "%d", island);
    draw_end(w);
  }
}

void draw_centers_of_mass(const drawing* w) {
  const mjModel* m = w->m;
  mjtNum size[3] = {m->stat.meansize * m->vis.scale.com};
  if (!draw_flag(w, mjVIS_COM)) return;
  for (int i = 1; i < m->nbody; i++) {
    if (m->body_rootid[i] != i) continue;
    drawn_object object = {mjCAT_DECOR, mjOBJ_UNKNOWN, i};
    if (!draw_shape(
            w, object,
            (drawn_shape){mjGEOM_SPHERE, size, w->d->subtree_com + 3 * i, NULL, m->vis.rgba.com})) {
      return;
    }
    draw_end(w);
  }
}

// From the centre of a body via its joints to the centre of its parent.
static bool draw_connection(const drawing* w, int body) {
  const mjModel* m = w->m;
  const mjData* d = w->d;
  mjtNum width = m->stat.meansize * m->vis.scale.connect;
  const mjtNum* from = d->xipos + 3 * body;
  for (int j = m->body_jntnum[body] - 1; j >= -1; j--) {
    const mjtNum* to = j >= 0 ? d->xanchor + 3 * (m->body_jntadr[body] + j)
                              : d->xipos + 3 * m->body_parentid[body];
    drawn_object object = {mjCAT_DECOR, mjOBJ_UNKNOWN, body};
    if (!draw_connector(w, object,
                        (drawn_connector){mjGEOM_CAPSULE, width, from, to, m->vis.rgba.connect})) {
      return false;
    }
    draw_end(w);
    from = to;
  }
  return true;
}

void draw_connections(const drawing* w) {
  if (!draw_flag(w, mjVIS_AUTOCONNECT)) return;
  for (int i = 1; i < w->m->nbody; i++) {
    if (w->m->body_parentid[i] && !draw_connection(w, i)) return;
  }
}

void draw_forces(const drawing* w) {
  const mjModel* m = w->m;
  if (!draw_flag(w, mjVIS_PERTFORCE)) return;
  for (int i = 1; i < m->nbody; i++) {
    const mjtNum *force = w->d->xfrc_applied + 6 * i, *from = w->d->xipos + 3 * i;
    if (vec3_norm(force) <= mjMINVAL) continue;
    mjtNum to[3];
    vec3_copy(to, from);
    vec3_axpy(to, m->vis.map.force / m->stat.meanmass, force);
    drawn_object object = {mjCAT_DECOR, mjOBJ_UNKNOWN, i};
    if (!draw_connector(w, object,
                        (drawn_connector){mjGEOM_ARROW, m->stat.meansize * m->vis.scale.forcewidth,
                                          from, to, m->vis.rgba.force})) {
      return;
    }
    draw_end(w);
  }
}
