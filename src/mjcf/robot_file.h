// Files beside a robot that is a specification already: read, looked at as XML, their errors told.
#pragma once

#include <engine/spec.h>

#include "mjcf/read.h"
#include "mjcf/xml.h"

// One reading.
typedef struct {
  mjSpec* s;
  reader r;           // for what looks at XML
  const char** body;  // names of all bodies, for suggestions
  int nbody;
  int added;  // what the function below counts
} robot_file;

// What is to be read from where.
typedef struct {
  const char* filename;
  const mjVFS* vfs;
  const char* kind;                                   // "SRDF", for messages
  void (*read)(robot_file* x, const xml_node* root);  // <robot>; errors go to x->r.report
} robot_source;

// Read it.  Returns what was added, or -1 with the errors in error.
int robot_file_read(mjSpec* s, const robot_source* from, char* error, int error_sz);

// The body of a link that an attribute names; NULL after an error.
const char* robot_file_link(robot_file* x, const xml_node* node, const char* attribute);
