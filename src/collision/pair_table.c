// Which routine collides two types of geoms; the row is the lower type.
#include <engine/collision.h>

#include "collision/pair.h"

mjfCollision mjCOLLISIONFUNC[mjNGEOMTYPES][mjNGEOMTYPES] = {
    [mjGEOM_PLANE] = {[mjGEOM_SPHERE] = pair_plane_sphere,
                      [mjGEOM_CAPSULE] = pair_plane_capsule,
                      [mjGEOM_CYLINDER] = pair_plane_cylinder,
                      [mjGEOM_BOX] = pair_plane_box},
    [mjGEOM_SPHERE] = {[mjGEOM_SPHERE] = pair_sphere_sphere,
                       [mjGEOM_CAPSULE] = pair_sphere_capsule,
                       [mjGEOM_CYLINDER] = pair_sphere_cylinder,
                       [mjGEOM_BOX] = pair_sphere_box},
    [mjGEOM_CAPSULE] = {[mjGEOM_CAPSULE] = pair_capsule_capsule, [mjGEOM_BOX] = pair_capsule_box},
    [mjGEOM_BOX] = {[mjGEOM_BOX] = pair_box_box},
};
