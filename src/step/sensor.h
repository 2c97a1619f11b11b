// The sensor functions named in model/sensor_type.h, by file:
//   sensor_state.c     joints, tendons, actuators, limits, energy, clock
//   sensor_frame.c     frames of objects, sensors mounted on sites, subtrees
//   sensor_geometry.c  distances, volumes, rays
//   sensor_contact.c, sensor_tactile.c
#pragma once

#include <engine/model.h>
#include <stdbool.h>

#include "model/sensor_type.h"

// Writes the value of a sensor: sensor_dim numbers.
typedef void (*sensor_function)(const mjModel* m, mjData* d, int sensor, mjtNum* value);

// At the end of a step: store sensor values in their histories.
void sensors_remember(const mjModel* m, mjData* d);

// Whether the stages show a stored value of the sensor instead of computing one, at this time.
bool sensor_is_from_history(const mjModel* m, mjData* d, int sensor);

#define DECLARED(type, element, about, stage, dim, datatype, needs, function) \
  void sensor_##function(const mjModel* m, mjData* d, int sensor, mjtNum* value);
SENSOR_TYPES(DECLARED)
#undef DECLARED

// Position and orientation of an object; "body" means its inertial frame, "xbody" its body frame.
// Either pointer may be NULL.  mju_error for types other than body, xbody, geom, site and camera.
void sensor_object_frame(const mjModel* m, const mjData* d, int objtype, int objid,
                         const mjtNum** pos, const mjtNum** mat);

// Focal lengths of a camera in pixels.
void sensor_focal_pixels(const mjModel* m, int camera, mjtNum focal[2]);

// Whether a world point is strictly inside the volume of a site.
int sensor_site_contains(const mjModel* m, const mjData* d, int site, const mjtNum point[3]);

// Whether a ray from a point intersects a site.
int sensor_site_on_ray(const mjModel* m, const mjData* d, int site, const mjtNum point[3],
                       const mjtNum along[3]);
