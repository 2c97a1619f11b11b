// The main contents of a model: flexes, skins, geoms and sites.
#include <engine/math.h>

#include "collision/parts.h"
#include "math/vec3.h"
#include "visual/draw.h"
#include "visual/single.h"

void draw_flexes(const drawing* w) {
  const mjModel* m = w->m;
  if (!draw_flexes_wanted(w->opt) || !draw_has_category(w, mjCAT_DYNAMIC)) return;
  for (int i = 0; i < m->nflex; i++) {
    if (!draw_group(w->opt->flexgroup, m->flex_group[i])) continue;
    const mjtNum size[3] = {m->flex_radius[i], .1, .1};
    const mjtNum* pos = w->d->flexvert_xpos + 3 * m->flex_vertadr[i];
    drawn_object object = {mjCAT_DYNAMIC, mjOBJ_FLEX, i};
    mjvGeom* geom = draw_shape(w, object, (drawn_shape){mjGEOM_FLEX, size, pos, NULL, NULL});
    if (!geom) return;
    draw_material(w, geom, m->flex_matid[i], m->flex_rgba + 4 * i);
    geom->texcoord = m->flex_texcoordadr[i] >= 0;
    if (!geom->texcoord) geom->matid = -1;
    draw_glow(w, geom, w->pert->flexselect == i);
    if (geom->rgba[3] == 0) continue;
    draw_name(w, geom, mjLABEL_FLEX, mjOBJ_FLEX, i);
    draw_end(w);
  }
}

void draw_skins(const drawing* w) {
  const mjModel* m = w->m;
  if (!draw_flag(w, mjVIS_SKIN) || !draw_has_category(w, mjCAT_DYNAMIC)) return;
  for (int i = 0; i < m->nskin; i++) {
    if (!draw_group(w->opt->skingroup, m->skin_group[i])) continue;
    int body = m->skin_bonenum[i] ? m->skin_bonebodyid[m->skin_boneadr[i]] : 0;
    drawn_object object = {mjCAT_DYNAMIC, mjOBJ_SKIN, i};
    mjvGeom* geom =
        draw_shape(w, object, (drawn_shape){mjGEOM_SKIN, NULL, w->d->xpos + 3 * body, NULL, NULL});
    if (!geom) return;
    draw_material(w, geom, m->skin_matid[i], m->skin_rgba + 4 * i);
    geom->texcoord = m->skin_texcoordadr[i] >= 0;
    draw_glow(w, geom, w->pert->skinselect == i);
    if (geom->rgba[3] == 0) continue;
    draw_name(w, geom, mjLABEL_SKIN, mjOBJ_SKIN, i);
    draw_end(w);
  }
}

// Half the period of an infinite plane's pattern along an axis: that of its texture, else of the
// grid cell.
static mjtNum half_period(const mjModel* m, int geom, int axis) {
  int matid = m->geom_matid[geom];
  if (matid >= 0 && m->mat_texrepeat[2 * matid + axis] > 0) {
    return 2 / m->mat_texrepeat[2 * matid + axis];
  }
  return 2.1 * m->vis.map.zfar * m->stat.extent / (mjMAXPLANEGRID - 2);
}

// Move an infinite plane to below the camera, by whole periods of its pattern.
static void follow_camera(const drawing* w, mjvGeom* geom, int id) {
  const mjModel* m = w->m;
  const mjvGLCamera* eye = w->scn->camera;
  const mjtNum *size = m->geom_size + 3 * id, *mat = w->d->geom_xmat + 9 * id;
  if (size[0] > 0 && size[1] > 0) return;
  mjtNum pos[3], away[3];
  vec3_copy(pos, w->d->geom_xpos + 3 * id);
  for (int k = 0; k < 3; k++) away[k] = .5 * (eye[0].pos[k] + eye[1].pos[k]) - pos[k];
  for (int axis = 0; axis < 2; axis++) {
    if (size[axis] > 0) continue;
    mjtNum column[3] = {mat[axis], mat[3 + axis], mat[6 + axis]};
    mjtNum period = 2 * half_period(m, id, axis);
    vec3_axpy(pos, period * floor(vec3_dot(away, column) / period + .5), column);
  }
  to_single(geom->pos, pos, 3);
}

// Whether a geom is drawn as its collision shape.
static bool shows_hull(const drawing* w, int geom) {
  const mjModel* m = w->m;
  return draw_flag(w, mjVIS_CONVEXHULL) && (m->geom_contype[geom] || m->geom_conaffinity[geom]);
}

static int mesh_data(const drawing* w, int geom) {
  int mesh = w->m->geom_dataid[geom];
  bool hull = shows_hull(w, geom) && mesh >= 0 && w->m->mesh_graphadr[mesh] >= 0;
  return 2 * mesh + hull;
}

