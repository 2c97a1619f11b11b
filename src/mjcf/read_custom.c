#include "mjcf/read_custom.h"

#include <string.h>
#include <engine/model.h>
#include "compile/flexcomp.h"
#include "mjcf/attributes.h"
#include "mjcf/suggest.h"

#define MAX_NUMERIC 500
#define MAX_CONFIGS 1000  // more than any plugin declares

// ------------------------------------------------------------------------------------- plugins

// Config children collect settings, and the enclosing element takes them.
void finish_config(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)s, (void)target;
  if (!d->plugin.key || !d->plugin.value) return;
  int n = 0;
  for (const config_entry* c = r->configs; c; c = c->next) {
    if (++n > MAX_CONFIGS) {
      report_error(r->report, node, NULL, "too many config elements; expected at most %d",
                   MAX_CONFIGS);
      return;
    }
    if (strcmp(c->key, d->plugin.key) == 0) {
      report_error(r->report, node, xml_find(node, "key"), "duplicate config key: '%s'; keep one",
                   c->key);
      return;
    }
  }
  config_entry* entry = arena_alloc(r->memory, sizeof *entry);
  if (!entry) return;
  *entry = (config_entry){d->plugin.key, d->plugin.value, r->configs};
  r->configs = entry;
}

// Store the settings in an instance, in document order.
static void take_configs(reader* r, mjsPlugin* instance) {
  config_entry* ordered = NULL;
  while (r->configs) {
    config_entry* c = r->configs;
    r->configs = c->next;
    c->next = ordered;
    ordered = c;
  }
  mjStringVec* attributes = (mjStringVec*)mjs_getPluginAttributes(instance);
  for (; attributes && ordered; ordered = ordered->next) {
    mjs_appendString(attributes, ordered->key);
    mjs_appendString(attributes, ordered->value);
  }
}

static void report_unknown_plugin(reader* r, const xml_node* node, const char* name) {
  const char* candidate[MAX_NAMES];
  int n = 0;
  for (int i = 0; i < mjp_pluginCount() && n < MAX_NAMES; i++) {
    candidate[n++] = mjp_getPluginAtSlot(i)->name;
  }
  if (n == 0) {
    report_error(r->report, node, xml_find(node, "plugin"),
                 "plugin not found: '%s'; none is registered, load its library first", name);
    return;
  }
  report_unknown(r, node, xml_find(node, "plugin"), "plugin not found", name,
                 (word_list){candidate, n});
}

void use_plugin(reader* r, const xml_node* node, mjsPlugin* use, const char* plugin,
                const char* instance) {
  bool named = instance && *instance;
  if (named && r->configs) {
    report_error(r->report, node, xml_find(node, "instance"),
                 "plugin instance '%s' is configured where it is defined; remove the config "
                 "elements here, or name the plugin instead of the instance",
                 instance);
  }
  if (!named && !(plugin && *plugin)) {
    report_error(r->report, node, NULL,
                 "neither 'plugin' nor 'instance' is specified; give the name of a plugin or of an "
                 "instance defined in the extension section");
    r->configs = NULL;
    return;
  }
  use->active = 1;
  mjs_setString(use->plugin_name, plugin ? plugin : "");
  mjs_setString(use->name, instance ? instance : "");
  read_info(r, node, use->info);
  if (named) {
    r->configs = NULL;
    return;
  }
  r->spec->hasImplicitPluginElem = 1;
  mjsPlugin* own = mjs_addPlugin(r->spec);
  if (!own) return;
  mjs_setString(own->plugin_name, plugin);
  read_info(r, node, own->info);
  use->element = own->element;
  take_configs(r, own);
}

void* make_plugin_use(reader* r, const xml_node* node, const element_row* row, const scope* s,
                      const mjsDefault* def) {
  (void)r, (void)node, (void)row, (void)def;
  mjsElement* element = *(mjsElement**)s->parent;
  switch (element->elemtype) {
    case mjOBJ_GEOM: return &((mjsGeom*)s->parent)->plugin;
    case mjOBJ_MESH: return &((mjsMesh*)s->parent)->plugin;
    case mjOBJ_FLEX: return &((flexcomp*)s->parent)->plugin;
    default: return &((mjsBody*)s->parent)->plugin;
  }
}

void finish_plugin_use(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)s;
  use_plugin(r, node, target, d->plugin.plugin, d->plugin.instance);
}

