#include <limits.h>
#include <string.h>
#include <engine/model.h>

#include "compile/lists.h"
#include "spec/spec_type.h"

static const spec_plugin* instance_at(const build* b, int i) {
  return (const spec_plugin*)list_at(b, mjOBJ_PLUGIN, i);
}

const char* plugin_attribute(const spec_plugin* p, const char* key) {
  for (int k = 0; k + 1 < p->attributes.size; k += 2) {
    if (!strcmp(string_text(p->attributes.data + k), key)) {
      return string_text(p->attributes.data + k + 1);
    }
  }
  return "";
}

void plugins_resolve(build* b) {
  static const mjtObj users[] = {mjOBJ_BODY, mjOBJ_GEOM, mjOBJ_MESH, mjOBJ_ACTUATOR, mjOBJ_SENSOR};
  b->plugin = BUILD_NEW(b, const string*, list_size(b, mjOBJ_PLUGIN));
  for (int i = 0; i < list_size(b, mjOBJ_PLUGIN); i++) {
    b->plugin[i] = &instance_at(b, i)->own.plugin_name;
  }
  for (size_t k = 0; k < sizeof users / sizeof *users; k++) {
    for (const element* e = element_first(b->s, users[k]); e; e = element_next(e)) {
      const mjsPlugin* use = element_plugin(e);
      bool implicit = use->active && string_empty(use->name) && use->element &&
                      use->element->elemtype == mjOBJ_PLUGIN;
      if (!implicit || string_empty(use->plugin_name)) continue;
      const string** plugin = b->plugin + element_of(use->element)->id;
      if (string_empty(*plugin)) *plugin = use->plugin_name;
    }
  }
}

const mjpPlugin* instance_plugin(const build* b, int i, int* slot) {
  const char* name = string_text(b->plugin[i]);
  return *name ? mjp_getPlugin(name, slot) : NULL;
}

// The plugin of an instance; NULL after an error.
static const mjpPlugin* declaration(build* b, const spec_plugin* p, int* slot) {
  const char* name = string_text(b->plugin[p->e.id]);
  const mjpPlugin* plugin = instance_plugin(b, p->e.id, slot);
  if (plugin) return plugin;
  if (!*name) {
    build_error(b, &p->e, "the instance does not say which plugin it is of");
  } else {
    const char** known = BUILD_NEW(b, const char*, mjp_pluginCount() + 1);
    for (int i = 0; i < mjp_pluginCount(); i++) known[i] = mjp_getPluginAtSlot(i)->name;
    const char* near = text_nearest(name, known, mjp_pluginCount());
    build_error(b, &p->e,
                near ? "no plugin named '%s'; did you mean '%s'?" : "no plugin named '%s'", name,
                near);
  }
  return NULL;
}

static bool check_attributes(build* b, const spec_plugin* p, const mjpPlugin* plugin) {
  for (int k = 0; k + 1 < p->attributes.size; k += 2) {
    const char* key = string_text(p->attributes.data + k);
    bool known = false;
    for (int i = 0; i < plugin->nattribute; i++)
      known = known || !strcmp(plugin->attributes[i], key);
    if (known) continue;
    const char* near = text_nearest(key, plugin->attributes, plugin->nattribute);
    return build_error(b, &p->e,
                       near ? "plugin %s has no attribute '%s'; did you mean '%s'?"
                            : "plugin %s has no attribute '%s'",
                       plugin->name, key, near);
  }
  return true;
}

// The attributes of an instance as the model stores them, each terminated; text may be NULL.
static int write_attributes(const spec_plugin* p, const mjpPlugin* plugin, char* text) {
  int n = 0;
  for (int i = 0; i < plugin->nattribute; i++) {
    const char* value = plugin_attribute(p, plugin->attributes[i]);
    int length = (int)strlen(value) + 1;
    if (text) memcpy(text + n, value, length);
    n += length;
  }
  return n ? n : 1;
}

void plugins_size(build* b) {
  for (int i = 0; i < b->size.nplugin; i++) {
    const spec_plugin* p = instance_at(b, i);
    int slot;
    const mjpPlugin* plugin = declaration(b, p, &slot);
    if (!plugin || !check_attributes(b, p, plugin)) continue;
    b->size.npluginattr += write_attributes(p, plugin, NULL);
  }
}

