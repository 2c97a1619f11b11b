// What users keep with elements: pointers under keys.
#include <string.h>

#include "spec/element.h"

struct user_value {
  user_value* next;
  const void* data;
  char key[];
};

// The link that leads to the value of a key, or the one at the end.
static user_value** find(element* e, const char* key) {
  user_value** link = &e->user;
  while (*link && strcmp((*link)->key, key)) link = &(*link)->next;
  return link;
}

void mjs_setUserValue(mjsElement* element_, const char* key, const void* data) {
  if (!element_ || !key) return;
  element* e = element_of(element_);
  user_value** link = find(e, key);
  if (!*link) {
    size_t n = strlen(key) + 1;
    user_value* v = store_alloc(&e->origin->store, sizeof(user_value) + n);
    if (!v) return;
    memcpy(v->key, key, n);
    *link = v;
  }
  (*link)->data = data;
}

const void* mjs_getUserValue(mjsElement* element_, const char* key) {
  if (!element_ || !key) return NULL;
  const user_value* v = *find(element_of(element_), key);
  return v ? v->data : NULL;
}

void mjs_deleteUserValue(mjsElement* element_, const char* key) {
  if (!element_ || !key) return;
  user_value** link = find(element_of(element_), key);
  if (*link) *link = (*link)->next;
}
