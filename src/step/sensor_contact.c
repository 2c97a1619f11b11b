// Contact sensors: touch at a site, and the contact sensor with its matching and reduction.
#include <engine/collision.h>
#include <engine/constraint.h>
#include <engine/math.h>
#include <engine/model.h>

#include "math/vec3.h"
#include "step/sensor.h"

static int contact_body(const mjModel* m, const mjContact* c, int side) {
  return c->geom[side] < 0 ? -1 : m->geom_bodyid[c->geom[side]];
}

void sensor_touch(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  int site = m->sensor_objid[sensor], body = m->site_bodyid[site];
  value[0] = 0;
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* c = d->contact + i;
    int first = contact_body(m, c, 0) == body, second = contact_body(m, c, 1) == body;
    if (c->efc_address < 0 || !(first || second)) continue;
    mjtNum force[6], direction[3];
    mj_contactForce(m, d, i, force);
    if (force[0] <= 0) continue;
    // the direction towards the site's body
    vec3_scale(direction, c->frame, second ? -force[0] : force[0]);
    vec3_normalize(direction);
    if (sensor_site_on_ray(m, d, site, c->pos, direction)) value[0] += force[0];
  }
}

// --- matching --------------------------------------------------------------------------------

// The criterion for one side of a contact.
typedef struct {
  int given, type, id;
} criterion;

static criterion make_criterion(int type, int id) {
  return (criterion){type != mjOBJ_UNKNOWN, type, id};
}

static int in_subtree(const mjModel* m, int body, int root) {
  while (body > root) body = m->body_parentid[body];
  return body == root;
}

static int matches(const mjModel* m, const criterion* c, const mjContact* con, int side) {
  int geom = con->geom[side], body = contact_body(m, con, side);
  switch (c->type) {
    case mjOBJ_SITE: return 1;  // the point has been tested before, for both sides
    case mjOBJ_GEOM: return geom == c->id;
    case mjOBJ_BODY: return body == c->id;
    case mjOBJ_XBODY: return body >= 0 && in_subtree(m, body, c->id);
    default: return 0;
  }
}

typedef enum { NO_MATCH, REGULAR, FLIPPED } match;

// Whether a contact matches, and whether its normal points from the second object to the first.
static match match_contact(const mjModel* m, const mjData* d, const criterion* c1,
                           const criterion* c2, const mjContact* con) {
  if (c1->type == mjOBJ_SITE && !sensor_site_contains(m, d, c1->id, con->pos)) return NO_MATCH;
  int a1 = c1->given && matches(m, c1, con, 0), b1 = c1->given && matches(m, c1, con, 1);
  int a2 = c2->given && matches(m, c2, con, 0), b2 = c2->given && matches(m, c2, con, 1);
  if (c1->given && c2->given) {
    if (a1 && b2) return REGULAR;
    return b1 && a2 ? FLIPPED : NO_MATCH;
  }
  if (c1->given) return a1 ? REGULAR : b1 ? FLIPPED : NO_MATCH;
  if (c2->given) return b2 ? REGULAR : a2 ? FLIPPED : NO_MATCH;
  return REGULAR;
}

// --- output of the matches -------------------------------------------------------------------

enum { FIELD_NUMBERS = 17 };  // numbers in a slot with all fields

static const int field_size[mjNCONDATA] = {1, 3, 3, 1, 3, 3, 3};

// All fields of a slot, in order.
typedef struct {
  mjtNum found, force[3], torque[3], dist, pos[3], normal[3], tangent[3];
} slot;

_Static_assert(sizeof(slot) == FIELD_NUMBERS * sizeof(mjtNum), "fields follow each other");

static void write_slot(mjtNum* value, const slot* s, int fields) {
  const mjtNum* from = &s->found;
  for (int i = 0; i < mjNCONDATA; i++) {
    if (fields & (1 << i)) {
      mju_copy(value, from, field_size[i]);
      value += field_size[i];
    }
    from += field_size[i];
  }
}

static void fill_slot(const mjModel* m, const mjData* d, int contact, match how, int found,
                      slot* s) {
  const mjContact* c = d->contact + contact;
  mjtNum force[6], sign = how == FLIPPED ? -1 : 1;
  mj_contactForce(m, d, contact, force);
  // the frame's normal and first tangent are reversed, so the opposite force has the same
  // components except along the second tangent
  force[2] *= sign;
  force[5] *= sign;
  s->found = found;
  vec3_copy(s->force, force);
  vec3_copy(s->torque, force + 3);
  s->dist = c->dist;
  vec3_copy(s->pos, c->pos);
  vec3_scale(s->normal, c->frame, sign);
  vec3_scale(s->tangent, c->frame + 3, sign);
}

