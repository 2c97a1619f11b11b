// Adding, removing and re-parenting bodies during a simulation.
#include <engine/spawn.h>

#include <string.h>

#include <engine/dynamics.h>
#include <engine/kinematics.h>
#include <engine/model.h>
#include <engine/spec.h>

#include "base/need.h"
#include "base/text.h"
#include "math/quat.h"
#include "spec/element.h"
#include "spec/pose.h"

static mjsBody* world_of(mjSpec* s) { return &spec_of(s)->world->pub; }

// Undo an edit after an error, keeping the error message.
static void undo(mjSpec* s, void (*back)(mjSpec* s, void* what), void* what) {
  text why = {0};
  text_print(&why, "%s", mjs_getError(s));
  back(s, what);
  spec_error(spec_of(s), NULL, "%s", text_message(&why));
  text_free(&why);
}

// --- adding and removing ------------------------------------------------------------------------

// Attach a copy in a temporary frame.
static mjsBody* attach_copy(mjSpec* s, const engSpawn* what) {
  spec* own = spec_of(s);
  mjsFrame* frame = mjs_addFrame(what->parent ? what->parent : world_of(s), NULL);
  if (!frame) return NULL;
  bool deep = own->deepcopy;
  own->deepcopy = true;
  mjsElement* e = mjs_attach(frame->element, what->body->element, what->prefix, NULL);
  own->deepcopy = deep;
  mjsBody* body = e ? mjs_asBody(e) : NULL;
  bool turned = what->quat[0] || what->quat[1] || what->quat[2] || what->quat[3];
  if (body) {
    static const double upright[4] = {1, 0, 0, 0};
    memcpy(body->pos, what->pos, sizeof body->pos);
    quat_copy(body->quat, turned ? what->quat : upright);
    body->alt.type = mjORIENTATION_QUAT;
  }
  mjs_delete(s, frame->element);
  return body;
}

static void set_velocity(const mjModel* m, mjData* d, const mjsBody* body, const double v[6]) {
  int id = mjs_getId(body->element);
  if (id < 0 || !m->body_jntnum[id] || m->jnt_type[m->body_jntadr[id]] != mjJNT_FREE) return;
  memcpy(d->qvel + m->jnt_dofadr[m->body_jntadr[id]], v, 6 * sizeof *v);
}

// List lengths of a specification before an attachment, which appends to the lists.
typedef struct {
  int size[mjNOBJECT], pending;
  spec_body* body;  // the attached body
} arrival;

static arrival before_arrival(const spec* s) {
  arrival a = {.pending = s->pending.size};
  for (int type = 0; type < mjNOBJECT; type++) a.size[type] = s->list[type].size;
  return a;
}

// Remove what was attached.
static void send_back(mjSpec* pub, void* what) {
  spec* s = spec_of(pub);
  arrival* a = what;
  for (int type = 0; type < mjNOBJECT; type++) {
    element_list* l = &s->list[type];
    while (l->size > a->size[type]) spec_unlist(l->data[l->size - 1]);
  }
  s->pending.size = a->pending;
  spec_unlist(&a->body->e);
}

mjsBody* eng_spawn(mjSpec* s, mjModel* m, mjData* d, const engSpawn* what) {
  NEED_OR(NULL, s, m, d, what);
  NEED_OR(NULL, what->body);
  if (what->parent && element_of(what->parent->element)->owner != spec_of(s)) {
    spec_error(spec_of(s), NULL, "the parent of what is spawned is not in this model");
    return NULL;
  }
  arrival a = before_arrival(spec_of(s));
  mjsBody* body = attach_copy(s, what);
  if (!body) return NULL;
  a.body = (spec_body*)element_of(body->element);
  if (eng_recompile(s, what->vfs, m, d)) {
    undo(s, send_back, &a);
    return NULL;
  }
  set_velocity(m, d, body, what->velocity);
  return body;
}

int eng_despawn(mjSpec* s, mjModel* m, mjData* d, mjsBody* body) {
  NEED_OR(-1, s, m, d, body);
  if (mjs_delete(s, body->element)) return -1;
  return eng_recompile(s, NULL, m, d);
}

// --- re-parenting -------------------------------------------------------------------------------

typedef struct {
  double pos[3], quat[4];
} placement;

static placement placement_of(const mjData* d, int body) {
  placement p;
  vec3_copy(p.pos, d->xpos + 3 * body);
  quat_copy(p.quat, d->xquat + 4 * body);
  return p;
}

// p relative to a frame: frame^-1 p.
static placement seen_from(const placement* frame, const placement* p) {
  double pos[3], quat[4];
  placement r = *p;
  pose_inverse(pos, quat, frame->pos, frame->quat);
  pose_enter(r.pos, r.quat, pos, quat);
  return r;
}