// Set the colour of a geom; false when it is invisible.
static bool paint(const drawing* w, mjvGeom* drawn, int geom) {
  const mjModel* m = w->m;
  drawn->modelrbound = (float)m->geom_rbound[geom];
  draw_material(w, drawn, m->geom_matid[geom], m->geom_rgba + 4 * geom);
  if (draw_flag(w, mjVIS_ISLAND)) draw_tree_color(w, drawn, m->geom_bodyid[geom]);
  return drawn->rgba[3] != 0;
}

// Draw the hulls of a geom's convex parts.  False when the scene is full.
static bool draw_parts(const drawing* w, drawn_object object, int geom) {
  const mjModel* m = w->m;
  int first, n = geom_parts(m, geom, &first);
  for (int i = first; i < first + n; i++) {
    part_place at;
    part_put(&at, m, w->d, geom, i);
    mjvGeom* drawn = draw_shape(
        w, object, (drawn_shape){mjGEOM_MESH, m->geom_size + 3 * geom, at.pos, at.mat, NULL});
    if (!drawn) return false;
    if (!paint(w, drawn, geom)) return true;
    drawn->dataid = 2 * i + (m->mesh_graphadr[i] >= 0);
    drawn->texcoord = 0;
    draw_glow(w, drawn, draw_is_selected(w, m->geom_bodyid[geom]));
    if (i == first) draw_name(w, drawn, mjLABEL_GEOM, mjOBJ_GEOM, geom);
    draw_end(w);
  }
  return true;
}

void draw_geoms(const drawing* w) {
  const mjModel* m = w->m;
  const mjData* d = w->d;
  int plane = -1;
  for (int i = 0; i < m->ngeom; i++) {
    int type = m->geom_type[i], body = m->geom_bodyid[i], mesh = m->geom_dataid[i];
    if (type == mjGEOM_PLANE) plane++;
    drawn_object object = {draw_category(m, body), mjOBJ_GEOM, i};
    if (!draw_has_category(w, object.category)) continue;
    if (!draw_group(w->opt->geomgroup, m->geom_group[i])) continue;
    int first;
    if (shows_hull(w, i) && geom_parts(m, i, &first)) {
      if (!draw_parts(w, object, i)) return;
      continue;
    }
    mjvGeom* geom = draw_shape(w, object,
                               (drawn_shape){type, m->geom_size + 3 * i, d->geom_xpos + 3 * i,
                                             d->geom_xmat + 9 * i, NULL});
    if (!geom) return;
    geom->dataid = mesh;
    if (!paint(w, geom, i)) continue;
    if (type == mjGEOM_MESH || type == mjGEOM_SDF) {
      geom->dataid = mesh_data(w, i);
      geom->texcoord = mesh >= 0 && m->mesh_texcoordadr[mesh] >= 0;
    } else if (type == mjGEOM_PLANE) {
      geom->dataid = plane;
      follow_camera(w, geom, i);
    }
    draw_glow(w, geom, draw_is_selected(w, body));
    draw_name(w, geom, mjLABEL_GEOM, mjOBJ_GEOM, i);
    draw_end(w);
  }
}

void draw_site_mesh(const drawing* w, mjvGeom* drawn, int site) {
  const mjModel* m = w->m;
  int mesh = m->site_dataid[site];
  if (mesh < 0) return;
  mjtNum pos[3], quat[4], own[4], mat[9];
  mju_mat2Quat(own, w->d->site_xmat + 9 * site);
  mju_mulPose(pos, quat, w->d->site_xpos + 3 * site, own, m->mesh_pos + 3 * mesh,
              m->mesh_quat + 4 * mesh);
  mju_quat2Mat(mat, quat);
  to_single(drawn->pos, pos, 3);
  to_single(drawn->mat, mat, 9);
  drawn->dataid = 2 * mesh;
}

void draw_sites(const drawing* w) {
  const mjModel* m = w->m;
  const mjData* d = w->d;
  for (int i = 0; i < m->nsite; i++) {
    int body = m->site_bodyid[i];
    drawn_object object = {draw_category(m, body), mjOBJ_SITE, i};
    if (!draw_has_category(w, object.category)) continue;
    if (!draw_group(w->opt->sitegroup, m->site_group[i])) continue;
    mjvGeom* geom = draw_shape(w, object,
                               (drawn_shape){m->site_type[i], m->site_size + 3 * i,
                                             d->site_xpos + 3 * i, d->site_xmat + 9 * i, NULL});
    if (!geom) return;
    draw_site_mesh(w, geom, i);
    draw_material(w, geom, m->site_matid[i], m->site_rgba + 4 * i);
    if (geom->rgba[3] == 0) continue;
    draw_glow(w, geom, draw_is_selected(w, body));
    draw_name(w, geom, mjLABEL_SITE, mjOBJ_SITE, i);
    draw_end(w);
  }
}
