// The macro that makes cables in the tree.
#pragma once

#include "mjcf/read.h"

void read_composite(reader* r, const xml_node* node, const element_row* row, const scope* s);

// A joint, geom or site as those of the cable are to be.
void* make_part_of_composite(reader* r, const xml_node* node, const element_row* row,
                             const scope* s, const mjsDefault* def);
void finish_composite_skin(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
