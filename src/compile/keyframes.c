#include <string.h>
#include <engine/kinematics.h>

#include "compile/lists.h"
#include "spec/pose.h"

// Destination of a vector of a keyframe, and its default.
typedef struct {
  mjtNum* row;
  int n;
  const mjtNum* otherwise;  // NULL: zeros
} key_row;

static bool fill(build* b, const spec_key* key, const char* what, const double_vec* given,
                 key_row to) {
  mjtNum* row = to.row;
  const mjtNum* otherwise = to.otherwise;
  int n = to.n;
  if (given->size && given->size != n) {
    return build_error(b, &key->e, "%s has %d numbers; this model needs %d", what, given->size, n);
  }
  if (given->size) {
    memcpy(row, given->data, sizeof(mjtNum) * n);
  } else if (otherwise && n) {
    memcpy(row, otherwise, sizeof(mjtNum) * n);
  }
  return true;
}

void keyframes_fill(build* b) {
  mjModel* m = b->m;
  keys_resolve(b->s, m);
  int nmocap = m->nmocap;
  mjtNum* mpos = BUILD_NEW(b, mjtNum, 7 * (size_t)nmocap);
  mjtNum* mquat = mpos + 3 * nmocap;
  for (int i = 0; i < m->nbody; i++) {
    int k = m->body_mocapid[i];
    if (k < 0) continue;
    vec3_copy(mpos + 3 * k, m->body_pos + 3 * i);
    quat_copy(mquat + 4 * k, m->body_quat + 4 * i);
  }
  for (int i = 0; i < m->nkey; i++) {
    const spec_key* key = (const spec_key*)list_at(b, mjOBJ_KEY, i);
    mjtNum *qpos = m->key_qpos + (size_t)i * m->nq, *quat = m->key_mquat + (size_t)i * 4 * nmocap;
    m->key_time[i] = key->pub.time;
    fill(b, key, "qpos", &key->own.qpos, (key_row){qpos, m->nq, m->qpos0});
    fill(b, key, "qvel", &key->own.qvel, (key_row){m->key_qvel + (size_t)i * m->nv, m->nv, NULL});
    fill(b, key, "act", &key->own.act, (key_row){m->key_act + (size_t)i * m->na, m->na, NULL});
    fill(b, key, "ctrl", &key->own.ctrl, (key_row){m->key_ctrl + (size_t)i * m->nu, m->nu, NULL});
    fill(b, key, "mpos", &key->own.mpos,
         (key_row){m->key_mpos + (size_t)i * 3 * nmocap, 3 * nmocap, mpos});
    fill(b, key, "mquat", &key->own.mquat, (key_row){quat, 4 * nmocap, mquat});
    mj_normalizeQuat(m, qpos);
    for (int k = 0; k < nmocap; k++) pose_unit(quat + 4 * k, 4);
  }
}
