#include "compile/statistics.h"

#include <engine/model.h>

#include "math/vec3.h"

// Lower bound of sizes.
static const mjtNum min_size = 1e-5;

typedef struct {
  mjtNum min[3], max[3];
} extents;

static void include(extents* b, const mjtNum point[3], mjtNum radius) {
  for (int k = 0; k < 3; k++) {
    b->min[k] = mjMIN(b->min[k], point[k] - radius);
    b->max[k] = mjMAX(b->max[k], point[k] + radius);
  }
}

// Extent of a geom; planes have no bounds, but may have a visible part.
static mjtNum radius_of(const mjModel* m, int g) {
  if (m->geom_rbound[g] > 0) return m->geom_rbound[g];
  if (m->geom_type[g] != mjGEOM_PLANE) return 0;
  mjtNum half = mjMAX(m->geom_size[3 * g], m->geom_size[3 * g + 1]);
  return half > 0 ? 0.1 * half : 1;
}

static void find_extent(mjModel* m, const mjData* d) {
  extents b = {{1e10, 1e10, 1e10}, {-1e10, -1e10, -1e10}};
  for (int i = 1; i < m->nbody; i++) {
    include(&b, d->xpos + 3 * i, 0);
    include(&b, d->xipos + 3 * i, 0);
  }
  for (int i = 0; i < m->njnt; i++) include(&b, d->xanchor + 3 * i, 0);
  for (int i = 0; i < m->nsite; i++) include(&b, d->site_xpos + 3 * i, 0);
  for (int i = 0; i < m->ngeom; i++) include(&b, d->geom_xpos + 3 * i, radius_of(m, i));
  if (!(b.max[0] >= b.min[0])) {
    vec3_zero(m->stat.center);
    return;
  }
  for (int k = 0; k < 3; k++) m->stat.center[k] = (b.min[k] + b.max[k]) / 2;
  if (!(b.max[0] > b.min[0])) return;
  mjtNum edge = min_size;
  for (int k = 0; k < 3; k++) edge = mjMAX(edge, b.max[k] - b.min[k]);
  m->stat.extent = edge;
}

// Edge lengths of a flex count for the bodies at both ends.
static void include_edges(const mjModel* m, int flex, mjtNum* size) {
  const int* body = m->flex_vertbodyid + m->flex_vertadr[flex];
  for (int e = m->flex_edgeadr[flex]; e < m->flex_edgeadr[flex] + m->flex_edgenum[flex]; e++) {
    for (int k = 0; k < 2; k++) {
      mjtNum* s = size + body[m->flex_edge[2 * e + k]];
      *s = mjMAX(*s, m->flexedge_length0[e]);
    }
  }
}

// Bodies of the nodes of an interpolated flex extend to each other's origins.
static void include_nodes(const mjModel* m, const mjData* d, int flex, mjtNum* size) {
  int first = m->flex_nodeadr[flex], end = first + m->flex_nodenum[flex];
  for (int i = first; i < end; i++) {
    int body = m->flex_nodebodyid[i];
    for (int k = first; k < end; k++) {
      int other = m->flex_nodebodyid[k];
      size[body] = mjMAX(size[body], vec3_distance(d->xpos + 3 * body, d->xpos + 3 * other));
    }
  }
}

// Extent of a body from its centre of mass: to its joints, to those of its children, and to the far
// ends of its geoms.
static void find_size(mjModel* m, const mjData* d, mjtNum* size) {
  for (int i = 0; i < m->nbody; i++) size[i] = 0;
  for (int j = 0; j < m->njnt; j++) {
    int id = m->jnt_bodyid[j], parent = m->body_parentid[id];
    const mjtNum* anchor = d->xanchor + 3 * j;
    size[id] = mjMAX(size[id], vec3_distance(d->xipos + 3 * id, anchor));
    if (parent) size[parent] = mjMAX(size[parent], vec3_distance(d->xipos + 3 * parent, anchor));
  }
  for (int g = 0; g < m->ngeom; g++) {
    int id = m->geom_bodyid[g];
    if (!(m->geom_rbound[g] > 0)) continue;
    mjtNum out = vec3_distance(d->xipos + 3 * id, d->geom_xpos + 3 * g) + m->geom_rbound[g];
    size[id] = mjMAX(size[id], out);
  }
  for (int f = 0; f < m->nflex; f++) {
    if (m->flex_interp[f]) {
      include_nodes(m, d, f, size);
    } else {
      include_edges(m, f, size);
    }
  }
  if (m->nbody < 2) return;
  mjtNum sum = 0;
  for (int i = 1; i < m->nbody; i++) sum += mjMAX(size[i], min_size) / (m->nbody - 1);
  m->stat.meansize = sum;
}

void statistics_compute(mjModel* m, mjData* d) {
  find_extent(m, d);
  mj_markStack(d);
  find_size(m, d, mj_stackAllocNum(d, m->nbody));
  mj_freeStack(d);
  m->stat.extent = mjMAX(m->stat.extent, 2 * m->stat.meansize);

  mjtNum mass = 0, inertia = 0;
  for (int i = 1; i < m->nbody; i++) mass += m->body_mass[i];
  if (m->nbody > 1) m->stat.meanmass = mass / (m->nbody - 1);
  for (int i = 0; i < m->nv; i++) inertia += d->M[m->M_rowadr[i] + m->M_rownnz[i] - 1];
  if (m->nv) m->stat.meaninertia = inertia / m->nv;
}
