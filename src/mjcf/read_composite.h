// Reads composite elements (cables).
#pragma once

#include "mjcf/read.h"

void read_composite(reader* r, const xml_node* node, const element_row* row, const scope* s);

// Creates the template of a joint, geom or site of the cable.
void* make_part_of_composite(reader* r, const xml_node* node, const element_row* row,
                             const scope* s, const mjsDefault* def);
void finish_composite_skin(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
