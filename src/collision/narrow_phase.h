// From a pair of geoms to complete contacts in mjData.
#pragma once

#include <engine/data_types.h>

#include "collision/hull.h"

// Collide two geoms as the dynamic filters and their own parameters have it.
void collide_geoms(const mjModel* m, mjData* d, int g1, int g2, hull_samples* hulls);

// Collide the geoms of an explicit <pair>.
void collide_pair(const mjModel* m, mjData* d, int pair, hull_samples* hulls);

// Room for n more contacts at the end of d->contact, not counted in ncon yet.  NULL after a warning
// when the arena is full.
mjContact* contacts_reserve(mjData* d, int n);

// Whether each contact is one: between geoms or flexes that there are, of 1, 3, 4 or 6 rows, with a
// unit normal (or numbers that are none), without rows yet.
int contacts_valid(const mjModel* m, const mjData* d);

// Count n of the reserved contacts in and give the rest back.
void contacts_keep(mjData* d, int n);
