// Spatial tendons: straight between wrap points or, for slack ropes, catenaries.
#include "math/vec3.h"
#include "visual/catenary.h"
#include "visual/draw.h"

// Begin a geom with the appearance of `look`.
static mjvGeom* begin_like(const drawing* w, const mjvGeom* look) {
  mjvGeom* geom = draw_begin(w, (drawn_object){look->category, look->objtype, look->objid});
  if (!geom) return NULL;
  int segid = geom->segid;
  *geom = *look;
  geom->segid = segid;
  return geom;
}

void draw_tendon_path(const drawing* w, const mjvGeom* look, int tendon, mjtNum width) {
  const mjData* d = w->d;
  int first = d->ten_wrapadr[tendon], last = first + d->ten_wrapnum[tendon] - 1;
  for (int j = first; j < last; j++) {
    const int* obj = d->wrap_obj + j;
    if (obj[0] == -2 || obj[1] == -2) continue;  // pulleys have no position
    mjvGeom* geom = begin_like(w, look);
    if (!geom) return;
    mjtNum inside = obj[0] >= 0 && obj[1] >= 0 ? .5 : 1;
    mjv_connector(geom, mjGEOM_CAPSULE, inside * width, d->wrap_xpos + 3 * j,
                  d->wrap_xpos + 3 * j + 3);
    if (j > first) geom->label[0] = '\0';
    draw_end(w);
  }
}

static bool has_actuator(const mjModel* m, int tendon) {
  for (int i = 0; i < m->nactuator; i++) {
    if (m->actuator_trntype[i] == mjTRN_TENDON && m->actuator_trnid[2 * i] == tendon) return true;
  }
  return false;
}

// The rope length of a tendon if it is drawn as a rope (it can only pull at its upper limit, and
// connects two sites), else 0.
static mjtNum rope_length(const drawing* w, int tendon) {
  const mjModel* m = w->m;
  const mjtNum *spring = m->tendon_lengthspring + 2 * tendon, *range = m->tendon_range + 2 * tendon;
  bool stiff = m->tendon_stiffness[tendon] > 0;
  bool springs = stiff && spring[0] == 0 && spring[1] > 0;
  bool limited = m->tendon_stiffness[tendon] == 0 && m->tendon_limited[tendon] && range[0] == 0 &&
                 w->d->ten_length[tendon] < range[1];
  if (mjDISABLED(mjDSBL_GRAVITY) || vec3_norm(m->opt.gravity) <= mjMINVAL) return 0;
  if (m->tendon_num[tendon] != 2 || w->d->ten_wrapnum[tendon] != 2) return 0;
  if (!springs && !limited) return 0;
  if (m->tendon_damping[tendon] != 0 || m->tendon_frictionloss[tendon] != 0) return 0;
  if (has_actuator(m, tendon)) return 0;
  return springs ? spring[1] : range[1];
}

static void draw_rope(const drawing* w, const mjvGeom* look, int tendon, mjtNum length) {
  const mjModel* m = w->m;
  mjtNum points[CATENARY_MAXPOINT][3];
  const mjtNum* end = w->d->wrap_xpos + 3 * w->d->ten_wrapadr[tendon];
  int n = m->vis.quality.numslices + 1;
  n = n < 2 ? 2 : n > CATENARY_MAXPOINT ? CATENARY_MAXPOINT : n;
  n = catenary(points, n, end, end + 3, m->opt.gravity, length);
  for (int i = 0; i < n - 1; i++) {
    mjvGeom* geom = begin_like(w, look);
    if (!geom) return;
    mjv_connector(geom, mjGEOM_CAPSULE, m->tendon_width[tendon], points[i], points[i + 1]);
    draw_end(w);
  }
}

// Blend the default colour towards that of constraints with the impedance of the limit.
static void limit_color(const drawing* w, int tendon, float rgba[4]) {
  const mjModel* m = w->m;
  const float* own = m->tendon_rgba + 4 * tendon;
  memcpy(rgba, own, 4 * sizeof(float));
  if (m->tendon_matid[tendon] >= 0) return;
  if (own[0] != .5f || own[1] != .5f || own[2] != .5f || own[3] != 1) return;
  mjtNum impedance = draw_limit_impedance(w->d, mjOBJ_TENDON, tendon);
  draw_mix(rgba, own, m->vis.rgba.constraint, impedance, 3);
}

static void draw_straight(const drawing* w, mjvGeom* look, int tendon) {
  const mjData* d = w->d;
  float rgba[4];
  limit_color(w, tendon, rgba);
  draw_material(w, look, w->m->tendon_matid[tendon], rgba);
  if (draw_flag(w, mjVIS_ISLAND)) {
    int row = d->nefc && d->nisland ? d->tendon_efcadr[tendon] : -1;
    draw_island_color(w, look, row >= 0 ? d->efc_island[row] : -1);
  }
  draw_tendon_path(w, look, tendon, w->m->tendon_width[tendon]);
}

void draw_tendons(const drawing* w) {
  const mjModel* m = w->m;
  if (!draw_flag(w, mjVIS_TENDON) || !draw_has_category(w, mjCAT_DYNAMIC)) return;
  for (int i = 0; i < m->ntendon; i++) {
    if (!draw_group(w->opt->tendongroup, m->tendon_group[i])) continue;
    mjvGeom look = {.objtype = mjOBJ_TENDON, .objid = i, .category = mjCAT_DYNAMIC};
    mjv_initGeom(&look, mjGEOM_CAPSULE, NULL, NULL, NULL, NULL);
    draw_name(w, &look, mjLABEL_TENDON, mjOBJ_TENDON, i);
    mjtNum length = rope_length(w, i);
    if (length > 0) {
      draw_material(w, &look, m->tendon_matid[i], m->tendon_rgba + 4 * i);
      draw_rope(w, &look, i, length);
    } else {
      draw_straight(w, &look, i);
    }
  }
}
