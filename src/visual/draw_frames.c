// Axes of frames: three cylinders each.
#include "visual/draw.h"

typedef struct {
  mjtNum length, width;
} axes_size;

static axes_size regular_axes(const mjModel* m) {
  return (axes_size){m->stat.meansize * m->vis.scale.framelength,
                     m->stat.meansize * m->vis.scale.framewidth};
}

// Opacity of an element: that of its material, if it has one.
static float opacity(const mjModel* m, int matid, const float* rgba) {
  return matid >= 0 ? m->mat_rgba[4 * matid + 3] : rgba[3];
}

void draw_geom_frames(const drawing* w) {
  const mjModel* m = w->m;
  axes_size axes = regular_axes(m);
  if (w->opt->frame != mjFRAME_GEOM) return;
  for (int i = 0; i < m->ngeom; i++) {
    if (!draw_has_category(w, draw_category(m, m->geom_bodyid[i]))) continue;
    if (!draw_group(w->opt->geomgroup, m->geom_group[i])) continue;
    if (opacity(m, m->geom_matid[i], m->geom_rgba + 4 * i) == 0) continue;
    if (!draw_frame(w, i, w->d->geom_xpos + 3 * i, w->d->geom_xmat + 9 * i, axes.length,
                    axes.width)) {
      return;
    }
  }
}

void draw_site_frames(const drawing* w) {
  const mjModel* m = w->m;
  axes_size axes = regular_axes(m);
  if (w->opt->frame != mjFRAME_SITE) return;
  for (int i = 0; i < m->nsite; i++) {
    if (!draw_has_category(w, draw_category(m, m->site_bodyid[i]))) continue;
    if (!draw_group(w->opt->sitegroup, m->site_group[i])) continue;
    if (opacity(m, m->site_matid[i], m->site_rgba + 4 * i) == 0) continue;
    if (!draw_frame(w, i, w->d->site_xpos + 3 * i, w->d->site_xmat + 9 * i, axes.length,
                    axes.width)) {
      return;
    }
  }
}

// The frame of a body or, if inertias are drawn, its inertial frame.
static bool draw_body_frame(const drawing* w, int body, axes_size axes) {
  const mjData* d = w->d;
  bool inertial = draw_flag(w, mjVIS_INERTIA);
  return draw_frame(w, body, (inertial ? d->xipos : d->xpos) + 3 * body,
                    (inertial ? d->ximat : d->xmat) + 9 * body, axes.length, axes.width);
}

void draw_body_frames(const drawing* w) {
  const mjModel* m = w->m;
  axes_size axes = regular_axes(m);
  if (w->opt->frame == mjFRAME_WORLD) {
    draw_body_frame(w, 0, (axes_size){2 * axes.length, 2 * axes.width});
  }
  if (w->opt->frame != mjFRAME_BODY) return;
  for (int i = 1; i < m->nbody; i++) {
    if (!draw_has_category(w, draw_category(m, i))) continue;
    if (!draw_body_frame(w, i, axes)) return;
  }
}
