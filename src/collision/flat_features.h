// Faces and edges of boxes, meshes and cylinders around the place where a penetration ended, and
// the clipping of one face by another.
#pragma once

#include "collision/ccd.h"

// Vertices that the penetration ended on, in order of appearance, without repetition.  Of a
// cylinder, which has no vertices: none, as one.
typedef struct {
  int id[3], n;
} flat_feature;

// The normals of the faces around a feature, in the world; the faces they belong to.
typedef struct {
  mjtNum (*normal)[3];
  int* face;  // box: 2 axis + (negative side); mesh: polygon; cylinder: 0 above, 1 below
  int n, room;
} face_fan;

// Edges from a vertex: direction and far end, in the world.
typedef struct {
  mjtNum (*along)[3], (*end)[3];
  int n, room;
} edge_fan;

typedef struct {
  mjtNum (*x)[3];
  int n, room;
} flat_polygon;

// The vertices of one of the shapes (of_b: of B) that the face of a result is made of.
flat_feature feature_of(const ccd_result* r, int of_b);

// All faces of a box or mesh that hold the feature; of those that hold an edge two at most.  out: a
// direction out of the shape; where a box has no such feature the face along it counts, with a
// cosine above `aligned`.
void faces_around(face_fan* fan, const mjModel* m, const convex_shape* s, const flat_feature* f,
                  const mjtNum out[3], mjtNum aligned);

// Edges of the feature of a box or mesh; start becomes the vertex that they all have.
void edges_around(edge_fan* fan, mjtNum start[3], const mjModel* m, const convex_shape* s,
                  const flat_feature* f);

// The first of the edges that lies in one of the faces, both to a tolerance in the cosine; 0: none.
int match_edge(const face_fan* faces, const edge_fan* edges, mjtNum tolerance, int* face,
               int* edge);

// The first faces, one of each, that look at each other: the cosine of their normals is below
// -aligned.  0: none do.
int match_faces(const face_fan* a, const face_fan* b, mjtNum aligned, int* i, int* j);

// The corners of a face of a box or mesh, clockwise from outside.
void polygon_of_face(flat_polygon* p, const mjModel* m, const convex_shape* s, int face);
int face_corners(const mjModel* m, const convex_shape* s, int face);

// How many faces of a box or mesh meet at the first vertex of a feature, at most.
int faces_at(const mjModel* m, const convex_shape* s, const flat_feature* f);

// The part of the subject within the prism over the face with normal n; other: room of its own.
void clip_by_face(flat_polygon* subject, flat_polygon* other, const flat_polygon* face,
                  const mjtNum n[3]);

// A point of the frame of a shape in the world.
void flat_point(mjtNum x[3], const convex_shape* s, const mjtNum local[3]);
