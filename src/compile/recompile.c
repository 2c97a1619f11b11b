// Compiles again into the same model and data, preserving the state of remaining elements.
#include <string.h>
#include <engine/model.h>
#include <engine/spawn.h>

#include "base/need.h"
#include "base/capture.h"
#include "compile/carry.h"
#include "compile/compile.h"
#include "model/joint_type.h"

// An element and its addresses in the old model.
typedef struct {
  const element* e;
  int adr, num;    // in qpos, act, or mocap poses
  int adr2, num2;  // in qvel, or ctrl
} old_addresses;

typedef struct {
  arena* memory;
  old_addresses *joint, *actuator, *mocap;
  int njoint, nactuator, nmocap;
} places;

// Skips elements that were not in the old model, and those whose type has changed so that the
// address does not match.
static void note_joints(places* p, spec* s, const mjModel* m, const int* joint_at) {
  for (element* e = element_first(s, mjOBJ_JOINT); e; e = element_next(e)) {
    const spec_joint* joint = (const spec_joint*)e;
    int adr = joint->qposadr;
    if (adr < 0 || adr >= m->nq || p->njoint == m->njnt || joint_at[adr] < 0) continue;
    int id = joint_at[adr], type = joint->pub.type;
    if (m->jnt_type[id] != type) continue;
    p->joint[p->njoint++] =
        (old_addresses){e, adr, joint_nq(type), m->jnt_dofadr[id], joint_nv(type)};
  }
}

// The actuator whose first control is at an address; -1: none.
static int actuator_of_control(const mjModel* m, int adr) {
  for (int i = 0; adr >= 0 && i < m->nactuator; i++) {
    if (m->actuator_ctrladr[i] == adr && m->actuator_ctrlnum[i]) return i;
  }
  return -1;
}

static void note_actuators(places* p, spec* s, const mjModel* m) {
  for (element* e = element_first(s, mjOBJ_ACTUATOR); e; e = element_next(e)) {
    const spec_actuator* a = (const spec_actuator*)e;
    int id = actuator_of_control(m, a->ctrladr);
    if (id < 0 || p->nactuator == m->nactuator) continue;
    p->actuator[p->nactuator++] = (old_addresses){e, m->actuator_actadr[id], m->actuator_actnum[id],
                                                  a->ctrladr, m->actuator_ctrlnum[id]};
  }
}

static void note_mocaps(places* p, spec* s, const mjModel* m) {
  for (element* e = element_first(s, mjOBJ_BODY); e; e = element_next(e)) {
    int id = ((const spec_body*)e)->mocapid;
    if (id < 0 || id >= m->nmocap || p->nmocap == m->nmocap) continue;
    p->mocap[p->nmocap++] = (old_addresses){e, id, 1, 0, 0};
  }
}

static bool note_places(places* p, spec* s, const mjModel* m) {
  p->memory = arena_new();
  if (!p->memory) return false;
  p->joint = arena_alloc(p->memory, sizeof(old_addresses) * (m->njnt + 1));
  p->actuator = arena_alloc(p->memory, sizeof(old_addresses) * (m->nu + 1));
  p->mocap = arena_alloc(p->memory, sizeof(old_addresses) * (m->nmocap + 1));
  int* joint_at = arena_alloc(p->memory, sizeof(int) * (m->nq + 1));
  if (!p->joint || !p->actuator || !p->mocap || !joint_at) return false;
  for (int i = 0; i < m->nq; i++) joint_at[i] = -1;
  for (int j = 0; j < m->njnt; j++) joint_at[m->jnt_qposadr[j]] = j;
  note_joints(p, s, m, joint_at);
  note_actuators(p, s, m);
  note_mocaps(p, s, m);
  return true;
}

static void copy(mjtNum* to, int to_adr, const mjtNum* from, int from_adr, int n) {
  memcpy(to + to_adr, from + from_adr, sizeof(mjtNum) * n);
}

