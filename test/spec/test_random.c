// Random editing of several specifications: after every step each is consistent in itself, and a
// copy says the same as the original.
#include "spec_text.h"

static unsigned seed_now;

// A number below n.
static unsigned draw(unsigned n) {
  seed_now = seed_now * 1664525u + 1013904223u;
  return (seed_now >> 8) % n;
}

static void check_list(const spec* s, const element_list* l, const spec_body* parent, mjtObj type) {
  for (int i = 0; i < l->size; i++) {
    const element* e = l->data[i];
    assert_int_equal(e->index, i);
    assert_ptr_equal(e->owner, s);
    assert_ptr_equal(e->parent, parent);
    assert_int_equal(e->base.elemtype, type);
    assert_null(e->twin);
    if (e->frame) {
      assert_ptr_equal(e->frame->e.parent, parent);
      assert_ptr_equal(e->frame->e.owner, s);
    }
    const element* found = e->name.size ? element_find((spec*)s, type, e->name.data) : NULL;
    assert_true(!e->name.size || found);
    if (!found) continue;
    assert_string_equal(element_name(found), element_name(e));
    assert_ptr_equal(found->owner, s);
  }
}

static void check(mjSpec* m) {
  static const mjtObj held[] = {mjOBJ_BODY, mjOBJ_FRAME, mjOBJ_JOINT, mjOBJ_GEOM, mjOBJ_SITE};
  spec* s = spec_of(m);
  assert_false(s->store.failed);
  FOR_BODIES(b, s->world) {
    for (int k = 0; k < 5; k++) check_list(s, body_list(b, held[k]), b, held[k]);
  }
  for (int type = mjOBJ_FLEX; type < mjNOBJECT; type++) {
    check_list(s, &s->list[type], NULL, (mjtObj)type);
  }
  for (int i = 0; i < s->pending.size; i++) {
    assert_ptr_equal(s->pending.data[i]->owner, s);
    assert_non_null(((spec_key*)s->pending.data[i])->record);
  }
  mjSpec* copy = mj_copySpec(m);
  assert_non_null(copy);
  char* text = text_of_spec(m);
  assert_spec(copy, text);
  free(text);
  mj_deleteSpec(copy);
}

// A random element of a type; NULL when there is none.
static mjsElement* pick(mjSpec* s, mjtObj type) {
  int n = 0;
  mjsElement* found = NULL;
  for (mjsElement* e = mjs_firstElement(s, type); e; e = mjs_nextElement(s, e)) {
    if (draw((unsigned)++n) == 0) found = e;
  }
  return found;
}

static const char* fresh_name(void) {
  static char name[20];
  snprintf(name, sizeof name, "n%u", draw(60));
  return name;
}

static const char* some_name(mjSpec* s, mjtObj type) {
  mjsElement* e = pick(s, type);
  return e ? mjs_getString(mjs_getName(e)) : "nothing";
}

static void grow(mjSpec* s) {
  mjsBody* b = mjs_asBody(pick(s, mjOBJ_BODY));
  mjsElement* e = NULL;
  switch (draw(9)) {
    case 0:
    case 1: e = mjs_addBody(b, NULL)->element; break;
    case 2: e = mjs_addGeom(b, NULL)->element; break;
    case 3: e = mjs_addJoint(b, NULL)->element; break;
    case 4: e = mjs_addSite(b, NULL)->element; break;
    case 5: {
      mjsElement* around = mjs_firstChild(b, mjOBJ_FRAME, 0);
      e = mjs_addFrame(b, draw(2) ? mjs_asFrame(around) : NULL)->element;
      break;
    }
    case 6: {
      new_exclude(s, fresh_name(), some_name(s, mjOBJ_BODY), some_name(s, mjOBJ_BODY));
      return;
    }
    case 7: {
      mjsTendon* t = mjs_addTendon(s, NULL);
      mjs_setName(t->element, fresh_name());
      mjs_wrapJoint(t, some_name(s, mjOBJ_JOINT), 1);
      mjs_wrapJoint(t, some_name(s, mjOBJ_JOINT), 1);
      return;
    }
    default: new_motor(s, fresh_name(), some_name(s, mjOBJ_JOINT)); return;
  }
  mjs_setName(e, fresh_name());
  mjsElement* frame = mjs_firstChild(b, mjOBJ_FRAME, 0);
  if (frame && draw(2)) mjs_setFrame(e, mjs_asFrame(frame));
}

static void shrink(mjSpec* s) {
  static const mjtObj types[] = {mjOBJ_BODY,   mjOBJ_FRAME,   mjOBJ_JOINT,
                                 mjOBJ_TENDON, mjOBJ_EXCLUDE, mjOBJ_GEOM};
  mjsElement* e = pick(s, types[draw(6)]);
  if (e) mjs_delete(s, e);
}

static void key(mjSpec* s) {
  if (spec_of(s)->list[mjOBJ_KEY].size > 3) return;
  int n = 0;
  double values[5000] = {0};
  for (element* e = element_first(spec_of(s), mjOBJ_JOINT); e; e = element_next(e)) n++;
  mjsKey* k = mjs_addKey(s);
  mjs_setName(k->element, fresh_name());
  mjs_setDouble(k->qpos, values, (int)draw((unsigned)n + 1));
}

static int size_of(mjSpec* s) {
  int n = 0;
  for (mjsElement* e = mjs_firstElement(s, mjOBJ_BODY); e; e = mjs_nextElement(s, e)) n++;
  return n;
}

// Copies from one to another or within one; a taken child is replaced by a new specification.
static void join(mjSpec** to, mjSpec** from) {
  if (size_of(*to) + size_of(*from) > 60) return;
  static const mjtObj parents[] = {mjOBJ_FRAME, mjOBJ_BODY, mjOBJ_SITE};
  mjsElement* parent = pick(*to, parents[draw(3)]);
  unsigned kind = draw(3);
  mjsElement* child = kind == 0   ? pick(*from, mjOBJ_BODY)
                      : kind == 1 ? pick(*from, mjOBJ_FRAME)
                                  : (*from)->element;
  if (!parent || !child) return;
  bool deep = draw(3) > 0;
  mjs_setDeepCopy(*to, deep);
  char suffix[20];
  snprintf(suffix, sizeof suffix, "_%u", draw(1000));
  mjs_attach(parent, child, "", suffix);
  if (deep || to == from) return;
  mj_deleteSpec(*from);
  *from = mj_makeSpec();
}

static void editing_keeps_specifications_whole(void** state) {
  (void)state;
  for (unsigned seed = 1; seed <= 25; seed++) {
    seed_now = seed * 2654435761u;
    mjSpec* s[3] = {mj_makeSpec(), mj_makeSpec(), mj_makeSpec()};
    for (int step = 0; step < 200; step++) {
      unsigned i = draw(3), j = draw(3);
      switch (draw(12)) {
        case 0: shrink(s[i]); break;
        case 1: join(&s[i], &s[j]); break;
        case 2: key(s[i]); break;
        case 3: {
          mjsBody* b = mjs_asBody(pick(s[i], mjOBJ_BODY));
          if (b) mjs_bodyToFrame(&b);
          break;
        }
        case 4: {
          mjsElement* e = pick(s[i], mjOBJ_SITE);
          if (e) mjs_setName(e, fresh_name());
          break;
        }
        default: grow(s[i]); break;
      }
      for (int k = 0; k < 3; k++) check(s[k]);
    }
    for (int k = 0; k < 3; k++) mj_deleteSpec(s[k]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(editing_keeps_specifications_whole)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
