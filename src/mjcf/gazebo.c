// ROS and Gazebo elements in URDF: transmissions, which become motors, and colours.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <engine/mjcf.h>
#include <engine/spec.h>

#include "base/need.h"
#include "mjcf/report.h"
#include "mjcf/robot_file.h"
#include "mjcf/urdf_value.h"

// The text in an element, trimmed; "" if there is none.
static const char* text_in(robot_file* x, const xml_node* node) {
  const char* from = node && node->stray ? node->stray : "";
  size_t n = strlen(from);
  while (n && strchr(" \t", from[n - 1])) n--;
  const char* text = arena_strndup(x->r.memory, from, n);
  return text ? text : "";
}

// The text of the only child of that name.
static const char* child_text(robot_file* x, const xml_node* node, const char* name) {
  return text_in(x, urdf_child(&x->r, node, name));
}

static const xml_node* next_named(const xml_node* node, const char* name) {
  while (node && strcmp(node->name, name) != 0) node = node->next;
  return node;
}

#define FOR_CHILDREN(c, node, name)                                \
  for (const xml_node* c = next_named((node)->child, (name)); (c); \
       (c) = next_named((c)->next, (name)))

// --- motors -------------------------------------------------------------------------------------

// A motor as described in the file.
typedef struct {
  const char *name, *joint;
  double gear;
  double range[2];  // of the control; equal ends: use the limit of the joint
} motor;

static bool has_actuator(mjSpec* s, const char* name) {
  return mjs_findElement(s, mjOBJ_ACTUATOR, name) != NULL;
}

// The joint of a motor; NULL after a warning when it cannot move, or after an error when it does
// not exist.
static mjsJoint* find_joint(robot_file* x, const xml_node* node, const char* name) {
  mjsElement* e = mjs_findElement(x->s, mjOBJ_JOINT, name);
  if (e) return mjs_asJoint(e);
  report_warning(x->r.report, node, NULL, "joint '%.100s' is not there or cannot move; no motor",
                 name);
  return NULL;
}

static void add_motor(robot_file* x, const xml_node* node, const motor* given) {
  const mjsJoint* joint = find_joint(x, node, given->joint);
  if (!joint || has_actuator(x->s, given->name)) return;
  mjsActuator* a = mjs_addActuator(x->s, NULL);
  if (!a) return;
  mjs_setToMotor(a);
  mjs_setName(a->element, given->name);
  mjs_setString(a->target, given->joint);
  a->trntype = mjTRN_JOINT;
  a->gear[0] = given->gear;
  const double* force = joint->actfrcrange;
  bool limited = force[0] < force[1];
  for (int k = 0; k < 2; k++) {
    a->ctrlrange[k] = limited ? force[k] / fabs(given->gear) : 0;
    if (given->range[0] < given->range[1]) a->ctrlrange[k] = given->range[k];
  }
  a->ctrllimited = a->ctrlrange[0] < a->ctrlrange[1];
  x->added++;
}

// The number in an element; 0 after an error.
static double number_in(robot_file* x, const xml_node* node) {
  const char* text = text_in(x, node);
  char* end;
  double value = strtod(text, &end);
  if (!*end && end != text && isfinite(value)) return value;
  report_error(x->r.report, node, NULL, "'%.40s' is no number", text);
  return 0;
}

// Only simple transmissions give all information that a motor needs.
static void read_transmission(robot_file* x, const xml_node* node) {
  const char* kind = child_text(x, node, "type");
  if (!*kind && xml_value(node, "type")) kind = xml_value(node, "type");
  const char* simple = "SimpleTransmission";
  size_t n = strlen(kind), m = strlen(simple);
  if (n < m || strcmp(kind + n - m, simple) != 0) {
    report_warning(x->r.report, node, NULL,
                   "a transmission of type '%.60s' is left out; a SimpleTransmission is read",
                   kind);
    return;
  }
  const xml_node* joint = urdf_needed_child(&x->r, node, "joint");
  const xml_node* actuator = urdf_needed_child(&x->r, node, "actuator");
  motor given = {.gear = 1};
  if (!joint || !actuator) return;
  given.joint = urdf_text(&x->r, joint, "name");
  given.name = urdf_text(&x->r, actuator, "name");
  const xml_node* reduction = urdf_child(&x->r, actuator, "mechanicalReduction");
  if (!reduction) reduction = urdf_child(&x->r, joint, "mechanicalReduction");
  if (reduction) given.gear = number_in(x, reduction);
  if (given.gear == 0 && !x->r.report->n) {
    report_error(x->r.report, reduction, NULL, "a reduction of 0 moves nothing");
  }
  if (given.joint && given.name && !x->r.report->n) add_motor(x, node, &given);
}

