// The plugins registered in this process.  A slot is an index into the registry; models refer to
// plugins by slot.
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <engine/base.h>
#include <engine/model.h>

#include "base/need.h"
#include "base/platform/compiler.h"
#include "base/registry.h"

#define NAME_MAX_LENGTH 1023
#define ATTRIBUTE_MAX   255

static registry plugins = REGISTRY_EMPTY;

AT_UNLOAD static void end_at_unload(void) { registry_end(&plugins); }

void mjp_defaultPlugin(mjpPlugin* plugin) {
  NEED(plugin);
  memset(plugin, 0, sizeof *plugin);
}

// NULL when the definition is valid, else what is wrong with it.
static const char* problem_of(const mjpPlugin* p) {
  if (!p->name || !p->name[0]) return "it has no name";
  if (strnlen(p->name, NAME_MAX_LENGTH + 1) > NAME_MAX_LENGTH) return "its name is too long";
  if (p->nattribute < 0) return "its number of attributes is negative";
  if (p->nattribute > ATTRIBUTE_MAX) return "it has too many attributes";
  for (int i = 0; i < p->nattribute; i++) {
    if (!p->attributes || !p->attributes[i]) return "an attribute has no name";
    if (strnlen(p->attributes[i], NAME_MAX_LENGTH + 1) > NAME_MAX_LENGTH) {
      return "the name of an attribute is too long";
    }
  }
  return NULL;
}

static int same_definition(const mjpPlugin* a, const mjpPlugin* b) {
  if (a->nattribute != b->nattribute) return 0;
  for (int i = 0; i < a->nattribute; i++) {
    if (strcmp(a->attributes[i], b->attributes[i])) return 0;
  }
  return a->capabilityflags == b->capabilityflags && a->needstage == b->needstage &&
         a->nstate == b->nstate && a->nsensordata == b->nsensordata && a->init == b->init &&
         a->destroy == b->destroy && a->copy == b->copy && a->reset == b->reset &&
         a->compute == b->compute && a->advance == b->advance && a->visualize == b->visualize &&
         a->actuator_act_dot == b->actuator_act_dot && a->sdf_distance == b->sdf_distance &&
         a->sdf_gradient == b->sdf_gradient && a->sdf_staticdistance == b->sdf_staticdistance &&
         a->sdf_attribute == b->sdf_attribute && a->sdf_aabb == b->sdf_aabb;
}

// A copy that owns its strings, in one block; NULL when there is no memory.
static mjpPlugin* own_copy(const mjpPlugin* p) {
  size_t n = (size_t)p->nattribute;
  size_t bytes = sizeof(mjpPlugin) + n * sizeof(char*) + strlen(p->name) + 1;
  for (size_t i = 0; i < n; i++) bytes += strlen(p->attributes[i]) + 1;
  mjpPlugin* copy = malloc(bytes);
  if (!copy) return NULL;
  const char** attributes = (const char**)(copy + 1);
  char* text = (char*)(attributes + n);
  *copy = *p;
  copy->attributes = attributes;
  copy->name = strcpy(text, p->name);
  text += strlen(text) + 1;
  for (size_t i = 0; i < n; i++) {
    attributes[i] = strcpy(text, p->attributes[i]);
    text += strlen(text) + 1;
  }
  return copy;
}

static const mjpPlugin* find(const char* name, int* slot) {
  for (int i = 0, n = registry_count(&plugins); i < n; i++) {
    const mjpPlugin* p = registry_at(&plugins, i);
    if (!strcasecmp(p->name, name)) {
      *slot = i;
      return p;
    }
  }
  *slot = -1;
  return NULL;
}

int mjp_registerPlugin(const mjpPlugin* plugin) {
  NEED_OR(-1, plugin);
  const char* problem = problem_of(plugin);
  if (problem) {
    mju_error("mjp_registerPlugin: the plugin is refused: %s", problem);
    return -1;
  }
  registry_lock(&plugins);
  int slot;
  const mjpPlugin* known = find(plugin->name, &slot);
  if (known) {
    problem =
        same_definition(known, plugin) ? NULL : "is already registered with another definition";
  } else {
    mjpPlugin* entry = own_copy(plugin);
    slot = entry ? registry_add(&plugins, entry) : -1;
    if (slot < 0) {
      free(entry);
      problem = "cannot be registered: no memory";
    }
  }
  registry_unlock(&plugins);
  if (problem) {
    mju_error("mjp_registerPlugin: plugin '%s' %s", plugin->name, problem);
    return -1;
  }
  return slot;
}

int mjp_pluginCount(void) { return registry_count(&plugins); }

const mjpPlugin* mjp_getPlugin(const char* name, int* slot) {
  int found = -1;
  const mjpPlugin* p = name && name[0] ? find(name, &found) : NULL;
  if (slot) *slot = found;
  return p;
}

const mjpPlugin* mjp_getPluginAtSlot(int slot) { return registry_at(&plugins, slot); }

const char* mj_getPluginConfig(const mjModel* m, int plugin_id, const char* attrib) {
  NEED_OR(NULL, m);
  if (plugin_id < 0 || plugin_id >= m->nplugin || !attrib) return NULL;
  const mjpPlugin* p = mjp_getPluginAtSlot(m->plugin[plugin_id]);
  if (!p) return NULL;
  const char* value = m->plugin_attr + m->plugin_attradr[plugin_id];
  const char* end = m->plugin_attr + m->npluginattr;
  for (int i = 0; i < p->nattribute && value < end; i++) {
    if (!strcmp(p->attributes[i], attrib)) return value;
    value += strlen(value) + 1;
  }
  return NULL;
}
