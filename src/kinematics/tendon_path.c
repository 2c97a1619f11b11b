#include "kinematics/tendon_path.h"

#include "math/vec3.h"

path_walk path_begin(const mjModel* m, const mjData* d, int t) {
  int first = m->tendon_adr[t], wrap = d->ten_wrapadr[t];
  path_walk w = {t, first, first + m->tendon_num[t] - 1, wrap, wrap + d->ten_wrapnum[t], 1};
  if (m->wrap_type[first] == mjWRAP_JOINT) w.element = w.last;  // a fixed tendon has no path
  return w;
}

static void to_local(mjtNum p[3], const mjData* d, int geom, const mjtNum x[3]) {
  vec3_sub(p, x, d->geom_xpos + 3 * geom);
  mat3_tmul_vec(p, d->geom_xmat + 9 * geom, p);
}

// The points recorded by the position stage tell whether the path touches a geom: each part has its
// first site and, if the geom is touched, two points on the geom.
int path_next(const mjModel* m, const mjData* d, path_walk* w, path_part* part) {
  while (w->element < w->last) {
    int e = w->element, type = m->wrap_type[e], next = m->wrap_type[e + 1];
    if (type == mjWRAP_PULLEY) {
      w->divisor = m->wrap_prm[e];
      w->element++;
      w->wrap++;
      continue;
    }
    if (next == mjWRAP_PULLEY) {
      w->element++;
      continue;
    }
    int is_geom = next == mjWRAP_SPHERE || next == mjWRAP_CYLINDER;
    int site[2] = {m->wrap_objid[e], m->wrap_objid[e + (is_geom ? 2 : 1)]};
    *part = (path_part){.geom = -1, .divisor = w->divisor};
    for (int k = 0; k < 2; k++) {
      part->x[k] = d->site_xpos + 3 * site[k];
      part->body[k] = m->site_bodyid[site[k]];
    }
    w->element += is_geom ? 2 : 1;
    w->wrap++;
    if (is_geom && w->wrap < w->wrap_end && d->wrap_obj[w->wrap] == m->wrap_objid[e + 1]) {
      int g = part->geom = m->wrap_objid[e + 1];
      const mjtNum* touch = part->touch = d->wrap_xpos + 3 * (size_t)w->wrap;
      wrapped_path* p = &part->wrapped;
      for (int k = 0; k < 2; k++) to_local(p->p[k], d, g, part->x[k]);
      to_local(p->touch, d, g, touch);
      p->radius = m->geom_size[3 * g];
      p->is_cylinder = next == mjWRAP_CYLINDER;
      p->inside = vec3_distance(touch, touch + 3) == 0;
      w->wrap += 2;
    }
    // the last site of a branch is recorded separately
    if (w->element >= w->last || m->wrap_type[w->element + 1] == mjWRAP_PULLEY) w->wrap++;
    return 1;
  }
  return 0;
}
