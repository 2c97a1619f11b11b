#include <string.h>

#include "compile/element_fill.h"
#include "compile/geom_fluid.h"
#include "compile/geom_inertia.h"
#include "compile/tree.h"
#include "spec/geom_size.h"
#include "spec/pose.h"

static bool is_mesh_type(mjtGeom type) { return type == mjGEOM_MESH || type == mjGEOM_SDF; }

static bool collides(const mjsGeom* g) { return g->contype || g->conaffinity; }

// ------------------------------------------------------------------------------------- assets

// The mesh of a geom of type mesh or sdf; NULL: none.
static const spec_mesh* mesh_of(const build* b, const build_geom* g) {
  if (!is_mesh_type(g->type)) return NULL;
  const char* name = string_text(&g->src->own.meshname);
  return (const spec_mesh*)element_find(b->s, mjOBJ_MESH, name);
}

// Mark what a colliding geom needs of its mesh: the hull or a signed distance field.
static void mark_colliding(build* b, build_geom* g) {
  const spec_mesh* mesh = mesh_of(b, g);
  if (!mesh) return;
  build_mesh* needs = b->mesh + mesh->e.id;
  if (g->type == mjGEOM_MESH && mesh->more.collision == engCOLLISION_SDF) g->type = mjGEOM_SDF;
  needs->need_hull = true;
  if (g->type == mjGEOM_MESH) needs->by_hull = true;
  if (g->type == mjGEOM_SDF) needs->need_sdf = true;
}

void geoms_mark_assets(build* b) {
  for (int i = 0; i < b->size.ngeom; i++) {
    build_geom* g = b->geom + i;
    g->type = g->src->pub.type;
    if (collides(&g->src->pub)) {
      mark_colliding(b, g);
    } else if (g->type == mjGEOM_SDF && mesh_of(b, g)) {
      b->mesh[mesh_of(b, g)->e.id].need_sdf = true;
    }
  }
  for (int i = 0; i < list_size(b, mjOBJ_PAIR); i++) {
    const spec_pair* pair = (const spec_pair*)list_at(b, mjOBJ_PAIR, i);
    const char* names[2] = {string_text(&pair->own.geomname1), string_text(&pair->own.geomname2)};
    for (int k = 0; k < 2; k++) {
      const element* geom = element_find(b->s, mjOBJ_GEOM, names[k]);
      if (geom) mark_colliding(b, b->geom + geom->id);
    }
  }
}

// Find mesh, height field and material, and check that they match the geom type.
static bool resolve_assets(build* b, build_geom* g) {
  const spec_geom* src = g->src;
  const element* e = &src->e;
  int before = b->nerror;
  const element* mesh = build_find(b, e, "mesh", mjOBJ_MESH, &src->own.meshname, false);
  const element* hfield = build_find(b, e, "hfield", mjOBJ_HFIELD, &src->own.hfieldname, false);
  g->mesh = mesh ? mesh->id : -1;
  g->hfield = hfield ? hfield->id : -1;
  g->material = build_material(b, e, &src->own.material);
  if (b->nerror != before) return false;
  if (g->material < 0 && mesh) {
    g->material = build_material(b, e, &((const spec_mesh*)mesh)->own.material);
  }
  if (is_mesh_type(g->type) && !mesh) {
    return build_error(b, e, "a geom of type mesh or sdf needs the name of a mesh");
  }
  if ((g->type == mjGEOM_HFIELD) != (hfield != NULL)) {
    return build_error(b, e,
                       "a height field is what geoms of type hfield, and only they, must name");
  }
  if (mesh && (g->type == mjGEOM_HFIELD || g->type == mjGEOM_PLANE)) {
    return build_error(b, e, "a plane or height field cannot be fitted to a mesh");
  }
  return b->nerror == before;
}

// --------------------------------------------------------------------------------- pose and size

static bool check_kind(build* b, build_geom* g) {
  const mjsGeom* pub = &g->src->pub;
  const element* e = &g->src->e;
  if (pub->type < 0 || pub->type >= mjNGEOMTYPES) {
    return build_error(b, e, "type %d is not one of a geom in a model", pub->type);
  }
  if (pub->condim != 1 && pub->condim != 3 && pub->condim != 4 && pub->condim != 6) {
    return build_error(b, e, "condim is %d; it must be 1, 3, 4 or 6", pub->condim);
  }
  if (pub->type == mjGEOM_PLANE && b->body[g->body].weld) {
    return build_error(b, e, "a plane can only be part of the world or of a body fixed to it");
  }
  return true;
}

