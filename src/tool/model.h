// Loading models of any format, and names of objects.
#pragma once

#include <stdbool.h>

#include <engine/engine.h>

bool ends_with(const char* text, const char* end);

bool is_archive(const char* file);

// A specification from MJCF, URDF, a scene or an archive (.mjz, .zip), whose files are added to
// vfs; NULL with a message.
mjSpec* read_spec(const char* file, mjVFS* vfs, char* error, int error_sz);

// The model in a file (.mjb: binary; otherwise see read_spec).  NULL after a message; compiler
// warnings are printed.
mjModel* read_model(const char* file);

// The library of the plugins that come along: installed, or of the tree that built the tool; NULL
// when there is none.
const char* plugins_along(void);

// Load it, and what ENGINE_PLUGINS names.
void load_plugins(void);

// The name of an object; without a name "#id", in buffer.
const char* object_name(const mjModel* m, int type, int id, char buffer[32]);

// Set the initial state: a keyframe by name or number; NULL: the first keyframe, if any.  False
// after a message.
bool start_at(const mjModel* m, mjData* d, const char* key);
