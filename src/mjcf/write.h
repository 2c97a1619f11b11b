// Writing: from the specification to MJCF text, guided by the schema.
//
// What is written is what the user layer of the specification says: an attribute is there when its
// value differs from that of the element's class, or of a new element.  So the text compiles to
// the same model, whatever passes the compiler ran.
#pragma once

#include <stdbool.h>
#include <engine/spec.h>
#include "base/text.h"
#include "mjcf/schema.h"
#include "mjcf/xml.h"
#include "spec/element.h"

struct writer {
  spec* from;
  mjSpec* plain;            // a specification in which nothing is set: the values of new elements
  const spec_default* def;  // childclass in force; NULL: none
  text out;
  int depth;            // of the next element
  bool tag_open;        // attributes may be added to the last element
  const char* problem;  // why it cannot be written; NULL: nothing is wrong
};

// A copy of s in which every node of a flex is at the origin of a body; *placed stays NULL where s
// is like that already.  False without memory.
bool write_place_nodes(const spec* s, mjSpec** placed);

// The same for fixed tendons, which only a class can give width, rgba and material: those that look
// otherwise than theirs get one that looks like them.  s is *placed where that is there already.
bool write_place_looks(const spec* s, mjSpec** placed);

// The text in a file; without a name ("" or NULL), on the standard output.  False after an error.
bool write_out(const text* t, const char* filename, char* error, int nerror);

// ------------------------------------------------------------------------------------ the text

// The text before an element.
typedef struct {
  size_t size;
  bool tag_open;
} write_mark;

// Elements nest as opened and closed; write_close_or_drop takes back one that has neither
// attributes nor children.
write_mark write_open(writer* w, const char* name);
void write_close(writer* w, const char* name);
void write_close_or_drop(writer* w, const char* name, write_mark before);

// Could so many more elements be nested here?  No, too, when there is a problem already.  All that
// is recursive asks, so that the stack holds.
bool write_fits(writer* w, int more);

// A comment as the first child of the element that is open.
void write_comment(writer* w, const char* comment);

void write_text(writer* w, const char* name, const char* value);
void write_made(writer* w, const char* name, text* value);  // which is freed
void write_word(writer* w, const attribute_row* row, int value);
void write_int(writer* w, const char* name, int value);
void write_doubles(writer* w, const char* name, const double* value, int n);
void write_floats(writer* w, const char* name, const float* value, int n);
void write_ints(writer* w, const char* name, const int* value, int n);

// ------------------------------------------------------------------------------- the attributes

// Write what differs between two structs of the same kind: rows of a group, of all groups that go
// to the struct, of those that <default> may set.
void write_group(writer* w, const attribute_group* group, const void* target, const void* base);
void write_groups(writer* w, const element_row* row, const void* target, const void* base);
void write_class_groups(writer* w, const element_row* row, const void* target, const void* base);

// An element without children, compared with the one of its class, or a new one of its type.
void write_element(writer* w, const element_row* row, const element* e);

// What an element is compared with.
const void* write_base(writer* w, const element* e);

// The public struct of an element.
const void* write_public(const element* e);

// An orientation in its compiler's convention as a quaternion.
void write_resolve(writer* w, double quat[4], const double given[4], const mjsOrientation* alt,
                   const element* e);

// Angles of a joint in radians: its range, and the numbers in which its reference is measured.
void write_joint_range(const spec_joint* joint, double range[2]);

// ------------------------------------------------------------------------- the parts of a model

void write_defaults(writer* w);
void write_extension(writer* w);
void write_custom(writer* w);
void write_keyframe(writer* w);
void write_asset(writer* w);
void write_deformable(writer* w);
void write_worldbody(writer* w);
void write_contact(writer* w);
void write_equality(writer* w);
void write_tendon(writer* w);
void write_actuator(writer* w);
void write_sensor(writer* w);

// The child element that makes an element use a plugin; nothing when it uses none.
void write_plugin(writer* w, const mjsPlugin* plugin);

// Its attributes and settings, within an element that is open.
void write_plugin_use(writer* w, const mjsPlugin* plugin);
void write_plugin_settings(writer* w, const mjsPlugin* plugin);

// ------------------------------------------------------- rows that do not say it all (schema.h)

void write_radian(writer* w, const attribute_row* row, const void* target, const void* base);
void write_groups_disabled(writer* w, const attribute_row* row, const void* target,
                           const void* base);
void write_disable_flag(writer* w, const attribute_row* row, const void* target, const void* base);
void write_level(writer* w, const attribute_row* row, const void* target, const void* base);
void write_enable_flag(writer* w, const attribute_row* row, const void* target, const void* base);
void write_memory(writer* w, const attribute_row* row, const void* target, const void* base);
void write_gridlayout(writer* w, const attribute_row* row, const void* target, const void* base);
void write_cube_face(writer* w, const attribute_row* row, const void* target, const void* base);
void write_rgb_texture(writer* w, const attribute_row* row, const void* target, const void* base);
void write_elevation(writer* w, const attribute_row* row, const void* target, const void* base);
void write_optics(writer* w, const attribute_row* row, const void* target, const void* base);
void write_fovy(writer* w, const attribute_row* row, const void* target, const void* base);
void write_angle(writer* w, const attribute_row* row, const void* target, const void* base);
void write_values(writer* w, const attribute_row* row, const void* target, const void* base);
void write_springlength(writer* w, const attribute_row* row, const void* target, const void* base);
void write_transmission(writer* w, const attribute_row* row, const void* target, const void* base);
void write_range(writer* w, const attribute_row* row, const void* target, const void* base);
void write_object(writer* w, const attribute_row* row, const void* target, const void* base);
void write_reference(writer* w, const attribute_row* row, const void* target, const void* base);
void write_objtype(writer* w, const attribute_row* row, const void* target, const void* base);
void write_reftype(writer* w, const attribute_row* row, const void* target, const void* base);
void write_contact_num(writer* w, const attribute_row* row, const void* target, const void* base);
void write_ray_data(writer* w, const attribute_row* row, const void* target, const void* base);
void write_contact_data(writer* w, const attribute_row* row, const void* target, const void* base);
void write_contact_reduce(writer* w, const attribute_row* row, const void* target,
                          const void* base);

// One that is written under another name.
void write_alias(writer* w, const attribute_row* row, const void* target, const void* base);