// ros2_control: a joint with an effort command interface.
static void read_control(robot_file* x, const xml_node* node) {
  FOR_CHILDREN(joint, node, "joint") {
    FOR_CHILDREN(command, joint, "command_interface") {
      const char* by = urdf_text(&x->r, command, "name");
      if (!by || strcmp(by, "effort") != 0) continue;
      motor given = {.gear = 1, .joint = urdf_text(&x->r, joint, "name")};
      given.name = given.joint;
      FOR_CHILDREN(param, command, "param") {
        const char* name = xml_value(param, "name");
        int k = name && !strcmp(name, "max");
        bool known = name && (k || !strcmp(name, "min"));
        if (known) given.range[k] = number_in(x, param);
      }
      if (given.joint && !x->r.report->n) add_motor(x, joint, &given);
    }
  }
}

// --- colours ------------------------------------------------------------------------------------

// The diffuse colours of Gazebo's predefined materials.
static const struct {
  const char* name;
  float rgb[3];
} colors[] = {
    {"Black", {0, 0, 0}},
    {"Blue", {0, 0, 1}},
    {"DarkGrey", {.175f, .175f, .175f}},
    {"FlatBlack", {.1f, .1f, .1f}},
    {"Green", {0, 1, 0}},
    {"Grey", {.7f, .7f, .7f}},
    {"Indigo", {.33f, 0, .5f}},
    {"Orange", {1, .5088f, .0468f}},
    {"Purple", {1, 0, 1}},
    {"Red", {1, 0, 0}},
    {"SkyBlue", {.13f, .44f, .7f}},
    {"Turquoise", {0, 1, 1}},
    {"White", {1, 1, 1}},
    {"Yellow", {1, 1, 0}},
};

static const float* find_color(const char* name) {
  static const char prefix[] = "Gazebo/";
  if (strncmp(name, prefix, sizeof prefix - 1) != 0) return NULL;
  name += sizeof prefix - 1;
  for (size_t i = 0; i < sizeof colors / sizeof *colors; i++) {
    if (!strcmp(name, colors[i].name)) return colors[i].rgb;
  }
  return NULL;
}

static void paint(robot_file* x, const char* link, const float rgb[3]) {
  mjsBody* body = mjs_findBody(x->s, link);
  for (mjsElement* e = mjs_firstChild(body, mjOBJ_GEOM, 0); e; e = mjs_nextChild(body, e, 0)) {
    memcpy(mjs_asGeom(e)->rgba, rgb, 3 * sizeof *rgb);
  }
  x->added++;
}

static void read_color(robot_file* x, const xml_node* node) {
  const xml_node* material = urdf_child(&x->r, node, "material");
  if (!material || !xml_find(node, "reference")) return;
  const char* name = text_in(x, material);
  const float* rgb = find_color(name);
  if (!rgb) {
    report_warning(x->r.report, material, NULL, "'%.60s' is no colour that is known", name);
    return;
  }
  const char* link = robot_file_link(x, node, "reference");
  if (link) paint(x, link, rgb);
}

static void read_all(robot_file* x, const xml_node* root) {
  for (const xml_node* c = root->child; c; c = c->next) {
    if (!strcmp(c->name, "transmission")) read_transmission(x, c);
    if (!strcmp(c->name, "ros2_control")) read_control(x, c);
    if (!strcmp(c->name, "gazebo")) read_color(x, c);
  }
}

int eng_readTransmissions(mjSpec* s, const char* filename, const mjVFS* vfs, char* error,
                          int error_sz) {
  NEED_OR(-1, s, filename);
  const robot_source from = {filename, vfs, "URDF", read_all};
  return robot_file_read(s, &from, error, error_sz);
}
