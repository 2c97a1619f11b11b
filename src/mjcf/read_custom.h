// Reads extensions, custom fields and keyframes, and the plugin references of elements.
#pragma once

#include "mjcf/read.h"

// Make an element use a plugin: a new instance with the settings just read, or a named instance.
void use_plugin(reader* r, const xml_node* node, mjsPlugin* use, const char* plugin,
                const char* instance);

void* make_plugin_use(reader* r, const xml_node* node, const element_row* row, const scope* s,
                      const mjsDefault* def);
void* make_instance(reader* r, const xml_node* node, const element_row* row, const scope* s,
                    const mjsDefault* def);
void* make_numeric(reader* r, const xml_node* node, const element_row* row, const scope* s,
                   const mjsDefault* def);
void* make_text(reader* r, const xml_node* node, const element_row* row, const scope* s,
                const mjsDefault* def);
void* make_tuple(reader* r, const xml_node* node, const element_row* row, const scope* s,
                 const mjsDefault* def);
void* make_key(reader* r, const xml_node* node, const element_row* row, const scope* s,
               const mjsDefault* def);

void read_extension_plugin(reader* r, const xml_node* node, const element_row* row, const scope* s);

void finish_plugin_use(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_instance(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_config(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_numeric(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_text(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_member(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_tuple(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
