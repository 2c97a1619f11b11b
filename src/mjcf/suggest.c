#include "mjcf/suggest.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "base/text.h"
#include "mjcf/sections.h"

#define LIST_SIZE  300  // for the names listed in a message
#define MAX_OWNERS 8

// The candidate that was probably meant; one that differs only in case is preferred.
static const char* nearest(const char* name, const char* const* candidate, int n) {
  for (int i = 0; i < n; i++) {
    if (strcasecmp(name, candidate[i]) == 0) return candidate[i];
  }
  return text_nearest(name, candidate, n);
}

// "a, b, c", as many as fit; "" when there are no names.
static const char* list_names(const char* const* name, int n, char* list, size_t size) {
  size_t used = 0;
  list[0] = 0;
  for (int i = 0; i < n && used < size; i++) {
    if (!*name[i]) continue;
    used += (size_t)snprintf(list + used, size - used, "%s%s", used ? ", " : "", name[i]);
  }
  if (used >= size) memcpy(list + size - 4, "...", 4);
  return list;
}

void report_unknown(reader* r, const xml_node* node, const xml_attribute* a, const char* what,
                    const char* name, word_list candidates) {
  if (report_full(r->report)) return;
  const char* near = nearest(name, candidates.word, candidates.n);
  char list[LIST_SIZE];
  if (near) {
    report_error(r->report, node, a, "%s: '%.60s'; did you mean '%s'?", what, name, near);
  } else if (*list_names(candidates.word, candidates.n, list, sizeof list)) {
    report_error(r->report, node, a, "%s: '%.60s'; expected %s%s", what, name,
                 strchr(list, ',') ? "one of " : "", list);
  } else {
    report_error(r->report, node, a, "%s: '%.60s'", what, name);
  }
}

void report_missing(reader* r, const xml_node* node, const char* attribute, const char* const* word,
                    int n) {
  char list[LIST_SIZE];
  report_error(r->report, node, NULL, "required attribute missing: '%s'; expected one of %s",
               attribute, list_names(word, n, list, sizeof list));
}

// Report a name that is valid in other elements; owners: these elements.
static void report_misplaced(reader* r, const xml_node* node, const xml_attribute* a,
                             const char* what, const char* name, word_list owners) {
  char list[LIST_SIZE];
  report_error(r->report, node, a, "%s: '%.60s'; it belongs to %s", what, name,
               list_names(owners.word, owners.n, list, sizeof list));
}

// Elements and attributes of newer format versions that the schema does not have.
static const struct {
  const char *parent, *name;  // parent NULL: any
  const char* version;
} newer[] = {
    {"flag", "ipc", "3.14"},
};

const char* newer_version(const char* parent, const char* name) {
  for (size_t i = 0; i < sizeof newer / sizeof *newer; i++) {
    if (newer[i].parent && strcmp(newer[i].parent, parent)) continue;
    if (!strcmp(newer[i].name, name)) return newer[i].version;
  }
  return NULL;
}

void report_unknown_child(reader* r, const xml_node* parent, const xml_node* node,
                          const element_row* row) {
  if (report_full(r->report)) return;
  const char* version = newer_version(parent->name, node->name);
  if (version) {
    report_error(r->report, node, NULL, "needs %s: '%s' is newer than what is read here", version,
                 node->name);
    return;
  }
  const char* name[MAX_NAMES + 1];
  char what[120];
  if (!strcmp(parent->name, "mujoco") && schema_child(&schema_worldbody, node->name)) {
    report_error(r->report, node, NULL,
                 "a %s cannot stand in 'mujoco' itself; put it into <worldbody>", node->name);
    return;
  }
  snprintf(what, sizeof what, "unrecognized element in '%.80s'", parent->name);
  int n = schema_child_names(row, name, MAX_NAMES);
  name[n] = "include";  // may stand anywhere
  if (nearest(node->name, name, n + 1)) {
    report_unknown(r, node, NULL, what, node->name, (word_list){name, n + 1});
    return;
  }
  const char* owner[MAX_OWNERS];
  int nowner = schema_parents(node->name, owner, MAX_OWNERS);
  if (nowner) {
    report_misplaced(r, node, NULL, what, node->name, (word_list){owner, nowner});
  } else if (n) {
    report_unknown(r, node, NULL, what, node->name, (word_list){name, n});
  } else {
    report_error(r->report, node, NULL, "unrecognized element; '%s' takes no elements",
                 parent->name);
  }
}

const char* report_unknown_attribute(reader* r, const xml_node* node, const xml_attribute* a,
                                     const element_row* row) {
  if (report_full(r->report)) return NULL;
  const char* version = newer_version(node->name, a->name);
  if (version) {
    report_error(r->report, node, a, "needs %s: attribute '%s' is newer than what is read here",
                 version, a->name);
    return NULL;
  }
  static const char what[] = "unrecognized attribute";
  const char* name[MAX_NAMES];
  int n = schema_attribute_names(row, name, MAX_NAMES);
  const char* near = nearest(a->name, name, n);
  if (near) {
    report_unknown(r, node, a, what, a->name, (word_list){name, n});
    return near;
  }
  const char* owner[MAX_OWNERS];
  int nowner = schema_owners(a->name, owner, MAX_OWNERS);
  if (schema_is_default(row) && schema_forbids(row, a->name)) {
    report_error(r->report, node, a, "%s: '%s'; a default class cannot set it", what, a->name);
  } else if (nowner && nowner < MAX_OWNERS) {
    report_misplaced(r, node, a, what, a->name, (word_list){owner, nowner});
  } else if (n) {
    report_unknown(r, node, a, what, a->name, (word_list){name, n});
  } else {
    report_error(r->report, node, a, "%s: '%s'; this element has none", what, a->name);
  }
  return NULL;
}