static mjsJoint* free_joint_of(mjsBody* body) {
  mjsElement* e = mjs_firstChild(body, mjOBJ_JOINT, 0);
  mjsJoint* joint = e ? mjs_asJoint(e) : NULL;
  return joint && joint->type == mjJNT_FREE ? joint : NULL;
}

// A change of parent, and the data to undo it.
typedef struct {
  spec_body *body, *from, *to;
  placement old, place;  // pose in the parent: before, after
  mjsOrientation alt;
  spec_frame* frame;
  element* lost;   // the free joint that is removed
  mjsJoint* come;  // the free joint that is added
  double velocity[6];
} handover;

// The pose and velocity of the body in its new parent.
static void find_place(handover* h, const mjModel* m, mjData* d, bool frees) {
  int id = mjs_getId(&h->body->e.base), into = mjs_getId(&h->to->e.base);
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_comVel(m, d);
  placement parent = placement_of(d, m->body_parentid[id]), next = placement_of(d, into);
  placement place = placement_of(d, id);
  if (!h->lost && !frees) {
    // joints remain where they are, and so does the frame in which they are defined
    vec3_copy(place.pos, m->body_pos + 3 * id);
    quat_copy(place.quat, m->body_quat + 4 * id);
    pose_enter(place.pos, place.quat, parent.pos, parent.quat);
  }
  h->place = seen_from(&next, &place);
  mjtNum v[6], local[6];
  mj_objectVelocity(m, d, mjOBJ_XBODY, id, v, 0);
  mj_objectVelocity(m, d, mjOBJ_XBODY, id, local, 1);
  vec3_copy(h->velocity, v + 3);
  vec3_copy(h->velocity + 3, local);
}

static void set_pose(spec_body* b, const placement* p) {
  vec3_copy(b->pub.pos, p->pos);
  quat_copy(b->pub.quat, p->quat);
}

static bool hand_over(handover* h, bool frees) {
  if (!spec_move_body(h->body, h->to)) return false;
  set_pose(h->body, &h->place);
  h->body->pub.alt.type = mjORIENTATION_QUAT;
  if (h->lost) spec_unlist(h->lost);
  if (!frees) return true;
  h->come = mjs_addFreeJoint(&h->body->pub);
  const char* name = element_name(&h->body->e);
  if (!h->come || !*name || element_find(h->body->e.owner, mjOBJ_JOINT, name)) return h->come;
  return element_rename(element_of(h->come->element), name);
}

static void take_back(mjSpec* s, void* what) {
  handover* h = what;
  if (h->come) spec_unlist(element_of(h->come->element));
  if (h->lost) spec_list(spec_of(s), h->body, h->lost);
  spec_move_body(h->body, h->from);
  h->body->e.frame = h->frame;
  set_pose(h->body, &h->old);
  h->body->pub.alt = h->alt;
}

static bool is_within(const spec_body* b, const spec_body* root) {
  for (; b; b = b->e.parent) {
    if (b == root) return true;
  }
  return false;
}

static bool may_hand_over(spec* s, const mjModel* m, mjsBody* body, mjsBody* parent) {
  const element* e = element_of(body->element);
  if (e->owner != s || element_of(parent->element)->owner != s) {
    return spec_error(s, NULL, "the body or its new parent is not in this model");
  }
  if (is_within((const spec_body*)element_of(parent->element), (const spec_body*)e)) {
    return spec_error(s, e, "the world, and a body itself, cannot be given to what is in it");
  }
  int id = mjs_getId(body->element), into = mjs_getId(parent->element);
  if (id < 0 || into < 0 || id >= m->nbody || into >= m->nbody) {
    return spec_error(s, e, "the body or its new parent is not in the model; compile it first");
  }
  return true;
}

int eng_reparent(mjSpec* s, mjModel* m, mjData* d, mjsBody* body, mjsBody* parent) {
  NEED_OR(-1, s, m, d, body);
  spec* own = spec_of(s);
  if (!parent) parent = world_of(s);
  if (!may_hand_over(own, m, body, parent)) return -1;
  spec_body* b = (spec_body*)element_of(body->element);
  mjsJoint* joint = free_joint_of(body);
  bool to_world = parent == world_of(s);
  bool frees = to_world && !body->mocap && !mjs_firstChild(body, mjOBJ_JOINT, 0);
  handover h = {.body = b,
                .from = b->e.parent,
                .to = (spec_body*)element_of(parent->element),
                .alt = body->alt,
                .frame = b->e.frame,
                .lost = joint && !to_world ? element_of(joint->element) : NULL};
  vec3_copy(h.old.pos, body->pos);
  quat_copy(h.old.quat, body->quat);
  find_place(&h, m, d, frees);
  if (!hand_over(&h, frees) || eng_recompile(s, NULL, m, d)) {
    undo(s, take_back, &h);
    return -1;
  }
  if (frees) set_velocity(m, d, body, h.velocity);
  return 0;
}
