// Reads contact pairs and exclusions, equalities, tendons.
#pragma once

#include "mjcf/read.h"

void* make_pair(reader* r, const xml_node* node, const element_row* row, const scope* s,
                const mjsDefault* def);
void* make_exclude(reader* r, const xml_node* node, const element_row* row, const scope* s,
                   const mjsDefault* def);
void* make_equality(reader* r, const xml_node* node, const element_row* row, const scope* s,
                    const mjsDefault* def);
void* make_tendon(reader* r, const xml_node* node, const element_row* row, const scope* s,
                  const mjsDefault* def);

// A single value stands for both ends of the dead band.
void read_springlength(reader* r, const xml_node* node, const xml_attribute* a,
                       const attribute_row* row, void* target);

void finish_connect(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_flexstrain(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_weld(reader* r, const xml_node* node, const scope* s, void* target, draft* d);

void finish_wrap_site(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_wrap_geom(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_wrap_pulley(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_wrap_joint(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
