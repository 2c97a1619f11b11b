#include <math.h>
#include <stdlib.h>

#include "compile/element_fill.h"
#include "compile/lists.h"
#include "model/level.h"
#include "spec/pose.h"

// A pair or exclude by its signature, and its index before sorting.
typedef struct {
  element* e;
  int signature, first, second, index;
} entry;

static int by_signature(const void* a, const void* b) {
  const entry *x = a, *y = b;
  if (x->signature != y->signature) return x->signature < y->signature ? -1 : 1;
  return (x->index > y->index) - (x->index < y->index);
}

// Stable sort; the list in the specification is permuted alike.
static void sort_entries(build* b, mjtObj type, entry* list, int n) {
  qsort(list, n, sizeof *list, by_signature);
  for (int i = 0; i < n; i++) {
    b->s->list[type].data[i] = list[i].e;
    list[i].e->id = i;
  }
  list_renumber(&b->s->list[type]);
}

// --------------------------------------------------------------------------------------- pairs

static bool resolve_pair(build* b, entry* p) {
  const spec_pair* pair = (const spec_pair*)p->e;
  const element* g1 = build_find(b, p->e, "geom1", mjOBJ_GEOM, &pair->own.geomname1, true);
  const element* g2 = build_find(b, p->e, "geom2", mjOBJ_GEOM, &pair->own.geomname2, true);
  if (!g1 || !g2) return false;
  int condim = pair->pub.condim;
  if (condim != 1 && condim != 3 && condim != 4 && condim != 6) {
    return build_error(b, p->e, "condim is %d; it must be 1, 3, 4 or 6", condim);
  }
  const int* body = b->m->geom_bodyid;
  bool swap = body[g1->id] > body[g2->id];
  p->first = swap ? g2->id : g1->id;
  p->second = swap ? g1->id : g2->id;
  p->signature = (body[p->first] << 16) + body[p->second];
  return true;
}

// Weight of the first geom in mixed parameters.
static double mix_weight(double mix1, double mix2) {
  bool some1 = mix1 >= COMPILE_EPS, some2 = mix2 >= COMPILE_EPS;
  if (some1 && some2) return mix1 / (mix1 + mix2);
  return some1 == some2 ? 0.5 : some1;
}

// Mix margins or gaps of two geoms, as collision detection does.
static double mixed(const mjModel* m, double a, double b) {
  return level_has(m, engLEVEL_MARGINSUM) ? a + b : fmax(a, b);
}

// Parameters that were set to NaN through the API are taken from the geoms.
static void infer_missing(mjModel* m, int i) {
  int g1 = m->pair_geom1[i], g2 = m->pair_geom2[i];
  int d = m->geom_priority[g1] - m->geom_priority[g2];
  int higher = d > 0 ? g1 : g2;
  if (isnan(m->pair_margin[i]))
    m->pair_margin[i] = mixed(m, m->geom_margin[g1], m->geom_margin[g2]);
  if (isnan(m->pair_gap[i])) m->pair_gap[i] = mixed(m, m->geom_gap[g1], m->geom_gap[g2]);
  mjtNum* friction = m->pair_friction + 5 * i;
  if (isnan(friction[0])) {
    static const int from[5] = {0, 0, 1, 2, 2};
    const mjtNum *f1 = m->geom_friction + 3 * g1, *f2 = m->geom_friction + 3 * g2;
    for (int k = 0; k < 5; k++) {
      friction[k] = d ? m->geom_friction[3 * higher + from[k]] : fmax(f1[from[k]], f2[from[k]]);
    }
  }
  mjtNum* solref = m->pair_solref + mjNREF * i;
  if (isnan(solref[0])) {
    const mjtNum *s1 = m->geom_solref + mjNREF * g1, *s2 = m->geom_solref + mjNREF * g2;
    for (int k = 0; k < mjNREF; k++) {
      solref[k] = d ? m->geom_solref[mjNREF * higher + k] : fmin(s1[k], s2[k]);
    }
  }
  mjtNum* solimp = m->pair_solimp + mjNIMP * i;
  if (isnan(solimp[0])) {
    const mjtNum *s1 = m->geom_solimp + mjNIMP * g1, *s2 = m->geom_solimp + mjNIMP * g2;
    double w = d ? higher == g1 : mix_weight(m->geom_solmix[g1], m->geom_solmix[g2]);
    for (int k = 0; k < mjNIMP; k++) solimp[k] = w * s1[k] + (1 - w) * s2[k];
  }
}

static void fill_rows(mjModel* m, int i, const spec_pair* src) { PAIR_ROWS }

void pairs_fill(build* b) {
  mjModel* m = b->m;
  entry* list = BUILD_NEW(b, entry, m->npair);
  for (int i = 0; i < m->npair; i++) {
    list[i].e = list_at(b, mjOBJ_PAIR, i);
    list[i].index = i;
    resolve_pair(b, list + i);
  }
  if (b->nerror) return;
  sort_entries(b, mjOBJ_PAIR, list, m->npair);
  for (int i = 0; i < m->npair; i++) {
    const spec_pair* pair = (const spec_pair*)list[i].e;
    fill_rows(m, i, pair);
    m->pair_geom1[i] = list[i].first;
    m->pair_geom2[i] = list[i].second;
    m->pair_signature[i] = list[i].signature;
    build_check_friction(b, list[i].e, pair->pub.friction, 5);
    infer_missing(m, i);
  }
}

// ------------------------------------------------------------------------------------- excludes

static void resolve_exclude(build* b, entry* x) {
  const spec_exclude* exclude = (const spec_exclude*)x->e;
  const element* b1 = build_find(b, x->e, "body1", mjOBJ_BODY, &exclude->own.bodyname1, true);
  const element* b2 = build_find(b, x->e, "body2", mjOBJ_BODY, &exclude->own.bodyname2, true);
  if (!b1 || !b2) return;
  x->first = mjMIN(b1->id, b2->id);
  x->second = mjMAX(b1->id, b2->id);
  x->signature = (x->first << 16) + x->second;
}

void excludes_fill(build* b) {
  mjModel* m = b->m;
  entry* list = BUILD_NEW(b, entry, m->nexclude);
  for (int i = 0; i < m->nexclude; i++) {
    list[i].e = list_at(b, mjOBJ_EXCLUDE, i);
    list[i].index = i;
    resolve_exclude(b, list + i);
  }
  if (b->nerror) return;
  sort_entries(b, mjOBJ_EXCLUDE, list, m->nexclude);
  for (int i = 0; i < m->nexclude; i++) m->exclude_signature[i] = list[i].signature;
}