void plugins_fill(build* b) {
  mjModel* m = b->m;
  int adr = 0;
  for (int i = 0; i < m->nplugin; i++) {
    const mjpPlugin* plugin = declaration(b, instance_at(b, i), &m->plugin[i]);
    m->plugin_attradr[i] = adr;
    adr += write_attributes(instance_at(b, i), plugin, m->plugin_attr + adr);
  }
}

// ------------------------------------------------------------------- references from elements

static int capability_for(mjtObj type) {
  switch (type) {
    case mjOBJ_BODY: return mjPLUGIN_PASSIVE;
    case mjOBJ_ACTUATOR: return mjPLUGIN_ACTUATOR;
    case mjOBJ_SENSOR: return mjPLUGIN_SENSOR;
    default: return mjPLUGIN_SDF;
  }
}

int build_plugin(build* b, const element* e, const mjsPlugin* use) {
  if (!use->active) return -1;
  const element* instance = NULL;
  if (!string_empty(use->name)) {
    instance = build_find(b, e, "plugin instance", mjOBJ_PLUGIN, use->name, true);
    if (!instance) return -1;
  } else if (use->element && use->element->elemtype == mjOBJ_PLUGIN) {
    instance = element_of(use->element);
  }
  if (!instance && !string_empty(use->plugin_name)) {
    build_error(b, e, "plugin %s is named, but no instance of it: one is made by mjs_addPlugin",
                string_text(use->plugin_name));
    return -1;
  }
  if (!instance) {
    build_error(b, e, "neither a plugin nor an instance of one is named");
    return -1;
  }
  const string *own = b->plugin[instance->id], *asked = use->plugin_name;
  if (!string_empty(asked) && strcmp(string_text(asked), string_text(own))) {
    build_error(b, e, "instance '%s' is of plugin %s, not %s", element_name(instance),
                string_text(own), string_text(asked));
    return -1;
  }
  const mjpPlugin* plugin = instance_plugin(b, instance->id, NULL);
  if (plugin && !(plugin->capabilityflags & capability_for(e->base.elemtype))) {
    build_error(b, e, "plugin %s cannot be used in a %s", plugin->name,
                element_type_name(e->base.elemtype));
    return -1;
  }
  return instance->id;
}

void plugins_count(build* b) {
  mjModel* m = b->m;
  for (int i = 0; i < m->nplugin; i++) {
    const mjpPlugin* plugin = mjp_getPluginAtSlot(m->plugin[i]);
    m->plugin_stateadr[i] = m->npluginstate;
    b->asking = list_at(b, mjOBJ_PLUGIN, i);
    m->plugin_statenum[i] = plugin->nstate ? plugin->nstate(m, i) : -1;
    if (m->plugin_statenum[i] < 0) {
      build_error(b, list_at(b, mjOBJ_PLUGIN, i), "the plugin does not say how much state it has");
      return;
    }
    m->npluginstate += m->plugin_statenum[i];
  }
  long long total = 0;
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_type[i] == mjSENS_PLUGIN) {
      int instance = m->sensor_plugin[i];
      const mjpPlugin* plugin = instance < 0 ? NULL : mjp_getPluginAtSlot(m->plugin[instance]);
      if (!plugin || !plugin->nsensordata) {
        build_error(b, list_at(b, mjOBJ_SENSOR, i), "no plugin tells how many numbers it measures");
        return;
      }
      m->sensor_needstage[i] = plugin->needstage;
      b->asking = list_at(b, mjOBJ_SENSOR, i);
      m->sensor_dim[i] = plugin->nsensordata(m, instance, i);
    }
    if (m->sensor_dim[i] < 0 || total + m->sensor_dim[i] > INT_MAX) {
      build_error(b, list_at(b, mjOBJ_SENSOR, i), "it measures more than can be addressed");
      return;
    }
    m->sensor_adr[i] = (int)total;
    total += m->sensor_dim[i];
  }
  b->asking = NULL;
  m->nsensordata = (int)total;
}
