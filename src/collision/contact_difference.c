// What a routine finds without a search is exact, and half of the digits go to the nudge.  A search
// ends where it ends: while it takes the same way its result is smooth, if not that of the shapes,
// and small nudges agree among themselves.  Where they do not, larger ones count if these agree
// better, against which noise of 1e-9 to 1e-7 in the normal is small.
#include "collision/contact_difference.h"

#include <engine/base.h>
#include <engine/collision.h>
#include <engine/model.h>

#include "collision/filter.h"
#include "math/vec3.h"

mjfCollision routine_of(const mjModel* m, const mjContact* con) {
  return mjCOLLISIONFUNC[m->geom_type[con->geom[0]]][m->geom_type[con->geom[1]]];
}

int uses_search(const mjModel* m, const mjContact* con) {
  mjfCollision routine = routine_of(m, con);
  return routine == pair_convex || routine == pair_height_field;
}

mjtNum routine_margin(const mjModel* m, const mjContact* con) {
  int pair = contact_pair(m, con);
  return pair >= 0 ? pair_reach(m, pair) : geom_reach(m, con->geom[0], con->geom[1]);
}

typedef struct {
  const mjModel* m;
  mjData* d;
  const mjContact* con;
  mjContact* room;  // mjMAXCONPAIR contacts
  mjtNum margin, reach;
} contact_prober;

// Run the routine for the present poses: dist, pos, normal of the contact.  Returns 0 when it has
// disappeared.
static int probe(const contact_prober* p, mjtNum out[7]) {
  const mjModel* m = p->m;
  const mjContact* con = p->con;
  int g1 = con->geom[0], g2 = con->geom[1], best = -1;
  mjfCollision routine = routine_of(m, con);
  int n = routine(m, p->d, p->room, g1, g2, p->margin);
  if (routine == pair_box_box && n) n = box_box_filter(m, p->d, p->room, n, con->geom, p->margin);
  mjtNum least = p->reach;
  for (int i = 0; i < n; i++) {
    mjtNum away =
        vec3_distance(p->room[i].pos, con->pos) + vec3_distance(p->room[i].frame, con->frame);
    if (away < least) {
      least = away;
      best = i;
    }
  }
  if (best < 0) return 0;
  out[0] = p->room[best].dist;
  vec3_copy(out + 1, p->room[best].pos);
  vec3_copy(out + 4, p->room[best].frame);
  vec3_normalize(out + 4);
  return 1;
}

// Turn geom 2 about the contact's position, or move it, by eps along motion k.
static void nudge(const contact_prober* p, int k, mjtNum eps, const mjtNum pos[3],
                  const mjtNum mat[9]) {
  int g = p->con->geom[1];
  mjtNum *x = p->d->geom_xpos + 3 * g, *R = p->d->geom_xmat + 9 * g;
  mjtNum unit[3] = {0}, turn[9], arm[3];
  unit[k % 3] = 1;
  if (k >= 3) {
    vec3_copy(x, pos);
    vec3_axpy(x, eps, unit);
    return;
  }
  mjtNum c = cos(eps), s = sin(eps);
  int i = (k + 1) % 3, j = (k + 2) % 3;
  mat3_unit(turn);
  turn[4 * i] = turn[4 * j] = c;
  turn[3 * i + j] = -s;
  turn[3 * j + i] = s;
  mat3_mul(R, turn, mat);
  vec3_sub(arm, pos, p->con->pos);
  mat3_mul_vec(x, turn, arm);
  vec3_add(x, x, p->con->pos);
}

// Central difference of dist, pos and normal for motion k.
static void quotient(const contact_prober* p, int k, mjtNum eps, mjtNum out[7]) {
  const mjContact* con = p->con;
  mjtNum *x = p->d->geom_xpos + 3 * con->geom[1], *R = p->d->geom_xmat + 9 * con->geom[1];
  mjtNum pos[3], mat[9], plus[7], minus[7];
  vec3_copy(pos, x);
  mat3_copy(mat, R);
  nudge(p, k, eps, pos, mat);
  int forward = probe(p, plus);
  nudge(p, k, -eps, pos, mat);
  int backward = probe(p, minus);
  vec3_copy(x, pos);
  mat3_copy(R, mat);
  mjtNum now[7] = {con->dist}, scale = 1 / ((forward + backward ? forward + backward : 1) * eps);
  vec3_copy(now + 1, con->pos);
  vec3_copy(now + 4, con->frame);
  if (!forward) memcpy(plus, now, sizeof now);
  if (!backward) memcpy(minus, now, sizeof now);
  for (int c = 0; c < 7; c++) out[c] = (plus[c] - minus[c]) * scale;
}

// The quotient of a nudge, its error of second order cancelled with that of a larger one; returns
// how far it is from that of the other.
static mjtNum two_quotients(const contact_prober* p, int k, mjtNum eps, mjtNum other,
                            mjtNum out[7]) {
  mjtNum second[7], apart = 0, size = 1;
  quotient(p, k, eps, out);
  quotient(p, k, other, second);
  for (int c = 0; c < 7; c++) {
    apart = fmax(apart, fabs(out[c] - second[c]));
    size = fmax(size, fabs(out[c]));
    if (other > eps) out[c] += eps * eps / (other * other - eps * eps) * (out[c] - second[c]);
  }
  return apart / size;
}

static void put_motion(contact_slope* out, int k, const mjtNum s[7]) {
  out->dist[k] = s[0];
  for (int c = 0; c < 3; c++) {
    out->pos[6 * c + k] = s[1 + c];
    out->normal[6 * c + k] = s[4 + c];
  }
}

int contact_by_differences(const mjModel* m, mjData* d, const mjContact* con, int motions,
                           contact_slope* out) {
  mj_markStack(d);
  contact_prober p = {m,
                      d,
                      con,
                      mj_stackAllocByte(d, sizeof(mjContact) * mjMAXCONPAIR, _Alignof(mjContact)),
                      routine_margin(m, con),
                      1e-2};
  int doubtful = 0, searches = uses_search(m, con);
  for (int k = 0; k < MOTIONS; k++) {
    mjtNum s[7], wide[7], apart = 0;
    if (!(motions & (1 << k))) continue;
    if (searches) {
      apart = two_quotients(&p, k, 1e-6, 3e-7, s);
      // ways may be short
      if (apart > 1e-4 && two_quotients(&p, k, 1e-7, 3e-8, wide) < 1e-4) {
        memcpy(s, wide, sizeof s);
        apart = 0;
      }
    } else {
      quotient(&p, k, 1e-6, s);
    }
    if (apart > 1e-4) {
      doubtful |= 1 << k;
      if (two_quotients(&p, k, 2e-4, 4e-4, wide) < apart) memcpy(s, wide, sizeof s);
    }
    put_motion(out, k, s);
  }
  mj_freeStack(d);
  return doubtful;
}
