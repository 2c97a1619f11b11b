// Writing: from the specification to MJCF text, driven by the schema.
//
// The user-visible values of the specification are written: an attribute appears if its value
// differs from that of the element's class, or of a new element.  So the text compiles to the same
// model, whatever the compiler has done.
#pragma once

#include <stdbool.h>
#include <engine/spec.h>
#include "base/text.h"
#include "mjcf/schema.h"
#include "mjcf/xml.h"
#include "spec/element.h"

struct writer {
  spec* from;
  mjSpec* plain;            // an empty specification: the source of default values
  const spec_default* def;  // childclass in force; NULL: none
  text out;
  int depth;            // nesting depth of the next element
  bool tag_open;        // attributes may still be added to the last element
  const char* problem;  // why the model cannot be written; NULL: no error
};

// A copy of s in which every node of a flex is at the origin of a body; *placed stays NULL where
// this holds already. False without memory.
bool write_place_nodes(const spec* s, mjSpec** placed);

// The same for fixed tendons whose width, rgba or material differ from their class: since only a
// class can set these, they get a class of their own.  Pass *placed as s if it is not NULL.
bool write_place_looks(const spec* s, mjSpec** placed);

// The same for elements attached with autolimits to a whole without: whether a range limits is
// said.
bool write_place_limits(spec* s, mjSpec** placed);

// The MJCF text of a specification, to be freed with text_free; data NULL after an error.
text write_whole(spec* s, char* error, int nerror);

// Write the text to a file or, without a name ("" or NULL), to standard output.  False after an
// error.
bool write_out(const text* t, const char* filename, char* error, int nerror);

// -------------------------------------------------------------------------------- output of text

// The state before an element.
typedef struct {
  size_t size;
  bool tag_open;
} write_mark;

// Elements are nested by open and close; write_close_or_drop removes one without attributes and
// children.
write_mark write_open(writer* w, const char* name);
void write_close(writer* w, const char* name);
void write_close_or_drop(writer* w, const char* name, write_mark before);

// Whether so many more levels can be nested; false also when there is a problem already.  Every
// recursive function must call this, so that the stack does not overflow.
bool write_fits(writer* w, int more);

// Write a comment as the first child of the open element.
void write_comment(writer* w, const char* comment);

void write_text(writer* w, const char* name, const char* value);
void write_made(writer* w, const char* name, text* value);  // frees value
void write_word(writer* w, const attribute_row* row, int value);
void write_int(writer* w, const char* name, int value);
void write_doubles(writer* w, const char* name, const double* value, int n);
void write_floats(writer* w, const char* name, const float* value, int n);
void write_ints(writer* w, const char* name, const int* value, int n);

// -------------------------------------------------------------------------- output of attributes

// Write the differences between two structs of the same type: the rows of a group; of all groups
// stored in the struct; of those that <default> may set.
void write_group(writer* w, const attribute_group* group, const void* target, const void* base);
void write_groups(writer* w, const element_row* row, const void* target, const void* base);
void write_class_groups(writer* w, const element_row* row, const void* target, const void* base);

// Write an element without children, compared with its class or a new element.
void write_element(writer* w, const element_row* row, const element* e);

// The struct that an element is compared with.
const void* write_base(writer* w, const element* e);

// The public struct of an element.
const void* write_public(const element* e);

// Convert an alternative orientation, by its compiler options, to a quaternion.
void write_resolve(writer* w, double quat[4], const double given[4], const mjsOrientation* alt,
                   const element* e);

// The angles of a joint in radians: its range, and its reference values.
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

// Write the child element by which an element uses a plugin; nothing if it uses none.
void write_plugin(writer* w, const mjsPlugin* plugin);

// Write plugin attributes and settings into an open element.
void write_plugin_use(writer* w, const mjsPlugin* plugin);
void write_plugin_settings(writer* w, const mjsPlugin* plugin);

// ------------------------------------------------------ special functions of rows (schema.h)

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
void write_flex_order(writer* w, const attribute_row* row, const void* target, const void* base);
void write_actdim(writer* w, const attribute_row* row, const void* target, const void* base);
void write_object(writer* w, const attribute_row* row, const void* target, const void* base);
void write_reference(writer* w, const attribute_row* row, const void* target, const void* base);
void write_objtype(writer* w, const attribute_row* row, const void* target, const void* base);
void write_reftype(writer* w, const attribute_row* row, const void* target, const void* base);
void write_contact_num(writer* w, const attribute_row* row, const void* target, const void* base);
void write_ray_data(writer* w, const attribute_row* row, const void* target, const void* base);
void write_contact_data(writer* w, const attribute_row* row, const void* target, const void* base);
void write_contact_reduce(writer* w, const attribute_row* row, const void* target,
                          const void* base);

// An attribute that is written under another name.
void write_alias(writer* w, const attribute_row* row, const void* target, const void* base);
