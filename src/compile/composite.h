// The composite macro for cables: a chain of bodies along a curve with joints, geoms, sites and
// contact exclusions, and for boxes optionally a skin (MuJoCo documentation, XML reference:
// body/composite).
#pragma once

#include "base/arena.h"
#include "compile/macro_element.h"
#include "spec/element.h"

// How a coordinate of the curve depends on the position along the cable.
typedef enum { CURVE_LINE, CURVE_COS, CURVE_SIN, CURVE_ZERO } curve_shape;

typedef struct {
  mjsBody body;  // its plugin and info are copied to all bodies; must be first

  // default class for joints, geoms and sites
  mjSpec* parts;
  mjsDefault* def;
  mjsJoint* joint;
  mjsGeom* geom;
  mjsSite* site;

  const char *prefix, *initial, *curve;
  int type, count[3];
  curve_shape shape[3];
  double offset[3], quat[4], size[3];
  mjFloatVec* vertex;  // given by the user
  struct {
    mjtByte texcoord;
    const char* material;
    int group, subgrid;
    float rgba[4], inflate;  // inflate has no effect: the boxes determine the skin
  } skin;

  // results
  arena* memory;
  int n;     // number of vertices: one more than bodies
  float* x;  // 3 numbers per vertex

  refusal refused;
} composite;

// Set default values; false when there is no memory.
bool composite_init(composite* c, arena* memory);

// Free what composite_init allocated.
void composite_end(composite* c);

// Check the parameters and compute the vertices.
bool composite_place(composite* c);

// Create all elements in a body, or in a frame of it (may be NULL).
bool composite_make(composite* c, mjSpec* s, mjsBody* parent, mjsFrame* frame);

// Name of the body that begins at vertex i; the last vertex belongs to the body before it.
const char* composite_body(const composite* c, int i, char* name, size_t nname);

// Create the skin of a cable of boxes.
bool composite_make_skin(composite* c, mjSpec* s);