// Copy the state of `from` to `to`, data of the new model m.
static void carry_places(const places* p, const mjModel* m, mjData* to, const mjData* from) {
  to->time = from->time;
  for (int i = 0; i < p->njoint; i++) {
    const old_addresses* old = p->joint + i;
    const spec_joint* joint = (const spec_joint*)old->e;
    copy(to->qpos, joint->qposadr, from->qpos, old->adr, old->num);
    copy(to->qvel, joint->dofadr, from->qvel, old->adr2, old->num2);
  }
  for (int i = 0; i < p->nactuator; i++) {
    const old_addresses* old = p->actuator + i;
    const spec_actuator* a = (const spec_actuator*)old->e;
    if (old->num2 == actuator_input_count(a)) {
      copy(to->ctrl, a->ctrladr, from->ctrl, old->adr2, old->num2);
    }
    if (old->num && a->actnum == old->num) copy(to->act, a->actadr, from->act, old->adr, old->num);
  }
  for (int i = 0; i < p->nmocap; i++) {
    const old_addresses* old = p->mocap + i;
    int id = ((const spec_body*)old->e)->mocapid;
    if (id < 0 || id >= m->nmocap) continue;
    copy(to->mocap_pos, 3 * id, from->mocap_pos, 3 * old->adr, 3);
    copy(to->mocap_quat, 4 * id, from->mocap_quat, 4 * old->adr, 4);
  }
}

// Data for a model; NULL with the error in the specification.
static mjData* make_data(spec* s, const mjModel* m) {
  mjData* d = NULL;
  error_capture capture;
  if (!setjmp(capture.jump)) {
    capture_begin(&capture);
    d = mj_makeData(m);
    capture_end(&capture);
  } else {
    spec_error(s, NULL, "engine error: %s", capture.error);
    return NULL;
  }
  if (!d) spec_error(s, NULL, "no data can be made for the model");
  return d;
}

// In pieces: the structs are too large for small stacks.
static void swap_bytes(void* a, void* b, size_t n) {
  char *x = a, *y = b, piece[256];
  for (size_t i = 0; i < n; i += sizeof piece) {
    size_t some = mjMIN(sizeof piece, n - i);
    memcpy(piece, x + i, some);
    memcpy(x + i, y + i, some);
    memcpy(y + i, piece, some);
  }
}

// Swap the new contents into the old structs.
static void replace(mjModel* m, mjModel* new_model, mjData* d, mjData* new_data) {
  void* pool = NULL;
  if (d) {
    swap_bytes(d, new_data, sizeof *d);
    pool = (void*)new_data->threadpool;
    mj_deleteData(new_data);
  }
  swap_bytes(m, new_model, sizeof *m);
  mj_deleteModel(new_model);
  if (pool) mju_bindThreadPool(d, pool);
}

// A function that carries state from the old model and data to the new ones.
typedef void (*bringer)(const void* noted, const mjModel* m, mjData* to, const mjModel* old,
                        const mjData* from);

// Compile again, carry over the state, and replace the old contents.
static int compile_into(spec* s, const mjVFS* vfs, mjModel* m, mjData* d, bringer bring,
                        const void* noted) {
  mjModel* new_model = compile_spec(s, vfs);
  mjData* new_data = new_model && d ? make_data(s, new_model) : NULL;
  if (!new_model || (d && !new_data)) {
    mj_deleteModel(new_model);
    return -1;
  }
  if (d) bring(noted, new_model, new_data, m, d);
  replace(m, new_model, d, new_data);
  return 0;
}

static void bring_places(const void* noted, const mjModel* m, mjData* to, const mjModel* old,
                         const mjData* from) {
  (void)old;
  carry_places(noted, m, to, from);
}

int mj_recompile(mjSpec* spec_in, const mjVFS* vfs, mjModel* m, mjData* d) {
  NEED_OR(-1, spec_in, m);
  spec* s = spec_of(spec_in);
  places p = {0};
  int result = -1;
  if (note_places(&p, s, m)) {
    result = compile_into(s, vfs, m, d, bring_places, &p);
  } else {
    spec_error(s, NULL, "no memory to compile");
  }
  arena_delete(p.memory);
  return result;
}

static void bring_all(const void* noted, const mjModel* m, mjData* to, const mjModel* old,
                      const mjData* from) {
  carry_over(noted, m, to, old, from);
}

int eng_recompile(mjSpec* spec_in, const mjVFS* vfs, mjModel* m, mjData* d) {
  NEED_OR(-1, spec_in, m);
  spec* s = spec_of(spec_in);
  carry c;
  int result = -1;
  if (carry_note(&c, s, m)) {
    result = compile_into(s, vfs, m, d, bring_all, &c);
  } else {
    spec_error(s, NULL, "no memory to compile");
  }
  carry_end(&c);
  return result;
}
