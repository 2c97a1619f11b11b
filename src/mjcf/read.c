#include "mjcf/read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "mjcf/attributes.h"
#include "mjcf/suggest.h"
#include "spec/default_class.h"
#include "spec/element.h"

// ------------------------------------------------------------------------------------ elements

void* make_parent(reader* r, const xml_node* node, const element_row* row, const scope* s,
                  const mjsDefault* def) {
  (void)r, (void)node, (void)row, (void)def;
  return s->parent;
}

// The constant parts of place texts for a file, stored in the specification.
static const place_words* words_of(reader* r, const xml_file* file) {
  for (place_entry* p = r->places; p; p = p->next) {
    if (p->file == file) return p->words;
  }
  char behind[500];
  report_includers(file, behind, sizeof behind);
  arena* memory = spec_of(r->spec)->store.memory;
  place_entry* p = arena_alloc(r->memory, sizeof *p);
  place_words* words = arena_alloc(memory, sizeof *words);
  if (!p || !words) return NULL;
  words->before = arena_strndup(memory, file->name, strlen(file->name));
  words->behind = arena_strndup(memory, behind, strlen(behind));
  if (!words->before || !words->behind) return NULL;
  *p = (place_entry){file, words, r->places};
  r->places = p;
  return words;
}

void read_info(reader* r, const xml_node* node, mjString* info) {
  const place_words* words = words_of(r, node->file);
  if (words) string_place(info, words, node->place.line, node->place.column);
}

int count_given(const xml_node* node, const char* const* name) {
  int n = 0;
  for (; *name; name++) n += xml_find(node, *name) != NULL;
  return n;
}

const xml_attribute* numbers_given(const xml_node* node, const char* name) {
  const xml_attribute* a = xml_find(node, name);
  return a && !number_blank(a->value) ? a : NULL;
}

const char* spec_fault(reader* r) {
  int n;
  const char* said = spec_said(spec_of(r->spec), &n);
  const char* fault = arena_strndup(r->memory, said, (size_t)n);
  return fault ? fault : "";
}

const mjsDefault* read_class(reader* r, const xml_node* node, const char* attribute,
                             const mjsDefault* fallback) {
  const xml_attribute* a = xml_find(node, attribute);
  if (!a) return fallback;
  const mjsDefault* def = class_find(r->spec, a->value);
  if (def) return def;
  const char* name[256] = {"main"};
  int n = 1;
  for (const class_entry* c = r->classes; c && n < 256; c = c->next) name[n++] = c->name;
  report_unknown(
      r, node, a,
      strcmp(attribute, "class") == 0 ? "unknown default class name" : "unknown default childclass",
      a->value, (word_list){name, n});
  return fallback;
}

// If this is the second sibling of its name, returns how many there are, else 0.
static int count_repeated(const xml_node* node, const xml_node* first) {
  int before = 0, all = 0;
  const xml_node* c = first;
  for (; c != node && before < 2; c = c->next) before += !strcmp(c->name, node->name);
  if (before != 1) return 0;
  for (c = first; c; c = c->next) all += !strcmp(c->name, node->name);
  return all;
}

static void read_child(reader* r, const xml_node* parent, const xml_node* node,
                       const element_row* row, const scope* s) {
  const element_row* child = schema_child(row, node->name);
  if (!child) {
    report_unknown_child(r, parent, node, row);
    return;
  }
  if (child->cardinality == '?') {
    int n = count_repeated(node, parent->child);
    if (n) {
      report_error(r->report, node, NULL, "unique element '%s' found %d times in '%s'; keep one",
                   node->name, n, parent->name);
    }
  }
  int before = r->report->n;
  child->read(r, node, child, s);
  if (child->since) report_since(r->report, before, child->since);
}

void read_children(reader* r, const xml_node* node, const element_row* row, const scope* s) {
  for (const xml_node* c = node->child; c; c = c->next) read_child(r, node, c, row, s);
}

void read_element(reader* r, const xml_node* node, const element_row* row, const scope* s) {
  const mjsDefault* def = s->def;
  if (xml_find(node, "class") && schema_attribute(row, "class", NULL)) {
    def = read_class(r, node, "class", s->def);
  }
  void* target = row->make(r, node, row, s, def);
  if (!target) return;
  draft d = {0};
  attributes_read(r, node, row, target, &d);
  if (row->info) read_info(r, node, *(mjString**)((char*)target + row->info));
  scope inside = *s;
  inside.parent = target;
  read_children(r, node, row, &inside);
  if (row->finish) row->finish(r, node, &inside, target, &d);
}

