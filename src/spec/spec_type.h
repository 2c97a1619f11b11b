// What is known of every element type, as data: how large it is, where its public struct and its
// containers are.
#pragma once

#include "spec/element.h"

// A handle field of a public struct and the container behind it; offsets from the element.
typedef struct {
  size_t pub, own;
  container_kind kind;
  mjtObj names;  // object type its text names, NOTHING or TYPED
} handle;

typedef struct {
  size_t size;      // of the whole element
  size_t pub;       // offset of the public struct
  size_t pub_size;  // with what newer versions know of it
  const handle* handles;
  int nhandle;
  size_t plugin_pub, plugin_own;  // the embedded mjsPlugin and its strings; 0: none
  size_t info;                    // offset of the info string
  const void* initial;            // a whole element before anyone sets it; NULL: all zero
} element_type;

#define INITIAL(type) extern const spec_##type initial_##type;
INITIAL(body)
INITIAL(frame)
INITIAL(joint)
INITIAL(geom)
INITIAL(site)
INITIAL(camera)
INITIAL(light)
INITIAL(flex)
INITIAL(mesh)
INITIAL(hfield)
INITIAL(skin)
INITIAL(texture)
INITIAL(material)
INITIAL(pair)
INITIAL(equality)
INITIAL(tendon)
INITIAL(actuator)
INITIAL(sensor)
#undef INITIAL

// Description of a type; wraps are mjOBJ_UNKNOWN.  NULL for types without elements.
const element_type* type_of(mjtObj type);

// Connect a zeroed element with its specification: handles to containers, containers to the store,
// ids of the last compilation to none.
void element_wire(element* e, mjtObj type, spec* s);

// Default values in zeroed memory of a type's size, and wire it.
bool element_init(element* e, mjtObj type, spec* s);

// A new element with default values that no list holds yet; NULL when there is no memory.
element* element_new(spec* s, mjtObj type);

// Copy the user layer of an element to another of its type; not the name, class and place.
// An implicit plugin instance is still the source's.
bool element_copy(element* dest, const element* source);

// The object type that handle h of e names, item i when it is a list; mjOBJ_UNKNOWN for none.
mjtObj handle_names(const element* e, const handle* h, int i);

static inline void* handle_container(const element* e, const handle* h) {
  return (char*)e + h->own;
}

// The embedded plugin of an element; NULL for types without one.
mjsPlugin* element_plugin(const element* e);

// Does this type live in bodies?
bool type_in_tree(mjtObj type);
