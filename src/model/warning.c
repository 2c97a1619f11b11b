// Warnings of a simulation: counted in mjData, and printed only the first time.
#include <stdio.h>

#include <engine/base.h>
#include <engine/model.h>

#include "base/need.h"
#include "base/platform/compiler.h"

const char* mju_warningText(int warning, size_t info) {
  static PER_THREAD char text[1000];
  switch (warning) {
    case mjWARN_INERTIA:
      snprintf(text, sizeof text,
               "Inertia matrix is too close to singular at DOF %zu. Check model.", info);
      break;
    case mjWARN_CONTACTFULL:
      snprintf(text, sizeof text,
               "The arena is full: contacts beyond the first %zu are ignored. "
               "Increase the arena memory.",
               info);
      break;
    case mjWARN_CNSTRFULL:
      snprintf(text, sizeof text,
               "The arena is too small for the constraints, which are ignored. "
               "Increase the arena memory above \"%s\" bytes.",
               mju_writeNumBytes(info));
      break;
    case mjWARN_VGEOMFULL:
      snprintf(text, sizeof text, "The buffer of visual geoms is full. Increase maxgeom above %zu.",
               info);
      break;
    case mjWARN_BADQPOS:
      snprintf(text, sizeof text,
               "NaN, Inf or huge value in QPOS at DOF %zu. The simulation is unstable.", info);
      break;
    case mjWARN_BADQVEL:
      snprintf(text, sizeof text,
               "NaN, Inf or huge value in QVEL at DOF %zu. The simulation is unstable.", info);
      break;
    case mjWARN_BADQACC:
      snprintf(text, sizeof text,
               "NaN, Inf or huge value in QACC at DOF %zu. The simulation is unstable.", info);
      break;
    case mjWARN_BADCTRL:
      snprintf(text, sizeof text,
               "NaN, Inf or huge value in CTRL at ACTUATOR %zu. The simulation is unstable.", info);
      break;
    default: snprintf(text, sizeof text, "Unknown warning %d.", warning);
  }
  return text;
}

void mj_warning(mjData* d, int warning, int info) {
  NEED(d);
  if (warning < 0 || warning >= mjNWARNING) {
    mju_error("mj_warning: there is no warning of type %d", warning);
    return;
  }
  mjWarningStat* w = d->warning + warning;
  w->lastinfo = info;
  if (w->number++ == 0) {
    mju_warning("%s Time = %.4f.", mju_warningText(warning, (size_t)info), d->time);
  }
}
