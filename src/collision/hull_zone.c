#include "collision/hull_zone.h"

#include "math/quat.h"
#include "math/vec3.h"

// Out of the user's frame into that of the mesh.
static void enter_mesh(const mjModel* m, int mesh, const mjtNum point[3], mjtNum local[3]) {
  mjtNum back[4];
  vec3_sub(local, point, m->mesh_pos + 3 * mesh);
  quat_conjugate(back, m->mesh_quat + 4 * mesh);
  quat_rotate(local, back, local);
}

// How far a point is above a polygon of the hull.
static mjtNum height(const mjModel* m, int mesh, int polygon, const mjtNum point[3]) {
  int vertex = m->mesh_polyvert[m->mesh_polyvertadr[polygon]];
  const float* corner = m->mesh_vert + 3 * (m->mesh_vertadr[mesh] + vertex);
  mjtNum away[3] = {point[0] - corner[0], point[1] - corner[1], point[2] - corner[2]};
  return vec3_dot(away, m->mesh_polynormal + 3 * polygon);
}

bool hull_contains(const mjModel* m, int mesh, const mjtNum point[3]) {
  mjtNum local[3];
  int first = m->mesh_polyadr[mesh], n = m->mesh_polynum[mesh];
  enter_mesh(m, mesh, point, local);
  for (int i = first; i < first + n; i++) {
    if (height(m, mesh, i, local) >= 0) return false;
  }
  return n > 0;
}

// What is left of the ray after each half space is cut away.
bool hull_on_ray(const mjModel* m, int mesh, const mjtNum point[3], const mjtNum along[3]) {
  mjtNum local[3], direction[3], back[4], from = 0, to = mjMAXVAL;
  int first = m->mesh_polyadr[mesh], n = m->mesh_polynum[mesh];
  enter_mesh(m, mesh, point, local);
  quat_conjugate(back, m->mesh_quat + 4 * mesh);
  quat_rotate(direction, back, along);
  for (int i = first; i < first + n && from <= to; i++) {
    mjtNum above = height(m, mesh, i, local);
    mjtNum rise = vec3_dot(direction, m->mesh_polynormal + 3 * i);
    if (rise == 0 && above > 0) return false;
    if (rise < 0) from = mjMAX(from, -above / rise);
    if (rise > 0) to = mjMIN(to, -above / rise);
  }
  return n > 0 && from <= to;
}
