// The macro for cables: a chain of bodies along a curve, with their joints, geoms, sites and
// exclusions, and a skin around boxes (80 sec. 10).
#pragma once

#include "base/arena.h"
#include "compile/stand_in.h"
#include "spec/element.h"

// What a coordinate of the curve is, along the cable.
typedef enum { CURVE_LINE, CURVE_COS, CURVE_SIN, CURVE_ZERO } curve_shape;

typedef struct {
  mjsBody body;  // whose plugin and info all bodies get; first, so that it reads as one

  // what joints, geoms and sites are to be: the class that they are made from
  mjSpec* parts;
  mjsDefault* def;
  mjsJoint* joint;
  mjsGeom* geom;
  mjsSite* site;

  const char *prefix, *initial, *curve;
  int type, count[3];
  curve_shape shape[3];
  double offset[3], quat[4], size[3];
  mjFloatVec* vertex;  // given
  struct {
    mjtByte texcoord;
    const char* material;
    int group, subgrid;
    float rgba[4], inflate;  // inflate says nothing: the boxes do
  } skin;

  // what it consists of
  arena* memory;
  int n;     // vertices: one more than bodies
  float* x;  // 3 a vertex

  refusal refused;
} composite;

// Everything as it is unless said otherwise; false when there is no memory.
bool composite_init(composite* c, arena* memory);

// Free what composite_init made.
void composite_end(composite* c);

// Check what is given, and place the vertices.
bool composite_place(composite* c);

// Make it all in a body, or in a frame of it (may be NULL).
bool composite_make(composite* c, mjSpec* s, mjsBody* parent, mjsFrame* frame);

// Name of the body behind vertex i; the last vertex is in the body of the one before.
const char* composite_body(const composite* c, int i, char* name, size_t nname);

// The skin around a cable of boxes.
bool composite_make_skin(composite* c, mjSpec* s);