// The matching contacts, with their sort keys.
typedef struct {
  int n, *contact, *how;
  mjtNum* key;
} matched;

// The net wrench of all matches about the centre of their forces, in world axes.
static void net_force(const mjModel* m, const mjData* d, const matched* a, slot* s) {
  mjtNum total = 0;
  memset(s, 0, sizeof *s);
  s->found = a->n;
  s->normal[0] = s->tangent[1] = 1;
  for (int pass = 0; pass < 2; pass++) {
    for (int k = 0; k < a->n; k++) {
      const mjContact* c = d->contact + a->contact[k];
      mjtNum wrench[6], force[3], torque[3], arm[3], moment[3];
      mj_contactForce(m, d, a->contact[k], wrench);
      mjtNum sign = a->how[k] == FLIPPED ? -1 : 1, size = vec3_norm(wrench);
      if (pass == 0) {
        vec3_axpy(s->pos, size, c->pos);
        total += size;
        continue;
      }
      mat3_tmul_vec(force, c->frame, wrench);
      mat3_tmul_vec(torque, c->frame, wrench + 3);
      vec3_sub(arm, c->pos, s->pos);
      vec3_cross(moment, arm, force);
      vec3_axpy(s->force, sign, force);
      vec3_axpy(s->torque, sign, torque);
      vec3_axpy(s->torque, sign, moment);
    }
    if (pass == 0) vec3_scale(s->pos, s->pos, 1 / mju_max(total, mjMINVAL));
  }
}

enum { REDUCE_NONE, REDUCE_MIN_DISTANCE, REDUCE_MAX_FORCE, REDUCE_NET_FORCE };

// The sort key of a match; the smallest comes first.
static mjtNum sort_key(const mjModel* m, const mjData* d, int contact, int reduce) {
  if (reduce == REDUCE_MIN_DISTANCE) return d->contact[contact].dist;
  if (reduce != REDUCE_MAX_FORCE) return 0;
  mjtNum force[6];
  mj_contactForce(m, d, contact, force);
  return -vec3_dot(force, force);
}

// Move the best `num` matches to the front, sorted; ties keep the order of contacts.
static void select_best(matched* a, int num) {
  for (int i = 0; i < num && i < a->n; i++) {
    int best = i;
    for (int k = i + 1; k < a->n; k++) {
      if (a->key[k] < a->key[best]) best = k;
    }
    int contact = a->contact[best], how = a->how[best];
    mjtNum key = a->key[best];
    for (int k = best; k > i; k--) {
      a->contact[k] = a->contact[k - 1];
      a->how[k] = a->how[k - 1];
      a->key[k] = a->key[k - 1];
    }
    a->contact[i] = contact;
    a->how[i] = how;
    a->key[i] = key;
  }
}

void sensor_contact(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  criterion c1 = make_criterion(m->sensor_objtype[sensor], m->sensor_objid[sensor]);
  criterion c2 = make_criterion(m->sensor_reftype[sensor], m->sensor_refid[sensor]);
  const int* prm = m->sensor_intprm + mjNSENS * sensor;
  int fields = prm[0], reduce = prm[1], num = prm[2], size = sensor_contact_size(fields);
  mju_zero(value, m->sensor_dim[sensor]);

  mj_markStack(d);
  matched a = {0, mj_stackAllocInt(d, d->ncon), mj_stackAllocInt(d, d->ncon),
               mj_stackAllocNum(d, d->ncon)};
  for (int i = 0; i < d->ncon; i++) {
    match how = match_contact(m, d, &c1, &c2, d->contact + i);
    if (how == NO_MATCH) continue;
    a.contact[a.n] = i;
    a.how[a.n] = how;
    a.key[a.n++] = sort_key(m, d, i, reduce);
  }

  slot s;
  if (reduce == REDUCE_NET_FORCE) {
    net_force(m, d, &a, &s);
    write_slot(value, &s, fields);
  } else {
    if (reduce != REDUCE_NONE) select_best(&a, num);
    for (int i = 0; i < num && i < a.n; i++) {
      fill_slot(m, d, a.contact[i], (match)a.how[i], a.n, &s);
      write_slot(value + i * size, &s, fields);
    }
  }
  mj_freeStack(d);
}
