// Writes plugins, custom fields and keyframes.
#include <string.h>
#include "mjcf/keywords.h"
#include "mjcf/sections.h"
#include "mjcf/write.h"

// ------------------------------------------------------------------------------------- plugins

static void write_settings(writer* w, const spec_plugin* instance) {
  const string_vec* settings = &instance->attributes;
  for (int i = 0; i + 1 < settings->size; i += 2) {
    write_open(w, "config");
    write_text(w, "key", string_text(settings->data + i));
    write_text(w, "value", string_text(settings->data + i + 1));
    write_close(w, "config");
  }
}

void write_plugin_use(writer* w, const mjsPlugin* plugin) {
  const char *name = string_text(plugin->plugin_name), *instance = string_text(plugin->name);
  if (*name) write_text(w, "plugin", name);
  if (*instance) write_text(w, "instance", instance);
}

void write_plugin_settings(writer* w, const mjsPlugin* plugin) {
  bool own =
      plugin->element && string_empty(plugin->name) && plugin->element->elemtype == mjOBJ_PLUGIN;
  if (own) write_settings(w, (const spec_plugin*)plugin->element);
}

void write_plugin(writer* w, const mjsPlugin* plugin) {
  if (!plugin->active) return;
  write_open(w, "plugin");
  write_plugin_use(w, plugin);
  write_plugin_settings(w, plugin);
  write_close(w, "plugin");
}

// Instances in id order; then plugins without instances.
void write_extension(writer* w) {
  const element_list *instances = w->from->list + mjOBJ_PLUGIN, *active = &w->from->plugins;
  write_mark before = write_open(w, "extension");
  const char* open = "";
  for (int i = 0; i < instances->size; i++) {
    const spec_plugin* instance = (const spec_plugin*)instances->data[i];
    const char* of = string_text(&instance->own.plugin_name);
    if (!*element_name(&instance->e)) continue;
    if (strcmp(of, open) != 0) {
      if (*open) write_close(w, "plugin");
      write_open(w, "plugin");
      write_text(w, "plugin", of);
      open = of;
    }
    write_open(w, "instance");
    write_text(w, "name", element_name(&instance->e));
    write_settings(w, instance);
    write_close(w, "instance");
  }
  if (*open) write_close(w, "plugin");
  for (int i = 0; i < active->size; i++) {
    bool named = false;
    for (int k = 0; k < instances->size; k++) {
      const spec_plugin* instance = (const spec_plugin*)instances->data[k];
      named = named ||
              (*element_name(&instance->e) &&
               strcmp(string_text(&instance->own.plugin_name), element_name(active->data[i])) == 0);
    }
    if (named) continue;
    write_open(w, "plugin");
    write_text(w, "plugin", element_name(active->data[i]));
    write_close(w, "plugin");
  }
  write_close_or_drop(w, "extension", before);
}

// -------------------------------------------------------------------------------------- custom

static void write_members(writer* w, const spec_tuple* tuple) {
  const string_vec* names = &tuple->own.objname;
  for (int i = 0; i < names->size; i++) {
    int type = i < tuple->own.objtype.size ? tuple->own.objtype.data[i] : mjOBJ_UNKNOWN;
    double prm = i < tuple->own.objprm.size ? tuple->own.objprm.data[i] : 0;
    write_open(w, "element");
    for (int k = 0; k < words_objtype.n; k++) {
      if (words_objtype.row[k].value != type) continue;
      write_text(w, "objtype", words_objtype.row[k].word);
      break;
    }
    write_text(w, "objname", string_text(names->data + i));
    if (prm != 0) write_doubles(w, "prm", &prm, 1);
    write_close(w, "element");
  }
}

void write_custom(writer* w) {
  static const struct {
    mjtObj type;
    const char* name;
  } kinds[] = {{mjOBJ_NUMERIC, "numeric"}, {mjOBJ_TEXT, "text"}, {mjOBJ_TUPLE, "tuple"}};
  write_mark before = write_open(w, "custom");
  for (int k = 0; k < 3; k++) {
    const element_list* list = w->from->list + kinds[k].type;
    const element_row* row = schema_child(&schema_custom, kinds[k].name);
    for (int i = 0; i < list->size; i++) {
      const element* e = list->data[i];
      write_open(w, row->name);
      write_groups(w, row, write_public(e), write_base(w, e));
      if (kinds[k].type == mjOBJ_TUPLE) write_members(w, (const spec_tuple*)e);
      write_close(w, row->name);
    }
  }
  write_close_or_drop(w, "custom", before);
}

// ---------------------------------------------------------------------------------- keyframes

void write_keyframe(writer* w) {
  write_mark before = write_open(w, "keyframe");
  for (int i = 0; i < w->from->list[mjOBJ_KEY].size; i++) {
    write_element(w, schema_child(&schema_keyframe, "key"), w->from->list[mjOBJ_KEY].data[i]);
  }
  write_close_or_drop(w, "keyframe", before);
}
