// Constraint parameters of a contact: mixing the parameters of the two sides, explicit pairs, the
// global override.
#pragma once

#include <engine/data_types.h>

typedef struct {
  int condim;
  mjtNum margin, gap, adhesion;
  mjtNum solref[mjNREF], solreffriction[mjNREF], solimp[mjNIMP], friction[5];
} contact_parameters;

// The side of a contact whose parameters are mixed with the other's: a geom or a flex.
typedef struct {
  int condim, priority;
  mjtNum solmix, margin, gap, adhesion;
  const mjtNum *solref, *solimp, *friction;  // mjNREF, mjNIMP, 3
} side_parameters;

side_parameters side_of_geom(const mjModel* m, int geom);
side_parameters side_of_flex(const mjModel* m, int flex);

// Mixed by priority, or by solmix at equal priority; the margin obeys the override.
void parameters_of_sides(contact_parameters* p, const mjModel* m, const side_parameters* a,
                         const side_parameters* b);

// Copied from an explicit <pair>; the margin obeys the override.
void parameters_of_pair(contact_parameters* p, const mjModel* m, int pair);

// Complete a contact of which dist, pos and frame[0..5] are known: parameters, frame, and
// everything else to its initial value.  The ids of geoms, flexes, elements and vertices all become
// -1.
void contact_complete(const mjModel* m, mjContact* con, const contact_parameters* p);

// Complete the frame of which the x axis and perhaps a hint for y are given: orthonormal,
// right-handed.  An x axis of no length becomes that of the world.
void contact_frame_complete(mjtNum frame[9]);
