// Data of newer versions in specifications and elements.
#include <engine/base.h>
#include <engine/extension.h>

#include "base/need.h"
#include "spec/element.h"

// The first level with multiccd enabled by default.
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
ACCESS(Site, site)
ACCESS(Light, light)
ACCESS(Flex, flex)

// --- where an element comes from ----------------------------------------------------------------

mjsCompiler* mjs_getCompiler(const mjsElement* e) {
  NEED_OR(NULL, e);
  return &element_of((mjsElement*)e)->origin->pub.compiler;
}

mjSpec* mjs_getOriginSpec(const mjsElement* e) {
  NEED_OR(NULL, e);
  return &element_of((mjsElement*)e)->origin->pub;
}

// --- paths of tendons ---------------------------------------------------------------------------

static const spec_wrap* wrap_of(const mjsWrap* wrap) {
  return (const spec_wrap*)(const void*)wrap->element;
}

static spec* spec_of_wrap(const spec_wrap* w) { return w->e.owner ? w->e.owner : w->e.origin; }

int mjs_getWrapNum(const mjsTendon* tendon) {
  NEED_OR(0, tendon);
  return ((const spec_tendon*)(const void*)tendon->element)->wraps.size;
}

mjsWrap* mjs_getWrap(const mjsTendon* tendon, int i) {
  NEED_OR(NULL, tendon);
  const element_list* wraps = &((const spec_tendon*)(const void*)tendon->element)->wraps;
  if (i < 0 || i >= wraps->size) {
    mju_error("mjs_getWrap: the tendon has no item %d; there are %d", i, wraps->size);
    return NULL;
  }
  return &((spec_wrap*)(void*)wraps->data[i])->pub;
}

mjtWrap eng_wrapType(const mjsWrap* wrap) {
  NEED_OR(mjWRAP_NONE, wrap);
  return wrap_of(wrap)->type;
}

mjsElement* mjs_getWrapTarget(const mjsWrap* wrap) {
  NEED_OR(NULL, wrap);
  const spec_wrap* w = wrap_of(wrap);
  mjtObj type = w->type == mjWRAP_JOINT    ? mjOBJ_JOINT
                : w->type == mjWRAP_SITE   ? mjOBJ_SITE
                : w->type == mjWRAP_PULLEY ? mjOBJ_UNKNOWN
                                           : mjOBJ_GEOM;
  if (type == mjOBJ_UNKNOWN) return NULL;
  element* e = element_find(spec_of_wrap(w), type, string_text(&w->target));
  return e ? &e->base : NULL;
}

mjsSite* mjs_getWrapSideSite(const mjsWrap* wrap) {
  NEED_OR(NULL, wrap);
  const spec_wrap* w = wrap_of(wrap);
  element* e = element_find(spec_of_wrap(w), mjOBJ_SITE, string_text(&w->sidesite));
  return e ? &((spec_site*)(void*)e)->pub : NULL;
}

double mjs_getWrapCoef(const mjsWrap* wrap) {
  NEED_OR(0, wrap);
  return wrap_of(wrap)->type == mjWRAP_JOINT ? wrap_of(wrap)->prm : 0;
}

double mjs_getWrapDivisor(const mjsWrap* wrap) {
  NEED_OR(0, wrap);
  return wrap_of(wrap)->type == mjWRAP_PULLEY ? wrap_of(wrap)->prm : 0;
}

const double* mjs_getTimer(mjSpec* s) {
  NEED_OR(NULL, s);
  return spec_of(s)->timer;
}
