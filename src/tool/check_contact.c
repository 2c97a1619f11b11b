// Checks of softness, initial overlaps, and mesh hulls.
#include <math.h>

#include "tool/check.h"
#include "tool/model.h"

// A solref time constant below two timesteps is increased by refsafe, or unstable without it.
static void check_ref(const mjModel* m, int type, int id, const mjtNum* solref, const char* what) {
  char buffer[32];
  if (solref[0] <= 0 || solref[0] >= 2 * m->opt.timestep * (1 - 1e-9)) return;
  found_print(
      "%s '%s': solref asks for %.3g s, the shortest that a time step of %.3g s allows is %.3g "
      "s%s",
      what, object_name(m, type, id, buffer), solref[0], m->opt.timestep, 2 * m->opt.timestep,
      m->opt.disableflags & mjDSBL_REFSAFE ? "; without refsafe this is not stable" : "");
}

void check_softness(const mjModel* m) {
  for (int i = 0; i < m->ngeom; i++) {
    check_ref(m, mjOBJ_GEOM, i, m->geom_solref + mjNREF * i, "geom");
  }
  for (int i = 0; i < m->npair; i++) {
    check_ref(m, mjOBJ_PAIR, i, m->pair_solref + mjNREF * i, "pair");
  }
  for (int i = 0; i < m->neq; i++) {
    check_ref(m, mjOBJ_EQUALITY, i, m->eq_solref + mjNREF * i, "equality");
  }
  for (int i = 0; i < m->njnt; i++) {
    if (m->jnt_limited[i]) check_ref(m, mjOBJ_JOINT, i, m->jnt_solref + mjNREF * i, "joint");
  }
}

// Penetration that causes visible ejection: 2 % of the smaller geom, at least 1 mm.
static double allowed_depth(const mjModel* m, int g1, int g2) {
  double size = 1;
  for (int k = 0; k < 2; k++) {
    double r = m->geom_rbound[k ? g2 : g1];
    if (r > 0) size = fmin(size, r);
  }
  return fmax(1e-3, 0.02 * size);
}

void check_contacts(const mjModel* m, const mjData* d) {
  char one[32], two[32];
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* c = d->contact + i;
    if (c->geom[0] < 0 || c->geom[1] < 0) continue;  // contact of a flex
    // report only the deepest of a pair's contacts
    int deepest = i;
    for (int k = 0; k < d->ncon; k++) {
      const mjContact* o = d->contact + k;
      if (o->geom[0] != c->geom[0] || o->geom[1] != c->geom[1]) continue;
      if (o->dist < d->contact[deepest].dist || (o->dist == c->dist && k < deepest)) deepest = k;
    }
    if (deepest != i || -c->dist < allowed_depth(m, c->geom[0], c->geom[1])) continue;
    found_print(
        "geoms '%s' and '%s' overlap by %.3g m at the start; move them apart, or exclude the "
        "pair of bodies",
        object_name(m, mjOBJ_GEOM, c->geom[0], one), object_name(m, mjOBJ_GEOM, c->geom[1], two),
        -c->dist);
  }
}

// Six times the signed volume of the tetrahedron from the origin to a triangle.
static double wedge(const float* a, const float* b, const float* c) {
  return (double)a[0] * (b[1] * (double)c[2] - b[2] * (double)c[1]) +
         (double)a[1] * (b[2] * (double)c[0] - b[0] * (double)c[2]) +
         (double)a[2] * (b[0] * (double)c[1] - b[1] * (double)c[0]);
}

static double volume_of_faces(const float* vert, const int* face, int n) {
  double v = 0;
  for (int i = 0; i < n; i++) {
    v += wedge(vert + 3 * face[3 * i], vert + 3 * face[3 * i + 1], vert + 3 * face[3 * i + 2]);
  }
  return fabs(v) / 6;
}

// Volume of the hull, from mesh_graph: nvert, nface, addresses, vertices, edges, then faces.
static double hull_volume(const mjModel* m, int mesh, const float* vert) {
  const int* graph = m->mesh_graph + m->mesh_graphadr[mesh];
  int nvert = graph[0], nface = graph[1];
  return volume_of_faces(vert, graph + 2 + 2 * nvert + nvert + 3 * nface, nface);
}

void check_meshes(const mjModel* m) {
  char buffer[32];
  for (int i = 0; i < m->nmesh; i++) {
    bool collides = false;
    for (int g = 0; g < m->ngeom; g++) {
      collides |= m->geom_type[g] == mjGEOM_MESH && m->geom_dataid[g] == i &&
                  (m->geom_contype[g] || m->geom_conaffinity[g]);
    }
    if (!collides || m->mesh_partnum[i] || m->mesh_graphadr[i] < 0) continue;
    const float* vert = m->mesh_vert + 3 * m->mesh_vertadr[i];
    double own = volume_of_faces(vert, m->mesh_face + 3 * m->mesh_faceadr[i], m->mesh_facenum[i]);
    double hull = hull_volume(m, i, vert);
    if (own < 0.8 * hull) {
      found_print(
          "mesh '%s' collides as its hull, of which it fills %.0f %%; collision=\"decompose\" or "
          "\"sdf\" of the mesh lets it collide as it looks",
          object_name(m, mjOBJ_MESH, i, buffer), 100 * own / hull);
    }
  }
}
