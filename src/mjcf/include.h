// Includes: other texts in place of the elements that name them.
#pragma once

#include <engine/base.h>
#include "mjcf/report.h"
#include "mjcf/xml.h"

// Replace every <include> below root by the children of the root of its file, depth first, and
// number all elements in document order.  file: the main text as it was opened; dir: its
// directory.  What is wrong is added to the report.
void include_expand(xml_node* root, const char* file, const char* dir, const mjVFS* vfs, arena* a,
                    report* r);
