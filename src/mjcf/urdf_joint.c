#include "mjcf/urdf_joint.h"
#include "spec/element.h"

#include <math.h>
#include <string.h>
#include <engine/math.h>
#include "base/text.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "mjcf/suggest.h"
#include "mjcf/urdf_value.h"

typedef enum { FIXED, FLOATING, PLANAR, PRISMATIC, REVOLUTE, SPHERICAL } joint_kind;

static const struct {
  const char* name;
  joint_kind kind;
} types[] = {{"continuous", REVOLUTE}, {"fixed", FIXED},         {"floating", FLOATING},
             {"planar", PLANAR},       {"prismatic", PRISMATIC}, {"revolute", REVOLUTE},
             {"spherical", SPHERICAL}};

#define NTYPE ((int)(sizeof types / sizeof *types))

// The joint type; -1 after an error.
static int read_kind(reader* r, const xml_node* node) {
  const char* name = urdf_text(r, node, "type");
  if (!name) return -1;
  const char* known[NTYPE];
  for (int i = 0; i < NTYPE; i++) {
    known[i] = types[i].name;
    if (strcmp(name, known[i]) == 0) return (int)types[i].kind;
  }
  report_unknown(r, node, xml_find(node, "type"), "invalid joint type in URDF joint definition",
                 name, (word_list){known, NTYPE});
  return -1;
}

static mjsJoint* add_joint(reader* r, const xml_node* node, mjsBody* body, const char* name,
                           mjtJoint type, const double axis[3]) {
  mjsJoint* joint = mjs_addJoint(body, NULL);
  if (!joint) return NULL;
  joint->type = type;
  vec3_copy(joint->axis, axis);
  mjs_setName(joint->element, name);
  read_info(r, node, joint->info);
  return joint;
}

static void read_dynamics(reader* r, const xml_node* node, mjsJoint* joint) {
  const xml_node* dynamics = urdf_child(r, node, "dynamics");
  if (!dynamics) return;
  urdf_numbers(r, dynamics, "damping", 1, &joint->damping);
  urdf_numbers(r, dynamics, "friction", 1, &joint->frictionloss);
}

// A range with only one end, or with exchanged ends, is stored but not enforced.
static void read_limit(reader* r, const xml_node* node, mjsJoint* joint) {
  const xml_node* limit = urdf_child(r, node, "limit");
  if (!limit) return;
  bool lower = urdf_numbers(r, limit, "lower", 1, joint->range);
  bool upper = urdf_numbers(r, limit, "upper", 1, joint->range + 1);
  if (lower != upper || joint->range[0] > joint->range[1]) joint->limited = mjLIMITED_FALSE;
  double effort = 0;
  if (urdf_numbers(r, limit, "effort", 1, &effort) && effort != 0) {
    joint->actfrcrange[0] = -fabs(effort);
    joint->actfrcrange[1] = fabs(effort);
  }
}

// Two slides in the plane perpendicular to the axis, and a hinge about the axis; the limits apply
// to the first.
static void add_planar(reader* r, const xml_node* node, mjsBody* body, const char* name,
                       const double normal[3]) {
  static const double unit[2][3] = {{1, 0, 0}, {0, 1, 0}};
  static const char* const suffix[3] = {"_TX", "_TY", "_RZ"};
  double turn[4];
  mju_quatZ2Vec(turn, normal);
  const mjsJoint* first = NULL;
  for (int i = 0; i < 3; i++) {
    double axis[3];
    if (i < 2) {
      quat_rotate(axis, turn, unit[i]);
    } else {
      vec3_copy(axis, normal);
    }
    text full = {0};
    text_print(&full, "%s%s", name, suffix[i]);
    mjsJoint* joint =
        add_joint(r, node, body, text_string(&full), i < 2 ? mjJNT_SLIDE : mjJNT_HINGE, axis);
    if (full.failed) spec_of(r->spec)->store.failed = true;
    text_free(&full);
    if (!joint) return;
    if (first) {
      joint->damping = first->damping;
      joint->frictionloss = first->frictionloss;
    } else {
      read_dynamics(r, node, joint);
      read_limit(r, node, joint);
      first = joint;
    }
  }
}

void urdf_read_joint(reader* r, const xml_node* node, mjsBody* body) {
  static const mjtJoint single[] = {[FLOATING] = mjJNT_FREE,
                                    [PRISMATIC] = mjJNT_SLIDE,
                                    [REVOLUTE] = mjJNT_HINGE,
                                    [SPHERICAL] = mjJNT_BALL};
  const char* name = urdf_text(r, node, "name");
  int kind = read_kind(r, node);
  urdf_origin(r, node, body->pos, body->quat);
  if (!name || kind < 0 || kind == FIXED) return;
  double along[3] = {1, 0, 0};
  const xml_node* axis = urdf_child(r, node, "axis");
  if (axis && !numbers_given(axis, "xyz")) {
    report_warning(r->report, axis, NULL,
                   "'xyz' is missing, so the axis is 1 0 0; '%s' says which one it is", axis->name);
  } else if (axis) {
    urdf_needed_numbers(r, axis, "xyz", 3, along);
  }
  if (kind == PLANAR) {
    add_planar(r, node, body, name, along);
    return;
  }
  mjsJoint* joint = add_joint(r, node, body, name, single[kind], along);
  if (!joint) return;
  read_dynamics(r, node, joint);
  read_limit(r, node, joint);
  const xml_node* mimic = urdf_child(r, node, "mimic");
  if (mimic) {
    const char* other = xml_value(mimic, "joint");
    report_warning(
        r->report, mimic, NULL,
        "mimic is not read: joint '%.60s' moves by itself; an <equality> of MJCF couples it "
        "with '%.60s'",
        name, other ? other : "");
  }
}