static bool place_between(build* b, build_geom* g) {
  const mjsGeom* pub = &g->src->pub;
  const element* e = &g->src->e;
  if (g->type != mjGEOM_CAPSULE && g->type != mjGEOM_CYLINDER && g->type != mjGEOM_ELLIPSOID &&
      g->type != mjGEOM_BOX) {
    return build_error(b, e, "fromto is for a capsule, cylinder, ellipsoid or box");
  }
  if (g->mesh >= 0) return build_error(b, e, "fromto and mesh exclude each other");
  if (pub->pos[0] != 0 || pub->pos[1] != 0 || pub->pos[2] != 0) {
    return build_error(b, e, "fromto and pos exclude each other");
  }
  if (!geom_fromto(g->type, pub->fromto, g->pos, g->quat, g->size)) {
    return build_error(b, e, "the two points of fromto are too close to each other");
  }
  return true;
}

// Replace a mesh by a primitive: with the size of its inertia box or its bounding box.
static void fit_to_mesh(const build* b, build_geom* g, double center[3]) {
  const build_mesh* mesh = b->mesh + g->mesh;
  bool aabb = compiler_of(&g->src->e)->fitaabb;
  const double* h = aabb ? mesh->aabb + 3 : mesh->box;
  if (aabb) vec3_copy(center, mesh->aabb);
  double radius = aabb ? fmax(h[0], h[1]) : (h[0] + h[1]) / 2;
  switch (g->type) {
    case mjGEOM_SPHERE: g->size[0] = aabb ? fmax(radius, h[2]) : (h[0] + h[1] + h[2]) / 3; break;
    case mjGEOM_CAPSULE:
      g->size[0] = radius;
      g->size[1] = aabb ? h[2] - radius : fmax(0, h[2] - radius / 2);
      break;
    case mjGEOM_CYLINDER:
      g->size[0] = radius;
      g->size[1] = h[2];
      break;
    default: vec3_copy(g->size, h); break;
  }
  vec3_scale(g->size, g->size, g->src->pub.fitscale);
}

// Transform a motion to the frame (pos, quat), given in the present frame.
static void enter_frame(double motion[6], const double pos[3], const double quat[4]) {
  double moved[3], back[4];
  vec3_cross(moved, motion + 3, pos);
  vec3_add(moved, motion, moved);
  quat_conjugate(back, quat);
  quat_rotate(motion, back, moved);
  quat_rotate(motion + 3, back, motion + 3);
}

// Change from the user's frame to that of the mesh.
static void enter_mesh(const build* b, build_geom* g) {
  const build_mesh* mesh = b->mesh + g->mesh;
  double pos[3] = {0}, quat[4] = {1, 0, 0, 0};
  if (!is_mesh_type(g->type)) fit_to_mesh(b, g, pos);
  pose_enter(pos, quat, mesh->pos, mesh->quat);
  enter_frame(g->surfacevel, pos, quat);
  pose_enter(pos, quat, g->pos, g->quat);
  vec3_copy(g->pos, pos);
  quat_copy(g->quat, quat);
}

static bool check_size(build* b, const build_geom* g) {
  const element* e = &g->src->e;
  for (int k = 0; k < 3; k++) {
    if (isnan(g->size[k])) return build_error(b, e, "size %d is not a number", k + 1);
  }
  for (int k = 0; k < geom_size_count(g->type); k++) {
    if (!(g->size[k] > 0)) {
      return build_error(b, e, "size %d, its %s, is %g; it must be positive", k + 1,
                         geom_size_name(g->type, k), g->size[k]);
    }
  }
  if (g->type == mjGEOM_PLANE && !(g->size[2] > 0)) {
    return build_error(b, e, "size 3 of a plane, the spacing of its grid, must be positive");
  }
  return true;
}

// Sizes of non-primitive geoms, and bounds of all.
static void set_bounds(const build* b, build_geom* g) {
  if (g->type == mjGEOM_HFIELD) {
    const element* e = list_at(b, mjOBJ_HFIELD, g->hfield);
    geom_hfield_bounds(g->size, g->aabb, &g->rbound, ((const spec_hfield*)e)->pub.size);
  } else if (is_mesh_type(g->type)) {
    memcpy(g->aabb, b->mesh[g->mesh].aabb, sizeof g->aabb);
    for (int k = 0; k < 3; k++) g->size[k] = fabs(g->aabb[k]) + g->aabb[3 + k];
    g->rbound = vec3_norm(g->size);
  } else {
    geom_aabb(g->aabb, g->type, g->size);
    g->rbound = geom_rbound(g->type, g->size);
  }
}

