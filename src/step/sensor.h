// The functions of sensors, one for each row of model/sensor_type.h that names one: by file
//   sensor_state.c     joints, tendons, actuators, limits, energy, clock
//   sensor_frame.c     frames of objects, what is mounted on sites, subtrees
//   sensor_geometry.c  distances, volumes, rays
//   sensor_contact.c, sensor_tactile.c
#pragma once

#include <engine/model.h>

#include "model/sensor_type.h"

// Write the value of a sensor: sensor_dim numbers.
typedef void (*sensor_function)(const mjModel* m, mjData* d, int sensor, mjtNum* value);

// At the end of a step: values that are kept go to their histories.
void sensors_remember(const mjModel* m, mjData* d);

#define DECLARED(type, element, about, stage, dim, datatype, needs, function) \
  void sensor_##function(const mjModel* m, mjData* d, int sensor, mjtNum* value);
SENSOR_TYPES(DECLARED)
#undef DECLARED

// Where an object is and how it is turned: body is its inertial frame, xbody its own.  Either
// pointer may be NULL.  Other than body, xbody, geom, site and camera is an mju_error.
void sensor_object_frame(const mjModel* m, const mjData* d, int objtype, int objid,
                         const mjtNum** pos, const mjtNum** mat);

// Focal lengths of a camera in pixels.
void sensor_focal_pixels(const mjModel* m, int camera, mjtNum focal[2]);

// Is a world point strictly inside the volume of a site?
int sensor_site_contains(const mjModel* m, const mjData* d, int site, const mjtNum point[3]);

// Does a ray from a point meet a site?
int sensor_site_on_ray(const mjModel* m, const mjData* d, int site, const mjtNum point[3],
                       const mjtNum along[3]);
