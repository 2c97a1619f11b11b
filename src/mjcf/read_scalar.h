// Special attributes of compiler, option, size, visual and statistic.
#pragma once

#include "mjcf/read.h"

void* make_spec(reader* r, const xml_node* node, const element_row* row, const scope* s,
                const mjsDefault* def);

void read_coordinate(reader* r, const xml_node* node, const xml_attribute* a,
                     const attribute_row* row, void* target);
void read_eulerseq(reader* r, const xml_node* node, const xml_attribute* a,
                   const attribute_row* row, void* target);
void read_assetdir(reader* r, const xml_node* node, const xml_attribute* a,
                   const attribute_row* row, void* target);
void read_level(reader* r, const xml_node* node, const xml_attribute* a, const attribute_row* row,
                void* target);
void read_groups_disabled(reader* r, const xml_node* node, const xml_attribute* a,
                          const attribute_row* row, void* target);
void read_disable_flag(reader* r, const xml_node* node, const xml_attribute* a,
                       const attribute_row* row, void* target);
void read_enable_flag(reader* r, const xml_node* node, const xml_attribute* a,
                      const attribute_row* row, void* target);
void read_memory(reader* r, const xml_node* node, const xml_attribute* a, const attribute_row* row,
                 void* target);

void finish_option(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_size(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_global(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_map(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_statistic(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
