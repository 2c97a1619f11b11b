#include "tool/parts.h"

#include <stdio.h>

#include "tool/model.h"

// A line of a list: the name, and what it is.
static void print_start(const mjModel* m, int type, int id, const char* kind) {
  char buffer[32];
  printf("  %-24s%s", object_name(m, type, id, buffer), kind ? kind : "");
}

// "WORD type 'name'", nothing for the world and for no object.
static void print_object(const mjModel* m, const char* word, int type, int id) {
  char buffer[32];
  const char* kind = mju_type2Str(type);
  if (!kind || id < 0 || (type == mjOBJ_BODY && id == 0)) return;
  printf("%s%s '%s'", word, kind, object_name(m, type, id, buffer));
}

static void print_range(const char* word, bool limited, const mjtNum range[2]) {
  if (limited) printf("  %s %.4g to %.4g", word, range[0], range[1]);
}

static void print_tendon(const mjModel* m, int i) {
  int wrap = m->tendon_adr[i];
  bool fixed = m->tendon_num[i] > 0 && m->wrap_type[wrap] == mjWRAP_JOINT;
  print_start(m, mjOBJ_TENDON, i, fixed ? "fixed" : "spatial");
  print_range("length", m->tendon_limited[i], m->tendon_range + 2 * i);
}

static int equality_object(const mjModel* m, int i) {
  switch (m->eq_type[i]) {
    case mjEQ_JOINT: return mjOBJ_JOINT;
    case mjEQ_TENDON: return mjOBJ_TENDON;
    case mjEQ_CONNECT:
    case mjEQ_WELD: return m->eq_objtype[i];
    default: return mjOBJ_FLEX;
  }
}

static void print_equality(const mjModel* m, int i) {
  int type = equality_object(m, i);
  print_start(m, mjOBJ_EQUALITY, i, eng_elementName(mjOBJ_EQUALITY, m->eq_type[i]));
  print_object(m, " of ", type, m->eq_obj1id[i]);
  print_object(m, " and ", type, m->eq_obj2id[i]);
  if (!m->eq_active0[i]) printf("  not active at the start");
}

static void print_actuator(const mjModel* m, int i) {
  int transmission = m->actuator_trntype[i], type = mjOBJ_UNKNOWN;
  switch (transmission) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT: type = mjOBJ_JOINT; break;
    case mjTRN_TENDON: type = mjOBJ_TENDON; break;
    case mjTRN_SLIDERCRANK:
    case mjTRN_SITE: type = mjOBJ_SITE; break;
    case mjTRN_SO3: type = m->actuator_trnid[2 * i + 1] < 0 ? mjOBJ_JOINT : mjOBJ_SITE; break;
    case mjTRN_BODY: type = mjOBJ_BODY; break;
    default: break;
  }
  print_start(m, mjOBJ_ACTUATOR, i, "on");
  print_object(m, " ", type, m->actuator_trnid[2 * i]);
  print_range("control", m->actuator_ctrllimited[i], m->actuator_ctrlrange + 2 * i);
  print_range("force", m->actuator_forcelimited[i], m->actuator_forcerange + 2 * i);
}

static void print_sensor(const mjModel* m, int i) {
  print_start(m, mjOBJ_SENSOR, i, eng_elementName(mjOBJ_SENSOR, m->sensor_type[i]));
  print_object(m, " of ", m->sensor_objtype[i], m->sensor_objid[i]);
  print_object(m, " and ", m->sensor_reftype[i], m->sensor_refid[i]);
  if (m->sensor_dim[i] != 1) printf("  %d numbers", m->sensor_dim[i]);
}

static void print_list(const mjModel* m, const char* title, int n,
                       void print(const mjModel* m, int i)) {
  if (n) printf("\n%s:\n", title);
  for (int i = 0; i < n; i++) {
    print(m, i);
    puts("");
  }
}

void print_parts(const mjModel* m) {
  print_list(m, "tendons", (int)m->ntendon, print_tendon);
  print_list(m, "equalities", (int)m->neq, print_equality);
  print_list(m, "actuators", (int)m->nu, print_actuator);
  print_list(m, "sensors", (int)m->nsensor, print_sensor);
}
