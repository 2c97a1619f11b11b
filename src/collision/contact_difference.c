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
  int is_only;  // the pair has no other contact
} contact_prober;

// Run the routine for the present poses: dist, pos, normal of the contact.  Returns how many the
// pair has, 0 when this one has disappeared.
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
  return n;
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

// Central difference of dist, pos and normal for motion k.  Returns how far those of the two sides
// are apart, over their size.
static mjtNum quotient(const contact_prober* p, int k, mjtNum eps, mjtNum out[7]) {
  const mjContact* con = p->con;
  mjtNum *x = p->d->geom_xpos + 3 * con->geom[1], *R = p->d->geom_xmat + 9 * con->geom[1];
  mjtNum pos[3], mat[9], plus[7], minus[7];
  vec3_copy(pos, x);
  mat3_copy(mat, R);
  nudge(p, k, eps, pos, mat);
  int forward = probe(p, plus) > 0;
  nudge(p, k, -eps, pos, mat);
  int backward = probe(p, minus) > 0;
  if (!forward && !backward && p->is_only) {
    // it is the same contact wherever it jumps to on both sides, as along a line
    contact_prober far = *p;
    far.reach = INFINITY;
    backward = probe(&far, minus) > 0;
    nudge(p, k, eps, pos, mat);
    forward = probe(&far, plus) > 0;
  }
  vec3_copy(x, pos);
  mat3_copy(R, mat);
  mjtNum now[7] = {con->dist}, scale = 1 / ((forward + backward ? forward + backward : 1) * eps);
  vec3_copy(now + 1, con->pos);
  vec3_copy(now + 4, con->frame);
  if (!forward) memcpy(plus, now, sizeof now);
  if (!backward) memcpy(minus, now, sizeof now);
  mjtNum apart = 0, size = 1;
  for (int c = 0; c < 7; c++) {
    out[c] = (plus[c] - minus[c]) * scale;
    apart = fmax(apart, fabs(plus[c] + minus[c] - 2 * now[c]) / eps);
    size = fmax(size, fabs(out[c]));
  }
  return forward && backward ? apart / size : INFINITY;
}

// Where a formula gives the contact, as small a nudge as shows no curvature: the point in which two
// edges cross runs fast where they are almost parallel.
static void exact_quotient(const contact_prober* p, int k, mjtNum out[7]) {
  mjtNum best = quotient(p, k, 1e-6, out), smaller[7];
  for (mjtNum eps = 1e-7; best > 1e-4 && eps > 1e-9; eps /= 10) {
    mjtNum apart = quotient(p, k, eps, smaller);
    // at a kink the sides stay apart
    if (!(apart < 0.5 * best)) continue;
    best = apart;
    memcpy(out, smaller, sizeof smaller);
  }
}

static mjtNum motion_quotient(const void* prober, int motion, mjtNum eps, mjtNum* out) {
  return quotient(prober, motion, eps, out);
}

// Quotients of two nudges, the error of second order of the first cancelled, and how far the two
// are apart, over their size: numbers of a contact jump apart from each other, as the place on a
// line along which two shapes touch.
typedef struct {
  mjtNum slope[MOST_DIFFERENCED], apart[MOST_DIFFERENCED];
} two_quotients;

static void find_two(const differenced* f, mjtNum eps, mjtNum other, two_quotients* q) {
  mjtNum second[MOST_DIFFERENCED], turning = 1;
  f->quotient(f->prober, f->motion, eps, q->slope);
  f->quotient(f->prober, f->motion, other, second);
  // a number that jumps must not hide what the others do
  for (int c = 4; c < f->rows; c++)
    turning = fmax(turning, fmin(fabs(q->slope[c]), fabs(second[c])));
  for (int c = 0; c < f->rows; c++) {
    mjtNum away = q->slope[c] - second[c], size = fmin(fabs(q->slope[c]), fabs(second[c]));
    q->apart[c] = fabs(away) / (c < 4 ? fmax(1, size) : turning);
    if (other > eps) q->slope[c] += eps * eps / (other * other - eps * eps) * away;
  }
}

static const mjtNum agreed = 1e-4;

// Take numbers that are in doubt from quotients in which they agree better, or agree at all.
static void improve(two_quotients* q, const two_quotients* by, int rows, int must_agree) {
  for (int c = 0; c < rows; c++) {
    if (q->apart[c] <= agreed || by->apart[c] >= (must_agree ? agreed : q->apart[c])) continue;
    q->slope[c] = by->slope[c];
    if (must_agree) q->apart[c] = by->apart[c];
  }
}

static int is_doubtful(const two_quotients* q, int rows) {
  mjtNum most = 0;
  for (int c = 0; c < rows; c++) most = fmax(most, q->apart[c]);
  return most > agreed;
}

