// Description of every element type: its size, and the offsets of its public struct and containers.
#pragma once

#include "spec/element.h"

// A handle in a public struct and its container; offsets from the start of the element.
typedef struct {
  size_t pub, own;
  container_kind kind;
  mjtObj names;  // type of the objects that its text names, NOTHING or TYPED
} handle;

typedef struct {
  size_t size;      // of the element
  size_t pub;       // offset of the public struct
  size_t pub_size;  // including the data of newer versions
  const handle* handles;
  int nhandle;
  size_t plugin_pub, plugin_own;  // the embedded mjsPlugin and its strings; 0: none
  size_t info;                    // offset of the info string
  const void* initial;            // an element with initial values; NULL: all zero
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

// The description of a type; mjOBJ_UNKNOWN: tendon path items.  NULL for types without elements.
const element_type* type_of(mjtObj type);

// Initialise pointers of a zeroed element: handles to containers, containers to the store; ids to
// none.
void element_wire(element* e, mjtObj type, spec* s);

// Set default values in zeroed memory of a type's size, and wire it.
bool element_init(element* e, mjtObj type, spec* s);

// A new element with default values that is in no list yet; NULL without memory.
element* element_new(spec* s, mjtObj type);

// Copy the user-visible values of an element to another of the same type, without name, class and
// place.  An implicit plugin instance remains that of the source.
bool element_copy(element* dest, const element* source);

// The object type that handle h of e names, for lists item i; mjOBJ_UNKNOWN for none.
mjtObj handle_names(const element* e, const handle* h, int i);

static inline void* handle_container(const element* e, const handle* h) {
  return (char*)e + h->own;
}

// The embedded plugin of an element; NULL for types without one.
mjsPlugin* element_plugin(const element* e);

// Whether elements of this type are inside bodies.
bool type_in_tree(mjtObj type);
