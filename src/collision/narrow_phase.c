#include "collision/narrow_phase.h"

#include <math.h>
#include <stdbool.h>

#include <engine/base.h>
#include <engine/collision.h>
#include <engine/model.h>
#include "collision/contact_parameters.h"
#include "collision/filter.h"
#include "collision/pair.h"
#include "collision/parts.h"
#include "math/vec3.h"
#include "model/stack.h"

mjContact* contacts_reserve(mjData* d, int n) {
  mjContact* con = data_reserve(d, sizeof(mjContact) * (size_t)n, _Alignof(mjContact));
  if (!con) mj_warning(d, mjWARN_CONTACTFULL, d->ncon);
  return con;
}

void contacts_keep(mjData* d, int n) {
  d->ncon += n;
  d->parena = sizeof(mjContact) * (size_t)d->ncon;
}

// Constraint parameters for the contacts of a pair of geoms; pair: explicit pair, or -1.
static void parameters_of(contact_parameters* p, const mjModel* m, int g1, int g2, int pair) {
  if (pair >= 0) {
    parameters_of_pair(p, m, pair);
  } else {
    side_parameters a = side_of_geom(m, g1), b = side_of_geom(m, g2);
    parameters_of_sides(p, m, &a, &b);
  }
}

// Whether a contact is finite and has a direction: extreme poses and sizes, and user routines, may
// give invalid ones.
static int is_sound(const mjContact* c) {
  mjtNum sum = c->dist + c->pos[0] + c->pos[1] + c->pos[2];
  mjtNum length2 = vec3_dot(c->frame, c->frame);
  return isfinite(sum) && length2 >= 0.25 && length2 < INFINITY;
}

// Call the routine of a pair, with hull samples if it uses them.
static int run_routine(mjfCollision test, const mjModel* m, const mjData* d, mjContact* con,
                       const near_geoms* p) {
  if (test == pair_convex) return convex_contacts(m, d, con, p);
  if (test == pair_plane_convex) return plane_convex_contacts(m, d, con, p);
  if (test == pair_height_field) return height_field_contacts(m, d, con, p);
  return test(m, d, con, p->g1, p->g2, p->margin);
}

// Call the routine of the pair, complete its contacts.  Geoms are in order of type.  False when
// there is no room.
static bool find_contacts(const mjModel* m, mjData* d, const near_geoms* near, int pair) {
  int g1 = near->g1, g2 = near->g2;
  mjfCollision test = mjCOLLISIONFUNC[m->geom_type[g1]][m->geom_type[g2]];
  mjContact* con = contacts_reserve(d, mjMAXCONPAIR);
  if (!con) return false;

  int n = run_routine(test, m, d, con, near);
  if (n > mjMAXCONPAIR) {
    mju_error("mj_collision: %d contacts from one pair of geoms, must be at most %d", n,
              mjMAXCONPAIR);
  }
  if (test == pair_box_box && n)
    n = box_box_filter(m, d, con, n, (const int[2]){g1, g2}, near->margin);
  int kept = 0;
  if (n > 0) {
    contact_parameters p;
    parameters_of(&p, m, g1, g2, pair);
    for (int i = 0; i < n; i++) {
      if (!is_sound(con + i)) continue;
      if (kept != i) con[kept] = con[i];
      contact_complete(m, con + kept, &p);
      con[kept].geom1 = con[kept].geom[0] = g1;
      con[kept].geom2 = con[kept].geom[1] = g2;
      kept++;
    }
  }
  contacts_keep(d, kept);
  return true;
}

static part_place* places_make(const mjModel* m, mjData* d, int geom) {
  int first, n = mjMAX(1, geom_parts(m, geom, &first));
  return mj_stackAllocByte(d, sizeof(part_place) * (size_t)n, _Alignof(part_place));
}

