// Which routine collides two types of geoms; the row is the lower type.
#include <engine/collision.h>

#include "collision/pair.h"

#define ROUTINES                                                                             \
  {                                                                                          \
    [mjGEOM_PLANE] =                                                                         \
        {[mjGEOM_SPHERE] = pair_plane_sphere,    [mjGEOM_CAPSULE] = pair_plane_capsule,      \
         [mjGEOM_ELLIPSOID] = pair_plane_convex, [mjGEOM_CYLINDER] = pair_plane_cylinder,    \
         [mjGEOM_BOX] = pair_plane_box,          [mjGEOM_MESH] = pair_plane_convex,          \
         [mjGEOM_SDF] = pair_plane_convex},                                                  \
    [mjGEOM_HFIELD] =                                                                        \
        {[mjGEOM_SPHERE] = pair_height_field,    [mjGEOM_CAPSULE] = pair_height_field,       \
         [mjGEOM_ELLIPSOID] = pair_height_field, [mjGEOM_CYLINDER] = pair_height_field,      \
         [mjGEOM_BOX] = pair_height_field,       [mjGEOM_MESH] = pair_height_field,          \
         [mjGEOM_SDF] = pair_height_field},                                                  \
    [mjGEOM_SPHERE] = {[mjGEOM_SPHERE] = pair_sphere_sphere,                                 \
                       [mjGEOM_CAPSULE] = pair_sphere_capsule,                               \
                       [mjGEOM_ELLIPSOID] = pair_convex,                                     \
                       [mjGEOM_CYLINDER] = pair_sphere_cylinder,                             \
                       [mjGEOM_BOX] = pair_sphere_box,                                       \
                       [mjGEOM_MESH] = pair_convex,                                          \
                       [mjGEOM_SDF] = pair_sdf},                                             \
    [mjGEOM_CAPSULE] = {[mjGEOM_CAPSULE] = pair_capsule_capsule,                             \
                        [mjGEOM_ELLIPSOID] = pair_convex,                                    \
                        [mjGEOM_CYLINDER] = pair_convex,                                     \
                        [mjGEOM_BOX] = pair_capsule_box,                                     \
                        [mjGEOM_MESH] = pair_convex,                                         \
                        [mjGEOM_SDF] = pair_sdf},                                            \
    [mjGEOM_ELLIPSOID] = {[mjGEOM_ELLIPSOID] = pair_convex,                                  \
                          [mjGEOM_CYLINDER] = pair_convex,                                   \
                          [mjGEOM_BOX] = pair_convex,                                        \
                          [mjGEOM_MESH] = pair_convex,                                       \
                          [mjGEOM_SDF] = pair_sdf},                                          \
    [mjGEOM_CYLINDER] = {[mjGEOM_CYLINDER] = pair_convex,                                    \
                         [mjGEOM_BOX] = pair_convex,                                         \
                         [mjGEOM_MESH] = pair_convex,                                        \
                         [mjGEOM_SDF] = pair_sdf},                                           \
    [mjGEOM_BOX] =                                                                           \
        {[mjGEOM_BOX] = pair_box_box, [mjGEOM_MESH] = pair_convex, [mjGEOM_SDF] = pair_sdf}, \
    [mjGEOM_MESH] = {[mjGEOM_MESH] = pair_convex, [mjGEOM_SDF] = pair_sdf},                  \
    [mjGEOM_SDF] = {[mjGEOM_SDF] = pair_sdf},                                                \
  }

mjfCollision mjCOLLISIONFUNC[mjNGEOMTYPES][mjNGEOMTYPES] = ROUTINES;

static const mjfCollision built_in[mjNGEOMTYPES][mjNGEOMTYPES] = ROUTINES;

int pair_is_replaced(int type1, int type2) {
  return mjCOLLISIONFUNC[type1][type2] != built_in[type1][type2];
}
