// User values of elements: pointers stored under keys.
#include <string.h>

#include "spec/element.h"

struct user_value {
  user_value* next;
  user_value* before;  // previous one made in the same specification, for any element
  const void* data;
  void (*cleanup)(const void* data);  // NULL: none
  char key[];
};

// The link to the value of a key, or the last link.
static user_value** find(element* e, const char* key) {
  user_value** link = &e->user;
  while (*link && strcmp((*link)->key, key)) link = &(*link)->next;
  return link;
}

// Call the cleanup function of a value.
static void let_go(user_value* v) {
  void (*cleanup)(const void*) = v->cleanup;
  v->cleanup = NULL;
  if (cleanup) cleanup(v->data);
}

void user_values_let_go(spec* s) {
  for (user_value* v = s->values; v; v = v->before) let_go(v);
  s->values = NULL;
}

void mjs_setUserValueWithCleanup(mjsElement* element_, const char* key, const void* data,
                                 void (*cleanup)(const void*)) {
  if (!element_ || !key) return;
  element* e = element_of(element_);
  user_value** link = find(e, key);
  if (!*link) {
    size_t n = strlen(key) + 1;
    user_value* v = store_alloc(&e->origin->store, sizeof(user_value) + n);
    if (!v) {
      if (cleanup) cleanup(data);  // it could not be stored
      return;
    }
    memcpy(v->key, key, n);
    v->before = e->origin->values;
    e->origin->values = v;
    *link = v;
  }
  if ((*link)->data != data) let_go(*link);
  (*link)->data = data;
  (*link)->cleanup = cleanup;
}

void mjs_setUserValue(mjsElement* element_, const char* key, const void* data) {
  mjs_setUserValueWithCleanup(element_, key, data, NULL);
}

const void* mjs_getUserValue(mjsElement* element_, const char* key) {
  if (!element_ || !key) return NULL;
  const user_value* v = *find(element_of(element_), key);
  return v ? v->data : NULL;
}

void mjs_deleteUserValue(mjsElement* element_, const char* key) {
  if (!element_ || !key) return;
  user_value** link = find(element_of(element_), key);
  if (!*link) return;
  let_go(*link);
  *link = (*link)->next;
}
