// How many contacts two geoms can have.
#include <engine/collision.h>
#include <engine/extension.h>

#include "base/need.h"
#include "collision/filter.h"
#include "collision/parts.h"

enum { NONE, POINT, PLANE_CAPSULE = 2, FLAT = 4, PERTURBED = 5, BOXES = 8, FIELD = mjMAXCONPAIR };

// Whether the pair has a margin, from what the caller, the options or the geoms say.
static int has_reach(const mjModel* m, int g1, int g2, int has_margin) {
  if (has_margin >= 0) return has_margin > 0;
  if (m->opt.enableflags & mjENBL_OVERRIDE) return m->opt.o_margin > 0;
  return m->geom_margin[g1] > 0 || m->geom_margin[g2] > 0;
}

static int with_plane(int type) {
  static const int contacts[mjNGEOMTYPES] = {
      [mjGEOM_SPHERE] = POINT,    [mjGEOM_CAPSULE] = PLANE_CAPSULE,
      [mjGEOM_ELLIPSOID] = POINT, [mjGEOM_CYLINDER] = FLAT,
      [mjGEOM_BOX] = FLAT,        [mjGEOM_MESH] = FLAT,
      [mjGEOM_SDF] = FLAT};
  return contacts[type];
}

// Two convex shapes of which each has an edge or a face.
static int with_flat(const mjModel* m, int first, int second, int margin) {
  if (!(m->opt.enableflags & mjENBL_MULTICCD)) return POINT;
  int at_once = first != mjGEOM_CAPSULE && !margin && !(m->opt.disableflags & mjDSBL_NATIVECCD);
  (void)second;
  return at_once ? FLAT : PERTURBED;
}

int mj_maxContact(const mjModel* m, int g1, int g2, int has_margin) {
  NEED_OR(0, m);
  NEED_ID_OR(0, g1, m->ngeom);
  NEED_ID_OR(0, g2, m->ngeom);
  int first = mjMIN(m->geom_type[g1], m->geom_type[g2]);
  int second = mjMAX(m->geom_type[g1], m->geom_type[g2]);
  if (second == mjGEOM_SDF && first > mjGEOM_HFIELD) return m->opt.sdf_initpoints;
  if (first == mjGEOM_PLANE) return second == mjGEOM_PLANE ? NONE : with_plane(second);
  if (first == mjGEOM_HFIELD) return second == mjGEOM_HFIELD ? NONE : FIELD;
  if (has_parts(m, mjCOLLISIONFUNC[first][second], g1, g2)) return mjMAXCONPAIR;
  if (first == mjGEOM_SPHERE || first == mjGEOM_ELLIPSOID || second == mjGEOM_ELLIPSOID) {
    return POINT;
  }
  if (first == mjGEOM_CAPSULE && second == mjGEOM_CAPSULE) return PLANE_CAPSULE;
  if (first == mjGEOM_CAPSULE && second == mjGEOM_BOX) return FLAT;
  if (first == mjGEOM_BOX && second == mjGEOM_BOX) return BOXES;
  return with_flat(m, first, second, has_reach(m, g1, g2, has_margin));
}
