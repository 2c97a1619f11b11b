// Reads the deformable section and flexcomp elements.
#pragma once

#include "mjcf/read.h"

void* make_flex(reader* r, const xml_node* node, const element_row* row, const scope* s,
                const mjsDefault* def);
void finish_flex(reader* r, const xml_node* node, const scope* s, void* target, draft* d);

void read_flexcomp(reader* r, const xml_node* node, const element_row* row, const scope* s);
void read_pin(reader* r, const xml_node* node, const element_row* row, const scope* s);
