#include "mjcf/schema.h"

#include <string.h>
#include "mjcf/read.h"
#include "mjcf/rows.h"
#include "mjcf/sections.h"

static const attribute_row default_rows[] = {{.name = "class", .kind = KIND_TEXT}};
static const attribute_group default_group = {default_rows, 1, false};

static const element_row schema_default;

static const element_row* const default_children[] = {
    &schema_default_mesh,        &schema_default_material, &schema_default_joint,
    &schema_default_geom,        &schema_default_site,     &schema_default_camera,
    &schema_default_light,       &schema_default_pair,     &schema_default_equality,
    &schema_default_tendon,      &schema_default_general,  &schema_default_motor,
    &schema_default_position,    &schema_default_velocity, &schema_default_intvelocity,
    &schema_default_damper,      &schema_default_cylinder, &schema_default_muscle,
    &schema_default_adhesion,    &schema_default_pid,      &schema_default_dcmotor,
    &schema_default_orientation, &schema_default,          NULL};

static const element_row schema_default = {.name = "default",
                                           .cardinality = 'R',
                                           .group = {&default_group},
                                           .child = default_children,
                                           .read = read_default};

#define STRUCT mjSpec
GROUP(root_group, TEXT(model, modelname, "MuJoCo Model", 0))

static const element_row* const root_children[] = {
    &schema_compiler,  &schema_option,     &schema_size,
    &schema_visual,    &schema_statistic,  &schema_default,
    &schema_extension, &schema_custom,     &schema_asset,
    &schema_worldbody, &schema_deformable, &schema_contact,
    &schema_equality,  &schema_tendon,     &schema_actuator,
    &schema_sensor,    &schema_keyframe,   NULL};

const element_row schema_root = {
    .name = "mujoco", .cardinality = '!', .group = {&root_group}, .child = root_children};

const element_row* const schema_sections[] = {
    &schema_compiler,  &schema_option,     &schema_size,
    &schema_visual,    &schema_statistic,  &schema_default,
    &schema_extension, &schema_custom,     &schema_asset,
    &schema_contact,   &schema_deformable, &schema_equality,
    &schema_tendon,    &schema_actuator,   &schema_sensor,
    &schema_keyframe,  &schema_worldbody,  NULL};

bool schema_is_default(const element_row* e) { return e->read == read_default_member; }

// The row of an attribute, whether or not <default> may set it.
static const attribute_row* find_row(const element_row* e, const char* name,
                                     const attribute_group** group) {
  for (int g = 0; g < MAX_GROUPS && e->group[g]; g++) {
    const attribute_row* row = e->group[g]->row;
    for (int i = 0; i < e->group[g]->n; i++, row++) {
      if (row->name[0] != name[0] || strcmp(row->name, name) != 0) continue;
      if (group) *group = e->group[g];
      return row;
    }
  }
  return NULL;
}

const attribute_row* schema_attribute(const element_row* e, const char* name,
                                      const attribute_group** group) {
  const attribute_row* row = find_row(e, name, group);
  bool hidden = row && schema_is_default(e) && !(row->flags & IN_DEFAULT);
  return hidden ? NULL : row;
}

bool schema_forbids(const element_row* e, const char* name) {
  return find_row(e, name, NULL) && !schema_attribute(e, name, NULL);
}

const element_row* schema_child(const element_row* e, const char* name) {
  for (const element_row* const* c = e->child; c && *c; c++) {
    if ((*c)->name[0] == name[0] && strcmp((*c)->name, name) == 0) return *c;
  }
  return NULL;
}

const char* schema_default_text(const attribute_row* row, char text[100]) {
  const char* from = row->fallback;
  if (!from) return "";
  if (row->words && keyword_value(row->words, from, -1) < 0) {
    for (int i = 0; i < row->words->n; i++) {
      if (row->words->row[i].value == (int)row->value) return row->words->row[i].word;
    }
    return "";
  }
  if (row->kind != KIND_REAL && row->kind != KIND_INT) return row->store == STORE_INT ? "" : from;
  // numbers; if there are several, those in parentheses; nan is no default
  from += *from == '(';
  if (!strchr("-.0123456789", *from)) return "";
  int n = 0;
  for (; *from && *from != ')' && n < 99; from++) {
    if (*from != ',') text[n++] = *from;
  }
  text[n] = 0;
  return text;
}

int schema_attribute_names(const element_row* e, const char** name, int max) {
  bool defaults = schema_is_default(e);
  int n = 0;
  for (int g = 0; g < MAX_GROUPS && e->group[g]; g++) {
    for (int i = 0; i < e->group[g]->n && n < max; i++) {
      const attribute_row* row = e->group[g]->row + i;
      if (!defaults || (row->flags & IN_DEFAULT)) name[n++] = row->name;
    }
  }
  return n;
}

int schema_child_names(const element_row* e, const char** name, int max) {
  int n = 0;
  for (const element_row* const* c = e->child; c && *c && n < max; c++) name[n++] = (*c)->name;
  return n;
}

typedef bool (*element_test)(const element_row* e, const char* name);

static bool has_attribute(const element_row* e, const char* name) {
  return schema_attribute(e, name, NULL) != NULL;
}

static bool has_child(const element_row* e, const char* name) {
  return schema_child(e, name) != NULL;
}

static int add_name(const char* candidate, const char** name, int n, int max) {
  for (int i = 0; i < n; i++) {
    if (strcmp(name[i], candidate) == 0) return n;
  }
  if (n < max) name[n++] = candidate;
  return n;
}

// Collect the names of all elements from e on that pass the test.  Recursive elements contain the
// same as their parent and are not descended into.
static int collect(const element_row* e, element_test test, const char* wanted, const char** name,
                   int n, int max) {
  if (test(e, wanted)) n = add_name(e->name, name, n, max);
  for (const element_row* const* c = e->child; c && *c; c++) {
    bool descend = (*c)->cardinality != 'R' || e == &schema_root;
    if (descend) n = collect(*c, test, wanted, name, n, max);
    if (!descend && test(*c, wanted)) n = add_name((*c)->name, name, n, max);
  }
  return n;
}

int schema_owners(const char* attribute, const char** name, int max) {
  return collect(&schema_root, has_attribute, attribute, name, 0, max);
}

int schema_parents(const char* child, const char** name, int max) {
  return collect(&schema_root, has_child, child, name, 0, max);
}
