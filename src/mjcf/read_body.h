// Reads the tree: bodies, frames, replicates, attachments and their contents.
#pragma once

#include "mjcf/read.h"

void read_worldbody(reader* r, const xml_node* node, const element_row* row, const scope* s);
void read_body(reader* r, const xml_node* node, const element_row* row, const scope* s);
void read_frame(reader* r, const xml_node* node, const element_row* row, const scope* s);
void read_replicate(reader* r, const xml_node* node, const element_row* row, const scope* s);
void read_attach(reader* r, const xml_node* node, const element_row* row, const scope* s);

void* make_inertial(reader* r, const xml_node* node, const element_row* row, const scope* s,
                    const mjsDefault* def);
void* make_joint(reader* r, const xml_node* node, const element_row* row, const scope* s,
                 const mjsDefault* def);
void* make_freejoint(reader* r, const xml_node* node, const element_row* row, const scope* s,
                     const mjsDefault* def);
void* make_geom(reader* r, const xml_node* node, const element_row* row, const scope* s,
                const mjsDefault* def);
void* make_site(reader* r, const xml_node* node, const element_row* row, const scope* s,
                const mjsDefault* def);
void* make_camera(reader* r, const xml_node* node, const element_row* row, const scope* s,
                  const mjsDefault* def);
void* make_light(reader* r, const xml_node* node, const element_row* row, const scope* s,
                 const mjsDefault* def);

// Reads a length of the camera optics; the corresponding value in pixels overrides it.
void read_length(reader* r, const xml_node* node, const xml_attribute* a, const attribute_row* row,
                 void* target);

void finish_inertial(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_camera(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_light(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
