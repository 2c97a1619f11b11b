// Creation and deletion of specifications.
#include <stdatomic.h>
#include <string.h>

#include "base/need.h"
#include "model/defaults.h"
#include "spec/spec_life.h"
#include "spec/spec_type.h"

// Connect the handles of the public struct with their containers.
static void wire_spec(spec* s) {
  store* from = &s->store;
  s->e.base.elemtype = mjOBJ_MODEL;
  s->e.owner = s->e.origin = s;
  s->e.id = s->e.index = -1;
  s->e.name.from = from;
  s->own.comment.from = s->own.modelfiledir.from = from;
  s->own.meshdir.from = s->own.texturedir.from = from;
  for (int i = 0; i < NPLACE; i++) s->own.place[i].from = from;
  for (int i = 0; i < mjNOBJECT; i++) s->list[i].from = from;
  s->plugins.from = s->attached.from = s->pending.from = from;
  s->scratch.from = s->replica.referring.from = s->tried.from = from;
  s->pub.element = &s->e.base;
  s->pub.modelname = &s->e.name;
  s->pub.comment = &s->own.comment;
  s->pub.modelfiledir = &s->own.modelfiledir;
  s->pub.compiler.meshdir = &s->own.meshdir;
  s->pub.compiler.texturedir = &s->own.texturedir;
}

void spec_note_tried(spec* s, const char* file, const char* path) {
  // without memory the message only contains less
  if (string_vec_push(&s->tried, file)) string_vec_push(&s->tried, path);
}

const char* spec_tried(const spec* s, const char* file) {
  for (int i = 0; i + 1 < s->tried.size; i += 2) {
    if (!strcmp(string_text(s->tried.data + i), file)) return string_text(s->tried.data + i + 1);
  }
  return "";
}

spec* spec_bare(void) {
  arena* memory = arena_new();
  if (!memory) return NULL;
  spec* s = arena_alloc(memory, sizeof(spec));
  if (!s) {
    arena_delete(memory);
    return NULL;
  }
  s->store.memory = memory;
  s->references = 1;
  mjs_defaultSpec(&s->pub);
  default_extension(&s->pub.ext);
  wire_spec(s);
  s->main = default_new(s, "main", NULL);
  if (!s->main) {
    spec_release(s);
    return NULL;
  }
  s->main->e.index = 0;
  return s;
}

mjSpec* mj_makeSpec(void) {
  spec* s = spec_bare();
  if (!s) return NULL;
  s->world = (spec_body*)element_new(s, mjOBJ_BODY);
  if (!s->world || !element_rename(&s->world->e, "world") ||
      !string_set(&s->world->own.childclass, "main") || !string_set(&s->e.name, "MuJoCo Model")) {
    spec_release(s);
    return NULL;
  }
  s->world->e.index = s->world->e.id = 0;
  return &s->pub;
}

void spec_release(spec* s) {
  if (atomic_fetch_sub(&s->references, 1) > 1) return;
  mj_deleteSpec(s->tuned);
  user_values_let_go(s);
  for (int i = 0; i < s->attached.size; i++) spec_release((spec*)s->attached.data[i]);
  load_warnings_forget(&s->warnings);
  arena_delete(s->store.memory);
}

void mj_deleteSpec(mjSpec* s) {
  if (s) spec_release(spec_of(s));
}

bool spec_hold(spec* s, spec* child) {
  // not list_append: a specification may be in the lists of several others
  if (!vec_reserve((vec*)&s->attached, s->attached.size + 1, sizeof(element*))) return false;
  s->attached.data[s->attached.size++] = &child->e;
  return true;
}

bool spec_holds(const spec* s, const spec* other) {
  if (s == other) return true;
  for (int i = 0; i < s->attached.size; i++) {
    if (spec_holds((const spec*)s->attached.data[i], other)) return true;
  }
  return false;
}

int mjs_setDeepCopy(mjSpec* s, int deepcopy) {
  NEED_OR(-1, s);
  spec_of(s)->deepcopy = deepcopy != 0;
  return 0;
}
