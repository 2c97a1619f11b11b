// What newer versions know of a specification and of its elements.
#include <engine/extension.h>

#include "base/need.h"
#include "spec/element.h"

// The first level with multiccd switched on unless the flag says otherwise.
#define LEVEL_MULTICCD 3008

int eng_setLevel(mjSpec* s, int level) {
  NEED_OR(-1, s);
  if (level < engLEVEL_BASE || level > engLEVEL_NEWEST) {
    spec_error(spec_of(s), NULL, "there is no level %d.%d; expected 3.3 to %d.%d", level / 1000,
               level % 1000, engLEVEL_NEWEST / 1000, engLEVEL_NEWEST % 1000);
    return -1;
  }
  s->ext.level = level;
  s->ext.levelbits = eng_levelBits(level);
  bool said = s->authored.enableflags & mjENBL_MULTICCD;
  if (level >= LEVEL_MULTICCD && !said) s->option.enableflags |= mjENBL_MULTICCD;
  return 0;
}

#define ACCESS(Type, type)                       \
  engs##Type* eng_##type(mjs##Type* type) {      \
    NEED_OR(NULL, type);                         \
    return &((spec_##type*)type->element)->more; \
  }
ACCESS(Body, body)
ACCESS(Geom, geom)
ACCESS(Mesh, mesh)
ACCESS(Pair, pair)
ACCESS(Joint, joint)
ACCESS(Tendon, tendon)
ACCESS(Actuator, actuator)
ACCESS(Sensor, sensor)
ACCESS(Camera, camera)
