// Convex decomposition of meshes for collision.
#include <engine/parts.h>

#include <stdlib.h>
#include <string.h>

#include <engine/model.h>
#include <engine/spec.h>

#include "asset/part_list.h"
#include "base/need.h"
#include "base/text.h"
#include "math/quat.h"
#include "spec/element.h"
#include "spec/spec_type.h"

// Add a mesh with the given corners, transformed from the mesh's frame to that in which geoms refer
// to it.
static bool add_mesh(mjSpec* s, const char* name, const float* corner, int n, const mjModel* m,
                     int id) {
  mjsMesh* part = mjs_addMesh(s, NULL);
  float* vert = malloc(3 * (size_t)n * sizeof *vert);
  if (!part || !vert || mjs_setName(part->element, name)) {
    free(vert);
    return false;
  }
  for (int i = 0; i < n; i++) {
    double x[3] = {corner[3 * i], corner[3 * i + 1], corner[3 * i + 2]};
    quat_rotate(x, m->mesh_quat + 4 * id, x);
    for (int k = 0; k < 3; k++) vert[3 * i + k] = (float)(x[k] + m->mesh_pos[3 * id + k]);
  }
  part->inertia = mjMESH_INERTIA_CONVEX;
  mjs_setFloat(part->uservert, vert, 3 * n);
  free(vert);
  return true;
}

static bool shows(const mjsGeom* g, const char* mesh) {
  return g->type == mjGEOM_MESH && (g->contype || g->conaffinity) && !g->plugin.active &&
         !strcmp(mjs_getString(g->meshname), mesh);
}

static bool add_geom(mjsGeom* like, const char* mesh) {
  enum { GROUP = 3 };  // the group of invisible collision geoms
  mjsGeom* g = mjs_addGeom(mjs_getParent(like->element), NULL);
  if (!g || !element_copy((element*)g->element, (const element*)like->element)) return false;
  mjs_setString(g->meshname, mesh);
  g->mass = g->density = 0;
  g->group = GROUP;
  mjsFrame* frame = mjs_getFrame(like->element);
  if (frame) mjs_setFrame(g->element, frame);
  return true;
}

static int count_geoms(mjSpec* s, const char* mesh) {
  int n = 0;
  for (mjsElement* e = mjs_firstElement(s, mjOBJ_GEOM); e; e = mjs_nextElement(s, e)) {
    n += shows(mjs_asGeom(e), mesh);
  }
  return n;
}

static bool replace_geoms(mjSpec* s, const char* mesh, const text* names, int npart) {
  int n = count_geoms(s, mesh), i = 0;
  mjsGeom** old = malloc(((size_t)n + 1) * sizeof(mjsGeom*));
  if (!old) return false;
  for (mjsElement* e = mjs_firstElement(s, mjOBJ_GEOM); e; e = mjs_nextElement(s, e)) {
    if (shows(mjs_asGeom(e), mesh)) old[i++] = mjs_asGeom(e);
  }
  bool ok = true;
  for (i = 0; i < n; i++) {
    for (int k = 0; k < npart && ok; k++) ok = add_geom(old[i], text_string(names + k));
    old[i]->contype = old[i]->conaffinity = 0;
  }
  free(old);
  return ok;
}

static bool add_all(mjSpec* s, const char* mesh, const part_list* parts, const mjModel* m, int id) {
  text* names = calloc((size_t)parts->npart, sizeof *names);
  const float* corner = part_corners(parts);
  bool ok = names != NULL;
  for (int k = 0; ok && k < parts->npart; k++) {
    int n = part_corner_counts(parts)[k];
    text_print(names + k, "%s/part%d", mesh, k);
    ok = !names[k].failed && add_mesh(s, text_string(names + k), corner, n, m, id);
    corner += 3 * n;
  }
  ok = ok && replace_geoms(s, mesh, names, parts->npart);
  for (int k = 0; names && k < parts->npart; k++) text_free(names + k);
  free(names);
  return ok;
}

int eng_collideByParts(mjSpec* s, mjsMesh* mesh, const mjModel* m, engParts* how) {
  NEED_OR(-1, s, mesh, m);
  engParts none = {0};
  if (!how) how = &none;
  const element* e = (const element*)mesh->element;
  const char* name = string_text(&e->name);
  int id = mj_name2id(m, mjOBJ_MESH, name);
  spec_clear_error(spec_of(s));
  if (id < 0) {
    spec_error(spec_of(s), e, "the model has no mesh '%s'; compile the specification first", name);
    return -1;
  }
  if (!count_geoms(s, name)) {
    spec_error(spec_of(s), e, "no geom of type mesh that collides shows mesh '%s'", name);
    return -1;
  }
  part_surface surface = {m->mesh_vert + 3 * m->mesh_vertadr[id],
                          m->mesh_face + 3 * m->mesh_faceadr[id], m->mesh_vertnum[id],
                          m->mesh_facenum[id], m->mesh_quat + 4 * id};
  const char* problem;
  part_list* parts = parts_find(&surface, how, &problem);
  if (parts && !add_all(s, name, parts, m, id)) {
    free(parts);
    parts = NULL;
    problem = "its parts cannot be added: out of memory, or their names are taken";
  }
  if (!parts) {
    spec_error(spec_of(s), e, "mesh '%s' cannot be cut into parts: %s", name, problem);
    return -1;
  }
  how->npart = parts->npart;
  how->volume = parts->volume;
  how->hulls = parts->hulls;
  how->lost = parts->lost;
  free(parts);
  return how->npart;
}
