#include <string.h>
#include <engine/kinematics.h>

#include "compile/lists.h"
#include "spec/pose.h"

// Copy given values, or defaults when there are none.
static bool fill(build* b, const spec_key* key, const char* what, const double_vec* given, int n,
                 const mjtNum* otherwise, mjtNum* row) {
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
    fill(b, key, "qpos", &key->own.qpos, m->nq, m->qpos0, qpos);
    fill(b, key, "qvel", &key->own.qvel, m->nv, NULL, m->key_qvel + (size_t)i * m->nv);
    fill(b, key, "act", &key->own.act, m->na, NULL, m->key_act + (size_t)i * m->na);
    fill(b, key, "ctrl", &key->own.ctrl, m->nu, NULL, m->key_ctrl + (size_t)i * m->nu);
    fill(b, key, "mpos", &key->own.mpos, 3 * nmocap, mpos, m->key_mpos + (size_t)i * 3 * nmocap);
    fill(b, key, "mquat", &key->own.mquat, 4 * nmocap, mquat, quat);
    mj_normalizeQuat(m, qpos);
    for (int k = 0; k < nmocap; k++) pose_unit(quat + 4 * k, 4);
  }
}
