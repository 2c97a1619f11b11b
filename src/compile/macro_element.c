#include "compile/macro_element.h"

#include <stdarg.h>
#include <stdio.h>
#include <engine/spec.h>

bool refuse(refusal* r, const char* blamed, const char* format, ...) {
  r->blamed = blamed;
  va_list args;
  va_start(args, format);
  vsnprintf(r->problem, sizeof r->problem, format, args);
  va_end(args);
  return false;
}

void shared_plugin_name(mjsPlugin* plugin, const char* kind, const char* name) {
  char instance[1000];
  if (!plugin->element || *mjs_getString(plugin->name)) return;
  snprintf(instance, sizeof instance, "%s%.900s", kind, name);
  mjs_setName(plugin->element, instance);
  mjs_setString(plugin->name, instance);
}

void shared_plugin_use(const mjsPlugin* plugin, mjsBody* body, const mjString* info) {
  if (!plugin->active) return;
  body->plugin.active = 1;
  body->plugin.element = plugin->element;
  mjs_setString(body->plugin.plugin_name, mjs_getString(plugin->plugin_name));
  mjs_setString(body->plugin.name, mjs_getString(plugin->name));
  mjs_setString(body->plugin.info, mjs_getString(info));
}
