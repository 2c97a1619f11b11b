#include "spec/reference.h"

bool is_asset(mjtObj type) {
  return type == mjOBJ_MATERIAL || type == mjOBJ_MESH || type == mjOBJ_HFIELD ||
         type == mjOBJ_TEXTURE || type == mjOBJ_SKIN || type == mjOBJ_DEFAULT;
}

static bool visit(string* name, mjtObj type, reference_fn f, void* context) {
  return !name->size || type == mjOBJ_UNKNOWN || f(context, name, type);
}

static mjtObj wrap_names(mjtWrap type) {
  switch (type) {
    case mjWRAP_JOINT: return mjOBJ_JOINT;
    case mjWRAP_SITE: return mjOBJ_SITE;
    case mjWRAP_SPHERE:
    case mjWRAP_CYLINDER: return mjOBJ_GEOM;
    default: return mjOBJ_UNKNOWN;
  }
}

bool for_references(element* e, reference_fn f, void* context) {
  const element_type* t = type_of(e->base.elemtype);
  for (int k = 0; k < t->nhandle; k++) {
    const handle* h = &t->handles[k];
    if (h->names == NOTHING) continue;
    if (h->kind == CONTAINER_STRING) {
      if (!visit(handle_container(e, h), handle_names(e, h, 0), f, context)) return false;
    } else {
      string_vec* v = handle_container(e, h);
      for (int i = 0; i < v->size; i++) {
        if (!visit(&v->data[i], handle_names(e, h, i), f, context)) return false;
      }
    }
  }
  if (e->base.elemtype != mjOBJ_TENDON) return true;
  const element_list* wraps = &((spec_tendon*)e)->wraps;
  for (int i = 0; i < wraps->size; i++) {
    spec_wrap* w = (spec_wrap*)wraps->data[i];
    if (!visit(&w->target, wrap_names(w->type), f, context)) return false;
    if (!visit(&w->sidesite, mjOBJ_SITE, f, context)) return false;
  }
  return true;
}

// Whether the references that the element requires are given.
static bool references_complete(const element* e) {
  switch (e->base.elemtype) {
    case mjOBJ_PAIR: {
      const spec_pair* p = (const spec_pair*)e;
      return p->own.geomname1.size && p->own.geomname2.size;
    }
    case mjOBJ_EXCLUDE: {
      const spec_exclude* x = (const spec_exclude*)e;
      return x->own.bodyname1.size && x->own.bodyname2.size;
    }
    case mjOBJ_TENDON: return ((const spec_tendon*)e)->wraps.size > 0;
    case mjOBJ_EQUALITY: return ((const spec_equality*)e)->own.name1.size > 0;
    case mjOBJ_ACTUATOR: return ((const spec_actuator*)e)->own.target.size > 0;
    default: return true;
  }
}

static bool exists(void* s, string* name, mjtObj type) {
  return element_find(s, type, name->data) != NULL;
}

bool references_resolve(spec* s, element* e) {
  return references_complete(e) && for_references(e, exists, s);
}