void read_section(reader* r, const xml_node* node, const element_row* row, const scope* s) {
  attributes_read(r, node, row, NULL, NULL);
  read_children(r, node, row, s);
}

// ------------------------------------------------------------------------------------ defaults

void read_default_member(reader* r, const xml_node* node, const element_row* row, const scope* s) {
  void* target = class_edit(s->parent, row->code);
  if (!target) return;
  draft d = {0};
  attributes_read(r, node, row, target, &d);
  read_children(r, node, row, s);
  if (row->finish) row->finish(r, node, s, target, &d);
}

// The class that a <default> element edits or creates; parent is NULL at the top level.
static mjsDefault* find_or_add_class(reader* r, const xml_node* node, const mjsDefault* parent) {
  const xml_attribute* a = xml_find(node, "class");
  if (!parent) {
    if (a && *a->value && strcmp(a->value, "main") != 0) {
      report_error(r->report, node, a,
                   "top-level default class 'main' cannot be renamed to '%s'; put class '%s' into "
                   "a default element inside this one",
                   a->value, a->value);
    }
    return class_main(r->spec);
  }
  if (!a || !*a->value) {
    report_error(r->report, node, a, "empty class name; a nested default needs a class");
    return NULL;
  }
  mjsDefault* def = class_add(r->spec, a->value, parent);
  if (!def) {
    report_error(r->report, node, a, "repeated default class name '%s'; class names are global",
                 a->value);
    return NULL;
  }
  class_entry* entry = arena_alloc(r->memory, sizeof *entry);
  if (entry) {
    *entry = (class_entry){a->value, r->classes};
    r->classes = entry;
  }
  return def;
}

// A class copies its parent when it is created, so all members of a <default> are applied before
// nested classes.
void read_default(reader* r, const xml_node* node, const element_row* row, const scope* s) {
  attributes_read(r, node, row, NULL, NULL);
  mjsDefault* def = find_or_add_class(r, node, s->parent);
  if (!def) return;
  scope inside = {.parent = def};
  for (const xml_node* c = node->child; c; c = c->next) {
    if (strcmp(c->name, row->name) != 0) read_child(r, node, c, row, &inside);
  }
  for (const xml_node* c = node->child; c; c = c->next) {
    if (strcmp(c->name, row->name) == 0) read_child(r, node, c, row, &inside);
  }
}

// --------------------------------------------------------------------------------------- model

// Asset directories, from the last <compiler> that sets them: assets are located while they are
// read, and all sections of a model share the directories.
static void find_asset_dirs(reader* r, const xml_node* root) {
  const char *assets = NULL, *meshes = NULL, *textures = NULL, *value;
  for (const xml_node* c = root->child; c; c = c->next) {
    if (strcmp(c->name, "compiler") != 0) continue;
    if ((value = xml_value(c, "assetdir"))) assets = value;
    if ((value = xml_value(c, "meshdir"))) meshes = value;
    if ((value = xml_value(c, "texturedir"))) textures = value;
  }
  assets = assets ? assets : "";
  r->asset[ASSET_MESH] = meshes && *meshes ? meshes : assets;
  r->asset[ASSET_TEXTURE] = textures && *textures ? textures : assets;
  r->asset[ASSET_OTHER] = assets;
  r->asset[ASSET_NONE] = "";
}

// replicate makes all named copies at once, so duplicate names are checked afterwards.
static void check_repeated_names(reader* r) {
  spec* s = spec_of(r->spec);
  for (int type = mjOBJ_BODY; type < mjNOBJECT; type++) {
    for (const element* e = element_first(s, type); e; e = element_next(e)) {
      const char* name = element_name(e);
      const element* other = *name ? element_find(s, type, name) : NULL;
      if (!other || other == e) continue;
      report_whole(r->report, "%s: repeated name '%s' in %s", element_info(e), name,
                   element_type_name(type));
    }
  }
}

void read_model(reader* r, const xml_node* root) {
  r->world = mjs_findBody(r->spec, "world");
  find_asset_dirs(r, root);
  attributes_read(r, root, &schema_root, r->spec, NULL);
  for (const xml_node* c = root->child; c; c = c->next) {
    if (!schema_child(&schema_root, c->name)) report_unknown_child(r, root, c, &schema_root);
  }
  scope top = {0};
  for (const element_row* const* section = schema_sections; *section; section++) {
    for (const xml_node* c = root->child; c; c = c->next) {
      if (strcmp(c->name, (*section)->name) == 0) (*section)->read(r, c, *section, &top);
    }
  }
  if (r->replicated && !r->report->n) check_repeated_names(r);
  free(r->number);
  r->number = NULL;
  r->capacity = 0;
}
