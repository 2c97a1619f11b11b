// The dimension of a sensor.
#include <limits.h>
#include <math.h>

#include "base/need.h"
#include "model/sensor_type.h"
#include "spec/spec_type.h"

// Three per mesh vertex; the number of vertices is known after compilation only.
static int tactile_dim(const element* e, const mjString* mesh) {
  const spec_mesh* found =
      e->owner ? (const spec_mesh*)element_find(e->owner, mjOBJ_MESH, string_text(mesh)) : NULL;
  return found ? 3 * found->nvert : 0;
}

// One per actuator output.
static int actuator_dim(const element* e, const mjString* actuator) {
  const element* found =
      e->owner ? element_find(e->owner, mjOBJ_ACTUATOR, string_text(actuator)) : NULL;
  return found ? actuator_output_count((const spec_actuator*)found) : 1;
}

// As many as there are pixels.
static int ray_dim(const mjsSensor* sensor) {
  int each = sensor_size(sensor->type, sensor->intprm);
  const element* e = element_of(sensor->element);
  if (sensor->objtype != mjOBJ_CAMERA || !e->owner) return each;
  const spec_camera* found =
      (const spec_camera*)element_find(e->owner, mjOBJ_CAMERA, string_text(sensor->objname));
  if (!found) return each;
  double n = floor(found->pub.resolution[0]) * floor(found->pub.resolution[1]);
  return n >= 1 && n < INT_MAX / 16 ? each * (int)n : 0;
}

int mjs_sensorDim(const mjsSensor* sensor) {
  NEED_OR(0, sensor);
  switch ((int)sensor->type) {
    case mjSENS_USER: return sensor->dim;
    case mjSENS_RANGEFINDER: return ray_dim(sensor);
    case mjSENS_TACTILE: return tactile_dim(element_of(sensor->element), sensor->objname);
    case mjSENS_ACTUATORPOS:
    case mjSENS_ACTUATORVEL:
    case mjSENS_ACTUATORFRC: return actuator_dim(element_of(sensor->element), sensor->objname);
    default: return sensor_size(sensor->type, sensor->intprm);
  }
}
