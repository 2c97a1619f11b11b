// How many numbers a sensor gives.
#include "base/need.h"
#include "model/sensor_type.h"
#include "spec/spec_type.h"

// Three for each vertex of the mesh, which only its compilation counts.
static int tactile_dim(const element* e, const mjString* mesh) {
  const spec_mesh* found =
      e->owner ? (const spec_mesh*)element_find(e->owner, mjOBJ_MESH, string_text(mesh)) : NULL;
  return found ? 3 * found->nvert : 0;
}

// One for each output.
static int actuator_dim(const element* e, const mjString* actuator) {
  const element* found =
      e->owner ? element_find(e->owner, mjOBJ_ACTUATOR, string_text(actuator)) : NULL;
  return found ? actuator_output_count((const spec_actuator*)found) : 1;
}

int mjs_sensorDim(const mjsSensor* sensor) {
  NEED_OR(0, sensor);
  switch ((int)sensor->type) {
    case mjSENS_USER: return sensor->dim;
    case mjSENS_TACTILE: return tactile_dim(element_of(sensor->element), sensor->objname);
    case mjSENS_ACTUATORPOS:
    case mjSENS_ACTUATORVEL:
    case mjSENS_ACTUATORFRC: return actuator_dim(element_of(sensor->element), sensor->objname);
    default: return sensor_size(sensor->type, sensor->intprm);
  }
}