// The same for geoms at least one of which has parts.
static void find_contacts_of_parts(const mjModel* m, mjData* d, near_geoms* near, int pair) {
  int g1 = near->g1, g2 = near->g2, first = d->ncon;
  bool room = true;
  mj_markStack(d);
  part_place *a = places_make(m, d, g1), *b = places_make(m, d, g2);
  int na = parts_near_geom(m, d, g1, g2, near->margin, a);
  int nb = parts_near_geom(m, d, g2, g1, near->margin, b);
  for (int i = 0; i < na; i++) {
    for (int k = 0; k < nb && room; k++) {
      if (!parts_near(a + i, b + k, near->margin)) continue;
      near->part1 = a[i].part;
      near->part2 = b[k].part;
      room = find_contacts(m, d, near, pair);
    }
  }
  mj_freeStack(d);
  int n = d->ncon - first;
  mjtNum size = mjMIN(m->geom_rbound[g1], m->geom_rbound[g2]);
  if (n > 1) contacts_keep(d, parts_thin_out(d->contact + first, n, size) - n);
}

static void collide(const mjModel* m, mjData* d, int pair, near_geoms* near) {
  int g1 = near->g1, g2 = near->g2;
  if (has_parts(m, mjCOLLISIONFUNC[m->geom_type[g1]][m->geom_type[g2]], g1, g2)) {
    find_contacts_of_parts(m, d, near, pair);
  } else {
    find_contacts(m, d, near, pair);
  }
}

// Put the geom of the lower type first.  0 when no routine collides the two types.
static int order_by_type(const mjModel* m, int* g1, int* g2) {
  if (m->geom_type[*g1] > m->geom_type[*g2]) {
    int swap = *g1;
    *g1 = *g2;
    *g2 = swap;
  }
  return mjCOLLISIONFUNC[m->geom_type[*g1]][m->geom_type[*g2]] != NULL;
}

void collide_geoms(const mjModel* m, mjData* d, int g1, int g2, hull_samples* hulls) {
  if (!order_by_type(m, &g1, &g2)) return;
  if (mjcb_contactfilter) {
    if (mjcb_contactfilter(m, d, g1, g2)) return;
  } else if (!bits_match(m->geom_contype[g1], m->geom_conaffinity[g1], m->geom_contype[g2],
                         m->geom_conaffinity[g2])) {
    return;
  }
  mjtNum margin = geom_reach(m, g1, g2);
  if (!spheres_near(m, d, g1, g2, margin)) return;
  collide(m, d, -1, &(near_geoms){g1, g2, -1, -1, margin, hulls});
}

void collide_pair(const mjModel* m, mjData* d, int pair, hull_samples* hulls) {
  int g1 = m->pair_geom1[pair], g2 = m->pair_geom2[pair];
  if (!order_by_type(m, &g1, &g2)) return;
  mjtNum margin = pair_reach(m, pair);
  if (!spheres_near(m, d, g1, g2, margin)) return;
  collide(m, d, pair, &(near_geoms){g1, g2, -1, -1, margin, hulls});
}

static int side_valid(const mjModel* m, const mjContact* c, int k) {
  int geom = c->geom[k], flex = c->flex[k];
  if (geom >= 0) return geom < m->ngeom && flex == -1;
  return geom == -1 && flex >= 0 && flex < m->nflex && (c->vert[k] >= 0) + (c->elem[k] >= 0) > 0;
}

int contacts_valid(const mjModel* m, const mjData* d) {
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* c = d->contact + i;
    mjtNum length2 = vec3_dot(c->frame, c->frame);
    int rows = c->dim == 1 || c->dim == 3 || c->dim == 4 || c->dim == 6;
    if (!rows || !side_valid(m, c, 0) || !side_valid(m, c, 1)) return 0;
    if (c->geom1 != c->geom[0] || c->geom2 != c->geom[1] || c->efc_address != -1) return 0;
    if (fabs(length2 - 1) > 1e-6) return 0;
  }
  return 1;
}
