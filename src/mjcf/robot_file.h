// Additional files for a robot that has been read: parsed as XML and applied to its specification.
#pragma once

#include <engine/spec.h>

#include "mjcf/read.h"
#include "mjcf/xml.h"

// State of reading one file.
typedef struct {
  mjSpec* s;
  reader r;           // for functions that parse XML
  const char** body;  // names of all bodies, for suggestions
  int nbody;
  int added;  // result: number of items added
} robot_file;

// The source and how to read it.
typedef struct {
  const char* filename;
  const mjVFS* vfs;
  const char* kind;                                   // "SRDF", for messages
  void (*read)(robot_file* x, const xml_node* root);  // reads <robot>; errors go to x->r.report
} robot_source;

// Read the file.  Returns the number of items added, or -1 with the errors in error.
int robot_file_read(mjSpec* s, const robot_source* from, char* error, int error_sz);

// The body of the link named by an attribute; NULL after an error.
const char* robot_file_link(robot_file* x, const xml_node* node, const char* attribute);