void read_extension_plugin(reader* r, const xml_node* node, const element_row* row,
                           const scope* s) {
  draft d = {0};
  attributes_read(r, node, row, NULL, &d);
  if (!d.plugin.plugin) return;
  if (mjs_activatePlugin(r->spec, d.plugin.plugin) != 0) {
    report_unknown_plugin(r, node, d.plugin.plugin);
    return;
  }
  scope inside = *s;
  inside.parent = (void*)d.plugin.plugin;
  read_children(r, node, row, &inside);
}

void* make_instance(reader* r, const xml_node* node, const element_row* row, const scope* s,
                    const mjsDefault* def) {
  (void)node, (void)row, (void)def;
  mjsPlugin* instance = mjs_addPlugin(r->spec);
  if (instance) mjs_setString(instance->plugin_name, s->parent);
  return instance;
}

void finish_instance(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)s, (void)d;
  const char* name = xml_value(node, "name");
  if (name && !*name) {
    report_error(r->report, node, xml_find(node, "name"),
                 "plugin instance must have a name; it is referred to by it");
  }
  take_configs(r, target);
}

// -------------------------------------------------------------------------------------- custom

#define MAKE(name, add)                                                                      \
  void* make_##name(reader* r, const xml_node* node, const element_row* row, const scope* s, \
                    const mjsDefault* def) {                                                 \
    (void)node, (void)row, (void)s, (void)def;                                               \
    return add(r->spec);                                                                     \
  }

MAKE(numeric, mjs_addNumeric)
MAKE(text, mjs_addText)
MAKE(tuple, mjs_addTuple)
MAKE(key, mjs_addKey)

// There may be fewer data than the size; the rest are zeros.
void finish_numeric(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)s, (void)d;
  mjsNumeric* numeric = target;
  int n;
  const double* data = mjs_getDouble(numeric->data, &n);
  const xml_attribute* text = xml_find(node, "data");
  if (n == 0 && text && !number_blank(text->value)) return;  // an error has been reported
  bool sized = xml_find(node, "size") != NULL;
  int size = sized ? numeric->size : n;
  if (size < 1 || size > MAX_NUMERIC) {
    report_error(r->report, node, xml_find(node, "size"),
                 "custom field size must be between 1 and %d: %d; give 'size' or 'data'",
                 MAX_NUMERIC, size);
    return;
  }
  if (n > size) {
    report_error(r->report, node, xml_find(node, "data"),
                 "attribute 'data' has too much data: %d numbers; expected up to %d as 'size' says",
                 n, size);
    return;
  }
  double padded[MAX_NUMERIC] = {0};
  if (n) memcpy(padded, data, (size_t)n * sizeof *padded);
  mjs_setDouble(numeric->data, padded, size);
  numeric->size = size;
}

// The text is in an attribute or, since 3.13, in a CDATA section.
void finish_text(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)s, (void)d;
  const xml_attribute* data = xml_find(node, "data");
  if (node->ncdata > 1) {
    report_error(r->report, node, NULL, "a text has one CDATA section; there are %d, keep one",
                 node->ncdata);
  } else if (node->cdata && data) {
    report_error(r->report, node, data,
                 "the text is given by 'data' and by a CDATA section; keep one of them");
  } else if (!data && !node->cdata && node->nattribute > 1) {
    return;  // wrong content has been reported already
  } else if (data ? !*data->value : !node->cdata || !*node->cdata) {
    report_error(r->report, node, data, "text field cannot be empty; give it some 'data'");
  } else if (node->cdata) {
    mjs_setString(((mjsText*)target)->data, node->cdata);
  }
}

void finish_member(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)node, (void)s, (void)target;
  member_entry* entry = arena_alloc(r->memory, sizeof *entry);
  if (!entry || !d->member.objname) return;
  *entry = (member_entry){d->member.objtype, d->member.objname, d->member.prm, r->members};
  r->members = entry;
}

void finish_tuple(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)node, (void)s, (void)d;
  mjsTuple* tuple = target;
  int n = 0;
  for (member_entry* m = r->members; m; m = m->next) n++;
  int* type = arena_alloc(r->memory, sizeof(int) * (size_t)n + 1);
  double* prm = arena_alloc(r->memory, sizeof(double) * (size_t)n + 1);
  const char** name = arena_alloc(r->memory, sizeof(char*) * (size_t)n + 1);
  if (!type || !prm || !name) return;
  for (int i = n - 1; i >= 0; i--, r->members = r->members->next) {
    type[i] = r->members->objtype;
    prm[i] = r->members->prm;
    name[i] = r->members->objname;
  }
  mjs_setInt(tuple->objtype, type, n);
  mjs_setDouble(tuple->objprm, prm, n);
  for (int i = 0; i < n; i++) mjs_appendString(tuple->objname, name[i]);
}
