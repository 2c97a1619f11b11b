#include "mjcf/urdf_value.h"

#include <string.h>
#include <engine/math.h>
#include "math/quat.h"
#include "math/vec3.h"
#include "mjcf/attributes.h"

const xml_node* urdf_child(reader* r, const xml_node* node, const char* name) {
  const xml_node* found = NULL;
  for (const xml_node* c = node->child; c; c = c->next) {
    if (strcmp(c->name, name) != 0) continue;
    if (found) {
      report_error(r->report, c, NULL, "repeated element: '%s'; keep one in '%s'", name,
                   node->name);
      return NULL;
    }
    found = c;
  }
  return found;
}

const xml_node* urdf_needed_child(reader* r, const xml_node* node, const char* name) {
  int errors = r->report->n;
  const xml_node* child = urdf_child(r, node, name);
  if (!child && r->report->n == errors) {
    report_error(r->report, node, NULL, "missing element: '%s'; put one into '%s'", name,
                 node->name);
  }
  return child;
}

static const xml_attribute* needed_attribute(reader* r, const xml_node* node, const char* name) {
  const xml_attribute* a = xml_find(node, name);
  if (!a) {
    report_error(r->report, node, NULL, "required attribute missing: '%s'; '%s' needs it", name,
                 node->name);
  }
  return a;
}

const char* urdf_text(reader* r, const xml_node* node, const char* name) {
  const xml_attribute* a = needed_attribute(r, node, name);
  return a ? a->value : NULL;
}

static bool read_numbers(reader* r, const xml_node* node, const xml_attribute* a, int n,
                         double* value) {
  const attribute_row row = {.name = a->name, .kind = KIND_REAL, .min = n, .max = n};
  int given;
  const double* number = attribute_numbers(r, node, a, &row, NUMBER_DOUBLE, &given);
  if (number) memcpy(value, number, (size_t)n * sizeof *value);
  return number != NULL;
}

bool urdf_numbers(reader* r, const xml_node* node, const char* name, int n, double* value) {
  const xml_attribute* a = xml_find(node, name);
  return a && !number_blank(a->value) && read_numbers(r, node, a, n, value);
}

bool urdf_needed_numbers(reader* r, const xml_node* node, const char* name, int n, double* value) {
  const xml_attribute* a = needed_attribute(r, node, name);
  return a && read_numbers(r, node, a, n, value);
}

// The angles are rotations about fixed axes x, y, z in this order, whatever the compiler's
// eulerseq.
void urdf_origin(reader* r, const xml_node* node, double pos[3], double quat[4]) {
  double angle[3] = {0};
  vec3_set(pos, 0, 0, 0);
  const xml_node* origin = urdf_child(r, node, "origin");
  if (origin) {
    urdf_numbers(r, origin, "xyz", 3, pos);
    urdf_numbers(r, origin, "rpy", 3, angle);
  }
  mju_euler2Quat(quat, angle, "XYZ");
}
