// Contacts of flexes: with the geoms of bodies, with each other, with themselves.
#pragma once

#include <math.h>

#include <engine/data_types.h>

// An element, or a single vertex, as a convex shape.
typedef struct {
  int n;
  mjtNum point[4][3];  // as seen from the centre
  mjtNum centre[3];
  mjtNum radius;
} flex_element;

flex_element flex_element_make(const mjModel* m, const mjData* d, int flex, int elem);

// The same by its numbers alone.
typedef struct {
  int flex, elem;
} flex_part;

// The vertices of an element, by their numbers in the flex.
static inline const int* flex_element_vertices(const mjModel* m, int flex, int elem) {
  return m->flex_elem + m->flex_elemdataadr[flex] + elem * (m->flex_dim[flex] + 1);
}

// The box round an element, radius included: centre, half sizes.
static inline const mjtNum* flex_element_box(const mjModel* m, const mjData* d, int flex,
                                             int elem) {
  return d->flexelem_aabb + 6 * (m->flex_elemadr[flex] + elem);
}

// Does an element collide with others?  Of tetrahedra, those of the outer layers do.
static inline int flex_element_active(const mjModel* m, int flex, int elem) {
  return m->flex_dim[flex] < 3 ||
         m->flex_elemlayer[m->flex_elemadr[flex] + elem] < m->flex_activelayers[flex];
}

// Whether two boxes (centre, half sizes) are within margin of each other.
static inline int flex_boxes_near(const mjtNum a[6], const mjtNum b[6], mjtNum margin) {
  int near = 1;
  for (int k = 0; k < 3; k++) near &= fabs(a[k] - b[k]) <= a[3 + k] + b[3 + k] + margin;
  return near;
}

// Add the contacts of a pair: a plane with all vertices, another geom with an element; two elements
// of one or two flexes, whose vertices no body shares; a vertex with an element of its flex.
// Between parts of one flex margin and gap do not count.  0 when there is no room for contacts.
int collide_plane_flex(const mjModel* m, mjData* d, int geom, int flex);
int collide_geom_element(const mjModel* m, mjData* d, int geom, int flex, int elem);
int collide_elements(const mjModel* m, mjData* d, flex_part a, flex_part b);
int collide_vertex_element(const mjModel* m, mjData* d, int flex, int vert, int elem);

// Two elements that are known to share no body, with boxes within margin of each other.
int collide_strangers(const mjModel* m, mjData* d, flex_part a, flex_part b, mjtNum margin);

// The elements of a flex with each other, found by a sweep along an axis.
void collide_by_sweep(const mjModel* m, mjData* d, int flex, int axis);

// Faces of tetrahedra against the vertices opposite to them, which are about to pass through.
void collide_tetrahedra(const mjModel* m, mjData* d, int flex);

// An element against a height field: contacts into con, at most mjMAXCONPAIR.
int height_field_element(const mjModel* m, const mjData* d, mjContact* con, int geom,
                         const flex_element* e, mjtNum margin);

// The contacts of the pair that a contact is of, as things are now, into con (room for
// mjMAXCONPAIR): distance, position and normal alone.  Returns how many.
int flex_contacts_again(const mjModel* m, const mjData* d, const mjContact* like, mjContact* con);

// All contacts of a body and a flex, of two flexes, of a flex with itself.
void collide_body_flex(const mjModel* m, mjData* d, int body, int flex);
void collide_flexes(const mjModel* m, mjData* d, int f1, int f2);
void collide_flex_itself(const mjModel* m, mjData* d, int flex);
