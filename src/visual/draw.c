#include "visual/draw.h"

#include <locale.h>
#include <stdarg.h>
#include <stdio.h>

#include <engine/math.h>
#include <engine/model.h>

#include "constraint/kinds/limit.h"
#include "math/vec3.h"
#include "model/sleep.h"

// Returns the next geom; the members set by mjv_initGeom are not initialised.
static mjvGeom* next_geom(const drawing* w, drawn_object object) {
  mjvScene* scn = w->scn;
  if (scn->ngeom >= scn->maxgeom) {
    scn->status = 1;
    return NULL;
  }
  mjvGeom* geom = scn->geoms + scn->ngeom;
  geom->objtype = object.objtype;
  geom->objid = object.objid;
  geom->category = object.category;
  geom->segid = scn->ngeom;
  geom->camdist = 0;
  geom->transparent = 0;
  return geom;
}

mjvGeom* draw_begin(const drawing* w, drawn_object object) {
  return draw_shape(w, object, (drawn_shape){.type = mjGEOM_NONE});
}

mjvGeom* draw_shape(const drawing* w, drawn_object object, drawn_shape s) {
  mjvGeom* geom = next_geom(w, object);
  if (geom) mjv_initGeom(geom, s.type, s.size, s.pos, s.mat, s.rgba);
  return geom;
}

mjvGeom* draw_connector(const drawing* w, drawn_object object, drawn_connector c) {
  mjvGeom* geom = draw_begin(w, object);
  if (!geom) return NULL;
  mjv_connector(geom, c.type, c.width, c.from, c.to);
  if (c.rgba) draw_set_color(geom, c.rgba);
  return geom;
}

bool draw_frame(const drawing* w, int objid, const mjtNum pos[3], const mjtNum mat[9],
                mjtNum length, mjtNum width) {
  for (int axis = 0; axis < 3; axis++) {
    float rgba[4] = {0, 0, 0, 1};
    rgba[axis] = .9f;
    mjtNum column[3] = {mat[axis], mat[3 + axis], mat[6 + axis]}, to[3];
    vec3_copy(to, pos);
    vec3_axpy(to, length, column);
    drawn_object object = {mjCAT_DECOR, mjOBJ_UNKNOWN, objid};
    if (!draw_connector(w, object, (drawn_connector){mjGEOM_CYLINDER, width, pos, to, rgba}))
      return false;
    draw_end(w);
  }
  return true;
}

void draw_as_triangle(mjvGeom* geom, const mjtNum v0[3], const mjtNum v1[3], const mjtNum v2[3]) {
  mjtNum axis[3][3], size[3], mat[9];
  vec3_sub(axis[0], v1, v0);
  vec3_sub(axis[1], v2, v0);
  vec3_cross(axis[2], axis[0], axis[1]);
  for (int k = 0; k < 3; k++) {
    size[k] = vec3_normalize(axis[k]);
    for (int row = 0; row < 3; row++) mat[3 * row + k] = axis[k][row];
  }
  geom->type = mjGEOM_TRIANGLE;
  mju_n2f(geom->size, size, 3);
  mju_n2f(geom->pos, v0, 3);
  mju_n2f(geom->mat, mat, 9);
}

void draw_material(const drawing* w, mjvGeom* geom, int matid, const float rgba[4]) {
  const mjModel* m = w->m;
  bool grey = rgba[0] == .5f && rgba[1] == .5f && rgba[2] == .5f && rgba[3] == 1;
  if (matid >= 0) {
    draw_set_color(geom, m->mat_rgba + 4 * matid);
    geom->emission = m->mat_emission[matid];
    geom->specular = m->mat_specular[matid];
    geom->shininess = m->mat_shininess[matid];
    geom->reflectance = m->mat_reflectance[matid];
  }
  if (matid < 0 || !grey) draw_set_color(geom, rgba);
  geom->matid = draw_flag(w, mjVIS_TEXTURE) ? matid : -1;
  if (draw_flag(w, mjVIS_TRANSPARENT) && geom->category == mjCAT_DYNAMIC) {
    geom->rgba[3] *= m->vis.map.alpha;
  }
}

