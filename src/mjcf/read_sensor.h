// Reads sensors.
#pragma once

#include "mjcf/read.h"

// Indices in mjsSensor.intprm of contact sensors.
enum { CONTACT_DATA, CONTACT_REDUCE, CONTACT_NUM };

void* make_sensor(reader* r, const xml_node* node, const element_row* row, const scope* s,
                  const mjsDefault* def);

// Reads the measured object, or the reference object; row.code is its type.
void read_object(reader* r, const xml_node* node, const xml_attribute* a, const attribute_row* row,
                 void* target);
void read_reference(reader* r, const xml_node* node, const xml_attribute* a,
                    const attribute_row* row, void* target);

void read_contact_num(reader* r, const xml_node* node, const xml_attribute* a,
                      const attribute_row* row, void* target);
void read_contact_data(reader* r, const xml_node* node, const xml_attribute* a,
                       const attribute_row* row, void* target);
void read_ray_data(reader* r, const xml_node* node, const xml_attribute* a,
                   const attribute_row* row, void* target);
void read_contact_reduce(reader* r, const xml_node* node, const xml_attribute* a,
                         const attribute_row* row, void* target);

void finish_rays(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_frame(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_distance(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_contact(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_user(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_plugin_sensor(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
