// A specification as text, for comparison: one line per element, the tree indented.
#pragma once

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <engine/spec.h>
#include "base/text.h"
#include "spec/spec_type.h"

// A reference as it stands in the element, in brackets.
static inline void put_reference(text* t, const element* e, const handle* h) {
  const void* own = handle_container(e, h);
  if (h->kind == CONTAINER_STRING) {
    if (!string_empty(own)) text_print(t, " [%s]", string_text(own));
  } else {
    const string_vec* v = own;
    for (int i = 0; i < v->size; i++) {
      if (v->data[i].size) text_print(t, " [%s]", string_text(&v->data[i]));
    }
  }
}

static inline void put_element(text* t, const element* e, int depth) {
  text_print(t, "%*s%s %s", 2 * depth, "", element_type_name(e->base.elemtype), element_name(e));
  if (e->frame) text_print(t, " in %s#%d", element_name(&e->frame->e), e->frame->e.index);
  const element_type* type = type_of(e->base.elemtype);
  for (int k = 0; k < type->nhandle; k++) {
    if (type->handles[k].names != NOTHING) put_reference(t, e, &type->handles[k]);
  }
  if (e->base.elemtype == mjOBJ_TENDON) {
    const element_list* wraps = &((const spec_tendon*)e)->wraps;
    for (int i = 0; i < wraps->size; i++) {
      const spec_wrap* w = (const spec_wrap*)wraps->data[i];
      text_print(t, " <%s|%s>", string_text(&w->target), string_text(&w->sidesite));
    }
  }
  const mjsPlugin* p = element_plugin(e);
  if (p && p->element) text_print(t, " plugin#%d", element_of(p->element)->index);
  text_print(t, "\n");
}

static inline void put_body(text* t, spec_body* b, int depth) {
  static const mjtObj held[] = {mjOBJ_FRAME, mjOBJ_JOINT,  mjOBJ_GEOM,
                                mjOBJ_SITE,  mjOBJ_CAMERA, mjOBJ_LIGHT};
  put_element(t, &b->e, depth);
  for (int k = 0; k < 6; k++) {
    const element_list* l = body_list(b, held[k]);
    for (int i = 0; i < l->size; i++) put_element(t, l->data[i], depth + 1);
  }
  for (int i = 0; i < b->bodies.size; i++) put_body(t, (spec_body*)b->bodies.data[i], depth + 1);
}

// To be freed.
static inline char* text_of_spec(const mjSpec* m) {
  const spec* s = spec_of(m);
  text t = {0};
  put_body(&t, s->world, 0);
  for (int type = mjOBJ_FLEX; type < mjNOBJECT; type++) {
    for (int i = 0; i < s->list[type].size; i++) put_element(&t, s->list[type].data[i], 0);
  }
  for (int i = 0; i < s->pending.size; i++) {
    text_print(&t, "pending %s\n", element_name(s->pending.data[i]));
  }
  char* copy = strdup(text_string(&t));
  text_free(&t);
  return copy;
}

static inline void assert_spec(const mjSpec* s, const char* want) {
  char* got = text_of_spec(s);
  assert_string_equal(got, want);
  free(got);
}

// The names of the elements a type has in the order of traversal, separated by blanks.
static inline void names_of(char* to, size_t n, mjSpec* s, mjtObj type) {
  to[0] = 0;
  for (mjsElement* e = mjs_firstElement(s, type); e; e = mjs_nextElement(s, e)) {
    size_t at = strlen(to);
    snprintf(to + at, n - at, "%s ", mjs_getString(mjs_getName(e)));
  }
}

static inline void assert_names(mjSpec* s, mjtObj type, const char* want) {
  char got[1000];
  names_of(got, sizeof got, s, type);
  assert_string_equal(got, want);
}

static inline mjsBody* new_body(mjsBody* parent, const char* name) {
  mjsBody* b = mjs_addBody(parent, NULL);
  mjs_setName(b->element, name);
  return b;
}

static inline mjsJoint* new_joint(mjsBody* body, const char* name) {
  mjsJoint* j = mjs_addJoint(body, NULL);
  mjs_setName(j->element, name);
  return j;
}

static inline mjsGeom* new_geom(mjsBody* body, const char* name) {
  mjsGeom* g = mjs_addGeom(body, NULL);
  mjs_setName(g->element, name);
  g->size[0] = 0.1;
  return g;
}

static inline mjsSite* new_site(mjsBody* body, const char* name) {
  mjsSite* s = mjs_addSite(body, NULL);
  mjs_setName(s->element, name);
  return s;
}

static inline mjsFrame* new_frame(mjsBody* body, mjsFrame* around, const char* name) {
  mjsFrame* f = mjs_addFrame(body, around);
  mjs_setName(f->element, name);
  return f;
}

static inline mjsActuator* new_motor(mjSpec* s, const char* name, const char* joint) {
  mjsActuator* a = mjs_addActuator(s, NULL);
  mjs_setName(a->element, name);
  a->trntype = mjTRN_JOINT;
  mjs_setString(a->target, joint);
  return a;
}

static inline mjsSensor* new_sensor(mjSpec* s, const char* name, mjtSensor type, mjtObj objtype,
                                    const char* object) {
  mjsSensor* x = mjs_addSensor(s);
  mjs_setName(x->element, name);
  x->type = type;
  x->objtype = objtype;
  mjs_setString(x->objname, object);
  return x;
}

static inline mjsExclude* new_exclude(mjSpec* s, const char* name, const char* b1, const char* b2) {
  mjsExclude* x = mjs_addExclude(s);
  mjs_setName(x->element, name);
  mjs_setString(x->bodyname1, b1);
  mjs_setString(x->bodyname2, b2);
  return x;
}

static inline mjsBody* world_of(mjSpec* s) { return mjs_findBody(s, "world"); }
