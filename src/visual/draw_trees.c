// Bounding volume hierarchies: boxes of one level, and leaves above it.
#include <engine/math.h>

#include "kinematics/flex.h"
#include "kinematics/flex_cell.h"
#include "math/vec3.h"
#include "visual/draw.h"

static bool at_depth(const drawing* w, int node) {
  int depth = w->m->bvh_depth[node];
  const int* child = w->m->bvh_child + 2 * node;
  bool leaf = child[0] < 0 && child[1] < 0;
  return depth == w->opt->bvh_depth || (leaf && depth < w->opt->bvh_depth);
}

// Draw box aabb (centre, half sizes) in a frame; in the world frame if mat is NULL.
static bool draw_box(const drawing* w, int objid, const mjtNum aabb[6], const mjtNum* pos,
                     const mjtNum* mat, const float rgba[4]) {
  mjtNum center[3];
  vec3_copy(center, aabb);
  if (mat) {
    mat3_mul_vec(center, mat, center);
    vec3_add(center, center, pos);
  }
  drawn_object object = {mjCAT_DECOR, mjOBJ_UNKNOWN, objid};
  if (!draw_shape(w, object, (drawn_shape){mjGEOM_LINEBOX, aabb + 3, center, mat, rgba}))
    return false;
  draw_end(w);
  return true;
}

static const float* node_color(const drawing* w, int node) {
  const mjVisual* vis = &w->m->vis;
  return vis->global.bvactive && w->d->bvh_active[node] ? vis->rgba.bvactive : vis->rgba.bv;
}

void draw_body_trees(const drawing* w) {
  const mjModel* m = w->m;
  const mjData* d = w->d;
  if (!draw_flag(w, mjVIS_BODYBVH)) return;
  for (int body = 0; body < m->nbody; body++) {
    int first = m->body_bvhadr[body];
    for (int i = first; i < first + m->body_bvhnum[body]; i++) {
      if (!at_depth(w, i)) continue;
      int geom = m->bvh_nodeid[i];
      const mjtNum *aabb = m->bvh_aabb + 6 * i, *pos = d->xipos + 3 * body,
                   *mat = d->ximat + 9 * body;
      if (geom >= 0) {
        aabb = m->geom_aabb + 6 * geom;
        pos = d->geom_xpos + 3 * geom;
        mat = d->geom_xmat + 9 * geom;
      }
      if (!draw_box(w, i, aabb, pos, mat, node_color(w, i))) return;
    }
  }
}

static bool draw_flex_tree(const drawing* w, int flex) {
  const mjModel* m = w->m;
  int first = m->flex_bvhadr[flex];
  for (int i = first; i < first + m->flex_bvhnum[flex]; i++) {
    if (!at_depth(w, i)) continue;
    const mjtNum* aabb = w->d->bvh_aabb_dyn + 6 * (i - m->nbvhstatic);
    if (!draw_box(w, i, aabb, NULL, NULL, node_color(w, i))) return false;
  }
  return true;
}

// Lines between adjacent control nodes of an interpolated flex, along each axis.  They have no
// object id.
static bool draw_control_cage(const drawing* w, int flex) {
  mjtNum node[3 * mjMAXFLEXNODES];
  if (w->m->flex_nodenum[flex] < 8 || w->m->flex_nodenum[flex] > mjMAXFLEXNODES) return true;
  flex_node_positions(w->m, w->d, flex, node);
  flex_grid g = flex_grid_of(w->m, flex);
  const int step[3] = {g.node[1] * g.node[2], g.node[2], 1};
  for (int i = 0; i < w->m->flex_nodenum[flex]; i++) {
    for (int k = 0; k < 3; k++) {
      if (i / step[k] % g.node[k] == g.node[k] - 1) continue;
      drawn_object object = {mjCAT_DECOR, mjOBJ_UNKNOWN, i / step[0]};
      if (!draw_connector(
              w, object,
              (drawn_connector){mjGEOM_LINE, 3, node + 3 * i, node + 3 * (i + step[k]), NULL})) {
        return false;
      }
      draw_end(w);
    }
  }
  return true;
}

void draw_flex_trees(const drawing* w) {
  const mjModel* m = w->m;
  if (!draw_flag(w, mjVIS_MESHBVH)) return;
  for (int i = 0; i < m->nflex; i++) {
    if (draw_group(w->opt->flexgroup, m->flex_group[i]) && !draw_flex_tree(w, i)) return;
    if (m->flex_interp[i] && !draw_control_cage(w, i)) return;  // drawn for all groups
  }
}

// The mesh whose hierarchy or octree is drawn for a geom; -1: none.
static int mesh_of(const mjModel* m, int geom) {
  int type = m->geom_type[geom];
  return type == mjGEOM_MESH || type == mjGEOM_SDF ? m->geom_dataid[geom] : -1;
}

void draw_mesh_trees(const drawing* w) {
  const mjModel* m = w->m;
  if (!draw_flag(w, mjVIS_MESHBVH)) return;
  for (int geom = 0; geom < m->ngeom; geom++) {
    int mesh = mesh_of(m, geom);
    if (mesh < 0 || m->geom_type[geom] == mjGEOM_SDF || m->mesh_octnum[mesh]) continue;
    int first = m->mesh_bvhadr[mesh];
    for (int i = first; i < first + m->mesh_bvhnum[mesh]; i++) {
      if (!at_depth(w, i)) continue;
      if (m->vis.global.bvactive && !w->d->bvh_active[i]) continue;
      if (!draw_box(w, i, m->bvh_aabb + 6 * i, w->d->geom_xpos + 3 * geom,
                    w->d->geom_xmat + 9 * geom, node_color(w, i))) {
        return;
      }
    }
  }
}

void draw_octrees(const drawing* w) {
  const mjModel* m = w->m;
  if (!draw_flag(w, mjVIS_MESHBVH)) return;
  for (int geom = 0; geom < m->ngeom; geom++) {
    int mesh = mesh_of(m, geom);
    if (mesh < 0 || !m->mesh_octnum[mesh]) continue;
    int first = m->mesh_octadr[mesh];
    for (int i = first; i < first + m->mesh_octnum[mesh]; i++) {
      if (m->oct_depth[i] != w->opt->bvh_depth) continue;
      if (!draw_box(w, i, m->oct_aabb + 6 * i, w->d->geom_xpos + 3 * geom,
                    w->d->geom_xmat + 9 * geom, m->vis.rgba.bv)) {
        return;
      }
    }
  }
}
