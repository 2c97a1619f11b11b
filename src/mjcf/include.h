// Expansion of include elements.
#pragma once

#include <engine/base.h>
#include "mjcf/report.h"
#include "mjcf/xml.h"

// Replace every <include> below root by the children of the root of its file, depth first, and
// number all elements in document order.  file: name of the main file as opened; dir: its
// directory.  Errors are added to the report.
void include_expand(xml_node* root, const char* file, const char* dir, const mjVFS* vfs, arena* a,
                    report* r);
