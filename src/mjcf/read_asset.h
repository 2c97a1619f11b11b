// Reads the asset section.
#pragma once

#include "mjcf/read.h"

void* make_mesh(reader* r, const xml_node* node, const element_row* row, const scope* s,
                const mjsDefault* def);
void* make_hfield(reader* r, const xml_node* node, const element_row* row, const scope* s,
                  const mjsDefault* def);
void* make_skin(reader* r, const xml_node* node, const element_row* row, const scope* s,
                const mjsDefault* def);
void* make_texture(reader* r, const xml_node* node, const element_row* row, const scope* s,
                   const mjsDefault* def);
void* make_material(reader* r, const xml_node* node, const element_row* row, const scope* s,
                    const mjsDefault* def);

void read_model_asset(reader* r, const xml_node* node, const element_row* row, const scope* s);

void read_gridlayout(reader* r, const xml_node* node, const xml_attribute* a,
                     const attribute_row* row, void* target);

// Reads one of the six files of a cube texture; row.code is its index in cubefiles.
void read_cube_face(reader* r, const xml_node* node, const xml_attribute* a,
                    const attribute_row* row, void* target);

// Reads the texture of a material with a single texture: that with role rgb.
void read_rgb_texture(reader* r, const xml_node* node, const xml_attribute* a,
                      const attribute_row* row, void* target);

void finish_mesh(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_default_mesh(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_hfield(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_bone(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_skin(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_texture(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_layer(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_material(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
