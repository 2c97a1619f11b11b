// Derivatives of contact geometry by centred differences of the routine of the pair, over the six
// motions of geom 2.
#pragma once

#include "collision/contact_slope.h"
#include "collision/pair.h"
#include "kinematics/contact_side.h"

// Turns about the axes of the world through the contact's position, and moves along them.
enum { MOTIONS = 6 };

mjfCollision routine_of(const mjModel* m, const mjContact* con);

// Whether the routine searches, and ends where it is near enough.
int uses_search(const mjModel* m, const mjContact* con);

// The margin that the routine is called with; it may inflate shapes by it.
mjtNum routine_margin(const mjModel* m, const mjContact* con);

// A routine that searches, by a motion: quotient gives the centred difference of a nudge of eps.
enum { MOST_DIFFERENCED = 7 + 2 * SIDE_MAXBODY };
typedef struct {
  const void* prober;
  int motion, rows;
  mjtNum (*quotient)(const void* prober, int motion, mjtNum eps, mjtNum* out);
} differenced;

// The slope by small nudges where they agree, else by large ones if these agree better.  Returns
// whether some of it is in doubt.
int searched_slope(const differenced* f, mjtNum* out);

// What a routine makes of a contact for nine nudges along a motion: by -4, -2, -1, -1/2, 0 and so
// on of a length.
enum { BEND_NUDGES = 9 };
extern const mjtNum bend_nudge[BEND_NUDGES];

// Whether it is not smooth within this length, from some of its numbers, as many rows for each.
int is_bent(const mjtNum* const value[BEND_NUDGES], int rows, mjtNum length);

// Whether the routine of the pair is not smooth where geom 2 moves or turns by less than `within`:
// another feature, another number of points, another way of its search.
int contact_is_bent(const mjModel* m, mjData* d, const mjContact* con, mjtNum within);

// The slope for the motions in a mask; returns those that are in doubt.
int contact_by_differences(const mjModel* m, mjData* d, const mjContact* con, int motions,
                           contact_slope* out);