static bool place_geom(build* b, build_geom* g) {
  const mjsGeom* pub = &g->src->pub;
  vec3_copy(g->pos, pub->pos);
  quat_copy(g->quat, pub->quat);
  vec3_copy(g->size, pub->size);
  pose_unit(g->quat, 4);
  if (!isnan(pub->fromto[0])) {
    if (!place_between(b, g)) return false;
  } else if (!frame_orientation(b, &g->src->e, &pub->alt, g->quat)) {
    return false;
  }
  memcpy(g->surfacevel, g->src->more.surfacevel, sizeof g->surfacevel);
  if (g->mesh >= 0) enter_mesh(b, g);
  if (!check_size(b, g)) return false;
  set_bounds(b, g);
  return true;
}

// ---------------------------------------------------------------------------------------- mass

static bool weigh(build* b, build_geom* g) {
  const mjsGeom* pub = &g->src->pub;
  const element* e = &g->src->e;
  bool shell = pub->typeinertia == mjINERTIA_SHELL, mesh = is_mesh_type(g->type);
  if (shell && mesh) {
    return build_error(b, e, "a shell's inertia is asked for in the mesh, not in the geom");
  }
  if (!g->infers) return true;
  double volume = mesh ? b->mesh[g->mesh].volume : geom_volume(g->type, g->size, shell);
  if (isnan(pub->mass)) {
    if (pub->density < 0) return build_error(b, e, "density is negative");
    g->mass = pub->density * volume;
  } else {
    if (pub->mass < 0) return build_error(b, e, "mass is negative");
    g->mass = volume > COMPILE_EPS ? pub->mass : 0;
  }
  if (mesh) {
    geom_inertia(g->inertia, mjGEOM_BOX, b->mesh[g->mesh].box, false, g->mass);
  } else {
    geom_inertia(g->inertia, g->type, g->size, shell, g->mass);
  }
  return true;
}

// A geom contributes to its body's inertia unless that is explicit or the geom's group is outside
// inertiagrouprange.
static bool infers_inertia(const build* b, const build_geom* g) {
  const mjsBody* body = &b->body[g->body].src->pub;
  const mjsCompiler* c = compiler_of(&g->src->e);
  return g->body > 0 && (!body->explicitinertial || c->inertiafromgeom == mjINERTIAFROMGEOM_TRUE) &&
         g->src->pub.group >= c->inertiagrouprange[0] &&
         g->src->pub.group <= c->inertiagrouprange[1];
}

void geoms_compile(build* b) {
  for (int i = 0; i < b->size.ngeom; i++) {
    build_geom* g = b->geom + i;
    g->infers = infers_inertia(b, g);
    if (!check_kind(b, g) || !resolve_assets(b, g) || !place_geom(b, g) || !weigh(b, g)) continue;
    frame_apply(b, &g->src->e, g->pos, g->quat);
  }
}

// ---------------------------------------------------------------------------------------- fill

static void fill_rows(mjModel* m, int i, const spec_geom* src) { GEOM_ROWS }

void geoms_fill(build* b) {
  mjModel* m = b->m;
  for (int i = 0; i < m->ngeom; i++) {
    const build_geom* g = b->geom + i;
    const mjsGeom* pub = &g->src->pub;
    build_check_friction(b, &g->src->e, pub->friction, 3);
    fill_rows(m, i, g->src);
    m->geom_type[i] = g->type;
    m->geom_bodyid[i] = g->body;
    m->geom_dataid[i] = g->mesh >= 0 ? b->mesh[g->mesh].id : g->hfield;
    m->geom_matid[i] = g->material;
    m->geom_plugin[i] = build_plugin(b, &g->src->e, &pub->plugin);
    m->geom_rbound[i] = g->rbound;
    memcpy(m->geom_aabb + 6 * i, g->aabb, sizeof g->aabb);
    vec3_copy(m->geom_size + 3 * i, g->size);
    vec3_copy(m->geom_pos + 3 * i, g->pos);
    quat_copy(m->geom_quat + 4 * i, g->quat);
    geom_fluid(m->geom_fluid + mjNFLUID * i, g->type, g->size, pub->fluid_ellipsoid,
               pub->fluid_coefs);
    memcpy(m->geom_surfacevel + 6 * i, g->surfacevel, sizeof g->surfacevel);
    build_userdata(m->geom_user + m->nuser_geom * i, m->nuser_geom, &g->src->own.userdata);
    const build_body* body = b->body + g->body;
    m->geom_sameframe[i] = pose_sameframe(g->pos, g->quat, body->ipos, body->iquat);
  }
}
