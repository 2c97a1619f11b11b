// Reads actuators and actuator shortcuts.
#pragma once

#include "mjcf/read.h"

void* make_actuator(reader* r, const xml_node* node, const element_row* row, const scope* s,
                    const mjsDefault* def);

// Reads the object that an actuator acts on.
void read_transmission(reader* r, const xml_node* node, const xml_attribute* a,
                       const attribute_row* row, void* target);

// Report the error text of a shortcut, if any, at the first attribute it concerns.
void report_shortcut(reader* r, const xml_node* node, const char* text);

// Each function checks the transmission and applies its shortcut; used for actuators and for
// members of <default>.
void finish_general(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_motor(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_position(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_velocity(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_intvelocity(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_damper(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_cylinder(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_muscle(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_adhesion(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_plugin_actuator(reader* r, const xml_node* node, const scope* s, void* target,
                            draft* d);
