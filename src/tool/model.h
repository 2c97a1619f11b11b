// Models from files of any kind, and what their objects are called.
#pragma once

#include <stdbool.h>

#include <engine/engine.h>

bool ends_with(const char* text, const char* end);

bool is_archive(const char* file);

// A specification from MJCF, URDF, a scene or an archive (.mjz, .zip), whose files go into vfs;
// NULL with a message.
mjSpec* read_spec(const char* file, mjVFS* vfs, char* error, int error_sz);

// The model of a file (.mjb: binary; else as read_spec).  NULL after a message; warnings of the
// compiler are printed.
mjModel* read_model(const char* file);

// The name of an object, or "#id" in the buffer where it has none.
const char* object_name(const mjModel* m, int type, int id, char buffer[32]);

// A state to start from: a keyframe by name or number, NULL: the first there is, or none.  False
// after a message.
bool start_at(const mjModel* m, mjData* d, const char* key);
