// Reads attributes and elements newer than 3.3.7.
#pragma once

#include "mjcf/read.h"
#include "mjcf/write.h"

// Coefficients of a spring or damper: the first is stored in the public struct, the other two at
// offset row.code, behind it.
void read_polynomial(reader* r, const xml_node* node, const xml_attribute* a,
                     const attribute_row* row, void* target);
void write_polynomial(writer* w, const attribute_row* row, const void* target, const void* base);

// Whether actuatorfrcrange of a tendon is a limit, and that the attribute was given.
void read_tendon_limit(reader* r, const xml_node* node, const xml_attribute* a,
                       const attribute_row* row, void* target);
void write_tendon_limit(writer* w, const attribute_row* row, const void* target, const void* base);

// The projection of a camera: the newer name of `orthographic`, written since 3.5.  The second: its
// set of output images, in any order.
void read_projection(reader* r, const xml_node* node, const xml_attribute* a,
                     const attribute_row* row, void* target);
void write_projection(writer* w, const attribute_row* row, const void* target, const void* base);
void write_orthographic(writer* w, const attribute_row* row, const void* target, const void* base);
void read_output(reader* r, const xml_node* node, const xml_attribute* a, const attribute_row* row,
                 void* target);
void write_output(writer* w, const attribute_row* row, const void* target, const void* base);

// The set of inputs of an actuator.
void read_inputs(reader* r, const xml_node* node, const xml_attribute* a, const attribute_row* row,
                 void* target);
void write_inputs(writer* w, const attribute_row* row, const void* target, const void* base);

void finish_pid(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_dcmotor(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_orientation(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