// RGB of a hue; all numbers from 0 to 1.
static void from_hue(float rgb[3], mjtNum hue, mjtNum saturation, mjtNum value) {
  mjtNum low = value * (1 - saturation);
  for (int k = 0; k < 3; k++) {
    // distance of the hue from that of the channel, in sectors of 60 degrees
    mjtNum away = fabs(fmod(6 * hue - 2 * k + 9, 6) - 3);
    mjtNum share = away <= 1 ? 1 : away >= 2 ? 0 : 2 - away;
    rgb[k] = (float)(low + (value - low) * share);
  }
}

// A dark version of the island colour of the first tree in the same sleep cycle.
static void draw_sleep_color(const drawing* w, mjvGeom* geom, int tree) {
  int first = tree, next = w->d->tree_asleep[tree];
  for (int i = 0; i < w->m->ntree && next >= 0 && next < w->m->ntree && next != tree; i++) {
    first = mjMIN(first, next);
    next = w->d->tree_asleep[next];
  }
  from_hue(geom->rgba, mju_Halton(w->m->tree_dofadr[first] + 1, 2), .8, .35);
  geom->rgba[3] = 1;
  geom->matid = -1;
}

void draw_tree_color(const drawing* w, mjvGeom* geom, int body) {
  int tree = w->m->body_treeid[body];
  if (tree < 0) return;
  if (some_asleep(w->m, w->d) && body_sleeps(w->d, body)) {
    draw_sleep_color(w, geom, tree);
  } else {
    int dof = w->m->tree_dofadr[tree];
    draw_island_color(w, geom, w->d->nisland ? w->d->dof_island[dof] : -1);
  }
}

void draw_island_color(const drawing* w, mjvGeom* geom, int island) {
  int dof = island >= 0 && island < w->d->nisland ? w->d->island_dofadr[island] : -1;
  from_hue(geom->rgba, mju_Halton(dof + 1, 2), dof < 0 ? 0 : .8, .7);
  geom->rgba[3] = 1;
  geom->matid = -1;
}

void draw_glow(const drawing* w, mjvGeom* geom, bool selected) {
  if (selected) geom->emission += w->m->vis.global.glow;
}

void draw_name(const drawing* w, mjvGeom* geom, int label, int objtype, int id) {
  if (w->opt->label != label) return;
  const char* name = mj_id2name(w->m, objtype, id);
  if (name) {
    draw_label(geom, "%s", name);
  } else {
    draw_label(geom, "%s %d", mju_type2Str(objtype), id);
  }
}

void draw_label(mjvGeom* geom, const char* format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(geom->label, sizeof geom->label, format, args);
  va_end(args);
}

// Replace the decimal separator of the locale by '.'.
static void use_points(char* text) {
  const char* separator = localeconv()->decimal_point;
  size_t n = strlen(separator);
  if (!n || !strcmp(separator, ".")) return;
  for (char* s = text; (s = strstr(s, separator)); s++) {
    *s = '.';
    memmove(s + 1, s + n, strlen(s + n) + 1);
  }
}

void draw_number_label(mjvGeom* geom, const char* format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(geom->label, sizeof geom->label, format, args);
  va_end(args);
  use_points(geom->label);
}

int draw_category(const mjModel* m, int body) {
  return m->body_weldid[body] == 0 && m->body_mocapid[body] < 0 ? mjCAT_STATIC : mjCAT_DYNAMIC;
}

mjtNum draw_limit_impedance(const mjData* d, int objtype, int id) {
  int first, n = limit_rows_of(d, objtype, id, &first);
  return n ? d->efc_KBIP[4 * (first + n - 1) + 2] : 0;
}