int searched_slope(const differenced* f, mjtNum* out) {
  two_quotients q, other;
  find_two(f, 1e-6, 3e-7, &q);
  if (is_doubtful(&q, f->rows)) {
    // ways may be short
    find_two(f, 1e-7, 3e-8, &other);
    improve(&q, &other, f->rows, 1);
  }
  int doubtful = is_doubtful(&q, f->rows);
  if (doubtful) {
    find_two(f, 2e-4, 4e-4, &other);
    improve(&q, &other, f->rows, 0);
  }
  memcpy(out, q.slope, sizeof(mjtNum) * (size_t)f->rows);
  return doubtful;
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
                      1e-2,
                      0};
  int doubtful = 0, searches = uses_search(m, con);
  mjtNum now[7];
  p.is_only = searches && probe(&p, now) == 1;
  for (int k = 0; k < MOTIONS; k++) {
    mjtNum s[7];
    if (!(motions & (1 << k))) continue;
    if (!searches) {
      exact_quotient(&p, k, s);
    } else if (searched_slope(&(differenced){&p, k, 7, motion_quotient}, s)) {
      doubtful |= 1 << k;
    }
    put_motion(out, k, s);
  }
  mj_freeStack(d);
  return doubtful;
}

// --- kinks --------------------------------------------------------------------------------------
//
// Of five values at -2 h, -h, 0, h, 2 h the odd and even combinations
//   f(2h) - f(-2h) - 2 (f(h) - f(-h)),   f(2h) + f(-2h) - 4 (f(h) + f(-h)) + 6 f(0)
// are 2 h^3 f''' and h^4 f'''' of a smooth function, 64 times as large for a length four times as
// large.  Where the slope changes by s within, one of them is of s h for both, and where the value
// jumps, of the jump.

const mjtNum bend_nudge[BEND_NUDGES] = {-4, -2, -1, -0.5, 0, 0.5, 1, 2, 4};

static mjtNum bend_of(const mjtNum* const value[BEND_NUDGES], int far, int near, int row) {
  enum { MIDDLE = BEND_NUDGES / 2 };
  mjtNum a = value[MIDDLE - far][row], b = value[MIDDLE - near][row], c = value[MIDDLE + near][row];
  mjtNum e = value[MIDDLE + far][row];
  return fmax(fabs(e - a - 2 * (c - b)), fabs(e + a - 4 * (b + c) + 6 * value[MIDDLE][row]));
}

int is_bent(const mjtNum* const value[BEND_NUDGES], int rows, mjtNum length) {
  for (int r = 0; r < rows; r++) {
    mjtNum small = bend_of(value, 2, 1, r);
    if (small > 1e-6 * length && bend_of(value, 4, 3, r) < 16 * small) return 1;
  }
  return 0;
}

// Whether the contact is about to begin or to end, which is another kink.
static int is_at_margin(const mjtNum value[7], mjtNum margin, mjtNum length) {
  return fabs(value[0] - margin) < 10 * length;
}

static int is_bent_along(const contact_prober* p, int k, mjtNum within) {
  mjtNum *x = p->d->geom_xpos + 3 * p->con->geom[1], *R = p->d->geom_xmat + 9 * p->con->geom[1];
  mjtNum pos[3], mat[9], value[BEND_NUDGES][7];
  const mjtNum* at[BEND_NUDGES];
  int count[BEND_NUDGES], same = 1;
  vec3_copy(pos, x);
  mat3_copy(mat, R);
  for (int i = 0; i < BEND_NUDGES; i++) {
    nudge(p, k, bend_nudge[i] * within, pos, mat);
    count[i] = probe(p, value[i]);
    at[i] = value[i];
  }
  vec3_copy(x, pos);
  mat3_copy(R, mat);
  enum { FIRST = 2, MIDDLE = 4, LAST = 6 };
  for (int i = FIRST; i <= LAST; i++) same &= count[i] == count[MIDDLE];
  if (!count[MIDDLE]) return 0;
  if (!same) return !is_at_margin(value[MIDDLE], p->margin, within);
  for (int i = 0; i < BEND_NUDGES; i++) {
    if (!count[i]) at[i] = value[i < MIDDLE ? FIRST : LAST];
  }
  return is_bent(at, 7, within);
}

int contact_is_bent(const mjModel* m, mjData* d, const mjContact* con, mjtNum within) {
  mj_markStack(d);
  contact_prober p = {m,
                      d,
                      con,
                      mj_stackAllocByte(d, sizeof(mjContact) * mjMAXCONPAIR, _Alignof(mjContact)),
                      routine_margin(m, con),
                      1e-2,
                      0};
  int bent = 0;
  for (int k = 0; !bent && k < MOTIONS; k++) bent = is_bent_along(&p, k, within);
  mj_freeStack(d);
  return bent;
}
